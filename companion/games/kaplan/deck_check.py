"""Checks that a deck keeps every rule of the draw (RULINGS Kaplan 1 to 5, clauses 1.2 and 2.3 to 2.7)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from string import ascii_uppercase

from companion.games.kaplan.deck import CLUE_HOLDS, LETTER_HOLDS, Card, Deck, Draw, Symbol, Word
from companion.games.kaplan.pieces import (
    CLUES_A_METAL,
    LONGEST_WORD,
    SHORTEST_WORD,
    WINDOWS,
    ClueKind,
    Colour,
    Fill,
    Metal,
    SymbolShape,
)
from companion.games.kaplan.spelling import may_differ_in_number, plain

CARDS, CARDS_A_METAL, CARDS_A_TRIPLE, CELLS_A_WINDOW = 120, 40, 5, 24
"""Number of cards, of cards per metal, of cards per order of window colours, and of cells per window (RULINGS 2 and
3)."""
CLUES_A_LUCARNE = 8
"""Most clues in a lucarne: the print has no room for more."""

LONGEST_TEXT = 24
"""Most characters of a clue: they fit on one line of a lucarne."""

UNWRITTEN = "?"
"""Marks a clue that has not been written yet."""

STEM = 5
"""Number of first letters that count as a word's stem: no clue may contain them. Shorter runs occur by chance."""

_ROOT = 4
"""Fewest letters of a clue's word that is a root of the hidden word: all its letters but the last begin the hidden
word, as with "pomme" for POMMIER."""

_SYMBOLS = tuple(Symbol(shape, fill) for shape in SymbolShape for fill in Fill)
_DRAWS = tuple(Draw(colour, position, symbol) for colour in Colour for position in WINDOWS for symbol in _SYMBOLS)
_TRIPLES = tuple(permutations(Colour, len(WINDOWS)))
_SMALL = (
    "afin ainsi après aussi autre avant avec avoir cela celle celui cent cette chez comme comment contre dans depuis "
    "deux donc elle entre être faire faites fait jamais leur leurs lors mais même moins nous parmi pour quand quatre "
    "sans selon sept sera sert sont sous toujours tous tout toute toutes très trois trop vers voici voilà vous"
)
_SMALL_WORDS = frozenset(_SMALL.split())
"""Function words that are ignored, so that "pour" is no hint at POURBOIRE."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One violation of the rules by a deck.

    Attributes:
        code: the kind of fault.
        clause: the ruling or clause that is violated.
        text: a sentence that says where.
    """

    code: str
    clause: str
    text: str


def faults(deck: Deck) -> tuple[Fault, ...]:
    """Every violation in the deck; empty when it keeps every rule."""
    return (*_cards(deck), *_draws(deck), *_lucarnes(deck), *_words(deck), *_texts(deck))


def _cards(deck: Deck) -> Iterator[Fault]:
    idents = [card.ident for card in deck.cards]
    if idents != list(range(1, CARDS + 1)):
        yield Fault("cards", "RULINGS 2", f"The cards are not numbered 1 to {CARDS} in this order.")
    metals = Counter(card.metal for card in deck.cards)
    for metal in Metal:
        if metals[metal] != CARDS_A_METAL:
            yield Fault("metals", "l. 83", f"{metals[metal]} cards are {metal.value}, not {CARDS_A_METAL}.")
    triples = Counter(tuple(window.colour for window in card.windows) for card in deck.cards)
    for triple in _TRIPLES:
        if triples[triple] != CARDS_A_TRIPLE:
            colours = ", ".join(colour.value for colour in triple)
            yield Fault("triples", "RULINGS 2", f"{triples[triple]} cards show {colours}, not {CARDS_A_TRIPLE}.")
    for card in deck.cards:
        yield from _card(card)


