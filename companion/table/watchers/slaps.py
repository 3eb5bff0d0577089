"""Watching hands that come down on cards: what the eyes are sure of is played in its order, the rest is asked.

Hands are reported half a second late, when every hand that landed before has been seen. The order is only as fine as
the frames: hands that landed closer than that tie. A fault is never told by the eyes alone: people confirm it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np

from companion.camera.arrays import Pixels, Quad
from companion.camera.source import Frame
from companion.core.capabilities import offers
from companion.core.capabilities.slaps import HAND, HasSlaps, SlapPlace
from companion.core.errors import Illegal, Unreadable
from companion.core.evidence import SeenThing
from companion.core.game import Action, State
from companion.core.scene import Thing
from companion.core.text import Text, seat_name
from companion.core.units import PointMm
from companion.perception.hands.follower import HandFollower
from companion.perception.hands.order import landed_before
from companion.perception.hands.seen import CardPlace, HandSeen
from companion.perception.overlay import ArmDrawn, hands_drawn, jpeg
from companion.perception.rectify import TableView, find_table
from companion.table.session import Session
from companion.table.watchers.watcher import Ask, Handled, Moment, Watcher

REPORTED_S = 0.75
"""After its landing a hand has been still for long enough to be known, and so has every hand that landed before it."""
CONFIDENT = 0.985
"""A hand that is less sure is asked about: one tap says whose it is."""
BESIDE_CONFIDENT = 0.8
"""Whether a hand lies on no chest is asked where it is less sure: other hands may hide where it ends."""
HIDES = 0.85
"""Share of a motif that must be seen to be hidden; below, people are asked."""
SEEN_MM = 180.0
"""Half the width of the piece of the table that a question's drawing shows: a hand, its arm, and the cards around."""
PALM_MM = 38.0
"""Radius of a palm in a drawing."""


@dataclass(frozen=True, slots=True)
class _Doubt:
    """Something that people are to settle.

    Attributes:
        holds_up: hands that landed later wait for the answer.
        open: whether it still matters.
    """

    words: Text
    choices: tuple[Text, ...]
    crop: bytes
    then: Callable[[int, str], None]
    holds_up: bool
    open: Callable[[], bool]


