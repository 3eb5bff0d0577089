"""Reads round pawns: bright discs, correlated with every pawn of the game in all directions.

A small pawn may lie on the middle of a large one: of large ones only the ring around the middle is compared, and the
small one is searched there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.art import Art
from companion.core.capabilities.symbol_cards import PawnLook, SymbolCards
from companion.drawing.sprite import MARGIN_PX, sprite
from companion.perception.cards.quads import min_channel
from companion.perception.cards.reading import CardReading

Ellipse = tuple[tuple[float, float], tuple[float, float], float]
"""Centre, axes (px) and angle (degrees), as from OpenCV's `fitEllipse`."""

SEARCH_WIDTH_PX = 1100
"""Discs are searched in a picture of this width at most."""
SIDE_PX = 28
"""Side of a disc's rectified picture."""
TURNS = 36
"""Directions that are tried, 10 degrees apart: a symbol that is off by half of that still correlates."""
LEAST_RADIUS_PX = 8.0
"""A smaller disc shows too little."""
ROUND = 0.9
"""Area of an outline over that of its ellipse; a pawn's dark cap may be lost on a dark table."""
LONG = 1.45
"""Longest over shortest diameter, at most: a camera tilted by 45 degrees."""
ALIKE = 0.84
"""Correlation with a pawn's template: pawns have 0.87 to 0.99, knots in wood up to 0.8."""
RIM_FROM = 0.66
"""Radii from a pawn's middle outside of which there is its paper with the dark cap, and no drawing."""
RIM_ALIKE, MIDDLE_ALIKE = 0.82, 0.5
"""Correlation of each of these two parts by itself: pawns have 0.86 and 0.74 at least, rings, which have no cap, 0.76
at most in the rim, checks and cut discs 0.1 in the middle."""
WORTH_SHIFTING = 0.68
"""Correlation from which on the ellipse is refined."""
STEPS = (0.2, 0.1, 0.05, 0.025)
"""Shares of the ellipse's size by which it is shifted and scaled, in turn. An ellipse through a blurred outline is off
by some hundredths of its size, a pawn on a pawn by a fifth."""
FAINT = 6.0
"""Norm of a disc's centred picture: pawns have 8 and more, grain of wood 1 to 4."""
STEEP = 300.0
"""Log odds between two faces per unit of correlation."""
CONFIDENT = 0.98
"""Probability below which a pawn is not reported at all."""


@dataclass(frozen=True, slots=True)
class PawnReading:
    """One pawn.

    Attributes:
        kind: as in `PawnLook`.
        names: its face, as in `PawnLook`.
        centre_xy_px: its middle.
        confidence: probability of the face, 0 to 1.
    """

    kind: str
    names: tuple[tuple[str, str | int], ...]
    centre_xy_px: tuple[float, float]
    confidence: float


