"""Follows the hands that come down on cards: whose, on which card, when, what they hide, and whether they stay.

It takes every frame of the small stream. In each one the hand finder detects all hands with the direction of their
arms; each seat's own hand is tracked from the table's edge (`hands.tracks`). A hand has landed when it is as still as
the table (`hands.landing_detector`), or when the per-seat posteriors say so (`hands.missed_hands`). Its landing time
(`hands.landing_time`) and its confidence (`hands.assessment`) are refined over the following frames, and its departure
is watched for (`hands.departure`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.camera.arrays import Pixels
from companion.camera.source import Frame
from companion.core.units import PointPx
from companion.perception.hands.assessment import VERIFIER_READS, Assessment
from companion.perception.hands.background import REDUCTION, BackgroundModel, downscaled
from companion.perception.hands.card_evidence import CardEvidence
from companion.perception.hands.context import FollowerContext
from companion.perception.hands.crossing_network import CrossingNetwork
from companion.perception.hands.departure import DepartureDetector
from companion.perception.hands.departure_network import DepartureNetwork
from companion.perception.hands.finder import FRAMES_BACK, INPUT_XY, STRIDE, HandFinder
from companion.perception.hands.landing_detector import LandingDetector
from companion.perception.hands.landing_network import LandingTimeNetwork
from companion.perception.hands.landing_time import ALL_STEPS, LandingTimer
from companion.perception.hands.missed_hands import MissedHandDetector
from companion.perception.hands.motion import Motion
from companion.perception.hands.networks import HandNetworks
from companion.perception.hands.order import in_order
from companion.perception.hands.overlaps import OverlapEvidence
from companion.perception.hands.seat import READ_EVERY_FRAMES, Seat, shoulders
from companion.perception.hands.seat_network import SeatNetwork
from companion.perception.hands.seen import CardPlace, HandSeen
from companion.perception.hands.stillness import Stillness
from companion.perception.hands.tracks import Grid, rival_logits
from companion.perception.hands.verifier import HandVerifier

AGAINST_BY_COVERED = ((0.1, 0.4), (-1.5, -0.05))
"""The most that one frame may say against a hand at a cell (natural logs, second row), interpolated by the share of the
surroundings that is foreground (first row): on bare table there is clearly no hand; under others it may be hidden."""
HOVERED_FRAMES = 24
"""A hand that had not landed this many frames before it left, by the landing-time network, hovered; in later answers
that network may see the place without the hand."""
IN_DOUBT, MOST_READS = 0.8, 8
"""Below this confidence the hand verifier is asked up to this many times; the last `VERIFIER_READS` answers count."""
TAKEN_BACK, LEFT_UNSURE = 0.1, 0.6
"""Below the first confidence in the end, or below the second when it leaves before, a hand did not land: it is followed
on."""


class HandFollower:
    """Follows the hands of one slap.

    Args:
        settled: (480, 640, 3) uint8 BGR, the small picture of the table at rest, cards up, no hands.
        cards: where the cards lie in it.
        seats: for each seat where its player sits, pixels of the small picture, mostly outside of it.
        px_per_mm: approximate scale of the small picture.
        finder, verifier, landing, seat, crossing, departure: networks to use; the product's where None.

    Raises:
        cv2.error: the file of a network is missing or broken.
    """

    stillness = Stillness
    """The class that tests whether a hand is still; tests replace it."""

    def __init__(
        self, settled: Pixels, cards: Sequence[CardPlace], seats: Sequence[PointPx], px_per_mm: float,
        finder: HandFinder | None = None, verifier: HandVerifier | None = None,
        landing: LandingTimeNetwork | None = None, seat: SeatNetwork | None = None,
        crossing: CrossingNetwork | None = None, departure: DepartureNetwork | None = None,
    ) -> None:  # fmt: skip
        self._finder = HandFinder() if finder is None else finder
        table = downscaled(settled)
        height, width = table.shape[:2]
        background, motion, evidence = BackgroundModel(table), Motion(), CardEvidence(cards, px_per_mm)
        networks = HandNetworks(
            table,
            px_per_mm,
            width * REDUCTION,
            HandVerifier() if verifier is None else verifier,
            LandingTimeNetwork() if landing is None else landing,
            SeatNetwork() if seat is None else seat,
            CrossingNetwork() if crossing is None else crossing,
            DepartureNetwork() if departure is None else departure,
        )
        rows_cols = (INPUT_XY[1] // STRIDE, INPUT_XY[0] // STRIDE)
        middle = (width * REDUCTION / 2, height * REDUCTION / 2)
        all_seats = [
            Seat(number, at, shoulders(at, middle, px_per_mm), rows_cols, px_per_mm) for number, at in enumerate(seats)
        ]
        stillness = self.stillness(motion, all_seats, (width, height), px_per_mm)
        timer = LandingTimer(networks, evidence, all_seats)
        self._context = FollowerContext(
            cards, px_per_mm, background, networks, evidence, all_seats, motion, stillness, timer
        )
        self._assessment = Assessment(self._context)
        self._landings = LandingDetector(self._context, self._assessment)
        self._missed = MissedHandDetector(self._context, self._landings, self._assessment)
        self._departures = DepartureDetector(stillness, background, networks, evidence, all_seats, px_per_mm)
        self._overlaps = OverlapEvidence(networks)

    @property
    def hands(self) -> tuple[HandSeen, ...]:
        """All hands that have landed so far, in the order of their landing times."""
        seats = self._context.seats
        found = [seat.hand for seat in seats if seat.hand is not None]
        beliefs = {seat.number: seat.landing_belief for seat in seats if seat.landing_belief is not None}
        return in_order(found, beliefs, self._overlaps.log_odds_later(), self._context.frame_s) if found else ()

    def update(self, frame: Frame) -> tuple[HandSeen, ...]:
        """Take in the next frame of the small stream.

        Returns:
            The hands that were found in this frame to have landed (`lifted_s` is None) or to have left.
        """
        context, picture = self._context, downscaled(frame.pixels)
        context.times.append(frame.taken_s)
        context.frame += 1
        context.motion.push(picture)
        context.networks.push(picture)
        found = self._finder.detect([context.networks.frame_ago(frames) for frames in (0, *FRAMES_BACK)])
        least = self._least_evidence(picture)
        news = list[HandSeen]()
        for seat in context.seats:
            seat.track.predict()
        rivals = rival_logits([seat.track for seat in context.seats], found.logits)
        for seat in context.seats:
            seat.update(frame.taken_s, found, rivals[seat.number], least)
            self._read_posterior(seat)
            if seat.hand is None:
                news += self._watch_for_landing(seat, picture)
            else:
                news += self._watch(seat, seat.hand, picture)
        self._overlaps.update(context.seats, context.frame)
        return tuple(news)

    def _read_posterior(self, seat: Seat) -> None:
        """Compute the per-seat posterior every `READ_EVERY_FRAMES` frames until the hand has left."""
        frame = self._context.frame
        if (frame + seat.number) % READ_EVERY_FRAMES == 0 and (seat.hand is None or seat.hand.lifted_s is None):
            mirrored = frame // READ_EVERY_FRAMES % 2 == 1  # every other time
            seat.posteriors.append((frame, self._context.networks.seat_posterior(seat.sits_xy, mirrored)))

    def _watch_for_landing(self, seat: Seat, picture: Pixels) -> list[HandSeen]:
        seat.hand = self._missed.detect(seat, picture) or self._landings.detect(seat, picture)
        if seat.hand is None:
            return []
        return [replace(seat.hand, lifted_s=None), *([] if seat.hand.lifted_s is None else [seat.hand])]

    def _watch(self, seat: Seat, hand: HandSeen, picture: Pixels) -> list[HandSeen]:
        """Refine what is known of a hand that has landed; reports it when it leaves."""
        context, query, news = self._context, seat.landing_query, list[HandSeen]()
        seat.hand = context.timer.step(seat, hand, context.now)
        if seat.landing_query is not query:
            left = seat.hand.lifted_s is not None
            seat.hand = replace(seat.hand, confidence=self._assessment.confidence(seat, seat.hand.palm_xy, left))
        self._verify_again(seat, seat.hand)
        seat.hand = replace(seat.hand, known=self._is_known(seat, seat.hand))
        if seat.hand.lifted_s is None and self._departures.has_left(seat, seat.hand, picture, context.frame):
            news += self._report_departure(seat, seat.hand, context.now_s)
        elif seat.hand.lifted_s is None and seat.hand.known and seat.hand.confidence < TAKEN_BACK:
            seat.retract_landing()
        if seat.hand is None:
            self._overlaps.forget(seat.number)
        return news

    def _report_departure(self, seat: Seat, hand: HandSeen, now_s: float) -> list[HandSeen]:
        """The report of a hand that has left; empty, and the hand is followed on, where it hardly lay there."""
        context = self._context
        if not hand.known:
            hand = context.timer.step(seat, hand, context.now, ALL_STEPS)
        # A hand that clearly lay there, but may have lain elsewhere before, is asked about.
        doubtful = seat.lay_elsewhere and not seat.unproven and not seat.not_landed_yet
        if context.frame - seat.hovering_since_frame < HOVERED_FRAMES:
            seat.not_landed_yet = False  # the network saw the place without the hand
        confidence = hand.confidence if hand.known else self._assessment.confidence(seat, hand.palm_xy, left=True)
        lay = self._assessment.by_readings(seat, hand.palm_xy, left=True)[0] if doubtful else confidence
        if hand.known or lay >= LEFT_UNSURE:
            seat.hand = replace(hand, confidence=confidence, lifted_s=now_s)
            return [seat.hand]
        cards = seat.cards_hovered_over if seat.not_landed_yet else seat.cards_left_in_doubt
        cards.update(context.card_evidence.cards_lain_on(seat))
        seat.retract_landing()
        return []

    def _least_evidence(self, picture: Pixels) -> Grid:
        """(rows, cols) float32: the most that this frame may say against a hand at each cell, natural logs below 0."""
        size = (INPUT_XY[0] // STRIDE, INPUT_XY[1] // STRIDE)
        foreground = self._context.background.foreground(picture).astype(np.float32)
        share = cv2.blur(cv2.resize(foreground, size, interpolation=cv2.INTER_AREA), (3, 3))
        return np.asarray(np.interp(share, *AGAINST_BY_COVERED), np.float32)

    def _verify_again(self, seat: Seat, hand: HandSeen) -> None:
        """Ask the hand verifier every `READ_EVERY_FRAMES` frames; answers soon after the landing count as the first."""
        if self._context.frame - seat.read_frame < READ_EVERY_FRAMES or hand.lifted_s is not None:
            return
        seat.read_frame = self._context.frame
        self._departures.observe(seat, hand)
        if not hand.known and not seat.away_reads:
            seat.hand = replace(hand, confidence=self._assessment.confidence(seat, hand.palm_xy))

    def _is_known(self, seat: Seat, hand: HandSeen) -> bool:
        """Whether nothing more will be found out about the landing; a hand in doubt is verified for longer."""
        enough = VERIFIER_READS if hand.confidence >= IN_DOUBT else MOST_READS
        return hand.known or (seat.landing_query is None and len(seat.lying_logits) >= enough)
