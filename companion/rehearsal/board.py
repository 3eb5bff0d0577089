"""Simulated people at a board: they carry their turns out by hand, tile by tile and disc by disc, and wait to be seen.

They are no steadier than real ones: tiles lie askew, discs off their middles. With `Mishaps`, they push the board or a
tile, leave a hand over it, change their light, or do for a moment what no rule allows.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from companion.core.capabilities import offers
from companion.core.capabilities.board import NO_TILE, Cell, HasBoard, Places, changes_between
from companion.core.errors import Illegal, Refusal
from companion.core.evidence import Evidence
from companion.core.game import Action, State
from companion.core.scene import Thing
from companion.core.text import Text
from companion.core.units import PointMm
from companion.rehearsal.player import Act, Compared, Reach, SimulatedPlayer, was_tapped
from companion.simulator.board_set import with_grain
from companion.simulator.lamp import CEILING, Lamp, Shade
from companion.simulator.world import World
from companion.table.questions import Question
from companion.table.session import Session

TILE_ASKEW_MM, TILE_ASKEW_DEG = 0.8, 1.6
DISC_ASKEW_MM = 3.0
"""How carelessly people lay things down."""
SPREAD = (1.01, 1.045)
"""Tiles are not quite butted: the board's pitch over a tile's side."""
LAID_MM, LAID_DEG = 9.0, 4.0
"""How far from its place, and how askew, people lay out the whole board."""
PUSH_MM, PUSH_DEG = 14.0, 5.0
TILE_PUSH_MM, TILE_PUSH_DEG = 1.8, 2.5
MOST_ASTRAY_MM = 3.0
"""A tile is pushed straight again before it lies farther off than this."""
START_S = 2.5
"""They have laid out the board, and take their hands away before they begin."""
PATIENCE_S = 12.0
"""How long people wait for their turn to be seen; then they tell the page, so that something happens every 15 s."""


@dataclass(frozen=True, slots=True)
class Mishaps:
    """How often, per turn, something comes in between; 0 never to 1 each time."""

    push: float = 0.0
    tile_push: float = 0.0
    lamp: float = 0.0
    hover: float = 0.0
    amiss: float = 0.0


@dataclass
class _Pose:
    """How the whole board lies: its middle, its turn, its pitch over a tile's side."""

    x_mm: float
    y_mm: float
    turn_deg: float
    spread: float


@dataclass
class _Tile:
    ident: int
    x_mm: float
    y_mm: float
    turn_deg: float
    """Off its place in the board."""


@dataclass
class _Disc:
    ident: int
    x_mm: float
    y_mm: float
    """Off the middle of its tile."""


