"""What lies on tables and belongs to no game of ours is nothing to the readers."""

from __future__ import annotations

import pytest

from calibration.training.none_of_ours import KINDS, picture_of
from companion.cli.read import readables
from tests.none_of_ours import entries_of

pytestmark = pytest.mark.whole


@pytest.mark.parametrize("kind", ["gingham", "tartan", "form", "tiles", "signs"])
def test_no_card_of_kaplan_and_no_reading_side_is_seen(kind: str) -> None:
    _, picture = picture_of(list(KINDS).index(kind))
    assert "cards" not in list(entries_of(readables()["kaplan"].reader(None, None)(picture)))


@pytest.mark.parametrize("kind", ["clock", "tokens", "page"])
def test_no_die_is_seen(kind: str) -> None:
    _, picture = picture_of(list(KINDS).index(kind))
    assert not list(entries_of(readables()["dice"].reader(None, None)(picture)))


def test_what_a_reader_claims_is_counted() -> None:
    answer = {
        "cards": [{"x": 1.0, "y": 2.0, "sure": 0.3, "shape": None}, {"x": 1.0, "y": 2.0, "sure": 0.9, "shape": "star"}],
        "hands": [{"x": 1.0, "y": 2.0, "sure": 0.9}],
        "board": "",
        "view": {"tilt_deg": 3.0},
    }
    assert list(entries_of(answer)) == ["cards", "hands"]
