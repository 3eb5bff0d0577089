"""Commands that a game adds to the command line, as plain values: the game does not depend on the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.text import Text

BENCH = "bench"
"""Name of a game's benchmark command. `companion bench` runs it too, with all its defaults."""


@dataclass(frozen=True, slots=True)
class CommandOption:
    """One option of a command.

    Attributes:
        name: as written on the command line, without the leading dashes ("to-move"); `run` gets it with underscores
            (`to_move`).
        values: the allowed words, the range of allowed whole numbers, or None for any text.
        help: what it is, one line.
        default: the value if the option is left out; None makes the option required.
    """

    name: str
    values: tuple[str, ...] | range | None
    help: Text
    default: str | int | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a game on the command line.

    Attributes:
        name: the word after the game's key ("perft").
        help: what it does, one sentence.
        example: the words after "companion GAME NAME", for the help text.
        options: its options.
        run: called with the options by name; returns the text to print. Raises `Refusal` for unusable values.
    """

    name: str
    help: Text
    example: str
    options: tuple[CommandOption, ...]
    run: Callable[..., str]


@runtime_checkable
class BringsCommands(Protocol):
    """A game that has commands of its own."""

    commands: tuple[Command, ...]
