"""What is known of one seat's hand: its places frame by frame, and what was found out about its landing.

Frames are numbered from 1 in each follower.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from dataclasses import dataclass, field

from companion.camera.arrays import Pixels
from companion.core.units import PointPx
from companion.perception.hands.landing import Landing, Probabilities
from companion.perception.hands.motion import MOTION_FRAMES, Detail, Points
from companion.perception.hands.order import Belief
from companion.perception.hands.seat_network import SeatPosterior
from companion.perception.hands.seen import HandSeen

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the downscaled picture; right and bottom are exclusive."""
POSTERIORS_KEPT = 48
"""Per-seat posteriors that are kept: one every `READ_EVERY_FRAMES` frames, so 6.4 s at 60 frames a second."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hand was found in one frame.

    Attributes:
        xy: the palm's middle, pixels of the small picture.
        air: probability, 0 to 1, that the hand is in the air.
        support: how far that frame supports a hand there, in natural logs; 0 or less where something hides it.
        lead: log likelihood ratio of the best track over there being no hand, natural logs.
    """

    xy: PointPx
    air: float
    support: float
    lead: float


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """A hand that has come to rest: since when, and what it looked like.

    Attributes:
        palm_xy: the palm's middle, pixels of the small picture.
        landed_s, within_s: estimated landing time and its error bound, seconds, as in `HandSeen`.
        at_s: when the rest was noticed, seconds on the frames' clock.
        box: the part of the downscaled picture about the hand.
        own: indices within the box of the hand's edge pixels.
        lies: (H, W) float32 mean detail within the box.
        air: mean probability of being in the air since then; filled in when the rest is rejected.
    """

    palm_xy: PointPx
    landed_s: float
    within_s: float
    at_s: float
    box: Box
    own: Points
    lies: Detail
    air: float = 0.0


@dataclass(frozen=True, slots=True)
class Now:
    """The present frame.

    Attributes:
        frame: its number.
        at_s: its time, seconds on the frames' clock.
        frame_s: seconds from the frame before to this one.
    """

    frame: int
    at_s: float
    frame_s: float


@dataclass(frozen=True, slots=True, eq=False)
class LandingQuery:
    """A run of the landing-time network over a hand's film, spread over several frames.

    Attributes:
        steps: the steps that are left; returns (1 + N,) probabilities: not landed, landed 0 to N - 1 frames ago.
        began: the present frame when the query began.
        tracked: the landing by the finder's track and by the edges.
        repeats: how many queries about this hand came before and found that it had not landed.
    """

    steps: Generator[None, None, Probabilities]
    began: Now
    tracked: Landing
    repeats: int = 0


@dataclass(eq=False)
class SeatState:
    """The mutable state of one seat's hand."""

    places: deque[Place | None] = field(default_factory=lambda: deque(maxlen=MOTION_FRAMES))
    """Where the hand was in each of the last frames; None where it was not found."""
    still_frames: int = 0
    """Consecutive frames in which the hand was as still as the table."""
    rest: Rest | None = None
    """Where the hand has come to rest; None while it moves."""
    rejected: Rest | None = None
    """The last rest that was not accepted as a landing, or whose landing was retracted."""
    hand: HandSeen | None = None
    """The hand as it is reported; None until it has landed."""
    tracking_confidence: float = 0.0
    """Confidence by tracking alone when it landed, 0 to 1."""
    landing_query: LandingQuery | None = None
    """The run of the landing-time network in progress."""
    landing_known: bool = False
    """Whether the landing-time network has given its final answer."""
    landing_belief: Belief | None = None
    """The distribution of the landing time by all evidence; None before that answer, or where it found no landing."""
    lying_logits: list[float] = field(default_factory=list)
    """The hand verifier's answers since the hand came to rest, logits, the oldest first."""
    read_frame: int = 0
    """Number of the frame of the verifier's last answer."""
    left_frames: int = 0
    """Consecutive frames in which tracking says that the hand has left."""
    lies_probability: float = 1.0
    """Probability that the hand still lies there, by the per-seat posterior, where the verifier left that open."""
    frame_at_landing: Pixels | None = None
    """The frame in which it was found to have landed, in the networks' input size."""
    departure_logits: list[float] = field(default_factory=list)
    """The departure network's answers since the landing: logits that the hand has left, the oldest first."""
    away_reads: int = 0
    """Consecutive readings by which the hand no longer lies there."""
    posteriors: deque[tuple[int, SeatPosterior]] = field(default_factory=lambda: deque(maxlen=POSTERIORS_KEPT))
    """The last per-seat posteriors, each with the number of its frame, the oldest first."""
    searched_frame: int = 0
    """Number of the frame of the last posterior that was searched for a missed hand."""
    lay_elsewhere: bool = False
    """Whether it may have lain on another card before it landed here, or another seat's hand was found at its place."""
    cards_left_in_doubt: set[int] = field(default_factory=set)
    """Cards on which it may have lain before, and which it left without a report."""
    cards_hovered_over: set[int] = field(default_factory=set)
    """Cards over which it hovered, by the landing-time network."""
    unproven: bool = False
    """Whether it drifted, or was at another seat's hand, when the per-seat posteriors alone found it."""
    not_landed_yet: bool = False
    """Whether the landing-time network says that the hand has not landed."""
    hovering_since_frame: int = 0
    """Number of the frame for which that network said so first."""
    noticed_frame: int = 0
    """Number of the frame in which the hand was found to have landed."""
