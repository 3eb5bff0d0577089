"""Who reported something, in words: the journal's "camera", "seat 2", "table" for people."""

from __future__ import annotations

from companion.core.text import Text, same, seat_name

REPORTERS = {
    "camera": Text(fr="la caméra", en="the camera"),
    "clock": Text(fr="l'horloge", en="the clock"),
    "table": Text(fr="l'écran commun", en="the shared screen"),
    "host": Text(fr="l'hôte", en="the host"),
    "partner": Text(fr="le partenaire", en="the partner"),
}
PEOPLE = ("seat", "table", "host")
"""First words of the sources that are people at their phones or at the shared screen."""


def reporter(source: str) -> Text:
    """The words for an entry's source; a seat is its player's name, any other word stays as it is."""
    kind, _, seat = source.partition(" ")
    if kind == "seat" and seat.isdecimal():
        return seat_name(int(seat))
    return REPORTERS.get(kind, same(source))


def is_person(source: str) -> bool:
    """Whether a person did it at a phone or at the shared screen, not a camera, a clock or a program."""
    return source.partition(" ")[0] in PEOPLE
