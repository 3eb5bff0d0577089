"""How answers travel: text is compressed, and a browser keeps files whose address changes with what they hold."""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, request

FOR_EVER = "public, max-age=31536000, immutable"
"""A year, the longest that is understood everywhere."""
VERSION_LETTERS = 10
"""Letters of a file's digest; 40 bits never meet twice among a table's few files."""
LEVEL = 6
"""gzip's level, 1 to 9: a page of 25 kilobytes becomes 4 in half a millisecond."""
WORTH_BYTES = 600
"""Less than this fits into the packet that is sent anyway."""
KEPT = 64
"""Compressed texts: what a crowd asks for at once, and the static files."""
COMPRESSED = ("text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml", "application/json")


def version_of(data: bytes) -> str:
    """Stands in the address of a file that holds `data`, so that another content has another address."""
    return sha256(data).hexdigest()[:VERSION_LETTERS]


def deliver(app: Flask) -> None:
    """Give static files their versions, and compress what phones can read compressed."""
    app.url_defaults(_add_version)
    app.after_request(_keep_versions)
    app.after_request(_compress)


def _add_version(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint == "static" and "v" not in values:
        values["v"] = _static_version(current_app.static_folder or "", values["filename"])


@cache
def _static_version(folder: str, name: str) -> str | None:
    file = Path(folder) / name
    return version_of(file.read_bytes()) if file.is_file() else None


def _keep_versions(response: Response) -> Response:
    if request.endpoint == "static" and response.status_code == 200:
        wanted = _static_version(current_app.static_folder or "", (request.view_args or {})["filename"])
        response.headers["Cache-Control"] = FOR_EVER if request.args.get("v") == wanted else "no-cache"
    return response


def _compress(response: Response) -> Response:
    if response.mimetype not in COMPRESSED or response.status_code != 200 or response.content_encoding:
        return response
    response.vary.add("Accept-Encoding")
    if not request.accept_encodings["gzip"]:
        return response
    response.direct_passthrough = False  # a static file is read whole
    data = response.get_data()
    if len(data) >= WORTH_BYTES:
        response.set_data(_compressed(data))
        response.content_encoding = "gzip"
        etag, _ = response.get_etag()
        if etag:
            response.set_etag(etag, weak=True)  # the same file in other bytes
    return response


@lru_cache(KEPT)
def _compressed(data: bytes) -> bytes:
    return gzip.compress(data, LEVEL, mtime=0)
