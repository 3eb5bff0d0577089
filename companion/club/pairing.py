"""Who sits with whom in the next round of a tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations, pairwise
from math import ceil

Groups = tuple[tuple[str, ...], ...]
Met = Counter[frozenset[str]]
"""How often two people have sat at one table."""
AGAIN = 10_000
"""What a second meeting costs, against the distance of two places in the standings squared: a round of a hundred people
rather reaches far down the list than lets two meet twice."""


def round_robin(names: Sequence[str]) -> tuple[Groups, ...]:
    """All rounds of pairs in which everybody meets everybody once; with an odd number somebody sits out each round,
    alone in a group. The first stays, all others move on by one seat (the circle method)."""
    circle: list[str | None] = [*names, *([None] if len(names) % 2 else [])]
    rounds = []
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        rounds.append(tuple(tuple(each for each in pair if each is not None) for pair in pairs))
        circle[1:] = [circle[-1], *circle[1:-1]]
    return tuple(rounds)


def next_round(ordered: Sequence[str], size: int, met: Met, rested: Collection[str] = ()) -> Groups:
    """Groups in which neighbours in the standings sit together, as far as they have not met.

    Args:
        ordered: everybody, the first of the standings first.
        size: seats of a table. Where people do not fill all tables, some have one seat less; only at tables of two
            somebody sits out, alone in a group: the last in the standings who has not done so yet.
        met: who has met so far.
        rested: who has sat out.
    """
    people, alone = list(ordered), tuple[str, ...]()
    if size == 2 and len(people) % 2:
        free = next((each for each in reversed(people) if each not in rested), people[-1])
        people.remove(free)
        alone = (free,)
    place = {name: index for index, name in enumerate(people)}
    groups = _improved(_cut(people, size), place, met)
    return (*(tuple(sorted(group, key=place.__getitem__)) for group in groups), *((alone,) if alone else ()))


def _cut(people: Sequence[str], size: int) -> list[list[str]]:
    """The list cut into tables whose numbers of seats differ by one at most."""
    tables = max(1, ceil(len(people) / size))
    least, more = divmod(len(people), tables)
    ends = [0]
    for table in range(tables):
        ends.append(ends[-1] + least + (table < more))
    return [list(people[begin:end]) for begin, end in pairwise(ends)]


def _improved(groups: list[list[str]], place: dict[str, int], met: Met) -> list[list[str]]:
    """The groups after every swap of two people between two tables that makes both together better."""

    def cost(group: Sequence[str]) -> int:
        return sum(
            AGAIN * met[frozenset(pair)] + (place[pair[0]] - place[pair[1]]) ** 2 for pair in combinations(group, 2)
        )

    better = True
    while better:  # each swap lowers a sum of whole numbers, so it ends
        better = False
        for one, other in combinations(groups, 2):
            for mine in range(len(one)):
                for theirs in range(len(other)):
                    before = cost(one) + cost(other)
                    one[mine], other[theirs] = other[theirs], one[mine]
                    if cost(one) + cost(other) < before:
                        better = True
                    else:
                        one[mine], other[theirs] = other[theirs], one[mine]
    return groups
