"""Fits how likely a hand in a single picture is one, from what the hand finder sees at its palm: a logistic regression.

    python -m calibration.training.hands.still_train --pictures 400

Hands are drawn over tables with cards; what is none is drawn by `calibration.training.none_of_ours`, seeds of lessons.
Prints the two numbers for `CONFIDENCE` of `companion/perception/hands/still_picture.py`.
"""

from __future__ import annotations

import argparse

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.none_of_ours import FIRST_LESSON, picture_of
from companion.camera.arrays import Pixels, Quad
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.scene import Scene, Thing
from companion.games.leprechauns.art import art
from companion.perception.hands.still_picture import Side, StillHandReader
from companion.simulator.bodies import ArmLook
from companion.simulator.reach import Reach, Segment
from companion.simulator.source import open_source
from companion.simulator.world import World

PLACES_MM = ((0.0, 110.0), (-190.0, 0.0), (0.0, -110.0), (190.0, 0.0))
"""Where four cards lie."""
SHOULDERS_MM: dict[Side, tuple[float, float]] = {
    "south": (40.0, 520.0), "west": (-620.0, 30.0), "north": (-40.0, -520.0), "east": (620.0, -30.0),
}  # fmt: skip
"""Where arms come from."""
HALF_XY_MM = (31.5, 44.0)
"""Half the width and height of such a card."""
SKINS_BGR = ((165, 190, 230), (130, 160, 210), (90, 120, 170), (60, 85, 130), (30, 45, 80))
"""Colours of skin."""
REACH_MM = (260.0, 150.0)
"""How far from the mat's middle a hand lies, x and y."""
HANDS_SHARE = 4
"""Pictures of nothing for each picture with a hand: most tables have none most of the time."""


def table_with_hands(hands: dict[Side, tuple[float, float]], look: ArmLook) -> tuple[Pixels, list[Quad]]:
    """A drawn table with four chests, and hands that lie at these places of the mat (mm); the chests' corners, px."""
    world = World(art)
    chests = tuple(Thing("chest", str(n + 1), str(n), at, 0.0) for n, at in enumerate(PLACES_MM))
    world.arrange(Scene(chests, frozenset({"chest"})))
    for side, (x, y) in hands.items():
        lies = Segment("lie", 9.0, (x, y, 0.0))
        world.reach(Reach(side, look, SHOULDERS_MM[side], 0.0, (x, y, 0.0), (lies,)))
    source = open_source(SourceUrl.parse("rendered://?width=1024&height=768"), ManualClock(), world)
    (wide, tall), picture, optics = HALF_XY_MM, source.full().pixels, source.optics_of_small()
    corners = np.array([[-wide, -tall, 0.0], [wide, -tall, 0.0], [wide, tall, 0.0], [-wide, tall, 0.0]])
    scale = picture.shape[1] / optics.size_xy[0]
    return picture, [(optics.project(np.add(corners, (x, y, 0.0))) + 0.5) * scale - 0.5 for x, y in PLACES_MM]


def logits_of(count: int, seed: int = 7) -> tuple[list[float], list[float]]:
    """The finder's logits at the palms of hands, and at what is none.

    Args:
        count: of pictures of nothing; there are fewer of hands.
        seed: of the hands.
    """
    reader, rng = StillHandReader(), np.random.default_rng(seed)
    nothing = [
        hand.palm_logit
        for number in range(FIRST_LESSON, FIRST_LESSON + count)
        for hand in reader.candidates(picture_of(number)[1])
    ]
    hands = list[float]()
    for number in range(count // HANDS_SHARE):
        skin = np.array(SKINS_BGR[rng.integers(len(SKINS_BGR))]) * rng.uniform(0.7, 1.1)
        look = ArmLook(_bgr(skin), _bgr(rng.uniform(10, 240, 3)))
        side = list(SHOULDERS_MM)[number % len(SHOULDERS_MM)]
        at = (float(rng.uniform(-REACH_MM[0], REACH_MM[0])), float(rng.uniform(-REACH_MM[1], REACH_MM[1])))
        found = sorted(each.palm_logit for each in reader.candidates(*table_with_hands({side: at}, look)))
        hands += found[-1:]  # none where no patch reaches in: that is not for this network to tell
        nothing += found[:-1]
    return hands, nothing


def _bgr(colour: NDArray[np.float64]) -> tuple[int, int, int]:
    blue, green, red = (int(each) for each in colour.clip(0, 255))
    return blue, green, red


def fitted(hands: list[float], nothing: list[float]) -> tuple[float, float]:
    """The regression's constant and its weight of the logit."""
    x = np.array([*hands, *nothing])
    y = np.array([1.0] * len(hands) + [0.0] * len(nothing))
    features, weights = np.column_stack([np.ones(len(x)), x]), np.array([0.0, 1.0])
    for _ in range(50):  # Newton's method; the ridge keeps it from running away where nothing is in doubt
        shares = 1 / (1 + np.exp(-features @ weights))
        bend = features.T @ (features * (shares * (1 - shares))[:, None]) + 0.01 * np.eye(2)
        weights = weights + np.linalg.solve(bend, features.T @ (y - shares))
    return float(weights[0]), float(weights[1])


def main() -> None:
    """Fit, and print the numbers and how hands and nothing are told apart by them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=400, help="of nothing")
    count = parser.parse_args().pictures
    cv2.setNumThreads(1)
    hands, nothing = logits_of(count)
    constant, weight = fitted(hands, nothing)
    print(f"CONFIDENCE = ({constant:.2f}, {weight:.2f})")
    for name, logits in (("hands", hands), ("nothing", nothing)):
        likely = 1 / (1 + np.exp(-(constant + weight * np.array(logits))))
        steps = ", ".join(f"{step:.2f}: {int((likely >= step).sum())}" for step in (0.5, 0.8, 0.9, 0.95, 0.99))
        print(f"{name}: {len(logits)}; as likely as {steps}")


if __name__ == "__main__":
    main()
