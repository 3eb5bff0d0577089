"""Simulated people who turn up cards: one hand after the other, askew, and then they wait for the eyes."""

from __future__ import annotations

import math
from functools import partial
from random import Random

from companion.core.capabilities import offers
from companion.core.capabilities.reveals import RevealsCards, TurnedCard
from companion.core.errors import Refusal
from companion.core.evidence import Evidence
from companion.core.game import Action, pick_chance
from companion.core.scene import Thing
from companion.core.text import Text
from companion.rehearsal.player import Compared, Reach, SimulatedPlayer
from companion.simulator.world import World
from companion.table.questions import Question
from companion.table.session import Session

ASKEW_MM, ASKEW_DEG = 12.0, 15.0
"""How carelessly people lay a card down."""
PATIENCE_S = 12.0
"""How long they wait for a card to be read; then they tell it, so that something happens every 15 s."""


class RevealPlayer(SimulatedPlayer):
    """The hands that turn up cards.

    Args:
        random: decides which card comes, and how it lies.
    """

    counted = Text(fr="{count} cartes retournées vues", en="{count} turned cards seen")

    def __init__(self, world: World, session: Session, random: Random) -> None:
        game = offers(session.game, RevealsCards)
        assert game is not None
        self._world, self._session, self._random, self._game = world, session, random, game
        self._to_turn: list[tuple[TurnedCard, str]] = []
        self._turned_s = math.inf
        self._true: dict[str, list[tuple[int, Action]]] = {}

    @property
    def is_on(self) -> bool:
        """Whether cards are to be turned up now."""
        return bool(self._game.turned_up(self._session.match.state))

    def true(self, index: int, name: str) -> Action | None:
        """What truly came up as a card of that name before action `index`: for checking, never for deciding."""
        return next((action for length, action in reversed(self._true.get(name, [])) if length <= index), None)

    def compared(self, index: int, evidence: Evidence) -> Compared | None:
        match = self._session.match
        due = self._game.turned_up(match.states[index])
        if not due:
            return None
        return Compared((repr(self.true(index, due[0].name)),), (repr(match.actions[index]),))

    def next_act(self, now_s: float) -> Reach | None:
        """The side and the place that a hand reaches for next, and what it does there; None while people wait."""
        due = self._game.turned_up(self._session.match.state)[0]
        if self._known(due) is None:
            self._choose()
        if self._to_turn:
            card, face = self._to_turn.pop(0)
            return Reach(card.whose or 0, card.xy_mm, partial(self._turn, card, face))
        if now_s - self._turned_s < PATIENCE_S:
            return None
        return Reach(due.whose or 0, due.xy_mm, self._tell)

    def answer(self, question: Question) -> int | None:
        """The choice that is true; None where a card is meant that they did not turn up, as after a correction."""
        state = self._session.match.state
        for card in self._game.turned_up(state):
            if (known := self._known(card)) is not None:
                asks, ((words, _), *_) = self._game.asked(state, card, [known[0]])
                if asks == question.words and words in question.choices:
                    return question.choices.index(words)
        return None

    def _known(self, card: TurnedCard) -> tuple[str, Action] | None:
        """What lies there as a card that is not told yet, if it was turned up: its face, and what reports it."""
        true = self.true(len(self._session.match.actions), card.name)
        return next(((face, action) for face, action in card.outcomes.items() if action == true), None)

    def _choose(self) -> None:
        """What comes up, card by card."""
        match = self._session.match
        state = match.state
        while due := self._game.turned_up(state):
            faces = {action: face for face, action in due[0].outcomes.items()}
            action = pick_chance([each for each in state.chance_outcomes() if each[0] in faces], self._random)
            self._to_turn.append((due[0], faces[action]))
            self._true.setdefault(due[0].name, []).append((len(match.actions), action))
            state = state.apply(action)

    def _tell(self, now_s: float) -> None:
        known = next(map(self._known, self._game.turned_up(self._session.match.state)), None)
        if known is None:  # people told or corrected something meanwhile
            return
        try:
            self._session.play(known[1], "table")
        except Refusal:  # a person at the page was quicker, or has told something that rules it out
            return

    def _turn(self, card: TurnedCard, face: str, now_s: float) -> None:
        turn_up(self._world, card, face, self._random)
        self._turned_s = now_s


def turn_up(world: World, card: TurnedCard, face: str, random: Random) -> None:
    """Lay a card as carelessly as people do."""
    xy_mm = card.xy_mm[0] + random.uniform(-ASKEW_MM, ASKEW_MM), card.xy_mm[1] + random.uniform(-ASKEW_MM, ASKEW_MM)
    world.lay(Thing(card.kind, face, card.name), xy_mm, card.turn_deg + random.uniform(-ASKEW_DEG, ASKEW_DEG))
