"""Finds which window of which card an outline of four sides may be, by comparing its cells with the known cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Grey, Points
from companion.core.capabilities.symbol_cards import SymbolCards
from companion.perception.cards.coarse_windows import CoarseWindowMatcher, WindowMatch
from companion.perception.cards.edges import Corner, Edge
from companion.perception.cards.fit import top_view
from companion.perception.cards.pyramid import Pyramid
from companion.perception.cards.quads import Quad
from companion.perception.cards.rectangles import (
    FORESHORTENED,
    INKED,
    contrast,
    rectangle_to,
    rectangles_from_corner,
    rectangles_from_edge,
)
from companion.perception.cards.templates import PATCH_PX, PITCH_PX, Patches, Templates

LIKE_SYMBOLS = 0.5
"""Share of the better cells' contrast that symbols explain: true windows have 0.7 to 0.95, others 0.15 to 0.5."""
HALF_OF_CELLS = 8
"""Number of cells by which a place is judged, so that half a window suffices."""
OUTLINE_FACTORS = (1.0, 0.965, 1.035)
"""Scales that are tried: an outline may be seen a little inside or outside of its edge, by glare or a shadow."""
WORTH_FITTING = 0.42
"""Correlation with a known window from which on the card is fitted: right ones have 0.55 to 0.9, half hidden ones 0.3
to 0.5, nine in ten of the best wrong ones less."""
PLAIN = 0.8
"""Mean correlation of a window's cells with any symbol from which on it may be a card that is not in the deck."""
BY_CHANCE = 0.2
"""Least correlation that a cell counts with: a lower one is hidden, and would reach this by chance."""
EVEN_MM = 1.0
"""Windows are matched although they are this far off their place, and farther."""


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis:
    """A card that would explain an outline.

    Attributes:
        to_picture: (3, 3), the card's mm to pixels.
        looks: (cells,) int32, which symbol (index in `SymbolCards.looks`) each of its cells should show, -1 where
            unknown.
        score: correlation of the window by which it was found, at most 1.
    """

    to_picture: Points
    looks: NDArray[np.int32]
    score: float


