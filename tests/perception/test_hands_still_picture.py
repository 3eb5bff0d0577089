"""Hands in single pictures: the side they come in from, and the card under them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion import catalog
from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.scene import Scene, Thing
from companion.perception.hands.still_picture import Side, hands_in
from companion.simulator.bodies import ArmLook
from companion.simulator.reach import Reach, Segment
from companion.simulator.source import open_source
from companion.simulator.world import World

PLACES_MM = ((0.0, 110.0), (-190.0, 0.0), (0.0, -110.0), (190.0, 0.0))
SHOULDERS_MM: dict[Side, tuple[float, float]] = {
    "south": (40.0, 520.0), "west": (-620.0, 30.0), "north": (-40.0, -520.0), "east": (620.0, -30.0),
}  # fmt: skip
PALE = ArmLook((165, 190, 230), (150, 60, 50))


def pictured(hands: dict[Side, tuple[float, float]]) -> tuple[Pixels, list[NDArray[np.float64]]]:
    """A table with four chests, and hands that lie at these places; the chests' corners."""
    world = World(catalog.game("leprechauns").art)
    world.arrange(
        Scene(
            tuple(Thing("chest", str(n + 1), str(n), at, 0.0) for n, at in enumerate(PLACES_MM)), frozenset({"chest"})
        )
    )
    for side, (x, y) in hands.items():
        lies = Segment("lie", 9.0, (x, y, 0.0))
        world.reach(Reach(side, PALE, SHOULDERS_MM[side], 0.0, (x, y, 0.0), (lies,)))
    source = open_source(SourceUrl.parse("rendered://?width=1024&height=768"), ManualClock(), world)
    corners = np.array([[-31.5, -44.0, 0.0], [31.5, -44.0, 0.0], [31.5, 44.0, 0.0], [-31.5, 44.0, 0.0]])
    picture, optics = source.full().pixels, source.optics_of_small()
    scale = picture.shape[1] / optics.size_xy[0]
    return picture, [(optics.project(np.add(corners, (x, y, 0.0))) + 0.5) * scale - 0.5 for x, y in PLACES_MM]


@pytest.mark.parametrize(("side", "card"), [("south", 1), ("west", 2), ("north", 0), ("east", 2)])
def test_a_hand_has_the_side_of_its_arm_and_the_card_under_it(side: Side, card: int) -> None:
    picture, cards = pictured({side: PLACES_MM[card]})
    (hand,) = hands_in(picture, cards)
    assert (hand.side, hand.card) == (side, card)


def test_a_hand_beside_the_cards_lies_on_none() -> None:
    picture, cards = pictured({"south": (95.0, 130.0)})
    (hand,) = hands_in(picture, cards)
    assert hand.card is None


def test_a_table_without_hands_has_none() -> None:
    assert hands_in(*pictured({})) == ()


def test_the_floor_in_a_corner_of_the_picture_is_no_hand() -> None:
    picture, cards = pictured({})
    picture = picture.copy()
    height, width = picture.shape[:2]
    corner = np.array([[width * 2 // 3, 0], [width - 1, 0], [width - 1, height // 2]])
    cv2.fillPoly(picture, [corner.astype(np.int32)], (150, 190, 225))
    assert hands_in(picture, cards) == ()
