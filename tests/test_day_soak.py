"""What `make day-soak` finds at the end of its day."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.day_soak import Held, broken

WARM = Held(400.0, 15, ("MainThread", "web"), 2, 30_000_000, 40_000_000, 41_000_000, 89_000_000)
LATER = replace(WARM, memory_mb=410.0, threads=("MainThread", "camera", "web"))


def test_what_was_there_in_the_warm_up_may_be_there() -> None:
    assert broken((WARM, LATER), [replace(LATER, memory_mb=430.0)]) == []


@pytest.mark.parametrize(
    ("grown", "said"),
    [
        ({"memory_mb": 431.0}, "memory grew from 410.0 to 431.0 MB"),
        ({"files": 16}, "files left open: 1"),
        ({"threads": ("MainThread", "camera", "camera", "web")}, "threads are left over: camera"),
        ({"others": 3}, "threads of libraries left over: 1"),
        ({"journal": 41_000_001}, "the journal is larger than its bound"),
        ({"folder": 89_000_001}, "the data folder is larger than its bound"),
    ],
)
def test_whatever_has_grown_is_said(grown: dict[str, Any], said: str) -> None:
    assert broken((WARM, LATER), [LATER, replace(LATER, **grown)]) == [said]
