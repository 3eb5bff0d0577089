"""How clear a look at a board must be before something is played, asked, offered, or told: sights made up for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.core.capabilities.board import Cell, Places
from companion.games.karo.actions import PlaceDisc, Turn
from companion.perception.boards.appearances import MARKS, NO_TILE
from companion.perception.boards.grid import with_neighbours
from companion.perception.boards.place import BoardPlace
from companion.perception.boards.sight import LEAST_LOG_LIKELIHOOD, BoardSight
from companion.perception.boards.tracker import BoardTracker, Resumed
from companion.table.watchers.board import search
from companion.table.watchers.board.search import BoardSearch
from tests.table.watchers.board_table import PLACED, BoardTable

HERE, THERE, ELSEWHERE, FAR = (1, 1), (2, 2), (3, 3), (3, 0)
"""Free places of the board that is being filled."""
FLOWN_TO = (3, 3)
"""A free place in the middle of the game that no disc can reach from (0, 0)."""

UNSEEN = np.full((600, 800, 3), 90, np.uint8)
"""A picture that nobody looks at."""

Likely = Mapping[str, float]


@pytest.fixture
def filling(tmp_path: Path) -> BoardTable:
    """One disc of each colour was put down and seen; White is to place the next."""
    table = BoardTable(tmp_path)
    table.tell(*PLACED[:2])
    table.look()
    return table


def sight_of(board: Places, place: BoardPlace, cells: Mapping[Cell, Likely], hidden: int = 0) -> BoardSight:
    """`board` seen without a doubt, but for `cells`; as many of its places as `hidden` look like nothing known."""
    unknown = [cell for cell in board if cell not in cells][:hidden]
    certain = {cell: {board.get(cell, NO_TILE): 0.0} for cell in with_neighbours(board)}
    likely = {**certain, **dict.fromkeys(unknown, dict.fromkeys(MARKS, 0.0)), **cells}
    scores = {cell: {mark: own.get(mark, LEAST_LOG_LIKELIHOOD) for mark in MARKS} for cell, own in likely.items()}
    return BoardSight(scores, frozenset(unknown), frozenset((*cells, *unknown)), place, False)


def look(
    table: BoardTable,
    monkeypatch: pytest.MonkeyPatch,
    cells: Mapping[Cell, Likely],
    *,
    hidden: int = 0,
    late: bool = False,
) -> None:
    """Let the watcher look once, and see this."""
    place = table.tracker.place
    assert place is not None
    sight = sight_of(table.places, place, cells, hidden)
    monkeypatch.setattr(BoardTracker, "read", lambda self, picture, at=None: sight)
    monkeypatch.setattr(table, "picture", lambda: UNSEEN)
    table.look_again(anew=late)


def offered(table: BoardTable) -> int:
    """How many turns the one question offers; 0 when nothing is asked."""
    return sum(len(question.choices) - 1 for question in table.session.questions)


@pytest.mark.parametrize(("lead", "is_played"), [(3.2, False), (3.7, True)])
def test_what_is_wrong_once_in_thirty_times_is_played_and_what_is_more_often_is_asked(
    filling: BoardTable, monkeypatch: pytest.MonkeyPatch, lead: float, is_played: bool
) -> None:
    """A lead of 3.2 is one mistake in 25; of 3.7, one in 41."""
    look(filling, monkeypatch, {HERE: {"w": 0.0, "_": -lead}})
    assert (filling.session.match.actions[-1] == PlaceDisc(0, HERE)) == is_played
    assert bool(filling.session.questions) != is_played


@pytest.mark.parametrize(("lead", "is_played"), [(2.6, False), (3.9, True)])
def test_a_face_that_was_never_seen_must_be_seen_clearly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lead: float, is_played: bool
) -> None:
    """The rules allow no circle here, and do not help: what is learnt wrongly now is read wrongly ever after."""
    table = BoardTable(tmp_path)
    table.look()
    look(table, monkeypatch, {HERE: {"w": 0.0, "W": -lead}})
    assert (table.session.match.actions == (PlaceDisc(0, HERE),)) == is_played
    assert bool(table.session.questions) != is_played


@pytest.mark.parametrize(("share", "is_offered"), [(0.013, False), (0.025, True)])
def test_a_turn_of_one_in_fifty_is_worth_a_line_of_a_question(
    filling: BoardTable, monkeypatch: pytest.MonkeyPatch, share: float, is_offered: bool
) -> None:
    likely = {HERE: {"w": 0.0, "_": -1.0}, THERE: {"_": 0.0, "w": -0.2}}
    others = 1.0 + np.exp(-1.0) + np.exp(-1.2)  # here, nothing, there
    rare = {"_": 0.0, "w": 1.0 + float(np.log(share / (1 - share) * others))}
    look(filling, monkeypatch, {**likely, ELSEWHERE: rare})
    assert offered(filling) == 3 + is_offered


@pytest.mark.parametrize(("rarer", "is_offered"), [(5.2, False), (4.8, True)])
def test_a_disc_in_somebodys_hand_is_likelier_than_a_turn_that_is_hardly_seen(
    middle: BoardTable, monkeypatch: pytest.MonkeyPatch, rarer: float, is_offered: bool
) -> None:
    """People think with a disc in their hand; the question offers nothing, and the turn only if it may well be."""
    lifted = {(0, 0): {"_": 0.0, "w": -2.0}, (1, 0): {"_": 0.0, "w": -rarer}}
    look(middle, monkeypatch, lifted, late=True)
    assert offered(middle) == 1 + is_offered


def test_four_turns_are_offered_at_most(filling: BoardTable, monkeypatch: pytest.MonkeyPatch) -> None:
    others = {cell: {"_": 0.0, "w": -0.2} for cell in (THERE, ELSEWHERE, FAR)}
    look(filling, monkeypatch, {HERE: {"w": 0.0, "_": -1.0}, **others})
    assert offered(filling) == 4


@pytest.mark.parametrize(("off", "is_asked"), [(8.0, True), (12.0, False)])
def test_what_lies_beside_the_board_and_looks_like_a_tile_is_a_thing(
    filling: BoardTable, monkeypatch: pytest.MonkeyPatch, off: float, is_asked: bool
) -> None:
    """No board has one tile more; a shadow may look like one."""
    look(filling, monkeypatch, {HERE: {"w": 0.0, "_": -1.0}, (4, 0): {"_": 0.0, NO_TILE: -off}})
    assert bool(filling.session.questions) == is_asked


@pytest.mark.parametrize(("hidden", "is_asked"), [(2, True), (3, False)])
def test_two_places_may_be_strange_and_a_hand_is_waited_for(
    filling: BoardTable, monkeypatch: pytest.MonkeyPatch, hidden: int, is_asked: bool
) -> None:
    look(filling, monkeypatch, {HERE: {"w": 0.0, "_": -1.0}}, hidden=hidden, late=True)
    assert bool(filling.session.questions) == is_asked


@pytest.mark.parametrize(("off", "is_told"), [(5.0, False), (8.0, True)])
def test_a_fault_is_told_when_every_legal_board_is_far_less_likely(
    middle: BoardTable, monkeypatch: pytest.MonkeyPatch, off: float, is_told: bool
) -> None:
    """People break a rule once in some hundred turns; the eyes must be surer than that."""
    look(middle, monkeypatch, {(0, 0): {"_": 0.0, "w": -off / 2}, FLOWN_TO: {"w": 0.0, "_": -off / 2}})
    assert ("neither a step nor a jump" in middle.notice) == is_told


@pytest.mark.parametrize(("circle", "is_told"), [(-2.0, False), (-2.4, True)])
def test_nobody_is_accused_where_one_place_is_seen_dimly(
    middle: BoardTable, monkeypatch: pytest.MonkeyPatch, circle: float, is_told: bool
) -> None:
    """Each place that makes the fault is right nine times in ten."""
    look(middle, monkeypatch, {(0, 0): {"_": 0.0}, FLOWN_TO: {"w": 0.0, "W": circle}})
    assert ("neither a step nor a jump" in middle.notice) == is_told


def test_thinking_people_are_left_alone_and_a_fault_is_looked_at_again_soon(
    middle: BoardTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(middle, monkeypatch, {(0, 0): {"_": 0.0}})
    now_s = middle.clock.now_s()
    assert [middle.following.is_late(now_s + after_s) for after_s in (4.0, 8.0)] == [False, True]
    look(middle, monkeypatch, {(0, 0): {"_": 0.0}, FLOWN_TO: {"w": 0.0}})
    now_s = middle.clock.now_s()
    assert [middle.following.is_late(now_s + after_s) for after_s in (1.0, 2.0)] == [False, True]


def test_hands_that_follow_a_turn_told_on_a_phone_are_waited_for(
    middle: BoardTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disc has left its place and is not put down yet."""
    middle.tell(Turn(0, (0, 0), ((1, 0),)))
    look(middle, monkeypatch, {(1, 0): {"_": 0.0}})
    assert middle.notice == ""
    middle.following.is_late(middle.clock.now_s() + 8.0)
    assert "not yet as the match has it" in middle.notice


