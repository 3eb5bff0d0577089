"""On which card a seat's hand lies, by what the looks from that seat say: also where the first look lost it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.core.units import PointPx
from companion.perception.hands.seat import Seat
from companion.perception.hands.seen import BESIDE_MM, ON_CARD_MM, CardPlace, under
from companion.perception.hands.visits import Visit, visits
from companion.perception.hands.whose import Whereabouts

FOLLOWED_FRAMES, BEYOND_DOUBT = 24, 0.9
"""Only a hand is sought that was followed for so many frames of late, or that lay there so surely."""
CLEAR_LOOKS, CLEAR = 5, 0.85
"""In so many looks and so surely on one card, it lay there."""
LAY_LOOKS, LAY = 3, 0.6
"""In so many looks and so surely on another card before, it may have been meant for that one."""
OVER_LOOKS = 2
"""So many looks must see that it lies there no more."""
ELSEWHERE = 0.6
"""So likely to lie on another card than where it seems to have landed, it did not land there."""
DECIDED = 0.6
"""A look by which nothing is as likely as this says nothing."""
CLEARLY = 0.85
"""So likely to lie there in two looks, one after the other, it did; and so likely in the air in one, it was."""
LATE_LOOKS = 4
"""And so likely on the mean of so many, it does."""
SOON_FRAMES = 24
"""A hand is found to have landed so long after it did; it may have left since, if it is clearly in the air then."""
FIRST_LOOKS, BEST_LOOKS = 8, 4
"""How likely it lay on a card that it has left is the mean of so many looks. If of late one sees it rather in the air,
or gone, it is the mean of so many of these, one after the other, that see it best: the others see it come, or go."""
LEAST = 0.05
"""Looks that all take it for being in the air say something, still."""
OVERLOOKED = 0.45
"""How sure the first look may be of a hand that it did not see come down: set on rounds of development, of which 116 of
125 such hands were right."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Where a hand lies.

    Attributes:
        card: its number.
        palm_xy: pixels of the small picture.
        since: the first frame in which it seemed to lie there.
        before: the last one before in which it did not; None when nobody looked.
        until: the first one since in which it did no more; None while it does.
        looks: so many see it there.
    """

    card: int
    palm_xy: PointPx
    since: int
    before: int | None
    until: int | None
    looks: int


class Seeking:
    """Asks the looks from a seat.

    Args:
        cards: where they lie.
        px_per_mm: of the small picture.
    """

    def __init__(self, cards: Sequence[CardPlace], px_per_mm: float) -> None:
        self._cards, self._px_per_mm = cards, px_per_mm
        self._middles = [card.middle for card in cards]

    def under(self, palm_xy: PointPx) -> tuple[int | None, float]:
        """The number of the card under a palm, and how sure that is."""
        return under(palm_xy, self._cards, self._px_per_mm)

    def shares(self, seat: Seat, since: int) -> list[list[float]]:
        """How likely its hand lies on each card, look by look from a frame on; the last one in any case."""
        return [self._on(where) for where in _since(seat, since)]

    def story(self, seat: Seat) -> list[Visit]:
        """On which cards it lay, by all looks together."""
        if not seat.whose:
            return []
        return visits(self.shares(seat, 0), [float(where.lies.sum()) for _, where in seat.whose])

    def likely(self, seat: Seat, card: int | None, since: int | None) -> float:
        """How likely it lies on that card, or on none, on the mean of the looks since then; 0.5 before there is any.

        Of a hand that landed by what dates it, what looks take for its being in the air says nothing.
        since: a frame; None where it lay there and has left: then those looks count that saw it there best.
        """
        if not seat.whose:
            return 0.5
        looks = _since(seat, since or 0)
        there = [each for each in self.story(seat) if each.card == card] if since is None else []
        if there and card is not None:
            saw = looks[there[-1].first : there[-1].after][:FIRST_LOOKS]
            rose = any(where.up for _, where in list(seat.whose)[-OVER_LOOKS:])
            some = BEST_LOOKS if rose else FIRST_LOOKS
            return max(self._share(seat, card, saw[n : n + some]) for n in range(max(1, len(saw) - some + 1)))
        return self._share(seat, card, looks)

    def _share(self, seat: Seat, card: int | None, looks: Sequence[Whereabouts]) -> float:
        """How likely it lies on that card, or on none, by so many looks."""
        on = np.mean([self._on(where) for where in looks], axis=0)
        lies = float(np.mean([where.lies.sum() for where in looks]))
        flies = float(np.mean([where.flies.sum() for where in looks])) if seat.landed is not None else 0.0
        share = float(on[card]) if card is not None else max(0.0, lies - float(on.sum()))
        return min(1.0, share / max(1.0 - flies, LEAST))

    def _on(self, where: Whereabouts) -> list[float]:
        """How likely it lies on each card by one look."""
        return where.lies_by(self._middles, BESIDE_MM * self._px_per_mm).tolist()

    def is_clearly_on(self, seat: Seat, card: int | None) -> bool:
        """Whether it lies on that card by the mean of the last looks; never so on none."""
        late = self.shares(seat, 0)[-LATE_LOOKS:]
        return bool(late) and card is not None and float(np.mean(late, axis=0)[card]) > CLEARLY

    def elsewhere(self, seat: Seat, card: int | None) -> bool:
        """Whether it lies on another card by the last look."""
        last = self.shares(seat, 0)[-1:]
        return any(share > ELSEWHERE for on in last for number, share in enumerate(on) if number != card)

    def elsewhere_now(self, where: Whereabouts, card: int | None) -> float:
        """How likely by one look it is where it most likely is if not on that card: up or gone, or on another one."""
        others = (share for number, share in enumerate(self._on(where)) if number != card)
        return max(1.0 - float(where.lies.sum()), *others)

    def lay_on(self, seat: Seat) -> set[int]:
        """The cards on which it may have lain."""
        return {each.card for each in self.story(seat) if each.looks >= LAY_LOOKS and each.confidence > LAY}

    def lay_elsewhere(self, seat: Seat, card: int | None) -> bool:
        """Whether it lay on another card before."""
        return any(each != card for each in self.lay_on(seat))

    def looks(self, seat: Seat, card: int | None, now: int) -> list[tuple[float, float]]:
        """How many frames before `now` each look was, and how likely by it the hand lay on that card.

        Where it hardly tells whether the hand did, flew, or was elsewhere, both are as likely.
        """
        if card is None:
            return []
        told = list[tuple[float, float]]()
        for frame, where in seat.whose:
            on, flies = self._on(where)[card], float(where.flies.sum())
            told.append((now - frame, on if max(on, flies, 1.0 - on - flies) >= DECIDED else 0.5))
        return told

    def sought(self, seat: Seat) -> Sought | None:
        """Where a hand lies that the first look did not see land; or where it lay, if it has left."""
        followed = sum(place is not None for place in seat.places) >= FOLLOWED_FRAMES
        least = CLEAR if followed else BEYOND_DOUBT
        clear = (visit for visit in self.story(seat) if visit.looks >= CLEAR_LOOKS and visit.confidence >= least)
        first = next(clear, None)
        if first is None or (first.after < len(seat.whose) and not _is_over(first, seat)):
            return None
        looks = list(seat.whose)
        (since, _), (_, last) = looks[first.first], looks[first.after - 1]
        palm = last.lies_near(self._middles[first.card], ON_CARD_MM * self._px_per_mm)
        before = looks[first.first - 1][0] if first.first else None
        until = looks[first.after][0] if first.after < len(looks) else None
        return Sought(first.card, palm, since, before, until, first.looks)

    def has_left(self, seat: Seat, card: int | None, since: int) -> bool:
        """Whether it lay on that card, and has done so no more since some time after that frame.

        Or since soon before it, if it clearly rose then.
        """
        there = [each for each in self.story(seat) if each.card == card and each.looks >= LAY_LOOKS]
        if not there or not _is_over(there[-1], seat):
            return False
        frame, after = seat.whose[there[-1].after]
        return frame > since or (frame > since - SOON_FRAMES and float(after.flies.sum()) > CLEARLY)


def _since(seat: Seat, frame: int) -> list[Whereabouts]:
    """The looks from a frame on; the last one in any case."""
    return [each for then, each in seat.whose if then >= frame] or [each for _, each in list(seat.whose)[-1:]]


def _is_over(visit: Visit, seat: Seat) -> bool:
    return visit.after <= len(seat.whose) - OVER_LOOKS
