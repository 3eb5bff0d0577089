"""Which card lies at a known place: told by trying how it may lie there."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

import cv2
import numpy as np

from companion.camera.arrays import Pixels, Points
from companion.core.capabilities.drawn_cards import DrawnCards
from companion.perception.cards.finder import Spot
from companion.perception.cards.names import levelled
from companion.perception.cards.pyramid import Pyramid
from companion.perception.cards.templates import product, unit
from companion.perception.drawn.enlarged import enlarged, times_enlarged
from companion.perception.drawn.judge import SideJudge
from companion.perception.drawn.looks import looks_of
from companion.perception.drawn.reader import DrawnCardReader
from companion.perception.drawn.reading import DrawnReading

NEAR_SHARE = 0.4
"""Of the card's smaller side: a card belongs to a place when its middle is no farther. Half a pitch is a little more
than half of that side, and a card that is nearly as far from one place as from the next belongs to neither."""
SAME_SIZE = 0.04
"""Share by which a card may be too large or too small: one that is held 30 mm over the table does not lie there."""
COARSE_PX_PER_MM = 0.5
"""A card's place is first told from so coarse a picture: what is off by 2 mm still resembles."""
TURNS_DEG = (0.0, -7.0, 7.0)
"""How askew cards are looked for first; the fit reaches 3.5 degrees more. What is more askew is left to the reader of
pictures."""
SHIFTS_MM = (-8.0, -4.0, 0.0, 4.0, 8.0)
"""How far off their place, to the right and down."""
LIKE = 0.4
"""Correlation of a coarse picture with a side that is worth fitting: of a card that lies half way between two turns
under a neighbour's corner, no more is left."""
FLAT = 1.0
"""Length of a coarse picture's logarithms about their mean: fainter ones are noise on something plain."""
TRIED = 3
"""Sides that are fitted: the right one is among the first where enough is seen."""
BEYOND_MM = 2.0
"""What is seen beyond a card that lies as far off its place as it may."""


