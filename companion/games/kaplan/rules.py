"""The game as the rest of the house knows it."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.core.actors import Viewer
from companion.core.art import Art
from companion.core.capabilities.print_set import PrintSet
from companion.core.capabilities.sorting_station import Finding, Station
from companion.core.capabilities.symbol_cards import SymbolCards
from companion.core.game import Action
from companion.core.scene import Scene, Thing
from companion.core.text import Text, same
from companion.games.kaplan import look, phrases, prompts, station
from companion.games.kaplan.actions import ACTIONS, JudgeWord
from companion.games.kaplan.card_sides import side
from companion.games.kaplan.choose import choose
from companion.games.kaplan.disguise import disguise
from companion.games.kaplan.eyes import symbol_cards
from companion.games.kaplan.options import SEATS, Options, check
from companion.games.kaplan.position import Player
from companion.games.kaplan.print_set import print_set
from companion.games.kaplan.state import Kaplan


class KaplanGame:
    """Le Mot de Kaplan, for two to eight players. Its rules, clause by clause: RULES.md in this folder.

    Every `state` is a `Kaplan`: the house hands back what `start` and `apply` gave.
    """

    key: str = "kaplan"
    title: Text = same("Le Mot de Kaplan")
    seats: range = SEATS
    state: type = Kaplan
    actions: tuple[type[Action], ...] = ACTIONS
    after_end: tuple[type[Action], ...] = (JudgeWord,)
    options: type = Options
    eyes: frozenset[str] = frozenset({look.DIE})
    station_kinds: frozenset[str] = frozenset({station.CARD})

    def start(self, seats: int, options: Any) -> Kaplan:
        check(seats, options)
        return Kaplan(options, tuple(Player(seat) for seat in range(seats)))

    def label(self, state: Any, action: Action, viewer: Viewer) -> Text:
        return phrases.label(state, action, viewer)

    def prompt(self, state: Any, viewer: Viewer) -> Text:
        return prompts.prompt(state, viewer)

    def depict(self, state: Any) -> Scene:
        return look.depict(state)

    def art(self, kind: str, face: str) -> Art:
        return side(kind, face)

    def explanations(self, state: Any, seen: Scene) -> tuple[Action, ...]:
        return look.explanations(state, seen)

    def station(self, state: Any) -> Station | None:
        return station.station(state)

    def findings(self, state: Any, things: tuple[Thing, ...]) -> tuple[Finding, ...]:
        return station.findings(state, things)

    def stock(self, state: Any) -> tuple[Thing, ...]:
        return station.stock(state)

    def other_face(self, thing: Thing) -> str | None:
        return station.other_face(thing)

    def symbol_cards(self) -> SymbolCards:
        return symbol_cards()

    def choose(self, state: Any, seat: int, random: Random) -> Action:
        return choose(state, seat, random)

    def disguise(self, state: Any, viewer: Viewer, random: Random) -> Kaplan:
        return disguise(state, viewer, random)

    def print_set(self) -> PrintSet:
        return print_set()
