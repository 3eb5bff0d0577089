"""RULES.md, 3: hands on chests. One test a clause."""

from __future__ import annotations

import pytest

from companion.core.actors import at_seat
from companion.games.leprechauns.actions import (
    CallFoul,
    Designate,
    FirstHand,
    FoulSeen,
    HandsStand,
    Judge,
    NoChest,
    Slap,
)
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import SEEN_FROM_ABOVE, ActionKind, Fault
from companion.games.leprechauns.position import Phase
from tests.games.leprechauns.playing import (
    ADA,
    BOB,
    CLEO,
    DINA,
    kinds,
    refused,
    run,
    slapped,
    tried,
    turned_up,
    with_action,
)


def test_3_1_everybody_slaps_the_chest_of_another() -> None:
    state = turned_up((3, 5, 8))
    assert {a for a in state.legal_actions() if isinstance(a, Slap)} == {
        Slap(ADA, BOB), Slap(ADA, CLEO), Slap(BOB, ADA), Slap(BOB, CLEO), Slap(CLEO, ADA), Slap(CLEO, BOB),
    }  # fmt: skip
    state = run(state, [Slap(BOB, CLEO), Slap(CLEO, ADA)])
    assert [(hand.seat, hand.on, hand.rank) for hand in state.hands] == [(BOB, CLEO, 1), (CLEO, ADA, 2)]
    assert state.actor == at_seat(ADA)


def test_3_2_never_the_own_chest_even_if_it_is_the_last() -> None:
    state = turned_up((3, 5, 8))
    assert refused(state, Slap(ADA, ADA)) == ("own-chest", "3.2")
    state = run(state, [Slap(ADA, BOB), Slap(BOB, ADA)])
    assert refused(state, Slap(CLEO, CLEO)) == ("own-chest", "3.2")
    assert state.actor == at_seat(ADA)  # nothing is left for Cléo, so the holder goes on
    assert HandsStand(ADA) in state.legal_actions()


def test_3_3_the_first_hand_holds_the_chest() -> None:
    state = turned_up((3, 5, 8)).apply(Slap(ADA, CLEO))
    assert refused(state, Slap(BOB, CLEO)) == ("held", "3.3")
    state = slapped(turned_up((3, 5, 8), Options(action_cards=False, shared=True)), CLEO, CLEO, BOB)
    state = tried(state, True, True, True)
    assert [[chest.value for chest in player.won] for player in state.players] == [[8], [8], [5]]


def test_3_4_a_tie_on_one_chest_is_settled_by_its_owner() -> None:
    state = turned_up((3, 5, 8, 9))
    assert refused(state, Slap(ADA, DINA, tie=True)) == ("tie-alone", "3.4")
    state = run(state, [Slap(ADA, DINA), Slap(BOB, DINA, tie=True)])
    assert [hand.rank for hand in state.hands] == [1, 1]
    assert state.actor == at_seat(DINA)
    assert refused(state, HandsStand(ADA))[0] == "contested"
    assert refused(state, FirstHand(CLEO, ADA)) == ("no-contest", "3.4")
    assert refused(state, FirstHand(DINA, CLEO)) == ("not-claiming", "3.4")
    state = state.apply(FirstHand(DINA, BOB))
    assert [(hand.seat, hand.settled) for hand in state.hands] == [(BOB, True)]


def test_3_4_hands_that_tie_on_different_chests_share_their_rank() -> None:
    state = run(turned_up((3, 5, 8)), [Slap(ADA, BOB), Slap(BOB, CLEO, tie=True), Slap(CLEO, ADA)])
    assert [hand.rank for hand in state.hands] == [1, 1, 3]
    assert state.actor == at_seat(ADA)


def test_3_5_who_was_not_first_slaps_another_chest_but_not_that_one() -> None:
    state = run(turned_up((3, 5, 8, 9)), [Slap(ADA, DINA), Slap(BOB, DINA, tie=True), FirstHand(DINA, BOB)])
    assert refused(state, Slap(ADA, DINA, tie=True)) == ("settled", "3.4")
    assert refused(state, Slap(ADA, DINA)) == ("settled", "3.4")
    assert state.apply(Slap(ADA, CLEO)).hand_of(ADA) is not None


def test_3_6_a_hand_that_lies_is_not_moved() -> None:
    state = turned_up((3, 5, 8)).apply(Slap(ADA, CLEO))
    assert refused(state, Slap(ADA, BOB)) == ("hand-lies", "3.6")
    assert refused(state, NoChest(ADA)) == ("hand-lies", "3.6")
    assert refused(state.apply(NoChest(BOB)), Slap(BOB, ADA)) == ("is-out", "3.13")


def test_3_7_who_lifts_the_hand_before_the_formula_is_judged_is_out() -> None:
    state = turned_up((3, 5, 8)).apply(Slap(ADA, CLEO))
    assert refused(state, CallFoul(ADA, BOB, Fault.LIFTED)) == ("no-hand", "3.7")
    out = state.apply(CallFoul(BOB, ADA, Fault.LIFTED))
    assert out.players[ADA].out is Fault.LIFTED
    assert refused(out, CallFoul(BOB, ADA, Fault.LIFTED)) == ("out-already", "3.7")
    assert refused(out, Slap(ADA, BOB)) == ("is-out", "3.7")
    judging = slapped(turned_up((3, 5, 8)), CLEO, ADA, BOB)
    assert (judging.phase, judging.performer) == (Phase.JUDGING, ADA)
    lifted = judging.apply(FoulSeen(BOB, Fault.LIFTED))
    assert (lifted.performer, lifted.players[BOB].out) == (ADA, Fault.LIFTED)
    done = tried(judging, True)
    assert refused(done, CallFoul(BOB, ADA, Fault.LIFTED)) == ("judged", "3.7")
    assert refused(turned_up((1, 2)), CallFoul(BOB, ADA, Fault.LIFTED)) == ("no-hand", "3.7")
    between = tried(slapped(turned_up((3, 5)), None, None))
    assert refused(between, CallFoul(BOB, ADA, Fault.LIFTED)) == ("no-hands-now", "3.7")


