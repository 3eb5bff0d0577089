"""What the reader of drawn cards says of one card."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.core.capabilities.drawn_cards import DrawnCards, DrawnFace, Told

CONFIDENT = 0.999
"""What is told is likelier than this; else it is unknown."""

UNEXPECTED = 0.001
"""How much rarer a card is that ought not to be there: of the other edition, or one that has come up before."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawnReading:
    """A card.

    Attributes:
        shares: (looks,), the probability of each side of the deck, then of what lies beside it in the box.
        to_picture: (3, 3), the card's mm about its middle to pixels.
        corners_px: (4, 2), clockwise from its top left.
        covered: share of the card that something hides, or that is outside of the picture.
        is_up: the likeliest side is no back.
        weight: sum of the likenesses that speak for the likeliest side.
        settled: nearly all of the card speaks for it.
        rivals: other sides that would explain nearly as much of what is seen, if the card lay a little elsewhere.
    """

    shares: NDArray[np.float64]
    to_picture: Points
    corners_px: Points
    covered: float
    is_up: bool
    weight: float
    settled: bool
    rivals: tuple[int, ...] = ()

    @property
    def centre_xy_px(self) -> tuple[float, float]:
        x, y, w = self.to_picture[:, 2]
        return float(x / w), float(y / w)

    @property
    def up_deg(self) -> float:
        """Where the card's top points in the picture: 0 is up, clockwise, below 360."""
        left_top, right_top, right_bottom, left_bottom = self.corners_px
        x, y = left_top + right_top - left_bottom - right_bottom
        return float(np.degrees(np.arctan2(x, -y)) % 360.0)

    def among(self, faces: Collection[int]) -> DrawnReading:
        """The same card when it ought to be one of some sides (indices); the others are not out of the question."""
        expected = np.full(len(self.shares), UNEXPECTED)
        expected[list(faces)] = 1.0
        shares = self.shares * expected
        return replace(self, shares=shares / shares.sum())

    def moved(self, x_px: float, y_px: float) -> DrawnReading:
        """The same card in a picture of which the one that was read is a piece that begins there."""
        shift = np.array([[1.0, 0.0, x_px], [0.0, 1.0, y_px], [0.0, 0.0, 1.0]])
        return replace(self, to_picture=shift @ self.to_picture, corners_px=self.corners_px + np.array([x_px, y_px]))

    def likeliest(self) -> int:
        """The look with the largest share."""
        return int(np.argmax(self.shares))


@dataclass(frozen=True, slots=True)
class Says:
    """What a card says, None where that is not sure; sure: probability of the likeliest of all that it may say."""

    kind: str | None
    up: bool | None
    tells: dict[str, Any]
    confidence: float


def says(cards: DrawnCards, reading: DrawnReading) -> Says:
    """Each thing by itself: of a card that is half covered, what remains. Of several (motifs) each by itself, too."""
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
    return Says(
        kind=sure_of(lambda face: face.kind)[0],
        up=sure_of(lambda face: face.up)[0],
        tells=tells,
        confidence=sure_of(lambda face: (face.kind, face.up, face.tells))[1],  # type: ignore[arg-type, return-value]
    )


def _part(told: Told, nth: int) -> Told:
    return told[nth] if isinstance(told, tuple) and nth < len(told) else None
