"""What a table chooses before a game of KARO (clause 1.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.errors import Illegal
from companion.core.options import option, options_of, unknown_value, written
from companion.core.text import Text
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


def is_shape(text: str) -> bool:
    """Whether a text is a board on which Clear Out may begin: 24 empty tiles in one piece."""
    return fault_of(text) is None and list(read_board(text).values()) == [EMPTY] * CLEAR_OUT_TILES


@dataclass(frozen=True, slots=True)
class Options:
    """Set-up choices."""

    rules: Rules = option(
        "four-circles",
        title=Text(fr="Jeu", en="Game"),
        what=Text(fr="Auquel des trois jeux on joue.", en="Which of the three games is played."),
        clause="1.8",
        values={
            "four-circles": Text(fr="Quatre Cercles", en="Four Circles"),
            "movers-hoppers": Text(fr="Rôdeurs & Gambadeurs", en="Movers & Hoppers"),
            "clear-out": Text(fr="Évacuation générale", en="Clear Out"),
        },
    )
    first: Colour = option(
        "white",
        title=Text(fr="Qui commence", en="Who begins"),
        what=Text(fr="Quelle couleur joue la première.", en="Which colour plays first."),
        clause="1.2",
        values={"white": Text(fr="Blanc", en="White"), "red": Text(fr="Rouge", en="Red")},
    )
    faces: Faces = option(
        "three",
        title=Text(fr="Faces au départ (Rôdeurs & Gambadeurs)", en="Faces at the start (Movers & Hoppers)"),
        what=Text(
            fr="Combien de ses six pions chacun pose côté cercle.",
            en="How many of their six discs each player lays out circle up.",
        ),
        clause="4.3",
        values={
            "three": Text(fr="trois pleins et trois cercles", en="three plain and three circles"),
            "free": Text(fr="autant de cercles que chacun veut", en="as many circles as each player likes"),
        },
    )
    white_end: End = option(
        "bottom",
        title=Text(fr="Camp de Blanc (Rôdeurs & Gambadeurs)", en="White's camp (Movers & Hoppers)"),
        what=Text(
            fr="À quel bout du tablier se trouve le camp de Blanc.", en="At which end of the board White's camp lies."
        ),
        clause="4.10",
        values={"bottom": Text(fr="en bas", en="at the bottom"), "top": Text(fr="en haut", en="at the top")},
    )
    shape: str = option(
        BLOCK,
        title=Text(fr="Tablier (Évacuation générale)", en="Board (Clear Out)"),
        what=Text(fr="Comment les 24 cases sont disposées.", en="How the 24 tiles lie."),
        clause="5.1",
        values={BLOCK: Text(fr="rectangle de 6 x 4", en="six by four")},
        free=Text(
            fr="24 cases d'un seul tenant : « _ » pour une case, « . » sans case, « / » entre les rangées ; par "
            "exemple ..____../..____../________/________",
            en="24 tiles in one piece: “_” for a tile, “.” for none, “/” between rows; for example "
            "..____../..____../________/________",
        ),
        reads=is_shape,
    )


def check(seats: int, options: Options) -> None:
    """Raises `Illegal` for a number of players or options that the rules do not know."""
    if seats not in SEATS:
        raise refuse("seats", seats=seats)
    if not isinstance(options, Options):
        raise refuse("no-options", names=", ".join(each.name for each in options_of(Options)))
    unknown = unknown_value(options, Options)
    if unknown is not None:
        value = written(getattr(options, unknown.name))
        said = UNKNOWN.filled(title=unknown.title, name=unknown.name, value=value, known=", ".join(unknown.words))
        raise Illegal("karo.options", said, unknown.clause)
    if options.rules == "clear-out" and not is_shape(options.shape):
        raise refuse("shape", shape=options.shape, example=BLOCK)


UNKNOWN = Text(
    fr="« {title} » n'a pas de valeur « {value} » ; donnez à {name} l'une de celles-ci : {known}.",
    en="“{title}” has no value “{value}”; give {name} one of these: {known}.",
)
