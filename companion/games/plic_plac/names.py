"""The names of cards and places in both languages."""

from __future__ import annotations

from companion.core.text import Text
from companion.games.plic_plac.layout import AS_LAID, Place
from companion.games.plic_plac.pieces import Card, Colour, Shape, Special

SHAPES: dict[Shape, Text] = {
    Shape.CIRCLE: Text(fr="rond", en="circle"),
    Shape.SQUARE: Text(fr="carré", en="square"),
    Shape.TRIANGLE: Text(fr="triangle", en="triangle"),
    Shape.STAR: Text(fr="étoile", en="star"),
    Shape.HEART: Text(fr="cœur", en="heart"),
    Shape.CROSS: Text(fr="croix", en="cross"),
}
_FEMININE = (Shape.STAR, Shape.CROSS)
COLOURS: dict[Colour, Text] = {
    Colour.RED: Text(fr="rouge", en="red"),
    Colour.ORANGE: Text(fr="orange", en="orange"),
    Colour.YELLOW: Text(fr="jaune", en="yellow"),
    Colour.GREEN: Text(fr="vert", en="green"),
    Colour.BLUE: Text(fr="bleu", en="blue"),
    Colour.VIOLET: Text(fr="violet", en="violet"),
}
_OF_FEMININE = {Colour.GREEN: "verte", Colour.BLUE: "bleue", Colour.VIOLET: "violette"}
"""French colour adjectives whose feminine form differs."""


def card_name(card: Card) -> Text:
    """The name of a card: "étoile rouge", "carte couleur bleue", "carte traître"."""
    if card.special is Special.NULL:
        return Text(fr="carte nulle", en="null card")
    if card.special is Special.TRAITOR:
        return Text(fr="carte traître", en="traitor")
    assert card.colour is not None
    english = COLOURS[card.colour].en
    if card.shape is None:
        return Text(fr=f"carte couleur {_colour(card.colour, feminine=True)}", en=f"{english} colour card")
    french = f"{SHAPES[card.shape].fr} {_colour(card.colour, feminine=card.shape in _FEMININE)}"
    return Text(fr=french, en=f"{english} {SHAPES[card.shape].en}")


def _colour(colour: Colour, *, feminine: bool) -> str:
    plain = COLOURS[colour].fr
    return _OF_FEMININE.get(colour, plain) if feminine else plain


def place_name(form: str, place: Place) -> Text:
    """A place as everybody at the near side sees it, counted from the far left: "rangée 2, colonne 5".

    Cards that lie as people laid them form no columns; they are counted from the left within their row.
    """
    row, column = place.row + 1, place.column + 1
    if form == AS_LAID:
        return Text(fr=f"rangée {row}, place {column}", en=f"row {row}, place {column}")
    return Text(fr=f"rangée {row}, colonne {column}", en=f"row {row}, column {column}")
