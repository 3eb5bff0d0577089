"""The button at a seat, and what the whole table hears (clauses 2.3 and 2.6)."""

from __future__ import annotations

import pytest

from companion.core.capabilities.buttons import ButtonPress, WantsButtons
from companion.core.capabilities.calls import Call, MakesCalls
from companion.core.game import SeatAction
from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import CallFoul, ChestTold, FoulSeen, HandsStand, Signal, Slap, TakePrems
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import Fault
from companion.games.leprechauns.state import Leprechauns
from tests.games.leprechauns.playing import ADA, BOB, CLEO, PLAIN, SETUPS, random_game, run, turned_up

AT_S = 12.5


def test_2_6_the_youngest_takes_prems_with_the_button() -> None:
    state = GAME.start(3, PLAIN)
    assert [GAME.pressed(state, ButtonPress(seat, AT_S)) for seat in range(3)] == [TakePrems(seat) for seat in range(3)]


def test_2_6_the_holder_alone_gives_the_signal_with_the_button() -> None:
    state = run(GAME.start(3, PLAIN), [TakePrems(BOB)])
    assert [GAME.pressed(state, ButtonPress(seat, AT_S)) for seat in range(3)] == [None, Signal(BOB), None]


def test_2_6_the_holder_says_with_the_button_that_the_hands_stand_once_all_lie() -> None:
    state = turned_up([3, 5, 7])
    for slap in (Slap(ADA, BOB), Slap(BOB, CLEO)):
        state = state.apply(slap)
        assert GAME.pressed(state, ButtonPress(ADA, AT_S)) is None
    state = state.apply(Slap(CLEO, ADA))
    assert [GAME.pressed(state, ButtonPress(seat, AT_S)) for seat in range(3)] == [HandsStand(ADA), None, None]


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_2_6_whatever_a_button_does_the_rules_allow_it_and_a_phone_can_do_it(seats: int, options: Options) -> None:
    for state in random_game(seats, options, 1).states:
        assert isinstance(state, Leprechauns)
        for seat in range(len(state.players)):
            action = GAME.pressed(state, ButtonPress(seat, AT_S))
            if action is not None:
                assert isinstance(action, SeatAction)
                assert action.seat == seat
                assert action in state.legal_actions()


def test_2_3_the_signal_is_called_out_and_so_is_a_foul() -> None:
    assert isinstance(GAME, WantsButtons)
    assert isinstance(GAME, MakesCalls)
    assert GAME.call(Signal(ADA)) is Call.REVEAL
    assert GAME.call(CallFoul(ADA, BOB, Fault.LIFTED)) is Call.FOUL
    assert GAME.call(FoulSeen(BOB, Fault.LIFTED)) is Call.FOUL
    assert GAME.call(ChestTold(ADA, 3)) is None
