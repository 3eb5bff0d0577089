"""Makes the card reader one of the eyes."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees

import numpy as np

from companion.camera.arrays import Pixels
from companion.core.errors import Unreadable
from companion.core.scene import Thing
from companion.perception.cards.reader import CardReader
from companion.perception.cards.reading import DRAW_SIDE, READING_SIDE, CardReading
from companion.perception.eyes import Area, Eye, Sighting
from companion.perception.rectify import TableView, find_table

KIND = "card"
"""The kind of thing that it reads."""
FACES = (DRAW_SIDE, READING_SIDE)
"""The faces that a card may have."""


def card_eye(reader: CardReader) -> Eye:
    """Return an eye for things of kind "card".

    Their face is "draw", with the known card's number as name ("" when it is unknown or uncertain), or "read" with
    nothing else. Where the mat is seen, they have their place (mm) and their turn (degrees).
    """

    def read(picture: Pixels, areas: Sequence[Area] | None = None) -> tuple[Sighting, ...]:
        # When no card is found in the changed areas, one may lie partly inside them: then everything is read.
        readings = (areas and reader.read(picture, areas)) or reader.read(picture)
        view = _view(picture) if readings else None
        return tuple(_sighting(reading, view) for reading in readings)

    return read


def _sighting(reading: CardReading, view: TableView | None) -> Sighting:
    corners = reading.corners_px
    xy_mm, turn_deg = None, None
    if view is not None:
        x_mm, y_mm = view.table_mm(np.array([reading.centre_xy_px]))[0]
        # From the middle of the bottom side to that of the top side: the card's upward direction.
        low, high = view.table_mm(np.array([(corners[2] + corners[3]) / 2, (corners[0] + corners[1]) / 2]))
        xy_mm, turn_deg = (float(x_mm), float(y_mm)), degrees(atan2(*(high - low) * (1, -1))) % 360.0
    name = "" if reading.ident is None else str(reading.ident)
    return Sighting(
        thing=Thing(KIND, reading.face, name, xy_mm, turn_deg),
        confidence=reading.confidence,
        centre_xy_px=reading.centre_xy_px,
        radius_px=float(np.linalg.norm(corners - corners.mean(axis=0), axis=1).max()),
        faces=FACES,
        corners_px=tuple((float(x), float(y)) for x, y in corners),
    )


def _view(picture: Pixels) -> TableView | None:
    try:
        return find_table(picture)
    except Unreadable:  # no mat, or covered: cards are read all the same
        return None
