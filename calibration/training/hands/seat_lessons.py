"""Lessons of the seat network: films of rounds with where each player's hand is.

    python -m calibration.training.hands.seat_lessons whose/w100.npz --first 100 --count 50

Rounds are simulated as for the hand verifier's lessons. The file holds `frames` (F, 240, 320, 3) uint8, film after
film, `EVERY` frames apart; `settled` (R, 240, 320, 3) uint8, each film's table at rest; and for every hand in every
frame `hands` (N, 10) float32: the frame, the film's first frame, the film, where the player sits (x, y, pixels), pixels
a millimetre, the palm's x and y (pixels), its height (mm), and the share of the hand that no other arm hides; -1 where
there is no hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from calibration.training.hands.film_columns import EVERY, FILM, FIRST, FRAME
from calibration.training.hands.finder_lessons import FRAME_S, ground_truth, lesson_arguments, rounds_under_camera
from calibration.training.hands.verifier_lessons import Camera, simulated_round
from companion.core.mat import Mat
from companion.simulator.draw import Painter

FEWEST_HANDS, WITHIN_S = 2, 0.7
"""Hands of a round, at least, which land within about this time (seconds)."""
WANTED_CARDS = (1, 2, 2, 3, 6)
"""Number of cards that somebody wants, drawn by lot: hands that lie under others are what is hard."""
TAIL_S = 0.7
"""A film goes on for this long after the last hand has settled, seconds."""


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """One round.

    Attributes:
        frames: (F, 240, 320, 3) uint8.
        settled: (240, 320, 3) uint8.
        hands: (N, 10) float32; frames and film are counted from 0.
    """

    frames: NDArray[np.uint8]
    settled: NDArray[np.uint8]
    hands: NDArray[np.float32]


def main() -> None:
    """Write the file; prints how many frames and hands it holds."""
    target, seeds = lesson_arguments(__doc__)
    films = [film for seed in seeds for film in films_of_camera(seed)]
    first, hands = 0, list[NDArray[np.float32]]()
    for number, film in enumerate(films):
        shift = np.zeros(film.hands.shape[1], np.float32)
        shift[[FRAME, FIRST, FILM]] = first, first, number
        hands.append(film.hands + shift)
        first += len(film.frames)
    frames, settled = np.concatenate([film.frames for film in films]), np.stack([film.settled for film in films])
    np.savez(target, frames=frames, settled=settled, hands=np.concatenate(hands))
    print(f"{target.name}: {len(frames)} frames, {sum(map(len, hands))} hands")


def films_of_camera(seed: int) -> Iterator[Film]:
    """The films of all rounds under the camera of a seed."""
    return rounds_under_camera(Random(f"whose {seed}"), seed, _filmed)


def _filmed(random: Random, painter: Painter, mat: Mat, noise: int) -> Iterator[Film]:
    """The film of one round. noise: number of its first frame."""
    world, sits = simulated_round(random, mat, FEWEST_HANDS, WITHIN_S, WANTED_CARDS)
    camera = Camera(painter, world)
    sits_px = {owner: camera.pixel((*at, 0.0)) for owner, at in sits.items()}
    settled = camera.settled(noise)
    begins_s = min(reach.begins_s for reach in world.reaches)
    world.advance(max(0.0, begins_s - 0.1 + random.uniform(0, 0.13) - world.elapsed_s))
    ends_s = max(reach.settles_s for reach in world.reaches) + TAIL_S
    frames, hands = list[NDArray[np.uint8]](), list[NDArray[np.float32]]()
    while world.elapsed_s < ends_s:
        arms = world.snapshot().arms
        found = dict(zip((arm.owner for arm in arms), ground_truth(painter.optics, arms), strict=False))
        for owner, at in sits_px.items():
            x, y, _, _, z, share = found.get(owner, (-1.0,) * 6)
            hands.append(np.array((len(frames), 0, 0, *at, camera.px_per_mm, x, y, z, share), np.float32))
        frames.append(camera.picture(noise + len(frames) + 1))
        world.advance(EVERY * FRAME_S)
    yield Film(np.stack(frames), settled, np.stack(hands))


if __name__ == "__main__":
    main()
