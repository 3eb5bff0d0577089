"""Draws at random how simulated arms look and move: skins and sleeves, slaps, feints, hands that are withdrawn."""

from __future__ import annotations

from math import hypot
from random import Random
from typing import Literal

from companion.core.units import PointMm
from companion.simulator.bodies import ArmLook
from companion.simulator.reach import Reach, Segment

Manner = Literal["plain", "pause", "feint", "shy", "away", "elsewhere", "slide", "hop"]
"""How a hand moves.

plain: slaps and stays. pause: hovers over the card first. feint: hovers over another card first. shy: hovers and never
lands. away, elsewhere, slide, hop: lands and does not stay; it lifts, lands on another card, slides, comes down again.
"""
LIFTS: tuple[Manner, ...] = ("away", "elsewhere", "slide", "hop")
"""Manners in which the hand lands and does not stay."""

PALEST_BGR, DARKEST_BGR = (172, 196, 236), (34, 46, 72)
"""Skins lie between these, a little redder or yellower."""
SLEEVES_BGR = (
    (92, 60, 48), (58, 62, 130), (70, 96, 66), (88, 88, 92), (160, 150, 140), (235, 236, 238),
    (28, 28, 30), (40, 120, 200),
)  # fmt: skip
"""Colours of most sleeves."""
LIKE_TABLE_BGR = ((71, 74, 47), (72, 112, 158))
"""Sleeves with the colours of the mat and of the wood."""
LIKE_CARDS_BGR = ((222, 240, 248), (58, 110, 40))
"""Sleeves with the colours of cards."""
BARE_ARM_MM = 400.0
"""Cuff position of a bare arm."""
FASTEST_MM_S = (1800.0, 3800.0)
"""Peak speed of a slapping hand, half way; trained boxers reach twice that."""
IMPACT_MM_S = (500.0, 1500.0)
"""Vertical speed at which a slapping hand meets the card."""
PEAK = 1.875
"""Peak over mean speed of a minimum-jerk motion."""
LOW_MM, HIGH_MM = 28.0, 85.0
"""Range of heights at which hands hover; lower ones could as well lie."""
STAYS_S = 30.0
"""Duration of the last segment."""


def random_look(random: Random) -> ArmLook:
    """Return a random person's hand and sleeve."""
    pale = random.random()
    skin = [d + pale * (p - d) for p, d in zip(PALEST_BGR, DARKEST_BGR, strict=True)]
    warm = random.uniform(-0.06, 0.06)
    b, g, r = (round(max(8.0, min(250.0, value))) for value in (skin[0] * (1 - warm), skin[1], skin[2] * (1 + warm)))
    kind = random.random()
    sleeves = LIKE_TABLE_BGR if kind < 0.2 else LIKE_CARDS_BGR if kind < 0.3 else SLEEVES_BGR
    stripe = random.choice(SLEEVES_BGR) if random.random() < 0.2 else None
    cuff = BARE_ARM_MM if random.random() < 0.3 else random.uniform(35.0, 150.0)
    return ArmLook(
        (b, g, r),
        random.choice(sleeves),
        stripe,
        cuff,
        random.uniform(0.86, 1.1),
        random.random() < 0.25,
        random.uniform(0.0, 0.9),
        random.uniform(-0.35, 0.35),
    )


