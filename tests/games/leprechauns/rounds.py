"""`python -m tests.games.leprechauns.rounds --first N --rounds 200`: rounds of slaps under the simulated camera.

Every round has another camera, lamp and table, other skins and sleeves. Hands cross, pause, feint, hover for nothing,
lift, slide, land beside a card or on one that another hand holds. What the eyes say is held against what was done.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from math import cos, radians, sin
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import catalog
from companion.camera.rendered.lamp import Lamp
from companion.camera.rendered.reach import Reach
from companion.camera.rendered.source import RenderedSource, open_source
from companion.camera.rendered.ways import LIFTS, Manner, looks, way
from companion.camera.rendered.world import World
from companion.camera.source import SMALL_MAX_XY, Pixels
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.mat import TABLE_MAT, Mat
from companion.core.scene import Scene, Thing
from companion.games.leprechauns import layout
from companion.games.leprechauns.chest_art import MOTIF_ROOM_MM, MOTIF_Y_MM
from companion.games.leprechauns.look import BACK, CHEST
from companion.games.leprechauns.slaps import MOTIF_TALL_MM
from companion.perception.hands.follower import HandEyes
from companion.perception.hands.seen import CardPlace, HandSeen, ordered
from companion.perception.rectify import find_table
from companion.table.slapping import BESIDE_SURE, SURE
from tests.photographed_hands import flat_hands, worn

Points = NDArray[np.float64]

FPS = 60
SIGNAL_S = 0.2
SETTLED_FRAMES = 6
NAMED = 0.8
"""A hand that is surer than this counts as named, right or wrong; the table asks for a tap until it is `SURE`."""
TAIL_S = 1.0
"""A film goes on for so long after the last hand began to lie, or to leave."""
WAITS_S = 1.5
"""And while a hand that was seen is not known yet, so much longer at most: the table tells no hand before it is."""
BARE = Mat(60.0, 60.0, "4X4_50", (), (-20.0, -20.0, 20.0, 20.0))
MANNERS: tuple[tuple[Manner, float], ...] = (
    ("plain", 0.56), ("pause", 0.1), ("feint", 0.08), ("shy", 0.06), ("away", 0.06), ("elsewhere", 0.05),
    ("slide", 0.05), ("hop", 0.04),
)  # fmt: skip
SHOULDER_XY_MM = (610.0, 520.0)
"""Half axes of the ellipse on which people sit: their shoulders are outside of every picture."""
ASIDE_MM = (110.0, 190.0)
"""From the middle of a person to the shoulder."""
MOTIFS_UP_MM = 9.0
"""The middle of the two motifs lies so far towards the card's bottom."""
ASIDE_SHARE, BESIDE_SHARE, CLOSE_SHARE = 0.1, 0.04, 0.3


@dataclass(frozen=True)
class Done:
    """What one hand did.

    Attributes:
        on: the seat whose chest it met first; None when it met none.
        lands_s: when, in the world's time.
    """

    seat: int
    manner: Manner
    on: int | None
    lands_s: float
    reach: Reach

    @property
    def lifted(self) -> bool:
        return self.manner in LIFTS


@dataclass
class Round:
    """One round as it will happen: a table, and what every hand does."""

    seed: int
    seats: int
    world: World
    source: RenderedSource
    cards: tuple[Thing, ...]
    done: tuple[Done, ...]
    ends_s: float


def camera(random: Random, seed: int) -> str:
    shadow = 0.0 if random.random() < 0.08 else random.uniform(0.25, 0.9)
    return (
        f"rendered://?width=1280&height=960&fps={FPS}&seed={seed}&tilt_deg={random.uniform(-10, 14):.1f}"
        f"&turn_deg={random.uniform(-5, 5):.1f}&height_mm={random.uniform(715, 800):.0f}"
        f"&lens={random.uniform(-0.05, 0.0):.3f}&shadow={shadow:.2f}&light={random.uniform(0.65, 1.1):.2f}"
        f"&cast={random.uniform(-0.5, 0.6):.2f}&blur={random.uniform(0.3, 0.8):.2f}&noise={random.uniform(2, 7):.1f}"
    )


