"""What is at the table changes under open pages: a part that was asked for by a page of another scene is not given, the
page is led to where its phone belongs now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from werkzeug.wrappers import Response

HEADER = "HTTP_SCENE"
"""What a page says it belongs to, as WSGI names the header."""
WALL_HEADER = "HTTP_WALL"
"""The header by which a page says that it is a wall screen: it is led to `WALL`, not to `HERE`."""
HERE = "/here"
"""The address that leads a phone to where it belongs; the lobby and every match have it."""
WALL = "/wall"
"""The address of the wall screen; the lobby and every match have it."""

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Wsgi = Callable[[Environ, StartResponse], Iterable[bytes]]


def in_scene(app: Wsgi, scene: str, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
    """The answer of `app`, unless a page of another scene than `scene` asks: what it shows or wants is no longer so."""
    said = environ.get(HEADER)
    if said is None or said == scene:
        return app(environ, start_response)
    return Response(status=204, headers={"HX-Redirect": WALL if WALL_HEADER in environ else HERE})(
        environ, start_response
    )
