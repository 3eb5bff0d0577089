"""Rounds of slaps as path-traced films: tables, light and arms that the simulator does not draw.

    python -m tests.games.leprechauns.traced OUT --first N --rounds K     # describes the rounds
    python -m calibration.training.hands.pathtrace OUT --wood WOOD         # renders them, in Blender's environment
    python -m tests.games.leprechauns.rounds --first N --rounds K --traced OUT

What hands do is that of the simulated round of the same seed, and so are lens and sensor. Rounds are left out that
have a mat, and those in which bodies in space would have to pile up higher than people's do. Where cards and seats are
comes from the camera's geometry, as on a table without a mat.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from calibration.training.cards.decks import side_picture
from calibration.training.hands.piled_arms import Posed, hand_of, limb_of, piled
from companion.camera.arrays import Pixels
from companion.camera.source import Frame, read_only
from companion.core.mat import TABLE_MAT
from companion.drawing.sprite import CORNER_MM
from companion.simulator.arm import joints
from companion.simulator.bodies import Arm
from companion.simulator.optics import Optics
from companion.simulator.pile import arms_from_below
from companion.simulator.pinhole import PinholeCamera
from companion.simulator.source import RenderedSource
from companion.simulator.stack import ground_mm
from tests.games.leprechauns.staged import Done, Round, made

SETTLED_FRAMES = 6
"""Frames before the first hand comes, as `rounds` takes them."""
WAITS_S = 1.5
"""After the end of a round: how long its film goes on."""


LIES_S = 0.1
"""After it lands, a hand's height is looked at."""
MOST_RESTS_MM = 45.0
"""Height of a hand and a wrist."""


@dataclass(frozen=True)
class Film:
    """Which moment each frame of a round shows: the distinct moments, and their number for each frame."""

    moments: tuple[tuple[Arm, ...], ...]
    shown: tuple[int, ...]


def fit(a_round: Round) -> bool:
    """Whether a round has no mat, and no hand that slaps lies on more than another hand."""
    return a_round.world.mat is not TABLE_MAT and all(
        _rests_mm(a_round, each) <= MOST_RESTS_MM for each in a_round.done if each.on is not None
    )


def _rests_mm(a_round: Round, done: Done) -> float:
    """Height of what a hand lies on soon after it landed."""
    arms = arms_from_below(a_round.world.reaches, done.lands_s + LIES_S)
    return max(
        (up.rests_mm for arm, up in zip(arms, _raised(arms), strict=True) if arm.owner == done.reach.owner), default=0.0
    )


def _raised(arms: tuple[Arm, ...]) -> tuple[Posed, ...]:
    """Arms, from below, as bodies in space."""
    return piled(tuple(map(_posed, arms)))


def filmed(a_round: Round) -> Film:
    """What is in the frames of a round, which is over then."""
    moments: dict[tuple[Arm, ...], int] = {}
    shown = []
    while len(shown) < SETTLED_FRAMES or a_round.world.elapsed_s < a_round.ends_s + WAITS_S:
        a_round.source.small()
        arms = a_round.world.snapshot().arms
        shown.append(moments.setdefault(arms, len(moments)))
    return Film(tuple(moments), tuple(shown))


def describe(seed: int, out: Path) -> None:
    """Write OUT/round_N/scene.json, and the cards' faces to OUT/faces."""
    a_round = made(seed)
    camera = a_round.source.optics_of_small().camera
    things = a_round.world.snapshot().things
    (out / "faces").mkdir(parents=True, exist_ok=True)
    cards = []
    for laid in things:
        name = f"faces/{laid.thing.kind}_{laid.thing.face}.png"
        art = a_round.world.art(laid.thing.kind, laid.thing.face)
        if not (out / name).exists():
            cv2.imwrite(str(out / name), side_picture(art))
        base_mm = ground_mm(things, a_round.world.art, laid.xy_mm, laid.thing.level)
        x, y = laid.xy_mm
        cards.append({"picture": name, "x": x, "y": y, "turn_deg": laid.turn_deg, "base_mm": base_mm})
    film = filmed(a_round)
    looks = {arm.owner: arm.looks for moment in film.moments for arm in moment}
    art = a_round.world.art(things[0].thing.kind, things[0].thing.face)
    told = {
        "seed": seed,
        "camera": asdict(camera),
        "card_mm": (art.width_mm, art.height_mm, CORNER_MM),
        "cards": cards,
        "arms": {
            owner: {
                "skin_bgr": each.skin_bgr,
                "sleeve_bgr": each.sleeve_bgr,
                "stripe_bgr": each.stripe_bgr,
                "cuff_mm": each.cuff_mm,
                "size": each.size,
                "left": each.left,
                "spread": each.spread,
            }
            for owner, each in looks.items()
        },
        "moments": [
            {arm.owner: asdict(posed) for arm, posed in zip(moment, _raised(moment), strict=True)}
            for moment in film.moments
        ],
    }
    (out / f"round_{seed}").mkdir(exist_ok=True)
    (out / f"round_{seed}" / "scene.json").write_text(json.dumps(told), encoding="utf-8")


