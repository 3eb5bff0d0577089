"""What a game offers to people with a printer: cards, pieces, boards and sheets, with the facts that programs need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from companion.core.art import Art
from companion.core.mat import Mat
from companion.core.text import Text

Facts = Mapping[str, Any]
"""What JSON can hold: texts, numbers, lists, objects."""


@dataclass(frozen=True, slots=True)
class Face:
    """One printed side.

    Attributes:
        name: stem of its picture's file; equal names in a set mean the same art.
    """

    name: str
    art: Art


@dataclass(frozen=True, slots=True)
class Printed:
    """A card, a piece, a board or a sheet of paper.

    Attributes:
        kind: things of one kind are printed together.
        face, back: of one size; `back` is None where only one side is printed.
        facts: what the thing is.
    """

    kind: str
    face: Face
    back: Face | None = None
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PrintSet:
    """Everything that a table needs to play a game.

    Attributes:
        cards: all of one size.
        pieces: tokens, pawns and other cards.
        boards: too large for a sheet of paper.
        sheets: to read, each at most the size of A4.
        mat: what the camera finds its bearings on.
        facts: said of the whole set.
        titles: a kind of thing in words, in the plural, for the edge of a sheet.
        hints: what else there is to know about making the pieces, a sentence each.
    """

    cards: tuple[Printed, ...]
    pieces: tuple[Printed, ...] = ()
    boards: tuple[Printed, ...] = ()
    sheets: tuple[Printed, ...] = ()
    mat: Mat | None = None
    facts: Facts = field(default_factory=dict)
    titles: Mapping[str, Text] = field(default_factory=dict)
    hints: tuple[Text, ...] = ()


@runtime_checkable
class HasPrintSet(Protocol):
    """A game that can be printed."""

    def print_set(self) -> PrintSet:
        """The whole set; the same each time."""
