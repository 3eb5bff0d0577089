"""Commands that a game brings for the command line, as plain values: the game knows nothing of the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

BENCH = "bench"
"""The name of a command that measures: with all its defaults it is part of `companion bench` too."""


@dataclass(frozen=True, slots=True)
class CommandOption:
    """One named value of a command.

    Attributes:
        name: as written, without the dashes ("to-move"); the function gets it with underscores (`to_move`).
        values: the words to choose from, the range of whole numbers, or None for free words.
        help: what it is, in English, one line.
        default: used where the option is left out; an option without one must be given.
    """

    name: str
    values: tuple[str, ...] | range | None
    help: str
    default: str | int | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that can be done with a game from the command line.

    Attributes:
        name: its word after the game's ("perft").
        help: what it does, in English.
        example: the words after "companion GAME NAME".
        run: called with the options by name; returns what is printed. Raises `Refusal` for unusable values.
    """

    name: str
    help: str
    example: str
    options: tuple[CommandOption, ...]
    run: Callable[..., str]


@runtime_checkable
class BringsCommands(Protocol):
    """A game that has commands of its own."""

    commands: tuple[Command, ...]
