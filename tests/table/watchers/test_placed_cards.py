"""Cards that are taken, turned up and put back on the simulated table: played when clear, asked about, or told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion import catalog
from companion.core.capabilities import offers
from companion.core.capabilities.placed_cards import PlacesCards
from companion.core.game import Action
from companion.core.scene import Thing
from companion.games.plic_plac.actions import (
    Announce,
    CardSeen,
    CardTold,
    DrawFirst,
    GiveUp,
    Pass,
    Pocket,
    TakeSecret,
    TurnUp,
)
from companion.games.plic_plac.depiction import name_of
from companion.games.plic_plac.kinds import BACK, CARD
from companion.games.plic_plac.pieces import BY_FACE
from companion.games.plic_plac.state import PlicPlac
from companion.table.watchers.placed_cards import AGAIN_S, PATIENCE_S, SETTLED_S, PlacedCardsWatcher
from tests.table.watchers.watched_table import WatchedTable

pytestmark = pytest.mark.whole

ADA, BOB = 0, 1
FPS = 10
CAMERA = "rendered://?width=1640&height=1232&seed=5"
SOON_S = SETTLED_S + 1.0
"""From when something was done to when it is played."""
FIRST_S = 3.0
"""Until all places were read once."""


class Table(WatchedTable):
    """Two people play Plic-Plac under the camera, and Ada begins."""

    def __init__(self, folder: Path) -> None:
        self.game = catalog.game("plic-plac")
        super().__init__(self.game, folder, ("Ada", "Bob"), self.game.options(), CAMERA, FPS)
        self.world.arrange(self.game.depict(self.session.match.state))
        self.play(DrawFirst(ADA))
        self.watch(FIRST_S)

    @property
    def layout(self) -> PlacesCards:
        found = offers(self.game, PlacesCards)
        assert found is not None
        return found

    def play(self, *actions: Action) -> None:
        for action in actions:
            self.session.play(action, "seat 0")

    def watch(self, seconds: float = SOON_S) -> None:
        self.frames(seconds)

    def lay(self, place: int, face: str | None) -> None:
        """Make a place look so; None: the card is taken away."""
        name = name_of(place)
        self.clear(name)
        if face is not None:
            x, y = self.layout.laid_out(self.session.match.state)[name].xy_mm
            self.world.lay(Thing(CARD, face, name), (x + 2.0, y - 1.5), 4.0)

    def does(self, *acts: tuple[int, str | None]) -> tuple[Action, ...]:
        """What is played when people do that at places, all at once."""
        before = len(self.session.match.actions)
        for place, face in acts:
            self.lay(place, face)
        self.watch()
        return self.session.match.actions[before:]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table(tmp_path) as made:
        yield made


def seen(place: int, face: str) -> CardSeen:
    return CardSeen(place, BY_FACE[face])


def test_a_plic_plac_is_followed_from_the_secret_card_to_the_pocket(table: Table) -> None:
    assert table.does((7, None)) == (TakeSecret(ADA, 7),)
    assert table.does((7, BACK)) == (Pass(ADA),)
    assert table.does((20, None)) == (TakeSecret(BOB, 20),)
    table.play(Announce(BOB, "plic-plac"))
    assert table.does((20, "green star")) == (seen(20, "green star"),)
    assert table.does((3, "green cross")) == (TurnUp(BOB, 3), seen(3, "green cross"))
    table.watch(1.5)
    # The pages' words do not repeat what came up (clause 7.5 of the game); pictures: `test_open_pictures`.
    assert [line.faces for line in table.session.page(None).story if line.faces] == []
    assert {each.thing.face for each in table.session.evidence(len(table.session.match.actions) - 1)} == {"green cross"}
    assert table.does((20, None)) == ()  # one of two is taken: the other follows
    assert table.does((3, None)) == (Pocket(BOB),)
    state = table.session.match.state
    assert isinstance(state, PlicPlac)
    assert [card.face for card in state.players[BOB].won] == ["green star", "green cross"]


def test_what_is_not_put_back_is_no_news_and_is_said_after_a_while(table: Table) -> None:
    table.play(TakeSecret(ADA, 7), Announce(ADA, "plic-plac"))
    assert table.does((7, "green star")) == (seen(7, "green star"),)
    assert table.does((8, "blue cross")) == (TurnUp(ADA, 8), seen(8, "blue cross"))
    # They do not fit, and it is Bob's turn; both lie there still.
    assert table.does((8, BACK)) == ()
    assert table.session.page(None).notice is None
    table.watch(PATIENCE_S)
    notice = table.session.page(None).notice
    assert notice is not None
    assert "row 2, column 2" in notice.en
    assert "star" not in notice.en
    assert table.does((7, BACK)) == ()
    assert table.session.page(None).notice is None
    assert table.does((7, None)) == (TakeSecret(BOB, 7),)


def test_a_secret_card_that_is_shown_before_it_is_announced_is_asked_about(table: Table) -> None:
    table.play(TakeSecret(ADA, 7))
    table.lay(7, None)
    table.watch()
    assert table.does((7, "red heart")) == ()
    (question,) = table.session.questions
    assert [words.en for words in question.choices] == [
        "⟦0⟧ announces a plic-plac", "⟦0⟧ announces a plic-plac-ploc",
    ]  # fmt: skip
    table.session.answer(question.id, 1, "seat 1")
    assert table.session.match.actions[-2:] == (Announce(ADA, "plic-plac-ploc"), seen(7, "red heart"))
    assert table.does((9, "blue cross")) == (TurnUp(ADA, 9), seen(9, "blue cross"))
    assert table.does((9, BACK)) == ()
    assert table.does((7, BACK)) == (GiveUp(ADA),)


def test_what_was_taken_back_is_not_told_again(table: Table) -> None:
    table.play(TakeSecret(ADA, 7), Announce(ADA, "plic-plac"))
    assert table.does((7, "green star")) == (seen(7, "green star"),)
    table.session.undo("seat 0")
    length = len(table.session.match.actions)
    table.watch(2.0)
    assert len(table.session.match.actions) == length
    table.play(CardTold(BOB, "green heart"))
    assert table.does((8, "blue cross")) == (TurnUp(ADA, 8), seen(8, "blue cross"))


def test_something_else_between_two_looks_counts_as_taken_back_too(table: Table) -> None:
    """As many actions as before, but others: what they want at each place is what counts."""
    assert table.does((7, None)) == (TakeSecret(ADA, 7),)
    table.session.undo("seat 0")
    table.play(TakeSecret(ADA, 9))
    assert table.does((7, BACK)) == ()  # card 9 lies there still: that is no news, and no pass
    assert table.does((9, None)) == ()  # as the match wants it
    assert table.does((9, BACK)) == (Pass(ADA),)


def test_a_mat_that_is_found_late_ends_the_complaint(table: Table) -> None:
    laying = PlacedCardsWatcher(table.session)
    frame = table.source.small()
    dark = np.zeros((1232, 1640, 3), np.uint8)
    laying.watch(frame, lambda: dark, lambda *_: None)
    notice = table.session.page(None).notice
    assert notice is not None
    assert "mat" in notice.en
    laying.watch(replace(frame, taken_s=frame.taken_s + AGAIN_S), lambda: table.source.full().pixels, lambda *_: None)
    assert table.session.page(None).notice is None


def test_two_cards_that_are_gone_are_no_secret_card(table: Table) -> None:
    assert table.does((7, None), (8, None)) == ()
    table.watch(PATIENCE_S)
    notice = table.session.page(None).notice
    assert notice is not None
    assert "put it back" in notice.en
    assert table.does((8, BACK)) == (TakeSecret(ADA, 7),)


def test_a_card_that_cannot_be_there_is_asked_about(table: Table) -> None:
    table.play(TakeSecret(ADA, 30), Announce(ADA, "plic-plac"), CardTold(ADA, "green star"))
    table.play(TurnUp(ADA, 31), CardTold(ADA, "green cross"), Pocket(ADA))
    for place in (30, 31):
        table.lay(place, None)
    table.watch()
    table.play(TakeSecret(BOB, 7), Announce(BOB, "plic-plac"))
    assert table.does((7, "green star")) == ()  # it was won, so this must be something else
    table.watch(2.0)
    (question,) = table.session.questions
    assert "row 2, column 2" in question.words.en
    assert question.crop_jpeg is not None
    assert len(question.choices) == 6
    assert "green star" not in [words.en for words in question.choices]
    table.session.answer(question.id, 5, "seat 1")
    table.play(CardTold(BOB, "red heart"))


def test_a_hand_over_the_pool_is_waited_for(table: Table) -> None:
    table.world.put_hand("somebody", "south", (-170.0, 0.0))
    table.watch(1.0)
    table.lay(6, None)
    table.watch(2.0)
    assert len(table.session.match.actions) == 1
    table.world.remove_hand("somebody")
    table.watch(2.5)
    assert table.session.match.actions[-1] == TakeSecret(ADA, 6)
