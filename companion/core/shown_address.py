"""Addresses of cameras, boxes and brokers as everybody may read them: without what may be a secret."""

from __future__ import annotations

import re

STRUCK = "…"
"""What stands in the place of a secret."""
NETWORK = frozenset({"http", "https", "rtsp", "mqtt", "mqtts"})
"""Schemes of other machines' addresses: of these only the scheme, the host and the port are shown."""
HOST = re.compile(r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?")
HERE = frozenset({"picamera2", "usb", "replay", "rendered", "gpiozero", "serial", "sim", "none"})
"""Schemes of addresses on this machine: of these the device or folder is shown, and no key after the question mark."""

CONFIDENTIAL = re.compile(r"pass|secret|token|key|credential|auth", re.IGNORECASE)
"""Names of settings whose values are never shown."""
NO_ADDRESS_YET = re.compile(rf"(?:(?:{'|'.join(sorted(HERE))}):?)?[\w/.-]{{0,40}}")
"""What somebody wrote who forgot the scheme, or its mark: "usb0", "usb:/0", "/dev/video0"."""


def shown_address(address: str) -> str:
    """An address without anything that may be a secret: of `rtsp://ada:word@cam.local:554/live?key=7` it is
    `rtsp://cam.local:554/…`. One that makes no sense is struck out whole."""
    scheme, mark, rest = address.strip().partition("://")
    scheme = scheme.lower()
    if not mark or not scheme.isalnum():
        return STRUCK
    if scheme not in NETWORK | HERE:
        return f"{scheme}://{STRUCK if rest else ''}"
    if scheme in HERE:
        place, more = _cut_at("?#", rest)
        return f"{scheme}://{STRUCK if '@' in rest else place + (f'?{STRUCK}' if more else '')}"
    place, more = _cut_at("/?#", rest)
    host = place.rpartition("@")[2]
    if not HOST.fullmatch(host) or "@" in more:  # a password may hold a "/": then what looks like a host is a name
        return f"{scheme}://{STRUCK}"
    return f"{scheme}://{host}" + (f"/{STRUCK}" if more.strip("/") else more)


def holds_no_secret(address: str) -> bool:
    """Whether an address may be repeated as it was written: it is of this machine, and holds no name and password.
    A path from / on holds none, whatever letters it has."""
    scheme, mark, rest = address.strip().partition("://")
    if not mark:
        return NO_ADDRESS_YET.fullmatch(address.strip()) is not None
    return scheme.lower() in HERE and (rest.startswith("/") or "@" not in rest)


def address_in_words(address: str) -> str:
    """An address as a sentence may repeat it to who wrote it: whole where it holds no secret."""
    return address.strip() if holds_no_secret(address) else shown_address(address)


def _cut_at(letters: str, words: str) -> tuple[str, str]:
    """The words before the first of these letters, and from it on."""
    place = re.split(f"[{re.escape(letters)}]", words, maxsplit=1)[0]
    return place, words[len(place) :]
