"""The game as the house knows it: every method is answered by the module that its name says."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Any

from companion.core.actors import Viewer
from companion.core.art import Art
from companion.core.capabilities.commands import Command
from companion.core.capabilities.drawn_cards import DrawnCards
from companion.core.capabilities.placed_cards import LaidPlace
from companion.core.capabilities.print_set import PrintSet
from companion.core.game import Action
from companion.core.scene import Scene
from companion.core.text import Text, same
from companion.games.kaleidoscope import explain, look, phrases, places, prompts, setup, turns
from companion.games.kaleidoscope.actions import ACTIONS, AcceptWord, RefuseWord, RunOut
from companion.games.kaleidoscope.art import art
from companion.games.kaleidoscope.choose import choose
from companion.games.kaleidoscope.commands import COMMANDS
from companion.games.kaleidoscope.disguise import disguise
from companion.games.kaleidoscope.eyes import drawn_cards
from companion.games.kaleidoscope.kinds import LETTER
from companion.games.kaleidoscope.layout import NORTH
from companion.games.kaleidoscope.options import SEATS, Options
from companion.games.kaleidoscope.print_set import print_set
from companion.games.kaleidoscope.state import Kaleidoscope


class KaleidoscopeGame:
    """Kaléidoscope, for two players. Its rules, clause by clause: RULES.md in this folder.

    Every `state` is a `Kaleidoscope`: the house hands back what `start` and `apply` gave.
    """

    key: str = "kaleidoscope"
    title: Text = same("Kaléidoscope")
    seats: range = SEATS
    state: type = Kaleidoscope
    actions: tuple[type[Action], ...] = ACTIONS
    options: type = Options
    eyes: frozenset[str] = frozenset()
    commands: tuple[Command, ...] = COMMANDS
    laid_kind: str = LETTER
    after_end: tuple[type[Action], ...] = (RefuseWord, AcceptWord)

    def start(self, seats: int, options: Any) -> Kaleidoscope:
        setup.check(seats, options)
        return Kaleidoscope(options, (None,) * options.columns, setup.boards(options), turn=NORTH)

    def label(self, state: Any, action: Action, viewer: Viewer) -> Text:
        return phrases.label(state, action)

    def prompt(self, state: Any, viewer: Viewer) -> Text:
        return prompts.prompt(state, viewer)

    def depict(self, state: Any) -> Scene:
        return places.depict(state)

    def art(self, kind: str, face: str) -> Art:
        return art(kind, face)

    def explanations(self, state: Any, seen: Scene) -> tuple[Action, ...]:
        return ()

    def choose(self, state: Any, seat: int, random: Random) -> Action:
        return choose(state, seat, random)

    def disguise(self, state: Any, viewer: Viewer, random: Random) -> Kaleidoscope:
        return disguise(state, viewer, random)

    def print_set(self) -> PrintSet:
        return print_set()

    def drawn_cards(self) -> DrawnCards:
        return drawn_cards()

    def laid_out(self, state: Any) -> Mapping[str, LaidPlace]:
        return places.laid_out(state)

    def may_come_up(self, state: Any) -> frozenset[str]:
        return look.may_come_up(state)

    def happened(
        self, state: Any, changed: Mapping[str, str], unseen: Collection[str]
    ) -> tuple[tuple[Action, ...], ...]:
        return explain.happened(state, changed, unseen)

    def carried_out(self, state: Any, action: Action) -> Mapping[str, str]:
        return look.carried_out(state, action)

    def out_of_place(self, state: Any, name: str, seen: str) -> Text:
        return look.out_of_place(state, name, seen)

    def card_asked(self, state: Any, name: str) -> Text:
        return look.card_asked(state, name)

    def card_words(self, face: str) -> Text:
        return look.face_words(face)

    def turn_time_s(self, state: Any) -> float | None:
        return turns.turn_time_s(state)

    def is_same_turn(self, before: Any, after: Any) -> bool:
        return turns.is_same_turn(before, after)

    def time_up(self, state: Any) -> Action:
        return RunOut(state.turn)

    def may_show(self, state: Any, seen: Mapping[str, str]) -> bool:
        return True
