"""Cards that are turned up on the simulated table: named in time, in the rules' order, asked about where a hand hides
them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import catalog
from companion.core.capabilities import offers
from companion.core.capabilities.reveals import RevealsCards, TurnedCard
from companion.core.game import Action
from companion.core.scene import Thing
from companion.games.leprechauns.actions import ChestSeen, ChestTold, Signal, TakePrems, TurnAction
from companion.games.leprechauns.pieces import ActionCard, ActionKind
from companion.perception.drawn.reading import DrawnReading
from companion.table.watchers.reveal import RevealWatcher
from tests.table.watchers.watched_table import WatchedTable

pytestmark = pytest.mark.whole

SEATS = ("Ada", "Bob", "Cyd")
FPS = 60
CAMERA = "rendered://?width=1640&height=1232&seed=5"
IN_TIME_S = 0.3
"""From when a card lies flat to when it is named."""


class Table(WatchedTable):
    """Three people play Leprechauns under the camera."""

    def __init__(self, folder: Path, camera: str = CAMERA) -> None:
        self.game = catalog.game("leprechauns")
        reveals = offers(self.game, RevealsCards)
        assert reveals is not None
        self.reveals = reveals
        super().__init__(self.game, folder, SEATS, self.game.options(), camera, FPS)

    def play(self, *actions: Action) -> None:
        for action in actions:
            self.session.play(action, "seat 0")

    def to_the_reveal(self) -> None:
        self.play(TakePrems(1), TurnAction(ActionCard(ActionKind.GIFT)), Signal(1))

    @property
    def due(self) -> tuple[TurnedCard, ...]:
        return self.reveals.turned_up(self.session.match.state)

    def lay(self, card: TurnedCard, face: str, off_mm: float = 8.0) -> None:
        xy_mm = card.xy_mm[0] + off_mm, card.xy_mm[1] - off_mm / 2
        self.world.lay(Thing(card.kind, face, card.name), xy_mm, card.turn_deg + off_mm)

    @property
    def told(self) -> list[Action]:
        return [act for act in self.session.match.actions if isinstance(act, ChestSeen | ChestTold)]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table(tmp_path) as made:
        yield made


def test_the_action_card_is_played(table: Table) -> None:
    table.play(TakePrems(1))
    table.frames(0.2)
    table.lay(table.due[0], "boxed neighbour")
    table.frames(IN_TIME_S)
    assert table.session.match.actions[-1] == TurnAction(ActionCard(ActionKind.NEIGHBOUR))
    assert [seen.thing.face for seen in table.session.evidence(1)] == ["voisin/voisine"]


def test_every_chest_is_named_in_time_and_told_in_the_rules_order(table: Table) -> None:
    table.to_the_reveal()
    table.frames(0.2)
    shown = table.session.live.picture_number
    for card, face in zip(table.due, ("7", "10", "4"), strict=True):
        table.lay(card, face)
    table.frames(IN_TIME_S)
    assert table.told == [ChestSeen(1, 7, 7), ChestSeen(2, 10, 10), ChestSeen(0, 4, 4)]
    assert table.session.live.picture_number == shown  # no page shows what is to be remembered (clause 5.10)
    assert [seen.thing.face for seen in table.session.evidence(3)] == ["7"]


def test_a_card_before_its_turn_waits_and_is_not_lost(table: Table) -> None:
    table.to_the_reveal()
    table.frames(0.2)
    first, second, third = table.due
    table.lay(second, "10")
    table.lay(third, "4")
    table.frames(IN_TIME_S)
    assert table.told == []
    for ident in [laid.ident for laid in table.world.snapshot().things]:
        table.world.remove(ident)  # slapped and gone: what was named is known
    table.lay(first, "7")
    table.frames(IN_TIME_S)
    assert table.told == [ChestSeen(1, 7, 7), ChestSeen(2, 10, 10), ChestSeen(0, 4, 4)]


def test_what_a_hand_hides_is_asked_and_one_tap_settles_it(table: Table) -> None:
    table.to_the_reveal()
    table.frames(0.2)
    first, second, _ = table.due
    table.world.put_hand("somebody", "west", (first.xy_mm[0] + 75.0, first.xy_mm[1]))
    table.frames(0.5)
    table.lay(first, "7")
    table.lay(second, "10")
    table.frames(1.0)
    assert table.told == []
    assert not table.session.questions
    table.frames(1.6)
    (question,) = table.session.questions
    assert "⟦1⟧" in question.words.en
    assert sorted(words.en for words in question.choices) == sorted(str(value) for value in range(1, 11))
    table.session.answer(question.id, [words.en for words in question.choices].index("7"), "seat 1")
    table.frames(0.1)
    assert table.told == [ChestTold(1, 7), ChestSeen(2, 10, 10)]


@pytest.mark.parametrize("started_anew", [False, True])
def test_what_was_taken_back_is_not_told_again(table: Table, started_anew: bool) -> None:
    table.to_the_reveal()
    table.frames(0.2)
    table.lay(table.due[0], "7")
    table.frames(IN_TIME_S)
    assert len(table.told) == 1
    table.session.undo("seat 0")
    if started_anew:
        table.start_anew()
    table.frames(IN_TIME_S)
    assert table.told == []


def test_a_chest_of_an_earlier_round_is_no_chest_of_this_one(table: Table) -> None:
    """A misdeal is not explained away by the likeliest chest that is left (clause 2.4)."""
    table.to_the_reveal()
    table.play(ChestTold(1, 7), ChestSeen(2, 10, 10))
    table.frames(0.2)
    table.lay(table.due[0], "10")
    table.frames(IN_TIME_S)
    assert len(table.told) == 2


def test_a_mat_that_hands_hide_lies_where_it_lay(table: Table) -> None:
    table.play(TakePrems(1))
    table.frames(0.1)
    table.play(TurnAction(ActionCard(ActionKind.GIFT)))
    for x_mm, y_mm in ((-390.0, -270.0), (390.0, -270.0), (390.0, 270.0)):
        table.world.lay(Thing("chest", "back", "spare"), (x_mm, y_mm))  # on three of the four markers
    table.play(Signal(1))
    table.frames(0.1)
    table.lay(table.due[0], "7")
    table.frames(IN_TIME_S)
    assert table.told == [ChestSeen(1, 7, 7)]


def test_without_the_mat_people_are_told_why(tmp_path: Path) -> None:
    with Table(tmp_path, CAMERA + "&height_mm=300") as table:
        table.to_the_reveal()
        table.frames(0.1)
        notice = table.session.page(None).notice
    assert notice is not None
    assert "mat" in notice.en


def test_pages_show_the_open_part_of_a_card_and_nothing_beside_it(table: Table) -> None:
    """A picture whose blue grows by one a mm to the right, and whose green by one a mm downwards, from the card's
    middle: 100 each."""
    table.to_the_reveal()
    card, px_per_mm = table.due[0], 5.0
    across, down = np.meshgrid(np.arange(1000) / px_per_mm, np.arange(1000) / px_per_mm)
    picture = np.stack([across, down, np.zeros_like(across)], axis=2).astype(np.uint8)
    to_picture = np.array([[px_per_mm, 0, 500.0], [0, px_per_mm, 500.0], [0, 0, 1.0]])
    reading = DrawnReading(np.ones(1), to_picture, np.zeros((4, 2)), 0.0, True, 1.0, True)
    x_mm, y_mm, width_mm, height_mm = table.reveals.open_part_mm(card)
    crop = RevealWatcher(table.session)._open_part(card, reading, picture)
    shown = cv2.imdecode(np.frombuffer(crop, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    blue, green = shown[..., 0].astype(float), shown[..., 1].astype(float)
    sides_mm = [blue[:, :3].mean(), blue[:, -3:].mean(), green[:3].mean(), green[-3:].mean()]
    expected_mm = [x_mm - width_mm / 2, x_mm + width_mm / 2, y_mm - height_mm / 2, y_mm + height_mm / 2]
    assert [each - 100.0 for each in sides_mm] == pytest.approx(expected_mm, abs=4.0)
