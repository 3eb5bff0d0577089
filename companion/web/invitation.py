"""How phones find the table: its address, and the QR code that says it."""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from flask import request
from markupsafe import Markup

from companion.web.serve import address_for_phones

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""Names that a machine has for itself; a phone could do nothing with them."""


def join_address(path: str) -> str:
    """Where phones join: `path` at the address that this browser uses, or at the network's if that is loopback."""
    here = urlsplit(request.host_url)
    base = address_for_phones(here.port or 80) if here.hostname in LOOPBACK else request.host_url
    return base.rstrip("/") + path


def qr_code(address: str) -> Markup:
    """A QR code as an SVG element that takes the size and colours of its surroundings."""
    code = segno.make(address, error="m", micro=False)
    # safe as markup: segno writes it, and the address ends up as squares
    return Markup(code.svg_inline(omitsize=True, svgclass="qr", lineclass=None))
