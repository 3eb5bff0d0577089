"""The reading of one drawn card, and what follows from it for people."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.core.capabilities.drawn_cards import DrawnCards, DrawnFace, Told

CONFIDENT = 0.999
"""Probability from which on something is reported; below it is unknown."""

UNEXPECTED = 0.001
"""Prior odds of a face that should not be there: of the other edition, or already turned up."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawnReading:
    """One card.

    Attributes:
        shares: (templates,) float64, the probability of each face of the deck, then of each other thing in the box.
        to_picture: (3, 3), the card's mm about its middle to pixels.
        corners_px: (4, 2), clockwise from its top left.
        covered: share of the card that something hides, or that is outside of the picture, 0 to 1.
        is_up: whether the likeliest face is no back.
        weight: sum of the correlations of the cells with the likeliest face.
        settled: whether nearly all of the card supports that face.
        rivals: other faces that would explain nearly as much if the card lay a little elsewhere.
        outline: share of the card's outline, a strip inside its border, that has the face's colours, 0 to 1.
        shown: of the printed cells of its face that nothing hides, the share that is legible, 0 to 1.
    """

    shares: NDArray[np.float64]
    to_picture: Points
    corners_px: Points
    covered: float
    is_up: bool
    weight: float
    settled: bool
    rivals: tuple[int, ...] = ()
    outline: float = 1.0
    shown: float = 1.0

    @property
    def centre_xy_px(self) -> tuple[float, float]:
        """The card's middle, px."""
        x, y, w = self.to_picture[:, 2]
        return float(x / w), float(y / w)

    @property
    def up_deg(self) -> float:
        """Where the card's top points in the picture, degrees clockwise from up, 0 to below 360."""
        left_top, right_top, right_bottom, left_bottom = self.corners_px
        x, y = left_top + right_top - left_bottom - right_bottom
        return float(np.degrees(np.arctan2(x, -y)) % 360.0)

    def among(self, faces: Collection[int]) -> DrawnReading:
        """Return the reading with a prior on the expected faces; the others remain possible, see `UNEXPECTED`.

        Args:
            faces: indices of the expected faces.
        """
        expected = np.full(len(self.shares), UNEXPECTED)
        expected[list(faces)] = 1.0
        shares = self.shares * expected
        return replace(self, shares=shares / shares.sum())

    def moved(self, x_px: float, y_px: float) -> DrawnReading:
        """Return the reading in the coordinates of a whole picture of which the part that begins at (x_px, y_px) was
        read."""
        shift = np.array([[1.0, 0.0, x_px], [0.0, 1.0, y_px], [0.0, 0.0, 1.0]])
        return replace(self, to_picture=shift @ self.to_picture, corners_px=self.corners_px + np.array([x_px, y_px]))

    def likeliest(self) -> int:
        """Return the index of the template with the largest probability."""
        return int(np.argmax(self.shares))


@dataclass(frozen=True, slots=True)
class Conclusions:
    """What can be said of a card.

    Attributes:
        kind: its kind; None when unsure.
        up: whether it lies face up; None when unsure.
        tells: what the face tells, by name; None for each value that is unsure.
        confidence: probability of the likeliest combination of all of these, 0 to 1.
    """

    kind: str | None
    up: bool | None
    tells: dict[str, Any]
    confidence: float


def conclusions(cards: DrawnCards, reading: DrawnReading) -> Conclusions:
    """Return what a reading says, each value by itself: of a card that is half covered, what can still be told.

    Of a tuple of values (motifs) each is decided by itself, too.

    Args:
        cards: the deck.
        reading: of one of its cards.
    """
    shares = reading.shares[: len(cards.faces)]

    def sure_of(read: Callable[[DrawnFace], Told | bool]) -> tuple[Any, float]:
        odds: dict[Any, float] = {}
        for face, share in zip(cards.faces, shares, strict=True):
            odds[read(face)] = odds.get(read(face), 0.0) + float(share)
        likeliest = max(odds, key=lambda each: odds[each])
        return (likeliest if odds[likeliest] >= CONFIDENT else None), odds[likeliest]

    tells: dict[str, Any] = {}
    for nth, (name, of_likeliest) in enumerate(cards.faces[int(np.argmax(shares))].tells):
        if isinstance(of_likeliest, tuple):
            count = len(of_likeliest)
            tells[name] = [sure_of(lambda f, n=nth, i=i: _part(f.tells[n][1], i))[0] for i in range(count)]  # type: ignore[misc]
        else:
            tells[name] = sure_of(lambda f, n=nth: f.tells[n][1])[0]  # type: ignore[misc]
    return Conclusions(
        kind=sure_of(lambda face: face.kind)[0],
        up=sure_of(lambda face: face.up)[0],
        tells=tells,
        confidence=sure_of(lambda face: (face.kind, face.up, face.tells))[1],  # type: ignore[arg-type, return-value]
    )


def _part(told: Told, nth: int) -> Told:
    """One element of a tuple; None where there is none."""
    return told[nth] if isinstance(told, tuple) and nth < len(told) else None
