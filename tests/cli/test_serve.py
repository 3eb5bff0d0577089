"""`companion serve`: a table whose camera fails goes on, and one that was cut off is taken up again."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import wiring
from companion.camera.source import SourceEnded, SourceFailed
from companion.cli.serve import PHONES_GO_ON, RECORDING_OVER, watch
from companion.core.clock import ManualClock
from companion.core.text import Text

UNPLUGGED = Text(fr="La caméra ne répond plus.", en="The camera no longer answers.")


@dataclass
class Raising:
    """A referee whose camera does this."""

    error: Exception

    def run(self, stop: threading.Event) -> None:
        stop.set()
        raise self.error


def opened(data: Path, *, resume: bool) -> wiring.Table:
    frames = data / "frames"
    frames.mkdir(exist_ok=True)
    cv2.imwrite(str(frames / "0.png"), np.full((120, 160, 3), 90, np.uint8))
    names = ("Ada", "Basile", "Chloé")
    return wiring.open_table(
        "kaplan", f"replay://{frames}", data, ManualClock(), names=names, options={"bluff": True}, resume=resume
    )


@pytest.mark.parametrize(
    ("error", "notice"),
    [(SourceFailed(UNPLUGGED), UNPLUGGED + PHONES_GO_ON), (SourceEnded(), RECORDING_OVER)],
    ids=["unplugged", "over"],
)
def test_a_camera_that_stops_does_not_end_the_game(tmp_path: Path, error: Exception, notice: Text) -> None:
    table = opened(tmp_path, resume=False)
    table.referee = Raising(error)  # type: ignore[assignment]
    watch(table, threading.Event())
    assert table.session.page(None).notice == notice


def test_a_recording_is_watched_to_its_end(tmp_path: Path) -> None:
    table = opened(tmp_path, resume=False)
    with pytest.raises(SourceEnded):
        table.referee.run(threading.Event())


def test_the_last_match_is_taken_up_with_its_options_and_seats(tmp_path: Path) -> None:
    first = opened(tmp_path, resume=False)
    first.session.play(first.session.match.state.chance_outcomes()[5][0], "table")
    first.journal.close()
    again = opened(tmp_path, resume=True)
    assert again.session.match == first.session.match
    assert again.session.number == first.session.number
    fresh = opened(tmp_path, resume=False)
    assert (fresh.session.number, fresh.session.match.actions) == (2, ())
