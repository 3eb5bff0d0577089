"""What is shown of an address: never what may be a password, however it is written."""

from __future__ import annotations

import pytest

from companion.core.shown_address import shown_address


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("rtsp://ada:word@cam.local:554/live?key=7", "rtsp://cam.local:554/…"),
        ("rtsp://ada:wo/rd@cam.local/live", "rtsp://…"),  # what looks like a host is a name and half a password
        ("http://ada/word@cam.local", "http://…"),
        ("mqtt://a name with spaces", "mqtt://…"),
        ("mqtt://cafe.local", "mqtt://cafe.local"),
        ("http://[fe80::1]:8080/", "http://[fe80::1]:8080/"),
        ("usb://0?token=7", "usb://0?…"),
        ("usb://ada:word@0", "usb://…"),
        ("word", "…"),
    ],
)
def test_nothing_secret_is_shown(written: str, shown: str) -> None:
    assert shown_address(written) == shown
