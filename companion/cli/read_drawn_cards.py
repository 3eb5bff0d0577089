"""`companion read` for games whose cards are known by their drawings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.camera.source import Pixels
from companion.core.drawn_cards import DrawnCards
from companion.core.text import Text, same
from companion.perception.drawn.reader import DrawnCardReader
from companion.perception.drawn.reading import DrawnReading, says
from companion.perception.hands.still import StillHand, hands_in


def drawn_card_reader(cards: DrawnCards) -> Callable[[Pixels], dict[str, Any]]:
    """Reads what lies on the table, and the hands that reach over it."""
    reader = DrawnCardReader(cards)

    def read(picture: Pixels) -> dict[str, Any]:
        readings = reader.read(picture)
        hands = hands_in(picture, [reading.corners_px for reading in readings])
        return {"cards": [_card(cards, reading) for reading in readings], "hands": [_hand(hand) for hand in hands]}

    return read


def drawn_cards_in_words(answer: Mapping[str, Any]) -> Text:
    """One reading as a person would say it."""
    if not answer["cards"]:
        return Text(fr="aucune carte", en="no card")
    return same(", ".join(_in_words(card) for card in answer["cards"]))


def _card(cards: DrawnCards, reading: DrawnReading) -> dict[str, Any]:
    said = says(cards, reading)
    x, y = (round(each, 1) for each in reading.centre_xy_px)
    return {
        "x": x,
        "y": y,
        "kind": said.kind,
        "face": None if said.up is None else "up" if said.up else "down",
        **said.tells,
        "covered": round(reading.covered, 2),
        "sure": round(said.sure, 4),
    }


def _hand(hand: StillHand) -> dict[str, Any]:
    x, y = (round(each, 1) for each in hand.xy)
    return {"x": x, "y": y, "from": hand.side, "on": hand.card}


def _in_words(card: Mapping[str, Any]) -> str:
    told = [word for key, word in card.items() if key not in ("x", "y", "kind", "face", "covered", "sure") and word]
    words = [str(each or "?") for word in told for each in (word if isinstance(word, list) else [word])]
    shown = " ".join(words) if card["face"] != "down" else "↓"
    return f"{card['kind'] or '?'} {shown or '?'} (x {card['x']:.0f}, y {card['y']:.0f})"
