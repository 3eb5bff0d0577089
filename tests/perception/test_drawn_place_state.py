"""One watched place by itself."""

from __future__ import annotations

import pytest

from companion.perception.drawn.place_state import Place
from companion.perception.drawn.spots import AGAIN_S


@pytest.mark.parametrize("longest_s", [1.0, 16.0])
def test_where_nothing_is_ever_known_looks_become_rare_and_go_on_for_hours(longest_s: float) -> None:
    place, now_s, waited = Place((0.0, 0.0)), 0.0, []
    for _ in range(5000):
        place.note_read(now_s, longest_s)
        waited.append(place.again_s - now_s)
        now_s = place.again_s
    assert waited[:3] == pytest.approx([AGAIN_S, 2 * AGAIN_S, 4 * AGAIN_S])
    assert waited[-1] == pytest.approx(longest_s)
    assert sorted(waited) == pytest.approx(waited)


def test_what_changes_is_looked_at_soon_again() -> None:
    place = Place((0.0, 0.0))
    for _ in range(10):
        place.note_read(0.0, 16.0)
    place.forget()
    place.note_read(20.0, 16.0)
    assert place.again_s == pytest.approx(20.0 + AGAIN_S)