@pytest.mark.parametrize("fault", [Fault.UNCOVERED, Fault.TWO_HANDS])
def test_3_8_and_3_9_are_faults_in_every_round(fault: Fault) -> None:
    state = turned_up((3, 5, 8)).apply(Slap(ADA, CLEO))
    assert state.apply(CallFoul(CLEO, ADA, fault)).players[ADA].out is fault


def test_3_8_who_does_not_hide_both_motifs_is_out() -> None:
    state = turned_up((3, 5, 8)).apply(Slap(ADA, CLEO)).apply(FoulSeen(ADA, Fault.UNCOVERED))
    assert state.players[ADA].out is Fault.UNCOVERED


def test_3_9_who_uses_both_hands_is_out() -> None:
    state = turned_up((3, 5, 8)).apply(Slap(ADA, CLEO)).apply(CallFoul(BOB, ADA, Fault.TWO_HANDS))
    assert state.players[ADA].out is Fault.TWO_HANDS


def test_3_10_the_chest_under_a_hand_that_is_out_is_lost() -> None:
    state = turned_up((3, 5, 8)).apply(Slap(ADA, CLEO)).apply(CallFoul(BOB, ADA, Fault.LIFTED))
    assert refused(state, Slap(BOB, CLEO)) == ("chest-lost", "3.10")
    assert refused(state, Slap(BOB, CLEO, tie=True)) == ("chest-lost", "3.10")
    state = run(state, [Slap(BOB, ADA), Slap(CLEO, BOB), HandsStand(ADA)])
    state = tried(state, True, True)
    assert [[chest.value for chest in player.won] for player in state.players] == [[], [3], [5]]


def test_3_10_in_a_tie_the_claim_of_a_player_who_is_out_falls_away() -> None:
    state = with_action((3, 5, 8, 9), ActionKind.NEGATIVE, None, "print")
    state = run(state, [Slap(ADA, DINA), Slap(BOB, DINA, tie=True), CallFoul(CLEO, ADA, Fault.LIFTED)])
    assert [hand.seat for hand in state.hands] == [BOB]
    assert state.players[ADA].lost == ()  # it was Bob's
    assert refused(state, Slap(CLEO, DINA)) == ("held", "3.3")


def test_3_6_ranks_stay_apart_after_a_tie_was_settled() -> None:
    state = run(turned_up((3, 5, 8, 9, 1)), [Slap(ADA, DINA), Slap(CLEO, BOB), Slap(BOB, DINA, tie=True)])
    state = run(state, [FirstHand(DINA, BOB), Slap(DINA, ADA), Slap(4, CLEO)])
    assert [(hand.seat, hand.rank) for hand in state.hands] == [(CLEO, 2), (BOB, 1), (DINA, 3), (4, 4)]


def test_3_11_a_hand_may_lie_nowhere_and_the_holder_says_that_all_stand() -> None:
    state = turned_up((3, 5, 8)).apply(NoChest(BOB))
    assert kinds(state, BOB) == set()
    assert refused(state, HandsStand(ADA)) == ("own-hand-first", "3.13")
    state = run(state, [Slap(CLEO, ADA), Slap(ADA, CLEO)])
    assert state.actor == at_seat(ADA)
    assert refused(state, HandsStand(BOB)) == ("not-holder", "3.11")
    assert state.apply(HandsStand(ADA)).phase is Phase.JUDGING


def test_3_12_others_call_and_a_camera_tells_what_it_can_see() -> None:
    state = with_action((3, 5, 8), ActionKind.BACK_OF_HAND).apply(Slap(ADA, CLEO))
    assert refused(state, CallFoul(ADA, ADA, Fault.LIFTED)) == ("own-foul", "3.12")
    for fault in set(Fault) - set(SEEN_FROM_ABOVE):
        assert refused(state, FoulSeen(ADA, fault)) == ("cannot-be-seen", "3.12")
    assert set(Fault) - set(SEEN_FROM_ABOVE) == {Fault.TWO_HANDS, Fault.PALM, Fault.WRONG_HAND, Fault.LATE}
    assert state.apply(FoulSeen(ADA, Fault.LIFTED)).players[ADA].out is Fault.LIFTED
    assert {a.seat for a in state.legal_actions() if isinstance(a, CallFoul) and a.hand == ADA} == {BOB, CLEO}
    assert refused(state, CallFoul(BOB, 9, Fault.LIFTED)) == ("no-such-seat", "1.5")


def test_designate_and_judge_wait_for_their_moment() -> None:
    state = turned_up((3, 5, 8))
    assert refused(state, Designate(ADA, BOB)) == ("moment", "5.6")
    assert refused(state, Judge(ADA, True)) == ("moment", "5.3")
