"""The simulated camera shows the world's things where they are."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.core.art import Art, Circle, Label, Polygon, rectangle
from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from companion.core.scene import Thing
from companion.simulator.bodies import DIE_INRADIUS_MM
from companion.simulator.dice_art import digit_mask
from companion.simulator.die_body import INK_REACH, STYLES
from companion.simulator.dodecahedron import STANDARD_VALUES, face_axes
from companion.simulator.optics import Optics
from companion.simulator.options import RANGES, RenderedOptions, options_from
from companion.simulator.source import RenderedSource, open_source
from companion.simulator.world import World

CLEAN = "noise=0&shadow=0&blur=0&cast=0"


def art(kind: str, face: str) -> Art:
    return {
        "block": Art(120, 120, 30.0, False, "#202020"),
        "disc": Art(30, 30, 4.0, True, "#ff0000"),
        "card": Art(
            60,
            90,
            0.5,
            False,
            "#ffffff",
            (
                rectangle((0, -30), 40, 20, "#00ff00"),
                Circle((0, 0), 8, fill="#0000ff", stroke="#000000", stroke_mm=1),
                Polygon(((-20, 35), (20, 35), (0, 20)), stroke="#ff00ff", stroke_mm=2),
                Label("É", (0, 0), 6, "#ffff00", turn_deg=30),
            ),
        ),
    }[kind]


def camera(world: World, query: str = "") -> RenderedSource:
    return open_source(source_url(query), ManualClock(), world)


def source_url(query: str) -> SourceUrl:
    return SourceUrl.parse(f"rendered://?width=960&height=720&{query}")


def middle_of_change(before: Pixels, after: Pixels) -> NDArray[np.float64]:
    changed = np.argwhere(np.abs(after.astype(int) - before).max(axis=2) > 30)
    return changed.mean(axis=0)[::-1]


@pytest.mark.parametrize("query", ["tilt_deg=0", "tilt_deg=15&turn_deg=20", "tilt_deg=-10&lens=-0.1&height_mm=750"])
def test_a_disc_is_seen_where_the_truth_says(query: str) -> None:
    world = World(art)
    source = camera(world, f"{CLEAN}&{query}")
    empty = source.full().pixels
    ident = world.lay(Thing("disc", ""), (180.0, -60.0))
    ((thing, truth_px),) = source.truth().things
    assert thing.kind == "disc"
    assert middle_of_change(empty, source.full().pixels) == pytest.approx(truth_px, abs=1.5)
    x, y = truth_px
    assert source.full().pixels[round(y), round(x)].argmax() == 2, "red"
    assert source.table_point_mm(truth_px) == pytest.approx((180.0, -60.0), abs=3.0), "4 mm of height, uncorrected"
    world.move(ident, (0.0, 0.0))
    assert source.truth().things[0][1] != truth_px


def test_a_disc_on_a_block_is_seen_farther_from_the_picture_s_middle() -> None:
    world = World(art)
    source = camera(world, f"{CLEAN}&tilt_deg=0&height_mm=600")
    world.lay(Thing("disc", "", level=1), (180.0, 0.0))
    low_px = source.truth().things[0][1]
    world.lay(Thing("block", ""), (180.0, 0.0))
    high_px = source.truth().things[1][1]
    middle_px = (960 - 1) / 2
    # Similar triangles: 4 mm and 34 mm under a lens at 600 mm.
    assert (high_px[0] - middle_px) / (low_px[0] - middle_px) == pytest.approx((600 - 4) / (600 - 34), rel=1e-3)
    x, y = high_px
    assert source.full().pixels[round(y), round(x)].argmax() == 2


def test_a_card_shows_its_shapes_turned_as_it_lies() -> None:
    world = World(art)
    query = f"{CLEAN}&tilt_deg=0"
    source = camera(world, query)
    world.lay(Thing("card", ""), (-50.0, 40.0), turn_deg=90.0)
    pixels = source.full().pixels
    optics = Optics(options_from(source_url(query)), 960, 720)

    def colour_at(x_mm: float, y_mm: float) -> NDArray[np.uint8]:
        x, y = np.round(optics.project(np.array([[x_mm, y_mm, 0.5]]))[0]).astype(int)
        return np.asarray(pixels[y, x])

    # Clockwise by a quarter turn: what was at the card's top (-y) is at its right (+x).
    assert colour_at(-50 + 30, 40.0).argmax() == 1, "the green bar"
    assert colour_at(-50, 40 + 6).argmax() == 0, "the blue circle"
    assert colour_at(-50 - 10, 40).min() > 150, "white ground"
    assert colour_at(-50 - 35, 40)[1] < 90, "the magenta stroke"


CLOSE = f"{CLEAN}&tilt_deg=12&height_mm=300&aim_x_mm=200&aim_y_mm=0"


@pytest.fixture(scope="module")
def close_up() -> tuple[World, RenderedSource]:
    world = World(art)
    return world, camera(world, CLOSE)


@pytest.mark.parametrize("value", range(1, 13))
def test_a_die_s_upper_face_reads_as_its_value(value: int, close_up: tuple[World, RenderedSource]) -> None:
    (world, source), random = close_up, Random(value)
    world.clear_dice()
    world.place_die(value, (180.0, 30.0), yaw_deg=random.uniform(0, 360), style=value)
    (truth,) = source.truth().dice
    assert truth.value == value
    die = world.snapshot().dice[0]
    _, up = face_axes()
    upward = np.array(die.rotation) @ up[STANDARD_VALUES.index(value)]
    top = np.array(die.middle_xyz_mm) + np.array([0, 0, DIE_INRADIUS_MM])
    optics = Optics(options_from(source_url(CLOSE)), 960, 720)
    here, there = optics.project(np.stack([top, top + INK_REACH * DIE_INRADIUS_MM * upward]))
    assert here == pytest.approx((truth.x_px, truth.y_px))
    # Upright square around the face: down is away from the digit's top, right is a quarter turn clockwise of up.
    up_px, side = there - here, 64
    right_px = np.array([-up_px[1], up_px[0]])
    ends = np.array([here, here + right_px, here - up_px], np.float32)
    square = np.array([[31.5, 31.5], [63.5, 31.5], [31.5, 63.5]], np.float32)
    seen = cv2.warpAffine(source.full().pixels, cv2.getAffineTransform(ends, square), (side, side))
    ink = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)[12:52, 12:52].ravel().astype(float)
    style = STYLES[value % len(STYLES)]
    if sum(style.ink_bgr) < sum(style.body_bgr):
        ink = -ink
    masks = {v: digit_mask(str(v), mark=style.mark, side_px=side) for v in range(1, 13)}
    masks |= {-v: mask[:, ::-1] for v, mask in masks.items() if v not in (8, 11)}  # those two are their own mirror
    likeness = {v: np.corrcoef(ink, mask[12:52, 12:52].ravel())[0, 1] for v, mask in masks.items()}
    best = max(likeness, key=lambda v: likeness[v])
    assert best == value, "neither another digit nor the mirrored one"
    assert likeness[best] > 0.8


def test_a_die_is_as_large_as_the_truth_says() -> None:
    world = World(art)
    source = camera(world, f"{CLEAN}&tilt_deg=0&height_mm=400&aim_x_mm=200")
    empty = source.full().pixels
    world.place_die(5, (200.0, 0.0))
    (truth,) = source.truth().dice
    changed = np.argwhere(np.abs(source.full().pixels.astype(int) - empty).max(axis=2) > 30)
    area = len(changed)
    # Its outline has ten corners at 1.236 radii, so 1.43 times the circle's area, and lies below the top face.
    assert 0.9 * 1.43 < area / (np.pi * truth.radius_px**2) < 1.43


def test_noise_differs_from_frame_to_frame_and_comes_again_with_the_seed() -> None:
    first, second = (camera(World(art), "noise=4&seed=3") for _ in range(2))
    frames = [first.small().pixels, first.small().pixels]
    again = [second.small().pixels, second.small().pixels]
    assert np.array_equal(frames, again)
    difference = frames[0].astype(int) - frames[1]
    # Twice the variance of one frame; making the picture smaller by 640 / 960 averages some noise away.
    assert difference.std() == pytest.approx(4 * 640 / 960 * 2**0.5, rel=0.05)
    other = camera(World(art), "noise=4&seed=4").small().pixels
    assert not np.array_equal(frames[0], other)


def test_light_and_cast() -> None:
    def means(query: str) -> NDArray[np.float64]:
        return np.asarray(camera(World(art), "noise=0&" + query).small().pixels.mean(axis=(0, 1)))

    lit, dim, warm = means("cast=0&light=1"), means("cast=0&light=0.5"), means("cast=1&light=1")
    assert dim / lit == pytest.approx([0.5, 0.5, 0.5], abs=0.02)
    assert warm[0] < 0.9 * lit[0]
    assert warm[2] > 1.02 * lit[2]


def test_a_hand_covers_what_it_reaches_for_and_throws_a_shadow() -> None:
    world = World(art)
    source = camera(world, "noise=0")
    empty = source.small().pixels.astype(int)
    world.put_hand("ada", "west", (0.0, 0.0))
    world.advance(5.0)
    seen = source.small().pixels.astype(int)
    changed = np.abs(seen - empty).max(axis=2) > 12
    width = changed.shape[1]
    assert changed[:, : width // 4].any(), "it comes from the left"
    assert not changed[:, 3 * width // 4 :].any()
    # A hand of 185 mm by about 100 mm and its arm, in a picture of about 800 by 600 mm.
    assert 0.05 < changed.mean() < 0.25


def test_frames_are_paced_by_the_clock_and_dice_roll_meanwhile() -> None:
    world, clock = World(art), ManualClock(50.0)
    source = open_source(SourceUrl.parse("rendered://?width=640&height=480&fps=20"), clock, world)
    assert [source.small().taken_s for _ in range(3)] == pytest.approx([50.0, 50.05, 50.1])
    world.throw_dice(Random(1))
    frames = 0
    while not world.at_rest:
        source.small()
        frames += 1
    assert 0.7 * 20 <= frames <= 1.2 * 20 + 2
    clock.wait_s(3.0)
    times = [source.small().taken_s for _ in range(2)]
    assert times[1] - times[0] == pytest.approx(0.05), "frames that nobody fetched are not made up for"


def test_the_lens_bends_as_opencv_s_model_does() -> None:
    options = RenderedOptions(tilt_deg=12, turn_deg=25, lens=-0.12)
    optics = Optics(options, 800, 600)
    points = np.array([(x, y, z) for x in (-300.0, 0, 250) for y in (-200.0, 0, 180) for z in (0.0, 20)])
    pinhole = options.camera(800, 600)
    # OpenCV wants a right-handed table: z into it instead of up.
    down = np.diag([1.0, 1.0, -1.0])
    rotation = pinhole.rotation @ down
    shift = -pinhole.rotation @ pinhole.position_mm
    expected, _ = cv2.projectPoints(
        points @ down, cv2.Rodrigues(rotation)[0], shift, pinhole.intrinsics, np.array([-0.12, 0, 0, 0])
    )
    assert optics.project(points) == pytest.approx(expected.reshape(-1, 2), abs=1e-6)
    flat = points[points[:, 2] == 0]
    assert optics.on_table(optics.project(flat)) == pytest.approx(flat[:, :2], abs=1e-3)


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("width=640&height=700", "taller than wide"),
        ("tilt=3", "“tilt”"),
        ("tilt_deg=80",) * 2,
        ("width=100.5",) * 2,
        ("noise=loud",) * 2,
    ],
)
def test_what_the_address_may_not_say(query: str, named: str) -> None:
    with pytest.raises(Unreadable) as refused:
        options_from(SourceUrl.parse(f"rendered://?{query}"))
    assert named in refused.value.what.en


def test_it_has_no_name_and_every_option_has_a_range() -> None:
    with pytest.raises(Unreadable, match="has no name"):
        options_from(SourceUrl.parse("rendered://kitchen"))
    assert options_from(SourceUrl.parse("rendered://")) == RenderedOptions()
    assert set(RANGES) == set(RenderedOptions.__dataclass_fields__)
