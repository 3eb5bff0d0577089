"""The simulated table with a mat of white paper, as it is printed: it looks white, and it is found."""

from __future__ import annotations

import numpy as np
import pytest

from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.perception.rectify import find_table
from companion.simulator.source import open_source
from companion.simulator.world import World
from tests.core.toy import TOY


@pytest.mark.parametrize(("white", "brightness"), [(0, (30, 110)), (1, (180, 255))])
def test_the_mat_is_found_whatever_its_ground(white: int, brightness: tuple[int, int]) -> None:
    address = SourceUrl.parse(f"rendered://?width=1640&height=1232&white_mat={white}")
    with open_source(address, ManualClock(), World(TOY.art)) as source:
        picture = source.full().pixels
    view = find_table(picture)
    assert view.markers_seen == (0, 1, 2, 3)
    (x, y), *_ = view.pixels(np.array([[0.0, 0.0]]))
    around = picture[int(y) - 20 : int(y) + 20, int(x) - 20 : int(x) + 20]
    assert brightness[0] < around.mean() < brightness[1]
