"""Which window, of which card, a four-sided outline may be: tried by comparing its cells with all that is known."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import log

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.symbol_cards import SymbolCards
from companion.perception.card_fit import flat
from companion.perception.card_quads import Quad
from companion.perception.card_sides import Corner, Side
from companion.perception.card_templates import PATCH_PX, PITCH_PX, Patches, Templates

Points = NDArray[np.float64]
Grey = NDArray[np.uint8]

STRETCHES = (0.78, 0.84, 0.91, 0.98, 1.05, 1.13, 1.22, 1.3)
"""How many times longer the unknown side may look than the whole one lets expect; steps of 7 %."""
SHIFT_MM = 0.9
"""Where an outline was seen a little beside its edge (glare, a shadow along it), its windows are looked for around:
symbols are told from anything else up to half of this off their place."""
LIKE_SYMBOLS = 0.5
"""Share of the better cells' contrast that symbols can explain: true places have 0.7 to 0.95, others 0.15 to 0.5."""
HALF_OF_CELLS = 8
"""Cells by which a place is judged: of a window that is half hidden the other half."""
INKED = 0.2
"""Contrast beside a side: windows have 0.25 to 0.6, wood and cloth a tenth."""
CONTRAST_PX = 24.0
_PIECE_MM = 20.0  # of a corner: header or symbols, and never paper alone
CLEARLY = 0.5
"""Mean likeness that no wrong place reaches (0.46 at most): nothing else is tried."""
SQUARE_ON_PLANE = 0.16
"""Cosine of a right angle on a plane that another card has told: give or take 9 degrees."""
PLANE_FACTORS = (1.0, 0.965, 1.035, 0.93, 1.07)
"""A plane that a card far away has told is off by some hundredths."""
ABOUT_LENGTH = 0.15
"""The same where lenses bend the plane, or the card that told it lies far away."""
SAME_LENGTH = 0.07
"""On a known plane a whole side has its length to this share."""
WORTH_FITTING = 0.35
"""Mean likeness to a known window that no wrong place reaches, but for a few in a thousand."""
PLAIN = 0.8
"""Mean likeness of a window's cells to any looks at all: the symbols of a card that is not known."""
BY_CHANCE = 0.2
"""A cell that resembles less is hidden: it counts as a cell that resembles by chance."""
FORESHORTENED = 0.68
"""A rectangle's sides change their ratio by this factor at most: a camera tilted by 45 degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis:
    """A card that would explain an outline.

    Attributes:
        to_picture: (3, 3), the card's mm to pixels.
        looks: (cells,), which look each of its cells should show, -1 where nobody knows.
        window: which of its windows the outline is, from 0.
        blur: index of the blur that fits.
        score: mean likeness of the window's cells, at most 1; less than 0 for cards that are not known.
    """

    to_picture: Points
    looks: NDArray[np.int32]
    window: int
    blur: int
    score: float


class WindowNamer:
    """Turns outlines into hypotheses."""

    def __init__(self, cards: SymbolCards, templates: Templates) -> None:
        self._cards = cards
        self._templates = templates
        self._scale = PITCH_PX / cards.pitch_mm
        self._blocks = _blocks(cards)

    def of_quad(self, grey: Grey, quad: Quad) -> list[Hypothesis]:
        """What an outline of four sides may be, the best first."""
        found = []
        for block in sorted(self._blocks, key=lambda each: abs(log(quad.ratio / each.ratio))):
            wide = block.width_mm >= block.height_mm
            if FORESHORTENED < quad.ratio / block.ratio < 1 / FORESHORTENED:
                corners = quad.corners if wide else np.roll(quad.corners, 1, axis=0)
                middle = corners.mean(axis=0)
                tried = [middle + (corners - middle) * factor for factor in PLANE_FACTORS[:3]]
                found.extend(self._named(grey, block, tried))
                if any(each.score > CLEARLY for each in found):
                    break
        return sorted(found, key=lambda each: -each.score)

    def of_side(self, grey: Grey, side: Side, plane: Points | None) -> list[Hypothesis]:
        """What a rectangle may be of which one side is whole, the best first.

        plane: (3, 3), mm of the table to pixels, where another card has told it. Where nothing fits on it (lenses
        bend, cards lie on cards) the other length is tried out as if no plane were known.
        """
        if _contrast(grey, side.corners(side.length_px)) < INKED:
            return []
        found = []
        for block in self._blocks if plane is not None else (self._blocks[0], self._blocks[-1]):
            lengths = (block.width_mm, block.height_mm)
            for turn, (whole_mm, other_mm) in enumerate((lengths, lengths[::-1])):
                completed = [np.roll(corners, turn, axis=0) for corners in _completed(side, whole_mm, other_mm, plane)]
                found.extend(self._named(grey, block, completed, around=plane is not None))
            if any(each.score > CLEARLY for each in found):
                break
        if plane is not None and not any(each.score > CLEARLY for each in found) and self._may_be_whole(side, plane):
            found.extend(self.of_side(grey, side, None))
        return sorted(found, key=lambda each: -each.score)

    def _may_be_whole(self, side: Side, plane: Points) -> bool:
        """Whether a card or a window has a side of about this length."""
        start, end = cv2.perspectiveTransform(np.array([[side.start, side.end]]), np.linalg.inv(plane))[0]
        seen_mm = float(np.linalg.norm(end - start))
        whole = (self._blocks[0], self._blocks[-1])
        lengths_mm = [length for block in whole for length in (block.width_mm, block.height_mm)]
        return any(abs(seen_mm / length - 1) < ABOUT_LENGTH for length in lengths_mm)

    def of_corner(self, grey: Grey, corner: Corner, plane: Points) -> list[Hypothesis]:
        """What a card or a window may be of which a corner is seen on a known plane, the best first."""
        start, first, second = _on_plane(corner, plane)
        if abs(first @ second) > SQUARE_ON_PLANE:
            return []
        piece_mm = np.array([[start, start + _PIECE_MM * first, start + _PIECE_MM * (first + second),
                              start + _PIECE_MM * second]])  # fmt: skip
        if _contrast(grey, np.asarray(cv2.perspectiveTransform(piece_mm, plane)[0], np.float64)) < INKED:
            return []
        found: list[Hypothesis] = []
        for block in (self._blocks[-1], self._blocks[0]):
            for one, other in ((first, second), (second, first)):
                tried = []
                for factor in PLANE_FACTORS:
                    right, down = one * block.width_mm * factor, other * block.height_mm * factor
                    own = np.array([[start, start + right, start + right + down, start + down]])
                    corners = np.asarray(cv2.perspectiveTransform(own, plane)[0], np.float64)
                    clockwise = right[0] * down[1] - right[1] * down[0] > 0
                    tried.append(corners if clockwise else corners[[1, 0, 3, 2]])
                found.extend(self._named(grey, block, tried))
                if any(each.score > CLEARLY for each in found):
                    return sorted(found, key=lambda each: -each.score)
        return sorted(found, key=lambda each: -each.score)

    def _named(self, grey: Grey, block: _Block, tried: list[Points], around: bool = True) -> list[Hypothesis]:
        """For each window of a block the likeliest known one, where any corners (4, 2) show symbols at all."""
        found = self._named_near(grey, block, tried, _HERE)
        if around and not any(each.score > CLEARLY for each in found) and _inked(grey, tried[:1]):
            found.extend(self._named_near(grey, block, tried[:1], _AROUND))
        return found

    def _named_near(
        self, grey: Grey, block: _Block, tried: list[Points], shifts_mm: tuple[tuple[float, float], ...]
    ) -> list[Hypothesis]:
        promising: list[tuple[float, int, Points, bool, Patches]] = []
        for nth in range(len(block.windows_mm)):
            best: tuple[float, int, Points, bool, Patches] | None = None
            for corners, shift_mm in product(tried, shifts_mm):
                to_picture = _window_in(block, nth, corners) @ _moved(*shift_mm)
                patches = self._cells(grey, to_picture)
                shares = np.sort(self._templates.symbol_shares(patches), axis=1)[:, -HALF_OF_CELLS:].mean(axis=1)
                turned = int(np.argmax(shares))
                if shares[turned] > LIKE_SYMBOLS and (best is None or shares[turned] > best[0]):
                    own = patches[::-1, ::-1, ::-1] if turned else patches
                    best = (float(shares[turned]), nth, to_picture, bool(turned), own)
            if best is not None:
                promising.append(best)
        found: list[Hypothesis] = []
        for _, _, to_picture, turned, own in sorted(promising, key=lambda each: -each[0]):
            for over in (False, True):  # symbols upside down are less like symbols, but not by much
                found.extend(self._named_at(to_picture, turned != over, own[::-1, ::-1, ::-1] if over else own))
                if any(each.score > CLEARLY for each in found):
                    return found
        return found

    def _cells(self, grey: Grey, window_to_picture: Points) -> Patches:
        """The cells' pictures, (cells, PATCH_PX, PATCH_PX), row by row."""
        columns, rows, pitch_mm = self._cards.columns, self._cards.rows, self._cards.pitch_mm
        seen = flat(grey, window_to_picture, columns * pitch_mm, rows * pitch_mm, self._scale).grey
        cells = seen.reshape(rows, PITCH_PX, columns, PITCH_PX).swapaxes(1, 2)
        cut = (PITCH_PX - PATCH_PX) // 2
        inner = cells[:, :, cut:-cut, cut:-cut].reshape(rows * columns, PATCH_PX, PATCH_PX)
        return np.asarray(inner, np.float32)

    def _named_at(self, window_to_picture: Points, turned: bool, patches: Patches) -> list[Hypothesis]:
        """The likeliest known window; where no known one is likely, but symbols are plain, any of the three."""
        likeness = np.maximum(self._templates.likeness(patches), BY_CHANCE)
        blur = int(np.argmax(likeness.max(axis=2).sum(axis=1)))
        half_turn = np.diag([-1.0, -1.0, 1.0]) if turned else np.eye(3)
        of_cards = [window_to_picture @ half_turn @ _moved(-x_mm, -y_mm) for x_mm, y_mm in self._cards.windows_xy_mm]
        known = self._templates.known
        if len(known):
            scores = likeness[blur][np.arange(len(patches)), known].mean(axis=2)
            card, window = (int(i) for i in np.unravel_index(int(np.argmax(scores)), scores.shape))
            if scores[card, window] >= WORTH_FITTING:
                looks = known[card].ravel()
                return [Hypothesis(of_cards[window], looks, window, blur, float(scores[card, window]))]
        plain = float(likeness[blur].max(axis=1).mean())
        if plain < PLAIN:
            return []
        found = []
        for window, to_picture in enumerate(of_cards):
            looks = np.full((len(of_cards), len(patches)), -1, np.int32)
            looks[window] = likeness[blur].argmax(axis=1)
            found.append(Hypothesis(to_picture, looks.ravel(), window, blur, plain - 1.0))
        return found


