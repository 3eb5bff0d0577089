"""Rest is distinguished from motion, and changes of light from things, on pictures of the simulated table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from companion.camera.arrays import Pixels
from companion.camera.source import Frame
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.core.scene import Thing
from companion.perception.settle import STILL_S, Box, Rest, Settle, changed
from companion.simulator.source import RenderedSource, open_source
from companion.simulator.world import World

FPS = 12
WHOLE: Box = (0, 0, 640, 480)


def art(kind: str, face: str) -> Art:
    return Art(50, 70, 0.5, False, "#e8e0d0")


class Film:
    """A simulated table, and what `Settle` returns for each frame."""

    def __init__(self, query: str = "") -> None:
        self.world = World(art)
        url = SourceUrl.parse(f"rendered://?width=640&height=480&fps={FPS}&{query}")
        self.source: RenderedSource = open_source(url, ManualClock(), self.world)
        self.settle = Settle()
        self.light: Callable[[Pixels], Pixels] = lambda pixels: pixels

    def run(self, frames: int) -> list[Rest]:
        return [self.settle.update(self._frame()) for _ in range(frames)]

    def _frame(self) -> Frame:
        frame = self.source.small()
        return Frame(self.light(frame.pixels), frame.taken_s, frame.number)

    def until_settled(self) -> Rest:
        for _ in range(20 * FPS):
            if (rest := self.run(1)[0]).settled:
                return rest
        raise AssertionError("never came to rest")

    def pixel(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """Where a point of the table is in the frames."""
        ident = self.world.lay(Thing("probe", ""), (x_mm, y_mm))
        ((_, pixel),) = [each for each in self.source.truth().things if each[0].kind == "probe"]
        self.world.remove(ident)
        return pixel


def holds(box: Box, point: tuple[float, float]) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def area(boxes: tuple[Box, ...]) -> int:
    return sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)


@pytest.mark.parametrize("noise", [0, 3, 12, 25])
def test_a_table_with_nothing_but_noise_settles_once_and_stays(noise: int) -> None:
    said = Film(f"noise={noise}").run(4 * FPS)
    first = next(index for index, rest in enumerate(said) if rest.settled)
    assert first / FPS == pytest.approx(STILL_S, abs=1.5 / FPS)
    assert said[first].changed_xyxy == (WHOLE,)
    assert not any(rest.still for rest in said[:first])
    assert [rest for rest in said[first + 1 :] if not rest.still or rest.settled or rest.changed_xyxy] == []


def test_thrown_dice_are_motion_until_they_lie_and_then_are_found() -> None:
    film = Film("noise=3")
    film.until_settled()
    film.world.throw_dice(Random(4))
    moving = film.run(1)[0]
    assert not moving.still
    assert moving.changed_xyxy != ()
    while not film.world.at_rest:
        assert not any(rest.still for rest in film.run(1))
    settled = film.until_settled()
    places = [(die.x_px, die.y_px) for die in film.source.truth().dice]
    assert all(any(holds(box, place) for box in settled.changed_xyxy) for place in places)
    assert area(settled.changed_xyxy) < 0.12 * 640 * 480, "only where the dice lie is worth a look"


def test_a_hand_that_passes_leaves_nothing_changed() -> None:
    film = Film("noise=3")
    film.until_settled()
    film.world.put_hand("ada", "south", (50.0, 0.0))
    film.world.advance(0.3)
    film.world.remove_hand("ada")
    assert not film.run(1)[0].still
    assert film.until_settled().changed_xyxy == ()


def test_a_hand_that_moves_a_card_changes_two_places() -> None:
    film = Film("noise=3")
    ident = film.world.lay(Thing("card", "K"), (-200.0, 0.0))
    film.until_settled()
    film.world.put_hand("ada", "south", (-200.0, 20.0))
    film.run(6)
    film.world.move(ident, (100.0, -100.0))
    film.world.put_hand("ada", "south", (100.0, -80.0))
    film.run(3)
    film.world.remove_hand("ada")
    settled = film.until_settled()
    here, there = film.pixel(-200.0, 0.0), film.pixel(100.0, -100.0)
    assert [sum(holds(box, point) for box in settled.changed_xyxy) for point in (here, there)] == [1, 1]
    assert len(settled.changed_xyxy) == 2


def test_a_card_pushed_slowly_is_motion_all_the_while() -> None:
    film = Film("noise=3")
    ident = film.world.lay(Thing("card", "K"), (0.0, 0.0))
    film.until_settled()
    said: list[Rest] = []
    for step in range(3 * FPS):  # 20 mm a second: two pixels of the small stream a frame
        film.world.move(ident, (step * 20.0 / FPS, 0.0))
        said += film.run(1)
    # It may take a few frames until the first change is larger than the noise.
    assert not any(rest.settled for rest in said)
    assert sum(rest.still for rest in said) < FPS / 2


def lamp(factor: float, side: float) -> Callable[[Pixels], Pixels]:
    """A lamp that makes the picture `factor` times brighter, more so towards one side."""
    shade = np.linspace(factor * (1 - side), factor * (1 + side), 640)[None, :, None]
    return lambda pixels: np.clip(pixels * shade, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("factor", "side"), [(0.5, 0.0), (1.5, 0.0), (0.7, 0.25), (1.3, -0.2)])
def test_a_lamp_is_no_motion(factor: float, side: float) -> None:
    film = Film("noise=3&light=0.8")
    film.world.lay(Thing("card", "K"), (-200.0, 0.0))
    film.world.place_die(7, (200.0, 0.0))
    film.until_settled()
    film.light = lamp(factor, side)
    assert {rest.still for rest in film.run(2 * FPS)} == {True}


def test_dusk_is_no_motion_and_what_comes_after_is_still_found() -> None:
    film = Film("noise=3")
    film.until_settled()
    for step in range(4 * FPS):
        film.light = lamp(1.0 - 0.6 * step / (4 * FPS), 0.1 * step / (4 * FPS))
        assert film.run(1)[0].still
    film.world.place_die(9, (220.0, 40.0))
    settled = film.until_settled()
    (die,) = film.source.truth().dice
    assert len(settled.changed_xyxy) == 1
    assert holds(settled.changed_xyxy[0], (die.x_px, die.y_px))


def test_a_die_put_down_while_a_lamp_goes_on_is_found() -> None:
    film = Film("noise=3&light=0.8")
    film.until_settled()
    film.light = lamp(1.4, 0.2)
    film.world.place_die(9, (220.0, 40.0))
    settled = film.until_settled()
    (die,) = film.source.truth().dice
    assert len(settled.changed_xyxy) == 1
    assert holds(settled.changed_xyxy[0], (die.x_px, die.y_px))


@pytest.mark.parametrize(
    ("brighter", "follows", "is_change"), [(1.6, 0.8, False), (1.6, 0.7, True), (0.5, 0.8, False), (0.5, 0.65, True)]
)
def test_what_a_lamp_hardly_reaches_is_no_thing(brighter: float, follows: float, is_change: bool) -> None:
    """A patch of the table that follows most of a lamp's change lies in a shadow; one that follows less is a thing."""
    before = np.full((120, 160), 100.0, np.float32)
    now = before * np.float32(brighter)
    now[40:60, 70:90] = 100.0 + (brighter - 1.0) * 100.0 * follows
    assert changed(before, now).any() == is_change


