"""A broker within this program, `sim://broker`: the same manners as a real one, without a network."""

from __future__ import annotations

import threading

from companion.club.link import Listening
from companion.club.topics import matches
from companion.core.errors import Unreadable
from companion.core.text import Text

ADDRESS = "sim://broker"
OTHER = Text(
    fr="Le courtier simulé n'a qu'une adresse ; écrivez {address}.",
    en="The simulated broker has one address only; write {address}.",
)
CUT = Text(fr="Le courtier simulé a été coupé.", en="The simulated broker was cut off.")


class LocalBroker:
    """What was said under each topic, and who listens."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._stays: dict[str, bytes] = {}
        self._links: list[LocalLink] = []

    def join(self, link: LocalLink) -> None:
        with self._lock:
            self._links.append(link)
            for topic, payload in self._stays.items():
                link.hear(topic, payload)
        link.reached()  # which says things of its own

    def say(self, topic: str, payload: bytes) -> None:
        with self._lock:
            if payload:
                self._stays[topic] = payload
            else:
                self._stays.pop(topic, None)
            for link in self._links:
                link.hear(topic, payload)

    def leave(self, link: LocalLink, will: tuple[str, bytes] | None) -> None:
        with self._lock:
            if link in self._links:
                self._links.remove(link)
                if will is not None:
                    self.say(*will)


class LocalLink:
    """One side's way to a `LocalBroker`."""

    shown = ADDRESS

    def __init__(self, broker: LocalBroker) -> None:
        self._broker, self._listening, self._cut = broker, Listening(), False

    def open(self, listening: Listening) -> None:
        self._listening = listening
        self._broker.join(self)

    def say(self, topic: str, payload: bytes) -> None:
        if not self._cut:
            self._broker.say(topic, payload)

    def close(self) -> None:
        self._broker.leave(self, None)

    def cut(self) -> None:
        """Lose the broker, as when a cable is pulled: it carries out the will."""
        self._cut = True
        self._broker.leave(self, self._listening.will)
        self._listening.down(CUT)

    def mend(self) -> None:
        """Reach the broker again."""
        self._cut = False
        self._broker.join(self)

    def reached(self) -> None:
        """What stays at the broker has been heard."""
        self._listening.up()

    def hear(self, topic: str, payload: bytes) -> None:
        if any(matches(each, topic) for each in self._listening.topics):
            self._listening.heard(topic, payload)


THE_BROKER = LocalBroker()
"""The one of this program."""


def simulated_link(address: str) -> LocalLink:
    """A link to it. Raises `Unreadable` for any other address than `sim://broker`."""
    if address.strip() != ADDRESS:
        raise Unreadable("club.broker", OTHER.filled(address=ADDRESS))
    return LocalLink(THE_BROKER)
