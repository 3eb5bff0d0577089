"""A crowd that only watches asks the same at the same moment: one answer is made for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.web.live import CLIENT
from companion.web.words import COOKIE

OPEN_COOKIES = (CLIENT, COOKIE)
"""Cookies that say nothing of who somebody is at the table. Any other may be a phone's secret."""
OF_THE_BROWSER = (b"user-agent", b"accept", b"accept-language", b"dnt", b"priority")
"""Headers that tell one make of phone from another, as do those that begin with "sec-"; no page reads them."""
PARTS = b"hx-request"
"""The header of a page that fetches its part anew, which it does without a person."""

Key = tuple[Any, ...]


def key_of(scope: Mapping[str, Any]) -> Key | None:
    """What a request's answer depends on beside the table; None for one that nobody else can be answered with.

    Two phones with the same key carry no secret, come to the same address of this machine, and send the same headers
    but for those by which one browser is told from another.

    Args:
        scope: of ASGI.
    """
    if scope["method"] != "GET" or not any(name == PARTS for name, _ in scope["headers"]):
        return None
    headers = []
    for name, value in scope["headers"]:
        if name in OF_THE_BROWSER or name.startswith(b"sec-"):
            continue
        if name != b"cookie":
            headers.append((name, value))
            continue
        cookies = [part.strip().partition("=") for part in value.decode("latin-1").split(";")]
        if any(cookie not in OPEN_COOKIES for cookie, _, _ in cookies):
            return None
        headers += [(name, (cookie, content if cookie == COOKIE else "")) for cookie, _, content in cookies]
    return (scope["raw_path"], scope["query_string"], scope["server"], tuple(headers))
