"""A table that holds the data folder already, and a second one whose person wants it stopped."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.cli import owning
from companion.cli.owning import own
from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from tests.table.test_folder import other_owner


@pytest.fixture(autouse=True)
def _wanted_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owning, "_asked", lambda what: True)


def test_a_table_of_another_users_is_not_stopped_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(pid: int, number: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(owning, "os", SimpleNamespace(kill=refused))
    with other_owner(tmp_path) as other:
        with pytest.raises(Unreadable) as told:
            own(tmp_path, "companion serve", ManualClock())
        assert other.poll() is None
    assert f"Process {other.pid} belongs to another user and goes on" in told.value.what.en
    assert "--data" in told.value.what.fr


def test_a_table_that_has_ended_by_itself_meanwhile_leaves_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with other_owner(tmp_path) as other:

        def gone(pid: int, number: int) -> None:
            other.kill()
            other.wait()
            raise ProcessLookupError(3, "No such process")

        monkeypatch.setattr(owning, "os", SimpleNamespace(kill=gone))
        own(tmp_path, "companion serve", ManualClock()).close()