def shoulder_xy_mm(seat: int, seats: int, left: bool, random: Random) -> tuple[float, float]:
    """Where the shoulder of a hand is: beside the middle of the person who faces the table."""
    angle = radians(90.0 + 360.0 * seat / seats + random.uniform(-4.0, 4.0))
    aside = random.uniform(*ASIDE_MM) * (-1 if left else 1)
    x, y = SHOULDER_XY_MM[0] * cos(angle), SHOULDER_XY_MM[1] * sin(angle)
    far = float(np.hypot(x, y))
    return x + aside * y / far, y - aside * x / far


def made(seed: int) -> Round:
    """The round of a seed."""
    random = Random(f"round {seed}")
    seats = 2 + seed % 5
    world, source, cards = laid(random, seed, seats, camera(random, seed))
    return acted(seed, world, source, cards, _hands(random, seats, cards))


def laid(random: Random, seed: int, seats: int, address: str) -> tuple[World, RenderedSource, tuple[Thing, ...]]:
    """A table with its chests turned up, and the camera over it."""
    world = World(catalog.game("leprechauns").art, TABLE_MAT if random.random() < 0.6 else BARE)
    angle, far = random.uniform(0, 360), random.uniform(0.3, 0.8)
    world.switch_lamp(Lamp(shadow_xy=(far * cos(radians(angle)), far * sin(radians(angle)))))
    cards = tuple(_card(seat, seats, random, chest) for seat, chest in enumerate(random.sample(range(1, 41), seats)))
    piles = (
        Thing(CHEST, BACK, f"pile {n}", layout.pile_xy_mm(n, seats), layout.pile_deg(n, seats)) for n in range(seats)
    )
    world.arrange(Scene((*cards, *piles), frozenset({CHEST})))
    return world, open_source(SourceUrl.parse(address), ManualClock(), world), cards


def acted(seed: int, world: World, source: RenderedSource, cards: tuple[Thing, ...], done: tuple[Done, ...]) -> Round:
    """The round in which these hands do what they do."""
    for each in done:
        world.reach(each.reach)
    return Round(seed, len(cards), world, source, cards, done, max(each.reach.settles_s for each in done) + TAIL_S)


def _card(seat: int, seats: int, random: Random, chest: int) -> Thing:
    x, y = layout.turned_xy_mm(seat, seats)
    at = (x + random.uniform(-8, 8), y + random.uniform(-8, 8))
    return Thing(CHEST, str(chest), f"turned {seat}", at, layout.turned_deg(seat, seats) + random.uniform(-8, 8))


def _hands(random: Random, seats: int, cards: tuple[Thing, ...]) -> tuple[Done, ...]:
    found: list[Done] = []
    start_s = 0.0
    for seat in random.sample(range(seats), seats):
        others = [n for n in range(seats) if n != seat]
        on: int | None = random.choice(others)
        if any(each.on == on for each in found) and random.random() < 0.7:
            free = [n for n in others if all(each.on != n for each in found)]
            on = random.choice(free) if free else on
        manner = random.choices([name for name, _ in MANNERS], [odds for _, odds in MANNERS])[0]
        of = looks(random)
        shoulder = shoulder_xy_mm(seat, seats, of.left, random)
        target = aim(cards[on], random)
        if any(each.on == on for each in found):  # there is room for a second hand beside the first
            target = (target[0] + random.choice((-1, 1)) * random.uniform(22, 34), target[1] + random.uniform(-20, 20))
        if manner == "plain" and random.random() < BESIDE_SHARE / 0.56:
            target, on = _beside(random, cards), None
        before_s = found[-1].lands_s if found else start_s
        close = found and random.random() < CLOSE_SHARE
        lands_s = before_s + random.uniform(-0.07, 0.07) if close else start_s + random.uniform(0.0, 0.9)
        elsewhere = random.choice([n for n in others if n != on] or others)
        reach = way(random, f"seat {seat}", of, shoulder, target, lands_s, manner, aim(cards[elsewhere], random))
        found.append(Done(seat, manner, None if manner == "shy" else on, lands_s, reach))
    # Nobody reaches in before the signal.
    early_s = SIGNAL_S - min(each.reach.begins_s for each in found)
    late = (
        replace(e, lands_s=e.lands_s + early_s, reach=replace(e.reach, begins_s=e.reach.begins_s + early_s))
        for e in found
    )
    return tuple(sorted(late, key=lambda each: each.seat))


