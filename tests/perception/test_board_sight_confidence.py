"""How confident the tracker is of a changed place is how often it is right: no more, and no less."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.perception.boards.appearances import MARKS
from companion.simulator.board_set import SETS
from companion.simulator.lamp import Lamp, Shade
from tests.table.watchers import board_table
from tests.table.watchers.board_table import PLACED, BoardTable

PLAIN_CAMERA = "rendered://?width=800&height=600&lens=0&height_mm=740&tilt_deg={tilt}&seed={seed}&noise=4&blur=1.3"
"""A cheap lens in a living room: grain, and edges not quite sharp."""
LOOKS, EXCHANGED = 4, 6
"""Looks at the board of each box of pieces, and places at which something else may lie each time."""


def in_other_light(random: Random) -> Lamp:
    """A lamp anywhere, and somebody who stands in its light."""
    edge = Shade(random.uniform(0, 360), random.uniform(-0.3, 0.3), random.uniform(0.02, 0.2), random.uniform(0.2, 0.6))
    slope = random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3)
    return Lamp(light=random.uniform(0.5, 1.2), cast=random.uniform(-0.8, 0.8), slope_xy=slope, shade=edge)


def labelled(folder: Path) -> tuple[NDArray[np.float64], NDArray[np.int_]]:
    """The log-likelihoods of the marks at each place that changed, (N, marks), and the number of the true one, (N,)."""
    scores, true = list[list[float]](), list[int]()
    for chosen in range(len(SETS)):
        table, random = BoardTable(folder / str(chosen), chosen=chosen), Random(chosen)
        table.tell(*PLACED)
        table.look()
        for _ in range(LOOKS):
            shown = dict(table.places)
            shown |= {cell: random.choice("wWrR_") for cell in random.sample(sorted(shown), EXCHANGED)}
            table.switch(in_other_light(random))
            table.lay(shown)
            sight = table.tracker.read(table.picture())
            for cell in sorted((sight.changed - sight.hidden).intersection(shown)):
                scores.append([sight.scores[cell][mark] for mark in MARKS])
                true.append(MARKS.index(shown[cell]))
    return np.array(scores), np.array(true)


@pytest.mark.whole
def test_confidence_is_how_often_a_place_is_read_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sharper or flatter by two thirds, they would give the truth less (mean logarithm of its probability)."""
    monkeypatch.setattr(board_table, "CAMERA", PLAIN_CAMERA)
    scores, true = labelled(tmp_path)

    def loss(sharper: float) -> float:
        scaled = scores * sharper
        return float((np.log(np.exp(scaled).sum(axis=1)) - scaled[np.arange(len(true)), true]).mean())

    assert len(true) > 100
    assert (scores.argmax(axis=1) != true).any(), "pictures without a doubt tell nothing"
    assert loss(1.0) < min(loss(5 / 3), loss(3 / 5))
