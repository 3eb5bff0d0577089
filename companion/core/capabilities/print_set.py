"""What a game offers for printing: cards, pieces, boards and sheets, with facts about them for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from companion.core.art import Art
from companion.core.mat import Mat
from companion.core.text import Text

Facts = Mapping[str, Any]
"""JSON data: texts, numbers, lists, objects."""


@dataclass(frozen=True, slots=True)
class Face:
    """One printed side.

    Attributes:
        name: stem of its picture's file name; equal names in a set mean the same art.
        art: the drawing, in the size of the thing.
    """

    name: str
    art: Art


@dataclass(frozen=True, slots=True)
class Printed:
    """A card, a piece, a board or a sheet of paper.

    Attributes:
        kind: things of one kind are printed together.
        face, back: its sides, of one size; `back` is None where only one side is printed.
        facts: JSON data that says what the thing is.
    """

    kind: str
    face: Face
    back: Face | None = None
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PrintSet:
    """Everything that a table needs to play a game.

    Attributes:
        cards: cards, all of one size.
        pieces: tokens, pawns, and cards of other sizes.
        boards: boards, larger than a sheet of paper.
        sheets: pages to read, each at most the size of A4.
        mat: the mat with the camera's markers, if the game needs one.
        facts: JSON data about the whole set.
        titles: name of each kind in the plural, for the edge of a sheet.
        hints: further instructions for making the pieces, one sentence each.
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
        """The whole set; equal at each call."""
