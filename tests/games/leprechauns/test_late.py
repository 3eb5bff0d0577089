"""RULES.md, 3.11 and 3.13: for whom the table waits, who is late, and who has nothing left to slap."""

from __future__ import annotations

import pytest

from companion.core.actors import at_seat
from companion.core.text import named
from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import CallFoul, FirstHand, FoulSeen, HandsStand, NoChest, Slap
from companion.games.leprechauns.hands import free_chests, waiting
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import ActionKind, Fault
from companion.games.leprechauns.position import Phase
from companion.games.leprechauns.state import Leprechauns
from tests.games.leprechauns.playing import (
    ADA,
    BOB,
    CLEO,
    DINA,
    SETUPS,
    random_game,
    refused,
    run,
    turned_up,
    with_action,
)

NAMES = ("Ada", "Bob", "Cléo", "Dina")


def test_3_13_the_table_waits_while_a_chest_is_left() -> None:
    state = run(turned_up((3, 5, 8)), [Slap(ADA, BOB), Slap(BOB, CLEO)])
    assert (waiting(state), state.actor) == ((CLEO,), at_seat(CLEO))
    assert refused(state, HandsStand(ADA)) == ("still-landing", "3.13")
    assert state.apply(Slap(CLEO, ADA)).apply(HandsStand(ADA)).phase is Phase.JUDGING


def test_3_13_who_says_to_have_slapped_nothing_while_a_chest_is_left_is_late_and_out() -> None:
    state = run(turned_up((3, 5, 8)), [Slap(ADA, BOB), Slap(BOB, CLEO)])
    assert named(GAME.label(state, NoChest(CLEO), None).fr, NAMES) == "Cléo n'a pas tapé à temps"
    late = state.apply(NoChest(CLEO))
    assert late.players[CLEO].out is Fault.LATE
    assert refused(late, Slap(CLEO, ADA)) == ("is-out", "3.13")
    assert refused(late, NoChest(CLEO)) == ("is-out", "3.13")
    assert HandsStand(ADA) in late.legal_actions()


def test_3_13_whoever_has_played_judges_somebody_late() -> None:
    state = run(turned_up((3, 5, 8, 9)), [Slap(ADA, BOB)])
    calls = {a for a in state.legal_actions() if isinstance(a, CallFoul) and a.fault is Fault.LATE}
    assert calls == {CallFoul(ADA, hand, Fault.LATE) for hand in (BOB, CLEO, DINA)}
    assert refused(state, CallFoul(BOB, CLEO, Fault.LATE)) == ("late-caller", "3.13")
    assert refused(state, CallFoul(BOB, ADA, Fault.LATE)) == ("late-caller", "3.13")
    assert refused(state.apply(Slap(BOB, ADA)), CallFoul(BOB, ADA, Fault.LATE)) == ("has-played", "3.13")
    late = state.apply(CallFoul(ADA, CLEO, Fault.LATE))
    assert (late.players[CLEO].out, waiting(late)) == (Fault.LATE, (BOB, DINA))
    assert refused(state, FoulSeen(CLEO, Fault.LATE)) == ("cannot-be-seen", "3.12")


def test_3_13_whoever_has_no_chest_left_may_call_another_late() -> None:
    state = with_action((8, 5, 8), ActionKind.FORBIDDEN, 8, "print")
    assert free_chests(state, BOB) == ()
    assert state.apply(CallFoul(BOB, CLEO, Fault.LATE)).players[CLEO].out is Fault.LATE


def test_3_13_players_who_wait_are_told_to_call_it_late() -> None:
    state = run(turned_up((3, 5, 8)), [Slap(ADA, BOB), Slap(BOB, CLEO)])
    assert GAME.prompt(state, ADA).fr.endswith("Si elle tarde trop, signalez-le.")
    assert GAME.prompt(state, None).fr == "On attend encore une main sur un coffre : ⟦2⟧."


def test_3_13_a_chest_under_a_late_hand_does_not_cost_anything() -> None:
    state = with_action((3, 5, 8), ActionKind.NEGATIVE, None, "print")
    late = run(state, [Slap(ADA, BOB), CallFoul(ADA, CLEO, Fault.LATE)])
    assert late.players[CLEO].lost == ()


def test_3_13_whoever_lost_a_tie_is_waited_for_too() -> None:
    state = run(turned_up((3, 5, 8)), [Slap(ADA, CLEO), Slap(BOB, CLEO, tie=True), FirstHand(CLEO, ADA)])
    assert waiting(state) == (BOB, CLEO)


def test_3_13_after_the_hands_stood_nobody_is_late_any_more() -> None:
    state = run(turned_up((3, 5, 8)), [Slap(ADA, BOB), Slap(BOB, CLEO), Slap(CLEO, ADA), HandsStand(ADA)])
    assert refused(state, CallFoul(ADA, CLEO, Fault.LATE)) == ("hands-stood", "3.11")


def test_3_11_who_has_no_chest_left_is_neither_waited_for_nor_late() -> None:
    state = run(turned_up((3, 5, 8)), [Slap(ADA, BOB), Slap(BOB, ADA)])
    assert waiting(state) == ()  # Cléo's own is the last: nobody slaps it
    assert refused(state, CallFoul(ADA, CLEO, Fault.LATE)) == ("nothing-left", "3.11")
    assert named(GAME.label(state, NoChest(CLEO), None).fr, NAMES) == "Cléo n'a plus de coffre à taper"
    said = state.apply(NoChest(CLEO))
    assert said.players[CLEO].out is None
    assert refused(said, Slap(CLEO, ADA, tie=True)) == ("said-none", "3.11")
    assert refused(said, NoChest(CLEO)) == ("said-none", "3.11")
    assert HandsStand(ADA) in said.legal_actions()


def test_3_11_a_chest_that_the_action_card_forbids_is_none_that_is_left() -> None:
    state = with_action((8, 5, 8), ActionKind.FORBIDDEN, 8, "print")
    assert [free_chests(state, seat) for seat in (ADA, BOB, CLEO)] == [(BOB,), (), (BOB,)]
    assert state.apply(NoChest(BOB)).players[BOB].out is None
    assert state.apply(NoChest(CLEO)).players[CLEO].out is Fault.LATE


def test_3_13_where_chests_are_shared_one_is_always_left() -> None:
    state = run(turned_up((3, 5, 8), Options(action_cards=False, shared=True)), [Slap(ADA, BOB), Slap(BOB, ADA)])
    assert free_chests(state, CLEO) == (ADA, BOB)
    assert state.apply(NoChest(CLEO)).players[CLEO].out is Fault.LATE


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_3_13_in_whole_games_nobody_without_a_hand_is_excused_while_a_chest_is_left(
    seats: int, options: Options
) -> None:
    for seed in range(4):
        match = random_game(seats, options, seed)
        for state, action in zip(match.states, match.actions, strict=False):
            if isinstance(action, HandsStand):
                assert isinstance(state, Leprechauns)
                excused = (p.seat for p in state.players if p.out is None and state.hand_of(p.seat) is None)
                assert not any(free_chests(state, seat) for seat in excused)
