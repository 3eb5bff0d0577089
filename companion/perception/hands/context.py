"""What the parts of a hand follower share: the table, the seats, the networks, the recent frames."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import hypot

from companion.core.units import PointPx
from companion.perception.hands.background import BackgroundModel
from companion.perception.hands.card_evidence import CardEvidence
from companion.perception.hands.landing_time import LandingTimer
from companion.perception.hands.motion import MOTION_FRAMES, Motion
from companion.perception.hands.networks import HandNetworks
from companion.perception.hands.seat import Seat
from companion.perception.hands.seat_state import Now
from companion.perception.hands.seen import CardPlace
from companion.perception.hands.stillness import Stillness


@dataclass(eq=False)
class FollowerContext:
    """Shared by `HandFollower`, `LandingDetector`, `MissedHandDetector` and `Assessment`.

    Attributes:
        cards: where the cards lie.
        px_per_mm: scale of the small picture.
        background: the background model, of the downscaled picture.
        networks: the networks that look at crops of the recent frames.
        card_evidence: what the per-seat posteriors say about the cards.
        seats: all seats, in the order of their numbers.
        motion: detail of the recent frames.
        stillness: tests whether a hand is still.
        timer: estimates landing times.
        times: times of the recent frames, seconds, the present one last.
        frame: number of the present frame, from 1.
    """

    cards: Sequence[CardPlace]
    px_per_mm: float
    background: BackgroundModel
    networks: HandNetworks
    card_evidence: CardEvidence
    seats: list[Seat]
    motion: Motion
    stillness: Stillness
    timer: LandingTimer
    times: deque[float] = field(default_factory=lambda: deque(maxlen=MOTION_FRAMES))
    frame: int = 0

    @property
    def now_s(self) -> float:
        """Time of the present frame, seconds."""
        return self.times[-1]

    @property
    def frame_s(self) -> float:
        """Seconds from the frame before to the present one; there must be two."""
        return self.times[-1] - self.times[-2]

    @property
    def now(self) -> Now:
        """The present frame; there must be one before it."""
        return Now(self.frame, self.now_s, self.frame_s)

    def distance_mm(self, one: PointPx, other: PointPx) -> float:
        """Distance on the table of two points of the small picture (pixels), millimetres."""
        return hypot(one[0] - other[0], one[1] - other[1]) / self.px_per_mm
