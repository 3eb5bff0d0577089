"""Chooses the letters of the cards' lenses by simulated annealing, so that every pawn can spell many words."""

from __future__ import annotations

from math import exp
from random import Random

import numpy as np
from numpy.typing import NDArray

from companion.games.kaplan.deck_check import CARDS_A_TRIPLE
from companion.games.kaplan.pieces import LONGEST_WORD, SHORTEST_WORD
from deckmaking.kaplan.candidates import Candidate
from deckmaking.kaplan.frame import BLANK, LETTERS, PAWNS, TRIPLES, triples_of

Bags = NDArray[np.int8]
"""Counts of the letters A to Z: (26,) or (words, 26) int8."""

MOVES = 20_000
"""Random changes that the annealing tries."""
START_HEAT, END_HEAT = 1.0, 0.01
"""Temperature at the start and at the end, in units of the score: doubling a pawn's words of one length gains ln 2."""

BLANKS_A_PAWN = (7, 9)
"""Least and most blank lenses of a pawn. With fewer, the rings of 32 words of 8 letters cannot be filled with 24
symbols a window; with more, letters are lost."""
_BLANK_PRICE = 8.0  # a blank too many or too few: more than any letter brings
_LENGTH_WEIGHTS = {6: 1.0, 7: 1.5, 8: 1.5, 9: 1.5, 10: 1.2, 11: 1.0, 12: 2.0}  # about how many words of it we want
_LETTER_WEIGHT = 1.0  # keeps J, Q, V, X, Y and Z in the deck, which few words need
_DIGITS = 6  # of the score: processors differ in the last bits of a logarithm, and a seed shall mean one deck
_STARTING_LETTERS = "EEEEEEEEEEEEEAAAAAAAAIIIIIIIOOOOOOUUUURRRRRRRSSSSTTTTTTNNNNNNLLLLLCCCCPPPMMMDDGGBBFHVQJXYZ"
"""The lenses before annealing: these letters, and blanks for the rest."""


class _Score:
    """Rates a choice of lenses: each pawn and the whole deck need words of every length and with every letter."""

    def __init__(self, candidates: tuple[Candidate, ...]) -> None:
        self._needs = needs(list(candidates))
        self._uses = (self._needs > 0).astype(np.float64)
        lengths = [len(c.word) for c in candidates]
        wanted = range(SHORTEST_WORD, LONGEST_WORD + 1)
        self._by_length = np.array([[float(length == one) for length in lengths] for one in wanted])
        self._weights = np.array([_LENGTH_WEIGHTS[length] for length in wanted])

    def spells(self, bag: Bags) -> NDArray[np.float64]:
        """(words,) float64: 1.0 for each word that can be spelt with the letters of the bag (26,), else 0.0."""
        return np.asarray((self._needs <= bag).all(axis=1), dtype=np.float64)

    def total(self, spelt: NDArray[np.float64], blanks: list[int]) -> float:
        """The score, higher is better. Numbers of words count by their logarithm: the tenth word matters less.

        Args:
            spelt: (pawns, words) float64, as `spells` gives it for each pawn.
            blanks: number of blanks of each pawn.
        """
        each = np.log1p(spelt @ self._by_length.T) @ self._weights
        different = np.log1p(self._by_length @ spelt.max(axis=0)) @ self._weights
        letters = np.log1p(spelt.sum(axis=0) @ self._uses)
        low, high = BLANKS_A_PAWN
        price = sum(_BLANK_PRICE * max(low - count, 0, count - high) for count in blanks)
        return round(float(each.sum() + len(PAWNS) * different + _LETTER_WEIGHT * letters.sum()) - price, _DIGITS)


def needs(candidates: list[Candidate]) -> Bags:
    """How often each word contains each letter, (words, 26) int8."""
    return np.array([[c.word.count(letter) for letter in LETTERS] for c in candidates], dtype=np.int8)


def bag_of(lenses: list[list[str]], pawn_triples: tuple[int, ...]) -> tuple[Bags, int]:
    """Counts (26,) of the letters on a pawn's thirty cards, and the number of its blanks."""
    held = [lens for triple in pawn_triples for lens in lenses[triple]]
    return np.array([held.count(letter) for letter in LETTERS], dtype=np.int8), held.count(BLANK)


def choose_lenses(candidates: tuple[Candidate, ...], random: Random) -> list[list[str]]:
    """The five lenses of each triple, a letter or BLANK each, in the order of TRIPLES."""
    score = _Score(candidates)
    flat = [*_STARTING_LETTERS, *[BLANK] * (CARDS_A_TRIPLE * len(TRIPLES) - len(_STARTING_LETTERS))]
    random.shuffle(flat)
    lenses = [flat[start : start + CARDS_A_TRIPLE] for start in range(0, len(flat), CARDS_A_TRIPLE)]
    members = [triples_of(pawn) for pawn in PAWNS]
    bags = [bag_of(lenses, triples) for triples in members]
    spelt = np.array([score.spells(bag) for bag, _ in bags])
    now = score.total(spelt, [blanks for _, blanks in bags])
    for move in range(MOVES):
        heat = START_HEAT * (END_HEAT / START_HEAT) ** (move / MOVES)
        changes = _change(lenses, random)
        before = [(triple, nth, lenses[triple][nth]) for triple, nth, _ in changes]
        _apply(lenses, changes)
        touched = [p for p, triples in enumerate(members) if any(t in triples for t, _, _ in changes)]
        new_bags, new_spelt = list(bags), spelt.copy()
        for p in touched:
            new_bags[p] = bag_of(lenses, members[p])
            new_spelt[p] = score.spells(new_bags[p][0])
        then = score.total(new_spelt, [blanks for _, blanks in new_bags])
        if then >= now or random.random() < exp((then - now) / heat):
            bags, spelt, now = new_bags, new_spelt, then
        else:
            _apply(lenses, before)
    return lenses


def _change(lenses: list[list[str]], random: Random) -> list[tuple[int, int, str]]:
    """A random change as (triple, index, new lens): two lenses exchanged, or one replaced."""
    triple, nth = random.randrange(len(TRIPLES)), random.randrange(CARDS_A_TRIPLE)
    if random.random() < 0.5:
        return [(triple, nth, random.choice((*LETTERS, BLANK)))]
    other, its = random.randrange(len(TRIPLES)), random.randrange(CARDS_A_TRIPLE)
    return [(triple, nth, lenses[other][its]), (other, its, lenses[triple][nth])]


def _apply(lenses: list[list[str]], changes: list[tuple[int, int, str]]) -> None:
    for triple, nth, lens in changes:
        lenses[triple][nth] = lens
