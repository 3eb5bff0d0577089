"""Reads every card with windows of symbols in a picture of unknown scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.symbol_cards import SymbolCards
from companion.perception.card_back import ALIKE_ROUGHLY, ReadingSides
from companion.perception.card_fit import Fitter
from companion.perception.card_judge import Judge
from companion.perception.card_left import busy_places, may_hold_cards
from companion.perception.card_names import Pyramid
from companion.perception.card_quads import (
    Outline,
    Quad,
    dark_places,
    four_sided_in,
    least_channel,
    outlines_in,
    paper_places,
)
from companion.perception.card_reading import CardReading, Points
from companion.perception.card_sides import bends_in
from companion.perception.card_templates import templates_for
from companion.perception.card_windows import Hypothesis, WindowNamer
from companion.perception.eyes import Area

Grey = NDArray[np.uint8]

PAPER_WIDTH_PX, COARSE_WIDTH_PX, FINE_WIDTH_PX = 560, 1100, 2300
"""Outlines are looked for in smaller pictures first: what is seen there costs a quarter. In the smallest one only
whole cards are looked for, by their paper."""
FINE_ENOUGH = 1.25
"""Pixels a mm of a picture under which outlines run together: then a finer one is looked at, too."""
BEYOND = 0.03
"""Of the picture's width: motion is told in blocks, and paper is found by the table around it."""
TRIED = 6
"""Hypotheses of one outline that are fitted."""


