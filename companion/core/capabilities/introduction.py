"""What a game says of itself to people who choose one: in the lobby, before anything is set up. Every game does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.scene import Thing
from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class Introduction:
    """A game in a glance.

    Attributes:
        sentence: what one does in it, in one sentence.
        minutes: how long a match takes, about.
        cover: things of the game that make its picture, each with a place and a turn in millimetres and degrees; later
            ones lie on top. No dice, which have no art.
    """

    sentence: Text
    minutes: int
    cover: tuple[Thing, ...]


@runtime_checkable
class Introduces(Protocol):
    """A game that introduces itself."""

    introduction: Introduction
