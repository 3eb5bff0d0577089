"""RULES.md, 4: what the action cards ask for. One test a clause."""

from __future__ import annotations

import pytest

from companion.core.actors import at_seat
from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import (
    CallFoul,
    ChestTold,
    Discard,
    Exchange,
    HandsStand,
    KeepChest,
    NoChest,
    Signal,
    Slap,
    TakePrems,
    TurnAction,
)
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import ActionCard, ActionKind, Chest, Fault
from companion.games.leprechauns.position import Phase
from companion.games.leprechauns.state import Leprechauns
from tests.games.leprechauns.playing import ADA, BOB, CLEO, DINA, refused, run, slapped, tried, turned_up, with_action


def won(state: Leprechauns) -> list[list[int]]:
    return [[chest.value for chest in player.won] for player in state.players]


def lost(state: Leprechauns) -> list[list[int]]:
    return [[chest.value for chest in player.lost] for player in state.players]


@pytest.mark.parametrize(
    ("kind", "edition", "fault"),
    [
        (ActionKind.BACK_OF_HAND, "boxed", Fault.PALM),
        (ActionKind.LEFT_RIGHT, "boxed", Fault.WRONG_HAND),
        (ActionKind.NEIGHBOUR, "boxed", Fault.NOT_NEIGHBOUR),
        (ActionKind.FORBIDDEN, "print", Fault.FORBIDDEN),
    ],
)
def test_4_1_who_breaks_the_action_card_is_out(kind: ActionKind, edition: str, fault: Fault) -> None:
    number = 8 if kind is ActionKind.FORBIDDEN else None
    state = with_action((3, 5, 8, 9), kind, number, edition)
    if fault in (Fault.PALM, Fault.WRONG_HAND):
        state = state.apply(Slap(ADA, BOB))
    assert state.apply(CallFoul(CLEO, ADA, fault)).players[ADA].out is fault
    plain = turned_up((3, 5, 8, 9)).apply(Slap(ADA, BOB))
    assert refused(plain, CallFoul(CLEO, ADA, fault)) == ("no-card-now", "2.5")
    other = with_action((3, 5, 8, 9), ActionKind.EXCHANGE, None, edition).apply(Slap(ADA, BOB))
    assert refused(other, CallFoul(CLEO, ADA, fault)) == ("not-this-round", "4.1")


def test_4_1_a_hand_that_lies_where_it_may_has_not_slapped_elsewhere() -> None:
    state = with_action((3, 5, 8, 9), ActionKind.NEIGHBOUR).apply(Slap(ADA, BOB))
    assert refused(state, CallFoul(CLEO, ADA, Fault.NOT_NEIGHBOUR)) == ("hand-lies-well", "4.4")


def test_4_2_the_back_of_the_hand_is_asked_for() -> None:
    state = run(with_action((3, 5), ActionKind.BACK_OF_HAND), [Slap(ADA, BOB), Slap(BOB, ADA)])
    assert "back of every hand" in GAME.prompt(state, ADA).en
    assert state.apply(CallFoul(BOB, ADA, Fault.PALM)).players[ADA].out is Fault.PALM


def test_4_3_the_weaker_hand_is_asked_for() -> None:
    state = run(with_action((3, 5), ActionKind.LEFT_RIGHT), [Slap(ADA, BOB), Slap(BOB, ADA)])
    assert "weaker hand" in GAME.prompt(state, ADA).en
    assert state.apply(CallFoul(BOB, ADA, Fault.WRONG_HAND)).players[ADA].out is Fault.WRONG_HAND


def test_4_4_only_neighbours_chests_may_be_slapped() -> None:
    state = with_action((3, 5, 8, 9, 1), ActionKind.NEIGHBOUR)
    assert {slap.on for slap in state.legal_actions() if isinstance(slap, Slap) and slap.seat == ADA} == {1, 4}
    assert refused(state, Slap(ADA, CLEO)) == ("not-neighbour", "4.4")
    few = with_action((3, 5, 8), ActionKind.NEIGHBOUR)
    assert few.apply(Slap(ADA, CLEO)).hands


