"""The game's implementation of the house's `Game` protocol and its capabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.actors import Viewer
from companion.core.capabilities.introduction import Introduction
from companion.core.game import Action
from companion.core.scene import Scene
from companion.core.text import Text, same
from companion.core.units import PointMm
from companion.games.plic_plac import correcting, depiction, phrases, prompts, setup
from companion.games.plic_plac.actions import ACTIONS
from companion.games.plic_plac.art import art
from companion.games.plic_plac.choose import choose
from companion.games.plic_plac.disguise import disguise
from companion.games.plic_plac.eyes import drawn_cards
from companion.games.plic_plac.figures import figures_of
from companion.games.plic_plac.introduction import INTRODUCTION
from companion.games.plic_plac.kinds import CARD
from companion.games.plic_plac.names import card_name
from companion.games.plic_plac.options import SEATS, Options
from companion.games.plic_plac.pieces import BY_FACE
from companion.games.plic_plac.print_set import print_set
from companion.games.plic_plac.state import PlicPlac, must_act


class PlicPlacGame:
    """Plic-Plac, for one to six players. Its rules, clause by clause: RULES.md in this folder.

    Every `state` passed in is a `PlicPlac` that `start` or `apply` returned.
    """

    key: str = "plic-plac"
    title: Text = same("Plic-Plac")
    seats: range = SEATS
    introduction: Introduction = INTRODUCTION
    state: type = PlicPlac
    actions: tuple[type[Action], ...] = ACTIONS
    options: type = Options
    eyes: frozenset[str] = frozenset()
    laid_kind: str = CARD
    known_to_all: tuple[type[Action], ...] = correcting.KNOWN_TO_ALL
    foreseen: tuple[type[Action], ...] = correcting.FORESEEN

    def start(self, seats: int, options: Any) -> PlicPlac:
        setup.check(seats, options)
        return PlicPlac(
            options,
            setup.players(seats),
            setup.pool(options),
            setup.first_phase(seats, options),
            places=setup.places(options),
        )

    def label(self, state: Any, action: Action, viewer: Viewer) -> Text:
        return phrases.label(state, action)

    def played(self, before: Any, action: Action, after: Any, viewer: Viewer) -> Text:
        return phrases.played(before, action, after)

    awaited = staticmethod(must_act)
    prompt = staticmethod(prompts.prompt)
    depict = staticmethod(depiction.depict)
    art = staticmethod(art)

    def explanations(self, state: Any, seen: Scene) -> tuple[Action, ...]:
        return ()

    may_become = staticmethod(correcting.may_become)
    choose = staticmethod(choose)
    disguise = staticmethod(disguise)
    print_set = staticmethod(print_set)
    figures_of = staticmethod(figures_of)
    drawn_cards = staticmethod(drawn_cards)
    awaits_places = staticmethod(depiction.awaits_places)

    def places_found(self, state: Any, backs_mm: Sequence[PointMm]) -> Action:
        return depiction.places_found(backs_mm)

    laid_out = staticmethod(depiction.laid_out)
    may_come_up = staticmethod(depiction.may_come_up)
    happened = staticmethod(depiction.happened)
    carried_out = staticmethod(depiction.carried_out)
    out_of_place = staticmethod(depiction.out_of_place)
    card_asked = staticmethod(depiction.card_asked)

    def card_words(self, face: str) -> Text:
        return card_name(BY_FACE[face])

    def whole_is_open(self, state: Any) -> bool:
        return False

    thing_is_open = staticmethod(depiction.thing_is_open)