def aim(card: Thing, random: Random) -> tuple[float, float]:
    """Where a hand that wants this chest comes down: about the middle of its motifs, sometimes beside them."""
    assert card.xy_mm is not None
    assert card.turn_deg is not None
    aside = random.random() < ASIDE_SHARE
    dx, dy = (random.uniform(-26, 26), random.uniform(-38, 38)) if aside else (random.gauss(0, 5), random.gauss(0, 5))
    a = radians(card.turn_deg)
    dy += MOTIFS_UP_MM
    return card.xy_mm[0] + dx * cos(a) - dy * sin(a), card.xy_mm[1] + dx * sin(a) + dy * cos(a)


def _beside(random: Random, cards: tuple[Thing, ...]) -> tuple[float, float]:
    """A place on the table with no chest under it."""
    while True:
        x, y = random.uniform(-200, 200), random.uniform(-120, 120)
        if all(np.hypot(card.xy_mm[0] - x, card.xy_mm[1] - y) > 105 for card in cards if card.xy_mm):
            return x, y


def eyes(a_round: Round, settled: Pixels, make: Callable[..., HandEyes] = HandEyes) -> HandEyes:
    """The product's eyes, told where cards and seats are as the table tells them."""
    view = find_table(a_round.source.full().pixels).for_size(SMALL_MAX_XY) if a_round.world.mat is TABLE_MAT else None
    optics = a_round.source.optics_of_small()

    def seen(points_mm: Points) -> Points:
        if view is not None:
            return view.pixels(points_mm)
        return optics.project(np.column_stack([points_mm, np.zeros(len(points_mm))]))

    half_w, half_h = layout.CARD_WIDTH_MM / 2, layout.CARD_HEIGHT_MM / 2
    motifs = [(-MOTIF_ROOM_MM / 2, y - MOTIF_TALL_MM / 2, MOTIF_ROOM_MM / 2, y + MOTIF_TALL_MM / 2) for y in MOTIF_Y_MM]
    cards = [
        CardPlace(
            seen(_corners(card, (-half_w, -half_h, half_w, half_h))), tuple(seen(_corners(card, box)) for box in motifs)
        )
        for card in a_round.cards
    ]
    sits = seen(np.array([layout.sits_xy_mm(n, a_round.seats) for n in range(a_round.seats)]))
    ends = seen(np.array([[0.0, 0.0], [100.0, 0.0]]))
    px_per_mm = float(np.hypot(*(ends[1] - ends[0]))) / 100.0
    return make(settled, cards, [(float(x), float(y)) for x, y in sits], px_per_mm)


def _corners(card: Thing, box: tuple[float, float, float, float]) -> Points:
    assert card.xy_mm is not None
    assert card.turn_deg is not None
    left, top, right, bottom = box
    a = radians(card.turn_deg)
    turned = np.array([[cos(a), -sin(a)], [sin(a), cos(a)]])
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)]) @ turned.T + np.array(card.xy_mm)


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
    notes: list[str] = field(default_factory=list)

    def add(self, other: Count) -> None:
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def lines(self) -> tuple[str, ...]:
        return (
            f"{self.slaps} slaps: {self.right} with hand and chest right, {self.asked} asked about, {self.missed} not "
            f"seen (left to the phones), {self.wrong} wrong",
            f"{self.played} hands so sure that the table plays them without a tap: {self.played_wrong} wrong",
            f"{self.hovered} hands that only hovered: {self.hover_called} called a slap, {self.hover_asked} asked "
            "about",
            f"{self.pairs_apart} pairs of slaps, both seen, at least two frames apart: {self.ordered} in the right "
            f"order, {self.order_open} called a tie, {self.order_wrong} in the wrong order",
            f"{self.pairs_close} pairs closer than a frame: {self.tie_called_order} called an order",
            f"{self.lifts} hands that were seen and lifted or moved: {self.lifts_caught} noticed",
            f"{self.stayed} hands that were seen and stayed: {self.accused} taken for lifted",
            f"{self.frames} frames, {1000 * self.eyes_s / max(1, self.frames):.1f} ms each for the eyes",
        )