class SlapWatcher(Watcher):
    """The hands that come down on cards at one session's table.

    Raises LookupError when the game has none.
    """

    def __init__(self, session: Session) -> None:
        game = offers(session.game, HasSlaps)
        if game is None:
            raise LookupError(f"{session.game.key} has no slaps")
        self._session, self._game, self._texts = session, game, game.slap_texts
        self._eyes: HandFollower | None = None
        self._settled: Pixels | None = None
        self._places: tuple[SlapPlace, ...] = ()
        self._view: TableView | None = None
        self._blind = False
        self._waiting: list[HandSeen] = []
        self._told: dict[int, HandSeen] = {}
        self._left_early: dict[int, HandSeen] = {}
        self._last: HandSeen | None = None
        self._doubts: list[_Doubt] = []

    @property
    def due(self) -> bool:
        """Whether hands matter now."""
        return bool(self._game.slap_places(self._session.match.state))

    @property
    def every_frame(self) -> bool:
        """Hands may come down at any moment, and their order is as fine as the frames."""
        return self.due

    def table_moved(self) -> None:
        """Cards and seats are found again at the next frame, without the hands that lie there."""
        self._eyes, self._settled, self._blind = None, None, False
        self._waiting = []

    def look(self, moment: Moment) -> Handled | None:
        """Watch the hands while they are due; before, remember how the table looks at rest without them."""
        rest = moment.rest
        if self.due:
            self.watch(moment.frame, moment.full, moment.ask_beside)
            return Handled.WATCHED
        if rest.still:
            self._settled = moment.frame.pixels
        return None

    def watch(self, frame: Frame, full: Callable[[], Pixels], ask: Ask) -> None:
        """Take in one small frame while hands are due.

        full: takes a full-size picture, in which the mat is found. ask: puts a question on the phones.
        """
        places = self._game.slap_places(self._session.match.state)
        if places != self._places:
            self._eyes, self._last, self._places, self._blind = None, None, places, False
            self._waiting, self._doubts, self._told, self._left_early = [], [], {}, {}
        if not places or self._blind or (self._eyes is None and not self._begin(frame, full)):
            return
        assert self._eyes is not None
        for hand in self._eyes.update(frame):
            if hand.lifted_s is None:
                self._waiting.append(hand)
            else:
                self._left(hand, frame)
        if self._waiting:
            waiting = {hand.seat for hand in self._waiting}
            # As the eyes see them by now: they have looked again, or have taken back that they landed.
            self._waiting = [hand for hand in self._eyes.hands if hand.seat in waiting]
        while self._waiting and self._is_due(frame.taken_s) and not self._held_up():
            self._report(self._waiting.pop(0), frame)
        self._ask(ask)

    def _begin(self, frame: Frame, full: Callable[[], Pixels]) -> bool:
        """Know where the cards and seats are.

        Where hands hide the mat, it lies where it lay. Returns False where it has never been seen: that is said once a
        round, and the phones tell the hands.
        """
        settled = frame.pixels if self._settled is None else self._settled
        try:
            self._view = find_table(full()).for_size((settled.shape[1], settled.shape[0]))
        except Unreadable as refusal:
            if self._view is None:
                self._blind = True
                self._session.tell(refusal.what)
                return False
        view = self._view
        cards = [
            CardPlace(
                _corners(view, place, _whole(place)),
                tuple(_corners(view, place, motif) for motif in place.motifs_mm),
            )
            for place in self._places
        ]
        seats = view.pixels(np.array(self._game.seats_mm(self._session.match.state)))
        px_per_mm = _far_px(view, 100.0) / 100.0
        self._eyes = HandFollower(settled, cards, [(float(x), float(y)) for x, y in seats], px_per_mm)
        return True

    def _is_due(self, now_s: float) -> bool:
        """Whether the first of those that wait can be reported: what is not known yet may have landed before it."""
        return now_s - self._waiting[0].landed_s >= REPORTED_S and all(
            hand.known or hand.lifted_s is not None for hand in self._waiting
        )

    def _held_up(self) -> bool:
        return any(doubt.holds_up and doubt.open() for doubt in self._doubts)

    def _report(self, hand: HandSeen, frame: Frame) -> None:
        if hand.card is None:
            if hand.confidence < BESIDE_CONFIDENT:
                self._doubt_where(hand, frame)
            return
        on = self._places[hand.card].owner
        if hand.confidence < CONFIDENT:
            self._doubt_whose(hand, on, frame)
        elif self._slap(hand, hand.seat, on, frame, "camera") and any(share < HIDES for share in hand.hidden):
            self._doubt_fault(self._texts.uncovered, self._game.uncovered, hand, frame)

    def _slap(self, hand: HandSeen, seat: int, on: int, frame: Frame, who: str) -> bool:
        state = self._session.match.state
        holder = self._game.holds(state, on)
        before = self._last if holder is None else self._told.get(holder)
        tie = before is not None and not landed_before(before, hand)
        if not self._play(self._game.slapped(state, seat, on, tie=tie), hand, frame, who):
            return False
        self._told[seat] = self._last = hand
        if seat == hand.seat and seat in self._left_early:
            self._doubt_fault(self._texts.lifted, self._game.lifted, self._left_early.pop(seat), frame)
        return True

    def _play(self, action: Action, hand: HandSeen, frame: Frame, who: str) -> bool:
        seen = SeenThing(Thing(HAND, str(hand.seat)), hand.confidence, self._crop(hand, frame))
        try:
            self._session.play(action, who, (seen,))
        except Illegal as refusal:  # the rules say why that hand may not lie there
            self._session.tell(refusal.what)
            return False
        return True

    def _crop(self, hand: HandSeen, frame: Frame) -> bytes:
        """A drawing of where the hand lies and from whom it comes. A picture would show what is to be remembered."""
        view = self._view
        assert view is not None
        height, width = frame.pixels.shape[:2]
        sits = view.pixels(np.array(self._game.seats_mm(self._session.match.state)))
        others = () if self._eyes is None else (each for each in self._eyes.hands if each.seat != hand.seat)
        arms = [
            ArmDrawn((float(sits[each.seat][0]), float(sits[each.seat][1])), each.palm_xy, each is hand)
            for each in (*others, hand)
        ]
        cards = [_corners(view, place, _whole(place)) for place in self._places]
        drawing = hands_drawn((width, height), cards, arms, _far_px(view, PALM_MM))
        x, y, half = *hand.palm_xy, _far_px(view, SEEN_MM)
        top, left = max(0, round(y - half)), max(0, round(x - half))
        return jpeg(drawing[top : max(top + 1, round(y + half)), left : max(left + 1, round(x + half))])

    def _left(self, hand: HandSeen, frame: Frame) -> None:
        """Asked at once, or when it has been played; whoever comes to be known as another seat's is not asked about."""
        if hand.seat in self._told:
            self._doubt_fault(self._texts.lifted, self._game.lifted, hand, frame)
        else:
            self._left_early[hand.seat] = hand

    def _doubt_where(self, hand: HandSeen, frame: Frame) -> None:
        owners = [place.owner for place in self._places if place.owner != hand.seat]

        def told(choice: int, who: str) -> None:
            if choice < len(owners):
                self._slap(hand, hand.seat, owners[choice], frame, f"camera, {who}")

        names = tuple(seat_name(seat) for seat in owners)
        words = self._texts.where.filled(who=seat_name(hand.seat))
        crop = self._crop(hand, frame)
        self._doubts.append(
            _Doubt(
                words,
                (*names, self._texts.nowhere),
                crop,
                told,
                True,
                lambda: hand.seat not in self._told and self.due,
            )
        )

    def _doubt_whose(self, hand: HandSeen, on: int, frame: Frame) -> None:
        seats = [hand.seat, *(n for n in range(len(self._session.names)) if n not in (hand.seat, on))]
        free = [seat for seat in seats if seat not in self._told and seat != on]

        def told(choice: int, who: str) -> None:
            if choice < len(free):
                self._slap(hand, free[choice], on, frame, f"camera, {who}")

        names = tuple(seat_name(seat) for seat in free)
        words = self._texts.whose.filled(owner=seat_name(on))
        crop = self._crop(hand, frame)
        self._doubts.append(
            _Doubt(words, (*names, self._texts.nobody), crop, told, True, lambda: bool(free) and self.due)
        )

    def _doubt_fault(
        self, words: Text, fault: Callable[[State, int], Action | None], hand: HandSeen, frame: Frame
    ) -> None:
        def action() -> Action | None:
            return fault(self._session.match.state, hand.seat)

        def told(choice: int, who: str) -> None:
            committed = action()
            if choice == 1 and committed is not None:
                self._play(committed, hand, frame, f"camera, {who}")

        crop = self._crop(hand, frame)
        filled = words.filled(who=seat_name(hand.seat))
        self._doubts.append(
            _Doubt(filled, (self._texts.well, self._texts.fault), crop, told, False, lambda: action() is not None)
        )

    def _ask(self, ask: Ask) -> None:
        """One question at a time; what was withdrawn because the match went on is asked again."""
        self._doubts = [doubt for doubt in self._doubts if doubt.open()]
        if not self._doubts or self._session.questions:
            return
        doubt = self._doubts[0]

        def answered(choice: int, who: str) -> None:
            if doubt in self._doubts:
                self._doubts.remove(doubt)
                doubt.then(choice, who)

        ask(doubt.words, doubt.choices, doubt.crop, answered)


def _far_px(view: TableView, far_mm: float) -> float:
    """A length at the mat's middle, in pixels."""
    ends = view.pixels(np.array([[0.0, 0.0], [far_mm, 0.0]]))
    return float(np.hypot(*(ends[1] - ends[0])))


def _whole(place: SlapPlace) -> tuple[float, float, float, float]:
    width, height = place.size_mm
    return -width / 2, -height / 2, width / 2, height / 2


def _corners(view: TableView, place: SlapPlace, box: tuple[float, float, float, float]) -> Quad:
    """A part of a card in the small picture, (4, 2)."""
    left, top, right, bottom = box
    c, s = cos(radians(place.turn_deg)), sin(radians(place.turn_deg))

    def at(x: float, y: float) -> PointMm:
        return place.xy_mm[0] + x * c - y * s, place.xy_mm[1] + x * s + y * c

    return view.pixels(np.array([at(left, top), at(right, top), at(right, bottom), at(left, bottom)]))
