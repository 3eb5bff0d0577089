"""Looks at the last frames for one seat: where is its hand, does it lie there, and since when?"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from dataclasses import replace
from functools import cache

from companion.camera.arrays import Pixels
from companion.core.units import PointPx
from companion.perception.hands import staying
from companion.perception.hands.crossing import Arm, Crossed, CrossingLook, crossed, crossing, cut_from
from companion.perception.hands.crossing import piece as crossing_piece
from companion.perception.hands.finder import BACKS, SEEN_XY, seen
from companion.perception.hands.landing import Shares
from companion.perception.hands.moment import FILM_XY, KEPT, Features, MomentLook, about, dating, lying, moments
from companion.perception.hands.piece import PIECE_XY, Way, cut, turned
from companion.perception.hands.second_look import AGO, SecondLook, piece
from companion.perception.hands.staying import StayingLook
from companion.perception.hands.whose import Whereabouts, WhoseLook, seen_from


class Closely:
    """The last frames, in the size that the networks look at, and those that look at a piece of them.

    Args:
        settled: the reduced picture of the table at rest.
        px_per_mm: of the small picture.
        small_width: of the small picture, in whose pixels all places are given.
    """

    def __init__(
        self, settled: Pixels, px_per_mm: float, small_width: int, second: SecondLook, moment: MomentLook,
        whose: WhoseLook, crossing: CrossingLook, stays: StayingLook,
    ) -> None:  # fmt: skip
        self._share = SEEN_XY[0] / small_width
        self._px_per_mm = px_per_mm * self._share
        self._settled = seen(settled)
        self._second, self._moment, self._whose, self._crossing = second, moment, whose, crossing
        self._staying = stays
        self._kept: deque[Pixels] = deque(maxlen=max(KEPT, 1 + max(*BACKS, *AGO)))

    def take(self, picture: Pixels) -> None:
        """The next frame, reduced."""
        self._kept.append(seen(picture))

    def back(self, frames: int) -> Pixels:
        """What was seen so many frames ago, or in the first one."""
        return self._kept[max(0, len(self._kept) - 1 - frames)]

    def lies(self, palm_xy: PointPx, sits_xy: PointPx) -> float:
        """Logit, by the second look, that the hand of who sits there lies where its palm seems to be."""
        moments = [self.back(ago) for ago in (0, *AGO)]
        return self._second.look(piece(moments, self._settled, self._way(palm_xy, sits_xy)))

    def left(self, then: Pixels, palm_xy: PointPx, sits_xy: PointPx, others: Sequence[Arm]) -> float:
        """Logit that a hand lies no more where it did.

        then: what was seen (`back`) soon after it had landed there. others: the other arms that lie.
        """
        way, lie = self._way(palm_xy, sits_xy), self._seen_arms(others)
        return self._staying.look(staying.piece(then, self.back(0), self.back(staying.BEFORE), self._settled, way, lie))

    def whereabouts(self, sits_xy: PointPx, mirrored: bool) -> Whereabouts:
        """Where the hand of who sits there may be.

        mirrored: look in a mirror. What misleads a look misleads the next one, too; in the mirror it hardly does.
        """
        moments = [self.back(ago) for ago in (0, *AGO)]
        way = seen_from(self._seen(sits_xy), SEEN_XY, self._px_per_mm, mirrored)
        seen = self._whose.look(moments, self._settled, way)
        return replace(seen, at_xy=(seen.at_xy + 0.5) / self._share - 0.5)

    def crossed(self, one: Arm, other: Arm, rest: Sequence[Arm], mirrored: bool) -> Crossed | None:
        """Which of two arms lies over the other; None where they do not seem to cross in the picture.

        rest: all other arms that lie. mirrored: look in a mirror.
        """
        arm, under, *others = self._seen_arms((one, other, *rest))
        at = crossing(arm, under, self._px_per_mm)
        if at is None or not (0 <= at[0] < SEEN_XY[0] and 0 <= at[1] < SEEN_XY[1]):
            return None
        way = cut_from(at, arm, self._px_per_mm)
        seen = crossing_piece(self.back(0), self._settled, way, arm, under, others)
        shares = self._crossing.ask(seen[:, ::-1])[:, :, ::-1] if mirrored else self._crossing.ask(seen)
        return crossed(shares, way, arm, under, self._px_per_mm)

    def dating(
        self, palm_xy: PointPx, sits_xy: PointPx, others: Sequence[Arm], enough: int
    ) -> Generator[None, None, Shares]:
        """Steps to when a hand landed that lies there now: how likely it has not, and did so many frames ago each.

        others: the other arms that lie. enough: so many frames may do, of `KEPT`.
        """
        kept, way = list(self._kept)[::-1], self._way(palm_xy, sits_xy, FILM_XY)
        settled = cut(self._settled, way, FILM_XY)
        lie = lying(way, self._seen_arms(others))
        frames = min(KEPT, len(kept))

        @cache
        def piece_of(ago: int) -> Pixels:
            return cut(kept[ago], way, FILM_XY)

        def features(ago: int) -> Features:
            return self._moment.features(about(map(piece_of, moments(ago, frames)), settled, lie))

        return dating(features, self._moment.shares, frames, enough)

    def _way(self, palm_xy: PointPx, sits_xy: PointPx, size_xy: tuple[int, int] = PIECE_XY) -> Way:
        return turned(self._seen(palm_xy), self._seen(sits_xy), self._px_per_mm, size_xy)

    def _seen_arms(self, arms: Sequence[Arm]) -> list[Arm]:
        return [(self._seen(palm), self._seen(sits)) for palm, sits in arms]

    def _seen(self, at: PointPx) -> PointPx:
        """In the size that is looked at."""
        return (at[0] + 0.5) * self._share - 0.5, (at[1] + 0.5) * self._share - 0.5
