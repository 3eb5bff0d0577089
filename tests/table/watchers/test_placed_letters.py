"""Kaléidoscope under the camera: letters come to lie, are moved, stolen and won, and the match follows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.capabilities.placed_cards import NOTHING
from companion.core.game import Action
from companion.core.scene import Thing
from companion.games.kaleidoscope import GAME
from companion.games.kaleidoscope.actions import (
    Announce,
    CapitalSeen,
    Discard,
    LetterSeen,
    Move,
    Pass,
    PickUp,
    Place,
    TurnUp,
)
from companion.games.kaleidoscope.kinds import CAPITAL_BACK, LETTER, SMALL_BACK
from companion.games.kaleidoscope.layout import NORTH, SOUTH
from companion.games.kaleidoscope.options import Options
from companion.games.kaleidoscope.places import Capital, Cell, Pile, Stock, TablePlace, laid_out, name_of
from companion.games.kaleidoscope.state import Kaleidoscope
from companion.table.watchers.placed_cards import PATIENCE_S, SETTLED_S
from tests.table.watchers.watched_table import WatchedTable

pytestmark = pytest.mark.whole

FPS = 10
CAMERA = "rendered://?width=1640&height=1232&seed=5"
SOON_S = SETTLED_S + 1.2
"""From when something was done to when it is played."""
FIRST_S = 5.0
"""Until all places were looked at once."""
ROW = "SCHAWIE"
UNTIMED = Options(length="short", turn_s=0)


class Table(WatchedTable):
    """Two people play under the camera; the row lies there, and nothing else but the stocks."""

    def __init__(self, folder: Path) -> None:
        super().__init__(GAME, folder, ("Ada", "Bob"), UNTIMED, CAMERA, FPS)
        self.world.arrange(GAME.depict(self.state))
        for column, letter in enumerate(ROW):
            self.lay(Capital(column), letter)
        self.watch(FIRST_S)

    @property
    def state(self) -> Kaleidoscope:
        state = self.session.match.state
        assert isinstance(state, Kaleidoscope)
        return state

    def play(self, *actions: Action) -> None:
        """Told on a phone, and done on the table."""
        for action in actions:
            self.session.play(action, "table")
        self.world.arrange(GAME.depict(self.state))
        self.watch(2.0)

    def watch(self, seconds: float = SOON_S) -> None:
        self.frames(seconds)

    def lay(self, place: TablePlace, face: str) -> None:
        """Make a place look so."""
        name = name_of(place)
        self.clear(name)
        if face != NOTHING:
            at = laid_out(self.state)[name]
            self.world.lay(Thing(LETTER, face, name), (at.xy_mm[0] + 1.0, at.xy_mm[1] - 1.5), at.turn_deg + 4.0)

    def does(self, looks: dict[TablePlace, str], seconds: float = SOON_S) -> tuple[Action, ...]:
        """What is played when people make places look so, all at once."""
        before = len(self.session.match.actions)
        for place, face in looks.items():
            self.lay(place, face)
        self.watch(seconds)
        return self.session.match.actions[before:]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table(tmp_path) as made:
        yield made


def test_a_game_is_followed_from_the_row_to_a_word(table: Table) -> None:
    assert table.session.match.actions == tuple(CapitalSeen(column, letter) for column, letter in enumerate(ROW))
    # Turned up on the stock, then placed; or laid where it goes at once.
    assert table.does({Stock(NORTH): "o"}) == (TurnUp(NORTH), LetterSeen("o"))
    assert table.does({Stock(NORTH): SMALL_BACK, Cell(NORTH, 0, 0): "o"}) == (Place(NORTH, 0),)
    assert table.does({Cell(SOUTH, 4, 0): "h"}) == (TurnUp(SOUTH), LetterSeen("h"), Place(SOUTH, 4))
    assert table.does({Pile(NORTH, 3): "u"}) == (TurnUp(NORTH), LetterSeen("u"), Discard(NORTH, 3))
    # Stolen, and taken along to another column.
    assert table.does({Pile(NORTH, 3): NOTHING, Cell(SOUTH, 4, 1): "u"}) == (PickUp(SOUTH, NORTH, 3, 4),)
    table.play(Pass(NORTH))
    moved: dict[TablePlace, str] = {Cell(SOUTH, 4, 0): NOTHING, Cell(SOUTH, 4, 1): NOTHING}
    landed: dict[TablePlace, str] = {Cell(SOUTH, 1, 0): "h", Cell(SOUTH, 1, 1): "u"}
    assert table.does(moved | landed) == (Move(SOUTH, 4, 2, 1),)
    for letter in "lto":
        table.play(TurnUp(NORTH), LetterSeen(letter), Place(NORTH, 0), Pass(SOUTH))
    table.play(TurnUp(NORTH), LetterSeen("s"), Place(NORTH, 0))  # "Soltos" is no word; it is taken off all the same
    taken: dict[TablePlace, str] = {Cell(NORTH, 0, row): NOTHING for row in range(5)}
    assert table.does({Capital(0): NOTHING, **taken}) == (Announce(NORTH, 0),)
    assert table.state.judged is not None
    assert not table.state.judged.known


def test_a_word_and_the_capital_after_it(table: Table) -> None:
    for letter in "oup":
        table.play(TurnUp(NORTH), LetterSeen(letter), Place(NORTH, 0), Pass(SOUTH))
    assert table.does({Cell(NORTH, 0, 3): "e"}) == (TurnUp(NORTH), LetterSeen("e"), Place(NORTH, 0))
    taken: dict[TablePlace, str] = {Cell(NORTH, 0, row): NOTHING for row in range(4)}
    assert table.does({Capital(0): NOTHING, **taken}) == (Announce(NORTH, 0),)
    assert table.state.boards[NORTH].words == ("soupe",)
    assert table.does({Capital(0): CAPITAL_BACK}) == ()  # face down it says nothing
    assert table.does({Capital(0): "JOKER"}) == (CapitalSeen(0, "*"),)


@pytest.mark.parametrize(("seat", "last"), [(NORTH, 0), (NORTH, 3), (SOUTH, 2)])
def test_letters_are_seen_to_leave_where_a_line_of_the_mat_runs(seat: int, last: int, table: Table) -> None:
    """The area where dice are thrown begins under the last column."""
    if seat == SOUTH:
        table.play(Pass(NORTH))
    for letter in "arbi"[: last + 1]:
        table.play(TurnUp(seat), LetterSeen(letter), Place(seat, 6), Pass(1 - seat))
    gone: dict[TablePlace, str] = {Cell(seat, 6, row): NOTHING for row in range(last + 1)}
    laid: dict[TablePlace, str] = {Cell(seat, 1, row): letter for row, letter in enumerate("arbi"[: min(2, last + 1)])}
    assert table.does(gone | laid) == (Move(seat, 6, last + 1, 1),)


def test_a_hand_over_the_source_is_waited_for(table: Table) -> None:
    table.play(TurnUp(NORTH), LetterSeen("u"), Discard(NORTH, 0), TurnUp(SOUTH), LetterSeen("a"), Discard(SOUTH, 0))
    x, y = laid_out(table.state)[name_of(Pile(NORTH, 0))].xy_mm
    table.world.put_hand("somebody", "north", (x, y + 60.0))
    table.watch(0.8)
    table.lay(Pile(NORTH, 0), NOTHING)
    assert table.does({Cell(NORTH, 1, 0): "u"}, 2.0) == ()
    table.world.remove_hand("somebody")
    assert table.does({}, 3.0) == (PickUp(NORTH, NORTH, 0, 1),)


@pytest.fixture
def fallen(table: Table) -> Table:
    """South's t has fallen into the discards, for "Soupe" was won and "B" laid; it still lies in its column."""
    for letter in "oup":
        table.play(TurnUp(NORTH), LetterSeen(letter), Place(NORTH, 0), Pass(SOUTH))
    table.play(TurnUp(NORTH), LetterSeen("e"), Place(NORTH, 0), TurnUp(SOUTH), LetterSeen("t"), Place(SOUTH, 0))
    table.session.play(Announce(NORTH, 0), "table")
    table.session.play(CapitalSeen(0, "B"), "table")
    for row in range(4):
        table.lay(Cell(NORTH, 0, row), NOTHING)
    table.lay(Capital(0), "B")
    assert table.state.boards[SOUTH].discards[0] == "t"
    return table