_HERE = ((0.0, 0.0),)
_AROUND = tuple((x * SHIFT_MM, y * SHIFT_MM) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


def _inked(grey: Grey, tried: list[Points]) -> bool:
    return bool(tried) and _contrast(grey, tried[0]) > INKED


def _window_in(block: _Block, nth: int, corners: Points) -> Points:
    return rectangle_to(corners, block.width_mm, block.height_mm) @ _moved(0.0, block.windows_mm[nth])


def _on_plane(corner: Corner, plane: Points) -> tuple[Points, Points, Points]:
    """A corner in mm of the plane: its point and unit vectors along its edges."""
    reach = max(corner.seen_px, 4.0)
    ends = corner.point + reach * corner.first_way, corner.point + reach * corner.second_way
    pixels = np.array([[corner.point, *ends]])
    start, one, other = cv2.perspectiveTransform(pixels, np.linalg.inv(plane))[0]
    first, second = one - start, other - start
    return start, first / np.linalg.norm(first), second / np.linalg.norm(second)


def _contrast(grey: Grey, corners: Points) -> float:
    """Standard deviation over mean of what lies between four corners."""
    seen = flat(grey, rectangle_to(corners, 1.0, 1.0), 1.0, 1.0, CONTRAST_PX).grey
    mean, deviation = cv2.meanStdDev(seen)
    return float(deviation[0, 0] / max(mean[0, 0], 1.0))


def _completed(side: Side, whole_mm: float, other_mm: float, plane: Points | None) -> list[Points]:
    """Corners (4, 2) that the rectangle may have."""
    if plane is None:
        px_per_mm = side.length_px / whole_mm
        return [
            side.corners(other_mm * px_per_mm * factor)
            for factor in STRETCHES
            if other_mm * px_per_mm * factor * 2 > 0.9 * side.seen_px
        ]
    start, end = cv2.perspectiveTransform(np.array([[side.start, side.end]]), np.linalg.inv(plane))[0]
    along = end - start
    if not abs(np.linalg.norm(along) / whole_mm - 1) < SAME_LENGTH:
        return []
    across = np.array([-along[1], along[0]]) / whole_mm * other_mm
    found = []
    for factor in PLANE_FACTORS:
        own = np.array([[start, end, end + factor * across, start + factor * across]])
        found.append(np.asarray(cv2.perspectiveTransform(own, plane)[0], np.float64))
    return found


def rectangle_to(corners: Points, width_mm: float, height_mm: float) -> Points:
    """Homography (3, 3) from a rectangle's mm about its middle to four corners, top left first, clockwise."""
    w, h = width_mm / 2, height_mm / 2
    own = np.array([[-w, -h], [w, -h], [w, h], [-w, h]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(own, corners.astype(np.float32)), np.float64)


def _moved(x_mm: float, y_mm: float) -> Points:
    return np.array([[1.0, 0.0, x_mm], [0.0, 1.0, y_mm], [0.0, 0.0, 1.0]])


@dataclass(frozen=True, slots=True)
class _Block:
    """A rectangle that an outline may be: windows that run together, with the header, the whole card.

    windows_mm: where the windows' middles lie below the rectangle's.
    """

    width_mm: float
    height_mm: float
    windows_mm: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """Of its long sides to its short ones."""
        return max(self.width_mm, self.height_mm) / min(self.width_mm, self.height_mm)


def _blocks(cards: SymbolCards) -> tuple[_Block, ...]:
    width_mm, height_mm = cards.window_mm
    rows_mm = [y_mm for _, y_mm in cards.windows_xy_mm]
    found = []
    for count in range(1, len(rows_mm) + 1):
        run = rows_mm[:count]
        middle_mm = (run[0] + run[-1]) / 2
        found.append(_Block(width_mm, run[-1] - run[0] + height_mm, tuple(y_mm - middle_mm for y_mm in run)))
    top_mm = cards.header_xy_mm[1] - cards.header_mm[1] / 2
    bottom_mm = rows_mm[-1] + height_mm / 2
    middle_mm = (top_mm + bottom_mm) / 2
    found.append(_Block(width_mm, bottom_mm - top_mm, tuple(y_mm - middle_mm for y_mm in rows_mm)))
    found.append(_Block(cards.width_mm, cards.height_mm, tuple(rows_mm)))
    return tuple(found)