def _card(card: Card) -> Iterator[Fault]:
    if len({window.colour for window in card.windows}) != len(WINDOWS):
        yield Fault("colours", "RULINGS 2", f"Card {card.ident} has two windows of one colour.")
    if (card.lens and card.lens not in ascii_uppercase) or len(card.lens) > 1:
        yield Fault("lens", "RULINGS 4", f"The lens of card {card.ident} is {card.lens!r}, not one capital or blank.")
    for position, window in zip(WINDOWS, card.windows, strict=True):
        symbols = {cell.symbol for cell in window.cells}
        if len(window.cells) != CELLS_A_WINDOW or len(symbols) != CELLS_A_WINDOW:
            text = f"Window {position} of card {card.ident} does not show {CELLS_A_WINDOW} different symbols."
            yield Fault("symbols", "RULINGS 3", text)
        odd = {cell.holds for cell in window.cells} - {*LETTER_HOLDS, CLUE_HOLDS, ""}
        if odd:
            text = f"Window {position} of card {card.ident} holds {', '.join(sorted(odd))}."
            yield Fault("holds", "RULINGS 3", text)


def _draws(deck: Deck) -> Iterator[Fault]:
    if set(deck.words) != set(_DRAWS) or set(deck.clue_cards) != set(_DRAWS):
        yield Fault("draws", "RULINGS 1", f"The deck does not lay out each of the {len(_DRAWS)} draws.")
    held = _held(deck)
    for draw in _DRAWS:
        letters = [held[draw][place] for place in LETTER_HOLDS]
        if any(len(cards) != 1 for cards in letters):
            yield Fault("places", "RULINGS 3", f"In {_named(draw)}, the numbers 1 to 12 are not on one card each.")
        elif draw in deck.words and not _spells(tuple(card.lens for (card,) in letters), deck.words[draw].word):
            text = f"In {_named(draw)}, the lenses do not spell {deck.words[draw].word} and one run of blanks."
            yield Fault("spelling", "RULINGS 4", text)
        clues = held[draw][CLUE_HOLDS]
        if Counter(card.metal for card in clues) != dict.fromkeys(Metal, len(CLUES_A_METAL)):
            yield Fault("clue-metals", "RULINGS 3", f"In {_named(draw)}, K is not on two cards of each metal.")
        told = deck.clue_cards.get(draw, {})
        if set(told) != set(ClueKind) or sorted(told.values()) != sorted(card.ident for card in clues):
            yield Fault("clue-kinds", "RULINGS 5", f"In {_named(draw)}, the six kinds are not on the six K cards.")


def _held(deck: Deck) -> dict[Draw, defaultdict[str, list[Card]]]:
    held: dict[Draw, defaultdict[str, list[Card]]] = {draw: defaultdict(list) for draw in _DRAWS}
    for card in deck.cards:
        for position, window in zip(WINDOWS, card.windows, strict=True):
            for cell in window.cells:
                held[Draw(window.colour, position, cell.symbol)][cell.holds].append(card)
    return held


def _spells(lenses: tuple[str, ...], word: str) -> bool:
    """Whether the twelve lenses, read clockwise from some place, spell the word followed only by blanks."""
    wanted = (*word, *[""] * (len(lenses) - len(word)))
    return any((*lenses[start:], *lenses[:start]) == wanted for start in range(len(lenses)))


def _lucarnes(deck: Deck) -> Iterator[Fault]:
    for card in deck.cards:
        for position, window in zip(WINDOWS, card.windows, strict=True):
            clues = sum(cell.holds == CLUE_HOLDS for cell in window.cells)
            if clues > CLUES_A_LUCARNE:
                text = f"Lucarne {position} of card {card.ident} has {clues} clues, more than {CLUES_A_LUCARNE}."
                yield Fault("lucarne", "l. 291-303", text)


