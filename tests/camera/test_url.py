"""A camera's address is taken apart once, and every slip in it is named."""

from __future__ import annotations

from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.camera.url import SourceUrl
from companion.core.errors import Unreadable


@pytest.mark.parametrize(
    ("text", "scheme", "rest", "values"),
    [
        ("rendered://", "rendered", "", {}),
        ("rendered://?tilt_deg=8&noise=3", "rendered", "", {"tilt_deg": "8", "noise": "3"}),
        ("USB://0?width=1280", "usb", "0", {"width": "1280"}),
        ("usb:///dev/video2", "usb", "/dev/video2", {}),
        (" replay:///a%20b/c?fps=5 ", "replay", "/a b/c", {"fps": "5"}),
        ("http://host:80/video?action=stream&x", "http", "host:80/video?action=stream&x", {}),
    ],
)
def test_parts(text: str, scheme: str, rest: str, values: dict[str, str]) -> None:
    url = SourceUrl.parse(text)
    assert (url.scheme, url.rest, url.values) == (scheme, rest, values)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "kind://"),
        ("camera", "kind://"),
        ("://0", "kind://"),
        ("usb://0?fast", "“fast”"),
        ("usb://0?=3", "“=3”"),
        ("usb://0?fps=3&fps=4", "“fps=4”"),
    ],
)
def test_what_is_no_address(text: str, named: str) -> None:
    with pytest.raises(Unreadable) as refused:
        SourceUrl.parse(text)
    assert named in refused.value.what.en
    assert refused.value.what.en.count("\n") == 0


def test_an_unknown_key_is_named_with_those_that_are_known() -> None:
    url = SourceUrl.parse("usb://0?widht=3")
    with pytest.raises(Unreadable) as refused:
        url.known("width", "height")
    assert refused.value.what.fr == (
        "L'adresse « usb://0?widht=3 » : « widht » n'y est pas connu ; employez width, height."
        " Vouliez-vous dire « width » ?"
    )
    url.known("widht")


@given(st.text(max_size=8) | st.floats(-9, 9).map(str) | st.integers(-5, 9).map(str))
def test_a_number_is_in_its_range_or_refused(written: str) -> None:
    url = SourceUrl("u", "u", "", {"k": written})
    try:
        wanted = float(written)
    except ValueError:
        wanted = nan
    if -2.0 <= wanted <= 5.0:
        assert url.number("k", 0.0, -2.0, 5.0) == wanted
    else:
        with pytest.raises(Unreadable) as refused:
            url.number("k", 0.0, -2.0, 5.0)
        assert f"k={written}" in refused.value.what.en


def test_whole_numbers() -> None:
    url = SourceUrl.parse("u://?a=3&b=3.5&c=nan")
    assert (url.whole("a", 1, 0, 9), url.whole("z", 1, 0, 9)) == (3, 1)
    for key in "bc":
        with pytest.raises(Unreadable):
            url.whole(key, 1, 0, 9)


def test_a_password_is_never_shown() -> None:
    url = SourceUrl.parse("rtsp://cat:s3cret@camera.local:554/live?x=1")
    assert url.shown == "rtsp://camera.local:554/…"
    assert SourceUrl.parse("usb://0?fps=5").shown == "usb://0?fps=5"
