"""The printed mat on the table: its size, its four ArUco markers, and the area where dice are thrown.

Table coordinates as in `scene`: millimetres, origin at the mat's centre, x right, y towards the viewer.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.units import PointMm


@dataclass(frozen=True, slots=True)
class Marker:
    """One square ArUco marker whose top points to -y.

    Attributes:
        ident: its number in the mat's dictionary.
        centre_xy_mm: its centre on the mat.
        side_mm: side of the black square.
    """

    ident: int
    centre_xy_mm: PointMm
    side_mm: float

    @property
    def corners_mm(self) -> tuple[PointMm, PointMm, PointMm, PointMm]:
        """Top left, top right, bottom right and bottom left corner of the black square: OpenCV's order."""
        (x, y), half = self.centre_xy_mm, self.side_mm / 2
        return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat.

    Attributes:
        width_mm, height_mm: its size.
        dictionary: OpenCV's name of the ArUco dictionary, without its common prefix "DICT_".
        markers: four, one near each corner.
        dice_xyxy_mm: left, top, right, bottom of the area where dice are thrown.
    """

    width_mm: float
    height_mm: float
    dictionary: str
    markers: tuple[Marker, ...]
    dice_xyxy_mm: tuple[float, float, float, float]


MARKER_SIDE_MM = 40.0
"""Side of a marker: about 40 px in the small stream of a camera that sees the whole mat, four times what ArUco needs
for 4 x 4 bits."""
MARKER_INSET_MM = 30.0
"""Distance of a marker's centre from the mat's edges: leaves 10 mm of white, which the detector needs around it."""
WIDTH_MM = 841.0
HEIGHT_MM = 594.0
"""A1, a size that print shops offer: a dial of 520 mm at the left, an area for dice at the right, and the markers."""


def _table_mat() -> Mat:
    x, y = WIDTH_MM / 2 - MARKER_INSET_MM, HEIGHT_MM / 2 - MARKER_INSET_MM
    places = ((-x, -y), (x, -y), (x, y), (-x, y))
    markers = tuple(Marker(ident, place, MARKER_SIDE_MM) for ident, place in enumerate(places))
    return Mat(WIDTH_MM, HEIGHT_MM, "4X4_50", markers, (140.0, -190.0, 350.0, 190.0))


TABLE_MAT = _table_mat()
"""The mat that the companion prints. Markers 0 to 3: far left, far right, near right, near left."""
