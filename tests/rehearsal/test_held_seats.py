"""A real person takes a seat of a demo: its puppet stops, and what the person taps is laid by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion import catalog, rehearsing, wiring
from companion.core.capabilities.awaited import awaited_seats
from companion.core.clock import ManualClock
from companion.core.game import Action, pick_chance
from companion.hardware.cues import RecordingCues
from companion.rehearsal.people import People
from companion.rehearsal.player import players_for
from companion.simulator.world import World
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session

STEP_S = 0.5
SEEN_S = 5.0
LONG_S = 60.0
"""Longer than any patience of people for the camera, which is not there."""


class Demo:
    """Simulated people at a table without a camera, and the seats that real people hold.

    Args:
        seed: decides for the people.
        told: somebody says what the camera would have seen; else it sees nothing, and nobody says it.
    """

    def __init__(self, key: str, folder: Path, seed: int = 1, *, told: bool = True) -> None:
        game, self.held = catalog.game(key), set[int]()
        self.clock, self._random, self._told, self._tells = ManualClock(), Random(3), (0, 0.0), told
        self.journal = Journal(folder / "journal.sqlite", self.clock)
        seats = game.seats[-1]
        names = rehearsing.SIMULATED_NAMES[:seats]
        self.session = open_session(self.journal, RecordingCues(), game, seats, game.options(), names)
        self.world = World(game.art)
        players = players_for(wiring.WATCHERS, rehearsing.PLAYERS, self.world, self.session, Random(seed))
        if key != "karo":
            self.world.arrange(game.depict(self.session.match.state))
        self.people = People(self.world, self.session, players, Random(seed), held=lambda: self.held)

    def go_on(self, until: Callable[[Session], bool] = lambda _: False, most_s: float = LONG_S) -> bool:
        """Let time pass until something holds; whether it did."""
        for _ in range(round(most_s / STEP_S)):
            if until(self.session):
                return True
            self.clock.wait_s(STEP_S)
            self.world.advance(STEP_S)
            self.people.step(self.clock.now_s())
            self._say_what_was_seen()
        return until(self.session)

    def _say_what_was_seen(self) -> None:
        """Somebody says what the camera would have seen by now."""
        match, now_s = self.session.match, self.clock.now_s()
        if len(match.actions) != self._told[0]:
            self._told = len(match.actions), now_s
        outcomes = match.state.chance_outcomes()
        if self._tells and outcomes and now_s - self._told[1] > SEEN_S:
            self.session.play(pick_chance(outcomes, self._random), "table")

    def waits_for(self, seat: int) -> bool:
        """Whether nothing but a person's own decision is left to wait for, and that person sits there."""
        state = self.session.match.state
        awaited = awaited_seats(self.session.game, state)
        return not state.chance_outcomes() and seat in awaited and self.held.issuperset(awaited)

    def tapped(self, seat: int) -> Action:
        """The person at `seat` plays something on a phone."""
        state = self.session.match.state
        action = self.session.game.choose(state, seat, Random(2))
        self.session.play(action, f"seat {seat}")
        return action


@pytest.mark.parametrize("key", ["karo", "kaplan", "kaleidoscope", "leprechauns"])
def test_a_held_seat_decides_nothing_by_itself_and_the_others_go_on_after_it(key: str, tmp_path: Path) -> None:
    demo = Demo(key, tmp_path)
    demo.held.add(0)
    assert demo.go_on(lambda _: demo.waits_for(0), most_s=600), "chance and the others play as before"
    actions = demo.session.match.actions
    demo.go_on()
    assert demo.session.match.actions == actions, "nobody decides for a person"
    while demo.waits_for(0):
        demo.tapped(0)
    actions = demo.session.match.actions
    assert demo.go_on(lambda session: session.match.actions != actions, most_s=120), "then the others play"
    assert getattr(demo.session.match.actions[len(actions)], "seat", None) != 0
    demo.journal.close()


def test_whoever_chooses_at_the_same_time_does_not_wait_for_a_person(tmp_path: Path) -> None:
    demo = Demo("leprechauns", tmp_path)
    demo.held.add(0)
    everybody = awaited_seats(demo.session.game, demo.session.match.state)
    assert demo.go_on(lambda _: demo.waits_for(0)), "the others have chosen"
    assert len(everybody) > 1
    assert all(getattr(action, "seat", None) != 0 for action in demo.session.match.actions)
    demo.journal.close()


def test_a_tapped_turn_is_carried_out_on_the_board(tmp_path: Path) -> None:
    demo = Demo("karo", tmp_path)
    demo.held |= {0, 1}
    demo.go_on()
    (player,) = (each for each in demo.people.players if hasattr(each, "done"))
    assert player.done
    demo.tapped(0)
    assert not player.done
    demo.go_on()
    assert player.done, "the board lies as the match has it"
    assert len(demo.session.match.actions) == 1
    demo.journal.close()
