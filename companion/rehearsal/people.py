"""Simulated people at a simulated table: they decide, do what their players know how to do, and use their phones.

They touch the world and use their phones as anybody would. They know of the match only what their seats see,
and the camera has to see what they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

from companion.core.capabilities.awaited import awaited_seats
from companion.core.errors import Refusal
from companion.core.game import Action, pick_chance
from companion.core.scene import Scene, Thing
from companion.rehearsal.player import Act, Held, Reach, SimulatedPlayer, nobody, was_tapped
from companion.simulator.bodies import Side
from companion.simulator.world import DIE_KIND, World
from companion.table.session import Session

PACE_S = 1.5
"""Pause between two things that people do, at speed 1: a viewer can follow."""
HAND = "people"
"""Whose hand it is; one is over the table at a time."""
SIDES: tuple[Side, ...] = ("south", "west", "north", "east")
"""Where the seats are, clockwise."""


class People:
    """Plays all seats of a session.

    Args:
        world: the table they touch.
        session: the match, through their phones.
        players: how they do what the table's watchers see; the first one that is on acts.
        random: decides for them; the same seed plays the same match.
        pace_s: seconds of table time between two acts.
        held: the seats that real people hold; these are waited for.
    """

    def __init__(
        self,
        world: World,
        session: Session,
        players: Sequence[SimulatedPlayer],
        random: Random,
        pace_s: float = PACE_S,
        held: Held = nobody,
    ) -> None:
        self.world, self.players = world, tuple(players)
        self._session, self._random, self._pace_s = session, random, pace_s
        self._held = held
        self._laid: tuple[Action, ...] = session.match.actions
        for player in self.players:
            player.held = held
        self._due_s = 0.0
        self._reaching: Act | None = None
        self.paused = False
        """True while a person plays at the table instead."""

    @property
    def done(self) -> bool:
        """Whether, the match being over, nothing is left for their hands to do."""
        return not any(player.goes_on(reaching=self._reaching is not None) for player in self.players)

    def step(self, now_s: float) -> None:
        """Do the next thing if it is time for it. `now_s` is table time, seconds."""
        if self.paused:
            self._reaching = None
            self.world.remove_hand(HAND)
            return
        if now_s < self._due_s or not self.world.at_rest or (self._is_over and self.done):
            return
        if self._reaching is not None:
            act, self._reaching = self._reaching, None
            act(now_s)
            self.world.remove_hand(HAND)
        elif self._session.questions:
            self._answer()
        elif (player := next((each for each in self.players if each.is_on), None)) is not None:
            reach = player.next_act(now_s)
            if reach is not None:
                self._reach(reach)
            return
        else:
            self._decide(now_s)
            if self._reaching is not None:
                return
        self._due_s = now_s + self._pace_s

    @property
    def _is_over(self) -> bool:
        return self._session.match.state.scores is not None

    def _reach(self, reach: Reach) -> None:
        """Put a hand over the table; its act follows when it has arrived, and then it leaves."""
        self.world.put_hand(HAND, SIDES[reach.side % len(SIDES)], reach.tip_xy_mm)
        self._reaching = reach.act

    def _answer(self) -> None:
        """Asked, they say what they know; who knows nothing takes the last choice, which changes nothing."""
        question = self._session.questions[0]
        known = (player.answer(question) for player in self.players)
        choice = next((each for each in known if each is not None), len(question.choices) - 1)
        self._session.answer(question.id, choice, "seat 0")

    def _decide(self, now_s: float) -> None:
        """Choose, and reach for what is to be moved, if anything is."""
        match = self._session.match
        state = match.state
        self._lay_what_was_tapped()
        outcomes = state.chance_outcomes()
        if outcomes:
            action, source, side = pick_chance(outcomes, self._random), "table", 0
        else:
            asked = self._session.partner_seats.request
            seat = self._who_decides() if asked is None else state.actor.seat
            if seat is None:
                return  # the partner thinks, or a person does and says it on a phone
            action = match.game.choose(state, seat, self._random) if asked is None else asked.action
            source, side = f"seat {seat}", seat
        lying = set(match.game.depict(state).things)
        moved = (thing.xy_mm for thing in match.game.depict(state.apply(action)).things if thing not in lying)
        tip_xy_mm = next((xy_mm for xy_mm in moved if xy_mm is not None), None)
        if tip_xy_mm is None:
            self._play(action, source, now_s)
        else:
            self._reach(Reach(side, tip_xy_mm, partial(self._play, action, source)))

    def _who_decides(self) -> int | None:
        """The seat whose turn it is, else another one that the table waits for; None where people or the partner hold
        them all. Whoever chooses at the same time as a person does not wait for that person."""
        match, others = self._session.match, {*self._held(), *self._session.partner_seats.seats}
        state, first = match.state, match.state.actor.seat
        if first not in others:
            return first
        may = {getattr(action, "seat", None) for action in state.legal_actions()}
        waited_for = awaited_seats(match.game, state)
        return next((seat for seat in waited_for if seat in may and seat not in others), None)

    def _play(self, action: Action, source: str, now_s: float) -> None:
        try:
            self._session.play(action, source)
        except Refusal:  # a person at the page was quicker; look again at the next step
            return
        match = self._session.match
        self._put_right(match.game.depict(match.state))

    def _lay_what_was_tapped(self) -> None:
        """What a real person plays on a phone is carried out on the table by whoever sits there."""
        match = self._session.match
        if match.actions == self._laid:
            return
        self._laid = match.actions
        if was_tapped(match, self._held):
            self._put_right(match.game.depict(match.state))

    def _put_right(self, scene: Scene) -> None:
        """Lay everything as the rules want it, and push the dice to where they belong."""
        things: tuple[Thing, ...] = scene.things
        for player in self.players:
            things = player.dressed(things)
        self.world.arrange(replace(scene, things=things))
        lying = list(self.world.snapshot().dice)
        for thing in scene.things:
            if thing.kind != DIE_KIND or thing.xy_mm is None:
                continue
            die = next((each for each in lying if str(each.value) == thing.face), None)
            if die is not None:
                lying.remove(die)
                self.world.move(die.ident, thing.xy_mm)
