"""The printed deck: 120 cards, 384 draws, 384 words with their clues (clauses 1.2, 2.3 to 2.7; RULINGS Kaplan 1 to 5).

`deck.json` says which card shows what and which word each draw lays out; `words.toml` has the words' texts.
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
CLUE_HOLDS = "K"


@dataclass(frozen=True, slots=True)
class Symbol:
    """One of the 32 symbols, and the pawn that shows it."""

    shape: SymbolShape
    fill: Fill


@dataclass(frozen=True, slots=True)
class Cell:
    """A symbol in a window.

    Attributes:
        holds: "1" to "12", "K", or "" for an empty symbol.
    """

    symbol: Symbol
    holds: str


@dataclass(frozen=True, slots=True)
class Window:
    """A window with its 24 cells, row by row."""

    colour: Colour
    cells: tuple[Cell, ...]

    def holds(self, symbol: Symbol) -> str | None:
        """What the symbol holds here; None when the window does not show it."""
        return next((cell.holds for cell in self.cells if cell.symbol == symbol), None)


@dataclass(frozen=True, slots=True)
class Draw:
    """A colour pawn (a colour in a window, 1 to 3) and a symbol pawn."""

    colour: Colour
    position: int
    symbol: Symbol


@dataclass(frozen=True, slots=True)
class Card:
    """A card.

    Attributes:
        ident: 1 to 120.
        lens: a capital, or "" for a blank.
        windows: from the top down.
    """

    ident: int
    metal: Metal
    lens: str
    windows: tuple[Window, Window, Window]

    def has(self, colour: Colour, position: int) -> bool:
        """Whether the first sort keeps it (clause 2.3)."""
        return self.windows[position - 1].colour is colour

    def holds(self, draw: Draw) -> str | None:
        """What the draw's symbol holds in the draw's window: the second sort keeps "1" to "12" and "K" (clause 2.4).

        None when the first sort discards the card, or when its window does not show the symbol.
        """
        return self.windows[draw.position - 1].holds(draw.symbol) if self.has(draw.colour, draw.position) else None


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its texts.

    Attributes:
        word: 6 to 12 capitals without accents, as the lenses spell it.
        spelling: as a dictionary writes it.
        gender: "m", "f", or "e" for a word of either gender.
        number: "s" or "p".
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
    """What a draw lays out.

    Attributes:
        letters: the cards of places 1 to 12.
        clues: the card of each kind of clue.
    """

    word: Word
    letters: tuple[int, ...]
    clues: tuple[tuple[ClueKind, int], ...]


@dataclass(frozen=True)
class Deck:
    """The whole deck.

    Attributes:
        seed: what the solver was started with.
        cards: 120, in the order of their numbers.
        words: the word of each draw.
        clue_cards: for each draw, which card tells which kind of clue.
    """

    seed: int
    cards: tuple[Card, ...]
    words: dict[Draw, Word]
    clue_cards: dict[Draw, dict[ClueKind, int]]

    def card(self, ident: int) -> Card:
        return self.cards[ident - 1]

    def layout(self, draw: Draw) -> Layout:
        """Which of the 120 cards lie where after the draw."""
        at = {card.holds(draw): card.ident for card in self.cards}
        letters = tuple(at[place] for place in LETTER_HOLDS)
        return Layout(self.words[draw], letters, tuple(self.clue_cards[draw].items()))

    def lucarne(self, card: Card, position: int) -> tuple[tuple[Symbol, ClueKind, str], ...]:
        """The clues in the lucarne that has the colour of the card's window `position`, by symbol (clause 2.7)."""
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
    """A deck from the text of its two files. Raises ValueError or KeyError when they are not such files."""
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
    """The deck that the companion prints."""
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