def _posed(arm: Arm) -> Posed:
    wrist, elbow, along = (tuple(map(float, each)) for each in joints(arm))
    return Posed(wrist, elbow, (*arm.shoulder_xy_mm, 330.0), along, arm.palm_xyz_mm[2], arm.looks.size)


class TracedSource:
    """A round's camera whose small frames are the path-traced ones."""

    def __init__(self, inner: RenderedSource, film: Film, folder: Path) -> None:
        self._inner = inner
        self._optics = inner.optics_of_small()
        self._film = film
        self._folder = folder
        self._seen: dict[int, Pixels] = {}
        self._count = 0

    def small(self) -> Frame:
        """The next small frame."""
        frame = self._inner.small()
        moment = self._film.shown[min(self._count, len(self._film.shown) - 1)]
        self._count += 1
        if moment not in self._seen:
            path = self._folder / f"moment_{moment:03d}.png"
            picture = cv2.imread(str(path))
            if picture is None:
                raise FileNotFoundError(path)
            self._seen = {moment: self._optics.developed(np.asarray(picture, np.uint8))}
        return Frame(read_only(self._optics.exposed(self._seen[moment], frame.number)), frame.taken_s, frame.number)

    def optics_of_small(self) -> Optics:
        """Lens and sensor."""
        return self._optics


def traced(seed: int, out: Path) -> Round:
    """The round of a seed, seen in the film that was rendered in OUT."""
    a_round = made(seed)
    film = filmed(made(seed))
    source = TracedSource(a_round.source, film, out / f"round_{seed}")
    return replace(a_round, source=source, shares=shares_in_sight)


def shares_in_sight(camera: PinholeCamera, arms: tuple[Arm, ...]) -> tuple[float, ...]:
    """How much of each hand no other arm hides, of arms in space, from below; 0 outside the picture."""
    upper = np.zeros((camera.height_px, camera.width_px), np.uint8)
    hands = []
    for number, arm in enumerate(_raised(arms), start=1):
        hands.append(_shadow(camera, hand_of(arm)))
        rest = np.vstack([limb_of(arm, fore=True), limb_of(arm, fore=False)])
        upper[(hands[-1] | _shadow(camera, rest)) > 0] = number
    areas = [max(1, int(np.count_nonzero(own))) for own in hands]
    seen = [int(np.count_nonzero(own & (upper == number))) for number, own in enumerate(hands, start=1)]
    return tuple(part / area for part, area in zip(seen, areas, strict=True))


def _shadow(camera: PinholeCamera, bodies: np.ndarray) -> np.ndarray:
    """(H, W) uint8, 1 where bodies (N, 5) are seen that follow each other."""
    mask = np.zeros((camera.height_px, camera.width_px), np.uint8)
    middles = camera.project(bodies[:, :3])
    radii = camera.focal_px * bodies[:, 3] / ((bodies[:, :3] - camera.position_mm) @ camera.rotation[2])
    for (x, y), radius in zip(middles, radii, strict=True):
        cv2.circle(mask, (round(x * 16), round(y * 16)), round(radius * 16), 1, cv2.FILLED, cv2.LINE_8, 4)
    return mask


def done(out: Path, seeds: list[int]) -> list[int]:
    """Those of the seeds whose rounds are rendered."""
    return [seed for seed in seeds if (out / f"round_{seed}" / "traced.json").exists()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=20)
    asked = parser.parse_args()
    for seed in range(asked.first, asked.first + asked.rounds):
        if fit(made(seed)):
            describe(seed, asked.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