class CardReader:
    """Give it pictures; it keeps nothing between them."""

    def __init__(self, cards: SymbolCards) -> None:
        self._cards = cards
        self._templates = templates_for(cards)
        self._namer = WindowNamer(cards, self._templates)
        self._fitter = Fitter(cards, self._templates)
        self._judge = Judge(cards, self._templates, self._fitter)
        self._backs = ReadingSides(cards)

    def read(self, picture: NDArray[np.uint8], areas: Sequence[Area] | None = None) -> tuple[CardReading, ...]:
        """picture: (H, W, 3) uint8 BGR. Draw sides and reading sides, ordered by x, then y.

        areas: cards are looked for where these rectangles (left, top, right, bottom, px) reach, and a little beyond.
        """
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        shrinks = _shrinks(picture.shape[1])
        smallest = _least(picture, shrinks[0])
        places = None if areas is None else _covered(smallest, areas, shrinks[0])
        seen = _Seen(picture, grey, Pyramid(grey), _within(busy_places(smallest), places), shrinks[0], places)
        found: list[CardReading] = []
        for shrink in shrinks:
            if self._look(seen, smallest if shrink == shrinks[0] else _least(picture, shrink), shrink, found):
                break
        return tuple(sorted(found, key=lambda each: each.centre_xy_px))

    def _px_per_mm(self, reading: CardReading) -> float:
        sides = np.linalg.norm(reading.corners_px - np.roll(reading.corners_px, -1, axis=0), axis=1)
        return float(min(sides[::2].mean() / self._cards.width_mm, sides[1::2].mean() / self._cards.height_mm))

    def _look(self, seen: _Seen, least: Grey, shrink: int, found: list[CardReading]) -> bool:
        """Add the cards whose outlines a smaller picture shows; whether a larger one has nothing to add.

        Whole cards on a darker table are found by their paper alone, and only what is left of it is looked at.
        """
        outlines = outlines_in(_within(paper_places(least), seen.left(found)))
        unnamed, dented = self._look_at_quads(seen, outlines, shrink, found)
        left = seen.left(found)
        if left is not None and not left.any():
            return True
        if least.shape[1] <= PAPER_WIDTH_PX:
            return False
        inks = outlines_in(_within(dark_places(least), left))
        more_unnamed, more_dented = self._look_at_quads(seen, inks, shrink, found)
        unnamed, dented = unnamed + more_unnamed, dented + more_dented
        self._look_at_bends(seen, outlines + inks, shrink, found)
        for quad in unnamed:
            if not _any_inside(found, quad.corners.mean(axis=0)):
                self._take(seen, self._namer.strangers_of_quad(seen.grey, quad), found, strangers=True)
            if not _any_inside(found, quad.corners.mean(axis=0)):
                found += filter(None, (self._backs.at(seen.grey, quad),))
        for quad in dented:  # a reading side is known by its whole, so its corners need not be exact
            if not _any_inside(found, quad.corners.mean(axis=0)):
                found += filter(None, (self._backs.at(seen.grey, quad, ALIKE_ROUGHLY),))
        left = seen.left(found)
        fine = bool(found) and min(self._px_per_mm(each) for each in found) >= FINE_ENOUGH * shrink
        return fine or (left is not None and not left.any())

    def _look_at_quads(
        self, seen: _Seen, outlines: list[Outline], shrink: int, found: list[CardReading]
    ) -> tuple[list[Quad], list[Quad]]:
        """Add the known cards that outlines of four sides show; the outlines that show none, and those whose sides are
        not straight."""
        unnamed, dented = [], []
        for rough in four_sided_in(outlines):
            if _any_inside(found, (rough.corners.mean(axis=0) + 0.5) * shrink - 0.5):
                continue
            quad = rough.quad()
            if quad is not None:
                quad = quad.enlarged(shrink)
                if not self._take(seen, self._namer.of_quad(seen.pyramid, quad), found):
                    unnamed.append(quad)
            elif (about := rough.rough()) is not None:
                dented.append(about.enlarged(shrink))
        return unnamed, dented

    def _look_at_bends(self, seen: _Seen, outlines: list[Outline], shrink: int, found: list[CardReading]) -> None:
        """Add the cards of which only a side is whole, and, where others tell the plane, only a corner."""
        sides, corners = bends_in(outlines)
        for bend in sides:
            inward = (bend.middle + 0.5) * shrink - 0.5
            side = None if _any_inside(found, inward) else bend.side()
            if side is not None:
                plane = _nearest_plane(found, inward)
                self._take(seen, self._namer.of_side(seen.pyramid, side.enlarged(shrink), plane), found)
        for bend in corners if found else ():
            inward = (bend.middle + 0.5) * shrink - 0.5
            corner = None if _any_inside(found, inward) else bend.corner()
            plane = _nearest_plane(found, inward)
            if corner is not None and plane is not None:
                self._take(seen, self._namer.of_corner(seen.pyramid, corner.enlarged(shrink), plane), found)

    def _take(
        self, seen: _Seen, hypotheses: Iterable[Hypothesis], found: list[CardReading], strangers: bool = False
    ) -> bool:
        """Add the card that explains an outline, if one does: the first that is named, else the one of which most is
        legible; `strangers`: of cards that are not known. Whether there is one."""
        best: tuple[CardReading, int] | None = None
        for hypothesis in islice(hypotheses, TRIED):
            to_picture = self._fitter.fitted(seen.grey, hypothesis.to_picture, hypothesis.looks)
            judged = None if to_picture is None else self._judge.judged(seen.picture, seen.grey, to_picture)
            # Symbols of no known card are taken only where all else has been tried: a card shifted by a row has them.
            if judged is None or (judged[0].guess is None) != strangers:
                continue
            if best is None or judged[1] > best[1]:
                best = judged
            if best[0].ident is not None:
                break
        if best is None or _any_inside(found, np.array(best[0].centre_xy_px)):
            return False
        found.append(best[0])
        return True


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A picture as its readers need it."""

    picture: NDArray[np.uint8]
    grey: Grey
    pyramid: Pyramid
    busy: Grey
    busy_shrink: int
    places: Grey | None

    def left(self, found: list[CardReading]) -> Grey | None:
        """Where more cards may lie, as in `may_hold_cards`; where they are looked for at all, before one was found."""
        return may_hold_cards(self.busy, found, self.busy_shrink) if found else self.places


def _covered(small: Grey, areas: Sequence[Area], shrink: int) -> Grey:
    """255 where `areas` of the whole picture reach in one so many times smaller, and BEYOND around them."""
    places = np.zeros_like(small)
    beyond = BEYOND * small.shape[1]
    for left, top, right, bottom in areas:
        low = round(left / shrink - beyond), round(top / shrink - beyond)
        high = round(right / shrink + beyond), round(bottom / shrink + beyond)
        cv2.rectangle(places, low, high, 255, cv2.FILLED)
    return places


def _shrinks(width_px: int) -> tuple[int, ...]:
    """By how much a picture is made smaller, coarse first."""
    widths = (PAPER_WIDTH_PX, COARSE_WIDTH_PX, FINE_WIDTH_PX)
    return tuple(dict.fromkeys(max(1, ceil(width_px / most)) for most in widths))


def _least(picture: NDArray[np.uint8], shrink: int) -> Grey:
    """The smallest channel of the picture so many times smaller."""
    size = (picture.shape[1] // shrink, picture.shape[0] // shrink)
    small = picture if shrink == 1 else cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return least_channel(np.asarray(small, np.uint8))


def _within(mask: Grey, places: Grey | None) -> Grey:
    """What of a mask lies in places, of a picture of any size; all of it where they are not known."""
    if places is None:
        return mask
    height, width = mask.shape
    wide = cv2.resize(places, (width, height), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.bitwise_and(mask, wide), np.uint8)


def _nearest_plane(found: list[CardReading], point: Points) -> Points | None:
    """The plane of the card nearest to a point: extrapolated least."""
    gaps = [float(np.linalg.norm(point - each.centre_xy_px)) for each in found]
    return found[int(np.argmin(gaps))].to_picture if found else None


def _any_inside(readings: list[CardReading], point: Points) -> bool:
    x, y = (float(each) for each in point)
    outlines = (reading.corners_px.astype(np.float32) for reading in readings)
    return any(cv2.pointPolygonTest(outline, (x, y), False) >= 0 for outline in outlines)
