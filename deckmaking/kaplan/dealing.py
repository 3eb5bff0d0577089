"""Deals a pawn's words to its cards: which card holds which letter number or clue ("K"), 24 symbols in each window."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from ortools.sat.python import cp_model

from companion.games.kaplan.deck import CLUE_HOLDS, Symbol
from companion.games.kaplan.deck_check import CELLS_A_WINDOW
from companion.games.kaplan.pieces import CLUES_A_METAL, PLACES, ClueKind, Metal
from deckmaking.kaplan.candidates import Candidate
from deckmaking.kaplan.cpsat import solved
from deckmaking.kaplan.frame import BLANK
from deckmaking.kaplan.laying import crown, fill_up, shuffled

CLUES_A_LUCARNE = ((6, 7), (5, 8), (4, 8))
"""(least, most) clues in a window, tried in this order: the most even spread that the letters allow is taken. The print
has room for 8."""
_LIMIT = 2.0  # deterministic seconds
_LUCK = 100  # random weights 0 to 99 choose among the many solutions


@dataclass(frozen=True, slots=True)
class Hand:
    """The thirty cards of a pawn: lens and metal of each, by card number."""

    lenses: dict[int, str]
    metals: dict[int, Metal]


@dataclass(frozen=True, slots=True)
class Deal:
    """What a pawn's windows hold.

    Attributes:
        holds: for each card its 24 symbols in random order, each with "1" to "12", "K" or "".
        clues: for each symbol, the card that gives each kind of clue.
    """

    holds: dict[int, dict[Symbol, str]]
    clues: dict[Symbol, dict[ClueKind, int]]


def deal(hand: Hand, words: dict[Symbol, Candidate], random: Random) -> Deal:
    """Deal letters, clues and empty symbols.

    Args:
        hand: the pawn's cards.
        words: the word of each symbol.
        random: source of all randomness.

    Raises:
        RuntimeError: the words do not fit into the windows.
    """
    held: dict[int, dict[Symbol, str]] = {card: {} for card in hand.lenses}
    clues: dict[Symbol, dict[ClueKind, int]] = {}
    serving = _serving(hand, words, random)
    for symbol, (letters, clue_cards) in serving.items():
        for place, card in crown(words[symbol].word, letters, hand.lenses, random):
            held[card][symbol] = str(place)
        random.shuffle(clue_cards)
        clues[symbol] = dict(zip(ClueKind, clue_cards, strict=True))
        for card in clue_cards:
            held[card][symbol] = CLUE_HOLDS
    fill_up(held, random)
    return Deal({card: shuffled(cells, random) for card, cells in held.items()}, clues)


def _serving(hand: Hand, words: dict[Symbol, Candidate], random: Random) -> dict[Symbol, tuple[list[int], list[int]]]:
    """The twelve letter cards and the six clue cards of each symbol."""
    seed = random.randrange(2**31)
    *evener, last = CLUES_A_LUCARNE
    for spread in evener:
        with suppress(RuntimeError):
            return _solve(hand, words, spread, seed)
    return _solve(hand, words, last, seed)


def _solve(
    hand: Hand, words: dict[Symbol, Candidate], spread: tuple[int, int], seed: int
) -> dict[Symbol, tuple[list[int], list[int]]]:
    random = Random(seed)
    model = cp_model.CpModel()
    letter = {(s, card): model.new_bool_var("") for s in words for card in hand.lenses}
    clue = {(s, card): model.new_bool_var("") for s in words for card in hand.lenses}
    by_lens = defaultdict(list)
    for card, lens in hand.lenses.items():
        by_lens[lens].append(card)
    for symbol, candidate in words.items():
        for lens, cards in by_lens.items():
            need = len(PLACES) - len(candidate.word) if lens == BLANK else candidate.word.count(lens)
            model.add(sum(letter[symbol, card] for card in cards) == need)
        for metal in Metal:
            of_metal = [clue[symbol, card] for card, its in hand.metals.items() if its is metal]
            model.add(sum(of_metal) == len(CLUES_A_METAL))
        for card in hand.lenses:
            model.add_at_most_one(letter[symbol, card], clue[symbol, card])
    for card in hand.lenses:
        clues = sum(clue[symbol, card] for symbol in words)
        model.add_linear_constraint(clues, *spread)
        model.add(clues + sum(letter[symbol, card] for symbol in words) <= CELLS_A_WINDOW)
    model.maximize(sum(random.randrange(_LUCK) * variable for variable in (*letter.values(), *clue.values())))
    solver = solved(model, seed, _LIMIT, "the deal")
    return {
        s: (
            [card for card in hand.lenses if solver.value(letter[s, card])],
            [card for card in hand.lenses if solver.value(clue[s, card])],
        )
        for s in words
    }
