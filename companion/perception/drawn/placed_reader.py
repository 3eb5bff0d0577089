"""Reads which card lies at a known place, by trying the ways in which it may lie there."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

import cv2
import numpy as np

from companion.camera.arrays import Pixels, Points
from companion.core.capabilities.drawn_cards import DrawnCards
from companion.perception.cards.bleached import deepened, is_bleached
from companion.perception.cards.finder import Spot
from companion.perception.cards.pyramid import Pyramid
from companion.perception.cards.templates import product, unit
from companion.perception.drawn.coarse import INSET_PX, print_of, prints_at
from companion.perception.drawn.enlarged import enlarged, times_enlarged
from companion.perception.drawn.face_templates import templates_of
from companion.perception.drawn.judge import FaceJudge
from companion.perception.drawn.reader import DrawnCardReader
from companion.perception.drawn.reading import DrawnReading

NEAR_SHARE = 0.4
"""A card belongs to a place when its middle is no farther than this share of its smaller side. Half the distance
between places is a little more; a card about half way between two places belongs to neither."""
SAME_SIZE = 0.04
"""Share by which a card's size may be off: one that is held 30 mm over the table does not lie there."""
COARSE_PX_PER_MM = 0.5
"""Scale of the picture in which a card's position is first searched: an error of 2 mm still correlates."""
TURNS_DEG = (0.0, -7.0, 7.0)
"""Angles at which cards are searched first; the fit reaches 3.5 degrees more. Other angles are left to the reader of
whole pictures."""
SHIFTS_MM = (-8.0, -4.0, 0.0, 4.0, 8.0)
"""Offsets from the place, to the right and down, that are tried."""
LIKE = 0.4
"""Correlation of a coarse picture with a face from which on it is fitted: a card turned half way between two of the
tried angles, under a neighbour's corner, reaches no more."""
FLAT = 1.0
"""Norm of a coarse picture's centred logarithms under which it is noise on a plain surface."""
TRIED = 3
"""Faces that are fitted: the right one is among the first where enough is seen."""
BEYOND_MM = 2.0
"""Margin around a card that lies as far off its place as it may."""


