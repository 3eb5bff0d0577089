"""The printed deck: 120 cards, 384 draws, 384 words with clues (clauses 1.2, 2.3 to 2.7; RULINGS Kaplan 1 to 5).

`deck.json` says what each card shows and which word each draw yields; `words.toml` holds the clue texts.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from companion.games.kaplan.pieces import ClueKind, Colour, Fill, Metal, SymbolShape

LETTER_HOLDS = tuple(str(place) for place in range(1, 13))
"""What the symbols of letter cards hold: the numbers of their places."""
CLUE_HOLDS = "K"
"""What the symbol of a clue card holds."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """One of the 32 symbols, as drawn on cards and on a symbol pawn."""

    shape: SymbolShape
    fill: Fill


@dataclass(frozen=True, slots=True)
class Cell:
    """A symbol in a window.

    Attributes:
        holds: what is written in the symbol: "1" to "12", "K", or "" for nothing.
    """

    symbol: Symbol
    holds: str


@dataclass(frozen=True, slots=True)
class Window:
    """A window of a card with its 24 cells, row by row."""

    colour: Colour
    cells: tuple[Cell, ...]

    def holds(self, symbol: Symbol) -> str | None:
        """What is written in the symbol in this window; None when the window does not show the symbol."""
        return next((cell.holds for cell in self.cells if cell.symbol == symbol), None)


@dataclass(frozen=True, slots=True)
class Draw:
    """The result of drawing both pawns: a colour at a window position (1 to 3), and a symbol."""

    colour: Colour
    position: int
    symbol: Symbol


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the deck.

    Attributes:
        ident: its number, 1 to 120.
        lens: a capital, or "" for a blank lens.
        windows: the three windows, from the top down.
    """

    ident: int
    metal: Metal
    lens: str
    windows: tuple[Window, Window, Window]

    def has(self, colour: Colour, position: int) -> bool:
        """Whether the first sort keeps the card: its window `position` has that colour (clause 2.3)."""
        return self.windows[position - 1].colour is colour

    def holds(self, draw: Draw) -> str | None:
        """What the draw's symbol holds in the draw's window; the second sort keeps "1" to "12" and "K" (clause 2.4).

        None when the first sort discards the card, or when its window does not show the symbol.
        """
        return self.windows[draw.position - 1].holds(draw.symbol) if self.has(draw.colour, draw.position) else None


@dataclass(frozen=True, slots=True)
class Word:
    """A hidden word with its clue texts.

    Attributes:
        word: 6 to 12 capitals without accents, as the lenses spell it.
        spelling: as a dictionary writes it.
        gender: "m", "f", or "e" for a word of either gender.
        number: "s" for singular, "p" for plural.
    """

    word: str
    spelling: str
    gender: str
    number: str
    analogy: str
    synonym: str
    expression: str

    def clue(self, kind: ClueKind) -> str:
        """The text of one of the six clues (clause 2.7)."""
        texts = {
            ClueKind.FIRST_LETTER: self.word[0],
            ClueKind.LENGTH: str(len(self.word)),
            ClueKind.GENDER_NUMBER: f"{_GENDERS[self.gender]} {_NUMBERS[self.number]}",
            ClueKind.ANALOGY: self.analogy,
            ClueKind.SYNONYM: self.synonym,
            ClueKind.EXPRESSION: self.expression,
        }
        return texts[kind]


_GENDERS = {"m": "M.", "f": "F.", "e": "M./F."}
_NUMBERS = {"s": "sing.", "p": "plur."}


@dataclass(frozen=True, slots=True)
class Layout:
    """The cards that a draw lays on the dial.

    Attributes:
        letters: the card numbers of places 1 to 12.
        clues: for each kind of clue, the number of its card.
    """

    word: Word
    letters: tuple[int, ...]
    clues: tuple[tuple[ClueKind, int], ...]


@dataclass(frozen=True)
class Deck:
    """The whole deck.

    Attributes:
        seed: the random seed that the solver was started with.
        cards: the 120 cards in the order of their numbers.
        words: the word of each draw.
        clue_cards: for each draw, the number of the card with each kind of clue.
    """

    seed: int
    cards: tuple[Card, ...]
    words: dict[Draw, Word]
    clue_cards: dict[Draw, dict[ClueKind, int]]

    def card(self, ident: int) -> Card:
        """The card with that number, 1 to 120."""
        return self.cards[ident - 1]

    def layout(self, draw: Draw) -> Layout:
        """Which cards lie where after the draw."""
        at = {card.holds(draw): card.ident for card in self.cards}
        letters = tuple(at[place] for place in LETTER_HOLDS)
        return Layout(self.words[draw], letters, tuple(self.clue_cards[draw].items()))

    def lucarne(self, card: Card, position: int) -> tuple[tuple[Symbol, ClueKind, str], ...]:
        """The clues in the lucarne whose colour is that of the card's window `position`, ordered by symbol (clause
        2.7)."""
        window = card.windows[position - 1]
        found = []
        for cell in window.cells:
            if cell.holds == CLUE_HOLDS:
                draw = Draw(window.colour, position, cell.symbol)
                kind = next(kind for kind, ident in self.clue_cards[draw].items() if ident == card.ident)
                found.append((cell.symbol, kind, self.words[draw].clue(kind)))
        order = [Symbol(shape, fill) for shape in SymbolShape for fill in Fill]
        return tuple(sorted(found, key=lambda clue: order.index(clue[0])))


def read_deck(deck_json: str, words_toml: str) -> Deck:
    """The deck described by the texts of `deck.json` and `words.toml`.

    Raises:
        ValueError, KeyError: a text does not have that format.
    """
    plain = json.loads(deck_json)
    words = {name: Word(word=name, **entry) for name, entry in tomllib.loads(words_toml).items()}
    draws = {_draw(entry): entry for entry in plain["draws"]}
    return Deck(
        seed=plain["seed"],
        cards=tuple(_card(entry) for entry in plain["cards"]),
        words={draw: words[entry["word"]] for draw, entry in draws.items()},
        clue_cards={
            draw: {ClueKind(kind): ident for kind, ident in entry["clues"].items()} for draw, entry in draws.items()
        },
    )


@cache
def deck() -> Deck:
    """The deck that the companion prints; read once and cached."""
    folder = files(__package__)
    return read_deck(
        folder.joinpath("deck.json").read_text(encoding="utf-8"),
        folder.joinpath("words.toml").read_text(encoding="utf-8"),
    )


def _draw(entry: dict[str, str]) -> Draw:
    symbol = Symbol(SymbolShape(entry["shape"]), Fill(entry["fill"]))
    return Draw(Colour(entry["colour"]), int(entry["position"]), symbol)


def _card(entry: dict[str, Any]) -> Card:
    windows: list[list[str]] = entry["windows"]
    first, second, third = (Window(Colour(colour), _cells(cells)) for colour, cells in windows)
    return Card(int(entry["id"]), Metal(entry["metal"]), entry["lens"], (first, second, third))


def _cells(tokens: str) -> tuple[Cell, ...]:
    parts = (token.split("-") for token in tokens.split(" "))
    return tuple(Cell(Symbol(SymbolShape(shape), Fill(fill)), holds) for shape, fill, holds in parts)