@pytest.mark.parametrize(("off", "is_believed"), [(8.0, True), (14.0, False)])
def test_a_turn_told_on_a_phone_needs_not_be_seen_perfectly(
    middle: BoardTable, monkeypatch: pytest.MonkeyPatch, off: float, is_believed: bool
) -> None:
    """One disc elsewhere is not made out; far too little of it, and the board is not what people said."""
    middle.tell(Turn(0, (0, 0), ((1, 0),)))
    look(middle, monkeypatch, {(0, 2): {"_": 0.0, "w": -off}})
    assert (middle.tracker.marks == middle.places) == is_believed


@pytest.mark.parametrize(("off", "is_asked"), [(7.0, True), (10.0, False)])
def test_a_board_that_is_taken_up_may_be_a_little_unlike_a_legal_one(
    filling: BoardTable, monkeypatch: pytest.MonkeyPatch, off: float, is_asked: bool
) -> None:
    tracker = filling.tracker
    assert tracker.place is not None
    sight = sight_of(filling.places, tracker.place, {HERE: {"W": 0.0, "w": -off}})
    monkeypatch.setattr(BoardSearch, "found", lambda *_: (tracker, Resumed(sight, False, 0.0)))
    monkeypatch.setattr(filling.following, "_tracker", None)
    filling.look_again(anew=True)
    assert bool(filling.session.questions) == is_asked


