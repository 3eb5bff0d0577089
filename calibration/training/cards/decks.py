"""The decks that are path-traced, and their sides as pictures for Blender.

    python -m calibration.training.cards.decks OUT

Writes OUT/GAME/side_000.png ... (BGR on the side's ground, `PX_PER_MM`) and OUT/GAME/deck.json: width_mm, height_mm and
corner_mm of a card. Blender's own environment lacks what the games need; it reads these files instead.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.art import Art
from companion.core.capabilities.drawn_cards import DrawnCards
from companion.drawing.sprite import CORNER_MM, CORNER_SHARE, bgr, sprite
from companion.games.kaleidoscope.eyes import drawn_cards as of_kaleidoscope
from companion.games.kaplan.eyes import symbol_cards
from companion.games.leprechauns.eyes import drawn_cards as of_leprechauns
from companion.games.plic_plac.eyes import drawn_cards as of_plic_plac

PX_PER_MM = 10.0
"""Scale of the sides' pictures: a quarter finer than the finest picture that is rendered."""
KAPLAN = "kaplan"
DRAWN: Mapping[str, Callable[[], DrawnCards]] = {
    "plic-plac": of_plic_plac,
    "kaleidoscope": of_kaleidoscope,
    "leprechauns": of_leprechauns,
}
"""Games whose cards are known by their drawings: what their readers need to know."""
KAPLAN_READING_SIDES = "kaplan-reading-sides"
"""The other sides of Kaplan's cards, with their secret words: they must be noticed, and are never read."""
GAMES = (*DRAWN, KAPLAN, KAPLAN_READING_SIDES)


@dataclass(frozen=True, slots=True)
class Deck:
    """The sides of one game's cards.

    Attributes:
        width_mm, height_mm: size of a card.
        sides: their drawings; of drawn cards in the order of `DrawnCards.faces`, of Kaplan's by their number less 1.
    """

    width_mm: float
    height_mm: float
    sides: Sequence[Art]


def deck_of(game: str) -> Deck:
    """Return the deck of one of `GAMES`.

    Raises:
        KeyError: the game has no cards.
    """
    if game in (KAPLAN, KAPLAN_READING_SIDES):
        own = symbol_cards()
        sides = own.draw_side if game == KAPLAN else own.read_side
        return Deck(own.width_mm, own.height_mm, [sides(card.ident) for card in own.known])
    cards = DRAWN[game]()
    return Deck(cards.width_mm, cards.height_mm, [face.art for face in cards.faces])


def side_picture(art: Art) -> NDArray[np.uint8]:
    """Draw one side with square corners at `PX_PER_MM`: (H, W, 3) uint8 BGR."""
    face = sprite(art, PX_PER_MM)
    clear = 255 - face[:, :, 3:].astype(np.float32)
    return np.asarray(np.round(face[:, :, :3] + clear / 255 * np.array(bgr(art.ground))), np.uint8)


def main() -> None:
    """Writes the sides of every deck."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out
    for game in GAMES:
        deck = deck_of(game)
        (out / game).mkdir(parents=True, exist_ok=True)
        corner_mm = min(CORNER_MM, CORNER_SHARE * min(deck.width_mm, deck.height_mm))
        told = {"width_mm": deck.width_mm, "height_mm": deck.height_mm, "corner_mm": corner_mm}
        (out / game / "deck.json").write_text(json.dumps(told), encoding="utf-8")
        for nth, art in enumerate(deck.sides):
            cv2.imwrite(str(out / game / f"side_{nth:03d}.png"), side_picture(art))


if __name__ == "__main__":
    main()
