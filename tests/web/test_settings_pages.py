"""The host's page of settings: a match goes on, whatever is changed, and nothing is saved that would not load."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion import wiring
from companion.camera.source import ClosedAtEnd, Frame, FrameSource
from companion.cli.live_settings import OPENS, changing
from companion.cli.serve import watch
from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import Clock, ManualClock
from companion.core.errors import Unreadable
from companion.core.text import same
from companion.evening import Evening
from companion.hardware.cues import RecordingCues
from companion.hardware.exchangeable import ExchangeableDevice
from companion.settings import Settings, load_settings
from companion.settings_file import SettingsFile
from companion.web.addresses import Addresses
from tests.web.evenings import Phone, match_of

FILE = """# our table, beside the window
camera = "rtsp://ada:s3cret-word@cam.local/live"
names = ["table.lan"]  # the router's name

[pins]
buzzer = 12
"""


class Camera(ClosedAtEnd):
    """A camera that shows one grey; `seen` is set by its first picture."""

    full_size_xy = (640, 480)

    def __init__(self, address: str, clock: Clock) -> None:
        self.address, self._clock, self.closed, self.seen = address, clock, False, threading.Event()

    def small(self) -> Frame:
        self.seen.set()
        self._clock.wait_s(0.1)
        return Frame(np.full((480, 640, 3), 90, np.uint8), self._clock.now_s(), 0)

    full = small

    def close(self) -> None:
        self.closed = True


class Box(RecordingCues):
    """Buttons and lights at an address; those at "busy" do not open."""

    def __init__(self, address: str) -> None:
        super().__init__()
        if "busy" in address:
            raise Unreadable("hardware.busy", same("busy"))
        self.address, self.closed = address, False

    def close(self) -> None:
        self.closed = True


class Table:
    """An evening with a settings file, cameras and boxes of our own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock, self.path = ManualClock(), folder / "companion.toml"
        self.path.write_text(FILE, encoding="utf-8")
        self.cameras: list[Camera] = []
        self.boxes: list[Box] = []
        monkeypatch.setattr(wiring, "watched_camera", lambda address, clock: self._checked(address, clock)())
        monkeypatch.setattr("companion.cli.live_settings.OPENS", replace(OPENS, camera=self._checked, device=self._box))
        used = load_settings(self.path)
        self.device = ExchangeableDevice(lambda: self._box(used, self.clock))
        self.addresses = Addresses(8080)
        self.evening = wiring.open_table(
            None, used.camera, folder / "data", self.clock, device=self.device, called=used.names,
            addresses=self.addresses, settings=used,
            changing=changing(SettingsFile(self.path), used, self.clock, self.device, self.addresses),
        )  # fmt: skip
        self.evening.lobby.testing = True

    def _checked(self, address: str, clock: Clock) -> Callable[[], FrameSource]:
        wiring.checked_camera(address, clock)  # the real check, and a camera that is not real
        return lambda: self._camera(address)

    def _camera(self, address: str) -> Camera:
        assert all(each.closed for each in self.cameras), "the first is closed before the second is opened"
        self.cameras.append(Camera(address, self.clock))
        return self.cameras[-1]

    def _box(self, settings: Settings, clock: Clock) -> Box:
        assert all(each.closed for each in self.boxes)
        self.boxes.append(Box(settings.hardware))
        return self.boxes[-1]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    table = Table(tmp_path, monkeypatch)
    yield table
    table.evening.close()


def play(evening: Evening) -> tuple[Phone, Phone]:
    """A match of Leprechauns between two phones, the first of them the host's."""
    ada, bob = Phone(evening, "Ada"), Phone(evening, "Bob")
    ada.tap("/lobby/game", game="leprechauns")
    assert ada.tap("/lobby/begin").status_code == 204
    match_of(evening).app.testing = True
    return ada, bob


def test_the_match_goes_on_with_another_camera_and_in_another_language(table: Table) -> None:
    evening = table.evening
    ada, bob = play(evening)
    before = match_of(evening)
    actions, seats = before.session.match.actions, dict(before.phones.seats)
    watcher = threading.Thread(target=evening.follow, args=(lambda match: watch(match, match.stop),))
    watcher.start()
    try:
        assert table.cameras[0].seen.wait(60)
        ada.go("/settings")
        assert ada.tap("/settings", camera="none://", language="en").headers["HX-Redirect"] == "/settings?done=saved"
        assert [each.address for each in table.cameras][1:] == ["none://"]
        assert table.cameras[0].closed
        assert table.cameras[1].seen.wait(60), "the same match is watched through the new camera"
        after = match_of(evening)
        assert after is not before
        assert after.session is before.session
        assert (after.session.match.actions, dict(after.phones.seats)) == (actions, seats)
        assert "Bob" in bob.go("/here")
        assert '<html lang="en">' in Phone(evening).go("/")
        assert "Settings changed: the language, the camera." in ada.go("/")
    finally:
        evening.end()
        watcher.join()


