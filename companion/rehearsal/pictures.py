"""Draws the pictures that pages get of a table at any state, for the kit's check of secrets.

The table is laid as the match wants it, and the real eyes watch it. Then a hand comes in and holds something up to the
camera that nobody may see, and a card lies astray; the eyes go on watching.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

from companion.camera.source import FrameSource
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.capabilities import offers
from companion.core.capabilities.placed_cards import PlacesCards
from companion.core.capabilities.reveals import RevealsCards
from companion.core.capabilities.sorting_station import Mark, SortsThings, station_of
from companion.core.capabilities.symbol_cards import ShowsSymbolCards
from companion.core.clock import Clock, ManualClock
from companion.core.errors import Illegal
from companion.core.evidence import Evidence
from companion.core.game import Action, Game, State
from companion.core.match import Match
from companion.core.scene import Scene, Thing
from companion.core.session_state import SessionState
from companion.core.text import Text
from companion.core.units import PointMm
from companion.hardware.cues import RecordingCues
from companion.rehearsal.people import SIDES
from companion.simulator.source import RenderedSource
from companion.simulator.world import DIE_KIND, World
from companion.table import codec
from companion.table.journal import Journal
from companion.table.referee import Referee
from companion.table.session import Session

CAMERA = "rendered://?width=1640&height=1232&fps=6&noise=0&shadow=0"
"""A camera that reads cards, without noise: pictures are compared byte by byte. No shadows: what is held up would cast
one as wide as the table, which veils more."""
FRAMES = 14
"""Frames of what is held up, and of a table at rest after the last that brought another picture."""
MOST_FRAMES = 20 * FRAMES
"""Most frames of a table at rest: every place of a game is read one after the other in fewer."""
HELD, ASTRAY = "held up", "astray"
"""Kinds of the secret things, in this table's world alone."""
HELD_MM = (40.0, 220.0)
"""How high something is held."""
REACH_MM = (300.0, 200.0)
"""How far from the mat's middle something is held or lies astray, x and y."""
LAID_AT_STATION = 3
"""Cards that lie at a sorting station, beside one with its secret side up."""

Watch = Callable[[FrameSource, Session, Clock], Referee]
"""Whoever watches a table for a session, as wiring makes it."""


class StandsStill(Session):
    """A match at one state: what the eyes report is refused, because it would move on to another."""

    def play(self, action: Action, source: str, evidence: Evidence = (), mark: Mark | None = None) -> None:
        """Refuse it. Raises `Illegal`."""
        raise Illegal("rehearsal.stands-still", STANDS_STILL)


STANDS_STILL = Text(
    fr="La table est regardée telle qu'elle est ; rien ne se joue.",
    en="The table is looked at as it is; nothing is played.",
)


