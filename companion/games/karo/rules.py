"""The game as the rest of the house knows it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.core.actors import Viewer
from companion.core.art import Art
from companion.core.capabilities.board import Cell, Outcome, Places
from companion.core.capabilities.commands import Command
from companion.core.capabilities.partner import GoesOn, Judgement, Strength, Thought
from companion.core.capabilities.print_set import PrintSet
from companion.core.clock import Clock
from companion.core.errors import Illegal
from companion.core.game import Action
from companion.core.scene import Scene, Thing
from companion.core.text import Text, same
from companion.games.karo import look, phrases, prompts, seen, verdicts
from companion.games.karo.actions import ACTIONS
from companion.games.karo.art import TILE_THICK_MM, art
from companion.games.karo.choose import choose
from companion.games.karo.commands import COMMANDS
from companion.games.karo.expected import likely
from companion.games.karo.mend import mend
from companion.games.karo.options import SEATS, Options, check
from companion.games.karo.partner import LEVELS
from companion.games.karo.print_set import print_set
from companion.games.karo.state import Karo, start


class KaroGame:
    """KARO, three games for two players. Their rules, clause by clause: RULES.md in this folder.

    Every `state` is a `Karo`: the house hands back what `start` and `apply` gave. Nothing is secret.
    """

    key: str = "karo"
    title: Text = same("KARO")
    seats: range = SEATS
    state: type = Karo
    actions: tuple[type[Action], ...] = ACTIONS
    options: type = Options
    eyes: frozenset[str] = frozenset()
    tile_kind: str = look.TILE
    disc_kind: str = look.DISC
    tile_thick_mm: float = TILE_THICK_MM
    disc_faces: Mapping[str, str] = look.FACES
    commands: tuple[Command, ...] = COMMANDS
    strengths: tuple[Strength, ...] = LEVELS

    def start(self, seats: int, options: Any) -> Karo:
        check(seats, options)
        return start(options)

    def label(self, state: Any, action: Action, viewer: Viewer) -> Text:
        return phrases.label(state, action)

    def prompt(self, state: Any, viewer: Viewer) -> Text:
        return prompts.prompt(state, viewer)

    def depict(self, state: Any) -> Scene:
        return look.depict(state)

    def art(self, kind: str, face: str) -> Art:
        return art(kind, face)

    def explanations(self, state: Any, seen: Scene) -> tuple[Action, ...]:
        return look.explanations(state, seen)

    likely = staticmethod(likely)

    def places(self, state: Any) -> Places:
        known: Karo = state
        return known.cells

    def outcomes(self, state: Any) -> tuple[Outcome, ...]:
        return seen.outcomes(state)

    def continued(self, before: Any, action: Action) -> tuple[Action, ...]:
        return seen.continued(before, action)

    def half_done(self, state: Any, seen_now: Places) -> bool:
        return seen.half_done(state, seen_now)

    def fault_seen(self, state: Any, seen_now: Places) -> Illegal:
        return seen.fault_seen(state, seen_now)

    def stages(self, state: Any, action: Action) -> tuple[Places, ...]:
        return seen.stages(state, action)

    def place_mm(self, state: Any, cell: Cell) -> tuple[float, float]:
        return look.cell_xy_mm(state, cell)

    def other_face(self, thing: Thing) -> str | None:
        return look.other_face(thing)

    def choose(self, state: Any, seat: int, random: Random) -> Action:
        return choose(state, random)

    def think(self, state: Any, strength: Any, time_s: float, clock: Clock, goes_on: GoesOn) -> Thought:
        return verdicts.think(state, strength, time_s, clock, goes_on)

    def judge(self, state: Any, action: Action, time_s: float, clock: Clock, goes_on: GoesOn) -> Judgement:
        return verdicts.judge(state, action, time_s, clock, goes_on)

    def mend(self, state: Any, asked: Action, done: Action) -> Text | None:
        return mend(state, asked, done)

    def print_set(self) -> PrintSet:
        return print_set()

    def disguise(self, state: Any, viewer: Viewer, random: Random) -> Karo:
        known: Karo = state
        return known
