"""The game as the rest of the house knows it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.core.actors import Viewer
from companion.core.capabilities.board import Places
from companion.core.capabilities.commands import Command
from companion.core.capabilities.introduction import Introduction
from companion.core.capabilities.partner import Strength
from companion.core.game import Action
from companion.core.scene import Thing
from companion.core.text import Text, same
from companion.games.karo import depiction, phrases, prompts, seen, tapped, verdicts
from companion.games.karo.actions import ACTIONS
from companion.games.karo.art import TILE_THICK_MM, art
from companion.games.karo.choose import choose
from companion.games.karo.commands import COMMANDS
from companion.games.karo.expected import likely
from companion.games.karo.introduction import INTRODUCTION
from companion.games.karo.levels import LEVELS
from companion.games.karo.mend import mend
from companion.games.karo.options import CLEAR_OUT_TILES, SEATS, Options, check
from companion.games.karo.print_set import print_set
from companion.games.karo.state import Karo, start


class KaroGame:
    """KARO, three games for two players. Their rules, clause by clause: RULES.md in this folder.

    Every `state` is a `Karo`: the house hands back what `start` and `apply` gave. Nothing is secret.
    """

    key: str = "karo"
    title: Text = same("KARO")
    seats: range = SEATS
    introduction: Introduction = INTRODUCTION
    state: type = Karo
    actions: tuple[type[Action], ...] = ACTIONS
    options: type = Options
    eyes: frozenset[str] = frozenset()
    known_to_all: tuple[type[Action], ...] = ACTIONS
    foreseen: tuple[type[Action], ...] = ACTIONS
    tile_kind: str = depiction.TILE
    disc_kind: str = depiction.DISC
    tile_thick_mm: float = TILE_THICK_MM
    most_tiles: int = CLEAR_OUT_TILES
    disc_faces: Mapping[str, str] = depiction.FACES
    commands: tuple[Command, ...] = COMMANDS
    strengths: tuple[Strength, ...] = LEVELS
    equal_is_draw: bool = True

    def start(self, seats: int, options: Any) -> Karo:
        check(seats, options)
        return start(options)

    def label(self, state: Any, action: Action, viewer: Viewer) -> Text:
        return phrases.label(state, action)

    prompt = staticmethod(prompts.prompt)
    depict = staticmethod(depiction.depict)
    art = staticmethod(art)
    explanations = staticmethod(depiction.explanations)
    taps = staticmethod(tapped.taps)
    likely = staticmethod(likely)

    def places(self, state: Any) -> Places:
        known: Karo = state
        return known.cells

    outcomes = staticmethod(seen.outcomes)
    continued = staticmethod(seen.continued)
    half_done = staticmethod(seen.half_done)
    fault_seen = staticmethod(seen.fault_seen)
    stages = staticmethod(seen.stages)
    place_mm = staticmethod(depiction.cell_xy_mm)
    other_face = staticmethod(depiction.other_face)

    def whole_is_open(self, state: Any) -> bool:
        return True

    def thing_is_open(self, state: Any, thing: Thing) -> bool:
        return True

    def choose(self, state: Any, seat: int, random: Random) -> Action:
        return choose(state, random)

    think = staticmethod(verdicts.think)
    judge = staticmethod(verdicts.judge)
    mend = staticmethod(mend)
    print_set = staticmethod(print_set)

    def disguise(self, state: Any, viewer: Viewer, random: Random) -> Karo:
        known: Karo = state
        return known
