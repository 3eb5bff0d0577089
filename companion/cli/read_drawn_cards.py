"""`companion read` for games whose cards are known by their drawings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.camera.arrays import Pixels
from companion.core.capabilities.drawn_cards import DrawnCards
from companion.core.text import Text, same
from companion.perception.drawn.reader import DrawnCardReader
from companion.perception.drawn.reading import DrawnReading, conclusions
from companion.perception.drawn.rows import Cell, rows_of
from companion.perception.hands.still_picture import StillHand, StillHandReader

UNSAID = ("x", "y", "kind", "face", "row", "col", "covered", "sure")
"""Fields of a card that are no part of what it tells."""


def drawn_card_reader(cards: DrawnCards, hands: bool = True) -> Callable[[Pixels], dict[str, Any]]:
    """Reads what lies on the table. hands: hands come down on the cards, and are told with what they hide of them."""
    reader, still = DrawnCardReader(cards), StillHandReader() if hands else None
    kinds = len({face.kind for face in cards.faces}) > 1

    def read(picture: Pixels) -> dict[str, Any]:
        readings = reader.read(picture)
        cells = rows_of(readings, cards.width_mm) if cards.in_rows else [None] * len(readings)
        told = [_card(cards, reading, kinds, cell, hands) for reading, cell in zip(readings, cells, strict=True)]
        if still is None:
            return {"cards": told}
        found = still.read(picture, [reading.corners_px for reading in readings])
        return {"cards": told, "hands": [_hand(hand) for hand in found]}

    return read


def drawn_cards_in_words(answer: Mapping[str, Any]) -> Text:
    """One reading as a person would say it."""
    if not answer["cards"]:
        return Text(fr="aucune carte", en="no card")
    first, *others = (_in_words(card) for card in answer["cards"])
    for words in others:
        first += same(", ") + words
    return first


def _card(cards: DrawnCards, reading: DrawnReading, kinds: bool, cell: Cell | None, hands: bool) -> dict[str, Any]:
    said = conclusions(cards, reading)
    x, y = (round(each, 1) for each in reading.centre_xy_px)
    row, column = (None, None) if cell is None else cell
    return {
        "x": x,
        "y": y,
        **({"kind": said.kind} if kinds else {}),
        "face": None if said.up is None else "up" if said.up else "down",
        **said.tells,
        **({"row": row, "col": column} if cards.in_rows else {}),
        **({"covered": round(reading.covered, 2)} if hands else {}),
        "sure": round(said.confidence, 4),
    }


def _hand(hand: StillHand) -> dict[str, Any]:
    x, y = (round(each, 1) for each in hand.xy)
    return {"x": x, "y": y, "from": hand.side, "on": hand.card, "sure": round(hand.confidence, 4)}


def _in_words(card: Mapping[str, Any]) -> Text:
    """Rows and columns are counted from 1, as people count."""
    told = [word for key, word in card.items() if key not in UNSAID and word]
    words = [str(each or "?") for word in told for each in (word if isinstance(word, list) else [word])]
    shown = (" ".join(words) if card["face"] != "down" else "↓") or "?"
    kind = f"{card['kind'] or '?'} " if "kind" in card else ""
    place = same("")
    if card.get("row") is not None:
        row, column = card["row"] + 1, card["col"] + 1
        place = Text(fr=f"rangée {row}, colonne {column}, ", en=f"row {row}, column {column}, ")
    return same(f"{kind}{shown} (") + place + same(f"x {card['x']:.0f}, y {card['y']:.0f})")
