"""Cards in a ring: on which place of the board each lies, and whether it belongs there."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, degrees

import cv2
import numpy as np

from companion.camera.arrays import Points
from companion.core.capabilities.symbol_cards import KnownCard, Slot, SymbolCards
from companion.perception.cards.reading import DRAW_SIDE, CardReading
from companion.perception.cards.verdict import AskedDraw, holds

FEWEST_IN_RING = 5
"""Cards that must agree on a centre: cards strewn about never do."""
OFF_MM = 16.0
"""A card lies on a place when it is nearer to it than this, a quarter of a card's width."""
AGREEING = 0.6
"""Share of the identified cards that must agree with a draw for it to be inferred from them."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A card on a place of the board.

    Attributes:
        place: the slot's name.
        reading: of the card.
        ok: whether it belongs there; None when that is unknown.
    """

    place: str
    reading: CardReading
    ok: bool | None


def placed_on_board(
    cards: SymbolCards, readings: tuple[CardReading, ...], draw: AskedDraw | None
) -> tuple[Placed, ...]:
    """Return the cards that lie on the board's places; empty when they do not lie in a ring.

    The board may be turned: of the turns by one place, the one with which most cards agree is taken.

    Args:
        cards: the deck and the board's slots.
        readings: all cards that were seen.
        draw: what was drawn; None: inferred from the cards.
    """
    drawn = [each for each in readings if each.face == DRAW_SIDE]
    if len(drawn) < FEWEST_IN_RING:
        return ()
    places_mm, turns_deg = _on_plane(drawn)
    found = _centre(cards, places_mm, turns_deg)
    if found is None:
        return ()
    centre_mm, on_ring = found
    if draw is None:
        draw = _likeliest_draw(cards, [drawn[nth] for nth in on_ring])
    best: tuple[float, tuple[Placed, ...]] | None = None
    for turn_deg in _board_turns(cards, [turns_deg[nth] for nth in on_ring]):
        placed = _placed(cards, drawn, places_mm, centre_mm, turn_deg, draw)
        # Tie-break: the board's top is up in the picture.
        upright = -abs((turn_deg + 180) % 360 - 180) / 1000
        score = sum(each.ok is True for each in placed) + 0.1 * len(placed) + upright
        if best is None or score > best[0]:
            best = (score, placed)
    return best[1] if best else ()


def _on_plane(drawn: list[CardReading]) -> tuple[Points, list[float]]:
    """Where the cards lie, (n, 2) mm in the plane of the first one, and their turns in degrees."""
    to_plane = np.linalg.inv(drawn[0].to_picture)
    places, turns = [], []
    for each in drawn:
        corners = cv2.perspectiveTransform(each.corners_px[None], to_plane)[0]
        up = (corners[0] + corners[1] - corners[2] - corners[3]) / 2
        places.append(corners.mean(axis=0))
        turns.append(degrees(atan2(up[0], -up[1])) % 360)
    return np.array(places), turns


def _centre(cards: SymbolCards, places_mm: Points, turns_deg: list[float]) -> tuple[Points, list[int]] | None:
    """The point that most cards' lower edges face at a slot's distance, and the indices of those cards."""
    votes = [
        (nth, place + reach * np.array([-np.sin(np.radians(turn)), np.cos(np.radians(turn))]))
        for nth, (place, turn) in enumerate(zip(places_mm, turns_deg, strict=True))
        for reach in {round(float(np.hypot(*slot.xy_mm)), 3) for slot in cards.slots}
    ]
    best: list[tuple[int, Points]] = []
    for _, point in votes:
        near = [(nth, other) for nth, other in votes if np.linalg.norm(other - point) < 2 * OFF_MM]
        if len({nth for nth, _ in near}) > len({nth for nth, _ in best}):
            best = near
    members = sorted({nth for nth, _ in best})
    if len(members) < FEWEST_IN_RING:
        return None
    return np.median([point for _, point in best], axis=0), members


def _board_turns(cards: SymbolCards, turns_deg: list[float]) -> list[float]:
    """Turns of the board, in degrees, under which its cards' turns are those of slots."""
    step = 360 / max(1, len({slot.turn_deg for slot in cards.slots}))
    off = np.angle(np.mean(np.exp(1j * 2 * np.pi * np.array(turns_deg) / step))) * step / (2 * np.pi)
    return [float(off + step * nth) for nth in range(round(360 / step))]


def _placed(
    cards: SymbolCards,
    drawn: list[CardReading],
    places_mm: Points,
    centre_mm: Points,
    turn_deg: float,
    draw: AskedDraw | None,
) -> tuple[Placed, ...]:
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    found = []
    for slot in cards.slots:
        x, y = slot.xy_mm
        where = centre_mm + np.array([x * c - y * s, x * s + y * c])
        gaps = np.linalg.norm(places_mm - where, axis=1)
        nth = int(np.argmin(gaps))
        if gaps[nth] <= OFF_MM:
            found.append(Placed(slot.name, drawn[nth], _belongs(cards, drawn[nth], slot, draw)))
    return tuple(found)


def _belongs(cards: SymbolCards, reading: CardReading, slot: Slot, draw: AskedDraw | None) -> bool | None:
    if draw is None or reading.ident is None:
        return None
    card = _card(cards, reading.ident)
    return holds(card, draw) == slot.holds and slot.header in ("", card.header)


def _likeliest_draw(cards: SymbolCards, drawn: list[CardReading]) -> AskedDraw | None:
    """The draw for which most of the cards hold something; None unless it is most of them and no other comes near."""
    shown = [_card(cards, each.ident) for each in drawn if each.ident is not None]
    counts: dict[AskedDraw, int] = {}
    for card in shown:
        for position, (colour, cells) in enumerate(card.windows, 1):
            for cell in cells:
                if cell.holds:
                    draw = AskedDraw(colour, position, cell.shape, cell.fill)
                    counts[draw] = counts.get(draw, 0) + 1
    ranked = sorted(counts.values(), reverse=True)
    if len(ranked) < 2 or ranked[0] < AGREEING * len(shown) or ranked[0] - ranked[1] < 3:
        return None
    return max(counts, key=lambda each: counts[each])


def _card(cards: SymbolCards, ident: int) -> KnownCard:
    return next(each for each in cards.known if each.ident == ident)
