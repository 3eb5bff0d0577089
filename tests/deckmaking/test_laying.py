"""Laying letters round the crown and filling windows up."""

from __future__ import annotations

from random import Random

from companion.games.kaplan.deck_check import CARDS, CELLS_A_WINDOW
from companion.games.kaplan.pieces import PLACES
from deckmaking.kaplan.frame import PAWNS, SYMBOLS, TRIPLES, cards_of, triple_of
from deckmaking.kaplan.laying import crown, fill_up, shuffled

LENSES = {1: "E", 2: "E", 3: "P", 4: "R", 5: "C", 6: "H", 7: "", 8: "", 9: "", 10: "", 11: "", 12: ""}


def test_every_pawn_keeps_thirty_cards_and_every_card_has_three_pawns() -> None:
    kept = [card for pawn in PAWNS for card in cards_of(pawn)]
    assert sorted(kept) == sorted(3 * list(range(CARDS)))
    assert {len(cards_of(pawn)) for pawn in PAWNS} == {30}
    assert {triple_of(card) for card in range(CARDS)} == set(TRIPLES)


def test_the_letters_are_laid_clockwise_from_a_start_that_chance_gives() -> None:
    starts = set()
    for seed in range(100):
        laid = dict(crown("PERCHE", list(LENSES), LENSES, Random(seed)))
        assert sorted(laid) == list(PLACES)
        assert sorted(laid.values()) == sorted(LENSES)
        start = next(place for place, card in laid.items() if card == 3)
        starts.add(start)
        read = "".join(LENSES[laid[(start - 1 + step) % 12 + 1]] or "." for step in range(12))
        assert read == "PERCHE......"
    assert starts == set(PLACES)


def test_cards_with_one_lens_take_turns() -> None:
    firsts = {
        next(card for _, card in crown("PERCHE", list(LENSES), LENSES, Random(seed)) if LENSES[card] == "E")
        for seed in range(20)
    }
    assert firsts == {1, 2}


def test_windows_are_filled_up_evenly() -> None:
    held = {card: dict.fromkeys(SYMBOLS[:18], "K") for card in range(14)}
    fill_up(held, Random(1))
    assert {len(cells) for cells in held.values()} == {CELLS_A_WINDOW}
    assert all(list(cells.values())[18:] == [""] * 6 for cells in held.values())
    shown = [sum(symbol in cells for cells in held.values()) for symbol in SYMBOLS[18:]]
    assert set(shown) == {6}


def test_a_shuffled_window_holds_the_same() -> None:
    cells = dict.fromkeys(SYMBOLS[:24], "")
    assert shuffled(cells, Random(3)) == cells
    assert list(shuffled(cells, Random(3))) != list(cells)
