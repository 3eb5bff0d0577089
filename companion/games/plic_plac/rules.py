"""The game as the house knows it: every method is answered by the module that its name says."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from companion.core.actors import Viewer
from companion.core.art import Art
from companion.core.capabilities.drawn_cards import DrawnCards
from companion.core.capabilities.placed_cards import LaidPlace, PointMm
from companion.core.capabilities.print_set import PrintSet
from companion.core.game import Action
from companion.core.scene import Scene
from companion.core.text import Text, same
from companion.games.plic_plac import look, phrases, prompts, setup
from companion.games.plic_plac.actions import ACTIONS
from companion.games.plic_plac.art import art
from companion.games.plic_plac.choose import choose
from companion.games.plic_plac.disguise import disguise
from companion.games.plic_plac.eyes import drawn_cards
from companion.games.plic_plac.kinds import CARD
from companion.games.plic_plac.names import card_name
from companion.games.plic_plac.options import SEATS, Options
from companion.games.plic_plac.pieces import BY_FACE
from companion.games.plic_plac.print_set import print_set
from companion.games.plic_plac.state import PlicPlac


class PlicPlacGame:
    """Plic-Plac, for one to six players. Its rules, clause by clause: RULES.md in this folder.

    Every `state` is a `PlicPlac`: the house hands back what `start` and `apply` gave.
    """

    key: str = "plic-plac"
    title: Text = same("Plic-Plac")
    seats: range = SEATS
    state: type = PlicPlac
    actions: tuple[type[Action], ...] = ACTIONS
    options: type = Options
    eyes: frozenset[str] = frozenset()
    laid_kind: str = CARD

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

    def prompt(self, state: Any, viewer: Viewer) -> Text:
        return prompts.prompt(state, viewer)

    def depict(self, state: Any) -> Scene:
        return look.depict(state)

    def art(self, kind: str, face: str) -> Art:
        return art(kind, face)

    def explanations(self, state: Any, seen: Scene) -> tuple[Action, ...]:
        return ()

    def choose(self, state: Any, seat: int, random: Random) -> Action:
        return choose(state, seat, random)

    def disguise(self, state: Any, viewer: Viewer, random: Random) -> PlicPlac:
        return disguise(state, viewer, random)

    def print_set(self) -> PrintSet:
        return print_set()

    def drawn_cards(self) -> DrawnCards:
        return drawn_cards()

    def awaits_places(self, state: Any) -> bool:
        return look.awaits_places(state)

    def places_found(self, state: Any, backs_mm: Sequence[PointMm]) -> Action:
        return look.places_found(backs_mm)

    def laid_out(self, state: Any) -> Mapping[str, LaidPlace]:
        return look.laid_out(state)

    def may_come_up(self, state: Any) -> frozenset[str]:
        return look.may_come_up(state)

    def happened(
        self, state: Any, changed: Mapping[str, str], unseen: Collection[str]
    ) -> tuple[tuple[Action, ...], ...]:
        return look.happened(state, changed, unseen)

    def carried_out(self, state: Any, action: Action) -> Mapping[str, str]:
        return look.carried_out(state, action)

    def out_of_place(self, state: Any, name: str, seen: str) -> Text:
        return look.out_of_place(state, name, seen)

    def card_asked(self, state: Any, name: str) -> Text:
        return look.card_asked(state, name)

    def card_words(self, face: str) -> Text:
        return card_name(BY_FACE[face])

    def may_show(self, state: Any, seen: Mapping[str, str]) -> bool:
        return look.may_show(state, seen)