class PictureTaker:
    """Lays tables of one game and takes the pictures that their pages get. Leave it as a context, which closes it.

    Args:
        game, seats, options: the set-up.
        watch: makes the referee.
        folder: for the journal of what the eyes report.
    """

    def __init__(self, game: Game, seats: int, options: Any, watch: Watch, folder: Path) -> None:
        self._game, self._seats, self._watch = game, seats, watch
        self._options = game.options() if options is None else options
        self._secret = secret_faces(game)
        self._clock = ManualClock()
        self._journal = Journal(folder / "journal.sqlite", self._clock)
        self._world = World(self._art)
        self._source = RenderedSource(self._world, SourceUrl.parse(CAMERA), self._clock)
        self._held_mm = 0.0
        self.taken = 0
        """How many pictures were taken so far."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._source.close()
        self._journal.close()

    def __call__(self, state: State, seed: int, secrets: Random) -> tuple[bytes, ...]:
        """All pictures, JPEG, of the table and of questions about it, in the order in which pages get them.

        Of the table as it lies, those when all is read: how many places the eyes read between two frames depends on
        the processor.
        """
        where, session = Random(seed), self._session(state)
        self._lay(state, where, secrets)
        referee, found = self._watch(self._source, session, self._clock), list[bytes]()
        for _ in range(MOST_FRAMES // FRAMES):
            if not self._take(referee, session, found):
                break
        found.clear()
        self._keep(session, found)
        if self._secret:
            self._hold_up(where, secrets)
            self._take(referee, session, found)
            self._world.remove_hand(HELD)
        self.taken += len(found)
        return tuple(found)

    def _session(self, state: State) -> Session:
        names = ("",) * self._seats
        match = Match(self._game, self._seats, self._options, (), (state,))
        record = self._journal.begin(self._game.key, self._seats, codec.to_json(self._options), names)
        return StandsStill(record, SessionState(match, names), self._journal, RecordingCues())

    def _take(self, referee: Referee, session: Session, found: list[bytes]) -> bool:
        """Watch FRAMES frames and keep new pictures in `found`. Returns whether there was one."""
        before = len(found)
        for _ in range(FRAMES):
            referee.step()
            self._keep(session, found)
        return len(found) > before

    def _keep(self, session: Session, found: list[bytes]) -> None:
        live = session.live
        for picture in (live.picture_jpeg, *(question.crop_jpeg for question in live.questions)):
            if picture and picture not in found:
                found.append(picture)

    def _lay(self, state: State, where: Random, secrets: Random) -> None:
        """Everything at its place, dice anywhere, and what passes the sorting station."""
        scene = self._game.depict(state)
        self._world.arrange(Scene((), frozenset()))
        self._world.clear_dice()
        self._world.arrange(scene)
        left, top, right, bottom = self._world.mat.dice_xyxy_mm
        loose = [thing for thing in scene.things if thing.kind == DIE_KIND]
        for nth, thing in enumerate(loose):
            xy_mm = thing.xy_mm or ((left + right) / 2, top + (nth + 1) * (bottom - top) / (len(loose) + 1))
            self._world.place_die(int(thing.face), xy_mm, where.uniform(0.0, 360.0))
        sorts = offers(self._game, SortsThings)
        if sorts is not None and station_of(self._game, state) is not None:
            self._lay_at_station(where.sample(sorts.stock(state), LAID_AT_STATION), secrets)
        while not self._world.at_rest:
            self._source.small()

    def _lay_at_station(self, cards: Sequence[Thing], secrets: Random) -> None:
        left, top, right, bottom = self._world.mat.dice_xyxy_mm
        for nth, card in enumerate(cards):
            self._world.lay(card, card.xy_mm or (left + 30.0, top + 50.0 + 110.0 * nth), card.turn_deg or 0.0)
        self._world.lay(self._secret_thing(ASTRAY, secrets), (right - 50.0, (top + bottom) / 2), 8.0)

    def _hold_up(self, where: Random, secrets: Random) -> None:
        """A hand with something nobody may see, and something else that lies where nothing belongs."""
        xy_mm = self._anywhere(where)
        self._held_mm = where.uniform(*HELD_MM)
        held, astray = self._secret_thing(HELD, secrets), self._secret_thing(ASTRAY, secrets)
        self._world.lay(astray, self._anywhere(where), where.uniform(-40.0, 40.0))
        self._world.lay(held, xy_mm, where.uniform(-40.0, 40.0))
        self._world.put_hand(HELD, where.choice(SIDES), xy_mm)

    def _anywhere(self, where: Random) -> PointMm:
        return where.uniform(-REACH_MM[0], REACH_MM[0]), where.uniform(-REACH_MM[1], REACH_MM[1])

    def _secret_thing(self, kind: str, secrets: Random) -> Thing:
        height_mm = f" {self._held_mm:.0f}" if kind == HELD else ""
        return Thing(kind, f"{secrets.randrange(len(self._secret))}{height_mm}", level=9)

    def _art(self, kind: str, face: str) -> Art:
        """The game's art; what is held up stands on a pillar, as high as it is held."""
        if kind not in (HELD, ASTRAY):
            return self._game.art(kind, face)
        number, _, height_mm = face.partition(" ")
        art = self._secret[int(number)]
        return replace(art, thick_mm=float(height_mm)) if height_mm else art


def secret_faces(game: Game) -> tuple[Art, ...]:
    """The sides of a game's cards that may be a secret; () for a game without cards."""
    symbols = offers(game, ShowsSymbolCards)
    if symbols is not None:
        cards = symbols.symbol_cards()
        return tuple(cards.read_side(card.ident) for card in cards.known)
    drawn = offers(game, PlacesCards) or offers(game, RevealsCards)
    if drawn is None:
        return ()
    return tuple(game.art(face.kind, face.faces[0]) for face in drawn.drawn_cards().faces if face.up)