def _words(deck: Deck) -> Iterator[Fault]:
    counts = Counter(word.word for word in deck.words.values())
    for text in sorted(word for word, count in counts.items() if count > 1):
        yield Fault("word-twice", "RULINGS 4", f"{text} belongs to {counts[text]} draws.")
    for one, other in _number_pairs(set(counts)):
        yield Fault("word-number", "RULINGS 7", f"{one} and {other} differ only in number.")
    for word in deck.words.values():
        right = word.word.isascii() and word.word.isalpha() and word.word.isupper()
        if not right or not SHORTEST_WORD <= len(word.word) <= LONGEST_WORD:
            text = f"{word.word} is not {SHORTEST_WORD} to {LONGEST_WORD} capitals without accents."
            yield Fault("word", "RULINGS 4", text)
        if plain(word.spelling).upper() != word.word:
            yield Fault("word-spelling", "RULINGS 4", f"{word.spelling!r} is not a spelling of {word.word}.")
        if word.gender not in ("m", "f", "e") or word.number not in ("s", "p"):
            yield Fault("word-grammar", "RULINGS 5", f"{word.word} has no gender or number.")


def _number_pairs(words: set[str]) -> Iterator[tuple[str, str]]:
    """Pairs of words of which one may be the other's plural; only words with the same first letters are compared."""
    alike = defaultdict(list)
    for word in sorted(words):
        alike[word[:STEM]].append(word)
    for group in alike.values():
        yield from ((a, b) for a in group for b in group if a < b and may_differ_in_number(a, b))


def _texts(deck: Deck) -> Iterator[Fault]:
    users: defaultdict[str, list[str]] = defaultdict(list)
    for word in sorted(set(deck.words.values()), key=lambda each: each.word):
        meanings = {
            ClueKind.ANALOGY: word.analogy,
            ClueKind.SYNONYM: word.synonym,
            ClueKind.EXPRESSION: word.expression,
        }
        for kind, text in meanings.items():
            users[plain(text)].append(word.word)
            yield from _text(word, kind, text)
    for text, words in users.items():
        if len(words) > 1 and text not in ("", UNWRITTEN):
            yield Fault("clue-twice", "RULINGS 5", f"{text!r} is a clue of {' and of '.join(words)}.")


def _text(word: Word, kind: ClueKind, text: str) -> Iterator[Fault]:
    if text.strip() in ("", UNWRITTEN):
        yield Fault("clue-missing", "RULINGS 5", f"{word.word} has no {kind.value}.")
    elif text != " ".join(text.split()):
        yield Fault("clue-spaces", "2.7", f"The {kind.value} of {word.word} has spaces that are too many: {text!r}.")
    if len(text) > LONGEST_TEXT:
        long = f"The {kind.value} of {word.word} has {len(text)} characters, more than {LONGEST_TEXT}: {text!r}."
        yield Fault("clue-long", "2.7", long)
    if gives_away(text, word.word):
        yield Fault("clue-tells", "RULINGS 5", f"The {kind.value} of {word.word} has its stem: {text!r}.")


def gives_away(text: str, word: str) -> bool:
    """Whether a clue reveals the word; accents and case are ignored.

    It does when it contains the word's first five letters anywhere, or a word of five or more letters that is part of
    the hidden word ("pluie" in PARAPLUIE), or a word of at least four letters whose letters except the last begin the
    hidden word ("pomme" and POMMIER).
    """
    hidden = plain(word)
    if hidden[:STEM] in plain(text):
        return True
    parts = [plain(part) for part in re.findall(r"[^\W\d_]+", text) if part.casefold() not in _SMALL_WORDS]
    return any(_is_part(part, hidden) or _is_root(part, hidden) for part in parts)


def _is_part(part: str, hidden: str) -> bool:
    return len(part) >= STEM and part in hidden


def _is_root(part: str, hidden: str) -> bool:
    return len(part) >= _ROOT and hidden.startswith(part[: max(_ROOT, len(part) - 1)])


def _named(draw: Draw) -> str:
    return f"draw {draw.colour.value} {draw.position}, {draw.symbol.fill.value} {draw.symbol.shape.value}"