def watched(seed: int, make: Callable[..., HandEyes] = HandEyes) -> Count:
    """Let the eyes watch the round of a seed, and count."""
    count = Count()
    a_round = made(seed)
    compare(a_round, seen_in(a_round, count, make), count)
    return count


def seen_in(a_round: Round, count: Count, make: Callable[..., HandEyes] = HandEyes) -> tuple[HandSeen, ...]:
    """What the eyes say of a round, in the end."""
    before = [a_round.source.small() for _ in range(SETTLED_FRAMES)]
    settled = np.asarray(np.mean([frame.pixels for frame in before], axis=0).round(), np.uint8)
    looks_on = eyes(a_round, settled, make)
    while _goes_on(a_round, looks_on.hands):
        frame = a_round.source.small()
        start_s = time.process_time()
        looks_on.look(frame)
        count.eyes_s += time.process_time() - start_s
        count.frames += 1
    return looks_on.hands


def _goes_on(a_round: Round, hands: tuple[HandSeen, ...]) -> bool:
    late_s = a_round.world.elapsed_s - a_round.ends_s
    open_still = any(not hand.known and hand.lifted_s is None for hand in hands)
    return late_s < 0.0 or (open_still and late_s < WAITS_S)


def compare(a_round: Round, hands: tuple[HandSeen, ...], count: Count) -> None:
    """Count what was seen against what was done. A hand is believed when the eyes see nothing amiss."""
    seen = {hand.seat: hand for hand in hands if hand.card is not None or hand.sure < BESIDE_SURE}
    sure: dict[int, HandSeen] = {}
    for each in a_round.done:
        hand = seen.get(each.seat)
        said = None if hand is None else "asked" if hand.card is None or hand.sure < NAMED else "said"
        if hand is not None and hand.sure >= SURE:
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
            count.wrong += said == "said" and not right
            if said == "said" and right and hand is not None:
                sure[each.seat] = hand
        if said == "said" and (hand is None or hand.card != each.on):
            count.notes.append(f"seed {a_round.seed}: seat {each.seat} {each.manner} on {each.on}, seen {hand}")
    done = {each.seat: each for each in a_round.done}
    for seat, hand in sure.items():
        lifted = done[seat].lifted
        count.lifts += lifted
        count.lifts_caught += lifted and hand.lifted_s is not None
        count.stayed += not lifted
        count.accused += not lifted and hand.lifted_s is not None
    _count_order(done, sure, count)


def _count_order(done: dict[int, Done], sure: dict[int, HandSeen], count: Count) -> None:
    for first in sure:
        for second in sure:
            apart = (done[second].lands_s - done[first].lands_s) * FPS
            if apart < 0 or first == second:
                continue
            one, two = sure[first], sure[second]
            forwards, backwards = ordered(one, two, 1 / FPS), ordered(two, one, 1 / FPS)
            if apart >= 2.0:
                count.pairs_apart += 1
                count.ordered += forwards
                count.order_wrong += backwards
                count.order_open += not forwards and not backwards
            elif apart < 1.0:
                count.pairs_close += 1
                count.tie_called_order += forwards or backwards


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--hands", type=Path, help="a folder of photographs: the hands are people's")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    whole = Count()
    try:
        people = flat_hands(asked.hands) if asked.hands else ()
    except FileNotFoundError as refusal:
        parser.error(f"--hands: {refusal}")
    for seed in range(asked.first, asked.first + asked.rounds):
        with worn(people, seed) if people else nullcontext():
            whole.add(watched(seed))
        if (seed - asked.first + 1) % 10 == 0:
            print(f"{seed - asked.first + 1} rounds", *whole.lines(), sep="\n  ", flush=True)
    print(f"{asked.rounds} rounds", *whole.lines(), *whole.notes, sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