class CardsAtPlaces:
    """Reads the card at a place by trying how it may lie there; the reader of whole pictures goes by outlines, which
    are hard to see where a card touches its neighbour, or has the table's colour at its edge.

    What it takes and gives is in true millimetres; inside small cards are large ones (`enlarged`), and all constants
    here are of large cards.
    """

    def __init__(self, cards: DrawnCards) -> None:
        times = times_enlarged(cards)
        self._to_large = np.diag([times, times, 1.0])
        cards = enlarged(cards)
        looks = looks_of(cards)
        self._faces = len(cards.faces)
        self._size_mm = cards.width_mm, cards.height_mm
        self._near_mm = NEAR_SHARE * min(self._size_mm)
        self.reach_mm = (max(self._size_mm) / 2 + self._near_mm + BEYOND_MM) / times
        self._judge = SideJudge(looks, cards.width_mm, cards.height_mm)
        self._reader = DrawnCardReader(cards)
        coarse = np.array([levelled(each) for each in looks.coarse(COARSE_PX_PER_MM)])
        self._shape = coarse.shape[1:]
        self._coarse = np.ascontiguousarray(unit(coarse.reshape(len(coarse), -1), FLAT).T)
        quarters = (0.0, 90.0, 180.0, 270.0) if cards.width_mm == cards.height_mm else (0.0, 180.0)
        self._turns_deg = [askew + quarter for quarter in quarters for askew in TURNS_DEG]

    def read(
        self, piece: Pixels, plane: Points, card_mm: Points | None, before: DrawnReading | None, closely: bool
    ) -> DrawnReading | None:
        """The card at a place; None where none is seen. card_mm, before: how one lay there before, and what it was.

        piece: (H, W, 3) uint8 BGR. plane: (3, 3), the table's mm about the place to its pixels. closely: it may lie
        in any way.
        """
        to_large = self._to_large
        plane = plane @ np.linalg.inv(to_large)
        if card_mm is not None:
            card_mm = to_large @ card_mm @ np.linalg.inv(to_large)
        pyramid = Pyramid(np.asarray(cv2.cvtColor(piece, cv2.COLOR_BGR2GRAY), np.uint8))
        best: DrawnReading | None = None
        for to_picture, look in self._guesses(pyramid, plane, card_mm, before):
            fitted = self._judge.fitted(pyramid, to_picture, look)
            reading = None if fitted is None else self._judge.judged(pyramid, fitted)
            if reading is not None and self._lies_at(plane, reading) and (best is None or best.weight < reading.weight):
                best = reading
                if best.settled:
                    break
        if closely and (best is None or not best.settled):
            best = self._better(best, self._reader.read(piece, spot=Spot(plane, self._near_mm)), plane)
        if best is None or best.likeliest() >= self._faces:
            return None
        finished = self._judge.finished(piece, pyramid, best)
        return replace(finished, to_picture=finished.to_picture @ to_large)

    def _better(
        self, best: DrawnReading | None, others: Collection[DrawnReading], plane: Points
    ) -> DrawnReading | None:
        """The reading for which the most speaks; another side that was found there leaves it open."""
        found = [each for each in others if self._lies_at(plane, each)] + ([] if best is None else [best])
        if not found:
            return None
        likeliest = max(found, key=lambda each: each.weight)
        rivals = {nth for each in found for nth in (each.likeliest(), *each.rivals)} - {likeliest.likeliest()}
        return likeliest if likeliest.settled else replace(likeliest, rivals=tuple(sorted(rivals)))

    def _guesses(
        self, pyramid: Pyramid, plane: Points, card_mm: Points | None, before: DrawnReading | None
    ) -> Iterable[tuple[Points, int]]:
        """How a card may lie there, (3, 3) its mm to pixels, and which side: as before, then what resembles most."""
        if card_mm is not None and before is not None:
            yield plane @ card_mm, before.likeliest()
        width_mm, height_mm = (length + 2 * SHIFTS_MM[-1] for length in self._size_mm)
        rows, columns = self._shape
        begins_px = [round((shift - SHIFTS_MM[0]) * COARSE_PX_PER_MM) for shift in SHIFTS_MM]
        shifts = [(x, y) for y in range(len(SHIFTS_MM)) for x in range(len(SHIFTS_MM))]
        best: dict[int, tuple[float, Points]] = {}
        for turn_deg in self._turns_deg:
            turned = plane @ _turned(turn_deg)
            seen = levelled(pyramid.flat(turned, width_mm, height_mm, COARSE_PX_PER_MM).astype(np.float32))
            crops = [
                seen[begins_px[y] : begins_px[y] + rows, begins_px[x] : begins_px[x] + columns].ravel()
                for x, y in shifts
            ]
            scores = product(unit(np.array(crops, np.float32), FLAT), self._coarse)
            for look, nth in enumerate(scores.argmax(axis=0)):
                score = float(scores[nth, look])
                if score >= LIKE and (look not in best or best[look][0] < score):
                    x, y = shifts[nth]
                    best[look] = score, turned @ _moved(SHIFTS_MM[x], SHIFTS_MM[y])
        promising = sorted(best.items(), key=lambda each: -each[1][0])
        yield from ((to_picture, look) for look, (_, to_picture) in promising[:TRIED])

    def _lies_at(self, plane: Points, reading: DrawnReading) -> bool:
        """Whether a card has its size, and so lies on the table, and is near enough."""
        corners = cv2.perspectiveTransform(reading.corners_px[None], np.linalg.inv(plane))[0]
        sides_mm = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        off = np.abs(sides_mm / np.array([*self._size_mm, *self._size_mm]) - 1)
        return bool(off.max() <= SAME_SIZE and np.hypot(*corners.mean(axis=0)) <= self._near_mm)


def _turned(turn_deg: float) -> Points:
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _moved(x_mm: float, y_mm: float) -> Points:
    return np.array([[1.0, 0.0, x_mm], [0.0, 1.0, y_mm], [0.0, 0.0, 1.0]])
