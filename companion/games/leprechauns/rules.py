"""The game as the rest of the house knows it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.core.actors import Viewer
from companion.core.art import Art
from companion.core.capabilities.buttons import ButtonPress
from companion.core.capabilities.calls import Call
from companion.core.capabilities.drawn_cards import DrawnCards
from companion.core.capabilities.print_set import PrintSet
from companion.core.capabilities.reveals import TurnedCard
from companion.core.capabilities.slaps import SlapPlace
from companion.core.game import Action
from companion.core.scene import Scene, Thing
from companion.core.text import Text, same
from companion.core.units import PointMm
from companion.games.leprechauns import look, phrases, prompts, reveal, slaps
from companion.games.leprechauns.actions import ACTIONS, CallFoul, FoulSeen, Signal
from companion.games.leprechauns.art import art
from companion.games.leprechauns.button import pressed
from companion.games.leprechauns.choose import choose
from companion.games.leprechauns.disguise import disguise
from companion.games.leprechauns.eyes import drawn_cards
from companion.games.leprechauns.options import SEATS, Options
from companion.games.leprechauns.pieces import Fault
from companion.games.leprechauns.position import Player
from companion.games.leprechauns.print_set import print_set
from companion.games.leprechauns.setup import check, first_phase
from companion.games.leprechauns.state import Leprechauns


class LeprechaunsGame:
    """Leprechauns, for two to six players. Its rules, clause by clause: RULES.md in this folder.

    Every `state` is a `Leprechauns`: the house hands back what `start` and `apply` gave.
    """

    key: str = "leprechauns"
    title: Text = same("Leprechauns")
    seats: range = SEATS
    state: type = Leprechauns
    actions: tuple[type[Action], ...] = ACTIONS
    options: type = Options
    eyes: frozenset[str] = frozenset()

    def start(self, seats: int, options: Any) -> Leprechauns:
        check(seats, options)
        return Leprechauns(options, tuple(Player(seat) for seat in range(seats)), first_phase(options))

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

    def drawn_cards(self) -> DrawnCards:
        return drawn_cards()

    def turned_up(self, state: Any) -> tuple[TurnedCard, ...]:
        return reveal.turned_up(state)

    def asked(
        self, state: Any, card: TurnedCard, likely: Sequence[str]
    ) -> tuple[Text, tuple[tuple[Text, Action], ...]]:
        return reveal.asked(state, card, likely)

    def open_part_mm(self, card: TurnedCard) -> tuple[float, float, float, float]:
        return reveal.open_part_mm(card)

    def evidence_of(self, card: TurnedCard, face: str) -> Thing:
        return reveal.evidence_of(card, face)

    def corrections(self, thing: Thing) -> tuple[tuple[Text, str], ...]:
        return reveal.corrections(thing)

    def keeps_quiet(self, state: Any) -> bool:
        return reveal.keeps_quiet(state)

    def choose(self, state: Any, seat: int, random: Random) -> Action:
        return choose(state, seat, random)

    def disguise(self, state: Any, viewer: Viewer, random: Random) -> Leprechauns:
        return disguise(state, viewer, random)

    def pressed(self, state: Any, press: ButtonPress) -> Action | None:
        return pressed(state, press.seat)

    def call(self, action: Action) -> Call | None:
        if isinstance(action, Signal):
            return Call.REVEAL
        return Call.FOUL if isinstance(action, CallFoul | FoulSeen) else None

    def print_set(self) -> PrintSet:
        return print_set()

    def slap_places(self, state: Any) -> tuple[SlapPlace, ...]:
        return slaps.slap_places(state)

    def seats_mm(self, state: Any) -> tuple[PointMm, ...]:
        return slaps.seats_mm(state)

    def slapped(self, state: Any, seat: int, on: int, *, tie: bool) -> Action:
        return slaps.slapped(seat, on, tie=tie)

    def holds(self, state: Any, on: int) -> int | None:
        return slaps.holds(state, on)

    def lifted(self, state: Any, seat: int) -> Action | None:
        return slaps.seen_fault(state, seat, Fault.LIFTED)

    def uncovered(self, state: Any, seat: int) -> Action | None:
        return slaps.seen_fault(state, seat, Fault.UNCOVERED)
