"""How phones find the table: its address, and the QR code that says it."""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from flask import request
from markupsafe import Markup

from companion.web.addresses import LOOPBACK, addresses_here


def join_address(path: str) -> str:
    """Where phones join: `path` at the best of the table's addresses."""
    return join_addresses(path)[0]


def join_addresses(path: str) -> tuple[str, ...]:
    """All addresses where phones may find `path`, the best first. The one that this browser uses itself is the best,
    unless the settings name another, or it is this machine's own browser."""
    known = addresses_here()
    bases = known.all
    if urlsplit(request.host_url).hostname not in LOOPBACK and not known.fixed:
        bases = (request.host_url, *bases)
    return tuple(dict.fromkeys(base.rstrip("/") + path for base in bases))


def qr_code(address: str) -> Markup:
    """A QR code as an SVG element that takes the size and colours of its surroundings."""
    code = segno.make(address, error="m", micro=False)
    # safe as markup: segno writes it, and the address ends up as squares
    return Markup(code.svg_inline(omitsize=True, svgclass="qr", lineclass=None))
