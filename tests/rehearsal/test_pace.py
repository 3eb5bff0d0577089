"""A demo is never quiet for long: in table time, between two things that can be seen on the table or its pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import catalog
from tests.rehearsal.test_held_seats import STEP_S, Demo

pytestmark = pytest.mark.whole

QUIET_S = 15.0
"""At most, while no real person is waited for."""
SHOWN_S = 300.0
"""How much of a demo is looked at: several turns of each game, with its set-up."""
SEEDS = (1, 2)


def longest_quiet_s(demo: Demo) -> float:
    """The longest time in which no hand came or went, nothing on the table moved, and nothing was told. Real people
    answer at once."""
    session, quiet_s, longest_s, before = demo.session, 0.0, 0.0, (0, 0)
    while session.match.state.scores is None and demo.clock.now_s() < SHOWN_S:
        for seat in sorted(demo.held):
            if demo.waits_for(seat):
                demo.tapped(seat)
        demo.go_on(most_s=STEP_S)
        now = demo.world.snapshot().revision, len(session.match.actions)
        quiet_s = 0.0 if now != before else quiet_s + STEP_S
        longest_s, before = max(longest_s, quiet_s), now
    assert len(session.match.actions) > 0
    return longest_s


@pytest.mark.parametrize("told", [True, False], ids=["seen", "unseen"])
@pytest.mark.parametrize("held", [(), (0,), (0, 1)], ids=["nobody", "one", "two"])
@pytest.mark.parametrize("key", catalog.game_keys())
def test_something_happens_every_fifteen_seconds(key: str, held: tuple[int, ...], told: bool, tmp_path: Path) -> None:
    """Whatever the camera sees of it: what it does not see is told by whoever did it, or done again."""
    for seed in SEEDS:
        (tmp_path / str(seed)).mkdir()
        demo = Demo(key, tmp_path / str(seed), seed, told=told)
        demo.held.update(held)
        assert longest_quiet_s(demo) <= QUIET_S, seed
        demo.journal.close()
