"""The game's implementation of the house's `Game` protocol and its capabilities."""

from __future__ import annotations

from typing import Any

from companion.core.capabilities.introduction import Introduction
from companion.core.game import Action
from companion.core.text import Text, same
from companion.games.kaplan import correcting, depiction, phrases, prompts, station
from companion.games.kaplan.actions import ACTIONS, JudgeWord
from companion.games.kaplan.card_sides import side
from companion.games.kaplan.choose import choose
from companion.games.kaplan.disguise import disguise
from companion.games.kaplan.eyes import symbol_cards
from companion.games.kaplan.figures import figures_of
from companion.games.kaplan.introduction import INTRODUCTION
from companion.games.kaplan.options import SEATS, Options, check
from companion.games.kaplan.pieces import DIE_FACES
from companion.games.kaplan.position import Player
from companion.games.kaplan.print_set import print_set
from companion.games.kaplan.state import Kaplan, awaited
from companion.games.kaplan.tapped import taps


class KaplanGame:
    """Le Mot de Kaplan, for two to eight players. Its rules, clause by clause: RULES.md in this folder.

    Every `state` passed in is a `Kaplan` that `start` or `apply` returned.
    """

    key: str = "kaplan"
    title: Text = same("Le Mot de Kaplan")
    seats: range = SEATS
    introduction: Introduction = INTRODUCTION
    state: type = Kaplan
    actions: tuple[type[Action], ...] = ACTIONS
    known_to_all: tuple[type[Action], ...] = correcting.KNOWN_TO_ALL
    foreseen: tuple[type[Action], ...] = correcting.FORESEEN
    after_end: tuple[type[Action], ...] = (JudgeWord,)
    options: type = Options
    eyes: frozenset[str] = frozenset({depiction.DIE})
    die_sides: int = len(DIE_FACES)
    station_kinds: frozenset[str] = frozenset({depiction.CARD})

    def start(self, seats: int, options: Any) -> Kaplan:
        check(seats, options)
        return Kaplan(options, tuple(Player(seat) for seat in range(seats)))

    def whole_is_open(self, state: Any) -> bool:
        return False

    label = staticmethod(phrases.label)
    prompt = staticmethod(prompts.prompt)
    awaited = staticmethod(awaited)
    depict = staticmethod(depiction.depict)
    art = staticmethod(side)
    explanations = staticmethod(depiction.explanations)
    thing_is_open = staticmethod(depiction.thing_is_open)
    findings = staticmethod(station.findings)
    stock = staticmethod(station.stock)
    other_face = staticmethod(station.other_face)
    station = staticmethod(station.station)  # must be last: from here on `station` names this method, not the module
    symbol_cards = staticmethod(symbol_cards)
    taps = staticmethod(taps)
    may_become = staticmethod(correcting.may_become)
    choose = staticmethod(choose)
    disguise = staticmethod(disguise)
    print_set = staticmethod(print_set)
    figures_of = staticmethod(figures_of)
