"""What the companion prints for this game: 24 black tiles, 16 discs with two faces, the rules in short (1.1)."""

from __future__ import annotations

from functools import cache

from companion.core.art import Art, Polygon
from companion.core.capabilities.print_set import Face, Printed, PrintSet
from companion.core.text import Text
from companion.games.karo.art import art
from companion.games.karo.board import CIRCLE, PLAIN
from companion.games.karo.depiction import DISC, FACES, TILE, TILE_MM
from companion.games.karo.reminder import reminder

TILES = 24
"""Four Circles needs 20, the other two games 24."""
DISCS = 8
"""Discs of each colour: Clear Out needs eight, the other two games six."""
COLOURS = ("white", "red")
_BLACK, _EDGE, _EDGE_MM = "#24211e", "#5a534b", 0.7
_PAPER_THICK_MM = 0.3

TITLES = {
    TILE: Text(fr="cases", en="tiles"),
    DISC: Text(fr="pions", en="discs"),
    "reminder": Text(fr="règles en bref", en="rules in short"),
}
HINTS = (
    Text(
        fr="Collez les cases sur du carton de 3 mm ou plus : épaisses, elles se prennent et se glissent mieux.",
        en="Glue the tiles onto cardboard of 3 mm or more: thick ones are easier to pick up and to slide.",
    ),
    Text(
        fr="Pions : la face pleine d'un côté, le cercle de l'autre, collés dos à dos ou sur un jeton de 26 mm.",
        en="Discs: the plain face on one side, the circle on the other, glued back to back or onto a 26 mm counter.",
    ),
)


@cache
def print_set() -> PrintSet:
    """The whole game on paper.

    The rules name no sizes. Tiles of 40 mm lie 24 to a sheet, and eight in a row on any table; discs of 26 mm leave
    7 mm of tile all round for fingers and camera.
    """
    return PrintSet(
        cards=(),
        pieces=(*_tiles(), *_discs()),
        sheets=(Printed("reminder", Face("reminder-fr", reminder("fr")), Face("reminder-en", reminder("en"))),),
        titles=TITLES,
        hints=HINTS,
    )


def _tiles() -> list[Printed]:
    face = Face(TILE, _tile())
    return [Printed(TILE, face, face) for _ in range(TILES)]


def _discs() -> list[Printed]:
    return [
        Printed(
            DISC,
            Face(f"{DISC}-{colour}-plain", art(DISC, FACES[PLAIN[seat]])),
            Face(f"{DISC}-{colour}-circle", art(DISC, FACES[CIRCLE[seat]])),
            {"colour": colour},
        )
        for seat, colour in enumerate(COLOURS)
        for _ in range(DISCS)
    ]


def _tile() -> Art:
    """Black, with a grey line along its edge: where tiles lie side by side, people and camera see the joint."""
    half = TILE_MM / 2 - _EDGE_MM
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    return Art(
        TILE_MM, TILE_MM, _PAPER_THICK_MM, False, _BLACK, (Polygon(corners, None, stroke=_EDGE, stroke_mm=_EDGE_MM),)
    )
