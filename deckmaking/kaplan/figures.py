"""Prints statistics of the deck as JSON: `python -m deckmaking.kaplan.figures`."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import click

from companion.games.kaplan.deck import CLUE_HOLDS, Card, Cell, Deck, deck
from companion.games.kaplan.pieces import Colour
from deckmaking.kaplan.frame import PAWNS


def figures(made: Deck) -> dict[str, object]:
    """Statistics of a deck, as JSON data: word lengths, genders, letters, clues, and how much the cards differ."""
    words = list(made.words.values())
    return {
        "lengths": _sorted(Counter(len(word.word) for word in words)),
        "mean_length": round(sum(len(word.word) for word in words) / len(words), 2),
        "genders": _sorted(Counter(word.gender for word in words)),
        "plurals": sum(word.number == "p" for word in words),
        "initials": _sorted(Counter(word.word[0] for word in words)),
        "lenses": "".join(sorted(card.lens or "_" for card in made.cards)),
        "pawns": {f"{colour.value} {position}": _lenses(made, colour, position) for colour, position in PAWNS},
        "clues_a_lucarne": _sorted(Counter(_clues(card, window) for card in made.cards for window in range(3))),
        "least_different_cells": min(_difference(one, other) for one, other in combinations(made.cards, 2)),
    }


def _sorted(counts: Counter[int] | Counter[str]) -> dict[str, int]:
    return {str(key): count for key, count in sorted(counts.items())}


def _lenses(made: Deck, colour: Colour, position: int) -> str:
    kept = (card for card in made.cards if card.windows[position - 1].colour is colour)
    return "".join(sorted(card.lens or "_" for card in kept))


def _clues(card: Card, window: int) -> int:
    return sum(cell.holds == CLUE_HOLDS for cell in card.windows[window].cells)


def _difference(one: Card, other: Card) -> int:
    """Number of the 72 cells in which two cards differ, the other card upright or upside down, whichever is less."""
    ours, theirs = _cells(one), _cells(other)
    return min(sum(a != b for a, b in zip(ours, turned, strict=True)) for turned in (theirs, theirs[::-1]))


def _cells(card: Card) -> list[Cell]:
    return [cell for window in card.windows for cell in window.cells]


@click.command()
def main() -> None:
    """Print the figures of the deck that the companion prints."""
    click.echo(json.dumps(figures(deck()), indent=1))


if __name__ == "__main__":
    main()
