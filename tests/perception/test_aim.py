"""What the aiming page measures, against what the simulated table knows of itself; and each piece of advice, caused."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import pytest

from companion.camera.arrays import Pixels
from companion.camera.source import shrunk
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.core.mat import TABLE_MAT
from companion.perception.health.aim import aim_of
from companion.perception.health.aim_advice import ADVICE, MOST_TILT_DEG, NEEDS, advice_on
from companion.simulator.lamp import Lamp
from companion.simulator.options import FOCAL_PER_WIDTH, options_from
from companion.simulator.source import open_source
from companion.simulator.world import World

FULL_XY = (2304, 1728)
HEIGHT_SHARE, TILT_DEG, SCALE_SHARE = 0.03, 1.5, 0.02
"""How near the figures are to the truth."""
GOOD = "height_mm=760&tilt_deg=5&seed=3"
"""A camera that hangs well."""


def no_art(kind: str, face: str) -> Art:
    raise KeyError(kind)


@lru_cache(maxsize=32)
def seen(keys: str, lamp: Lamp | None = None, *, small: bool = False) -> Pixels:
    """The bare mat through a camera of these keys, made small as most looks of the page are, or 1280 wide."""
    world = World(no_art)
    if lamp is not None:
        world.switch_lamp(lamp)
    source = open_source(SourceUrl.parse(f"rendered://?width=1280&height=960&{keys}"), ManualClock(), world)
    picture = source.full().pixels
    return shrunk(picture) if small else picture


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize(
    "keys",
    [
        "height_mm=725&tilt_deg=0",
        "height_mm=800&tilt_deg=8&lens=-0.05",
        "height_mm=1000&tilt_deg=-15&turn_deg=180",
        "height_mm=1100&tilt_deg=25&turn_deg=30&aim_x_mm=30&lens=0.04",
        "height_mm=780&tilt_deg=-6&seed=9",
    ],
)
def test_height_tilt_and_scale_are_the_simulated_cameras(keys: str, small: bool) -> None:
    options = options_from(SourceUrl.parse(f"rendered://?{keys}&width=2304&height=1728"))
    aim = aim_of(seen(keys, small=small), FULL_XY)
    assert aim.place is not None
    camera = options.camera(*FULL_XY)
    assert aim.place.height_mm == pytest.approx(camera.position_mm[2], rel=HEIGHT_SHARE)
    assert aim.place.tilt_deg == pytest.approx(abs(options.tilt_deg), abs=TILT_DEG)
    assert aim.place.px_per_mm == pytest.approx(least_scale(keys), rel=SCALE_SHARE)


def least_scale(keys: str) -> float:
    """The true pixels a millimetre of the full-size picture, by its own lens."""
    url = SourceUrl.parse(f"rendered://?{keys}&width=640&height=480")
    optics = open_source(url, ManualClock(), World(no_art)).optics_of_small()
    scales = []
    for x, y in ((0.0, 0.0), *(marker.centre_xy_mm for marker in TABLE_MAT.markers)):
        here, right, down = optics.project(np.array([[x, y, 0.0], [x + 1, y, 0.0], [x, y + 1, 0.0]]))
        one, other = right - here, down - here
        scales.append(np.sqrt(abs(one[0] * other[1] - one[1] * other[0])))
    return float(min(scales)) * FULL_XY[0] / 640


@pytest.mark.parametrize("keys", ["height_mm=1000&tilt_deg=0", "height_mm=1000&tilt_deg=14"])
def test_another_lens_is_another_height_and_the_same_scale(keys: str) -> None:
    """The middle of a picture is what a longer lens shows from the same place."""
    share = 0.8
    whole = seen(keys)
    height, width = whole.shape[:2]
    dx, dy = round(width * (1 - share) / 2), round(height * (1 - share) / 2)
    longer = np.ascontiguousarray(whole[dy : height - dy, dx : width - dx])
    options = options_from(SourceUrl.parse(f"rendered://?{keys}"))
    aim = aim_of(longer, (longer.shape[1], longer.shape[0]), FOCAL_PER_WIDTH / share)
    assert aim.place is not None
    assert aim.place.height_mm == pytest.approx(options.camera(4, 3).position_mm[2], rel=HEIGHT_SHARE)
    assert aim.place.tilt_deg == pytest.approx(options.tilt_deg, abs=TILT_DEG)
    assert aim.place.px_per_mm == pytest.approx(least_scale(keys) * width / FULL_XY[0], rel=SCALE_SHARE)


def with_reflection(picture: Pixels) -> Pixels:
    """A lamp mirrored in the mat: a round, soft light that is added, of 5 cm across."""
    height, width = picture.shape[:2]
    x, y = np.meshgrid(np.arange(width) - 0.4 * width, np.arange(height) - 0.6 * height)
    light = 900.0 * np.exp(-(x**2 + y**2) / (2 * (0.02 * width) ** 2))
    return np.clip(picture + light[:, :, None], 0, 255).astype(np.uint8)


def under_a_hand(picture: Pixels) -> Pixels:
    """A corner of the mat under something dark."""
    covered = picture.copy()
    cv2.circle(covered, (round(0.13 * picture.shape[1]), round(0.11 * picture.shape[0])), 90, (40, 50, 70), -1)
    return covered


def brighter(picture: Pixels) -> Pixels:
    return np.clip(picture.astype(np.float32) * 8.0, 0, 255).astype(np.uint8)


CAUSED = {
    "well": lambda: seen(GOOD),
    "too-dark": lambda: seen(GOOD, Lamp(light=0.2)),
    "bleached": lambda: brighter(seen(GOOD)),
    "blurred": lambda: seen(GOOD + "&blur=5"),
    "no-edges": lambda: seen("height_mm=300&tilt_deg=0"),
    "no-mat": lambda: seen("height_mm=300&tilt_deg=0&aim_x_mm=-320&aim_y_mm=-220"),
    "bent": lambda: bent(seen(GOOD)),
    "tilted": lambda: seen("height_mm=900&tilt_deg=32"),
    "higher": lambda: seen("height_mm=660&tilt_deg=0"),
    "shift": lambda: seen("height_mm=760&tilt_deg=0&aim_x_mm=120"),
    "covered": lambda: under_a_hand(seen(GOOD)),
    "lower": lambda: seen("height_mm=1200&tilt_deg=0"),
    "larger-picture": lambda: seen(GOOD),
    "glare": lambda: with_reflection(seen(GOOD)),
    "uneven": lambda: seen(GOOD, Lamp(slope_xy=(0.6, 0.3))),
}
"""Each piece of advice, and a picture that asks for it."""


def bent(picture: Pixels) -> Pixels:
    """A mat one of whose corners is folded: its marker lies elsewhere than it should."""
    folded = picture.copy()
    height, width = picture.shape[:2]
    piece = folded[: height // 4, : width // 4].copy()
    folded[: height // 4, 40 : width // 4 + 40] = piece
    return folded


@pytest.mark.parametrize("key", CAUSED)
def test_each_advice_is_caused(key: str) -> None:
    full_xy = (1280, 960) if key == "larger-picture" else FULL_XY
    found, words = advice_on(aim_of(CAUSED[key](), full_xy))
    assert found == key, words.en
    for sentence in (words.fr, words.en):
        assert "{" not in sentence
        assert sentence.endswith(".")
        assert ":" in sentence or ";" in sentence, "what, and why"


def test_every_advice_has_its_cause() -> None:
    assert set(CAUSED) == {each.key for each in ADVICE} | {"well"}


def test_higher_and_lower_say_a_height_that_is_well() -> None:
    """Whoever follows the sentence has nothing left to do."""
    for key in ("higher", "lower"):
        aim = aim_of(CAUSED[key](), FULL_XY)
        assert aim.place is not None
        assert advice_on(aim_of(seen(f"height_mm={aim.place.best_height_mm:.0f}&tilt_deg=0"), FULL_XY))[0] == "well"


def test_a_lean_that_does_no_harm_is_let_be() -> None:
    found, words = advice_on(aim_of(seen(f"height_mm=810&tilt_deg={MOST_TILT_DEG - 2}"), (2800, 2100)))
    assert found == "well", words.en


def test_glare_lies_where_the_lamp_is_mirrored() -> None:
    (spot,) = aim_of(with_reflection(seen(GOOD)), FULL_XY).glare
    assert spot.mean(axis=0) == pytest.approx([0.4, 0.6 * 0.75], abs=0.01)


def test_needs_are_named_for_people_and_programs() -> None:
    assert [each.key for each in NEEDS] == ["dice", "cards", "letters"]
