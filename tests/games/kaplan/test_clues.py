"""RULES.md, 6: clue cards, the reserve, the forced pass."""

from __future__ import annotations

from dataclasses import replace

from companion.core.actors import at_seat
from companion.core.views import view
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import Bet, ChooseClue
from companion.games.kaplan.deck import deck
from companion.games.kaplan.pieces import Cover, Family, Metal
from companion.games.kaplan.position import Phase
from companion.games.kaplan.state import Kaplan
from tests.games.kaplan.playing import bet, covered, ready, refused, thrown

GOLD, COPPER, SILVER = Metal.GOLD, Metal.COPPER, Metal.SILVER


def won(place: int, *in_reserve: tuple[Metal, int], rival: int = 1, seats: int = 3) -> Kaplan:
    """Seat 0 (a bet of 5 against seat 1's `rival`) resolves the Eye of `place` with these clues in the reserve."""
    state = ready(seats)
    for clue in state.clues:
        state = state.with_clue(replace(clue, on_shield=(clue.metal, clue.number) not in in_reserve))
    others = [number for number in (1, 5, 9, 12) if number != place][:2]
    return bet(thrown(covered(state, place, Cover.EYE, (1, rival)), place, *others), place, 5)


def offered(state: Kaplan) -> list[tuple[Metal, int]]:
    return [(a.metal, a.number) for a in state.legal_actions() if isinstance(a, ChooseClue)]


def test_6_1_the_winner_takes_a_card_of_the_same_metal() -> None:
    state = won(3)
    assert (state.phase, state.actor) == (Phase.CLUE, at_seat(0))
    assert offered(state) == [(COPPER, 1), (COPPER, 2)]
    refused(state, ChooseClue(0, GOLD, 1), "other-metal", "6.1")
    refused(state, ChooseClue(1, COPPER, 1), "not-your-clue", "6.1")
    refused(state, ChooseClue(0, COPPER, 3), "no-clue", "1.1")
    refused(state, Bet(0, 5, Family.SQUARE, 1, True), "moment", "4.1")


def test_6_1_the_winner_need_not_be_the_player_in_turn() -> None:
    state = won(3, rival=9)
    assert state.actor == at_seat(1)
    state = state.apply(ChooseClue(1, COPPER, 1))
    assert (state.turn, state.phase, state.actor) == (0, Phase.BETS, at_seat(0))


def test_6_2_a_sarcophagus_of_two_metals_gives_the_choice() -> None:
    assert offered(won(1)) == [(GOLD, 1), (GOLD, 2), (COPPER, 1), (COPPER, 2)]
    assert offered(won(5)) == [(COPPER, 1), (COPPER, 2), (SILVER, 1), (SILVER, 2)]
    assert offered(won(9, (SILVER, 1))) == [(GOLD, 1), (GOLD, 2), (SILVER, 2)]


def test_6_3_the_card_goes_to_the_reserve_and_only_its_reader_knows_it() -> None:
    state = won(3).apply(ChooseClue(0, COPPER, 2))
    clue = state.clues[3]
    assert (clue.on_shield, clue.consulted_by, clue.known_to) == (False, {0}, {0})
    assert view(state, 0)["clues"][3]["text"] == clue.text
    for viewer in (1, 2, None):
        assert {"text", "kind"}.isdisjoint(view(state, viewer)["clues"][3])
    assert (state.phase, state.claim) == (Phase.BETS, None)


def test_6_3_as_long_as_the_shield_has_the_metal_the_reserve_is_closed() -> None:
    state = won(3, (COPPER, 1))
    assert offered(state) == [(COPPER, 2)]
    refused(state, ChooseClue(0, COPPER, 1), "not-on-shield", "6.4")


def test_6_4_from_an_empty_shield_the_reserve_serves_and_gets_the_card_back() -> None:
    everything = [(metal, number) for metal in Metal for number in (1, 2)]
    state = won(7, *everything)
    assert offered(state) == [(SILVER, 1), (SILVER, 2)]
    state = state.apply(ChooseClue(0, SILVER, 1))
    assert not any(clue.on_shield for clue in state.clues)
    assert state.clues[4].known_to == {0}
    assert offered(won(9, *everything)) == [(GOLD, 1), (GOLD, 2), (SILVER, 1), (SILVER, 2)]


def test_6_5_no_card_of_the_metal_on_the_shield_is_a_forced_pass() -> None:
    state = won(3, (COPPER, 1), (COPPER, 2))
    assert state.claim is None
    assert state.last_resolution is not None
    assert state.last_resolution.no_card
    assert {clue.known_to for clue in state.clues} == {frozenset()}
    assert state.place(3).cover is Cover.OFF


def test_6_6_the_turn_ends_where_its_player_had_won_the_clue() -> None:
    for rival in (1, 5):  # alone, and in a tie
        state = won(3, (COPPER, 1), (COPPER, 2), rival=rival)
        assert (state.phase, state.turn) == (Phase.THROW, 1)
        assert state.last_resolution is not None
        assert state.last_resolution.turn_lost


def test_6_6_the_turn_goes_on_where_another_player_had_won_it() -> None:
    state = won(3, (COPPER, 1), (COPPER, 2), rival=9)
    assert (state.phase, state.turn, state.bets_made, state.to_play) == (Phase.BETS, 0, 1, (1, 5))
    assert state.last_resolution is not None
    assert (state.last_resolution.no_card, state.last_resolution.turn_lost) == (True, False)


def test_6_7_players_who_tie_read_one_card_together() -> None:
    state = won(3, rival=5)
    assert state.claim is not None
    assert (state.claim.winners, state.claim.chooser) == ((0, 1), 0)
    refused(state, ChooseClue(1, COPPER, 1), "shared-clue", "6.7")
    refused(state, ChooseClue(2, COPPER, 1), "not-your-clue", "6.1")
    state = state.apply(ChooseClue(0, COPPER, 1))
    assert state.clues[2].known_to == {0, 1}
    assert sum(not clue.on_shield for clue in state.clues) == 1
    assert state.phase is Phase.BETS


def test_6_7_whoever_shares_the_clue_is_told_so() -> None:
    state = won(3, rival=5)
    assert GAME.prompt(state, 0).fr == "Vous avez gagné un indice : prenez une carte de cuivre."
    assert GAME.prompt(state, 1).fr == (
        "Vous avez gagné un indice à égalité : ⟦0⟧ prend une carte de cuivre, et vous la lirez aussi."
    )
    assert GAME.prompt(state, 2).fr == "⟦0⟧ prend une carte indice de cuivre."
    assert GAME.label(state, ChooseClue(0, COPPER, 1), 1).fr == (
        "⟦0⟧ prend l'indice de cuivre nº 1, à lire aussi par ⟦1⟧"
    )


def test_6_2_the_prompt_offers_only_metals_that_are_there() -> None:
    assert GAME.prompt(won(1), 0).en == "You won a clue: take a gold or copper card."
    assert GAME.prompt(won(1, (GOLD, 1), (GOLD, 2)), 0).en == "You won a clue: take a copper card."


def test_6_8_a_clue_is_read_in_the_lucarne_of_the_game_s_colour_beside_its_symbol() -> None:
    for draw in list(deck().words)[::29]:
        layout = deck().layout(draw)
        for kind, ident in layout.clues:
            told = {(symbol, text) for symbol, _, text in deck().lucarne(deck().card(ident), draw.position)}
            assert (draw.symbol, layout.word.clue(kind)) in told
