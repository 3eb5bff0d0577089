"""Where phones find the table: what is said, what a phone has shown, and the networks of the machine."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from werkzeug.test import Client

from companion.core.errors import Unreadable
from companion.settings import load_settings
from companion.web import addresses as module
from companion.web.addresses import Addresses, local_addresses
from companion.web.safety import own_names
from tests.web.evenings import Phone, opened

PHONE = {"REMOTE_ADDR": "192.168.1.9", "SERVER_NAME": "192.168.1.7"}
OWN_BROWSER = {"REMOTE_ADDR": "127.0.0.1", "SERVER_NAME": "127.0.0.1"}
TWO = ("192.168.1.7", "10.42.0.1")


def here(**more: str) -> Addresses:
    return Addresses(8080, local=lambda: TWO, **more)


def networks(monkeypatch: pytest.MonkeyPatch, **found: str) -> None:
    monkeypatch.setattr(module, "_interfaces", lambda: tuple(found))
    monkeypatch.setattr(module, "_address_of", found.get)


def test_every_network_is_offered() -> None:
    assert here().all == ("http://192.168.1.7:8080/", "http://10.42.0.1:8080/")


def test_the_name_is_offered_before_a_phone_has_used_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.addresses.AVAHI", tmp_path / "socket")
    monkeypatch.setattr("companion.web.addresses.AVAHI_SETTINGS", tmp_path / "avahi-daemon.conf")
    known = here()
    assert not any(".local" in each for each in known.all), "nobody answers to it"
    (tmp_path / "socket").touch()
    assert known.all[-1] == f"http://{socket.gethostname().partition('.')[0].lower()}.local:8080/"
    (tmp_path / "avahi-daemon.conf").write_text("[server]\n#host-name=foo\nhost-name=Salon\n")
    assert known.all[-1] == "http://salon.local:8080/"
    assert "salon.local" in own_names()
    known.reached("salon.local")
    assert known.best == "http://salon.local:8080/"


def test_what_the_settings_say_is_obeyed() -> None:
    assert here(fixed="http://table.lan").all == ("http://table.lan/",)
    assert here(host="10.0.0.3").all == ("http://10.0.0.3:8080/",)


def test_the_address_that_a_phone_has_used_comes_first() -> None:
    found = here()
    found.reached("10.42.0.1")
    found.reached("raspberrypi.local")
    assert [each.split("/")[2] for each in found.all] == [
        "10.42.0.1:8080",
        "raspberrypi.local:8080",
        "192.168.1.7:8080",
    ]


def test_tunnels_and_machines_within_are_no_network_of_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    networks(monkeypatch, lo="127.0.0.1", eth0="192.168.1.7", wlan0="10.42.0.1", tun0="10.8.0.2", docker0="172.17.0.1")
    assert local_addresses() == ("10.42.0.1", "192.168.1.7")
    networks(monkeypatch, lo="127.0.0.1", wg0="10.8.0.2")
    monkeypatch.setattr(module, "_towards_the_world", lambda: ("10.8.0.2",))
    assert local_addresses() == ("10.8.0.2",)  # better than nothing


def test_the_wall_learns_from_a_phone_which_address_works(tmp_path: Path) -> None:
    evening = opened(tmp_path, addresses=here(), called=("table.lan",))
    wall, far = Phone(evening), Client(evening)
    assert "http://192.168.1.7:8080<wbr>/join</strong>" in wall.go("/")
    far.get("/", base_url="http://evil.example:8080", environ_overrides=PHONE)
    assert "http://192.168.1.7:8080<wbr>/join</strong>" in wall.go("/")  # a name that is not ours teaches nothing
    far.get("/", base_url="http://table.lan:8080", environ_overrides=OWN_BROWSER)
    assert "http://192.168.1.7:8080<wbr>/join</strong>" in wall.go("/")  # nor does this machine itself
    far.get("/", base_url="http://table.lan:8080", environ_overrides=PHONE)
    page = wall.go("/")
    assert "http://table.lan:8080<wbr>/join</strong>" in page
    assert "http://10.42.0.1:8080/join" in page
    evening.close()


def test_an_address_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text('address = "table.lan"')
    with pytest.raises(Unreadable, match="address"):
        load_settings(tmp_path / "companion.toml")
