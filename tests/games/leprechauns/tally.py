"""What eyes said of a round of slaps, compared with what was done in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from companion.perception.hands.order import landed_before
from companion.perception.hands.seen import HandSeen
from companion.simulator.pile import arms_from_below
from companion.table.watchers.slaps import BESIDE_CONFIDENT, CONFIDENT
from tests.games.leprechauns.staged import FPS, Done, Round

NAMED = 0.8
"""A hand that is surer than this counts as named, right or wrong; the table asks for a tap until it is `SURE`."""
IN_SIGHT = {"80 % and more": 0.8, "40 to 80 %": 0.4, "less than 40 %": 0.0}
"""How much of a hand no arm hides in the second after it landed: each group's least."""
SIGHT_S = tuple(n / 10 for n in range(11))
"""After a hand landed: when it is looked at how much of it is in sight."""


@dataclass
class Count:
    """What the eyes said, against what was done."""

    slaps: int = 0
    right: int = 0
    asked: int = 0
    missed: int = 0
    wrong: int = 0
    played: int = 0
    played_wrong: int = 0
    hovered: int = 0
    hover_called: int = 0
    hover_asked: int = 0
    pairs_apart: int = 0
    ordered: int = 0
    order_open: int = 0
    order_wrong: int = 0
    pairs_close: int = 0
    tie_called_order: int = 0
    lifts: int = 0
    lifts_caught: int = 0
    stayed: int = 0
    accused: int = 0
    frames: int = 0
    eyes_s: float = 0.0
    by_sight: Counter[tuple[str, str]] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def add(self, other: Count) -> None:
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def lines(self) -> tuple[str, ...]:
        return (
            f"{self.slaps} slaps: {self.right} with hand and chest right, {self.asked} asked about, {self.missed} not "
            f"seen (left to the phones), {self.wrong} wrong",
            f"{self.played} hands confident enough to be played without a tap: {self.played_wrong} wrong",
            f"{self.hovered} hands that only hovered: {self.hover_called} called a slap, {self.hover_asked} asked "
            "about",
            f"{self.pairs_apart} pairs of slaps, both seen, at least two frames apart: {self.ordered} in the right "
            f"order, {self.order_open} called a tie, {self.order_wrong} in the wrong order",
            f"{self.pairs_close} pairs closer than a frame: {self.tie_called_order} called an order",
            f"{self.lifts} hands that were seen and lifted or moved: {self.lifts_caught} noticed",
            f"{self.stayed} hands that were seen and stayed: {self.accused} taken for lifted",
            f"{self.frames} frames, {1000 * self.eyes_s / max(1, self.frames):.1f} ms each for the eyes",
            *map(self._sight_line, IN_SIGHT),
        )

    def _sight_line(self, group: str) -> str:
        of = {name: self.by_sight[group, name] for name in ("slaps", "right", "pairs", "ordered", "order_wrong")}
        return (
            f"in sight {group}: {of['right']} of {of['slaps']} slaps right; of {of['pairs']} pairs, by the lesser, "
            f"{of['ordered']} in the right order, {of['order_wrong']} in the wrong order"
        )


def compare(a_round: Round, hands: tuple[HandSeen, ...], count: Count) -> None:
    """Count what was seen against what was done. A hand is believed when the eyes see nothing amiss."""
    seen = {hand.seat: hand for hand in hands if hand.card is not None or hand.confidence < BESIDE_CONFIDENT}
    confidence: dict[int, HandSeen] = {}
    shares = {each.seat: share_in_sight(a_round, each) for each in a_round.done if each.on is not None}
    for each in a_round.done:
        hand = seen.get(each.seat)
        said = None if hand is None else "asked" if hand.card is None or hand.confidence < NAMED else "said"
        if hand is not None and hand.confidence >= CONFIDENT:
            count.played += 1
            count.played_wrong += hand.card != each.on
        if each.on is None:
            count.hovered += 1
            count.hover_called += said == "said"
            count.hover_asked += said == "asked"
        else:
            count.slaps += 1
            right = hand is not None and hand.card == each.on
            count.missed += said is None
            count.asked += said == "asked"
            count.right += said == "said" and right
            count.by_sight[_group(shares[each.seat]), "slaps"] += 1
            count.by_sight[_group(shares[each.seat]), "right"] += said == "said" and right
            count.wrong += said == "said" and not right
            if said == "said" and right and hand is not None:
                confidence[each.seat] = hand
        if said == "said" and (hand is None or hand.card != each.on):
            count.notes.append(f"seed {a_round.seed}: seat {each.seat} {each.manner} on {each.on}, seen {hand}")
    done = {each.seat: each for each in a_round.done}
    for seat, hand in confidence.items():
        lifted = done[seat].lifted
        count.lifts += lifted
        count.lifts_caught += lifted and hand.lifted_s is not None
        count.stayed += not lifted
        count.accused += not lifted and hand.lifted_s is not None
    _count_order(done, confidence, shares, count)


def share_in_sight(a_round: Round, done: Done) -> float:
    """How much of a hand no other arm hides in the second after it landed, while it is there: a mean, 0 to 1."""
    shares = []
    for after_s in SIGHT_S:
        arms = arms_from_below(a_round.world.reaches, done.lands_s + after_s)
        owners = [arm.owner for arm in arms]
        if done.reach.owner in owners:
            shares.append(a_round.shares(a_round.source.optics_of_small().camera, arms)[owners.index(done.reach.owner)])
    return float(np.mean(shares))


def _group(share: float) -> str:
    return next(name for name, least in IN_SIGHT.items() if share >= least)


def _count_order(
    done: dict[int, Done], confidence: dict[int, HandSeen], shares: dict[int, float], count: Count
) -> None:
    for first in confidence:
        for second in confidence:
            apart = (done[second].lands_s - done[first].lands_s) * FPS
            if apart < 0 or first == second:
                continue
            one, two = confidence[first], confidence[second]
            forwards, backwards = landed_before(one, two), landed_before(two, one)
            if apart >= 2.0:
                count.pairs_apart += 1
                count.ordered += forwards
                count.order_wrong += backwards
                count.order_open += not forwards and not backwards
                group = _group(min(shares[first], shares[second]))
                count.by_sight[group, "pairs"] += 1
                count.by_sight[group, "ordered"] += forwards
                count.by_sight[group, "order_wrong"] += backwards
            elif apart < 1.0:
                count.pairs_close += 1
                count.tie_called_order += forwards or backwards