def test_4_5_the_forbidden_number_may_not_be_slapped() -> None:
    state = with_action((8, 5, 8), ActionKind.FORBIDDEN, 8, "print")
    assert refused(state, Slap(ADA, CLEO)) == ("forbidden-number", "4.5")
    assert refused(state, Slap(BOB, ADA)) == ("forbidden-number", "4.5")
    assert state.apply(Slap(ADA, BOB)).hands
    stuck = state.apply(Slap(ADA, BOB))
    assert stuck.actor == at_seat(ADA)  # nothing is left for Bob and Cléo
    void = with_action((8, 8, 8), ActionKind.FORBIDDEN, 8, "print")
    assert void.apply(Slap(ADA, CLEO)).hands
    assert refused(void, CallFoul(BOB, ADA, Fault.FORBIDDEN)) == ("no-effect", "4.5")


def test_4_6_the_smallest_chests_are_won_without_the_formula() -> None:
    state = with_action((3, 9, 3, 7), ActionKind.GIFT)
    state = run(state, [Slap(ADA, CLEO), Slap(BOB, ADA), Slap(CLEO, BOB), NoChest(DINA)])
    state = state.apply(HandsStand(ADA))
    assert [player.prize for player in state.players] == [Chest(3), Chest(3), None, None]
    assert (state.phase, state.performer) == (Phase.JUDGING, CLEO)
    unslapped = slapped(with_action((1, 9, 3), ActionKind.GIFT), CLEO, None, BOB)
    assert [player.prize for player in unslapped.players] == [None, None, None]  # the 1 lies there, and nobody has it


def exchange_round(values: tuple[int, ...], edition: str = "boxed") -> Leprechauns:
    """Everybody slaps the chest of the next player, and is right."""
    state = with_action(values, ActionKind.EXCHANGE, None, edition)
    count = len(values)
    return tried(slapped(state, *((seat + 1) % count for seat in range(count))), *[True] * count)


def test_4_7_the_winner_of_the_smallest_may_swap_it() -> None:
    state = exchange_round((9, 2, 7))  # Ada has the 2, Bob the 7, Cléo the 9
    assert (state.phase, state.actor) == (Phase.EXCHANGE, at_seat(ADA))
    assert refused(state, Exchange(BOB, CLEO)) == ("not-exchanger", "4.8")
    assert refused(state, KeepChest(BOB)) == ("not-exchanger", "4.8")
    assert refused(state, Exchange(ADA, ADA)) == ("no-prize", "4.8")
    assert won(state.apply(Exchange(ADA, CLEO))) == [[9], [7], [2]]
    assert won(state.apply(KeepChest(ADA))) == [[2], [7], [9]]
    alone = tried(slapped(with_action((9, 2), ActionKind.EXCHANGE), BOB, ADA), True, False)
    assert alone.phase is Phase.ACTION  # there is nobody to swap with


def test_4_8_boxed_a_tie_cancels_the_exchange() -> None:
    assert exchange_round((9, 2, 2)).phase is Phase.PASS_PREMS


def test_4_9_print_a_tie_leaves_it_to_the_next_smallest() -> None:
    state = exchange_round((9, 2, 2), "print")
    assert (state.phase, state.actor) == (Phase.EXCHANGE, at_seat(CLEO))
    state = exchange_round((2, 2, 7, 7, 9), "print")  # Emil has a 2, Dina the 9
    assert state.actor == at_seat(DINA)
    assert exchange_round((2, 2, 7, 7), "print").phase is Phase.PASS_PREMS