def test_remarks_stay_and_a_hidden_password_is_kept(table: Table) -> None:
    ada, _ = play(table.evening)
    shown = ada.go("/settings")
    assert "s3cret" not in shown
    assert "rtsp://cam.local/…" in shown
    assert ada.tap("/settings", camera="", names="table.lan, other.lan", language="en", broker="").status_code == 204
    assert table.path.read_text() == (
        FILE.replace('["table.lan"]', '["table.lan", "other.lan"]').replace("\n\n[pins]", '\nlanguage = "en"\n\n[pins]')
    )
    assert len(table.cameras) == 1, "what does not change is left in peace"
    assert ada.get("/", Host="other.lan").status_code == 200
    ada.tap("/settings", names="table.lan")
    assert ada.get("/", Host="other.lan").status_code == 421


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"camera": "rtps://bob:t0psecret@cam/live"}, "rtps://…: there is no such kind of camera"),
        ({"camera": "none://x"}, "write none:// alone"),
        ({"names": "http://table.lan"}, "“names” makes no sense"),
        ({"broker": "mqtt://bob:t0psecret@"}, "The broker's address makes no sense"),
        ({"broker": "sim://broker", "table": ""}, "What is this table called?"),
        ({"hardware": "serial://busy"}, "busy"),
    ],
)
def test_a_mistake_is_one_sentence_and_changes_nothing(table: Table, form: dict[str, str], says: str) -> None:
    ada, _ = play(table.evening)
    ada.go("/settings?lang=en")
    before = match_of(table.evening)
    answer = ada.tap("/settings", **form)
    text = answer.get_data(as_text=True)
    assert answer.status_code == 400
    assert says in text.replace("’", "'")
    assert "t0psecret" not in text
    assert table.path.read_text() == FILE
    assert match_of(table.evening) is before
    assert not table.cameras[-1].closed
    assert not table.boxes[-1].closed, "the box of before is there again"


def test_a_file_that_cannot_be_written_changes_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _ = play(table.evening)
    ada.go("/settings?lang=en")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    answer = ada.tap("/settings", camera="none://", hardware="serial:///dev/other")
    assert answer.status_code == 409
    assert "the disk is full" in answer.get_data(as_text=True)
    assert table.path.read_text() == FILE
    assert [each.name for each in table.path.parent.iterdir() if each.name.endswith(".part")] == []
    assert len(table.cameras) == 1
    assert [each.address for each in table.boxes] == ["none://", "serial:///dev/other", "none://"]


def test_other_buttons_are_heard_at_once(table: Table) -> None:
    ada, _ = play(table.evening)
    table.boxes[-1].tell(same("The box is gone."))
    ada.go("/settings")
    ada.tap("/settings", hardware="serial:///dev/other")
    assert "The box is gone." not in ada.go("/"), "what was wrong with the first is wrong no longer"
    heard: list[ButtonPress] = []
    match_of(table.evening).__dict__["hears"] = heard.append
    table.boxes[-1].press(ButtonPress(0, 1.0))
    assert len(heard) == 1


def test_a_file_that_was_changed_by_hand_is_read_again_and_what_waits_is_said(table: Table) -> None:
    ada, _ = play(table.evening)
    table.path.write_text(FILE.replace("live", "other") + "[pins.x]\n")
    ada.go("/settings?lang=en")
    assert ada.tap("/settings/reload").status_code == 400
    assert len(table.cameras) == 1, "the table runs on as it did"
    table.path.write_text("port = 81\n" + FILE.replace("live", "other"))
    assert ada.tap("/settings/reload").status_code == 204
    assert table.cameras[-1].address.endswith("/other")
    shown = ada.go("/settings")
    assert "counts from the next start: port" in shown
    assert "Restart the table" not in shown, "nobody would start it"


def test_only_the_host_sets_the_table_in_the_lobby_and_in_a_match(table: Table) -> None:
    guest = Phone(table.evening)
    ada = Phone(table.evening, "Ada")
    bob = Phone(table.evening, "Bob")
    assert 'href="/settings"' in ada.go("/join")
    assert 'href="/settings"' not in bob.go("/join")
    guest.go("/")
    for phone in (bob, guest):
        assert phone.get("/settings").status_code in (303, 403)
        assert phone.tap("/settings", camera="none://").status_code == 403
    assert ada.tap("/settings", camera="none://").status_code == 204
    assert load_settings(table.path).camera == "none://"


def test_who_uses_the_wrong_page_restarts_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(os, "kill", lambda pid, number: ended.append(pid))
    ada, _ = play(table.evening)
    ada.go("/settings")
    assert ada.tap("/settings/restart").status_code == 404
    assert ended == []


@pytest.mark.parametrize(("whose", "offered"), [("its own", True), ("a desktop's", False), ("nobody's", False)])
def test_a_restart_is_offered_only_where_the_table_is_the_process_that_systemd_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whose: str, offered: bool
) -> None:
    """A desktop's session is systemd's, too, and tells all that is started in it by hand so."""
    ended = threading.Event()
    monkeypatch.setattr(os, "kill", lambda pid, number: ended.set())
    monkeypatch.setattr("companion.evening.changing.ANSWERED_S", 0.0)
    monkeypatch.setenv("INVOCATION_ID", "5a1f")
    monkeypatch.delenv("SYSTEMD_EXEC_PID", raising=False)
    if whose != "nobody's":
        monkeypatch.setenv("SYSTEMD_EXEC_PID", str(os.getpid() if whose == "its own" else os.getppid()))
    table = Table(tmp_path, monkeypatch)
    try:
        ada, _ = play(table.evening)
        ada.go("/settings")
        assert (ada.tap("/settings/restart").status_code != 404) is offered
        assert ended.wait(30 if offered else 0) is offered
    finally:
        table.evening.close()
