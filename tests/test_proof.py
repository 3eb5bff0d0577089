"""The sums behind docs/proof.md."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from calibration.training.cards.evaluate import RIGHT, UNKNOWN, WRONG, Told, judged
from tests.proof.charts import UNREAD, confusion, counted, reliability
from tests.proof.claims import CROP_PX, FAR, NEAR, Claim, bins, crop_of, worst

CROP = np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
SURE = Claim("dice", NEAR, "3", "3", RIGHT, True, 0.9995, CROP)


def test_readings_of_a_confidence_are_counted_together() -> None:
    half = [replace(SURE, confidence=0.9, likeliest=likeliest) for likeliest in (True, False)]
    lost = replace(SURE, confidence=None, likeliest=False)
    low, _, middle, *_, high = bins([SURE, *half, lost])
    assert low is None
    assert middle is not None
    assert (middle.count, middle.confidence, middle.right) == (2, pytest.approx(0.9), 0.5)
    assert high is not None
    assert (high.count, high.right) == (1, 1.0)


def test_the_worst_are_wrong_then_falsely_sure_then_near_and_unread() -> None:
    wrong = replace(SURE, said="8", result=WRONG, likeliest=False)
    surer, less = (replace(wrong, said="8?", result=UNKNOWN, confidence=each) for each in (0.9, 0.4))
    unread = replace(SURE, said="", result=UNKNOWN, likeliest=False, confidence=None)
    far = replace(unread, where=FAR)
    assert worst([far, less, SURE, unread, surer, wrong], 10, 10) == [wrong, surer, less, unread, far]
    assert [each.reader for each in worst([wrong] * 4 + [replace(wrong, reader="kaplan")], 5, 3)][3] == "kaplan"


def test_charts_hold_what_was_counted() -> None:
    pairs = counted([("6", "6"), ("6", "9"), ("6", "9?"), ("6", "")])
    assert pairs == {("6", "6"): 1, ("6", "9"): 1, ("6", UNREAD): 2}
    words = [each.text for each in ElementTree.fromstring(confusion(pairs)).iter() if each.tag.endswith("text")]
    assert words.count("2") == 3  # row, column and the two that were not read
    curve = reliability({"dice": {NEAR: bins([SURE]), FAR: bins([])}})
    assert "near: n 0 0 0 0 0 1" in "".join(ElementTree.fromstring(curve).itertext())


def test_a_crop_at_the_picture_s_edge_keeps_its_size() -> None:
    assert crop_of(np.zeros((60, 80, 3), np.uint8), (79.4, -3.0), 20.0).shape == CROP.shape


def test_a_reading_where_no_card_lies_is_wrong() -> None:
    card = {"side": 0, "x": 50, "y": 50, "corners": [[0, 0], [100, 0], [100, 100], [0, 100]], "up_deg": 0}
    there, elsewhere = (Told(xy, "it", 1.0, lambda _: (RIGHT, True)) for xy in ((55.0, 45.0), (300.0, 20.0)))
    row = {"game": "plic-plac", "cards": [card]}
    assert [each.result for each in judged(Path(), row, [elsewhere, there])] == [RIGHT, WRONG]
    assert [each.result for each in judged(Path(), row, [elsewhere])] == [UNKNOWN, WRONG]
