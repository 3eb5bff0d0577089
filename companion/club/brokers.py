"""The ways to a broker, by how its address begins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.club.link import NO_SUCH_BROKER, Link
from companion.club.local_link import simulated_link
from companion.club.mqtt_link import MqttLink
from companion.core.errors import Unreadable

BROKERS: dict[str, Callable[[str, Path | None], Link]] = {
    "mqtt": MqttLink,
    "mqtts": MqttLink,
    "sim": lambda address, _: simulated_link(address),
}
"""Ways to a broker by the first word of its address."""


def open_link(address: str, authority: Path | None = None) -> Link:
    """A way to a broker, not open yet. Raises `Unreadable` for an address that makes no sense and for an `authority`
    (see `MqttLink`) that is none; a broker that does not answer is waited for."""
    scheme = address.strip().partition("://")[0].lower()
    if scheme not in BROKERS:
        known = ", ".join(f"{each}://" for each in BROKERS)
        raise Unreadable("club.unknown-scheme", NO_SUCH_BROKER.filled(known=known))
    return BROKERS[scheme](address, authority)
