"""What the pages that look back share: the matches that are over, statistics, films; in the lobby and in a match."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask, abort, current_app

from companion.table.films import Films
from companion.table.past import Past
from companion.table.statistics import Statistics
from companion.web.authority import Role

KEY = "companion.looking-back"
"""Under this name an app keeps its `LookingBack`; None where there is no journal to look back on, as in a demo."""
CAFE = (Role.HOST, Role.SCREEN)
"""Who may look back on all matches in a café: they hold the names of strangers."""


@dataclass(frozen=True)
class LookingBack:
    """The matches of the table's journal that are over, the statistics of their players, and what films are made of
    them; None: no films are made."""

    past: Past
    statistics: Statistics
    films: Films | None = None


def install(app: Flask, looking_back: LookingBack | None) -> None:
    """Give the app what its pages look back on; with None they are not there."""
    app.extensions[KEY] = looking_back
    films = None if looking_back is None else looking_back.films
    app.jinja_env.globals.update(looks_back=lambda: looking_back is not None, makes_films=lambda: films is not None)


def look_back() -> LookingBack:
    """What the app that answers looks back on; where there is nothing, the request ends with 404."""
    found: LookingBack | None = current_app.extensions.get(KEY)
    if found is None:
        abort(404)
    return found
