"""The names of columns, letters and places in both languages."""

from __future__ import annotations

from companion.core.text import Text, same, seat_name
from companion.games.kaleidoscope.pieces import JOKER
from companion.games.kaleidoscope.position import Position

SIDES = (Text(fr="Sud", en="South"), Text(fr="Nord", en="North"))
"""Names of the seats (clause 1.3)."""


def letter_name(letter: str) -> Text:
    """A capital or a small letter: "S", "s", "joker"."""
    return same("joker") if letter == JOKER else same(letter)


def quoted(words: Text) -> Text:
    """The words in the language's quotation marks."""
    return Text(fr=f"« {words.fr} »", en=f"“{words.en}”")


def column_shown(position: Position, seat: int, column: int) -> Text:
    """What stands in a column, as on the table: "Soup"; a joker is "*"."""
    return same((position.capitals[column] or "…") + position.boards[seat].columns[column])


def word_shown(word: str) -> str:
    """A won word with its capital, as on the table."""
    return word[:1].upper() + word[1:]


def column_name(column: int) -> Text:
    """A column, counted from 1 from the left as South sees it: "colonne 3"."""
    return Text(fr=f"colonne {column + 1}", en=f"column {column + 1}")


def cell_name(seat: int, column: int, row: int) -> Text:
    """A letter's place in a column: "colonne 3 de Ada, lettre 2"."""
    where = Text(fr="{column} de {who}, lettre {row}", en="{who}'s {column}, letter {row}")
    return where.filled(column=column_name(column), who=seat_name(seat), row=row + 1)


def discard_name(seat: int, place: int) -> Text:
    """A place for discards, counted clockwise from the player's far left: "place 3 autour de la pioche de Ada"."""
    where = Text(fr="place {place} autour de la pioche de {who}", en="place {place} around {who}'s stock")
    return where.filled(place=place + 1, who=seat_name(seat))


def stock_name(seat: int) -> Text:
    """A player's stock: "pioche de Ada"."""
    return Text(fr="pioche de {who}", en="{who}'s stock").filled(who=seat_name(seat))
