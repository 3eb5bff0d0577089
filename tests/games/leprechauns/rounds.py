"""`python -m tests.games.leprechauns.rounds --first N --rounds 200`: rounds of slaps under the simulated camera.

Every round has another camera, lamp and table, other skins and sleeves. Hands cross, pause, feint, hover for nothing,
lift, slide, land beside a card or on one that another hand holds. What the eyes say is compared with what was done, and
told apart by how much of the hand could be seen.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from math import cos, radians, sin
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.camera.source import SMALL_MAX_XY
from companion.core.mat import TABLE_MAT
from companion.core.scene import Thing
from companion.games.leprechauns import layout
from companion.games.leprechauns.chest_art import MOTIF_ROOM_MM, MOTIF_Y_MM
from companion.games.leprechauns.slaps import MOTIF_TALL_MM
from companion.perception.hands.follower import HandFollower
from companion.perception.hands.seen import CardPlace, HandSeen
from companion.perception.rectify import find_table
from tests.games.leprechauns.staged import Round, made
from tests.games.leprechauns.tally import Count, compare
from tests.games.leprechauns.traced import done, traced
from tests.photographed_hands import flat_hands, worn
from tests.photographed_tables import covered, tables_in

Points = NDArray[np.float64]

SETTLED_FRAMES = 6
WAITS_S = 1.5
"""While a hand that was seen is not known yet, a film goes on, so much at most: the table tells no hand before."""


def eyes(a_round: Round, settled: Pixels, make: Callable[..., HandFollower] = HandFollower) -> HandFollower:
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


def watched(seed: int, make: Callable[..., HandFollower] = HandFollower, stage: Callable[[int], Round] = made) -> Count:
    """Let the eyes watch the round of a seed, and count."""
    count = Count()
    a_round = stage(seed)
    compare(a_round, seen_in(a_round, count, make), count)
    return count


def seen_in(a_round: Round, count: Count, make: Callable[..., HandFollower] = HandFollower) -> tuple[HandSeen, ...]:
    """What the eyes say of a round, in the end."""
    before = [a_round.source.small() for _ in range(SETTLED_FRAMES)]
    settled = np.asarray(np.mean([frame.pixels for frame in before], axis=0).round(), np.uint8)
    looks_on = eyes(a_round, settled, make)
    while _goes_on(a_round, looks_on.hands):
        frame = a_round.source.small()
        start_s = time.process_time()
        looks_on.update(frame)
        count.eyes_s += time.process_time() - start_s
        count.frames += 1
    return looks_on.hands


def _goes_on(a_round: Round, hands: tuple[HandSeen, ...]) -> bool:
    late_s = a_round.world.elapsed_s - a_round.ends_s
    open_still = any(not hand.known and hand.lifted_s is None for hand in hands)
    return late_s < 0.0 or (open_still and late_s < WAITS_S)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--hands", type=Path, help="a folder of photographs: the hands are people's")
    parser.add_argument("--tables", type=Path, help="a folder of photographs: they are the table")
    parser.add_argument("--traced", type=Path, help="a folder of path-traced rounds; see `traced`")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    whole = Count()
    try:
        people = flat_hands(asked.hands) if asked.hands else ()
        tables = tables_in(asked.tables) if asked.tables else ()
    except FileNotFoundError as refusal:
        parser.error(str(refusal))
    seeds = list(range(asked.first, asked.first + asked.rounds))
    if asked.traced:
        if people or tables:
            parser.error("--traced: path-traced rounds have hands and tables of their own: leave --hands, --tables out")
        seeds = done(asked.traced, seeds)
        if not seeds:
            parser.error(f"--traced: {asked.traced} holds none of these rounds; `traced` says how they are rendered")
    for number, seed in enumerate(seeds, start=1):
        with ExitStack() as stack:
            if people:
                stack.enter_context(worn(people, seed))
            if tables:
                stack.enter_context(covered(tables, seed))
            whole.add(watched(seed, stage=(lambda n: traced(n, asked.traced)) if asked.traced else made))
        if number % 10 == 0:
            print(f"{number} rounds", *whole.lines(), sep="\n  ", flush=True)
    print(f"{len(seeds)} rounds", *whole.lines(), *whole.notes, sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