@pytest.mark.parametrize(("wide", "high", "is_change"), [(2, 1, False), (4, 1, True), (2, 2, True)])
def test_a_speck_of_light_is_no_thing_and_half_a_die_is(wide: int, high: int, is_change: bool) -> None:
    """A die is five of these pixels wide."""
    before = np.full((120, 160), 100.0, np.float32)
    now = before.copy()
    now[50 : 50 + high, 70 : 70 + wide] = 180.0
    assert changed(before, now).any() == is_change


def test_pictures_of_another_size_start_afresh() -> None:
    settle = Settle()
    for taken_s in (0.0, STILL_S):
        rest = settle.update(Frame(np.full((480, 640, 3), 90, np.uint8), taken_s, 0))
    assert rest == Rest(True, True, (WHOLE,))
    assert settle.update(Frame(np.full((240, 320, 3), 90, np.uint8), 2.0, 0)) == Rest(False, False, ((0, 0, 320, 240),))
    small = Frame(np.full((24, 32, 3), 90, np.uint8), 3.0, 0)
    assert settle.update(small) == Rest(False, False, ((0, 0, 32, 24),))


def test_time_is_the_frames_own() -> None:
    settle = Settle()
    grey = np.full((480, 640, 3), 90, np.uint8)
    said = [settle.update(Frame(grey, taken_s, 0)).still for taken_s in (10.0, 10.0, 10.1, 10.0 + STILL_S)]
    assert said == [False, False, False, True]