class PawnReader:
    """Reads the pawns of one game; keeps nothing between pictures.

    Args:
        cards: the game's cards and pawns.
    """

    def __init__(self, cards: SymbolCards) -> None:
        looks = cards.pawns()
        self._kinds: dict[str, tuple[PawnLook, ...]] = {}
        for look in looks:
            self._kinds[look.kind] = (*self._kinds.get(look.kind, ()), look)
        self._size_mm = {kind: of_kind[0].art.width_mm for kind, of_kind in self._kinds.items()}
        self._small = min(self._size_mm, key=lambda kind: self._size_mm[kind], default="")
        hole = {kind: self._size_mm[self._small] / size if kind != self._small else 0.0
                for kind, size in self._size_mm.items()}  # fmt: skip
        self._masks = {kind: _ring(share) for kind, share in hole.items()}
        self._rims = {kind: _far()[mask] >= RIM_FROM for kind, mask in self._masks.items()}
        self._faces = {
            kind: np.array([_turns(look.art, hole[kind]) for look in of_kind], np.float32)
            for kind, of_kind in self._kinds.items()
        }

    def read(self, picture: NDArray[np.uint8], readings: tuple[CardReading, ...]) -> tuple[PawnReading, ...]:
        """Read the pawns in a picture.

        Args:
            picture: (H, W, 3) uint8 BGR.
            readings: the cards in it; nothing on them is taken for a pawn.

        Returns:
            The pawns, ordered by kind, then position.
        """
        shrink = max(1, ceil(picture.shape[1] / SEARCH_WIDTH_PX))
        size = (picture.shape[1] // shrink, picture.shape[0] // shrink)
        small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        found: list[PawnReading] = []
        for ellipse in _discs(small):
            if _on_card(readings, _enlarged(ellipse, shrink)) or _taken(found, _enlarged(ellipse, shrink)):
                continue
            named = self._best(small, ellipse, tuple(self._kinds))
            if named is None:
                continue
            pawn, exact = named
            found.append(_moved(pawn, shrink))
            if pawn.kind != self._small:
                share = self._size_mm[self._small] / self._size_mm[pawn.kind]
                centre, axes, turn_deg = exact
                on_top = self._best(
                    small, (centre, (axes[0] * share, axes[1] * share), turn_deg), (self._small,), on_top=True
                )
                if on_top is not None:
                    found.append(_moved(on_top[0], shrink))
        return tuple(sorted(found, key=lambda pawn: (pawn.kind, pawn.centre_xy_px)))

    def _best(
        self, small: NDArray[np.uint8], ellipse: Ellipse, kinds: tuple[str, ...], on_top: bool = False
    ) -> tuple[PawnReading, Ellipse] | None:
        """The likeliest pawn at an ellipse or a little beside it; `on_top`: a small one on a large one, near its
        middle."""
        best = max((self._alike(small, ellipse, kind) for kind in kinds), key=lambda each: each[0])
        if best[0] < WORTH_SHIFTING and not on_top:
            return None
        for step in STEPS if on_top else STEPS[1:]:
            (x, y), (width, height), turn_deg = best[3]
            beside = [((x + dx * step * width, y + dy * step * height), (width, height), turn_deg)
                      for dx in (-1, 0, 1) for dy in (-1, 0, 1)]  # fmt: skip
            grown = [((x, y), (width * (1 + by), height * (1 + by)), turn_deg) for by in (-step / 2, step / 2)]
            for near in (*beside, *grown):
                best = max(best, self._alike(small, near, best[1]), key=lambda each: each[0])
        alike, kind, scores, where = best
        nth = int(np.argmax(scores))
        if alike < ALIKE or not _whole(small, where) or not self._in_both_parts(small, where, kind, nth):
            return None
        odds = np.exp(STEEP * (scores - alike))
        confidence, look = float(odds.max() / odds.sum()), self._kinds[kind][nth]
        if confidence < CONFIDENT:
            return None
        return PawnReading(kind, look.names, where[0], confidence), where

    def _in_both_parts(self, small: NDArray[np.uint8], ellipse: Ellipse, kind: str, nth: int) -> bool:
        """Whether the rim and the middle of an ellipse are each like those of a kind's face."""
        seen = _unit(_round_picture(small, ellipse), self._masks[kind])
        faces = self._faces[kind][nth]
        known, rim = faces[int(np.argmax(faces @ seen))], self._rims[kind]
        return _correlation(known, seen, rim) >= RIM_ALIKE and _correlation(known, seen, ~rim) >= MIDDLE_ALIKE

    def _alike(
        self, small: NDArray[np.uint8], ellipse: Ellipse, kind: str
    ) -> tuple[float, str, NDArray[np.float64], Ellipse]:
        """The best correlation of an ellipse with a kind's faces, the kind, the correlation of each face, and the
        ellipse."""
        seen = _unit(_round_picture(small, ellipse), self._masks[kind])
        faces = self._faces[kind]
        each = np.asarray((faces @ seen).max(axis=1), np.float64)
        return float(each.max()), kind, each, ellipse


def _discs(small: NDArray[np.uint8]) -> list[Ellipse]:
    """Bright discs, larger ones first."""
    found: list[Ellipse] = []
    soft = cv2.GaussianBlur(min_channel(small), (0, 0), 1.0)
    block = 2 * (max(soft.shape) // 16) + 1
    mask = cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        hull = cv2.convexHull(contour)
        if len(contour) < 4 * LEAST_RADIUS_PX or len(hull) < 8:
            continue
        centre, axes, turn_deg = cv2.fitEllipse(hull)
        short, long = sorted(axes)
        share = cv2.contourArea(hull) / max(np.pi / 4 * short * long, 1.0)
        if short >= 2 * LEAST_RADIUS_PX and long <= LONG * short and ROUND - 0.15 <= share <= 1 / ROUND:
            found.append(((float(centre[0]), float(centre[1])), (float(axes[0]), float(axes[1])), float(turn_deg)))
    return sorted(found, key=lambda each: -each[1][0] * each[1][1])


def _round_picture(small: NDArray[np.uint8], ellipse: Ellipse) -> NDArray[np.float32]:
    """An ellipse rectified to a disc, (SIDE_PX, SIDE_PX, 3) float32."""
    (x, y), (width, height), turn_deg = ellipse
    a = np.radians(turn_deg)
    spin = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    # Scale along the ellipse's axes without rotating the disc.
    scale = spin @ np.diag([width / SIDE_PX, height / SIDE_PX]) @ spin.T
    shift = np.array([x, y]) - scale @ np.full(2, (SIDE_PX - 1) / 2)
    seen = cv2.warpAffine(
        small, np.column_stack([scale, shift]), (SIDE_PX, SIDE_PX), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    return np.asarray(seen, np.float32)


def _far() -> NDArray[np.float64]:
    """(SIDE_PX, SIDE_PX), radii from the disc's middle."""
    rows, columns = np.mgrid[:SIDE_PX, :SIDE_PX]
    return np.asarray(np.hypot(rows - (SIDE_PX - 1) / 2, columns - (SIDE_PX - 1) / 2) / (SIDE_PX / 2), np.float64)


def _ring(hole: float) -> NDArray[np.bool_]:
    """(SIDE_PX, SIDE_PX) bool: the disc without its rim, and without a hole in its middle (share of the radius)."""
    far = _far()
    return np.asarray((far < 0.92) & (far >= hole * 1.12), np.bool_)


def _correlation(known: NDArray[np.float32], seen: NDArray[np.float32], part: NDArray[np.bool_]) -> float:
    """Of two discs, as `_unit` makes them, in one part of their pixels; -1 to 1."""
    one, other = (each.reshape(-1, 3)[part] for each in (known, seen))
    one, other = one - one.mean(axis=0), other - other.mean(axis=0)
    return float((one * other).sum() / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-6))


def _whole(small: NDArray[np.uint8], ellipse: Ellipse) -> bool:
    """Whether the picture's border leaves an ellipse whole."""
    (x, y), (width, height), turn_deg = ellipse
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    across, down = np.hypot(width * c, height * s) / 2, np.hypot(width * s, height * c) / 2
    return bool(across <= x < small.shape[1] - across and down <= y < small.shape[0] - down)


def _unit(seen: NDArray[np.float32], mask: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Each channel relative to its own bright end inside the mask, at mean 0 and norm 1."""
    inside = seen[mask]
    lit = np.minimum(inside / np.maximum(np.percentile(inside, 85, axis=0), 1.0), 1.2)
    plain = (lit - lit.mean(axis=0)).ravel()
    return np.asarray(plain / max(float(np.linalg.norm(plain)), FAINT), np.float32)


@lru_cache(maxsize=256)
def _turns(art: Art, hole: float) -> NDArray[np.float32]:
    """A pawn's drawing in all directions, (TURNS, values); cached."""
    mask = _ring(hole)
    drawn = sprite(art, 4 * SIDE_PX / art.width_mm)[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX, :3]
    large = np.ascontiguousarray(drawn)
    middle = ((large.shape[1] - 1) / 2, (large.shape[0] - 1) / 2)
    found = []
    for nth in range(TURNS):
        spin = cv2.getRotationMatrix2D(middle, -360 / TURNS * nth, 1.0)
        turned = cv2.warpAffine(large, spin, (large.shape[1], large.shape[0]))
        small = cv2.resize(turned, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA).astype(np.float32)
        found.append(_unit(np.asarray(cv2.GaussianBlur(small, (0, 0), 0.6), np.float32), mask))
    return np.array(found, np.float32)


def _enlarged(ellipse: Ellipse, shrink: int) -> tuple[float, float]:
    """The ellipse's middle in the picture before it was shrunk."""
    (x, y), _, _ = ellipse
    return (x + 0.5) * shrink - 0.5, (y + 0.5) * shrink - 0.5


def _moved(pawn: PawnReading, shrink: int) -> PawnReading:
    """The reading in the picture before it was shrunk."""
    x, y = pawn.centre_xy_px
    return PawnReading(pawn.kind, pawn.names, ((x + 0.5) * shrink - 0.5, (y + 0.5) * shrink - 0.5), pawn.confidence)


def _taken(found: list[PawnReading], where: tuple[float, float]) -> bool:
    """Whether a pawn was found there already."""
    return any(np.hypot(x - where[0], y - where[1]) < 2 * LEAST_RADIUS_PX for x, y in (p.centre_xy_px for p in found))


def _on_card(readings: tuple[CardReading, ...], where: tuple[float, float]) -> bool:
    """Whether a point lies on a card."""
    outlines = (reading.corners_px.astype(np.float32) for reading in readings)
    return any(cv2.pointPolygonTest(outline, where, False) >= 0 for outline in outlines)
