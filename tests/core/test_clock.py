"""The machine's clock, as it runs and sped up; the machine's own time is made up here."""

from __future__ import annotations

import pytest

from companion.core.clock import FasterClock, SystemClock


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the machine's clock says, the last one now; sleeping moves it."""
    says = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: says[-1])
    monkeypatch.setattr("time.sleep", lambda duration_s: says.append(says[-1] + duration_s))
    return says


def test_the_machines_clock_says_the_machines_time(machine: list[float]) -> None:
    clock = SystemClock()
    before_s = clock.now_s()
    clock.wait_s(2.5)
    clock.wait_s(-1.0)
    assert clock.now_s() - before_s == 2.5


@pytest.mark.parametrize("speed", [0.5, 1.0, 8.0])
def test_a_faster_clock_runs_and_waits_faster(machine: list[float], speed: float) -> None:
    clock = FasterClock(speed)
    machine.append(machine[-1] + 3.0)
    assert clock.now_s() == 3.0 * speed
    clock.wait_s(4.0)
    assert machine[-1] == 103.0 + 4.0 / speed
    assert clock.now_s() == 3.0 * speed + 4.0


@pytest.mark.parametrize("speed", [0.0, -1.0])
def test_time_does_not_stand_still_or_run_backwards(speed: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        FasterClock(speed)
