"""Eight animal heads, each within 14 mm of its centre; their outlines differ, so that colour is not needed."""

from __future__ import annotations

from companion.core.art import Polygon, Shape
from companion.games.leprechauns.art_shapes import dot, outlined, oval
from companion.games.leprechauns.palette import CREAM, OUTLINE, RED, WHITE

_PINK, _BROWN, _TAN, _ORANGE, _GREY = "#f2a2ae", "#7d4a26", "#d9a35c", "#ef8a2b", "#cfd3d6"
_YELLOW, _GREEN, _MALLARD = "#ffce2e", "#63b946", "#1f7a55"


def animal(name: str) -> list[Shape]:
    """The head around the origin.

    Raises:
        KeyError: no chest shows that animal.
    """
    return list(_HEADS[name])


def _eyes(apart_mm: float, y_mm: float, radius_mm: float = 1.3) -> list[Shape]:
    return [dot((side * apart_mm, y_mm), radius_mm) for side in (-1, 1)]


def _both(polygon: Polygon) -> list[Shape]:
    """A polygon and its mirror image."""
    return [polygon, outlined(((-x, y) for x, y in polygon.points_mm), polygon.fill)]


def _cow() -> list[Shape]:
    return [
        *_both(outlined(((5, -8), (9, -13.5), (11.5, -13), (9, -6)), CREAM)),
        *_both(oval((11, -4.5), 4.5, 2.4, _BROWN, turn_deg=-15)),
        oval((0, -1), 8.5, 11.5, WHITE),
        outlined(((-8, -6), (-3, -11), (-1, -5), (-3, 0), (-8.2, 0)), _BROWN),
        oval((0, 8), 8.5, 5.8, _PINK),
        dot((-3, 7.5), 1.4),
        dot((3, 7.5), 1.4),
        *_eyes(4, -3, 1.5),
    ]


def _cat() -> list[Shape]:
    whiskers = [outlined(((side * 4, 4 + k), (side * 13, 2.5 + 2.2 * k)), None) for side in (-1, 1) for k in (0, 1, 2)]
    return [
        *_both(outlined(((2, -9), (10.5, -13), (10.5, -2)), _ORANGE)),
        *_both(outlined(((5, -8), (9, -10.5), (9, -5)), _PINK)),
        oval((0, 2), 11, 10, _ORANGE),
        *(outlined(((x, -7.5), (x, -3.5)), None) for x in (-2.5, 0, 2.5)),
        *_both(oval((4.5, -0.5), 2.1, 2.9, _YELLOW)),
        *(oval((side * 4.5, -0.5), 0.5, 2, OUTLINE) for side in (-1, 1)),
        outlined(((-1.6, 3.4), (1.6, 3.4), (0, 5.4)), _PINK),
        outlined(((0, 5.4), (0, 7.4), (-3, 8.6), (0, 7.4), (3, 8.6), (0, 7.4)), None),
        *whiskers,
    ]


def _dog() -> list[Shape]:
    return [
        oval((0, -1), 9, 10.5, _TAN),
        *_both(oval((10, -1), 3.4, 9.5, _BROWN, turn_deg=-12)),
        oval((0, 9.5), 2.4, 4, RED),
        oval((0, 4.5), 6.2, 5, CREAM),
        oval((0, 1.6), 3, 2.1, OUTLINE),
        outlined(((0, 3), (0, 6), (-3, 7.4), (0, 6), (3, 7.4), (0, 6)), None),
        *_eyes(4, -4, 1.6),
    ]


def _pig() -> list[Shape]:
    return [
        *_both(outlined(((3, -9), (11.5, -13), (11, -3)), _PINK)),
        oval((0, 1), 12, 11, _PINK),
        oval((0, 4.5), 6, 4.4, "#f7c3cb"),
        oval((-2.1, 4.5), 0.9, 1.7, OUTLINE),
        oval((2.1, 4.5), 0.9, 1.7, OUTLINE),
        *_eyes(5.5, -3.2),
    ]


def _sheep() -> list[Shape]:
    wool = [(-8, -3), (8, -3), (-9, 3), (9, 3), (-5, -7), (5, -7), (0, -8.6), (-7, 8), (7, 8)]
    return [
        *(oval(place, 4.6, 4.6, WHITE) for place in wool),
        Polygon(((-9, -4), (0, -8.6), (9, -4), (10, 4), (6, 9), (-6, 9), (-10, 4)), fill=WHITE),
        *_both(oval((10.2, -1), 4, 2, "#3c3a3a", turn_deg=20)),
        oval((0, 2.5), 6.2, 9, "#3c3a3a"),
        *(dot((side * 2.6, -0.5), 1.6, WHITE) for side in (-1, 1)),
        *(dot((side * 2.6, -0.3), 0.7) for side in (-1, 1)),
        outlined(((-2, 8), (0, 9.2), (2, 8)), None),
    ]


def _duck() -> list[Shape]:
    return [
        outlined(((-8.5, 2), (-8.5, 13.5), (4, 13.5), (4, 2)), "#8a6a4a"),
        outlined(((-8.6, 7), (-8.6, 9.6), (4.1, 9.6), (4.1, 7)), WHITE),
        oval((-2.5, -3), 9.5, 9.5, _MALLARD),
        outlined(((5, -4.5), (9, -3), (14, -1.5), (14, 1), (9, 2.5), (4, 2.5)), _YELLOW),
        outlined(((5.5, -0.6), (14, -0.3)), None),
        dot((1, -6), 1.9, WHITE),
        dot((1.4, -6), 1.0),
    ]


def _rooster() -> list[Shape]:
    return [
        *(oval((x, y), 3, 3.6, RED) for x, y in ((-5.5, -8.5), (-1, -10.3), (3.6, -8.5))),
        outlined(((-8.5, 0), (-12, 13.5), (-5, 11), (-1.5, 13.5), (2.5, 11), (6, 13), (6, 0)), "#e8dcc0"),
        oval((-1, -1.5), 7.6, 7.8, CREAM),
        outlined(((5.5, -4), (13.5, -0.5), (5.5, 2)), _YELLOW),
        oval((5, 6), 2.2, 4, RED),
        dot((2, -3.5), 1.5),
    ]


def _frog() -> list[Shape]:
    return [
        *_both(oval((6.5, -7.5), 4.6, 4.6, _GREEN)),
        oval((0, 2), 13, 9.5, _GREEN),
        *(dot((side * 6.5, -8), 2.7, WHITE) for side in (-1, 1)),
        *(dot((side * 6.5, -8), 1.4) for side in (-1, 1)),
        outlined(((-9.5, 3), (-5, 6.5), (0, 7.6), (5, 6.5), (9.5, 3), (5, 6.5), (0, 7.6), (-5, 6.5)), None),
        *(dot((side * 1.6, -0.8), 0.7) for side in (-1, 1)),
    ]


_HEADS = {
    "cow": _cow(),
    "cat": _cat(),
    "dog": _dog(),
    "pig": _pig(),
    "sheep": _sheep(),
    "duck": _duck(),
    "rooster": _rooster(),
    "frog": _frog(),
}
