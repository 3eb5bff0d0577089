"""Reads every card with windows of symbols in a picture of unknown scale."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.symbol_cards import SymbolCards
from companion.perception.card_back import ReadingSides
from companion.perception.card_fit import Fitter
from companion.perception.card_judge import Judge
from companion.perception.card_quads import dark_places, least_channel, outlines_in, paper_places, quads_in
from companion.perception.card_reading import CardReading, Points
from companion.perception.card_sides import bends_in
from companion.perception.card_templates import templates_for
from companion.perception.card_windows import Hypothesis, WindowNamer

Grey = NDArray[np.uint8]

COARSE_WIDTH_PX, FINE_WIDTH_PX = 1100, 2300
"""Outlines are looked for in a picture of about half of the larger width first: what is seen there costs a quarter."""
FINE_ENOUGH = 1.1
"""Pixels a mm of the coarse picture under which outlines run together: then the fine one is looked at, too."""
MOST_SIDES = 150
"""Sides that are tried in a picture: tables with inlays have hundreds of straight lines."""
MOST_CORNERS = 80
TRIED = 3
"""Hypotheses of one outline that are fitted."""


class CardReader:
    """Give it pictures; it keeps nothing between them."""

    def __init__(self, cards: SymbolCards) -> None:
        self.cards = cards
        self._templates = templates_for(cards)
        self._namer = WindowNamer(cards, self._templates)
        self._fitter = Fitter(cards, self._templates)
        self._judge = Judge(cards, self._templates, self._fitter)
        self._backs = ReadingSides(cards)

    def read(self, picture: NDArray[np.uint8]) -> tuple[CardReading, ...]:
        """picture: (H, W, 3) uint8 BGR. Draw sides and reading sides, ordered by x, then y."""
        found: list[CardReading] = []
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        for shrink in _shrinks(picture.shape[1]):
            size = (picture.shape[1] // shrink, picture.shape[0] // shrink)
            small = picture if shrink == 1 else cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
            left = self._look(picture, grey, np.asarray(small, np.uint8), shrink, found)
            if found and not left and min(self._px_per_mm(each) for each in found) >= FINE_ENOUGH * shrink:
                break
        return tuple(sorted(found, key=lambda each: each.centre_xy_px))

    def _px_per_mm(self, reading: CardReading) -> float:
        sides = np.linalg.norm(reading.corners_px - np.roll(reading.corners_px, -1, axis=0), axis=1)
        return float(min(sides[::2].mean() / self.cards.width_mm, sides[1::2].mean() / self.cards.height_mm))

    def _look(
        self, picture: NDArray[np.uint8], grey: Grey, small: NDArray[np.uint8], shrink: int, found: list[CardReading]
    ) -> bool:
        """Add the cards whose outlines a smaller picture shows; whether there is paper left that no card explains."""
        least = least_channel(small)
        paper = paper_places(least)
        outlines = outlines_in(paper) + outlines_in(dark_places(least))
        quads = [quad.enlarged(shrink) for quad in quads_in(outlines)]
        for quad in quads:
            if not _any_inside(found, quad.corners.mean(axis=0)):
                self._take(picture, grey, self._namer.of_quad(grey, quad), found)
        self._look_at_bends(picture, grey, outlines, shrink, found)
        for quad in quads:
            if not _any_inside(found, quad.corners.mean(axis=0)):
                self._take(picture, grey, self._namer.of_quad(grey, quad), found, strangers=True)
            if not _any_inside(found, quad.corners.mean(axis=0)):
                back = self._backs.at(grey, quad)
                if back is not None:
                    found.append(back)
        return _paper_left(paper, found, shrink)

    def _look_at_bends(
        self, picture: NDArray[np.uint8], grey: Grey, outlines: list[Points], shrink: int, found: list[CardReading]
    ) -> None:
        """Add the cards of which only a side is whole, and, where others tell the plane, only a corner."""
        sides, corners = bends_in(outlines)
        for bend in sides[:MOST_SIDES]:
            inward = (bend.middle + 0.5) * shrink - 0.5
            side = None if _any_inside(found, inward) else bend.side()
            if side is not None:
                tried = self._namer.of_side(grey, side.enlarged(shrink), _nearest_plane(found, inward))
                self._take(picture, grey, tried, found)
        for bend in corners[: MOST_CORNERS if found else 0]:
            inward = (bend.middle + 0.5) * shrink - 0.5
            corner = None if _any_inside(found, inward) else bend.corner()
            plane = _nearest_plane(found, inward)
            if corner is not None and plane is not None:
                self._take(picture, grey, self._namer.of_corner(grey, corner.enlarged(shrink), plane), found)

    def _take(
        self, picture: NDArray[np.uint8], grey: Grey, hypotheses: Sequence[Hypothesis], found: list[CardReading],
        strangers: bool = False,
    ) -> None:  # fmt: skip
        """Add the card that explains an outline, if one does: the one of which most is legible."""
        best: tuple[CardReading, int] | None = None
        # Symbols of no known card are taken only where all else has been tried: a card shifted by a row has them, too.
        likely = [each for each in hypotheses if (each.score < 0) == strangers][:TRIED]
        for hypothesis in likely:
            to_picture = self._fitter.fitted(grey, hypothesis.to_picture, hypothesis.looks, hypothesis.blur)
            judged = None if to_picture is None else self._judge.judged(picture, grey, to_picture)
            if judged is None or (judged[0].guess is None) != strangers:
                continue
            if best is None or judged[1] > best[1]:
                best = judged
            if best is not None and best[0].ident is not None:
                break
        if best is not None and not _any_inside(found, np.array(best[0].centre_xy_px)):
            found.append(best[0])


WIDER = 0.08
"""By this share a card that was found is enlarged before it is taken away from the paper that was seen."""
HALF_A_CARD = 0.4


def _shrinks(width_px: int) -> tuple[int, ...]:
    """By how much a picture is made smaller, coarse first."""
    return tuple(dict.fromkeys(max(1, ceil(width_px / most)) for most in (COARSE_WIDTH_PX, FINE_WIDTH_PX)))


def _paper_left(paper: Grey, found: list[CardReading], shrink: int) -> bool:
    """Whether any piece of paper is half as large as a card that was found, and none lies there."""
    rest = paper.copy()
    areas = []
    for each in found:
        outline = (each.corners_px + 0.5) / shrink - 0.5
        areas.append(cv2.contourArea(outline.astype(np.float32)))
        wider = outline + (outline - outline.mean(axis=0)) * WIDER
        cv2.fillConvexPoly(rest, np.round(wider).astype(np.int32), 0)
    _, _, stats, _ = cv2.connectedComponentsWithStats(rest)
    return bool(areas) and bool((stats[1:, cv2.CC_STAT_AREA] > HALF_A_CARD * min(areas)).any())


def _nearest_plane(found: list[CardReading], point: Points) -> Points | None:
    """The plane of the card nearest to a point: extrapolated least."""
    gaps = [float(np.linalg.norm(point - each.centre_xy_px)) for each in found]
    return found[int(np.argmin(gaps))].to_picture if found else None


def _any_inside(readings: list[CardReading], point: Points) -> bool:
    x, y = (float(each) for each in point)
    outlines = (reading.corners_px.astype(np.float32) for reading in readings)
    return any(cv2.pointPolygonTest(outline, (x, y), False) >= 0 for outline in outlines)
