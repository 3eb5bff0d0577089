"""No secret of the settings is in a bundle, wherever an address or a key may hold it."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as at_most
from hypothesis import strategies as st

from companion.core.clock import ManualClock
from companion.core.shown_address import STRUCK, shown_address
from companion.core.text import Text
from companion.doctor.bundle import bundled
from companion.doctor.examination import examine
from companion.doctor.finding import Finding
from companion.doctor.secrets import striker_of
from companion.hardware.cues import RecordingCues
from companion.settings import Settings
from companion.table.journal import Journal
from companion.table.opening import open_session
from tests.core.toy import TOY, Options
from tests.doctor.conftest import Patient

PEM = "-----BEGIN PRIVATE KEY-----\nMIIgeheimnisvoll\n-----END PRIVATE KEY-----"


def packed(patient: Patient, found: tuple[Finding, ...] | None = None) -> dict[str, str]:
    """The bundle's parts; its names are parts, too."""
    subject = patient.subject()
    data = bundled(subject, examine(subject) if found is None else found)
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        parts = {name: file.read(name).decode() for name in file.namelist()}
        assert file.comment == b""
    return parts


def logs(patient: Patient, text: str) -> None:
    """What the system's log says of the program."""
    path = patient.folder / "log"
    path.write_text(text)
    script = patient.folder / "print-log"
    script.write_text(f"#!/bin/sh\ncat {path}\n")
    script.chmod(0o755)
    patient.on(log=(str(script),))


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("rtsp://ada:geheim@cam.local:554/live?key=7", "rtsp://cam.local:554/…"),
        ("http://cam.local/", "http://cam.local/"),
        ("HTTP://cam.local", "http://cam.local"),
        ("mqtts://ada:a@b@broker:8883", "mqtts://broker:8883"),
        ("mqtt://ada:a/b@broker", "mqtt://…"),
        ("mqtt://ada:a?b@broker", "mqtt://…"),
        ("http://[fe80::1]:80/x", "http://[fe80::1]:80/…"),
        ("http://cam local/", "http://…"),
        ("usb://0", "usb://0"),
        ("usb:///dev/video0", "usb:///dev/video0"),
        ("picamera2://0?token=abcd", "picamera2://0?…"),
        ("replay://ada:geheim@/films", "replay://…"),
        ("lamp://x", "lamp://…"),
        ("ada:geheim@cam", STRUCK),
    ],
)
def test_what_is_shown_of_an_address(address: str, shown: str) -> None:
    assert shown_address(address) == shown


SECRETS = st.text(st.characters(min_codepoint=33, max_codepoint=0x17F, categories=("L", "N", "P", "S")), min_size=8)
"""Passwords as people choose them, with all that separates an address's parts among them."""
HOSTS = st.sampled_from(["cam.example", "192.0.2.7", "[2001:db8::1]"])


@st.composite
def addresses(draw: st.DrawFn, schemes: tuple[str, ...], secrets: tuple[str, ...]) -> str:
    """An address that holds every secret somewhere, written out or escaped."""
    written = [draw(st.sampled_from([each, quote(each, safe="")])) for each in secrets]
    scheme, host, port = draw(st.sampled_from(schemes)), draw(HOSTS), draw(st.sampled_from(["", ":8080"]))
    places = [f"{each}@" for each in written], [f"/{each}" for each in written], [f"?k={each}" for each in written]
    kind = draw(st.integers(0, 4))
    if kind == 0:
        return f"{scheme}://{':'.join(written)}@{host}{port}"
    if kind == 1:
        return f"{scheme}://{host}{port}{''.join(places[1])}"
    if kind == 2:
        return f"{scheme}://{host}{port}/x?{'&'.join(f'k{n}={each}' for n, each in enumerate(written))}"
    if kind == 3:
        return f"{scheme}://{host}{port}/x#{'.'.join(written)}"
    return f"{scheme}://{written[0]}@{host}{port}/{written[-1]}?key={written[0]}"


@given(data=st.data())
@at_most(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_planted_secret_is_in_a_bundle(patient: Patient, data: st.DataObject) -> None:
    secrets = tuple(data.draw(st.lists(SECRETS, min_size=1, max_size=3, unique=True)))
    camera = data.draw(addresses(("http", "https", "rtsp", "htp"), secrets))
    broker = data.draw(addresses(("mqtt", "mqtts"), secrets))
    patient.settings = {"camera": camera, "broker": broker, "hardware": "none://"}
    words = f"{camera} does not answer, nor {broker}; {secrets[0]} is no password for ada."
    logs(patient, f"WARNING companion.camera: {words}\nhttp://{secrets[-1]}@elsewhere/\n")
    parts = packed(patient, (Finding(False, Text(fr=words, en=words), "camera"),))
    for secret in secrets:
        for form in {secret, quote(secret, safe=""), json.dumps(secret)[1:-1]}:
            for name, text in parts.items():
                assert form not in text, (name, form)


def test_what_a_bundle_holds(patient: Patient) -> None:
    logs(patient, "a line of the log\n")
    parts = packed(patient)
    assert set(parts) == {"findings.json", "versions.json", "settings.json", "journal.json", "log.txt"}
    assert {each["check"] for each in json.loads(parts["findings.json"])} >= {"camera", "journal", "versions"}
    assert set(json.loads(parts["versions.json"])) >= {"companion", "python", "opencv", "numpy", "system"}
    assert json.loads(parts["settings.json"])["camera"] == "usb://0"
    assert json.loads(parts["journal.json"]) == {"there": False}
    assert parts["log.txt"] == "a line of the log\n"


def test_a_running_match_gives_away_neither_names_nor_notes_nor_pictures(patient: Patient) -> None:
    journal = Journal(patient.data / "journal.sqlite", ManualClock())
    session = open_session(journal, RecordingCues(), TOY, 2, Options(rounds=2), ("Clothilde", "Bartholomé"))
    session.write_note(0, "le mot est lanterne")
    logs(patient, "Clothilde sat down\nBartholomé, too\nClothildes is another word\n")
    parts = packed(patient)
    journal.close()
    told = json.loads(parts["journal.json"])
    assert told["matches"] == {"toy": 1}
    assert sum(told["entries"].values()) == 1
    for secret in ("lanterne", "Clothilde ", "Bartholomé", 'Clothilde"'):
        assert all(secret not in text for text in parts.values()), secret
    assert parts["log.txt"] == "… sat down\n…, too\nClothildes is another word\n"


def test_keys_and_passwords_of_settings_to_come_are_struck_out() -> None:
    class Wider(Settings):
        broker_password: str = "geheimnisvoll"
        club: dict[str, Any] = {"tls_key": PEM, "list": ["http://a:geheimnisvoll@b/"]}  # noqa: RUF012
        text: str = PEM

    wider = Wider()
    assert striker_of(wider).line("it is geheimnisvoll indeed") == f"it is {STRUCK} indeed"
    assert "MII" not in striker_of(wider).line(f"key: {PEM}")
    from companion.doctor.secrets import shown_settings

    assert "geheimnisvoll" not in json.dumps(shown_settings(wider))


def test_the_home_folder_is_not_named(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada-lovelace"))
    patient.settings["data"] = "/home/ada-lovelace/games"
    assert all("ada-lovelace" not in text for text in packed(patient).values())


def test_without_a_log_the_bundle_is_made_all_the_same(patient: Patient) -> None:
    patient.on(log=("/no/such/program",))
    assert packed(patient)["log.txt"] == "no log: FileNotFoundError\n"
