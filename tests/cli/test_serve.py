"""`companion serve`: a table whose camera fails goes on, and one that was cut off is taken up again."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import wiring
from companion.camera.source import SourceEnded, SourceFailed
from companion.cli import run
from companion.cli.serve import PHONES_GO_ON, RECORDING_OVER, watch
from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import ManualClock, SystemClock
from companion.core.errors import Unreadable
from companion.core.partner_seats import PartnerSeat
from companion.core.text import Text, typeset
from companion.evening import RunningMatch
from companion.hardware.box_device import AWAY
from companion.hardware.cues import RecordingCues
from companion.hardware.pins import Pins
from companion.settings import load_settings
from companion.web.at_the_table import PRESSES
from tests.web.conftest import browser
from tests.web.evenings import match_of

UNPLUGGED = Text(fr="La caméra ne répond plus.", en="The camera no longer answers.")


@dataclass
class Raising:
    """A referee whose camera does this."""

    error: Exception

    def run(self, stop: threading.Event, beat: Callable[[], None]) -> None:
        stop.set()
        raise self.error


def opened(data: Path, *, resume: bool) -> RunningMatch:
    frames = data / "frames"
    frames.mkdir(exist_ok=True)
    cv2.imwrite(str(frames / "0.png"), np.full((120, 160, 3), 90, np.uint8))
    names = ("Ada", "Basile", "Chloé")
    return match_of(
        wiring.open_table(
            "kaplan", f"replay://{frames}", data, ManualClock(), names=names, options={"bluff": True}, resume=resume
        )
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
    first.setting.journal.close()
    again = opened(tmp_path, resume=True)
    assert again.session.match == first.session.match
    assert again.session.number == first.session.number
    fresh = opened(tmp_path, resume=False)
    assert (fresh.session.number, fresh.session.match.actions) == (2, ())


def test_a_seat_is_given_to_the_partner_from_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[RunningMatch] = []

    def watch_once(match: RunningMatch, stop: threading.Event, beat: object) -> None:
        seen.append(match)
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["companion.cli.serve"], "watch", watch_once)
    assert serve_karo(tmp_path, "--partner", "Robot=beginner:3") == 0
    assert seen[0].session.partner_seats.seats == {1: PartnerSeat("beginner", 3.0)}


@pytest.mark.parametrize("partner", ["Robot", "Robot=", "Eve=strong", "Robot=strong:", "Robot=strong:x", "=strong"])
def test_a_partner_that_is_not_understood(tmp_path: Path, partner: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert serve_karo(tmp_path, "--partner", partner) == 2
    assert partner in capsys.readouterr().err


@pytest.mark.parametrize(("partner", "named"), [("Robot=god", "god"), ("Robot=strong:99", "99")])
def test_a_partner_that_cannot_be(tmp_path: Path, partner: str, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert serve_karo(tmp_path, "--partner", partner) == 2
    said = capsys.readouterr().err
    assert named in said
    assert len(said.splitlines()) == 1


def serve_karo(folder: Path, *more: str) -> int:
    frames, settings = folder / "frames", folder / "companion.toml"
    frames.mkdir()
    cv2.imwrite(str(frames / "0.png"), np.full((120, 160, 3), 90, np.uint8))
    settings.write_text(f'data = "{folder}"\nhost = "127.0.0.1"\ncamera = "replay://{frames}"\nport = 0\n')
    return run(["serve", "karo", "--players", "Ada,Robot", "--settings", str(settings), *more])


def test_a_box_that_is_not_plugged_in_stops_no_game_and_the_page_says_so(tmp_path: Path) -> None:
    clock = SystemClock()
    device = wiring.open_device("serial:///dev/there-is-no-such-port", Pins(), clock)
    cv2.imwrite(str(tmp_path / "0.png"), np.full((120, 160, 3), 90, np.uint8))
    table = wiring.open_table(
        "karo",
        f"replay://{tmp_path}",
        tmp_path,
        clock,
        names=("Ada", "Basile"),
        options={},
        resume=False,
        device=device,
    )
    session = match_of(table).session
    revision = session.revision
    while session.page(None).hardware is None:
        revision = session.wait(revision, 20.0)
    page = table.app.test_client().get("/", headers={"Accept-Language": "fr"}).text
    assert typeset(AWAY.fr) in page.replace("\u00a0", " ")
    session.play(session.match.state.legal_actions()[0], "table")
    assert len(session.match.actions) == 1
    device.close()
    table.close()


def test_a_cafes_table_has_a_hosts_code_and_hears_its_buttons(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text('manner = "cafe"')
    manner = load_settings(tmp_path / "companion.toml").manner
    device, clock = RecordingCues(), ManualClock()
    frames = tmp_path / "frames"
    frames.mkdir()
    cv2.imwrite(str(frames / "0.png"), np.full((120, 160, 3), 90, np.uint8))
    table = wiring.open_table(
        "kaplan", f"replay://{frames}", tmp_path, clock,
        names=("Ada", "Basile"), options={}, resume=False, device=device, manner=manner,
    )  # fmt: skip
    assert table.code is not None
    phone = browser(table.app)
    phone.post("/host/button")
    for _ in range(PRESSES):
        device.press(ButtonPress(1, clock.now_s()))
    assert "Vous êtes l’hôte" in phone.get("/host").text


def test_another_manner_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text('manner = "pub"')
    with pytest.raises(Unreadable, match="manner"):
        load_settings(tmp_path / "companion.toml")
