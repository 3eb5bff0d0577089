"""What is wrong with a camera's pictures is told, in the right words, and goes by itself; hands and lamps are nothing.

A few tables each; `python -m tests.camera_faults` counts over hundreds.
"""

from __future__ import annotations

import numpy as np
import pytest

from companion.camera.condition import Condition
from companion.camera.source import Frame, read_only
from companion.perception.health.camera_health import CameraHealth
from companion.perception.health.lasting import Lasting
from companion.perception.health.light import light_of
from companion.perception.health.mat_place import LOOKS_TO_FIND, LOOKS_TO_NOTICE, MatPlace, Place
from companion.perception.health.small_picture import SmallPicture, small_picture
from tests.camera_faults.film import Counts, Filmed
from tests.camera_faults.no_fault import run_well
from tests.camera_faults.picture import PICTURE_FAULTS, run_picture_fault

SEED = 7


@pytest.mark.whole
@pytest.mark.parametrize("name", ["bumped", *PICTURE_FAULTS])
def test_a_fault_of_the_picture_is_noticed_in_the_right_words_and_heals(name: str) -> None:
    counts = Counts()
    run_picture_fault(name, SEED, counts)
    assert (counts.noticed, counts.right, counts.healed) == (1, 1, 1), counts.line()


@pytest.mark.parametrize(("white", "condition"), [(235, Condition.BLEACHED), (200, Condition.COVERED)])
def test_an_even_picture_is_bleached_where_it_is_as_light_as_no_exposure_makes_a_table(
    white: int, condition: Condition
) -> None:
    low = np.full((120, 160), white, np.uint8)
    low[:, :30] += 10
    low[::2] -= 6
    assert light_of(low) is condition


@pytest.mark.whole
def test_hands_shadows_and_lamps_are_no_fault() -> None:
    settled, alarmed, said = run_well(SEED, 30.0)
    assert settled > 100
    assert alarmed == 0, said


def test_a_film_that_repeats_a_picture_is_not_frozen() -> None:
    film, health = Filmed(SEED), CameraHealth()
    pixels = film.source.small().pixels
    for number in range(60):
        health.update(Frame(read_only(pixels), number / 10, number), may_freeze=False)
    assert health.condition is Condition.WELL


def seen(film: Filmed) -> SmallPicture:
    return small_picture(film.source.small())


def test_a_mat_that_was_pushed_is_found_again_where_it_lies() -> None:
    film, place = Filmed(SEED), MatPlace()
    for _ in range(LOOKS_TO_FIND + 1):
        place.look(seen(film), still=True)
    film.source = film.camera(x=3.0)
    looks = [place.look(seen(film), still=True) for _ in range(LOOKS_TO_NOTICE)]
    assert looks[-1] is Place.MOVED
    while place.look(seen(film), still=True) is not Place.THERE:
        continue
    assert place.take_found_anew()
    assert not place.take_found_anew()


@pytest.mark.whole
@pytest.mark.parametrize("seed", [70009, 70064])
def test_a_finger_on_a_marker_and_other_markers_in_sight_are_no_push(seed: int) -> None:
    settled, alarmed, said = run_well(seed, 60.0)
    assert settled > 200
    assert alarmed == 0, said


def test_a_mat_whose_markers_are_under_hands_is_covered_and_not_lost() -> None:
    film, place = Filmed(SEED), MatPlace()
    for _ in range(LOOKS_TO_FIND + 1):
        place.look(seen(film), still=True)
    for seat, (x, y) in enumerate(((-390, -267), (390, -267), (390, 267))):
        film.world.put_hand(f"seat {seat}", "north" if y < 0 else "south", (x, y + (20 if y < 0 else -20)))
    film.world.advance(5.0)
    looks = [place.look(seen(film), still=True) for _ in range(LOOKS_TO_NOTICE + 1)]
    assert looks[-1] is Place.COVERED


def test_a_table_without_a_mat_lacks_none() -> None:
    film, place = Filmed(SEED), MatPlace()
    blank = seen(film)
    blank.pixels.flags.writeable = True
    blank.pixels[:] = 90
    assert {place.look(blank, still=True) for _ in range(10)} == {Place.UNKNOWN}


def test_what_comes_and_goes_does_not_count() -> None:
    lasting = Lasting(begins_s=2.0, ends_s=1.0)
    assert not any(lasting.update(number % 2 == 0, number / 2) for number in range(20))
    assert [lasting.update(True, 20.0 + each) for each in (0.0, 1.0, 2.0)] == [False, False, True]
    assert [lasting.update(False, 23.0 + each) for each in (0.0, 0.5, 1.0)] == [True, True, False]
