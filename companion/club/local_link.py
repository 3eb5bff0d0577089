"""A broker within this program, `sim://broker`: behaves like an MQTT broker, without a network."""

from __future__ import annotations

import threading

from companion.club.link import Subscription
from companion.club.topics import matches
from companion.core.errors import Unreadable
from companion.core.text import Text

ADDRESS = "sim://broker"
"""The only address of the simulated broker."""
OTHER = Text(
    fr="Le courtier simulé n'a qu'une adresse ; écrivez {address}.",
    en="The simulated broker has one address only; write {address}.",
)
CUT = Text(fr="Le courtier simulé a été coupé.", en="The simulated broker was cut off.")


class LocalBroker:
    """The retained message of each topic, and the links that are connected. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._stays: dict[str, bytes] = {}
        self._links: list[LocalLink] = []

    def join(self, link: LocalLink) -> None:
        """Connect a link: deliver the retained messages to it, then call its `reached`."""
        with self._lock:
            self._links.append(link)
            for topic, payload in self._stays.items():
                link.deliver(topic, payload)
        link.reached()  # outside the lock: it publishes

    def publish(self, topic: str, payload: bytes) -> None:
        """Retain a message, or delete the retained one if the payload is empty, and deliver it to all links."""
        with self._lock:
            if payload:
                self._stays[topic] = payload
            else:
                self._stays.pop(topic, None)
            for link in self._links:
                link.deliver(topic, payload)

    def command(self, topic: str, payload: bytes) -> None:
        """Deliver a message to all links without retaining it, as MQTT does with one that asks for something."""
        with self._lock:
            for link in self._links:
                link.deliver_command(topic, payload)

    def leave(self, link: LocalLink, will: tuple[str, bytes] | None) -> None:
        """Disconnect a link, and publish its will if one is given; ignored if it is not connected."""
        with self._lock:
            if link in self._links:
                self._links.remove(link)
                if will is not None:
                    self.publish(*will)


class LocalLink:
    """A `Link` to a `LocalBroker`."""

    public_address = ADDRESS

    def __init__(self, broker: LocalBroker) -> None:
        self._broker, self._subscription, self._cut = broker, Subscription(), False

    def open(self, subscription: Subscription) -> None:
        """See `Link.open`; connects before it returns."""
        self._subscription = subscription
        self._broker.join(self)

    def publish(self, topic: str, payload: bytes) -> None:
        """See `Link.publish`."""
        if not self._cut:
            self._broker.publish(topic, payload)

    def close(self) -> None:
        """See `Link.close`."""
        self._broker.leave(self, None)

    def cut(self) -> None:
        """Simulate a pulled cable: the connection is lost, and the broker publishes the will."""
        self._cut = True
        self._broker.leave(self, self._subscription.will)
        self._subscription.on_lost(CUT)

    def mend(self) -> None:
        """Reconnect after `cut`."""
        self._cut = False
        self._broker.join(self)

    def reached(self) -> None:
        """Called by the broker once all retained messages were delivered."""
        self._subscription.on_connected()

    def deliver(self, topic: str, payload: bytes) -> None:
        """Called by the broker with each message; passes it on if a subscribed topic matches."""
        if any(matches(each, topic) for each in self._subscription.topics):
            self._subscription.on_message(topic, payload)

    def deliver_command(self, topic: str, payload: bytes) -> None:
        """Called by the broker with each command; passes it on if it is this client's."""
        if topic in self._subscription.commands:
            self._subscription.on_command(topic, payload)


THE_BROKER = LocalBroker()
"""The broker of this program, shared by all links to `sim://broker`."""


def simulated_link(address: str) -> LocalLink:
    """A link to `THE_BROKER`. Raises `Unreadable` for any other address than `sim://broker`."""
    if address.strip() != ADDRESS:
        raise Unreadable("club.broker", OTHER.filled(address=ADDRESS))
    return LocalLink(THE_BROKER)
