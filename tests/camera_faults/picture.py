"""Faults of the picture, in simulated time: dark, bleached, blurred, covered, frozen, turned, looking away ..."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import cv2
import numpy as np

from companion.camera.arrays import Pixels
from companion.camera.condition import Condition
from companion.perception.health.mat_place import LEAST_MARKERS
from companion.perception.rectify import markers_in
from companion.simulator.source import RenderedSource
from tests.camera_faults.film import BEFORE_S, FPS, HEALS_S, NOTICED_S, Counts, Filmed, Seen


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

OF_THE_MAT = ("bumped", "upside down", "looks away")
"""Faults that the mat's markers tell, where they are in sight."""


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
    if name in OF_THE_MAT and len(markers_in(film.source.small().pixels)) < LEAST_MARKERS:
        return  # cards lie over its markers: nobody could tell where it was
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
