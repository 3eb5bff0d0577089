"""RULES.md, 4.6: a gift is won in the moment when the hand lands."""

from __future__ import annotations

from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import CallFoul, FirstHand, HandsStand, NoChest, Slap
from companion.games.leprechauns.pieces import ActionKind, Chest, Fault
from companion.games.leprechauns.position import Phase
from companion.games.leprechauns.state import Leprechauns
from tests.games.leprechauns.playing import ADA, BOB, CLEO, DINA, refused, run, with_action


def prizes(state: Leprechauns) -> list[int | None]:
    return [None if player.prize is None else player.prize.value for player in state.players]


def test_4_6_a_gift_is_won_when_the_hand_lands() -> None:
    state = with_action((3, 9, 7), ActionKind.GIFT).apply(Slap(BOB, ADA))
    assert state.players[BOB].prize == Chest(3)
    assert state.phase is Phase.HANDS
    assert GAME.lifted(state, BOB) is None
    assert refused(state, CallFoul(ADA, BOB, Fault.LIFTED)) == ("gift-won", "4.6")
    assert refused(state, CallFoul(ADA, BOB, Fault.UNCOVERED)) == ("gift-won", "4.6")
    assert refused(state, Slap(BOB, CLEO)) == ("gift-won", "4.6")
    done = run(state, [Slap(ADA, BOB), Slap(CLEO, ADA, tie=True), FirstHand(ADA, BOB), NoChest(CLEO), HandsStand(ADA)])
    assert prizes(done) == [None, 3, None]


def test_4_6_another_chest_is_no_gift() -> None:
    state = with_action((3, 9, 7), ActionKind.GIFT).apply(Slap(ADA, BOB))
    assert prizes(state) == [None, None, None]
    assert state.apply(CallFoul(BOB, ADA, Fault.LIFTED)).players[ADA].out is Fault.LIFTED


def test_4_6_a_gift_that_hands_tie_for_is_won_when_its_owner_has_said_who_was_first() -> None:
    state = run(with_action((3, 9, 7, 8), ActionKind.GIFT), [Slap(BOB, ADA), Slap(CLEO, ADA, tie=True)])
    assert prizes(state) == [None, None, None, None]
    assert prizes(state.apply(FirstHand(ADA, CLEO))) == [None, None, 3, None]
    assert prizes(state.apply(FirstHand(ADA, BOB))) == [None, 3, None, None]
    assert prizes(state.apply(CallFoul(DINA, CLEO, Fault.UNCOVERED))) == [None, 3, None, None]


def test_4_6_two_chests_of_the_smallest_value_are_two_gifts() -> None:
    state = run(with_action((3, 9, 3), ActionKind.GIFT), [Slap(ADA, CLEO), Slap(BOB, ADA)])
    assert prizes(state) == [3, 3, None]


def test_4_6_where_chests_are_shared_every_hand_on_it_wins() -> None:
    state = run(with_action((3, 9, 7), ActionKind.GIFT, shared=True), [Slap(BOB, ADA), Slap(CLEO, ADA)])
    assert prizes(state) == [None, 3, 3]