class PlacedCardReader:
    """Reads the card at a place by trying how it may lie there.

    The reader of whole pictures starts from outlines, which are hard to see where a card touches its neighbour or has
    the table's colour at its edge. Arguments and results are in true millimetres; internally small cards are treated as
    large ones (`enlarged`), and the constants here refer to those.

    Args:
        cards: the deck.
    """

    def __init__(self, cards: DrawnCards) -> None:
        times = times_enlarged(cards)
        self._to_large = np.diag([times, times, 1.0])
        cards = enlarged(cards)
        templates = templates_of(cards)
        self._faces = len(cards.faces)
        self._size_mm = cards.width_mm, cards.height_mm
        self._near_mm = NEAR_SHARE * min(self._size_mm)
        self.reach_mm = (max(self._size_mm) / 2 + self._near_mm + BEYOND_MM) / times
        self._judge = FaceJudge(templates, cards.width_mm, cards.height_mm)
        self._reader = DrawnCardReader(cards)
        coarse = np.array([print_of(each) for each in templates.coarse(COARSE_PX_PER_MM)])
        self._shape: tuple[int, int] = (coarse.shape[1], coarse.shape[2])
        self._coarse = np.ascontiguousarray(unit(coarse.reshape(len(coarse), -1), FLAT).T)
        quarters = (0.0, 90.0, 180.0, 270.0) if cards.width_mm == cards.height_mm else (0.0, 180.0)
        self._turns_deg = [askew + quarter for quarter in quarters for askew in TURNS_DEG]

    def read(
        self, piece: Pixels, plane: Points, card_to_place: Points | None, before: DrawnReading | None, closely: bool
    ) -> DrawnReading | None:
        """Read the card at a place.

        Args:
            piece: (H, W, 3) uint8 BGR, the part of the picture around the place.
            plane: (3, 3), the table's mm about the place to pixels of `piece`.
            card_to_place: (3, 3), how a card lay there before, its mm to the table's about the place; None if unknown.
            before: what it was; None if unknown.
            closely: also search in any orientation, which takes longer.

        Returns:
            The reading, in pixels of `piece`; None where no card is seen.
        """
        to_large = self._to_large
        plane = plane @ np.linalg.inv(to_large)
        if card_to_place is not None:
            card_to_place = to_large @ card_to_place @ np.linalg.inv(to_large)
        found = self._read(piece, plane, card_to_place, before, closely)
        if found is None and is_bleached(piece):
            found = self._read(deepened(piece), plane, card_to_place, before, closely)
        return None if found is None else replace(found, to_picture=found.to_picture @ to_large)

    def _read(
        self, piece: Pixels, plane: Points, card_to_place: Points | None, before: DrawnReading | None, closely: bool
    ) -> DrawnReading | None:
        """As `read`, in one exposure and in the millimetres of large cards."""
        pyramid = Pyramid(np.asarray(cv2.cvtColor(piece, cv2.COLOR_BGR2GRAY), np.uint8))
        best: DrawnReading | None = None
        for to_picture, template in self._guesses(pyramid, plane, card_to_place, before):
            fitted = self._judge.fit(pyramid, to_picture, template)
            reading = None if fitted is None else self._judge.read(pyramid, fitted)
            if reading is not None and self._lies_at(plane, reading) and (best is None or best.weight < reading.weight):
                best = reading
                if best.settled:
                    break
        if closely and (best is None or not best.settled):
            best = self._better(best, self._reader.read_exposure(piece, spot=Spot(plane, self._near_mm)), plane)
        if best is None or best.likeliest() >= self._faces:
            return None
        return self._judge.finish(piece, pyramid, best)

    def _better(
        self, best: DrawnReading | None, others: Collection[DrawnReading], plane: Points
    ) -> DrawnReading | None:
        """The reading with the largest weight; another face that was found there becomes its rival."""
        found = [each for each in others if self._lies_at(plane, each)] + ([] if best is None else [best])
        if not found:
            return None
        likeliest = max(found, key=lambda each: each.weight)
        rivals = {nth for each in found for nth in (each.likeliest(), *each.rivals)} - {likeliest.likeliest()}
        return likeliest if likeliest.settled else replace(likeliest, rivals=tuple(sorted(rivals)))

    def _guesses(
        self, pyramid: Pyramid, plane: Points, card_to_place: Points | None, before: DrawnReading | None
    ) -> Iterable[tuple[Points, int]]:
        """How a card may lie there, (3, 3) its mm to pixels, and its face: first as before, then by coarse
        correlation."""
        if card_to_place is not None and before is not None:
            yield plane @ card_to_place, before.likeliest()
        width_mm, height_mm = (length + 2 * SHIFTS_MM[-1] for length in self._size_mm)
        begins_px = [round((shift - SHIFTS_MM[0]) * COARSE_PX_PER_MM) + INSET_PX for shift in SHIFTS_MM]
        shifts = [(x, y) for y in range(len(SHIFTS_MM)) for x in range(len(SHIFTS_MM))]
        best: dict[int, tuple[float, Points]] = {}
        for turn_deg in self._turns_deg:
            turned = plane @ _turned(turn_deg)
            seen = pyramid.top_view(turned, width_mm, height_mm, COARSE_PX_PER_MM).astype(np.float32)
            crops = prints_at(seen, [(begins_px[x], begins_px[y]) for x, y in shifts], self._shape)
            scores = product(unit(crops.reshape(len(crops), -1), FLAT), self._coarse)
            for template, nth in enumerate(scores.argmax(axis=0)):
                score = float(scores[nth, template])
                if score >= LIKE and (template not in best or best[template][0] < score):
                    x, y = shifts[nth]
                    best[template] = score, turned @ _moved(SHIFTS_MM[x], SHIFTS_MM[y])
        promising = sorted(best.items(), key=lambda each: -each[1][0])
        yield from ((to_picture, template) for template, (_, to_picture) in promising[:TRIED])

    def _lies_at(self, plane: Points, reading: DrawnReading) -> bool:
        """Whether a card has its size, so that it lies on the table, and is near enough to the place."""
        corners = cv2.perspectiveTransform(reading.corners_px[None], np.linalg.inv(plane))[0]
        sides_mm = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        off = np.abs(sides_mm / np.array([*self._size_mm, *self._size_mm]) - 1)
        return bool(off.max() <= SAME_SIZE and np.hypot(*corners.mean(axis=0)) <= self._near_mm)


def _turned(turn_deg: float) -> Points:
    """(3, 3): a rotation."""
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _moved(x_mm: float, y_mm: float) -> Points:
    """(3, 3): a shift in mm."""
    return np.array([[1.0, 0.0, x_mm], [0.0, 1.0, y_mm], [0.0, 0.0, 1.0]])
