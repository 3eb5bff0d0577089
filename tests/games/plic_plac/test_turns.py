"""A turn: the secret card, the announcement, what is shown (RULES.md 2 to 5)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import cast

import pytest

from companion.core.actors import CHANCE, at_seat
from companion.games.plic_plac import GAME
from companion.games.plic_plac.actions import (
    Announce,
    Announced,
    CardSeen,
    CardTold,
    Cut,
    GiveUp,
    Pass,
    Pocket,
    TakeSecret,
    TurnUp,
)
from companion.games.plic_plac.kinds import BACK
from companion.games.plic_plac.pieces import NORMAL, Card, is_plic_plac, is_ploc
from companion.games.plic_plac.position import Phase
from tests.games.plic_plac.playing import (
    ADA,
    BOB,
    CLEO,
    announced,
    begun,
    card,
    plic_plac,
    ploc,
    refused,
    run,
    told,
    turned,
    with_pool,
    won,
)


def test_2_1_the_player_takes_any_card_of_the_pool() -> None:
    state = begun()
    assert {a.place for a in state.legal_actions() if isinstance(a, TakeSecret)} == set(range(36))
    assert refused(state, TakeSecret(ADA, 36)) == ("no-card-there", "2.1")
    assert refused(state, TakeSecret(BOB, 3)) == ("not-your-turn", "2.1")
    state = state.apply(TakeSecret(ADA, 3))
    assert (state.phase, state.secret) == (Phase.SECRET, 3)
    assert refused(state, TakeSecret(ADA, 4)) == ("moment", "2.1")
    assert "place 3" not in {thing.name for thing in GAME.depict(state).things}


def test_2_2_then_announces_or_passes() -> None:
    state = run(begun(), [TakeSecret(ADA, 3)])
    own = [action for action in state.legal_actions() if getattr(action, "seat", None) == ADA]
    assert own[:3] == [Announce(ADA, "plic-plac"), Announce(ADA, "plic-plac-ploc"), Pass(ADA)]
    assert refused(state, Announce(ADA, cast("Announced", "plac"))) == ("no-such-announcement", "2.2")
    assert refused(state, TurnUp(ADA, 4)) == ("moment", "4.1")


def test_2_3_who_passes_puts_it_back_and_the_turn_ends() -> None:
    before = begun()
    state = run(before, [TakeSecret(ADA, 3), Pass(ADA)])
    assert state == replace(before, turn=BOB)
    assert GAME.depict(state) == GAME.depict(before)


def test_2_4_what_goes_back_goes_to_its_place() -> None:
    state = plic_plac(begun(), (3, "red star"), (8, "blue heart"))
    lies = {thing.name: thing.face for thing in GAME.depict(state).things}
    assert (lies["place 3"], lies["place 8"]) == (BACK, BACK)
    # Most likely the same card comes up there again, and not elsewhere.
    again = run(state, [TakeSecret(BOB, 3), Announce(BOB, "plic-plac")])
    odds = {a.card: share for a, share in again.chance_outcomes() if isinstance(a, CardSeen)}
    assert odds[card("red star")] == pytest.approx(0.98)
    other = run(state, [TakeSecret(BOB, 20), Announce(BOB, "plic-plac")])
    odds = {a.card: share for a, share in other.chance_outcomes() if isinstance(a, CardSeen)}
    assert odds[card("red star")] == pytest.approx(0.01)
    assert odds[card("green cross")] == pytest.approx(0.98 / 34)


def test_2_4_what_is_seen_counts() -> None:
    """Somebody has put the star back where the heart was."""
    state = plic_plac(begun(), (3, "red star"), (8, "blue heart"))
    state = announced(state, "plic-plac", 8, "red star")
    assert [(each.place, each.card) for each in state.shown] == [(8, card("red star"))]
    state = turned(state, 9, "blue cross")
    assert [(each.place, each.card.face) for each in state.remembered] == [(8, "red star"), (9, "blue cross")]


def test_2_5_a_plic_plac_is_announced_in_turn_alone() -> None:
    state = run(begun(), [TakeSecret(ADA, 3)])
    assert refused(state, Announce(BOB, "plic-plac")) == ("not-your-turn", "2.5")
    shown = plic_plac(begun(), (3, "red star"), (8, "blue star"))
    assert refused(shown, Announce(BOB, "plic-plac")) == ("moment", "2.5")


def test_2_6_an_announcement_is_not_changed() -> None:
    state = announced(begun(), "plic-plac", 3, "red star")
    assert refused(state, Announce(ADA, "plic-plac-ploc")) == ("announced-already", "2.6")
    assert refused(state, GiveUp(ADA)) == ("only-a-ploc", "5.4")


def test_2_7_a_ploc_is_announced_in_turn_or_to_cut() -> None:
    taken = run(begun(), [TakeSecret(ADA, 3)])
    assert Announce(ADA, "plic-plac-ploc") in taken.legal_actions()
    assert refused(taken, Announce(BOB, "plic-plac-ploc")) == ("not-your-turn", "2.7")
    shown = plic_plac(begun(), (3, "red star"), (8, "blue star"))
    assert refused(shown, Announce(BOB, "plic-plac-ploc")) == ("moment", "2.7")
    cut = shown.apply(Cut(BOB, 3))
    assert (cut.announced, cut.active) == ("plic-plac-ploc", BOB)


def test_3_1_same_shape_or_same_colour() -> None:
    pairs = [frozenset((one, other)) for one, other in combinations(NORMAL, 2) if is_plic_plac(one, other)]
    # Each card has 5 others of its shape and 5 of its colour.
    assert len(set(pairs)) == 36 * 10 // 2
    assert is_plic_plac(card("red star"), card("red heart"))
    assert is_plic_plac(card("red star"), card("blue star"))
    assert not is_plic_plac(card("red star"), card("blue heart"))


@pytest.mark.parametrize(
    ("faces", "fits"),
    [
        (("red star", "blue star", "blue heart"), True),
        (("blue star", "red star", "blue heart"), True),
        (("red star", "blue heart", "blue star"), True),
        (("red star", "red heart", "red cross"), True),
        (("red star", "red heart", "blue cross"), False),
        (("red star", "blue heart", "green cross"), False),
    ],
)
def test_3_2_three_cards_of_which_two_pairs_fit(faces: tuple[str, ...], fits: bool) -> None:
    assert is_ploc([card(face) for face in faces]) is fits


def test_3_2_counted_another_way() -> None:
    """A card in the middle fits both others, and it does not matter which."""

    def linked(cards: tuple[Card, ...]) -> bool:
        return any(
            is_plic_plac(cards[m], cards[n]) and is_plic_plac(cards[m], cards[k])
            for m, n, k in ((0, 1, 2), (1, 0, 2), (2, 0, 1))
        )

    some = [each for number, each in enumerate(NORMAL) if number % 2 == 0]
    assert all(is_ploc(cards) is linked(cards) for cards in combinations(some, 3))


def test_4_1_the_secret_card_comes_up_first_then_another_one() -> None:
    state = run(begun(), [TakeSecret(ADA, 3), Announce(ADA, "plic-plac")])
    assert (state.phase, state.due, state.actor) == (Phase.SHOWN, 3, CHANCE)
    assert refused(state, CardSeen(4, card("red star"))) == ("not-the-turned", "4.1")
    state = told(state, "red star")
    assert (state.phase, state.actor) == (Phase.TURN, at_seat(ADA))
    assert refused(state, TurnUp(ADA, 3)) == ("already-up", "4.1")
    assert refused(state, TurnUp(BOB, 4)) == ("not-your-turn", "4.1")
    state = state.apply(TurnUp(ADA, 4))
    assert refused(state, CardSeen(4, card("red star"))) == ("card-up", "4.1")


def test_4_1_anybody_may_say_what_came_up() -> None:
    state = run(begun(), [TakeSecret(ADA, 3), Announce(ADA, "plic-plac")])
    assert state.apply(CardTold(BOB, "red star")) == told(state, "red star")
    assert {a.seat for a in state.legal_actions() if isinstance(a, CardTold)} == {ADA, BOB, CLEO}
    assert refused(state, CardTold(BOB, "red moon")) == ("no-such-card", "1.1")


def test_4_2_a_plic_plac_is_won_after_asking() -> None:
    state = plic_plac(begun(), (3, "red star"), (8, "blue star"))
    assert (state.phase, state.actor) == (Phase.CUT, at_seat(ADA))
    assert refused(state, Pocket(BOB)) == ("not-your-turn", "4.2")
    state = state.apply(Pocket(ADA))
    assert [each.face for each in state.players[ADA].won] == ["red star", "blue star"]
    assert (len(state.pool), 3 in state.pool, 8 in state.pool) == (34, False, False)
    assert (state.phase, state.turn, state.shown) == (Phase.TAKE, BOB, ())


def test_4_3_what_is_none_goes_back_and_nobody_cuts() -> None:
    state = plic_plac(begun(), (3, "red star"), (8, "blue heart"))
    assert (state.phase, state.turn, len(state.pool)) == (Phase.TAKE, BOB, 36)
    assert not any(isinstance(action, Cut) for action in state.legal_actions())
    assert all(player.won == () for player in state.players)


def test_4_4_won_cards_lie_face_up_and_come_up_no_more() -> None:
    state = won(begun(), ((3, "red star"), (8, "blue star")))
    pocketed = [thing for thing in GAME.depict(state).things if thing.name == "won 0"]
    assert [thing.face for thing in pocketed] == ["blue star"]
    state = run(state, [TakeSecret(BOB, 4), Announce(BOB, "plic-plac")])
    assert refused(state, CardSeen(4, card("red star"))) == ("card-won", "4.4")
    assert card("blue star") not in {a.card for a, _ in state.chance_outcomes() if isinstance(a, CardSeen)}


def test_5_1_two_others_are_turned_up() -> None:
    state = announced(begun(), "plic-plac-ploc", 3, "red star")
    state = turned(state, 8, "blue heart")  # whatever it is, the third may link them
    assert state.phase is Phase.TURN
    assert turned(state, 9, "red heart").phase is Phase.TAKE


def test_5_1_it_takes_three_cards_to_announce_one() -> None:
    state = with_pool(begun(), ["red star", "red heart"], winner=BOB).apply(TakeSecret(ADA, 0))
    assert refused(state, Announce(ADA, "plic-plac-ploc")) == ("too-few", "5.1")


def test_5_2_a_ploc_is_won() -> None:
    state = ploc(begun(), (3, "red star"), (8, "blue heart"), (9, "red heart"))
    player = state.players[ADA]
    assert [each.face for each in player.won] == ["red star", "blue heart", "red heart"]
    assert (player.plocs, len(state.pool), state.turn) == (1, 33, BOB)


def test_5_3_what_is_none_goes_back() -> None:
    state = ploc(begun(), (3, "red star"), (8, "red heart"), (9, "blue cross"))
    assert (state.players[ADA].won, len(state.pool), state.turn) == ((), 36, BOB)
    assert [each.place for each in state.remembered] == [3, 8, 9]


@pytest.mark.parametrize("up", [1, 2])
def test_5_4_it_may_be_given_up_before_all_are_up(up: int) -> None:
    state = announced(begun(), "plic-plac-ploc", 3, "red star")
    state = state if up == 1 else turned(state, 8, "blue heart")
    assert refused(state, GiveUp(BOB)) == ("not-your-turn", "5.4")
    state = state.apply(GiveUp(ADA))
    assert (state.phase, state.turn, len(state.pool), len(state.remembered)) == (Phase.TAKE, BOB, 36, up)


def test_5_5_a_ploc_cannot_be_cut() -> None:
    state = ploc(begun(), (3, "red star"), (8, "blue star"), (9, "red heart"))
    assert state.phase is Phase.TAKE
    assert refused(state, Cut(BOB, 3)) == ("moment", "6.1")
    during = announced(begun(), "plic-plac-ploc", 3, "red star")
    assert refused(during, Cut(BOB, 3)) == ("ploc-uncut", "5.5")
