"""The way to a broker: topics under which the last word stays until another one is said (MQTT's retained messages)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from companion.core.text import Text


def _nothing(*_: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Listening:
    """What one side of a link wants of it. All functions are called from a thread of the link's own.

    Attributes:
        will: topic and payload that the broker says for this side once it is gone without a word.
        topics: what is to be heard; `+` stands for any one step.
        heard: called with topic and payload, for each word that stays there at once, and then as they come.
        up: called each time the broker was reached; after what stays there was asked for.
        down: called with one sentence each time it is not reached, or lost.
    """

    will: tuple[str, bytes] | None = None
    topics: tuple[str, ...] = ()
    heard: Callable[[str, bytes], None] = field(default=_nothing)
    up: Callable[[], None] = field(default=_nothing)
    down: Callable[[Text], None] = field(default=_nothing)


TRIED_AGAIN = Text(fr=" Nous essayons encore.", en=" We go on trying.")
"""What whoever stays adds to `Listening.down`'s sentence."""


class Link(Protocol):
    """One side's way to a broker. It is found again by itself as often as it is lost.

    Attributes:
        shown: the broker's address, without name and password.
    """

    shown: str

    def open(self, listening: Listening) -> None:
        """Begin to reach for the broker, and return at once. Called once."""

    def say(self, topic: str, payload: bytes) -> None:
        """Say something that stays there; nothing takes back what did. While the broker is away it is lost: who is
        told `up` says all again."""

    def close(self) -> None:
        """Let what was said arrive, and leave in good order: no will is carried out."""
