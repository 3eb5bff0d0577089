"""Chooses the 32 words of each pawn: spellable with its cards, of all lengths, no two words with the same stem."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from hashlib import sha256
from random import Random

from ortools.sat.python import cp_model

from companion.games.kaplan.pieces import LONGEST_WORD
from deckmaking.kaplan.candidates import Candidate
from deckmaking.kaplan.cpsat import solved
from deckmaking.kaplan.demands import (
    LEAST_OF_A_GENDER,
    LENGTHS_A_PAWN,
    MOST_OF_AN_INITIAL,
    MOST_PLURALS_A_PAWN,
)
from deckmaking.kaplan.frame import BLANK, PAWNS, SYMBOLS, Pawn

MOST_LETTERS_A_CARD = 18
"""Most words of a pawn in which one card serves as a letter: with six clues they fill the 24 symbols of its window."""

CHOICE_A_LENGTH = 50
"""Words of each length that a pawn chooses from: far more than it takes, far fewer than it can spell (300 and more)."""

_RARE, _RARE_BONUS = "JKQVXYZ", 15  # rare letters, and the added weight of words with one
_LIMIT = 8.0  # deterministic seconds
_LUCK = 100  # random weights 0 to 99 of all words


def choose_words(
    candidates: Sequence[Candidate], lenses: dict[Pawn, list[str]], seed: int
) -> dict[Pawn, list[Candidate]]:
    """Choose the words of each pawn.

    Args:
        candidates: the words to choose from.
        lenses: lenses of each pawn's thirty cards.
        seed: of all random choices.

    Returns:
        The words of each pawn, in random order.

    Raises:
        RuntimeError: there is no solution: there are too few candidates.
    """
    random = Random(seed)
    model = cp_model.CpModel()
    bags = {pawn: Counter(lenses[pawn]) for pawn in PAWNS}
    takes = {(p, c): model.new_bool_var("") for p in PAWNS for c in _luckiest(candidates, bags[p], p, seed)}
    stems = defaultdict(list)
    for (_, candidate), variable in takes.items():
        stems[candidate.stem].append(variable)
    for alike in stems.values():
        model.add_at_most_one(alike)
    for pawn in PAWNS:
        _demand(model, {c: variable for (p, c), variable in takes.items() if p == pawn}, bags[pawn])
    model.maximize(sum(_worth(c, pawn, seed) * variable for (pawn, c), variable in takes.items()))
    solver = solved(model, seed, _LIMIT, "the words")
    chosen = {pawn: [c for (p, c), variable in takes.items() if p == pawn and solver.value(variable)] for pawn in PAWNS}
    for words in chosen.values():
        random.shuffle(words)
    return chosen


def _luckiest(candidates: Sequence[Candidate], bag: Counter[str], pawn: Pawn, seed: int) -> list[Candidate]:
    """The pawn's words to choose from: of each length, the CHOICE_A_LENGTH spellable ones of greatest weight."""
    ordered = sorted(candidates, key=lambda c: _worth(c, pawn, seed), reverse=True)
    spelt = [c for c in ordered if Counter(c.word) <= bag]
    by_length = [[c for c in spelt if len(c.word) == length] for length in LENGTHS_A_PAWN]
    return [c for same in by_length for c in same[:CHOICE_A_LENGTH]]


def _demand(model: cp_model.CpModel, takes: dict[Candidate, cp_model.IntVar], bag: Counter[str]) -> None:
    def count(wanted: list[cp_model.IntVar], least: int, most: int) -> None:
        model.add_linear_constraint(sum(wanted), least, most)

    words = len(SYMBOLS)
    count(list(takes.values()), words, words)
    for length, (least, most) in LENGTHS_A_PAWN.items():
        count([v for c, v in takes.items() if len(c.word) == length], least, most)
    for initial in bag:
        count([v for c, v in takes.items() if c.word[0] == initial], 0, MOST_OF_AN_INITIAL)
    for gender in "mf":
        count([v for c, v in takes.items() if c.gender == gender], LEAST_OF_A_GENDER, words)
    count([v for c, v in takes.items() if c.number == "p"], 0, MOST_PLURALS_A_PAWN)
    for letter, copies in bag.items():
        most = MOST_LETTERS_A_CARD * copies
        if letter == BLANK:
            model.add(sum((LONGEST_WORD - len(c.word)) * v for c, v in takes.items()) <= most)
        else:
            model.add(sum(c.word.count(letter) * v for c, v in takes.items() if letter in c.word) <= most)


def _worth(candidate: Candidate, pawn: Pawn, seed: int) -> int:
    """The weight of a word for a pawn.

    Its random part is a hash of word and pawn, so that removing a word from the list hardly changes the choice of
    others.
    """
    colour, position = pawn
    luck = sha256(f"{seed} {candidate.word} {colour.value} {position}".encode()).digest()
    return int.from_bytes(luck[:4]) % _LUCK + _RARE_BONUS * any(letter in candidate.word for letter in _RARE)
