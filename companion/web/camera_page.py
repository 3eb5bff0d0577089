"""The aiming page, `/camera`: the camera's picture, figures and what to do, for the host and a paired screen. The lobby
has it, and every match."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request

from companion.camera.lenses import MODULES, module_called
from companion.table.aiming import Aiming
from companion.table.session import Session
from companion.web.authority import Role, may
from companion.web.pictures import jpeg
from companion.web.scenes import HERE

bp = Blueprint("aiming", __name__)
AIMING = "companion.aiming"
"""Under this name an app keeps what looks through the camera, and its match."""


def install(app: Flask, aiming: Aiming | None, match: Session | None) -> None:
    """Give an app its aiming page; with None it is not there. No page offers it while the table has no camera. match:
    the app's; None in the lobby."""
    if aiming is not None:
        app.extensions[AIMING] = aiming, match
    app.jinja_env.globals.update(is_aimed=lambda: aiming is not None and aiming.has_camera)


def _installed() -> tuple[Aiming, Session | None]:
    found: tuple[Aiming, Session | None] | None = current_app.extensions.get(AIMING)
    if found is None:
        abort(404)
    return found


@bp.get("/camera")
@may(Role.HOST, Role.SCREEN)
def page() -> str:
    """How the camera hangs, and what to do."""
    return render_template("camera.html", lenses=MODULES, here=HERE, **_shown())


@bp.get("/camera/now")
@may(Role.HOST, Role.SCREEN)
def now() -> str:
    """The part of it that changes; asked for again and again."""
    return render_template("camera_now.html", **_shown())


@bp.get("/camera/picture.jpg")
@may(Role.HOST, Role.SCREEN)
def picture() -> Response:
    """The picture of the last look; `?n=` only makes each one's address new."""
    aiming, match = _installed()
    answer = jpeg(aiming.picture(match))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _shown() -> dict[str, Any]:
    aiming, match = _installed()
    asked = request.args.get("lens", "")
    lens = asked if module_called(asked) is not None else ""
    return {"aimed": aiming.look(match, lens), "lens": lens}
