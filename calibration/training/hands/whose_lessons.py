"""Films of rounds, from which it is learnt where each player's hand is.

    python -m calibration.training.hands.whose_lessons whose/w100.npz --first 100 --count 50

Rounds as for the second look's lessons. Written are `frames` (F, 240, 320, 3) uint8, one film's after the other's and
`EVERY` frames apart; `settled` (R, 240, 320, 3) uint8, each film's; and of every hand at every moment `hands` (N, 10):
the frame, the film's first frame, the film, where the player sits (x, y, pixels), pixels a millimetre, the palm's x
and y (pixels), its height (mm), and the share of the hand that no other arm hides; -1 where there is no hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from calibration.training.hands.films import EVERY, FILM, FIRST, FRAME
from calibration.training.hands.lessons import FRAME_S, each_round, told, truth
from calibration.training.hands.second_lessons import Camera, acted
from companion.core.mat import Mat
from companion.simulator.draw import Painter

FEWEST, WITHIN_S = 2, 0.7
"""Hands of a round, which land within about this time."""
WANTED = (1, 2, 2, 3, 6)
"""Cards that somebody wants: hands that lie under others are what is hard."""
TAIL_S = 0.7
"""A film goes on for so long after the last hand has settled."""


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """One round: frames (F, 240, 320, 3), settled (240, 320, 3), and hands (N, 10), frames and film from 0."""

    frames: NDArray[np.uint8]
    settled: NDArray[np.uint8]
    hands: NDArray[np.float32]


def main() -> None:
    target, seeds = told(__doc__)
    films = [film for seed in seeds for film in filmed(seed)]
    first, hands = 0, list[NDArray[np.float32]]()
    for number, film in enumerate(films):
        shift = np.zeros(film.hands.shape[1], np.float32)
        shift[[FRAME, FIRST, FILM]] = first, first, number
        hands.append(film.hands + shift)
        first += len(film.frames)
    frames, settled = np.concatenate([film.frames for film in films]), np.stack([film.settled for film in films])
    np.savez(target, frames=frames, settled=settled, hands=np.concatenate(hands))
    print(f"{target.name}: {len(frames)} frames, {sum(map(len, hands))} hands")


def filmed(seed: int) -> Iterator[Film]:
    """All rounds under one camera."""
    return each_round(Random(f"whose {seed}"), seed, _filmed)


def _filmed(random: Random, painter: Painter, mat: Mat, noise: int) -> Iterator[Film]:
    """noise: number of its first frame."""
    world, sits = acted(random, mat, FEWEST, WITHIN_S, WANTED)
    camera = Camera(painter, world)
    sits_px = {owner: camera.pixel((*at, 0.0)) for owner, at in sits.items()}
    settled = camera.settled(noise)
    begins_s = min(reach.begins_s for reach in world.reaches)
    world.advance(max(0.0, begins_s - 0.1 + random.uniform(0, 0.13) - world.elapsed_s))
    ends_s = max(reach.settles_s for reach in world.reaches) + TAIL_S
    frames, hands = list[NDArray[np.uint8]](), list[NDArray[np.float32]]()
    while world.elapsed_s < ends_s:
        arms = world.snapshot().arms
        found = dict(zip((arm.owner for arm in arms), truth(painter.optics, arms), strict=False))
        for owner, at in sits_px.items():
            x, y, _, _, z, share = found.get(owner, (-1.0,) * 6)
            hands.append(np.array((len(frames), 0, 0, *at, camera.px_per_mm, x, y, z, share), np.float32))
        frames.append(camera.picture(noise + len(frames) + 1))
        world.advance(EVERY * FRAME_S)
    yield Film(np.stack(frames), settled, np.stack(hands))


if __name__ == "__main__":
    main()
