"""RULES.md, 4.7 to 4.9: with whom each edition exchanges, for which chest, and what everybody reads of it."""

from __future__ import annotations

from random import Random

from companion.core.actors import at_seat
from companion.core.text import named
from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import Exchange, KeepChest, TakePrems
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import ActionKind, Edition
from companion.games.leprechauns.position import Phase
from companion.games.leprechauns.state import Leprechauns
from companion.table.codec import action_from_json
from tests.games.leprechauns.playing import ADA, BOB, CLEO, refused, slapped, tried
from tests.games.leprechauns.test_action_cards import exchange_round, next_round, won

NAMES = ("Ada", "Bob", "Cléo", "Dina", "Emil")


def second_round(edition: Edition) -> Leprechauns:
    """Bob has won a 9 in the first round; in the second, of exchange, Ada wins a 2 and nobody else anything."""
    state = GAME.start(3, Options(edition)).apply(TakePrems(ADA))
    state = tried(slapped(next_round(state, ActionKind.LEFT_RIGHT, (9, 5, 7)), None, ADA, None), True)
    return tried(slapped(next_round(state, ActionKind.EXCHANGE, (4, 2, 6)), BOB, CLEO, None), False, True)


def exchanges(state: Leprechauns) -> set[Exchange]:
    return {action for action in state.legal_actions() if isinstance(action, Exchange)}


def test_4_8_boxed_the_exchange_is_with_a_winner_of_this_round() -> None:
    assert second_round("boxed").phase is not Phase.EXCHANGE  # Ada alone has won a chest in this round
    state = exchange_round((9, 2, 7))
    assert exchanges(state) == {Exchange(ADA, BOB), Exchange(ADA, CLEO)}
    assert refused(state, Exchange(ADA, BOB, 7)) == ("no-prize", "4.8")


def test_4_9_print_the_exchange_is_with_anybody_who_has_won_a_chest_in_any_round() -> None:
    state = second_round("print")
    assert (state.phase, state.actor) == (Phase.EXCHANGE, at_seat(ADA))
    assert exchanges(state) == {Exchange(ADA, BOB, 9)}
    assert refused(state, Exchange(ADA, BOB)) == ("no-such-swap", "4.9")
    assert refused(state, Exchange(ADA, CLEO)) == ("no-such-swap", "4.9")
    assert refused(state, Exchange(BOB, ADA)) == ("not-exchanger", "4.9")
    assert won(state.apply(Exchange(ADA, BOB, 9))) == [[9], [2], []]
    assert won(state.apply(KeepChest(ADA))) == [[2], [9], []]
    assert state.apply(Exchange(ADA, BOB, 9)).prems == ADA  # the smallest was Ada's (clause 6.1)


def test_4_9_print_whoever_swaps_chooses_among_all_chests_of_a_player() -> None:
    state = GAME.start(2, Options("print")).apply(TakePrems(ADA))
    state = tried(slapped(next_round(state, ActionKind.LEFT_RIGHT, (9, 5)), None, ADA), True)
    state = tried(slapped(next_round(state, ActionKind.NEIGHBOUR, (7, 5)), None, ADA), True)
    state = tried(slapped(next_round(state, ActionKind.EXCHANGE, (8, 2)), BOB, ADA), True, True)
    assert exchanges(state) == {Exchange(ADA, BOB), Exchange(ADA, BOB, 7), Exchange(ADA, BOB, 9)}
    assert won(state.apply(Exchange(ADA, BOB, 9))) == [[9], [2, 7, 8]]
    assert won(state.apply(Exchange(ADA, BOB))) == [[8], [9, 7, 2]]
    said = {named(GAME.label(state, action, None).fr, NAMES) for action in exchanges(state)}
    assert said == {
        "Ada échange son 2 contre le 8 de Bob",
        "Ada échange son 2 contre le 7 gagné plus tôt par Bob",
        "Ada échange son 2 contre le 9 gagné plus tôt par Bob",
    }


def test_4_9_after_a_tie_nobody_reads_that_the_chest_is_the_smallest() -> None:
    state = exchange_round((9, 2, 2), "print")  # Ada and Bob have a 2, Cléo the 9
    assert state.actor == at_seat(CLEO)
    yours, others = GAME.prompt(state, CLEO), GAME.prompt(state, None)
    assert yours.fr == "De plus petits coffres sont à égalité, c'est votre 9 qui compte : l'échanger ?"
    assert yours.en == "Smaller chests tie, so it is your 9 that counts: swap it?"
    assert named(others.fr, NAMES) == "De plus petits coffres sont à égalité : Cléo peut échanger son 9."
    assert named(others.en, NAMES) == "Smaller chests tie: Cléo may swap the 9."
    smallest = exchange_round((9, 2, 7))
    assert GAME.prompt(smallest, ADA).fr == "Votre 2 est le plus petit coffre gagné : l'échanger ?"


def test_4_7_an_exchange_of_an_old_journal_is_for_the_chest_of_the_round() -> None:
    old = action_from_json(GAME, {"do": "Exchange", "seat": ADA, "partner": CLEO})
    assert old == Exchange(ADA, CLEO)
    assert won(exchange_round((9, 2, 7)).apply(old)) == [[9], [7], [2]]


def test_4_7_a_simulated_player_takes_the_best_chest() -> None:
    assert GAME.choose(second_round("print"), ADA, Random(1)) == Exchange(ADA, BOB, 9)
