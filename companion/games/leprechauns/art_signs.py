"""Hand signs, each within 14 mm of its centre: a palm and five fingers that are stretched out or folded."""

from __future__ import annotations

from companion.core.art import Shape
from companion.core.placing import placed
from companion.core.units import PointMm
from companion.games.leprechauns.art_shapes import LINE_MM, limb, outlined, panel
from companion.games.leprechauns.palette import OUTLINE, SKIN

_FINGERS: tuple[tuple[PointMm, PointMm, float], ...] = (
    ((-5.4, 1.5), (-7.4, -9.5), 2.1),
    ((-1.7, 0.5), (-2.2, -11.6), 2.2),
    ((2.1, 0.8), (2.8, -10.4), 2.1),
    ((5.7, 2.2), (7.8, -6.6), 1.8),
)
"""Index to little finger: knuckle, tip when stretched out, radius."""
_FOLDED_MM = 2.4
"""Distance from the knuckle down to the end of a folded finger."""
_OUT = {
    "fist": (),
    "index": (0,),
    "victory": (0, 1),
    "three": (0, 1, 2),
    "horns": (0, 3),
    "call": (3,),
    "open": (0, 1, 2, 3),
}
"""For each sign, the fingers that are stretched out; 0 is the index finger."""
_THUMB_OUT = ("call", "open")


def sign(name: str) -> list[Shape]:
    """The hand around the origin.

    Raises:
        KeyError: no chest shows that sign.
    """
    if name == "thumb":
        return _thumb_up()
    shapes = hand(_OUT[name], thumb_out=name in _THUMB_OUT)
    return placed(shapes, (0.0, -9.6), 1.45) if name == "fist" else shapes  # enlarged: a fist has no long fingers


def hand(out: tuple[int, ...], *, thumb_out: bool, nails: bool = False) -> list[Shape]:
    """A hand with the fingers `out` (0 index to 3 little) stretched out; with `nails` its back is shown."""
    shapes: list[Shape] = [limb(*_FINGERS[number], SKIN) for number in out]
    if nails:
        for number in out:
            (x, y), radius = _FINGERS[number][1], _FINGERS[number][2]
            shapes.append(panel((x, y - 0.3), 1.3 * radius, 1.5 * radius, 0.5 * radius, "#fff1e2"))
    if thumb_out:
        shapes.append(limb((-5.5, 8), (-12, 1.2), 2.3, SKIN))
    wrist = panel((0.3, 6.6), 15.6 + 2 * LINE_MM, 13.6 + 2 * LINE_MM, 4.6, OUTLINE)
    shapes += [wrist, panel((0.3, 6.6), 15.6, 13.6, 4.0, SKIN)]
    shapes += [panel(_root(number), 3.4, 4.0, 0.5, SKIN) for number in out]
    if thumb_out:
        shapes.append(panel((-5.6, 8.2), 3.6, 3.4, 0.8, SKIN))
    for number, (knuckle, _, radius) in enumerate(_FINGERS):
        if number not in out:
            shapes.append(limb((knuckle[0], knuckle[1] + 0.6), (knuckle[0], knuckle[1] + 2 + _FOLDED_MM), radius, SKIN))
    if not thumb_out:
        shapes.append(limb((-5.5, 10), (1.5, 8.2), 2.2, SKIN))
    return shapes


def _root(number: int) -> PointMm:
    """The base of a stretched finger, where no line separates it from the palm."""
    x, y = _FINGERS[number][0]
    return x, y - 0.3


def _thumb_up() -> list[Shape]:
    fingers = [limb((2.5, y), (7.5, y), 2.3, SKIN) for y in (-0.5, 3.6, 7.6, 11.2)]
    return [
        limb((-3.4, 1), (-1.4, -10.5), 2.8, SKIN),
        outlined(((-13.5, 0), (-8, 0), (-8, 12), (-13.5, 12)), "#3b6fb5"),
        panel((-1.6, 5.4), 13.2 + 2 * LINE_MM, 13.8 + 2 * LINE_MM, 3.6, OUTLINE),
        panel((-1.6, 5.4), 13.2, 13.8, 3.0, SKIN),
        panel((-3.2, -0.8), 4.2, 4.2, 0.5, SKIN),
        *fingers,
    ]
