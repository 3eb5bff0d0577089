"""The game's implementation of the house's `Game` protocol and its capabilities."""

from __future__ import annotations

from typing import Any

from companion.core.actors import Viewer
from companion.core.capabilities.commands import Command
from companion.core.capabilities.introduction import Introduction
from companion.core.game import Action
from companion.core.scene import Scene
from companion.core.text import Text, same
from companion.games.kaleidoscope import correcting, depiction, explain, phrases, places, prompts, setup, turns
from companion.games.kaleidoscope.actions import ACTIONS, AcceptWord, RefuseWord, RunOut
from companion.games.kaleidoscope.art import art
from companion.games.kaleidoscope.choose import choose
from companion.games.kaleidoscope.commands import COMMANDS
from companion.games.kaleidoscope.disguise import disguise
from companion.games.kaleidoscope.eyes import drawn_cards
from companion.games.kaleidoscope.figures import figures_of
from companion.games.kaleidoscope.introduction import INTRODUCTION
from companion.games.kaleidoscope.kinds import LETTER
from companion.games.kaleidoscope.layout import NORTH
from companion.games.kaleidoscope.options import SEATS, Options
from companion.games.kaleidoscope.print_set import print_set
from companion.games.kaleidoscope.state import Kaleidoscope, must_act
from companion.games.kaleidoscope.tapped import taps


class KaleidoscopeGame:
    """Kaléidoscope, for two players. Its rules, clause by clause: RULES.md in this folder.

    Every `state` passed in is a `Kaleidoscope` that `start` or `apply` returned.
    """

    key: str = "kaleidoscope"
    title: Text = same("Kaléidoscope")
    seats: range = SEATS
    introduction: Introduction = INTRODUCTION
    state: type = Kaleidoscope
    actions: tuple[type[Action], ...] = ACTIONS
    options: type = Options
    eyes: frozenset[str] = frozenset()
    commands: tuple[Command, ...] = COMMANDS
    laid_kind: str = LETTER
    known_to_all: tuple[type[Action], ...] = ACTIONS
    foreseen: tuple[type[Action], ...] = ACTIONS
    after_end: tuple[type[Action], ...] = (RefuseWord, AcceptWord)

    def start(self, seats: int, options: Any) -> Kaleidoscope:
        setup.check(seats, options)
        return Kaleidoscope(options, (None,) * options.columns, setup.boards(options), turn=NORTH)

    def label(self, state: Any, action: Action, viewer: Viewer) -> Text:
        return phrases.label(state, action)

    awaited = staticmethod(must_act)
    prompt = staticmethod(prompts.prompt)
    depict = staticmethod(places.depict)
    art = staticmethod(art)

    def explanations(self, state: Any, seen: Scene) -> tuple[Action, ...]:
        return ()

    taps = staticmethod(taps)
    may_become = staticmethod(correcting.may_become)
    choose = staticmethod(choose)
    disguise = staticmethod(disguise)
    print_set = staticmethod(print_set)
    figures_of = staticmethod(figures_of)
    drawn_cards = staticmethod(drawn_cards)
    laid_out = staticmethod(places.laid_out)
    may_come_up = staticmethod(depiction.may_come_up)
    happened = staticmethod(explain.happened)
    carried_out = staticmethod(depiction.carried_out)
    out_of_place = staticmethod(depiction.out_of_place)
    card_asked = staticmethod(depiction.card_asked)
    card_words = staticmethod(depiction.face_words)
    turn_time_s = staticmethod(turns.turn_time_s)
    is_same_turn = staticmethod(turns.is_same_turn)

    def time_up(self, state: Any) -> Action:
        return RunOut(state.turn)

    def whole_is_open(self, state: Any) -> bool:
        return False

    thing_is_open = staticmethod(places.thing_is_open)
