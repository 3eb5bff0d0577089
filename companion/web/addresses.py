"""Addresses at which phones find the table: what the settings say, what a phone has shown to work, and the networks of
this machine, the likeliest first."""

from __future__ import annotations

import re
import socket
import struct
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from urllib.parse import urlsplit

from flask import Flask, current_app, request

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""Names that a machine has for itself; a phone could do nothing with them."""
EVERYWHERE = ("0.0.0.0", "::", "")
"""Settings of `host` that open the page at every network."""
NOT_FOR_PHONES = ("tun", "tap", "wg", "ppp", "utun", "tailscale", "zt", "docker", "br-", "veth", "virbr", "lo")
"""How the names of networks begin on which no phone of the house is: tunnels, and machines inside this machine."""
WIRELESS = ("wl", "ap")
"""How the names of wireless networks begin, a hotspot of this machine among them: phones are there first."""
GET_ADDRESS = 0x8915
"""Linux's SIOCGIFADDR: the IPv4 address of a network interface."""
REQUEST_BYTES, ADDRESS_AT = 256, slice(20, 24)
"""Size of the buffer for `GET_ADDRESS`, and where the address stands in the answer."""
NOWHERE = ("192.0.2.1", 9)
"""An address kept for documentation (RFC 5737): a UDP socket connected to it learns its own address, sends nothing."""
AVAHI = Path("/run/avahi-daemon/socket")
"""There while Avahi runs, which answers to the machine's name in multicast DNS."""
AVAHI_SETTINGS = Path("/etc/avahi/avahi-daemon.conf")
GIVEN_NAME = re.compile(r"^host-name=([A-Za-z0-9-]+)\s*$", re.MULTILINE)
"""The name that somebody gave the machine there; without one it is the machine's own."""
KEY = "ADDRESSES"
"""Under this name an app's configuration keeps its `Addresses`."""


class Addresses:
    """The addresses of one server, best first. Shared by threads.

    Args:
        port: where the page listens.
        host: the network address that it listens at.
        fixed: what the settings say that phones are to use; nothing else is offered then.
        local: the addresses of this machine's networks.
        announced: the machine's name in multicast DNS, where something answers to it ("companion.local"); "" for none.
    """

    def __init__(
        self,
        port: int,
        host: str = EVERYWHERE[0],
        fixed: str = "",
        local: Callable[[], tuple[str, ...]] | None = None,
        announced: Callable[[], str] | None = None,
    ) -> None:
        self._port, self._host, self.fixed = port, host, fixed
        self._local, self._lock, self._announced = local or local_addresses, Lock(), announced or announced_name
        self._reached: dict[str, None] = {}

    @property
    def all(self) -> tuple[str, ...]:
        """Every address, such as "http://192.168.1.7:8080/"; at least one. Those that a phone has used come first; the
        name comes last until then, for phones of before 2022 do not know it."""
        if self.fixed:
            return (self.fixed.rstrip("/") + "/",)
        found = (*self._local(), self._announced()) if self._host in EVERYWHERE else (self._host,)
        with self._lock:
            names = tuple(dict.fromkeys(filter(None, (*self._reached, *found)))) or (socket.gethostname(),)
        return tuple(f"http://{name}:{self._port}/" for name in names)

    @property
    def best(self) -> str:
        """The address that the QR code says."""
        return self.all[0]

    def reached(self, name: str) -> None:
        """Another machine has asked for the page at `name`: so it can be reached there."""
        with self._lock:
            self._reached.setdefault(name)


def names_of_table(names: tuple[str, ...], address: str) -> tuple[str, ...]:
    """By which names phones may call this machine beside its own: those of the settings, and that of the address which
    they are to use ("" for none)."""
    fixed = urlsplit(address).hostname
    return names if fixed is None else (*names, fixed)


def found_at(app: Flask, addresses: Addresses) -> None:
    """Let the app's pages name these addresses, and learn from each request which of them works. Called after the
    app's own checks are there: a request for a foreign name does not come so far."""
    app.config[KEY] = addresses

    def learn() -> None:
        called = urlsplit(f"//{request.host}").hostname or ""
        if request.remote_addr not in LOOPBACK and called not in LOOPBACK:
            addresses.reached(called)

    app.before_request(learn)


def addresses_here() -> Addresses:
    """The addresses of the app that answers; those of this machine's networks where nobody has said any."""
    kept: Addresses | None = current_app.config.get(KEY)
    return kept or Addresses(urlsplit(request.host_url).port or 80)


def local_addresses() -> tuple[str, ...]:
    """The IPv4 addresses of this machine's networks: wireless ones first, then wired ones, and where there are none the
    one by which it would speak to the world."""
    found = [(name, address) for name in _interfaces() if (address := _address_of(name)) is not None]
    useful = [(name, address) for name, address in found if not name.startswith(NOT_FOR_PHONES)]
    useful.sort(key=lambda each: not each[0].startswith(WIRELESS))
    return tuple(address for _, address in useful) or _towards_the_world()


def announced_name() -> str:
    """The name that this machine has in the local network, as long as Avahi answers to it; otherwise ""."""
    if not AVAHI.exists():
        return ""
    try:
        given = GIVEN_NAME.search(AVAHI_SETTINGS.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        given = None
    name = socket.gethostname().partition(".")[0] if given is None else given[1]
    return f"{name.lower()}.local"


def _interfaces() -> tuple[str, ...]:
    try:
        return tuple(name for _, name in socket.if_nameindex())
    except OSError:
        return ()


def _address_of(interface: str) -> str | None:
    """Its IPv4 address; None where it has none, or the system is asked otherwise."""
    try:
        from fcntl import ioctl  # not on every system

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            wanted = struct.pack(f"{REQUEST_BYTES}s", interface.encode()[:15])
            return socket.inet_ntoa(ioctl(asked.fileno(), GET_ADDRESS, wanted)[ADDRESS_AT])
    except (ImportError, OSError):
        return None


def _towards_the_world() -> tuple[str, ...]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
            return (probe.getsockname()[0],)
        except OSError:
            return ()
