"""TLS to a real broker: a certificate that is good, and every one that is not, each in its own sentence."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.club.mqtt_link import MqttLink
from companion.core.errors import Unreadable
from tests.club.conftest import PATIENCE_S, Mosquitto, need_mosquitto
from tests.club.test_link import Side


class Authority:
    """An authority of the test's own, which makes certificates for brokers."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder, self.shown = folder, folder / "ca.pem"
        self._key = folder / "ca.key"
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=The café",
                "-keyout", self._key, "-out", self.shown)  # fmt: skip

    def vouches(self, name: str = "DNS:localhost", days: int = 30) -> tuple[str, str]:
        """Mosquitto's lines for a certificate of that name, over after `days` days."""
        asked, key, shown, names = (self._folder / each for each in ("asked", "key.pem", "shown.pem", "names"))
        names.write_text(f"subjectAltName={name}\n")
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=broker", "-keyout", key, "-out", asked)
        openssl("x509", "-req", "-in", asked, "-CA", self.shown, "-CAkey", self._key, "-CAcreateserial",
                "-days", days, "-extfile", names, "-out", shown)  # fmt: skip
        return f"certfile {shown}", f"keyfile {key}"


def openssl(*words: object) -> None:
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    need_mosquitto()
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    return Authority(tmp_path / "authority")


StartBroker = Callable[..., Mosquitto]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[StartBroker]:
    """Starts a broker with these lines in its settings; it ends with the test."""
    started: list[Mosquitto] = []

    def one(*lines: str) -> Mosquitto:
        broker = Mosquitto(tmp_path, *lines)
        started.append(broker)
        broker.start()
        return broker

    yield one
    for broker in started:
        broker.stop()


def told(link: MqttLink) -> str:
    """The one sentence about a broker that is not reached, in English."""
    side = Side(link)
    said = side.down.get(timeout=PATIENCE_S)
    link.close()
    assert said.fr != said.en
    assert said.en.count(". ") == 0
    return said.en


def test_a_broker_of_an_authority_that_the_settings_name_is_reached(authority: Authority, start: StartBroker) -> None:
    broker = start(*authority.vouches())
    side = Side(MqttLink(f"mqtts://localhost:{broker.port}", authority.shown), "root/+/state").reached()
    side.link.publish("root/a/state", b"secured")
    assert side.next() == ("root/a/state", b"secured")
    side.link.close()


def test_another_authority(authority: Authority, start: StartBroker, tmp_path: Path) -> None:
    broker, other = start(*authority.vouches()), Authority(tmp_path / "other")
    address = f"mqtts://ada:geheim@localhost:{broker.port}"
    for own in (other.shown, None):
        said = told(MqttLink(address, own))
        assert said.startswith(f"The certificate of the broker mqtts://localhost:{broker.port} comes from an authority")
        assert "“broker_ca”" in said


def test_a_certificate_that_has_expired(authority: Authority, start: StartBroker) -> None:
    broker = start(*authority.vouches(days=-1))
    said = told(MqttLink(f"mqtts://localhost:{broker.port}", authority.shown))
    assert "has expired; renew it at the broker" in said


@pytest.mark.parametrize(("name", "host"), [("DNS:broker.example", "localhost"), ("IP:192.0.2.1", "127.0.0.1")])
def test_a_certificate_of_another_host(authority: Authority, start: StartBroker, name: str, host: str) -> None:
    broker = start(*authority.vouches(name))
    said = told(MqttLink(f"mqtts://{host}:{broker.port}", authority.shown))
    assert "is another machine's; write “broker” with the name that stands in it" in said


def test_a_broker_without_tls(authority: Authority, start: StartBroker) -> None:
    broker = start()
    said = told(MqttLink(f"mqtts://localhost:{broker.port}", authority.shown))
    assert "does not" in said
    assert "port" in said or "address" in said


def test_a_broker_that_renews_its_certificate_is_found_again(authority: Authority, start: StartBroker) -> None:
    broker = start(*authority.vouches(days=-1))
    side = Side(MqttLink(f"mqtts://localhost:{broker.port}", authority.shown))
    assert "expired" in side.down.get(timeout=PATIENCE_S).en
    broker.stop()
    authority.vouches()
    broker.start()
    side.reached()
    side.link.close()


def test_an_authority_that_is_none_is_said_before_anything_starts(tmp_path: Path) -> None:
    pytest.importorskip("paho.mqtt.client")
    empty = tmp_path / "ca.pem"
    empty.write_text("no certificate")
    for file, words in ((empty, "holds no certificate"), (tmp_path / "missing.pem", "cannot be read (No such file")):
        with pytest.raises(Unreadable) as refused:
            MqttLink("mqtts://localhost", file)
        assert words in refused.value.what.en
        assert str(file) in refused.value.what.en
