"""A port that is taken, a machine on no network, a broker that does not answer, certificates that are not trusted."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.club.mqtt_link import MqttLink
from tests.doctor.conftest import Patient


def test_a_port_that_is_taken(patient: Patient) -> None:
    with socket.create_server(("0.0.0.0", 0)) as other:
        port = other.getsockname()[1]
        patient.settings["port"] = port
        found = patient.finding("port")
    assert found.ok is False
    assert f"0.0.0.0:{port} does not open" in found.say.en
    assert found.say.en.endswith("choose another port.")
    assert patient.finding("port").ok is True, "it is free again"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_page_for_this_machine_only(patient: Patient, host: str) -> None:
    patient.settings["host"] = host
    assert patient.finding("address").ok is False
    assert "set “host” to 0.0.0.0" in patient.finding("address").say.en


@pytest.mark.parametrize("address", ["http://127.0.1.1:8080/", "http://raspberrypi:8080/"])
def test_a_machine_on_no_network(patient: Patient, address: str) -> None:
    patient.on(address=lambda port: address)
    assert patient.finding("address").ok is False
    assert "plug in a cable" in patient.finding("address").say.en


def test_the_address_that_the_settings_name_for_phones(patient: Patient) -> None:
    patient.settings["address"] = "http://table.lan:8080/"
    assert "http://table.lan:8080/" in patient.finding("address").say.en


def test_an_address_for_phones(patient: Patient) -> None:
    patient.settings["port"] = 8080
    found = patient.finding("address")
    assert (found.ok, found.say.en) == (True, "Phones of the same network open http://192.168.1.7:8080/.")


def test_a_broker_that_does_not_answer(patient: Patient) -> None:
    patient.link = MqttLink
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        patient.settings["broker"] = f"mqtt://ada:geheim@127.0.0.1:{deaf.getsockname()[1]}"
        found = patient.finding("broker")
    assert found.ok is False
    assert "does not answer; check its address" in found.say.en
    assert "geheim" not in found.say.en


def test_no_broker_is_no_fault(patient: Patient) -> None:
    patient.settings["broker"] = None
    assert (patient.finding("broker").ok, patient.finding("certificate").ok) == (None, None)


# Certificates ------------------------------------------------------------------------------------------


def certificate(folder: Path, days: int) -> tuple[Path, Path]:
    """A certificate of localhost that vouches for itself, and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    shown, key = folder / f"shown-{days}.pem", folder / f"key-{days}.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", str(days), "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(shown)],
        check=True, capture_output=True,
    )  # fmt: skip
    return shown, key


@pytest.fixture
def secured(tmp_path: Path) -> Iterator[object]:
    """A function that starts a TLS server on loopback, whose certificate ends in `days` days; its port, and the
    certificate's file."""
    opened: list[socket.socket] = []

    def serve(days: int) -> tuple[int, Path]:
        shown, key = certificate(tmp_path, days)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(shown, key)
        listener = socket.create_server(("127.0.0.1", 0))
        opened.append(listener)

        def answer() -> None:
            while True:
                try:
                    plain, _ = listener.accept()
                except OSError:
                    return
                with suppress(OSError), plain, context.wrap_socket(plain, server_side=True) as talk:
                    talk.recv(1)

        threading.Thread(target=answer, daemon=True).start()
        return listener.getsockname()[1], shown

    yield serve
    for listener in opened:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def trusting(authority: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(authority))


@pytest.fixture
def today(patient: Patient) -> None:
    import time

    patient.on(now_s=time.time)


@pytest.mark.usefixtures("today")
def test_a_certificate_that_is_good(patient: Patient, secured: object) -> None:
    port, authority = secured(90)  # type: ignore[operator]
    patient.settings["broker"] = f"mqtts://ada:geheim@localhost:{port}"
    patient.on(trusts=lambda: trusting(authority))
    found = patient.finding("certificate")
    assert found.ok is True
    assert found.say.en == "The certificate of the broker localhost is good for 89 more days."


@pytest.mark.usefixtures("today")
def test_a_certificate_that_expires_soon(patient: Patient, secured: object) -> None:
    port, authority = secured(3)  # type: ignore[operator]
    patient.settings["broker"] = f"mqtts://localhost:{port}"
    patient.on(trusts=lambda: trusting(authority))
    found = patient.finding("certificate")
    assert found.ok is False
    assert "expires in 2 days; renew it before" in found.say.en


def test_a_certificate_that_nobody_vouches_for(patient: Patient, secured: object) -> None:
    port, _ = secured(90)  # type: ignore[operator]
    patient.settings["broker"] = f"mqtts://localhost:{port}"
    found = patient.finding("certificate")
    assert found.ok is False
    assert "comes from an authority that is not known here" in found.say.en


@pytest.mark.usefixtures("today")
def test_a_certificate_whose_authority_the_settings_name(patient: Patient, secured: object) -> None:
    port, authority = secured(90)  # type: ignore[operator]
    patient.settings["broker"] = f"mqtts://localhost:{port}"
    patient.settings["broker_ca"] = authority
    assert patient.finding("certificate").ok is True
    patient.settings["broker_ca"] = authority.with_name("missing.pem")
    assert "“broker_ca”" in patient.finding("certificate").say.en


def test_a_certificate_of_another_name(patient: Patient, secured: object) -> None:
    port, authority = secured(90)  # type: ignore[operator]
    patient.settings["broker"] = f"mqtts://127.0.0.1:{port}"
    patient.on(trusts=lambda: trusting(authority))
    found = patient.finding("certificate")
    assert found.ok is False
    assert "127.0.0.1" in found.say.en


def test_a_broker_that_shows_none(patient: Patient) -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        patient.settings["broker"] = f"mqtts://127.0.0.1:{deaf.getsockname()[1]}"
        assert patient.finding("certificate").ok is None
