"""A backup from the host's page: the matches that are over. Of a match that is not, it would hold what only one player
may see; seats and settings, which hold secrets, never leave the machine this way."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from flask import Blueprint, Flask, Response, abort, current_app

from companion.web.authority import Role, may
from companion.web.pace import Limit
from companion.web.room import the_room

bp = Blueprint("keeping", __name__)
BACK_UP = "companion.back_up"
"""Under this name an app keeps what makes its backups."""
BACKUPS = Limit(2, 60.0)
"""A second one when the first did not arrive; each reads the whole journal."""

BackUp = Callable[[], bytes]
"""Makes a backup of the table's matches that are over. Raises `Refusal`."""


def install(app: Flask, back_up: BackUp | None) -> None:
    """Give the app what makes its backups; with None there are none."""
    app.extensions[BACK_UP] = back_up
    app.jinja_env.globals.update(makes_backups=lambda: back_up is not None)


@bp.post("/backup")
@may(Role.HOST)
def backup() -> Response:
    """The matches that are over, as one file."""
    room, back_up = the_room(), current_app.extensions[BACK_UP]
    if back_up is None:
        abort(404)
    room.authority.pace.step("backup", BACKUPS)
    name = f"table-{datetime.now():%Y%m%d-%H%M}.zip"
    return Response(
        back_up(), mimetype="application/zip", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
