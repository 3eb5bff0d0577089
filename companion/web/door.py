"""One door in front of all views: whoever a view does not name stays outside, with one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.core.text import Text
from companion.web.authority import DECLARED, EVERYONE_LOOKS, LIMITS, Declared, Present, Role, declared_of, permits
from companion.web.pace import Pace
from companion.web.safety import sorry


class Undeclared(RuntimeError):  # noqa: N818 - the word says what is wrong with the view
    """A view says nothing about who may use it: a mistake in the program, found when it starts."""


def guard(app: Flask, present: Callable[[Mapping[str, Any]], Present], pace: Pace) -> None:
    """Put the door in front of all views of `app`. Called when all of them are known.

    Args:
        present: tells who asks, for the arguments of an address; ends the request where they name no seat.
        pace: counts how often acts are done.

    Raises:
        Undeclared: some view does not say who may use it.
    """
    setattr(app.view_functions["static"], DECLARED, EVERYONE_LOOKS)
    silent = sorted({rule.endpoint for rule in app.url_map.iter_rules() if declared_of(app, rule.endpoint) is None})
    if silent:
        raise Undeclared(f"nobody says who may use {', '.join(silent)}: declare it with @may(...)")

    def check() -> Response | None:
        if request.endpoint is None:
            return None  # no such address: its own sentence follows
        declared, asks = declared_of(app, request.endpoint), present(request.view_args or {})
        if declared is None or not permits(declared, asks):
            return _refused(declared)
        if declared.act is not None and request.method == "POST":
            pace.step(f"{declared.act.value} {asks.name}", LIMITS[declared.act])
        return None

    def may_i(endpoint: str, **values: Any) -> bool:
        """Whether a page should offer what `endpoint` does."""
        return permits(declared_of(app, endpoint), present(values))

    app.before_request(check)
    app.jinja_env.globals.update(may_i=may_i)


def _refused(declared: Declared | None) -> Response:
    """The way to take a seat for a page that is a seat's own, one sentence for everything else."""
    if declared is not None and declared.roles == {Role.THIS_SEAT}:
        if request.headers.get("HX-Request"):  # a live page whose seat has gone: the whole page must go
            return Response(status=204, headers={"HX-Redirect": url_for("seat.join")})
        if request.method in ("GET", "HEAD"):
            return redirect(url_for("seat.join"), 303)
    return sorry(NOT_YOURS, 403)


NOT_YOURS = Text(
    fr="Ce n'est pas à ce téléphone de le faire : prenez d'abord une place à la table, ou demandez à l'hôte.",
    en="This is not for this phone to do: take a seat at the table first, or ask the host.",
)
