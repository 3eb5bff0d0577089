"""What was compared at a place of a picture is not compared there again and again."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np

from calibration.training.hands.still_train import PLACES_MM, table_with_hands
from companion.games.leprechauns.eyes import drawn_cards
from companion.perception.cards.tried import MOST_FAILED, SAME_PLACE_MM, TriedPlaces
from companion.perception.drawn.coarse import print_of, prints_of
from companion.perception.drawn.judge import FaceJudge
from companion.perception.drawn.reader import DrawnCardReader
from companion.simulator.bodies import ArmLook

WIDTH_MM, HEIGHT_MM = 63.0, 88.0
PX_PER_MM = 2.0
LOOK = ArmLook((130, 160, 210), (60, 60, 60))
MOST_FITS_A_CARD = 25
"""Faces that are fitted for each card on a small picture of a table with a mat, whose markers resemble cards: about 20;
without a memory of places 45."""


def _at(x_px: float, y_px: float, turns: int = 0) -> np.typing.NDArray[np.float64]:
    """A card's mm to pixels, turned by quarters."""
    along, across = PX_PER_MM * np.array([1, 0, -1, 0])[turns], PX_PER_MM * np.array([0, 1, 0, -1])[turns]
    return np.array([[along, -across, x_px], [across, along, y_px], [0.0, 0.0, 1.0]])


def test_a_card_a_little_off_is_the_same_and_one_upside_down_is_not() -> None:
    tried = TriedPlaces()
    assert tried.is_new(_at(200, 200), WIDTH_MM, HEIGHT_MM)
    assert not tried.is_new(_at(200 + 0.9 * SAME_PLACE_MM * PX_PER_MM, 200), WIDTH_MM, HEIGHT_MM)
    assert tried.is_new(_at(200 + 1.1 * SAME_PLACE_MM * PX_PER_MM, 200), WIDTH_MM, HEIGHT_MM)
    assert tried.is_new(_at(200, 200, turns=2), WIDTH_MM, HEIGHT_MM)


def test_the_memory_holds_many_places() -> None:
    tried = TriedPlaces()
    places = [_at(10.0 * x, 10.0 * y) for x in range(15) for y in range(15)]
    assert all(tried.is_new(each, WIDTH_MM, HEIGHT_MM) for each in places)
    assert not any(tried.is_new(each, WIDTH_MM, HEIGHT_MM) for each in places)


def test_a_place_is_given_up_after_some_failures_and_its_surroundings_are_not() -> None:
    tried = TriedPlaces()
    for nth in range(MOST_FAILED):
        assert not tried.is_hopeless(200, 200)
        tried.add_failure(_at(200 + nth, 200), WIDTH_MM)
    assert tried.is_hopeless(200, 210)
    assert not tried.is_hopeless(200, 200 + WIDTH_MM * PX_PER_MM)


def test_a_table_with_a_mat_costs_few_comparisons() -> None:
    picture, corners = table_with_hands({}, LOOK)
    with patch.object(FaceJudge, "fit", autospec=True, side_effect=FaceJudge.fit) as fit:
        found = DrawnCardReader(drawn_cards()).read(picture)
    middles = np.sort(np.array([each.centre_xy_px for each in found]), axis=0)
    np.testing.assert_allclose(middles, np.sort(np.mean(corners, axis=1), axis=0), atol=4.0)
    assert fit.call_count <= MOST_FITS_A_CARD * len(PLACES_MM)


def test_many_pictures_are_compared_as_each_would_be() -> None:
    views = np.random.default_rng(1).uniform(20, 230, (150, 12, 10)).astype(np.float32)
    np.testing.assert_allclose(prints_of(views), [print_of(each) for each in views], atol=1e-5)
