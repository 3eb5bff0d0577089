"""Points, places, pairings and the sheet of a tournament, without a database."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.pairing import next_round, round_robin
from companion.club.points import RULES, PlayedMatch, standings, winners
from companion.club.tournament import Round, Sheet, Tournament, checked, drawn, sheet_of
from companion.core.errors import Illegal
from companion.core.text import same


def played(names: str, *scores: float, match: str = "", heard_s: float = 10.0, game: str = "toy") -> PlayedMatch:
    people = tuple(names.split())
    return PlayedMatch(match or names, "Window", game, same("Toy"), people, scores, 1.8e9, heard_s)


@pytest.mark.parametrize(
    ("rule", "scores", "points"),
    [
        ("beaten", (3, 1), (2, 0)),
        ("beaten", (2, 2), (1, 1)),
        ("beaten", (9, 4, 4, 1), (6, 3, 3, 0)),
        ("places", (9, 4, 4, 1), (10, 5, 5, 3)),
        ("places", (1, 1), (8, 8)),
        ("places", tuple(range(8)), (0, 0, 1, 2, 3, 4, 6, 10)),
        ("win", (9, 4, 4), (3, 0, 0)),
        ("win", (9, 9, 4), (1, 1, 0)),
    ],
)
def test_what_a_match_gives(rule: str, scores: tuple[float, ...], points: tuple[float, ...]) -> None:
    assert RULES[rule].count(scores) == points  # type: ignore[index]


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=8))
def test_a_match_of_as_many_gives_as_much_whatever_its_scores(scores: list[int]) -> None:
    people = len(scores)
    assert sum(RULES["beaten"].count(scores)) == people * (people - 1)
    assert sum(RULES["places"].count(scores)) == pytest.approx(sum((10, 6, 4, 3, 2, 1)[:people]))


def test_places_are_shared_by_who_is_equal_and_more_wins_go_before() -> None:
    found = standings([played("Ada Bob", 3, 1), played("Cy Di", 1, 1), played("ada Cy", 1, 1)], "beaten")
    assert [(each.place, each.name, each.points, each.matches, each.wins) for each in found] == [
        (1, "ada", 3, 2, 1), (2, "Cy", 2, 2, 0), (3, "Di", 1, 1, 0), (4, "Bob", 0, 1, 0),
    ]  # fmt: skip
    equal = standings([played("Ada Bob", 1, 1), played("Cy Di", 1, 1)], "beaten")
    assert [each.place for each in equal] == [1, 1, 1, 1]
    fewer = standings([played("Ada Bob", 1, 0), played("Cy Di", 1, 1), played("Cy Ed", 1, 1)], "beaten")
    assert [(each.place, each.name) for each in fewer][:2] == [(1, "Ada"), (2, "Cy")], "the same points, one win more"


def test_nobody_wins_where_all_have_the_same() -> None:
    assert winners((2, 2)) == frozenset()
    assert winners((2, 2, 1)) == {0, 1}


@pytest.mark.parametrize(("hour", "day"), [(20, 26), (23, 26), (5, 25), (6, 26)])
def test_the_night_belongs_to_the_evening_before(hour: int, day: int) -> None:
    begun_s = datetime(2026, 11, 26, hour, 30).timestamp()
    match = PlayedMatch("x", "W", "toy", same("Toy"), ("Ada", "Bob"), (1, 0), begun_s, 10.0)
    assert match.evening == date(2026, 11, day)


@pytest.mark.parametrize("people", [2, 3, 4, 7, 8, 15])
def test_everyone_meets_everyone_once(people: int) -> None:
    names = [f"p{each}" for each in range(people)]
    rounds = round_robin(names)
    met = Counter(frozenset(group) for groups in rounds for group in groups if len(group) == 2)
    assert met == Counter(frozenset(pair) for pair in combinations(names, 2))
    assert all(sorted(name for group in groups for name in group) == sorted(names) for groups in rounds)


@given(st.integers(3, 20), st.integers(2, 6), st.randoms())
def test_neighbours_meet_who_have_not_met(people: int, size: int, chance: object) -> None:
    names = [f"p{each}" for each in range(people)]
    met, points, rested = Counter[frozenset[str]](), Counter[str](), list[str]()
    for _ in range(2):
        names.sort(key=lambda each: -points[each])
        groups = next_round(names, size, met, rested)
        assert sorted(name for group in groups for name in group) == sorted(names)
        sizes = {len(group) for group in groups}
        assert max(sizes) <= max(size, 2)
        assert max(sizes) - min(sizes) <= 1
        for group in groups:
            met.update(frozenset(pair) for pair in combinations(group, 2))
            points[group[0]] += 2
            if len(group) == 1:
                assert group[0] not in rested
                rested.append(group[0])
    if size == 2 and people >= 6:
        assert max(met.values()) == 1


def sheet(tournament: Tournament, *matches: PlayedMatch) -> Sheet:
    return sheet_of(tournament, matches, "beaten")


CUP = Tournament(1, "Cup", "toy", 2, "standings", ("Ada", "Bob", "Cy", "Di"))


def test_a_round_is_played_by_matches_heard_of_after_its_draw() -> None:
    cup = Tournament(1, "Cup", "toy", 2, "standings", CUP.entrants, (Round(5.0, (("Ada", "Bob"), ("Cy", "Di"))),))
    found = sheet(
        cup,
        played("Ada Bob", 9, 0, match="before", heard_s=4.0),
        played("Cy Di", 1, 0, match="another game", game="other"),
        played("bob Ada", 1, 0, match="counts", heard_s=6.0),
        played("Ada Bob", 1, 0, match="again", heard_s=7.0),
    )
    ((first, second),) = found.rounds
    assert first.match is not None
    assert (first.match.match, first.points) == ("counts", (0.0, 2.0)), "seats may be others than on the sheet"
    assert second.match is None
    assert found.missing == 1
    assert [(each.place, each.name) for each in found.standings] == [(1, "Bob"), (2, "Ada"), (2, "Cy"), (2, "Di")]


def test_one_match_is_no_result_of_two_rounds() -> None:
    rounds = (Round(5.0, (("Ada", "Bob"), ("Cy", "Di"))), Round(5.5, (("Ada", "Bob"), ("Cy", "Di"))))
    cup = Tournament(1, "Cup", "toy", 2, "standings", CUP.entrants, rounds)
    found = sheet(cup, played("Ada Bob", 1, 0, match="1", heard_s=6.0), played("Ada Bob", 0, 1, match="2", heard_s=7.0))
    assert [each[0].match and each[0].match.match for each in found.rounds] == ["1", "2"]


def test_who_sits_out_gets_the_points_of_a_win_and_sits_out_once() -> None:
    cup = Tournament(1, "Cup", "toy", 2, "standings", ("Ada", "Bob", "Cy"))
    (first,) = drawn(sheet(cup))
    assert first == (("Ada", "Bob"), ("Cy",))
    cup = Tournament(1, "Cup", "toy", 2, "standings", cup.entrants, (Round(5.0, first),))
    after = sheet(cup, played("Ada Bob", 1, 0))
    assert {each.name: each.points for each in after.standings} == {"Ada": 2, "Bob": 0, "Cy": 2}
    ((_, (alone,)),) = drawn(after)
    assert alone == "Bob", "the last who has not sat out"


def test_all_rounds_of_everyone_are_drawn_once() -> None:
    cup = Tournament(1, "Cup", "toy", 2, "everyone", CUP.entrants)
    rounds = drawn(sheet(cup))
    assert len(rounds) == 3
    cup = Tournament(1, "Cup", "toy", 2, "everyone", CUP.entrants, tuple(Round(5.0, each) for each in rounds))
    with pytest.raises(Illegal, match="are drawn"):
        drawn(sheet(cup))


@pytest.mark.parametrize(
    ("kind", "size", "people"),
    [("standings", 1, 8), ("standings", 9, 8), ("everyone", 3, 8), ("standings", 2, 2), ("standings", 2, 129)],
)
def test_a_tournament_that_cannot_be_drawn_is_refused(kind: str, size: int, people: int) -> None:
    with pytest.raises(Illegal):
        checked(kind, size, [f"p{each}" for each in range(people)], range(2, 9))  # type: ignore[arg-type]
