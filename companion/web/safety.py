"""What keeps a page on a café's network safe, and how refusals are shown: one sentence, never a traceback."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.core.errors import Refusal, Unreadable
from companion.core.text import Text
from companion.web.addresses import announced_name
from companion.web.delivery import deliver
from companion.web.forms import ShortNumber
from companion.web.live import name_client
from companion.web.rules import rule_address
from companion.web.taps import count_once

log = logging.getLogger(__name__)

MOST_BYTES = 64 * 1024
"""Bytes of a request's body: the longest note, four bytes a letter, and its form."""
SESSION_COOKIE = "SESSION_COOKIE_NAME"
"""Under this name an app's configuration says what that cookie is called."""
NAMES = "OWN_NAMES"
"""Under this name an app's configuration says by which names its machine may be called."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    # not "no-referrer": browsers would then send "Origin: null", and no form could be told from a foreign one
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def same_origin() -> bool:
    """Whether the request was made by one of our own pages. `Sec-Fetch-Site` is only sent over HTTPS and on
    localhost; `Origin` comes with every POST of every browser."""
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site is not None and site != "same-origin":
        return False
    if origin is None:
        return site is not None
    return urlsplit(origin).netloc == request.host


def own_names() -> frozenset[str]:
    """What this machine is called by itself and, through multicast DNS, on the local network."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local", announced_name()}) - {""}


def allow_names(app: Flask, names: Iterable[str]) -> None:
    """Let phones call the machine by `names` beside its own, and by no others."""
    app.config[NAMES] = own_names() | {name.lower().rstrip(".") for name in names}


def _check_host() -> None:
    """A foreign page may let its own name point here, and would then be of the same origin as ours: so a request must
    name this machine, or the address at which it came in."""
    called = urlsplit(f"//{request.headers.get('Host', '')}").hostname or ""
    arrived = request.server[0] if request.server else ""
    if called.rstrip(".") not in current_app.config[NAMES] | {arrived}:
        abort(421)


def _check_length() -> None:
    if (request.content_length or 0) > MOST_BYTES:
        abort(413)


def _check_origin() -> None:
    if request.method not in ("GET", "HEAD", "OPTIONS") and not same_origin():
        abort(403)


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def sorry(what: Text, status: int, clause: str = "") -> Response:
    """The page, or for htmx the fragment, with one sentence, and a link to the clause that it names."""
    page = "sorry_now.html" if request.headers.get("HX-Request") else "sorry.html"
    return make_response(render_template(page, what=what, clause=clause, rule=rule_address(clause)), status)


def _refused(refusal: Refusal) -> Response:
    status = 400 if isinstance(refusal, Unreadable) else 409
    log.debug("%s %s: refused as %s", request.method, request.endpoint, refusal.code)
    return sorry(refusal.what, status, refusal.clause)


def _failed(error: HTTPException) -> Response:
    status = error.code or 500
    log.log(logging.ERROR if status >= 500 else logging.DEBUG, "%s %s: %d", request.method, request.endpoint, status)
    response = sorry(SENTENCES.get(status, SENTENCES[500] if status >= 500 else SENTENCES[400]), status)
    if status == 405 and error.get_response().headers.get("Allow"):
        response.headers["Allow"] = error.get_response().headers["Allow"]
    return response


def cookie_of(table: str) -> str:
    """What the cookie is called in which a phone carries its secret to `table`."""
    return f"seats-{table}"


def keep_safe(app: Flask, table: str) -> None:
    """Install the checks, the headers and the sentences.

    Args:
        table: goes into the cookie's name. A browser keeps cookies by machine, not by port, so two tables on one
            machine need two names; a table keeps its own from start to start.
    """
    app.config.update(
        MAX_CONTENT_LENGTH=MOST_BYTES,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_NAME=cookie_of(table),
    )
    app.url_map.converters["int"] = ShortNumber
    app.config[NAMES] = own_names()
    for check in (_check_host, _check_length, _check_origin):
        app.before_request(check)
    count_once(app)
    deliver(app)
    app.after_request(name_client)
    app.after_request(_add_headers)
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(HTTPException, _failed)


SENTENCES = {
    400: Text(
        fr="Cette demande ne se comprend pas ; revenez à la page et recommencez.",
        en="This request makes no sense; go back to the page and try again.",
    ),
    403: Text(
        fr="Cette demande ne vient pas d'une page de la table ; ouvrez la page de la table et recommencez.",
        en="This request does not come from a page of the table; open the table's page and try again.",
    ),
    404: Text(
        fr="Il n'y a rien à cette adresse ; revenez à la table.",
        en="There is nothing at this address; go back to the table.",
    ),
    405: Text(
        fr="Cette adresse ne s'ouvre pas ainsi ; revenez à la table et servez-vous des boutons.",
        en="This address does not open this way; go back to the table and use the buttons.",
    ),
    409: Text(
        fr="La table a changé entre-temps ; regardez la page, puis recommencez s'il le faut.",
        en="The table has changed meanwhile; look at the page, then try again if need be.",
    ),
    413: Text(
        fr="Ce texte est trop long ; raccourcissez-le et recommencez.",
        en="This text is too long; shorten it and try again.",
    ),
    421: Text(
        fr="La table ne se connaît pas sous ce nom ; ouvrez l'adresse qu'elle affiche, ou ajoutez ce nom à « names » "
        "dans ses réglages.",
        en="The table does not know itself by this name; open the address that it shows, or add this name to “names” "
        "in its settings.",
    ),
    500: Text(
        fr="Le compagnon s'est trompé ; la partie n'est pas perdue : rechargez la page.",
        en="The companion made a mistake; the match is not lost: reload the page.",
    ),
    503: Text(
        fr="Trop de téléphones regardent la table ; fermez une page ailleurs, puis rechargez celle-ci.",
        en="Too many phones watch the table; close a page elsewhere, then reload this one.",
    ),
}
