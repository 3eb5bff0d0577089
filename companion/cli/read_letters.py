"""`companion read` for games of letters: which letter lies where, and which way it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.camera.arrays import Pixels
from companion.core.capabilities.drawn_cards import DrawnCards
from companion.core.text import Text, same
from companion.perception.drawn.enlarged import SmallCardReader
from companion.perception.drawn.reading import DrawnReading, conclusions

LETTER, CASE = "letter", "case"
"""What such cards tell."""


def are_letters(cards: DrawnCards) -> bool:
    """Whether the cards tell a letter and its case."""
    return {name for face in cards.faces for name, _ in face.tells} == {LETTER, CASE}


def letter_reader(cards: DrawnCards) -> Callable[[Pixels], dict[str, Any]]:
    """Reads the letters that lie face up."""
    reader = SmallCardReader(cards)

    def read(picture: Pixels) -> dict[str, Any]:
        return {"letters": [_letter(cards, reading) for reading in reader.read(picture) if reading.is_up]}

    return read


def letters_in_words(answer: Mapping[str, Any]) -> Text:
    """One reading as a person would say it: a small letter as a small one."""
    if not answer["letters"]:
        return Text(fr="aucune lettre", en="no letter")
    return same(", ".join(_in_words(letter) for letter in answer["letters"]))


def _letter(cards: DrawnCards, reading: DrawnReading) -> dict[str, Any]:
    said = conclusions(cards, reading)
    x, y = (round(each, 1) for each in reading.centre_xy_px)
    return {
        "x": x,
        "y": y,
        LETTER: said.tells[LETTER],
        CASE: said.tells[CASE],
        "up_deg": round(reading.up_deg, 1) % 360,
        "sure": round(said.confidence, 4),
    }


def _in_words(letter: Mapping[str, Any]) -> str:
    told = letter[LETTER] or "?"
    shown = told.lower() if letter[CASE] == "lower" else told
    return f"{shown} (x {letter['x']:.0f}, y {letter['y']:.0f}, {round(letter['up_deg']) % 360}°)"
