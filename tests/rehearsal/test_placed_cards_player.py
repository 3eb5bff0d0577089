"""Simulated people whose cards lie at places: some turns of whole games, seen through the real eyes."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import rehearsing
from companion.core.clock import ManualClock

pytestmark = pytest.mark.whole


@pytest.mark.parametrize(
    ("game", "seats", "actions", "told", "seen"),
    [("plic-plac", 3, 14, 1, 5), ("kaleidoscope", 2, 30, 0, 20)],
)
def test_all_that_is_seen_is_what_was_done(
    game: str, seats: int, actions: int, told: int, seen: int, tmp_path: Path
) -> None:
    """told: of these actions, those at the beginning that no camera can see."""
    camera = "rendered://?width=1640&height=1232&fps=8&seed=2"
    simulation = rehearsing.rehearse(game, camera, tmp_path, ManualClock(), seed=2, seats=seats)
    rehearsal = simulation.rehearsal
    try:
        while len(rehearsal.session.match.actions) < actions:
            rehearsal.step()
        verdict = rehearsal.verdict()
        assert verdict.wrong == ()
        assert verdict.checked >= seen
        sources = {line.source for line in rehearsal.session.page(None).story[told:]}
        assert sources.isdisjoint({"table", "clock"})  # nobody had to say what the eyes should have seen, or was late
    finally:
        simulation.source.close()
        simulation.journal.close()
