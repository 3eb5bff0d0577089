"""Simulated people at a simulated table: they throw dice, decide, and put things where the rules want them.

They touch the world and use their phones as anybody would. They know of the match only what their seats see,
and the camera has to see what they do.
"""

from __future__ import annotations

import math
from random import Random

from companion.camera.rendered.world import DIE_KIND, World
from companion.core.errors import Refusal
from companion.core.game import eyes_decide, pick_chance
from companion.core.scene import Scene
from companion.table.session import Session

PACE_S = 1.5
"""Between two things that people do, at speed 1: a viewer can follow."""
PATIENCE_S = 12.0
"""How long people wait for a throw to be read before they throw again."""


class People:
    """Plays all seats of a session.

    Args:
        world: the table they touch.
        session: the match, through their phones.
        random: decides for them; the same seed plays the same match.
        pace_s: seconds of table time between two acts.
    """

    def __init__(self, world: World, session: Session, random: Random, pace_s: float = PACE_S) -> None:
        self.world, self._session, self._random, self._pace_s = world, session, random, pace_s
        self._due_s = 0.0
        self._thrown_at: int | None = None
        self._thrown_s = -math.inf
        self.paused = False
        """True while a person plays at the table instead."""
        self.throws: dict[int, tuple[int, ...]] = {}
        """What truly fell, by the number of actions played before: for checking, never for deciding."""

    def step(self, now_s: float) -> None:
        """Do the next thing if it is time for it. `now_s` is table time, seconds."""
        if self.paused or now_s < self._due_s or not self.world.at_rest:
            return
        session = self._session
        match = session.match
        if match.state.scores is not None:
            return
        if session.questions:
            self._answer()
        elif eyes_decide(match.game, match.state):
            if self._thrown_at == len(match.actions) and now_s - self._thrown_s < PATIENCE_S:
                return  # the camera is still looking
            self._throw(now_s)
        else:
            self._act()
        self._due_s = now_s + self._pace_s

    def _throw(self, now_s: float) -> None:
        match = self._session.match
        after = match.state.apply(match.state.chance_outcomes()[0][0])
        count = sum(thing.kind == DIE_KIND for thing in match.game.depict(after).things)
        self._thrown_at, self._thrown_s = len(match.actions), now_s
        self.throws[len(match.actions)] = tuple(sorted(self.world.throw_dice(self._random, count)))

    def _answer(self) -> None:
        """Asked what lies there, they throw again: always honest, and the last choice of every question."""
        question = self._session.questions[0]
        self._thrown_at = None
        self._session.answer(question.id, len(question.choices) - 1, "seat 0")

    def _act(self) -> None:
        match = self._session.match
        state = match.state
        outcomes = state.chance_outcomes()
        if outcomes:
            action, source = pick_chance(outcomes, self._random), "table"
        else:
            seat = state.actor.seat
            assert seat is not None
            action, source = match.game.choose(state, seat, self._random), f"seat {seat}"
        try:
            self._session.play(action, source)
        except Refusal:  # a person at the page was quicker; look again at the next step
            return
        self._put_right(match.game.depict(self._session.match.state))

    def _put_right(self, scene: Scene) -> None:
        """Lay everything as the rules want it, and push the dice to where they belong."""
        self.world.arrange(scene)
        lying = list(self.world.snapshot().dice)
        for thing in scene.things:
            if thing.kind != DIE_KIND or thing.xy_mm is None:
                continue
            die = next((each for each in lying if str(each.value) == thing.face), None)
            if die is not None:
                lying.remove(die)
                self.world.move(die.ident, thing.xy_mm)
