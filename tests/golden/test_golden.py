"""A short rehearsal of each game leaves behind what it left behind when its golden file was reviewed."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from tests.golden.recording import DATA, PLAYTHROUGHS, Playthrough, record

CONFIDENCE = 0.005
"""By so much a confidence may differ: other releases of OpenCV round otherwise."""
PLACE_PX = 0.2
PLACES = frozenset({"x", "y"})
TILT_DEG = 0.15
"""It is said in tenths."""
TILTS = frozenset({"tilt_deg"})
CONFIDENCES = frozenset({"sure", "confidence", "covered"})
UNTOLD = frozenset({"ms"})


def differences(golden: Any, now: Any, where: str = "") -> list[str]:
    """Where two recordings differ by more than they may, as "place: golden, now"."""
    if isinstance(golden, dict) and isinstance(now, dict) and golden.keys() == now.keys():
        return [
            found
            for key in golden
            if key not in UNTOLD
            for found in differences(golden[key], now[key], f"{where}/{key}")
        ]
    if isinstance(golden, list) and isinstance(now, list) and len(golden) == len(now):
        return [
            found
            for n, pair in enumerate(zip(golden, now, strict=True))
            for found in differences(*pair, f"{where}/{n}")
        ]
    both = isinstance(golden, int | float) and isinstance(now, int | float)
    return (
        []
        if golden == now or (both and math.isclose(golden, now, abs_tol=_room(where)))
        else [f"{where}: {golden!r}, {now!r}"]
    )


def _room(where: str) -> float:
    """How far a number may be off: its key, or that of the list that holds it, says what it is."""
    keys = [part for part in where.split("/") if not part.isdecimal()]
    key = keys[-1] if keys else ""
    return CONFIDENCE if key in CONFIDENCES else PLACE_PX if key in PLACES else TILT_DEG if key in TILTS else 0.0


@pytest.mark.whole
@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda each: each.name)
def test_a_rehearsal_leaves_behind_what_it_did(playthrough: Playthrough) -> None:
    golden = json.loads((DATA / f"{playthrough.name}.json").read_text(encoding="utf-8"))
    now = json.loads(json.dumps(record(playthrough)))
    assert differences(golden, now) == []


def test_what_differs_is_found() -> None:
    golden = {"read": [{"x": 10.0, "y": 4.0, "sure": 0.9, "value": 3, "ms": 5}], "cues": ["ready@1"]}
    assert differences(golden, {**golden, "read": [{"x": 10.1, "y": 4.0, "sure": 0.904, "value": 3, "ms": 9}]}) == []
    for key, value in (("x", 10.4), ("sure", 0.91), ("value", None), ("value", 4)):
        assert len(differences(golden, {**golden, "read": [{**golden["read"][0], key: value}]})) == 1  # type: ignore[dict-item]
    assert len(differences(golden, {**golden, "cues": ["ready@1", "won@None"]})) == 1
    assert len(differences(golden, {"read": golden["read"]})) == 1
