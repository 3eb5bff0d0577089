"""A small simulated table with a board, on which a test lays what it likes and lets the camera follow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from companion import catalog
from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.core.capabilities import offers
from companion.core.capabilities.board import HasBoard, Places
from companion.core.clock import ManualClock
from companion.core.game import Action
from companion.core.mat import TABLE_MAT, Mat
from companion.core.scene import Thing
from companion.core.text import Text
from companion.games.karo.actions import PlaceDisc, Turn
from companion.games.karo.board import read_board
from companion.hardware.cues import RecordingCues
from companion.perception.boards.reader import BoardReader
from companion.perception.boards.tracker import BoardTracker
from companion.simulator.board_set import SETS, dressed
from companion.simulator.lamp import Lamp
from companion.simulator.source import RenderedSource, open_source
from companion.simulator.world import World
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.table.watchers.board.watcher import BoardWatcher

BARE = Mat(60.0, 60.0, "4X4_50", (), (-20.0, -20.0, 20.0, 20.0))
"""No mat: a scrap of cloth under the board, and the bare table around it."""
CAMERA = "rendered://?width=800&height=600&noise=0&blur=0.5&lens=0&height_mm=740&tilt_deg={tilt}&seed={seed}"
LOOK_S = 2.0
"""Between two looks."""
ASKEW_MM, DISC_ASKEW_MM, SPREAD = 0.8, 2.5, 1.025


PLACED = (
    PlaceDisc(0, (0, 0)), PlaceDisc(1, (0, 3)), PlaceDisc(0, (1, 1)), PlaceDisc(1, (1, 3)),
    PlaceDisc(0, (3, 0)), PlaceDisc(1, (3, 4)), PlaceDisc(0, (2, 2)), PlaceDisc(1, (2, 4)),
    PlaceDisc(0, (0, 2)), PlaceDisc(1, (3, 2)), PlaceDisc(0, (3, 1)), PlaceDisc(1, (1, 4)),
)  # fmt: skip
"""Four Circles, all discs on the board: w_wr_ / _w_rr / __w_r / wwr_r, White to move."""
CLEAR_OUT_PLACED = (
    PlaceDisc(0, (0, 1)), PlaceDisc(1, (0, 0)), PlaceDisc(0, (0, 3)), PlaceDisc(1, (3, 0)),
    PlaceDisc(0, (3, 5)), PlaceDisc(1, (3, 1)), PlaceDisc(0, (3, 4)), PlaceDisc(1, (3, 2)),
    PlaceDisc(0, (1, 2)), PlaceDisc(1, (2, 0)), PlaceDisc(0, (2, 3)), PlaceDisc(1, (2, 1)),
    PlaceDisc(0, (3, 3)), PlaceDisc(1, (1, 5)), PlaceDisc(0, (2, 4)), PlaceDisc(1, (2, 5)),
)  # fmt: skip
"""Clear Out: w at A, then r, _, r, _ along the first row: a chain of two jumps; the others far away."""


class BoardTable:
    """KARO on a mat, seen by the real tracker; every look is at rest.

    Args:
        chosen: which box of pieces. bare: no mat lies on the table, and the board is found by itself.
    """

    def __init__(
        self, folder: Path, rules: str = "four-circles", *, chosen: int = 0, tilt: float = 8.0, bare: bool = False
    ) -> None:
        self.game = catalog.game("karo")
        board = offers(self.game, HasBoard)
        assert board is not None
        self.board = board
        self.clock = ManualClock()
        journal = Journal(folder / "journal.sqlite", self.clock)
        options = self.game.options(rules=rules)
        self.session: Session = open_session(journal, RecordingCues(), self.game, 2, options, ("Ada", "Bob"))
        self.world = World(
            dressed(self.game.art, SETS[chosen], board.tile_kind, board.disc_kind, chosen), BARE if bare else TABLE_MAT
        )
        address = CAMERA.format(tilt=tilt, seed=chosen)
        self.source: RenderedSource = open_source(SourceUrl.parse(address), self.clock, self.world)
        self.following = BoardWatcher(self.session, BoardReader() if bare else None)
        self.push_mm, self.askew_mm = (0.0, 0.0), dict[tuple[int, int], tuple[float, float]]()

    def tell(self, *actions: Action) -> None:
        """Play on a phone."""
        for action in actions:
            self.session.play(action, "seat 0")

    def play_until(self, length: int, seed: int = 1) -> None:
        """Random turns, told on a phone."""
        random = Random(seed)
        while len(self.session.match.actions) < length:
            state = self.session.match.state
            seat = state.actor.seat
            assert seat is not None
            self.tell(self.game.choose(state, seat, random))

    @property
    def places(self) -> dict[tuple[int, int], str]:
        return dict(self.board.places(self.session.match.state))

    @property
    def tracker(self) -> BoardTracker:
        """What follows the board, which has been taken up."""
        tracker = self.following._tracker
        assert tracker is not None
        return tracker

    def lay(self, shown: str | Places | None = None) -> None:
        """Lay a board; as the match has it when none is named."""
        places = self.places if shown is None else read_board(shown) if isinstance(shown, str) else shown
        for laid in self.world.snapshot().things:
            self.world.remove(laid.ident)
        for cell, mark in places.items():
            random = Random(f"{cell}")
            x, y = (SPREAD * each for each in self.board.place_mm(self.session.match.states[0], cell))
            own = self.askew_mm.get(cell, (0.0, 0.0))
            x += self.push_mm[0] + own[0] + random.uniform(-ASKEW_MM, ASKEW_MM)
            y += self.push_mm[1] + own[1] + random.uniform(-ASKEW_MM, ASKEW_MM)
            self.world.lay(Thing(self.board.tile_kind, "wood"), (x, y), random.choice((0.0, 90.0)))
            if mark in self.board.disc_faces:
                x, y = (each + random.uniform(-DISC_ASKEW_MM, DISC_ASKEW_MM) for each in (x, y))
                self.world.lay(Thing(self.board.disc_kind, self.board.disc_faces[mark], level=1), (x, y))

    def picture(self) -> Pixels:
        return self.source.full().pixels

    def look(self, shown: str | Places | None = None) -> tuple[Action, ...]:
        """Lay a board and let the camera look. Returns all that has been played since the beginning."""
        self.lay(shown)
        return self.look_again()

    def look_again(self, anew: bool = False) -> tuple[Action, ...]:
        self.clock.wait_s(LOOK_S)
        self.following.judge(self.picture(), self.clock.now_s(), self._ask, anew=anew)
        return self.session.match.actions

    def switch(self, lamp: Lamp) -> None:
        self.world.switch_lamp(lamp)

    @property
    def notice(self) -> str:
        notice = self.session.page(None).notice
        return "" if notice is None else notice.en

    def _ask(
        self, words: Text, choices: tuple[Text, ...], crop: bytes | None, then: Callable[[int, str], None]
    ) -> None:
        self.session.ask(words, choices, then, crop)


def settled(table: BoardTable, shown: str | Places) -> tuple[Action, ...]:
    """Look, and say yes when the first look of a kind is asked about."""
    table.look(shown)
    for question in table.session.questions:
        table.session.answer(question.id, 0, "seat 0")
    return table.session.match.actions


def after(table: BoardTable, *turns: Action) -> Places:
    """The board when these were made."""
    state = table.session.match.state
    for turn in turns:
        state = state.apply(turn)
    return table.board.places(state)


def first_jump(table: BoardTable) -> Turn:
    legal = [a for a in table.session.match.state.legal_actions() if isinstance(a, Turn) and a.tile is None]
    return next(a for a in legal if max(abs(a.disc[0] - a.path[0][0]), abs(a.disc[1] - a.path[0][1])) == 2)
