"""Who reported something, in words: the journal's "camera", "seat 2", "camera, seat 2", "button 1" for people."""

from __future__ import annotations

from companion.core.text import Text, same, seat_name

REPORTERS = {
    "camera": Text(fr="la caméra", en="the camera"),
    "clock": Text(fr="l'horloge", en="the clock"),
    "table": Text(fr="l'écran commun", en="the shared screen"),
    "host": Text(fr="l'hôte", en="the host"),
    "partner": Text(fr="le partenaire", en="the partner"),
}
OF_SEAT = {"seat": same("{name}"), "button": Text(fr="le bouton de {name}", en="{name}'s button")}
"""What stands before a seat's number in a source, and its words."""
PEOPLE = ("seat", "table", "host")
"""First words of the sources that are people at their phones or at the shared screen."""


def reporter(source: str) -> Text:
    """The words for an entry's source: a seat is its player's name, a button is that player's. Of a question that the
    camera asked both are named: the camera, and who answered. Any other word stays as it is."""
    first, comma, answered = source.partition(", ")
    if comma:
        return reporter(first) + same(comma) + reporter(answered)
    kind, _, seat = source.partition(" ")
    if kind in OF_SEAT and seat.isdecimal():
        return OF_SEAT[kind].filled(name=seat_name(int(seat)))
    return REPORTERS.get(kind, same(source))


def is_person(source: str) -> bool:
    """Whether a person did it at a phone or at the shared screen, not a camera, a clock or a program."""
    return source.partition(" ")[0] in PEOPLE
