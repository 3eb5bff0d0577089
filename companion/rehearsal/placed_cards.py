"""Simulated people whose cards lie at places: they take one, turn one up, put it back, and wait for the eyes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random

from companion.core.capabilities import offers
from companion.core.capabilities.placed_cards import NOTHING, LaidPlace, PlacesCards
from companion.core.errors import Refusal
from companion.core.evidence import Evidence
from companion.core.game import Action, State, pick_chance
from companion.core.scene import Thing
from companion.core.text import Text
from companion.core.units import PointMm
from companion.rehearsal.player import Compared, Reach, SimulatedPlayer
from companion.simulator.world import World
from companion.table.questions import Question
from companion.table.session import Session

ASKEW_MM, ASKEW_DEG = 3.0, 6.0
"""How carelessly people put a card back into a row."""
PATIENCE_S = 12.0
"""How long they wait until what they did is seen; then they tell it, before a turn of fifteen seconds is over."""


class PlacedCardsPlayer(SimulatedPlayer):
    """The hands that take, turn up and put back.

    Args:
        random: decides for them, and which card comes up.
    """

    counted = Text(
        fr="{count} cartes vues prises, retournées ou remises",
        en="{count} cards seen to be taken, turned up or put back",
    )

    def __init__(self, world: World, session: Session, random: Random) -> None:
        game = offers(session.game, PlacesCards)
        assert game is not None
        self._world, self._session, self._random, self._game = world, session, random, game
        self._doing: tuple[Action, ...] = ()
        self._began = 0
        self._done_s = 0.0
        self.true: dict[int, Action] = {}
        """What was truly done, by the number of actions before it: for checking, never for deciding."""

    @property
    def is_on(self) -> bool:
        return True

    def compared(self, index: int, evidence: Evidence) -> Compared | None:
        return Compared((repr(self.true.get(index)),), (repr(self._session.match.actions[index]),))

    def next_act(self, now_s: float) -> Reach | None:
        """The side and the place that a hand reaches for next, and what it does there; None while people wait."""
        state = self._session.match.state
        done = len(self._session.match.actions) - self._began
        if self._doing and not 0 <= done < len(self._doing):
            self._doing = ()
        if self._doing:
            if now_s - self._done_s < PATIENCE_S:
                return None
            return Reach(0, (0.0, 0.0), self._tell)
        astray = self._astray(state)
        if astray:
            return Reach(0, self._xy_mm(next(iter(astray))), partial(self._lay, astray))
        if not state.chance_outcomes() and state.actor.seat in self.held():
            return None
        return self._next(state)

    def answer(self, question: Question) -> int:
        """The choice that is true: the card that lies there, or what was done; the last one when none is."""
        state = self._session.match.state
        known = [self._session.game.label(state, action, None) for action in self._doing[:1]]
        known += [self._game.card_words(face) for action in self._doing for face in self._shows(state, action)]
        return next((n for n, words in enumerate(question.choices) if words in known), len(question.choices) - 1)

    def _next(self, state: State) -> Reach:
        """What whoever is to act does now, on the table if the eyes can tell it, else on a phone."""
        outcomes, seat = state.chance_outcomes(), state.actor.seat
        if outcomes:
            action = pick_chance(outcomes, self._random)
        else:
            assert seat is not None
            action = self._session.game.choose(state, seat, self._random)
        actions, looks = [action], dict(self._game.carried_out(state, action))
        after = state.apply(action)
        while not looks and (more := after.chance_outcomes()):
            actions.append(pick_chance(more, self._random))
            looks |= self._game.carried_out(after, actions[-1])
            after = after.apply(actions[-1])
        if looks and self._game.happened(state, looks, ()) == (tuple(actions),):
            return Reach(self._side(seat), self._xy_mm(next(iter(looks))), partial(self._do, tuple(actions), looks))
        return Reach(self._side(seat), (0.0, 0.0), partial(self._say, action, seat))

    def _side(self, seat: int | None) -> int:
        """Two sit opposite each other; chance's acts are done from the first seat."""
        return (seat or 0) * (2 if len(self._session.names) == 2 else 1)

    def _do(self, actions: tuple[Action, ...], looks: Mapping[str, str], now_s: float) -> None:
        self._began, self._doing, self._done_s = len(self._session.match.actions), actions, now_s
        self.true = {n: act for n, act in self.true.items() if n < self._began}
        self.true |= {self._began + n: action for n, action in enumerate(actions)}
        self._lay(looks, now_s)

    def _say(self, action: Action, seat: int | None, now_s: float) -> None:
        self._play(action, "table" if seat is None else f"seat {seat}")
        self._world.arrange(self._session.game.depict(self._session.match.state))

    def _tell(self, now_s: float) -> None:
        """The eyes have not seen it."""
        for action in self._doing[len(self._session.match.actions) - self._began :]:
            self._play(action, "table")
        self._doing = ()

    def _play(self, action: Action, source: str) -> None:
        try:
            self._session.play(action, source)
        except Refusal:  # a person at the page was quicker; look again at the next step
            return

    def _astray(self, state: State) -> dict[str, str]:
        """What has to be put back, or away, by its place."""
        lies = {laid.thing.name: laid.thing.face for laid in self._world.snapshot().things}
        due = {name: place.face for name, place in self._places(state).items() if place.face is not None}
        return {name: face for name, face in due.items() if lies.get(name, NOTHING) != face}

    def _lay(self, looks: Mapping[str, str], now_s: float) -> None:
        """Make places look so; what is put there lies a little askew."""
        for name, face in looks.items():
            there = next((each for each in self._world.snapshot().things if each.thing.name == name), None)
            if there is not None:
                self._world.remove(there.ident)
            if face != NOTHING:
                x, y = self._xy_mm(name)
                dx, dy = (self._random.uniform(-ASKEW_MM, ASKEW_MM) for _ in range(2))
                turn_deg = self._places(self._session.match.state)[name].turn_deg
                turn_deg += self._random.uniform(-ASKEW_DEG, ASKEW_DEG)
                self._world.lay(Thing(self._game.laid_kind, face, name), (x + dx, y + dy), turn_deg)

    def _shows(self, state: State, action: Action) -> list[str]:
        faces = self._game.may_come_up(state)
        return [face for face in self._game.carried_out(state, action).values() if face in faces]

    def _places(self, state: State) -> Mapping[str, LaidPlace]:
        return self._game.laid_out(state)

    def _xy_mm(self, name: str) -> PointMm:
        return self._places(self._session.match.state)[name].xy_mm
