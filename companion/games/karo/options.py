"""What a table chooses before a game of KARO."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from companion.core.views import EVERYONE, seen_by
from companion.games.karo.board import EMPTY, fault_of, read_board
from companion.games.karo.refusals import refuse

Rules = Literal["four-circles", "movers-hoppers", "clear-out"]
Colour = Literal["white", "red"]
Faces = Literal["three", "free"]
End = Literal["bottom", "top"]

SEATS = range(2, 3)
CLEAR_OUT_TILES = 24
BLOCK = "/".join(["______"] * 4)
"""The starting shape of Clear Out where the table chooses none: its own is lost (clause 5.1)."""


@dataclass(frozen=True, slots=True)
class Options:
    """Set-up choices.

    Attributes:
        rules: which of the three games.
        first: who begins; the players agree on it (clause 1.2).
        faces: Movers & Hoppers: "three" circles each, or as many as each player likes (clauses 4.2, 4.3).
        white_end: Movers & Hoppers: at which end of the board's text White's camp lies (clause 4.10).
        shape: Clear Out: 24 empty tiles in one piece, as the text of a board (clause 5.1).
    """

    rules: Rules = seen_by(EVERYONE, default="four-circles")
    first: Colour = seen_by(EVERYONE, default="white")
    faces: Faces = seen_by(EVERYONE, default="three")
    white_end: End = seen_by(EVERYONE, default="bottom")
    shape: str = seen_by(EVERYONE, default=BLOCK)


def check(seats: int, options: Options) -> None:
    """Raises `Illegal` for a number of players or options that the rules do not know."""
    if seats not in SEATS:
        raise refuse("seats", seats=seats)
    known = (
        isinstance(options, Options)
        and options.rules in get_args(Rules)
        and options.first in get_args(Colour)
        and options.faces in get_args(Faces)
        and options.white_end in get_args(End)
        and isinstance(options.shape, str)
    )
    if not known:
        raise refuse("options")
    if fault_of(options.shape) is not None or list(read_board(options.shape).values()) != [EMPTY] * CLEAR_OUT_TILES:
        raise refuse("shape", shape=options.shape, example=BLOCK)
