"""The light over the simulated table: brightness, colour, direction of shadows, and people who stand in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shade:
    """The soft shadow of somebody who leans over: all of the picture beyond a line is darker.

    Attributes:
        toward_deg: the direction into the shadow, clockwise from the picture's right.
        from_middle: position of its edge along that direction, in half widths of the picture from its middle.
        soft: width of the edge, in half widths.
        dark: share of the light that is taken away, 0 to 1.
    """

    toward_deg: float
    from_middle: float
    soft: float
    dark: float


@dataclass(frozen=True, slots=True)
class Lamp:
    """One lamp.

    Attributes:
        light: brightness; 1 as the camera's address says.
        cast: -1 bluish to 1 yellowish, added to the camera's own.
        shadow_xy: how far a shadow falls for each mm of height, x and y, mm.
        slope_xy: share of the light gained from the picture's middle to its right and lower edges.
        shade: somebody who stands in the light; None: nobody.
    """

    light: float = 1.0
    cast: float = 0.0
    shadow_xy: tuple[float, float] = (0.45, 0.6)
    slope_xy: tuple[float, float] = (0.0, 0.0)
    shade: Shade | None = None


CEILING = Lamp()
"""A lamp at the upper left, as in most rooms' pictures."""
