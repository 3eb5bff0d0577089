"""Hands filmed on the simulated table with the truth known, and networks that say what a test wants."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from random import Random

import numpy as np

from companion.camera.arrays import Pixels
from companion.perception.hands.crop import Affine
from companion.perception.hands.departure_network import DepartureNetwork
from companion.perception.hands.follower import HandFollower
from companion.perception.hands.landing import Probabilities
from companion.perception.hands.landing_network import (
    FEATURES,
    FILM_FRAMES,
    NOT_LANDED_INDEX,
    Features,
    LandingTimeNetwork,
)
from companion.perception.hands.seat import READ_EVERY_FRAMES
from companion.perception.hands.seat_network import PLACES, SeatNetwork, SeatPosterior, place_centres
from companion.perception.hands.seen import HandSeen
from companion.perception.hands.verifier import HandVerifier
from companion.simulator.bodies import ArmLook
from companion.simulator.hand_motions import Manner, random_reach
from tests.games.leprechauns.rounds import seen_in
from tests.games.leprechauns.staged import FPS, Done, Round, acted, aim, laid, shoulder_xy_mm
from tests.games.leprechauns.tally import Count

CAMERA = "rendered://?width=1280&height=960&fps=60&seed=5&tilt_deg=6&shadow={shadow}&noise=3"
Act = tuple[int, int, Manner, float]
"""Seat, the seat whose chest it slaps, how, and when it lands (seconds)."""
READINGS_BEFORE = round(1.1 * FPS / READ_EVERY_FRAMES) * 3
"""Posteriors of three seats before a hand lies that lands at one second."""
PALE, BROWN, DARK = (160, 190, 230), (100, 140, 190), (46, 62, 96)


def filmed(acts: tuple[Act, ...], seats: int, shadow: float = 0.6, seed: int = 1) -> Round:
    random = Random(seed)
    world, source, cards = laid(random, seed, seats, CAMERA.format(shadow=shadow))
    done = []
    for (seat, on, manner, lands_s), skin in zip(acts, (PALE, BROWN, DARK, PALE), strict=False):
        looks = ArmLook(skin, (150, 60, 50), size=0.95, spread=0.3)
        shoulder = shoulder_xy_mm(seat, seats, False, random)
        card = cards[on]
        target, other = aim(card, Random(8)), aim(cards[(on + 1) % seats], Random(8))
        reach = random_reach(random, f"seat {seat}", looks, shoulder, target, lands_s, manner, other)
        done.append(Done(seat, manner, None if manner == "shy" else on, lands_s, reach))
    return acted(seed, world, source, cards, tuple(done))


@lru_cache
def seen(acts: tuple[Act, ...], seats: int, shadow: float = 0.6) -> tuple[HandSeen, ...]:
    return seen_in(filmed(acts, seats, shadow), Count())


APART: tuple[Act, ...] = ((0, 1, "plain", 1.1), (1, 2, "plain", 1.3), (2, 0, "plain", 1.65))
TIED: tuple[Act, ...] = ((0, 2, "plain", 1.2), (1, 0, "plain", 1.205))


class VerifierSays(HandVerifier):
    """A hand verifier with scripted logits, the last of which is repeated."""

    def __init__(self, *logits: float) -> None:
        self._logits = list(logits)

    def predict(self, crops: Pixels) -> float:
        return self._logits.pop(0) if len(self._logits) > 1 else self._logits[0]


class UniformPosterior(SeatNetwork):
    """A seat network that cannot tell where a hand is."""

    def __init__(self) -> None:
        pass

    def predict(self, moments: Sequence[Pixels], settled: Pixels, transform: Affine) -> SeatPosterior:
        even = np.full((PLACES, PLACES), 0.5 / PLACES**2, np.float32)
        return SeatPosterior(even, even, 0.0, place_centres(transform))


class PosteriorAt(UniformPosterior):
    """A seat network that has each hand lie about a point, pixels of the networks' input.

    blind: number of first readings that see nothing.
    """

    def __init__(self, at_xy: tuple[float, float], blind: int = 0) -> None:
        self._at_xy, self._blind = at_xy, blind

    def predict(self, moments: Sequence[Pixels], settled: Pixels, transform: Affine) -> SeatPosterior:
        self._blind -= 1
        if self._blind >= 0:
            return super().predict(moments, settled, transform)
        at = place_centres(transform)
        near = np.hypot(*np.moveaxis(at - self._at_xy, 2, 0)) < 8
        return SeatPosterior((near / near.sum()).astype(np.float32), np.zeros_like(at[..., 0]), 0.0, at)


def palm_in_input(hand: HandSeen) -> tuple[float, float]:
    """Where a hand's palm is, pixels of the networks' input."""
    x, y = ((at + 0.5) / 2 - 0.5 for at in hand.palm_xy)
    return x, y


class DepartureSays(DepartureNetwork):
    """A departure network that gives one logit for every hand."""

    def __init__(self, logit: float) -> None:
        self._logit = logit

    def predict(self, crops: Pixels) -> float:
        return self._logit


def hand_seen(
    manner: Manner, *logits: float, seat: SeatNetwork | None = None, departure: DepartureNetwork | None = None
) -> HandSeen:
    """The only hand of a round, with a scripted verifier; the seat network sees nothing by default."""
    make = partial(HandFollower, verifier=VerifierSays(*logits), seat=seat or UniformPosterior(), departure=departure)
    (hand,) = (hand for hand in seen_in(filmed(((0, 1, manner, 1.0),), 3), Count(), make) if hand.seat == 0)
    return hand


class NeverLanded(LandingTimeNetwork):
    """A landing-time network that says of every film that the hand has not landed."""

    def __init__(self) -> None:
        pass

    def features(self, seen: Pixels) -> Features:
        return np.zeros(FEATURES, np.float32)

    def probabilities(self, film: Sequence[Features]) -> Probabilities:
        return np.eye(FILM_FRAMES + 2)[NOT_LANDED_INDEX]
