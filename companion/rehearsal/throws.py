"""Simulated people who throw dice, and throw again when nobody has read them."""

from __future__ import annotations

import math
from random import Random

from companion.core.evidence import Evidence
from companion.core.game import eyes_decide
from companion.core.text import Text
from companion.rehearsal.player import Compared, Reach, SimulatedPlayer
from companion.simulator.world import DIE_KIND, World
from companion.table.questions import Question
from companion.table.session import Session

PATIENCE_S = 12.0
"""How long people wait for a throw to be read before they throw again."""


class ThrowPlayer(SimulatedPlayer):
    """The hands that throw.

    Args:
        random: decides how the dice fall.
    """

    counted = Text(fr="{count} jets vus", en="{count} throws seen")

    def __init__(self, world: World, session: Session, random: Random) -> None:
        self._world, self._session, self._random = world, session, random
        self._thrown_at: int | None = None
        self._thrown_s = -math.inf
        self.throws: dict[int, tuple[int, ...]] = {}
        """What truly fell, by the number of actions played before: for checking, never for deciding."""

    @property
    def is_on(self) -> bool:
        match = self._session.match
        return eyes_decide(match.game, match.state)

    def next_act(self, now_s: float) -> Reach | None:
        length = len(self._session.match.actions)
        if self._thrown_at == length and now_s - self._thrown_s < PATIENCE_S:
            return None
        left, top, right, bottom = self._world.mat.dice_xyxy_mm
        return Reach(length, ((left + right) / 2, (top + bottom) / 2), self._throw)

    def answer(self, question: Question) -> int | None:
        """Asked, they throw again: nothing that is counted can then be wrong."""
        self._thrown_at = None
        return len(question.choices) - 1

    def compared(self, index: int, evidence: Evidence) -> Compared | None:
        seen = tuple(sorted(each.thing.face for each in evidence))
        return Compared(tuple(sorted(str(value) for value in self.throws.get(index, ()))), seen)

    def _throw(self, now_s: float) -> None:
        match = self._session.match
        after = match.state.apply(match.state.chance_outcomes()[0][0])
        count = sum(thing.kind == DIE_KIND for thing in match.game.depict(after).things)
        self._thrown_at, self._thrown_s = len(match.actions), now_s
        self.throws[len(match.actions)] = tuple(sorted(self._world.throw_dice(self._random, count)))