def test_what_fell_is_no_news_where_it_lies_still(fallen: Table) -> None:
    length = len(fallen.session.match.actions)
    fallen.watch(PATIENCE_S + 3.0)
    assert len(fallen.session.match.actions) == length
    notice = fallen.session.page(None).notice
    assert notice is not None
    assert "column 1, letter 1" in notice.en
    assert fallen.does({Cell(SOUTH, 0, 0): NOTHING, Pile(SOUTH, 0): "t"}, 3.0) == ()
    assert fallen.session.page(None).notice is None


def test_what_fell_and_is_taken_along_at_once_is_not_taken_for_a_new_letter(fallen: Table) -> None:
    fallen.watch(2.0)
    length = len(fallen.session.match.actions)
    fallen.does({Cell(SOUTH, 0, 0): NOTHING, Cell(SOUTH, 2, 0): "t"}, PATIENCE_S + 3.0)
    assert len(fallen.session.match.actions) == length
    notice = fallen.session.page(None).notice
    assert notice is not None
    assert "“t” is missing" in notice.en
    fallen.session.play(PickUp(SOUTH, SOUTH, 0, 2), "seat 0")
    fallen.watch()
    assert fallen.session.page(None).notice is None


def test_two_of_a_letter_on_each_other_are_asked_about(table: Table) -> None:
    for seat in (NORTH, SOUTH):
        table.play(TurnUp(seat), LetterSeen("e"), Discard(seat, 0))
    table.play(TurnUp(NORTH), LetterSeen("e"), Discard(NORTH, 0), Pass(SOUTH))
    assert table.does({Cell(NORTH, 2, 0): "e"}) == ()
    (question,) = table.session.questions
    assert [words.en for words in question.choices] == ["⟦1⟧ takes back “e”: He", "⟦1⟧ turns up a letter"]
    table.session.answer(question.id, 0, "seat 1")
    assert table.session.match.actions[-1] == PickUp(NORTH, NORTH, 0, 2)
