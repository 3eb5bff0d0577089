"""What the lobby says of each game, and its picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from flask import url_for

from companion import catalog
from companion.core.capabilities import offers
from companion.core.capabilities.introduction import Introduces
from companion.core.text import Text
from companion.drawing.svg import svg
from companion.web.delivery import version_of


@dataclass(frozen=True, slots=True)
class Introduced:
    """A game as the lobby shows it. seats: "2" or "2-8"."""

    key: str
    title: Text
    sentence: Text
    minutes: int
    seats: str


@cache
def introductions() -> dict[str, Introduced]:
    """Every game by key, in the order of the catalogue."""
    found = {}
    for key, game in catalog.games().items():
        introduces = offers(game, Introduces)
        assert introduces is not None  # the catalogue loads no game without
        said, seats = introduces.introduction, game.seats
        numbers = str(seats[0]) if len(seats) == 1 else f"{seats[0]}–{seats[-1]}"
        found[key] = Introduced(key, game.title, said.sentence, said.minutes, numbers)
    return found


@cache
def cover(key: str) -> str:
    """The picture of the game called `key`, SVG. Raises `Unreadable` where there is no such game."""
    game = catalog.game(key)
    introduces = offers(game, Introduces)
    assert introduces is not None
    things = introduces.introduction.cover
    return svg([(game.art(each.kind, each.face), each.xy_mm or (0.0, 0.0), each.turn_deg or 0.0) for each in things])


def cover_address(key: str) -> str:
    """Where that picture is."""
    return url_for("lobby.picture", key=key, v=version_of(cover(key).encode()))
