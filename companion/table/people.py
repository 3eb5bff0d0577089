"""Simulated people at a simulated table: they throw dice, decide, and put things where the rules want them.

They touch the world and use their phones as anybody would. They know of the match only what their seats see,
and the camera has to see what they do.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

from companion.camera.rendered.bodies import PointMm, Side
from companion.camera.rendered.world import DIE_KIND, World
from companion.core.errors import Refusal
from companion.core.game import Action, eyes_decide, pick_chance
from companion.core.layouts import layout_of
from companion.core.reveals import reveals_of
from companion.core.scene import Scene
from companion.core.shows_board import board_of
from companion.core.station import station_of
from companion.table.board_people import BoardPeople, Mishaps
from companion.table.laying_people import LayingPeople
from companion.table.session import Session
from companion.table.sorting_people import SortingPeople
from companion.table.turning_people import TurningPeople

PACE_S = 1.5
"""Between two things that people do, at speed 1: a viewer can follow."""
HAND = "people"
"""Whose hand it is; one is over the table at a time."""
SIDES: tuple[Side, ...] = ("south", "west", "north", "east")
"""Where the seats are, clockwise."""
PATIENCE_S = 12.0
"""How long people wait for a throw to be read before they throw again."""


class People:
    """Plays all seats of a session.

    Args:
        world: the table they touch.
        session: the match, through their phones.
        random: decides for them; the same seed plays the same match.
        pace_s: seconds of table time between two acts.
        mishaps: what comes in between at a board.
    """

    def __init__(
        self, world: World, session: Session, random: Random, pace_s: float = PACE_S, mishaps: Mishaps | None = None
    ) -> None:
        self.world, self._session, self._random, self._pace_s = world, session, random, pace_s
        self._due_s = 0.0
        self._thrown_at: int | None = None
        self._thrown_s = -math.inf
        self._reaching: Callable[[float], None] | None = None
        self._sorting = SortingPeople(world, session, random)
        self.board = None if board_of(session.game) is None else BoardPeople(world, session, random, mishaps)
        self.turning = None if reveals_of(session.game) is None else TurningPeople(world, session, random)
        self.laying = None if layout_of(session.game) is None else LayingPeople(world, session, random)
        self.paused = False
        """True while a person plays at the table instead."""
        self.throws: dict[int, tuple[int, ...]] = {}
        """What truly fell, by the number of actions played before: for checking, never for deciding."""

    def lain(self, length: int) -> frozenset[str]:
        """Names of what truly lay at the sorting station, open side up, when `length` actions had been played."""
        before = (lain.names for lain in reversed(self._sorting.lain) if lain.length <= length)
        return next(before, frozenset())

    def step(self, now_s: float) -> None:
        """Do the next thing if it is time for it. `now_s` is table time, seconds."""
        if self.paused:
            self._reaching = None
            self.world.remove_hand(HAND)
            return
        if now_s < self._due_s or not self.world.at_rest:
            return
        session = self._session
        match = session.match
        over = match.state.scores is not None
        if over and (self.board is None or (self._reaching is None and self.board.done)):
            return
        if self._reaching is not None:
            act, self._reaching = self._reaching, None
            act(now_s)
            self.world.remove_hand(HAND)
        elif session.questions:
            self._answer()
        elif (station := station_of(match.game, match.state)) is not None:
            next_act = self._sorting.next_act(station, now_s)
            if next_act is not None:
                self._reach(0, self._middle_mm() if station.one_by_one else (0.0, 0.0), next_act)
            return
        elif self.board is not None:
            reach = self.board.next_act(now_s)
            if reach is not None:
                self._reach(*reach)
            return
        elif self.turning is not None and self.turning.is_on:
            reach = self.turning.next_act(now_s)
            if reach is not None:
                self._reach(*reach)
            return
        elif self.laying is not None:
            reach = self.laying.next_act(now_s)
            if reach is not None:
                self._reach(*reach)
            return
        elif eyes_decide(match.game, match.state):
            if self._thrown_at == len(match.actions) and now_s - self._thrown_s < PATIENCE_S:
                return  # the camera is still looking
            self._reach(len(match.actions), self._middle_mm(), self._throw)
            return
        else:
            self._decide(now_s)
            if self._reaching is not None:
                return
        self._due_s = now_s + self._pace_s

    def _reach(self, side: int, tip_xy_mm: PointMm, act: Callable[[float], None]) -> None:
        """Put a hand over the table; `act` follows when it has arrived, and then it leaves."""
        self.world.put_hand(HAND, SIDES[side % len(SIDES)], tip_xy_mm)
        self._reaching = act

    def _middle_mm(self) -> PointMm:
        """Of the area where dice are thrown and things are spread."""
        left, top, right, bottom = self.world.mat.dice_xyxy_mm
        return (left + right) / 2, (top + bottom) / 2

    def _throw(self, now_s: float) -> None:
        match = self._session.match
        after = match.state.apply(match.state.chance_outcomes()[0][0])
        count = sum(thing.kind == DIE_KIND for thing in match.game.depict(after).things)
        self._thrown_at, self._thrown_s = len(match.actions), now_s
        self.throws[len(match.actions)] = tuple(sorted(self.world.throw_dice(self._random, count)))

    def _answer(self) -> None:
        """Asked, they take the last choice, which is to throw again: nothing that is counted can then be wrong. Of a
        board and of cards that they turned up they know what they did."""
        question = self._session.questions[0]
        self._thrown_at = None
        who_know = self.board or self.turning or self.laying
        choice = len(question.choices) - 1 if who_know is None else who_know.answer(question)
        self._session.answer(question.id, choice, "seat 0")

    def _decide(self, now_s: float) -> None:
        """Choose, and reach for what is to be moved, if anything is."""
        match = self._session.match
        state = match.state
        outcomes = state.chance_outcomes()
        if outcomes:
            action, source, side = pick_chance(outcomes, self._random), "table", 0
        else:
            seat, asked = state.actor.seat, self._session.given.asked
            assert seat is not None
            if asked is None and seat in self._session.given.seats:
                return  # the partner is thinking
            action = match.game.choose(state, seat, self._random) if asked is None else asked.action
            source, side = f"seat {seat}", seat
        lying = set(match.game.depict(state).things)
        moved = (thing.xy_mm for thing in match.game.depict(state.apply(action)).things if thing not in lying)
        tip_xy_mm = next((xy_mm for xy_mm in moved if xy_mm is not None), None)
        if tip_xy_mm is None:
            self._play(action, source, now_s)
        else:
            self._reach(side, tip_xy_mm, partial(self._play, action, source))

    def _play(self, action: Action, source: str, now_s: float) -> None:
        try:
            self._session.play(action, source)
        except Refusal:  # a person at the page was quicker; look again at the next step
            return
        match = self._session.match
        self._put_right(match.game.depict(match.state))

    def _put_right(self, scene: Scene) -> None:
        """Lay everything as the rules want it, and push the dice to where they belong."""
        self.world.arrange(replace(scene, things=self._sorting.dressed(scene.things)))
        lying = list(self.world.snapshot().dice)
        for thing in scene.things:
            if thing.kind != DIE_KIND or thing.xy_mm is None:
                continue
            die = next((each for each in lying if str(each.value) == thing.face), None)
            if die is not None:
                lying.remove(die)
                self.world.move(die.ident, thing.xy_mm)
