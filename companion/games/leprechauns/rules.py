"""The game's implementation of the house's `Game` protocol and its capabilities."""

from __future__ import annotations

from typing import Any

from companion.core.actors import Viewer
from companion.core.capabilities.buttons import ButtonPress
from companion.core.capabilities.calls import Call
from companion.core.capabilities.introduction import Introduction
from companion.core.capabilities.slaps import SlapTexts
from companion.core.game import Action
from companion.core.text import Text, same
from companion.games.leprechauns import depiction, phrases, prompts, reveal, slaps
from companion.games.leprechauns.actions import ACTIONS, CallFoul, FoulSeen, Signal
from companion.games.leprechauns.art import art
from companion.games.leprechauns.button import pressed
from companion.games.leprechauns.choose import choose
from companion.games.leprechauns.disguise import disguise
from companion.games.leprechauns.eyes import drawn_cards
from companion.games.leprechauns.introduction import INTRODUCTION
from companion.games.leprechauns.options import SEATS, Options
from companion.games.leprechauns.pieces import Fault
from companion.games.leprechauns.position import Phase, Player
from companion.games.leprechauns.print_set import print_set
from companion.games.leprechauns.setup import check, first_phase
from companion.games.leprechauns.state import Leprechauns, awaited


class LeprechaunsGame:
    """Leprechauns, for two to six players. Its rules, clause by clause: RULES.md in this folder.

    Every `state` passed in is a `Leprechauns` that `start` or `apply` returned.
    """

    key: str = "leprechauns"
    title: Text = same("Leprechauns")
    seats: range = SEATS
    introduction: Introduction = INTRODUCTION
    state: type = Leprechauns
    actions: tuple[type[Action], ...] = ACTIONS
    options: type = Options
    eyes: frozenset[str] = frozenset()
    slap_texts: SlapTexts = slaps.TEXTS
    known_to_all: tuple[type[Action], ...] = ACTIONS
    foreseen: tuple[type[Action], ...] = ACTIONS  # no action depends on the chests that lie face down

    def start(self, seats: int, options: Any) -> Leprechauns:
        check(seats, options)
        return Leprechauns(options, tuple(Player(seat) for seat in range(seats)), first_phase(options))

    def label(self, state: Any, action: Action, viewer: Viewer) -> Text:
        return phrases.label(state, action)

    prompt = staticmethod(prompts.prompt)
    depict = staticmethod(depiction.depict)
    art = staticmethod(art)
    explanations = staticmethod(depiction.explanations)
    drawn_cards = staticmethod(drawn_cards)
    turned_up = staticmethod(reveal.turned_up)
    asked = staticmethod(reveal.asked)
    open_part_mm = staticmethod(reveal.open_part_mm)
    evidence_of = staticmethod(reveal.evidence_of)
    corrections = staticmethod(reveal.corrections)
    thing_is_open = staticmethod(depiction.thing_is_open)
    choose = staticmethod(choose)
    disguise = staticmethod(disguise)

    def whole_is_open(self, state: Any) -> bool:
        return False

    def awaited(self, state: Any) -> frozenset[int]:
        drawn = (state.holder,) if state.phase is Phase.ACTION else tuple(state.seats)
        return frozenset(awaited(state) or drawn)

    def pressed(self, state: Any, press: ButtonPress) -> Action | None:
        return pressed(state, press.seat)

    def call(self, action: Action) -> Call | None:
        if isinstance(action, Signal):
            return Call.REVEAL
        return Call.FOUL if isinstance(action, CallFoul | FoulSeen) else None

    print_set = staticmethod(print_set)
    slap_places = staticmethod(slaps.slap_places)
    seats_mm = staticmethod(slaps.seats_mm)

    def slapped(self, state: Any, seat: int, on: int, *, tie: bool) -> Action:
        return slaps.slapped(seat, on, tie=tie)

    holds = staticmethod(slaps.holds)

    def lifted(self, state: Any, seat: int) -> Action | None:
        return slaps.seen_fault(state, seat, Fault.LIFTED)

    def uncovered(self, state: Any, seat: int) -> Action | None:
        return slaps.seen_fault(state, seat, Fault.UNCOVERED)