SIDE_PX = 40.0


def searched(table: BoardTable, monkeypatch: pytest.MonkeyPatch, *places: tuple[float, float]) -> list[float]:
    """The search, where a board may lie at some places: how far to the right, px, and how clear it would be there, as
    it was. Returns where it was looked for, the place that was taken last."""
    grids = [BoardPlace(np.array([[SIDE_PX, 0, 100 + x], [0, SIDE_PX, 100], [0, 0, 1.0]])) for x, _ in places]
    clear, tried = dict(places), list[float]()

    def resume(self: BoardTracker, picture: Any, tiles: Places, place: BoardPlace) -> Resumed:
        tried.append(_right_px(place))
        return Resumed(sight_of(tiles, place, {}), True, clear[tried[-1]])

    monkeypatch.setattr(search, "place_by_mat", lambda *_: None)
    monkeypatch.setattr(search, "places_by_grid", lambda *_: iter(grids))
    monkeypatch.setattr(BoardTracker, "resume", resume)
    reader: Any = object()
    found = BoardSearch(table.board, reader).found(table.picture(), table.session.match.state)
    assert found is not None
    return [*tried, _right_px(found[1].sight.place)]


def _right_px(place: BoardPlace) -> float:
    return round(float(place.to_picture[0, 2]) - 100, 3)


@pytest.mark.parametrize(("second", "taken"), [(10.7, 0.0), (11.5, 200.0)])
def test_a_less_likely_place_must_be_clearer(
    filling: BoardTable, monkeypatch: pytest.MonkeyPatch, second: float, taken: float
) -> None:
    assert searched(filling, monkeypatch, (0.0, 10.0), (200.0, second)) == [0.0, 200.0, taken]


@pytest.mark.parametrize(("first", "tried"), [(15.0, [0.0, 200.0]), (25.0, [0.0])])
def test_a_board_that_is_plainly_there_is_not_looked_for_elsewhere(
    filling: BoardTable, monkeypatch: pytest.MonkeyPatch, first: float, tried: list[float]
) -> None:
    assert searched(filling, monkeypatch, (0.0, first), (200.0, 5.0))[:-1] == tried


@pytest.mark.parametrize(("sides", "tried"), [(0.075, 1), (0.125, 2)])
def test_places_a_tenth_of_a_tile_apart_are_two(
    filling: BoardTable, monkeypatch: pytest.MonkeyPatch, sides: float, tried: int
) -> None:
    assert len(searched(filling, monkeypatch, (0.0, 5.0), (sides * SIDE_PX, 5.0))[:-1]) == tried