class WindowMatcher:
    """Turns outlines into hypotheses.

    Args:
        cards: the deck.
        templates: its symbols.
    """

    def __init__(self, cards: SymbolCards, templates: Templates) -> None:
        self._cards = cards
        self._templates = templates
        self._names = CoarseWindowMatcher(cards, templates) if len(cards.known) > 1 else None
        self._scale = PITCH_PX / cards.pitch_mm
        self._blocks = _blocks(cards)

    def from_quad(self, picture: Pyramid, quad: Quad) -> Iterator[Hypothesis]:
        """Yield the known cards that an outline of four sides may show, the likeliest rectangles first."""
        for block, corners in self._rectangles(quad):
            yield from self._named(picture, block, corners)

    def from_edge(self, picture: Pyramid, edge: Edge, plane: Points | None) -> Iterator[Hypothesis]:
        """Yield the known cards that a rectangle may show of which one edge is wholly seen.

        Args:
            picture: what is read.
            edge: the edge.
            plane: (3, 3), mm of the table to pixels, known from another card; None if unknown.
        """
        if contrast(picture, edge.corners(edge.length_px)) < INKED:
            return
        for block in self._blocks if plane is not None else (self._blocks[0], self._blocks[-1]):
            lengths = (block.width_mm, block.height_mm)
            for turn, (whole_mm, other_mm) in enumerate((lengths, lengths[::-1])):
                for corners in rectangles_from_edge(edge, whole_mm, other_mm, plane):
                    yield from self._named(picture, block, np.roll(corners, turn, axis=0))

    def from_corner(self, picture: Pyramid, corner: Corner, plane: Points) -> Iterator[Hypothesis]:
        """Yield the known cards of which one corner, of the card or of a window, is seen on a known plane."""
        for block in (self._blocks[-1], self._blocks[0]):
            for corners in rectangles_from_corner(picture, corner, block.width_mm, block.height_mm, plane):
                yield from self._named(picture, block, corners)

    def unknown_from_quad(self, grey: Grey, quad: Quad) -> Iterator[Hypothesis]:
        """Yield cards that are not in the deck, where an outline of four sides clearly shows symbols."""
        for block, corners in self._rectangles(quad):
            middle = corners.mean(axis=0)
            tried = [middle + (corners - middle) * factor for factor in OUTLINE_FACTORS]
            for nth in range(len(block.windows_mm)):
                yield from self._plain(grey, [_window_in(block, nth, each) for each in tried])

    def _rectangles(self, quad: Quad) -> Iterator[tuple[_Block, Points]]:
        """The rectangles that an outline may be, by the ratio of its sides, with its corners (4, 2), top left first."""
        for block in sorted(self._blocks, key=lambda each: abs(log(quad.ratio / each.ratio))):
            if FORESHORTENED < quad.ratio / block.ratio < 1 / FORESHORTENED:
                wide = block.width_mm >= block.height_mm
                yield block, quad.corners if wide else np.roll(quad.corners, 1, axis=0)

    def _named(self, picture: Pyramid, block: _Block, corners: Points) -> Iterator[Hypothesis]:
        """The likeliest known cards whose windows lie in a rectangle with these corners (4, 2), either way up; best
        first."""
        for turn in (0,) if block.even else (0, 2):
            turned = np.roll(corners, turn, axis=0)
            places = [_window_in(block, nth, turned) for nth in range(len(block.windows_mm))]
            matches = [] if self._names is None else [self._names.best(picture, place) for place in places]
            of_one_card = agreed(matches)
            found = [
                self._hypothesis(place, match)
                for nth, (place, match) in enumerate(zip(places, matches, strict=False))
                if match.score >= WORTH_FITTING or nth in of_one_card
            ]
            yield from sorted(found, key=lambda each: -each.score)

    def _hypothesis(self, place: Points, match: WindowMatch) -> Hypothesis:
        """The card whose window was matched in a place, (3, 3): the place's mm to pixels."""
        to_picture = self._card_of(place @ _moved(*match.shift_mm), match.window, match.upside_down)
        return Hypothesis(to_picture, self._templates.known[match.card].ravel(), match.score)

    def _card_of(self, window_to_picture: Points, window: int, upside_down: bool) -> Points:
        """The card's mm to pixels, from those of one of its windows."""
        half_turn = np.diag([-1.0, -1.0, 1.0]) if upside_down else np.eye(3)
        x_mm, y_mm = self._cards.windows_xy_mm[window]
        return np.asarray(window_to_picture @ half_turn @ _moved(-x_mm, -y_mm), np.float64)

    def _plain(self, grey: Grey, places: list[Points]) -> Iterator[Hypothesis]:
        """All windows of an unknown card, either way up, that a place (3, 3) may be, where it shows symbols."""
        best: tuple[float, Points, Patches] | None = None
        for place in places:
            patches = self._cells(grey, place)
            shares = np.sort(self._templates.symbol_shares(patches), axis=1)[:, -HALF_OF_CELLS:].mean(axis=1)
            if shares.max() > LIKE_SYMBOLS and (best is None or shares.max() > best[0]):
                best = (float(shares.max()), place, patches)
        if best is None:
            return
        _, place, patches = best
        for upside_down in (False, True):
            own = patches[::-1, ::-1, ::-1] if upside_down else patches
            likeness = np.maximum(self._templates.likeness(own), BY_CHANCE)
            each = likeness[int(np.argmax(likeness.max(axis=2).sum(axis=1)))]
            plain = float(each.max(axis=1).mean())
            for window in range(len(self._cards.windows_xy_mm)) if plain >= PLAIN else ():
                looks = np.full((len(self._cards.windows_xy_mm), len(patches)), -1, np.int32)
                looks[window] = each.argmax(axis=1)
                yield Hypothesis(self._card_of(place, window, upside_down), looks.ravel(), plain)

    def _cells(self, grey: Grey, window_to_picture: Points) -> Patches:
        """The cells' pictures, (cells, PATCH_PX, PATCH_PX), row by row."""
        columns, rows, pitch_mm = self._cards.columns, self._cards.rows, self._cards.pitch_mm
        seen = top_view(grey, window_to_picture, columns * pitch_mm, rows * pitch_mm, self._scale).grey
        cells = seen.reshape(rows, PITCH_PX, columns, PITCH_PX).swapaxes(1, 2)
        cut = (PITCH_PX - PATCH_PX) // 2
        inner = cells[:, :, cut:-cut, cut:-cut].reshape(rows * columns, PATCH_PX, PATCH_PX)
        return np.asarray(inner, np.float32)


def _window_in(block: _Block, nth: int, corners: Points) -> Points:
    """A window's mm to pixels, (3, 3), from the corners of the rectangle that it lies in."""
    return rectangle_to(corners, block.width_mm, block.height_mm) @ _moved(0.0, block.windows_mm[nth])


def agreed(matches: Sequence[WindowMatch]) -> frozenset[int]:
    """Return which windows of a rectangle match windows of one card in the same order, two at least.

    Two wrong matches agree so by chance once in several hundred rectangles: there are 120 cards, either way up.

    Args:
        matches: of each window, from the rectangle's top down.
    """
    cards = [
        (match.card, match.upside_down, match.window + (nth if match.upside_down else -nth))
        for nth, match in enumerate(matches)
    ]
    return frozenset(nth for nth, card in enumerate(cards) if cards.count(card) > 1)


def _moved(x_mm: float, y_mm: float) -> Points:
    """(3, 3): a shift in mm."""
    return np.array([[1.0, 0.0, x_mm], [0.0, 1.0, y_mm], [0.0, 0.0, 1.0]])


@dataclass(frozen=True, slots=True)
class _Block:
    """A rectangle that an outline may be: adjacent windows, the windows with the header, or the whole card.

    Attributes:
        width_mm, height_mm: its size.
        windows_mm: where the windows' middles lie below the rectangle's.
    """

    width_mm: float
    height_mm: float
    windows_mm: tuple[float, ...]

    @property
    def even(self) -> bool:
        """Whether its windows lie at the same places when it is turned by 180 degrees."""
        return abs(self.windows_mm[0] + self.windows_mm[-1]) < EVEN_MM

    @property
    def ratio(self) -> float:
        """Long side over short side."""
        return max(self.width_mm, self.height_mm) / min(self.width_mm, self.height_mm)


def _blocks(cards: SymbolCards) -> tuple[_Block, ...]:
    """The rectangles that an outline may be: 1, 2, ... windows, the windows with the header, the card."""
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
