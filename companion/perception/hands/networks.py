"""The networks that look closely at one hand, and the recent frames that they look at."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from dataclasses import replace
from functools import cache

from companion.camera.arrays import Pixels
from companion.core.units import PointPx
from companion.perception.hands import departure_network
from companion.perception.hands.crop import CROP_XY, Affine, crop, palm_transform
from companion.perception.hands.crossing_network import (
    Arm,
    CrossingNetwork,
    OverlapCounts,
    crossing_input,
    crossing_point,
    crossing_transform,
    overlap_counts,
)
from companion.perception.hands.departure_network import DepartureNetwork
from companion.perception.hands.finder import FRAMES_BACK, INPUT_XY, network_size
from companion.perception.hands.landing import Probabilities
from companion.perception.hands.landing_network import (
    FILM_FRAMES,
    FILM_XY,
    Features,
    LandingTimeNetwork,
    draw_other_arms,
    frame_indices,
    frame_input,
    landing_probabilities,
)
from companion.perception.hands.seat_network import SeatNetwork, SeatPosterior, seat_transform
from companion.perception.hands.verifier import FRAMES_AGO, HandVerifier, verifier_input


class HandNetworks:
    """Keeps the last frames in the networks' input size, and asks the networks about crops of them.

    Points are given in pixels of the small picture.

    Args:
        settled: (H, W, 3) uint8 BGR, the table at rest.
        px_per_mm: scale of the small picture.
        small_width: width of the small picture, pixels.
        verifier, landing, seat, crossing, departure: the networks.
    """

    def __init__(
        self, settled: Pixels, px_per_mm: float, small_width: int, verifier: HandVerifier, landing: LandingTimeNetwork,
        seat: SeatNetwork, crossing: CrossingNetwork, departure: DepartureNetwork,
    ) -> None:  # fmt: skip
        self._scale = INPUT_XY[0] / small_width
        self._px_per_mm = px_per_mm * self._scale
        self._settled = network_size(settled)
        self._verifier, self._landing, self._seat, self._crossing = verifier, landing, seat, crossing
        self._departure = departure
        self._recent: deque[Pixels] = deque(maxlen=max(FILM_FRAMES, 1 + max(*FRAMES_BACK, *FRAMES_AGO)))

    def push(self, picture: Pixels) -> None:
        """Take in the next frame, (H, W, 3) uint8 BGR of any size."""
        self._recent.append(network_size(picture))

    def frame_ago(self, frames: int) -> Pixels:
        """The frame `frames` frames ago, or the oldest one that is kept: (240, 320, 3) uint8 BGR."""
        return self._recent[max(0, len(self._recent) - 1 - frames)]

    def lying_logit(self, palm_xy: PointPx, sits_xy: PointPx) -> float:
        """Logit, by the hand verifier, that a hand with this palm lies there and is that of the player who sits
        there."""
        frames = [self.frame_ago(ago) for ago in (0, *FRAMES_AGO)]
        return self._verifier.predict(verifier_input(frames, self._settled, self._transform(palm_xy, sits_xy)))

    def departure_logit(self, then: Pixels, palm_xy: PointPx, sits_xy: PointPx, others: Sequence[Arm]) -> float:
        """Logit, by the departure network, that a hand no longer lies where it landed.

        Args:
            then: (240, 320, 3) uint8 BGR, of `frame_ago`, soon after the landing.
            palm_xy, sits_xy: where the palm landed, and where the player sits.
            others: the other arms that lie.
        """
        transform, lie = self._transform(palm_xy, sits_xy), self._input_arms(others)
        return self._departure.predict(
            departure_network.departure_input(
                then, self.frame_ago(0), self.frame_ago(departure_network.BEFORE_FRAMES), self._settled, transform, lie
            )
        )

    def seat_posterior(self, sits_xy: PointPx, mirrored: bool) -> SeatPosterior:
        """The posterior of where the hand is of the player who sits there.

        mirrored: evaluate the mirrored view. Consecutive readings share their errors; a mirrored one hardly does.
        """
        frames = [self.frame_ago(ago) for ago in (0, *FRAMES_AGO)]
        transform = seat_transform(self._to_input(sits_xy), INPUT_XY, self._px_per_mm, mirrored)
        seen = self._seat.predict(frames, self._settled, transform)
        return replace(seen, at_xy=(seen.at_xy + 0.5) / self._scale - 0.5)

    def overlap(self, one: Arm, other: Arm, rest: Sequence[Arm], mirrored: bool) -> OverlapCounts | None:
        """Which of two arms lies over the other.

        Args:
            one, other: the two arms; the view is from the first one's player.
            rest: all other arms that lie.
            mirrored: evaluate the mirrored crop.

        Returns:
            The counts of cells; None where the arms do not cross in the picture.
        """
        arm, under, *others = self._input_arms((one, other, *rest))
        at = crossing_point(arm, under, self._px_per_mm)
        if at is None or not (0 <= at[0] < INPUT_XY[0] and 0 <= at[1] < INPUT_XY[1]):
            return None
        transform = crossing_transform(at, arm, self._px_per_mm)
        seen = crossing_input(self.frame_ago(0), self._settled, transform, arm, under, others)
        probabilities = self._crossing.predict(seen[:, ::-1])[:, :, ::-1] if mirrored else self._crossing.predict(seen)
        return overlap_counts(probabilities, transform, arm, under, self._px_per_mm)

    def landing_steps(
        self, palm_xy: PointPx, sits_xy: PointPx, others: Sequence[Arm], enough: int
    ) -> Generator[None, None, Probabilities]:
        """Evaluate the landing-time network in steps for a hand that lies now.

        Args:
            palm_xy, sits_xy: the palm's middle, and where the player sits.
            others: the other arms that lie.
            enough: number of frames that suffice, of up to `FILM_FRAMES`.

        Returns:
            The steps of `landing_network.landing_probabilities`.
        """
        kept, transform = list(self._recent)[::-1], self._transform(palm_xy, sits_xy, FILM_XY)
        settled = crop(self._settled, transform, FILM_XY)
        lie = draw_other_arms(transform, self._input_arms(others))
        frames = min(FILM_FRAMES, len(kept))

        @cache
        def crop_of(ago: int) -> Pixels:
            return crop(kept[ago], transform, FILM_XY)

        def features(ago: int) -> Features:
            return self._landing.features(frame_input(map(crop_of, frame_indices(ago, frames)), settled, lie))

        return landing_probabilities(features, self._landing.probabilities, frames, enough)

    def _transform(self, palm_xy: PointPx, sits_xy: PointPx, size_xy: tuple[int, int] = CROP_XY) -> Affine:
        return palm_transform(self._to_input(palm_xy), self._to_input(sits_xy), self._px_per_mm, size_xy)

    def _input_arms(self, arms: Sequence[Arm]) -> list[Arm]:
        return [(self._to_input(palm), self._to_input(sits)) for palm, sits in arms]

    def _to_input(self, at: PointPx) -> PointPx:
        """From pixels of the small picture to pixels of the networks' input."""
        return (at[0] + 0.5) * self._scale - 0.5, (at[1] + 0.5) * self._scale - 0.5
