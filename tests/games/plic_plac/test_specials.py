"""The special cards (RULES.md 8)."""

from __future__ import annotations

from itertools import product

import pytest

from companion.core.actors import at_seat
from companion.games.plic_plac.actions import (
    Announce,
    Betray,
    CallBlockage,
    CardSeen,
    Cut,
    LeaveTraitor,
    Pass,
    Pocket,
    TakeSecret,
    TurnUp,
    WinOne,
)
from companion.games.plic_plac.ending import is_blocked
from companion.games.plic_plac.pieces import BY_FACE, COLOUR_CARDS, NORMAL, NULL, SPECIALS, TRAITOR, is_plic_plac
from companion.games.plic_plac.position import Phase
from companion.games.plic_plac.state import PlicPlac
from tests.games.plic_plac import playing
from tests.games.plic_plac.playing import ADA, BOB, CLEO, announced, begun, card, plic_plac, refused, run, turned


@pytest.fixture
def bob_owns_two() -> PlicPlac:
    """Bob has won two stars, and Cleo begins her turn."""
    state = run(begun(options=playing.SPECIALS), [TakeSecret(ADA, 0), Pass(ADA)])
    return plic_plac(state, (3, "red star"), (8, "blue star")).apply(Pocket(BOB))


def test_8_1_they_are_shuffled_in() -> None:
    state = run(begun(options=playing.SPECIALS), [TakeSecret(ADA, 5), Announce(ADA, "plic-plac")])
    odds = {a.card: share for a, share in state.chance_outcomes() if isinstance(a, CardSeen)}
    assert set(odds) == set(BY_FACE.values())
    assert {round(share, 9) for share in odds.values()} == {round(1 / 40, 9)}


def test_8_2_the_null_card_fits_nothing_and_is_never_won() -> None:
    assert not any(is_plic_plac(NULL, other) or is_plic_plac(other, NULL) for other in (*NORMAL, *SPECIALS))
    state = playing.with_pool(begun(options=playing.SPECIALS), ["null", "red star"]).apply(CallBlockage(BOB))
    assert [a.card.face for a in state.legal_actions() if isinstance(a, WinOne)] == ["red star"]
    assert refused(state, WinOne(BOB, NULL)) == ("never-won", "8.2")


def test_8_3_a_colour_card_fits_every_normal_card_of_its_colour() -> None:
    for special, normal in product(COLOUR_CARDS, NORMAL):
        assert is_plic_plac(special, normal) == is_plic_plac(normal, special) == (special.colour is normal.colour)
    assert not any(is_plic_plac(one, other) for one, other in product(SPECIALS, SPECIALS))
    state = plic_plac(begun(options=playing.SPECIALS), (3, "colour red"), (8, "red star")).apply(Pocket(ADA))
    assert [each.face for each in state.players[ADA].won] == ["colour red", "red star"]


def test_8_4_the_traitor_brings_back_a_card_that_an_opponent_has_won(bob_owns_two: PlicPlac) -> None:
    state = announced(bob_owns_two, "plic-plac", 20, "red heart")
    state = turned(state, 21, "traitor")
    assert (state.phase, state.actor) == (Phase.TRAITOR, at_seat(CLEO))
    assert {a.card.face for a in state.legal_actions() if isinstance(a, Betray)} == {"red star", "blue star"}
    assert refused(state, Betray(CLEO, BOB, card("green star"))) == ("not-won", "8.4")
    assert refused(state, Betray(CLEO, CLEO, card("red star"))) == ("not-won", "8.4")
    assert refused(state, Betray(BOB, BOB, card("red star"))) == ("not-your-turn", "8.4")
    state = state.apply(Betray(CLEO, BOB, card("red star")))
    assert state.phase is Phase.CUT  # red star and red heart
    assert [each.face for each in state.players[BOB].won] == ["blue star"]
    assert (state.shown[-1].place, state.shown[-1].card.face, state.traitor_gone) == (21, "red star", True)
    state = state.apply(Pocket(CLEO))
    assert [each.face for each in state.players[CLEO].won] == ["red heart", "red star"]
    assert TRAITOR not in state.left()
    assert len(state.left()) == len(state.pool)


def test_8_4_what_comes_back_stays_there_when_nothing_comes_of_it(bob_owns_two: PlicPlac) -> None:
    state = turned(announced(bob_owns_two, "plic-plac", 20, "green heart"), 21, "traitor")
    state = state.apply(Betray(CLEO, BOB, card("red star")))
    assert (state.phase, state.turn, len(state.pool)) == (Phase.TAKE, ADA, 38)
    assert card("red star") in state.left()
    assert (21, "red star") in {(each.place, each.card.face) for each in state.remembered}


def test_8_4_as_secret_card_and_in_a_cut(bob_owns_two: PlicPlac) -> None:
    secret = announced(bob_owns_two, "plic-plac", 20, "traitor")
    assert secret.phase is Phase.TRAITOR
    assert secret.apply(Betray(CLEO, BOB, card("red star"))).phase is Phase.TURN
    shown = plic_plac(bob_owns_two, (20, "green heart"), (21, "green cross"))
    cut = turned(shown.apply(Cut(ADA, 20)), 22, "traitor")
    assert cut.actor == at_seat(ADA)
    state = cut.apply(Betray(ADA, BOB, card("red star"))).apply(TurnUp(ADA, 23))
    assert state.phase is Phase.SHOWN


def test_8_4_with_nothing_to_bring_back_it_is_a_card_that_fits_nothing() -> None:
    state = announced(begun(options=playing.SPECIALS), "plic-plac", 20, "traitor")
    assert state.phase is Phase.TURN
    assert turned(state, 21, "red star").turn == BOB


def test_8_5_it_may_be_left_there(bob_owns_two: PlicPlac) -> None:
    state = turned(announced(bob_owns_two, "plic-plac", 20, "red heart"), 21, "traitor")
    assert refused(state, LeaveTraitor(ADA)) == ("not-your-turn", "8.5")
    state = state.apply(LeaveTraitor(CLEO))
    assert (state.phase, state.turn, len(state.pool), state.traitor_gone) == (Phase.TAKE, ADA, 38, False)
    assert not any(is_plic_plac(TRAITOR, other) for other in (*NORMAL, *SPECIALS))


def test_8_5_a_look_is_no_turning_up(bob_owns_two: PlicPlac) -> None:
    state = run(bob_owns_two, [TakeSecret(CLEO, 21)])
    assert not any(isinstance(action, Betray) for action in state.legal_actions())


def test_8_6_a_blockage_is_called_of_the_cards_as_they_lie() -> None:
    state = playing.with_pool(begun(options=playing.SPECIALS), ["traitor", "red star", "blue heart"])
    assert is_blocked(state)
    assert not is_blocked(playing.with_pool(begun(options=playing.SPECIALS), ["traitor", "red star", "colour red"]))
