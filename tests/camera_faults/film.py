"""A drawn table under a camera of its own, and what is counted of a fault that is caused there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

import numpy as np

from companion.camera.arrays import Pixels
from companion.camera.condition import Condition
from companion.camera.source import Frame, read_only
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.core.scene import Thing
from companion.perception.health.camera_health import CameraHealth
from companion.simulator.bodies import Snapshot
from companion.simulator.source import RenderedSource, open_source
from companion.simulator.world import World

FPS = 10
BEFORE_S, NOTICED_S, HEALS_S = 6.0, 5.0, 12.0
"""A table without a fault; how long a fault may go unnoticed; how long its line may stand when it is gone."""
ADDRESS = (
    "rendered://?width=1280&height=960&fps={fps}&seed={seed}&tilt_deg={tilt}&height_mm={height}&light={light}&cast={cast}"
    "&noise={noise}&turn_deg={turn}&aim_x_mm={x}&aim_y_mm={y}"
)
Seen = Callable[[Pixels, int], Pixels]
"""From what the camera would show, and the number of the frame, to what it shows."""


def art(kind: str, face: str) -> Art:
    colours = ("#d8c8a0", "#305080", "#a03030", "#407040", "#f0f0e8", "#303030")
    return Art(60, 90, 0.5, False, colours[int(face)])


class WithoutHands(World):
    """What lies on another world's table, under its lamp."""

    def __init__(self, world: World) -> None:
        super().__init__(art)
        self._whole = world

    def snapshot(self) -> Snapshot:
        """See `World.snapshot`."""
        return replace(self._whole.snapshot(), hands=(), arms=())


class Filmed:
    """A drawn table under a camera of its own."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        random, self.seed = self.random, seed
        self.looks = {
            "fps": FPS, "seed": seed, "tilt": random.randrange(12), "height": random.randrange(700, 800),
            "light": round(random.uniform(0.8, 1.6), 2), "cast": round(random.uniform(-0.6, 0.6), 2),
            "noise": round(random.uniform(1.5, 5.0), 1), "turn": 0.0, "x": 0.0, "y": 0.0,
        }  # fmt: skip
        self.world = World(art)
        for _ in range(random.randrange(0, 9)):
            at = (random.uniform(-330, 100), random.uniform(-190, 190))
            self.world.lay(Thing("card", str(random.randrange(6))), at, random.uniform(0, 360))
        for _ in range(random.randrange(0, 4)):
            self.world.place_die(random.randint(1, 12), (random.uniform(150, 340), random.uniform(-180, 180)))
        self.clock = ManualClock()
        self.source = self.camera()
        self.health = CameraHealth()
        self.seen: Seen = lambda pixels, number: pixels
        self.number = 0

    def camera(self, **moved: float) -> RenderedSource:
        """The camera, with something of its address as `moved` says."""
        values = {**self.looks, **{key: self.looks[key] + by for key, by in moved.items()}}
        return open_source(SourceUrl.parse(ADDRESS.format(**values)), self.clock, self.world)

    def without_hands(self) -> RenderedSource:
        """The same camera over the same table, with nobody at it."""
        return open_source(SourceUrl.parse(ADDRESS.format(**self.looks)), self.clock, WithoutHands(self.world))

    def step(self) -> Condition:
        self.number += 1
        frame = self.source.small()
        pixels = read_only(np.ascontiguousarray(self.seen(frame.pixels, self.number)))
        self.health.update(Frame(pixels, frame.taken_s, self.number), may_freeze=True)
        return self.health.condition


@dataclass
class Counts:
    """What came of one fault."""

    trials: int = 0
    noticed: int = 0
    right: int = 0
    healed: int = 0
    said: Counter[str] = field(default_factory=Counter)
    after_s: list[float] = field(default_factory=list)
    missed: list[int] = field(default_factory=list)

    def line(self) -> str:
        slowest = max(self.after_s, default=0.0)
        other = ", ".join(f"{word} {count}" for word, count in self.said.items())
        return (
            f"n {self.trials}, noticed {self.noticed}, right words {self.right}, healed {self.healed}, "
            f"at most {slowest:.1f} s ({other})" + (f" missed at {self.missed[:8]}" if self.missed else "")
        )