class BoardPlayer(SimulatedPlayer):
    """The hands at the board.

    Args:
        random: decides for them, and how things lie.
    """

    counted = Text(fr="{count} coups vus sur le tablier", en="{count} turns seen on the board")

    def __init__(self, world: World, session: Session, random: Random, mishaps: Mishaps | None = None) -> None:
        game = offers(session.game, HasBoard)
        assert game is not None
        self._world, self._session, self._random, self._game = world, session, random, game
        self._mishaps = mishaps or Mishaps()
        self._tiles: dict[Cell, _Tile] = {}
        self._discs: dict[Cell, _Disc] = {}
        self._faces = dict(game.disc_faces)
        self._pose = _Pose(self._askew(LAID_MM), self._askew(LAID_MM), self._askew(LAID_DEG), random.uniform(*SPREAD))
        self._lies: dict[Cell, str] = {}
        self._length = -1
        self._stages: list[Places] = []
        self._between: list[tuple[PointMm, Act]] = []
        self._done_s = math.inf
        self.true: dict[int, Action] = {}
        """What was truly done, by the number of actions played before: for checking, never for deciding."""
        self.by_phone = 0
        """Turns that the camera did not see in time."""
        self._make(game.places(session.match.state))

    @property
    def done(self) -> bool:
        """Whether nothing is left for their hands to do, and the match has it as it lies there."""
        return not (self._stages or self._between) and self._game.places(self._session.match.state) == self._lies

    @property
    def is_on(self) -> bool:
        return True

    def goes_on(self, *, reaching: bool) -> bool:
        """A chain goes on though its first jump has won."""
        return reaching or not self.done

    def compared(self, index: int, evidence: Evidence) -> Compared | None:
        done = self.true.get(index)
        true, seen = (
            () if act is None else (self._board_after(index, act),)
            for act in (done, self._session.match.actions[index])
        )
        return Compared(true, seen)

    def _board_after(self, index: int, action: Action) -> str:
        """What an action at that moment of the match leads to, in words that can be compared."""
        try:
            after = self._session.match.states[index].apply(action)
        except Illegal as refusal:
            return refusal.code
        return repr(sorted(self._game.places(after).items()))

    def next_act(self, now_s: float) -> Reach | None:
        """Whose hand does what next, where; None while they wait for the camera."""
        match = self._session.match
        seat = match.state.actor.seat
        if seat is None and not self.done:  # their chain goes on, though it has ended the game
            seat = match.states[self._length].actor.seat
        if seat is None or now_s < START_S:
            return None
        busy, given = bool(self._stages or self._between), self._session.partner_seats
        thinks = given.request is None and (seat in given.seats or seat in self.held())
        if not busy and len(match.actions) != self._length:
            lies_so = self._game.places(match.state) == self._lies
            if lies_so and not thinks:
                self._choose(seat)
            elif not lies_so and was_tapped(match, self.held):
                self._stages = [dict(self._game.places(match.state))]
        if self._between:
            at, act = self._between.pop(0)
            return Reach(seat, at, act)
        if self._stages:
            stage = self._stages[0]
            cell = min(changes_between(self._lies, stage), default=min(stage))
            return Reach(seat, self._cell_mm(cell), partial(self._carry_out, stage))
        if not thinks and now_s - self._done_s > PATIENCE_S:
            return Reach(seat, self._cell_mm(min(self._lies)), self._tell)
        return None

    def answer(self, question: Question) -> int:
        """What they know to be true: their own turn if it is offered and done, else that it is something else."""
        match = self._session.match
        action = self.true.get(self._length)
        last = len(question.choices) - 1
        if action is None or self._stages or self._between or self._length >= len(match.states):
            return last
        label = match.game.label(match.states[self._length], action, None)
        return next((n for n, words in enumerate(question.choices) if words == label), last)

    def _choose(self, seat: int) -> None:
        match, asked = self._session.match, self._session.partner_seats.request
        self._length, self._done_s = len(match.actions), math.inf
        action = match.game.choose(match.state, seat, self._random) if asked is None else asked.action
        self.true[self._length] = action
        self._stages = list(self._game.stages(match.state, action))
        self._between = self._mishaps_now()

    def _mishaps_now(self) -> list[tuple[PointMm, Act]]:
        middle = self._pose.x_mm, self._pose.y_mm
        chances: tuple[tuple[float, Callable[[], list[tuple[PointMm, Act]]]], ...] = (
            (self._mishaps.push, lambda: [(middle, self._push)]),
            (self._mishaps.tile_push, lambda: [(middle, self._push_tile)]),
            (self._mishaps.lamp, lambda: [((middle[0], middle[1] + 300), self._switch)]),
            (self._mishaps.hover, lambda: [(middle, self._hover)]),
            (self._mishaps.amiss, self._amiss),
        )
        return [each for chance, what in chances if self._random.random() < chance for each in what()]

    def _carry_out(self, stage: Places, now_s: float) -> None:
        self._make(stage)
        self._stages.pop(0)
        self._done_s = now_s

    def _make(self, wanted: Places) -> None:
        """Move tiles and discs until the board shows `wanted`."""
        changes = changes_between(self._lies, wanted)
        left = [cell for cell in changes if changes[cell] == NO_TILE]
        new = [cell for cell in changes if cell not in self._lies]
        for cell in new:
            self._lay_tile(cell, left.pop() if left else None)
        gone = [cell for cell in self._discs if wanted.get(cell, "_").lower() != self._lies_at(cell).lower()]
        came = [cell for cell, mark in wanted.items() if mark in self._faces and cell not in self._discs]
        for cell in came:
            colour = wanted[cell].lower()
            start = next((each for each in gone if self._lies_at(each).lower() == colour), None)
            if start is not None:
                gone.remove(start)
            self._lay_disc(cell, start, wanted[cell])
        for cell in gone:
            self._world.remove(self._discs.pop(cell).ident)
        for cell, disc in self._discs.items():
            self._world.turn_over(disc.ident, self._faces[wanted[cell]])
        self._lies = dict(wanted)

    def _lies_at(self, cell: Cell) -> str:
        return self._lies.get(cell, "_")

    def _lay_tile(self, cell: Cell, start: Cell | None) -> None:
        askew = self._askew(TILE_ASKEW_MM), self._askew(TILE_ASKEW_MM), self._askew(TILE_ASKEW_DEG)
        if start is None:
            thing = next(t for t in self._depicted() if t.kind == self._game.tile_kind)
            face = with_grain(thing.face, self._random)
            ident = self._world.lay(Thing(thing.kind, face), (0.0, 0.0))
        else:
            ident = self._tiles.pop(start).ident
        self._tiles[cell] = _Tile(ident, *askew)
        if start in self._discs:
            self._discs[cell] = self._discs.pop(start)
            self._lies[cell] = self._lies.pop(start)
        self._put(cell)

    def _lay_disc(self, cell: Cell, start: Cell | None, mark: str) -> None:
        if start is None:
            ident = self._world.lay(Thing(self._game.disc_kind, self._faces[mark], level=1), (0.0, 0.0))
        else:
            ident = self._discs.pop(start).ident
        self._discs[cell] = _Disc(ident, self._askew(DISC_ASKEW_MM), self._askew(DISC_ASKEW_MM))
        self._put(cell)

    def _put(self, cell: Cell) -> None:
        """Where a tile lies, with what stands on it."""
        tile = self._tiles[cell]
        x, y = self._cell_mm(cell)
        own = self._turned(tile.x_mm, tile.y_mm)
        at = (x + own[0], y + own[1])
        self._world.move(tile.ident, at, self._pose.turn_deg + tile.turn_deg)
        if cell in self._discs:
            disc = self._discs[cell]
            off = self._turned(disc.x_mm, disc.y_mm)
            self._world.move(disc.ident, (at[0] + off[0], at[1] + off[1]))

    def _cell_mm(self, cell: Cell) -> PointMm:
        x, y = self._game.place_mm(self._session.match.states[0], cell)
        across, down = self._turned(x * self._pose.spread, y * self._pose.spread)
        return self._pose.x_mm + across, self._pose.y_mm + down

    def _turned(self, x: float, y: float) -> PointMm:
        c, s = math.cos(math.radians(self._pose.turn_deg)), math.sin(math.radians(self._pose.turn_deg))
        return x * c - y * s, x * s + y * c

    def _push(self, now_s: float) -> None:
        """The whole board, and back towards the middle when it has come far."""
        pose = self._pose
        for length in ("x_mm", "y_mm"):
            setattr(pose, length, 0.7 * getattr(pose, length) + self._askew(PUSH_MM))
        pose.turn_deg = 0.7 * pose.turn_deg + self._askew(PUSH_DEG)
        for cell in self._tiles:
            self._put(cell)

    def _push_tile(self, now_s: float) -> None:
        cell = self._random.choice(sorted(self._tiles))
        tile = self._tiles[cell]
        tile.x_mm, tile.y_mm = tile.x_mm + self._askew(TILE_PUSH_MM), tile.y_mm + self._askew(TILE_PUSH_MM)
        if math.hypot(tile.x_mm, tile.y_mm) > MOST_ASTRAY_MM:
            tile.x_mm, tile.y_mm = self._askew(TILE_ASKEW_MM), self._askew(TILE_ASKEW_MM)
        tile.turn_deg = 0.5 * tile.turn_deg + self._askew(TILE_PUSH_DEG)
        self._put(cell)

    def _switch(self, now_s: float) -> None:
        """Another lamp, or somebody who comes to stand in its light."""
        r = self._random
        if r.random() < 0.3:
            self._world.switch_lamp(CEILING)
            return
        shade = None
        if r.random() < 0.4:
            shade = Shade(r.uniform(0, 360), r.uniform(-0.5, 0.5), r.uniform(0.15, 0.5), r.uniform(0.15, 0.45))
        way, long = r.uniform(0, 2 * math.pi), r.uniform(0.2, 0.9)
        slope = r.uniform(-0.2, 0.2), r.uniform(-0.2, 0.2)
        fallen = long * math.cos(way), long * math.sin(way)
        self._world.switch_lamp(Lamp(r.uniform(0.6, 1.25), r.uniform(-0.7, 0.7), fallen, slope, shade))

    def _hover(self, now_s: float) -> None:
        """A hand that was over the board, and nothing else."""

    def _amiss(self) -> list[tuple[PointMm, Act]]:
        """Something that no rule allows, and putting it right."""
        state = self._session.match.state
        legal = dict(self._game.places(state))
        wrong = self._some_fault(state)
        if wrong is None:
            return []
        at = self._cell_mm(min(changes_between(legal, wrong)))
        return [(at, lambda now_s: self._make(wrong)), (at, lambda now_s: self._make(legal))]

    def _some_fault(self, state: State) -> dict[Cell, str] | None:
        """A board that no turn leads to, nor passes: a disc turned over, or carried too far."""
        now = dict(self._game.places(state))
        discs = sorted(cell for cell, mark in now.items() if mark in self._faces)
        free = sorted(cell for cell, mark in now.items() if mark not in self._faces)
        for _ in range(20):
            if not discs or not free:
                return None
            cell = self._random.choice(discs)
            wrong = dict(now)
            if self._random.random() < 0.5:
                wrong[cell] = now[cell].swapcase()
            else:
                wrong[self._random.choice(free)], wrong[cell] = now[cell], "_"
            known = any(changes_between(now, wrong) == dict(o.changes) for o in self._game.outcomes(state))
            if not known and not self._game.half_done(state, wrong):
                return wrong
        return None

    def _tell(self, now_s: float) -> None:
        """Nobody saw it: they say it themselves."""
        self.by_phone += 1
        while len(self._session.match.actions) > self._length:  # something else was taken for it
            self._session.undo("table")
        action = self.true[self._length]
        try:
            self._session.play(action, "table")
        except Refusal:  # a person at the page was quicker
            return

    def _askew(self, most: float) -> float:
        return self._random.uniform(-most, most)

    def _depicted(self) -> tuple[Thing, ...]:
        return self._session.game.depict(self._session.match.states[0]).things
