"""Standings over tables and evenings: what a match gives to whom, by a rule that stands on the page, and who is before
whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from companion.core.names import look_of
from companion.core.text import Text
from companion.settings import PointsRule

Scores = Sequence[float]
EVENING_ENDS_H = 6
"""Before this hour of the local morning a match belongs to the evening before."""
OF_PLACES = (10, 6, 4, 3, 2, 1)
"""Points of the first place, the second, ...; none from the seventh on."""
WON, SHARED = 3, 1
"""Points for winning alone, and for the best score together with others."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that is over.

    Attributes:
        match: its number in the book of results.
        table: the table's name as people say it.
        names, scores: by seat.
        begun_s: when it began, seconds since 1970 UTC; by the café's clock where the table had none.
        heard_s: when the café first heard of it, by its own clock.
    """

    match: str
    table: str
    game: str
    title: Text
    names: tuple[str, ...]
    scores: tuple[float, ...]
    begun_s: float
    heard_s: float

    @property
    def evening(self) -> date:
        """The day to whose evening it belongs, where this machine is."""
        return (datetime.fromtimestamp(self.begun_s) - timedelta(hours=EVENING_ENDS_H)).date()


@dataclass(frozen=True, slots=True)
class Rule:
    """How a match gives points: in words, and from the scores by seat to the points by seat."""

    words: Text
    count: Callable[[Scores], tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Standing:
    """One person's place; those who are equal in points and in wins share it."""

    place: int
    name: str
    points: float
    matches: int
    wins: int


def _beaten(scores: Scores) -> tuple[float, ...]:
    return tuple(float(sum(2 * (own > each) + (own == each) for each in scores) - 1) for own in scores)


def _places(scores: Scores) -> tuple[float, ...]:
    ordered = sorted(scores, reverse=True)
    given = [float(each) for each in OF_PLACES[: len(scores)]] + [0.0] * (len(scores) - len(OF_PLACES))
    found = []
    for own in scores:
        first, many = ordered.index(own), ordered.count(own)
        found.append(sum(given[first : first + many]) / many)
    return tuple(found)


def _win(scores: Scores) -> tuple[float, ...]:
    best = [own == max(scores) for own in scores]
    return tuple(float((WON if sum(best) == 1 else SHARED) if each else 0) for each in best)


RULES: dict[PointsRule, Rule] = {
    "beaten": Rule(
        Text(
            fr="Chaque partie donne 2 points par adversaire battu et 1 par adversaire à égalité.",
            en="Each match gives 2 points for each opponent beaten and 1 for each opponent with the same score.",
        ),
        _beaten,
    ),
    "places": Rule(
        Text(
            fr="Chaque partie donne 10 points à la première place, puis 6, 4, 3, 2 et 1 ; à égalité, les places "
            "occupées ensemble se partagent.",
            en="Each match gives 10 points for the first place, then 6, 4, 3, 2 and 1; those with the same score share "
            "the points of the places that they take together.",
        ),
        _places,
    ),
    "win": Rule(
        Text(
            fr="Chaque partie donne 3 points à qui gagne seul, et 1 à chacun de ceux qui partagent le meilleur score.",
            en="Each match gives 3 points to whoever wins alone, and 1 to each of those who share the best score.",
        ),
        _win,
    ),
}
"""The rules by the word of the setting `points`."""
TIES = Text(
    fr="À égalité de points, qui a gagné le plus de parties passe devant ; sinon la place est partagée.",
    en="With equal points, whoever has won more matches goes first; otherwise the place is shared.",
)


def winners(scores: Scores) -> frozenset[int]:
    """The seats with the best score; none where all have the same."""
    best = frozenset(seat for seat, score in enumerate(scores) if score == max(scores))
    return frozenset() if len(best) == len(scores) else best


def standings(matches: Iterable[PlayedMatch], rule: PointsRule) -> tuple[Standing, ...]:
    """Everybody in these matches, oldest match first, by place. Names that look alike are one person, called as they
    were last."""
    names, points, counts, wins = dict[str, str](), dict[str, float](), dict[str, int](), dict[str, int]()
    for match in matches:
        given, best = RULES[rule].count(match.scores), winners(match.scores)
        for seat, name in enumerate(match.names):
            look = look_of(name)
            names[look] = name
            points[look] = points.get(look, 0.0) + given[seat]
            counts[look] = counts.get(look, 0) + 1
            wins[look] = wins.get(look, 0) + (seat in best)
    return ranked([(names[look], points[look], counts[look], wins[look]) for look in names])


def ranked(people: Iterable[tuple[str, float, int, int]]) -> tuple[Standing, ...]:
    """Places for (name, points, matches, wins) of everybody."""
    ordered = sorted(people, key=lambda each: (-each[1], -each[3], look_of(each[0])))
    found: list[Standing] = []
    for index, (name, points, matches, wins) in enumerate(ordered):
        before = found[-1] if found else None
        shared = before is not None and (before.points, before.wins) == (points, wins)
        place = before.place if shared and before is not None else index + 1
        found.append(Standing(place, name, points, matches, wins))
    return tuple(found)