def test_4_10_boxed_a_wrong_formula_costs_half_rounded_up() -> None:
    state = with_action((4, 5), ActionKind.NEGATIVE)
    state = tried(slapped(state, BOB, ADA), False, True)
    assert (lost(state), won(state)) == ([[5], []], [[], [4]])
    assert played_out(state).scores == (-3.0, 4.0)  # the text's example: a lost 5 costs 3
    out = run(with_action((4, 5), ActionKind.NEGATIVE), [Slap(ADA, BOB), CallFoul(BOB, ADA, Fault.LIFTED)])
    assert lost(tried(slapped(out, None, ADA), True)) == [[], []]


def test_4_11_print_whatever_is_not_won_costs_its_whole_value() -> None:
    state = with_action((4, 5), ActionKind.NEGATIVE, None, "print")
    state = tried(slapped(state, BOB, ADA), False, True)
    assert played_out(state).scores == (-5.0, 4.0)
    out = run(
        with_action((4, 5), ActionKind.NEGATIVE, None, "print"), [Slap(ADA, BOB), CallFoul(BOB, ADA, Fault.LIFTED)]
    )
    assert lost(tried(slapped(out, None, ADA), True)) == [[5], []]


def played_out(state: Leprechauns) -> Leprechauns:
    """The rest of the rounds with all hands beside the chests."""
    value = 10
    while state.phase is not Phase.OVER:
        if state.phase is Phase.ACTION:
            state = state.apply(state.chance_outcomes()[0][0])
        state = state.apply(Signal(state.holder))
        for seat in state.from_holder():
            state = state.apply(ChestTold(seat, value))
        value -= 1
        state = slapped(state, *[None for _ in state.players])
    return state


def next_round(state: Leprechauns, kind: ActionKind, values: tuple[int, ...]) -> Leprechauns:
    """The first moment for hands of the next round; seat n has turned up `values[n]`."""
    state = run(state, [TurnAction(ActionCard(kind)), Signal(state.holder)])
    return run(state, [ChestTold(seat, values[seat]) for seat in state.from_holder()])


def with_chests(kind: ActionKind, *rounds: tuple[int, int]) -> Leprechauns:
    """Two players; in each round both slap and are right, so Ada wins the second value; then a round of `kind`."""
    state = GAME.start(2, Options("print")).apply(TakePrems(ADA))
    before = (ActionKind.BACK_OF_HAND, ActionKind.LEFT_RIGHT, ActionKind.NEIGHBOUR)
    for action, values in zip((*before[: len(rounds) - 1], kind), rounds, strict=True):
        state = tried(slapped(next_round(state, action, values), BOB, ADA), True, True)
    return state


def test_4_12_even_who_wins_an_even_chest_gives_up_an_earlier_one() -> None:
    state = with_chests(ActionKind.EVEN, (1, 4), (3, 6), (5, 8))  # Ada has 4 and 6 and wins the 8; Bob wins a 5
    assert (state.phase, state.actor) == (Phase.DISCARD, at_seat(ADA))
    assert refused(state, Discard(BOB, 1)) == ("owes-nothing", "4.12")
    assert refused(state, Discard(ADA, 8)) == ("not-to-discard", "4.12")
    assert won(state.apply(Discard(ADA, 4))) == [[6, 8], [1, 3, 5]]
    forced = with_chests(ActionKind.EVEN, (1, 4), (3, 7), (5, 8))
    assert won(forced) == [[7, 8], [1, 3, 5]]
    assert won(with_chests(ActionKind.EVEN, (1, 3), (5, 8))) == [[3, 8], [1, 5]]  # nothing to give up


def test_4_13_odd_the_same_with_odd_chests() -> None:
    state = with_chests(ActionKind.ODD, (1, 4), (3, 6), (5, 8))  # Bob has 1 and 3 and wins the 5
    assert (state.phase, state.actor) == (Phase.DISCARD, at_seat(BOB))
    assert refused(state, Discard(BOB, 5)) == ("not-to-discard", "4.13")
    assert won(state.apply(Discard(BOB, 3))) == [[4, 6, 8], [1, 5]]
