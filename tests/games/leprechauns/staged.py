"""Rounds of slaps as they will happen: each with its own camera, lamp, table, skins and sleeves, and what hands do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import cos, radians, sin
from random import Random

import numpy as np

from companion import catalog
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.mat import TABLE_MAT, Mat
from companion.core.scene import Scene, Thing
from companion.games.leprechauns import layout
from companion.games.leprechauns.depiction import BACK, CHEST
from companion.simulator.bodies import Arm
from companion.simulator.hand_motions import LIFTS, Manner, random_look, random_reach
from companion.simulator.lamp import Lamp
from companion.simulator.pile import visible_shares
from companion.simulator.pinhole import PinholeCamera
from companion.simulator.reach import Reach
from companion.simulator.source import RenderedSource, open_source
from companion.simulator.world import World

FPS = 60
SIGNAL_S = 0.2
TAIL_S = 1.0
"""A film goes on for so long after the last hand began to lie, or to leave."""
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
    """One round as it will happen: a table, and what every hand does.

    Attributes:
        shares: how much of each hand is in sight, of arms from below in a camera's picture.
    """

    seed: int
    seats: int
    world: World
    source: RenderedSource
    cards: tuple[Thing, ...]
    done: tuple[Done, ...]
    ends_s: float
    shares: Callable[[PinholeCamera, tuple[Arm, ...]], tuple[float, ...]] = visible_shares


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
        of = random_look(random)
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
        reach = random_reach(
            random, f"seat {seat}", of, shoulder, target, lands_s, manner, aim(cards[elsewhere], random)
        )
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