def random_reach(
    random: Random,
    owner: str,
    of: ArmLook,
    shoulder_xy_mm: PointMm,
    to_xy_mm: PointMm,
    lands_s: float,
    manner: Manner = "plain",
    other_xy_mm: PointMm = (0.0, 0.0),
) -> Reach:
    """Return the random motion of a hand that slaps a card.

    Args:
        random: the source of chance.
        owner: whose hand.
        of: how the arm looks.
        shoulder_xy_mm: where it comes from.
        to_xy_mm: the card.
        lands_s: when it first meets the card; for a hand that never lands, when it is first over it.
        manner: how it moves.
        other_xy_mm: where a feint hovers first, and where a hand that goes elsewhere lands.
    """
    start = _outside(shoulder_xy_mm, to_xy_mm)
    flight_s = PEAK * hypot(start[0] - to_xy_mm[0], start[1] - to_xy_mm[1]) / random.uniform(*FASTEST_MM_S)
    high_mm = random.uniform(70.0, 150.0)
    drop = random.uniform(*IMPACT_MM_S) * flight_s / high_mm
    segments: list[Segment] = []
    over = (*to_xy_mm, random.uniform(LOW_MM, HIGH_MM))
    lie = Segment("lie", STAYS_S, (*to_xy_mm, 0.0), skid_mm=_skid(random, shoulder_xy_mm, to_xy_mm))
    down = (lie.skid_mm[0] + to_xy_mm[0], lie.skid_mm[1] + to_xy_mm[1], 0.0)
    if manner in ("pause", "feint", "shy"):
        first = (*other_xy_mm, over[2]) if manner == "feint" else over
        segments += [Segment("glide", flight_s, first), Segment("hover", random.uniform(0.2, 0.9), first)]
    if manner == "shy":
        segments += [Segment("glide", random.uniform(0.4, 0.6), _outside(shoulder_xy_mm, to_xy_mm))]
        if random.random() < 0.5:
            segments[1:] = [Segment("hover", STAYS_S, over)]
    elif manner == "pause":
        segments += [Segment("slap", random.uniform(0.06, 0.13), (*to_xy_mm, 0.0), drop=1.5), lie]
    else:
        segments += [Segment("slap", flight_s, (*to_xy_mm, 0.0), drop=drop), lie]
    if manner in LIFTS:
        segments[-1] = Segment("lie", random.uniform(0.6, 1.2), down, skid_mm=lie.skid_mm)
        segments += _second_thoughts(random, manner, shoulder_xy_mm, down, other_xy_mm)
    before_s = sum(each.takes_s for each in segments[: _first(segments)])
    start = (*start[:2], high_mm)
    seed, tremble, drift = random.randrange(2**31), random.uniform(0.3, 0.9), random.uniform(1.5, 5.0)
    return Reach(owner, of, shoulder_xy_mm, lands_s - before_s, start, tuple(segments), tremble, drift, seed)


def _first(segments: list[Segment]) -> int:
    """The number of segments up to the first landing, or to where it hovers."""
    slaps = [number for number, each in enumerate(segments) if each.kind == "slap"]
    return slaps[0] + 1 if slaps else 1


def _second_thoughts(
    random: Random, manner: Manner, shoulder_xy_mm: PointMm, at: tuple[float, float, float], other_xy_mm: PointMm
) -> list[Segment]:
    """The segments after a landing at which the hand does not stay."""
    x, y, _ = at
    if manner == "away":
        return [Segment("glide", random.uniform(0.4, 0.6), _outside(shoulder_xy_mm, (x, y)))]
    if manner == "elsewhere":
        flight = Segment("glide", 0.12, ((x + other_xy_mm[0]) / 2, (y + other_xy_mm[1]) / 2, random.uniform(40, 80)))
        return [flight, Segment("slap", random.uniform(0.12, 0.25), (*other_xy_mm, 0.0)),
                Segment("lie", STAYS_S, (*other_xy_mm, 0.0))]  # fmt: skip
    if manner == "slide":
        far = random.uniform(32.0, 60.0)
        dx, dy = shoulder_xy_mm[0] - x, shoulder_xy_mm[1] - y
        share = far / hypot(dx, dy)
        end = (x + dx * share, y + dy * share, 0.0)
        return [Segment("slide", random.uniform(0.15, 0.4), end), Segment("lie", STAYS_S, end)]
    up = (x + random.uniform(-10, 10), y + random.uniform(-10, 10), random.uniform(55.0, 90.0))
    return [Segment("glide", 0.16, up), Segment("hover", random.uniform(0.1, 0.4), up),
            Segment("slap", 0.12, (x, y, 0.0)), Segment("lie", STAYS_S, (x, y, 0.0))]  # fmt: skip


def _outside(shoulder_xy_mm: PointMm, to_xy_mm: PointMm) -> tuple[float, float, float]:
    """The palm's position outside the picture: just behind the shoulder, as seen from the card."""
    dx, dy = shoulder_xy_mm[0] - to_xy_mm[0], shoulder_xy_mm[1] - to_xy_mm[1]
    far = 1.0 + 30.0 / hypot(dx, dy)
    return to_xy_mm[0] + dx * far, to_xy_mm[1] + dy * far, 110.0


def _skid(random: Random, shoulder_xy_mm: PointMm, to_xy_mm: PointMm) -> PointMm:
    dx, dy = to_xy_mm[0] - shoulder_xy_mm[0], to_xy_mm[1] - shoulder_xy_mm[1]
    far = random.choice((0.0, 0.0, random.uniform(0.0, 4.0))) / hypot(dx, dy)
    return dx * far, dy * far
