"""The deck as text: deck.json, one line for each window and each draw, and words.toml, one table for each word."""

from __future__ import annotations

import json
import tomllib

from companion.games.kaplan.deck import Card, Deck, Draw, Window, Word

_TEXTS = ("spelling", "gender", "number", "analogy", "synonym", "expression")


def deck_json(deck: Deck) -> str:
    """The text of deck.json, ending in a newline."""
    cards = ",\n".join(_card(card) for card in deck.cards)
    draws = ",\n".join(_draw(draw, deck) for draw in deck.words)
    return f'{{"seed": {deck.seed},\n "cards": [\n{cards}],\n "draws": [\n{draws}]}}\n'


def words_toml(deck: Deck) -> str:
    """The text of words.toml, words in alphabetical order."""
    return "\n".join(_table(word) for word in sorted(deck.words.values(), key=lambda word: word.word))


def known_words(text: str) -> dict[str, Word]:
    """Parse the text of a words.toml; returns its words by name. Raises ValueError when it is not TOML."""
    return {name: Word(word=name, **entry) for name, entry in tomllib.loads(text).items()}


def _card(card: Card) -> str:
    windows = ",\n".join(f"   {_window(window)}" for window in card.windows)
    head = json.dumps({"id": card.ident, "metal": card.metal.value, "lens": card.lens})
    return f'{head[:-1]}, "windows": [\n{windows}]}}'


def _window(window: Window) -> str:
    cells = (f"{cell.symbol.shape.value}-{cell.symbol.fill.value}-{cell.holds}" for cell in window.cells)
    return json.dumps([window.colour.value, " ".join(cells)])


def _draw(draw: Draw, deck: Deck) -> str:
    return json.dumps(
        {
            "colour": draw.colour.value,
            "position": draw.position,
            "shape": draw.symbol.shape.value,
            "fill": draw.symbol.fill.value,
            "word": deck.words[draw].word,
            "clues": {kind.value: ident for kind, ident in deck.clue_cards[draw].items()},
        }
    )


def _table(word: Word) -> str:
    lines = (f"{name} = {_quoted(getattr(word, name))}" for name in _TEXTS)
    return "\n".join((f"[{word.word}]", *lines)) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # a JSON string is a TOML basic string
