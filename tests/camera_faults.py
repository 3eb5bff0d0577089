"""`python -m tests.camera_faults`: each fault of a camera is caused, and counted: noticed, in the right words, healed.

Two ways: faults of the picture, on drawn tables with hands, shadows and lamps, in simulated time (`--trials`, a fault);
and faults of the camera, by a network camera on loopback that stops, hangs, freezes ..., in real time (`--served`).
False alarms are counted on tables without a fault (`--well`, tables of a minute).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import cv2
import numpy as np

from companion import wiring
from companion.camera.arrays import Pixels
from companion.camera.condition import Condition
from companion.camera.source import Frame, NoFrameNow, read_only
from companion.camera.supervised import SupervisedSource
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock, SystemClock
from companion.core.scene import Thing
from companion.perception.health.camera_health import STILL_S, CameraHealth
from companion.simulator.bodies import Side
from companion.simulator.hand_motions import random_look, random_reach
from companion.simulator.lamp import Lamp, Shade
from companion.simulator.source import RenderedSource, open_source
from companion.simulator.world import World
from tests.camera.faulty_server import FaultyCamera, served

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


def noisy(pixels: Pixels, number: int, sigma: float = 2.0) -> Pixels:
    """With the noise that a sensor has whatever it sees."""
    noise = np.random.default_rng(number).normal(0, sigma, pixels.shape)
    return np.asarray((pixels + noise).clip(0, 255), np.uint8)


def black(random: Random) -> Seen:
    level = random.uniform(0, 10)
    return lambda pixels, number: noisy(np.full_like(pixels, int(level)), number)


def covered(random: Random) -> Seen:
    colour = [random.randint(25, 200) for _ in range(3)]
    return lambda pixels, number: noisy(np.full_like(pixels, colour), number)


def dark(random: Random) -> Seen:
    level = random.uniform(24.0, 34.0)

    def seen(pixels: Pixels, number: int) -> Pixels:
        return noisy(np.asarray(pixels * (level / np.percentile(pixels, 95)), np.uint8), number)

    return seen


def bleached(random: Random) -> Seen:
    gain = random.uniform(5.0, 8.0)
    return lambda pixels, number: noisy(np.asarray((pixels * gain).clip(0, 255), np.uint8), number, 0.5)


def blurred(random: Random) -> Seen:
    sigma = random.uniform(2.0, 5.0)
    return lambda pixels, number: noisy(np.asarray(cv2.GaussianBlur(pixels, (0, 0), sigma), np.uint8), number, 1.0)


def flickers(random: Random) -> Seen:
    size, bands = random.uniform(0.04, 0.15), random.uniform(1.5, 6.0)

    def seen(pixels: Pixels, number: int) -> Pixels:
        phase = Random(number).uniform(0, 2 * np.pi)
        rows = 1 + size * np.sin(np.linspace(0, 2 * np.pi * bands, len(pixels)) + phase)
        return np.asarray((pixels * rows[:, None, None]).clip(0, 255), np.uint8)

    return seen


def frozen(random: Random) -> Seen:
    kept: list[Pixels] = []

    def seen(pixels: Pixels, number: int) -> Pixels:
        if not kept:
            kept.append(pixels)
        return kept[0]

    return seen


def turned(random: Random) -> Seen:
    return lambda pixels, number: np.asarray(pixels[::-1, ::-1], np.uint8)


def looks_away(random: Random) -> Seen:
    floor = np.random.default_rng(random.randrange(1000)).uniform(30, 150, (6, 8, 3))

    def seen(pixels: Pixels, number: int) -> Pixels:
        height, width = pixels.shape[:2]
        return noisy(np.asarray(cv2.resize(floor, (width, height), interpolation=cv2.INTER_CUBIC)), number)

    return seen


PICTURE_FAULTS: dict[str, tuple[Condition, Callable[[Random], Seen]]] = {
    "black": (Condition.COVERED, black),
    "covered": (Condition.COVERED, covered),
    "too dark": (Condition.DARK, dark),
    "bleached": (Condition.BLEACHED, bleached),
    "out of focus": (Condition.BLURRED, blurred),
    "flicker": (Condition.FLICKERS, flickers),
    "frozen": (Condition.FROZEN, frozen),
    "upside down": (Condition.TURNED, turned),
    "looks away": (Condition.MAT_LOST, looks_away),
}


def bumped(film: Filmed) -> Callable[[], RenderedSource]:
    """Another camera, or mat, that lies 3 mm or 0.3 degrees aside."""
    way = film.random.uniform(0, 2 * np.pi)
    if film.random.random() < 0.5:
        return lambda: film.camera(x=3 * np.cos(way), y=3 * np.sin(way))
    return lambda: film.camera(turn=film.random.choice((-0.3, 0.3)))


def run_picture_fault(name: str, seed: int, counts: Counts) -> None:
    film = Filmed(seed)
    if name == "bumped":
        expected, moved = Condition.MOVED, bumped(film)
    else:
        expected, makes = PICTURE_FAULTS[name]
    for _ in range(int(BEFORE_S * FPS)):
        if film.step() is not Condition.WELL:
            counts.said["false alarm"] += 1
    if name == "bumped":
        film.source = moved()
    else:
        film.seen = makes(film.random)
    counts.trials += 1
    words = list[Condition]()
    for number in range(int(NOTICED_S * FPS)):
        condition = film.step()
        if condition is not Condition.WELL and not words:
            counts.after_s.append((number + 1) / FPS)
        words.append(condition) if condition is not Condition.WELL else None
    counts.noticed += bool(words)
    counts.right += expected in words and set(words) <= {expected}
    counts.said.update({word.value for word in words})
    if not words or set(words) != {expected}:
        counts.missed.append(seed)
    film.seen = lambda pixels, number: pixels
    conditions = [film.step() for _ in range(int(HEALS_S * FPS))]
    counts.healed += conditions[-1] is Condition.WELL


def run_well(seed: int, seconds: float) -> tuple[int, int, Counter[str]]:
    """A table with hands, shadows and lamps: settled frames, those with an alarm, and which."""
    film = Filmed(seed)
    random, settled, alarmed, said = film.random, 0, 0, Counter[str]()
    for number in range(int(seconds * FPS)):
        if number % (3 * FPS) == FPS:
            disturb(film, random)
        condition = film.step()
        if film.health.still_s >= STILL_S:
            settled += 1
            if condition is not Condition.WELL:
                alarmed += 1
                said[condition.value] += 1
    return settled, alarmed, said


def disturb(film: Filmed, random: Random) -> None:
    """Somebody reaches over the table, rests a hand on it, leans into the light, or switches a lamp."""
    world, what = film.world, random.randrange(6)
    owner = f"seat {random.randrange(4)}"
    if what <= 1:
        angle = random.uniform(0, 2 * np.pi)
        shoulder = (650 * np.cos(angle), 500 * np.sin(angle))
        to = (random.uniform(-380, 380), random.uniform(-260, 260))
        world.reach(random_reach(random, owner, random_look(random), shoulder, to, world.elapsed_s + 1.0))
    elif what == 2:
        side: Side = random.choice(("north", "east", "south", "west"))
        world.put_hand(owner, side, (random.uniform(-390, 390), random.uniform(-270, 270)))
    elif what == 3:
        for each in range(4):
            world.remove_hand(f"seat {each}")
    elif what == 4:
        edge = random.uniform(-0.3, 0.8), random.uniform(0.1, 0.6), random.uniform(0.2, 0.6)
        shade = Shade(random.uniform(0, 360), *edge)
        world.switch_lamp(Lamp(shade=shade))
    else:
        slope = (random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3))
        away = (random.uniform(-0.8, 0.8), random.uniform(-0.8, 0.8))
        world.switch_lamp(Lamp(random.uniform(0.6, 1.5), random.uniform(-0.5, 0.5), away, slope))


# Faults of the camera itself ------------------------------------------------------------------------------------


def turn_aside(picture: Pixels) -> Pixels:
    return np.ascontiguousarray(np.rot90(picture))


def halved(picture: Pixels) -> Pixels:
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def stop(camera: FaultyCamera) -> None:
    camera.answers = False


def hang(camera: FaultyCamera) -> None:
    camera.hangs = True


def freeze(camera: FaultyCamera) -> None:
    camera.frozen = True


def slow(camera: FaultyCamera) -> None:
    camera.fps = 3.0


def shows(show: Callable[[Pixels], Pixels]) -> Callable[[FaultyCamera], None]:
    def causes(camera: FaultyCamera) -> None:
        camera.show = show

    return causes


CAMERA_FAULTS: dict[str, tuple[set[Condition], Callable[[FaultyCamera], None]]] = {
    "stops": ({Condition.LOST, Condition.HANGS}, stop),
    "hangs": ({Condition.HANGS}, hang),
    "freezes": ({Condition.FROZEN}, freeze),
    "goes black": ({Condition.COVERED}, shows(lambda picture: np.zeros_like(picture))),
    "slows": ({Condition.SLOW}, slow),
    "turns by a quarter": ({Condition.TURNED, Condition.RESIZED}, shows(turn_aside)),
    "turns by a half": ({Condition.TURNED}, shows(lambda picture: np.ascontiguousarray(picture[::-1, ::-1]))),
    "changes size": ({Condition.RESIZED}, shows(halved)),
}


def conditions_for(source: SupervisedSource, health: CameraHealth, seconds: float) -> list[tuple[float, Condition]]:
    """What is said, and when, in real time."""
    begun_s, found, size_xy = time.monotonic(), list[tuple[float, Condition]](), source.full_size_xy
    while time.monotonic() - begun_s < seconds:
        try:
            frame = source.small()
            if source.full_size_xy != size_xy:
                size_xy = source.full_size_xy
                health.begin()
            health.update(frame, may_freeze=source.may_freeze)
        except NoFrameNow:
            pass
        own = source.state.condition
        condition = (
            own
            if own not in (Condition.WELL, Condition.SLOW) or health.condition is Condition.WELL
            else health.condition
        )
        found.append((time.monotonic() - begun_s, condition))
    return found


def run_camera_fault(name: str, seed: int, counts: Counts) -> None:
    expected, causes = CAMERA_FAULTS[name]
    table = Filmed(seed).source.full().pixels
    camera, counts.trials = FaultyCamera(table), counts.trials + 1
    with served(camera) as address, wiring.watched_camera(address, SystemClock()) as source:
        assert isinstance(source, SupervisedSource)
        health = CameraHealth()
        before = conditions_for(source, health, BEFORE_S)
        counts.said["not well before"] += before[-1][1] is not Condition.WELL
        causes(camera)
        told = [(at_s, each) for at_s, each in conditions_for(source, health, NOTICED_S) if each is not Condition.WELL]
        words = {each for _, each in told}
        counts.noticed += bool(words)
        counts.after_s.extend(at_s for at_s, _ in told[:1])
        counts.right += bool(words) and words <= expected
        counts.said.update(each.value for each in words)
        camera.fps, camera.answers, camera.hangs, camera.frozen = 15.0, True, False, False
        camera.show = lambda picture: picture
        after = conditions_for(source, health, HEALS_S + 4.0)
        counts.healed += after[-1][1] is Condition.WELL
        if not words <= expected or not words:
            counts.missed.append(seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=70_000, help="seed of the first table")
    parser.add_argument("--trials", type=int, default=100, help="of each fault of the picture")
    parser.add_argument("--well", type=int, default=100, help="tables of a minute without a fault")
    parser.add_argument("--served", type=int, default=3, help="trials of each fault of the camera, half a minute each")
    parser.add_argument("--only", default="", help="faults with this in their name")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    good = True
    for names, trials, run in (
        (("bumped", *PICTURE_FAULTS), asked.trials, run_picture_fault),
        (CAMERA_FAULTS, asked.served, run_camera_fault),
    ):
        for name in names:
            counts = Counts()
            for number in range(trials if asked.only in name else 0):
                run(name, asked.first + number, counts)
            if counts.trials:
                print(f"{name}: {counts.line()}", flush=True)
                good &= min(counts.noticed, counts.right, counts.healed) >= 0.99 * counts.trials
    settled = alarmed = 0
    said = Counter[str]()
    for number in range(asked.well):
        one, two, three = run_well(asked.first + number, 60.0)
        settled, alarmed, said = settled + one, alarmed + two, said + three
    if settled:
        print(f"without a fault: {settled} settled frames, {alarmed} with an alarm", dict(said))
        good &= alarmed <= settled / 1000
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
