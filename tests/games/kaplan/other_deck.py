"""A deck that nobody could tell from the printed one by looking at draw sides: other numbers, lenses, words, clues.

What is shown of a set-up must be the same, to the letter, with either deck: then nothing of it depends on what is
secret. `Twins` holds both, and says which card of the one is which of the other.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from string import ascii_uppercase
from unittest.mock import patch

from companion.games.kaplan.deck import Deck, deck
from companion.games.kaplan.pieces import ClueKind

SEED = 5
PACKAGE = "companion.games.kaplan."


@dataclass(frozen=True)
class Twins:
    """`number[ident]` is the twin's number of the printed deck's card `ident`."""

    printed: Deck
    twin: Deck
    number: dict[int, int]


@cache
def twins() -> Twins:
    random = Random(SEED)
    printed = deck()
    idents = [card.ident for card in printed.cards]
    number = dict(zip(idents, random.sample(idents, len(idents)), strict=True))
    cards = [replace(card, ident=number[card.ident], lens=random.choice(ascii_uppercase)) for card in printed.cards]
    words = list(printed.words.values())
    random.shuffle(words)
    other_words = [replace(w, word=w.word[::-1], analogy=w.synonym[::-1], synonym="contraire") for w in words]
    clue_cards = {
        draw: dict(zip(random.sample(list(ClueKind), 6), (number[ident] for ident in kinds.values()), strict=True))
        for draw, kinds in printed.clue_cards.items()
    }
    twin = replace(
        printed,
        cards=tuple(sorted(cards, key=lambda card: card.ident)),
        words=dict(zip(printed.words, other_words, strict=True)),
        clue_cards=clue_cards,
    )
    return Twins(printed, twin, number)


@contextmanager
def played_with(chosen: Deck) -> Iterator[None]:
    """The whole game believes that `chosen` is the printed deck."""
    from companion.games.kaplan import card_face

    card_face._kept_cards.cache_clear()
    users = [m for name, m in sys.modules.items() if name.startswith(PACKAGE) and getattr(m, "deck", None) is deck]
    patches = [patch.object(user, "deck", lambda: chosen) for user in users]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()
        card_face._kept_cards.cache_clear()
