"""The connection to a broker. All messages are retained: a broker keeps the last one of each topic, as in MQTT."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from companion.core.text import Text


def _nothing(*_: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a client wants of its link. All functions are called from the link's own thread.

    Attributes:
        will: topic and payload that the broker publishes if this client disappears without `close` (MQTT's last will).
        topics: topic filters to subscribe to; `+` stands for any one level.
        commands: topics on which others ask something of this client; what the broker keeps there is left aside, for
            it would be asked for again at each connection.
        on_message: called with topic and payload, first for each retained message, then for each new one.
        on_command: called with topic and payload of each command.
        on_connected: called each time the broker has been reached, after the subscriptions were requested.
        on_lost: called with one sentence each time the broker cannot be reached or is lost.
    """

    will: tuple[str, bytes] | None = None
    topics: tuple[str, ...] = ()
    on_message: Callable[[str, bytes], None] = field(default=_nothing)
    on_connected: Callable[[], None] = field(default=_nothing)
    on_lost: Callable[[Text], None] = field(default=_nothing)
    commands: tuple[str, ...] = ()
    on_command: Callable[[str, bytes], None] = field(default=_nothing)


TRIED_AGAIN = Text(fr=" Le compagnon essaie encore.", en=" The companion keeps trying.")
"""Appended to the sentence of `Subscription.on_lost` by clients that stay."""


class Link(Protocol):
    """One client's connection to a broker. It reconnects by itself after each loss.

    Attributes:
        public_address: the broker's address without name and password.
    """

    public_address: str

    def open(self, subscription: Subscription) -> None:
        """Start connecting, and return at once. Called once."""

    def publish(self, topic: str, payload: bytes) -> None:
        """Publish a retained message; an empty payload deletes the retained one.

        While the broker is away the message is lost: clients publish everything again in `on_connected`.
        """

    def close(self) -> None:
        """Wait briefly until the last message has arrived, and disconnect properly: no will is published."""


NO_SUCH_BROKER = Text(
    fr="Il n'y a pas de courtier de ce genre ; commencez son adresse par {known}.",
    en="There is no such kind of broker; begin its address with {known}.",
)
