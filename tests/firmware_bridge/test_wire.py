"""The line code of the table box."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.device.wire import KINDS, LONGEST, SEQUENCES, checksum, decode, encode


@st.composite
def messages(draw: st.DrawFn) -> tuple[int, str, tuple[int, ...]]:
    kind = draw(st.sampled_from(sorted(KINDS)))
    count = KINDS[kind][1]
    arguments = draw(st.lists(st.integers(0, 10**12), min_size=count, max_size=count))
    return draw(st.integers(0, SEQUENCES - 1)), kind, tuple(arguments)


def test_the_checksum_is_the_published_one() -> None:
    assert checksum(b"123456789") == 0x29B1


def test_a_line_as_it_is_documented() -> None:
    assert encode(7, "tone", (2, 440, 120)) == b"7 tone 2 440 120*5877\n"


@given(messages())
def test_every_message_comes_back(message: tuple[int, str, tuple[int, ...]]) -> None:
    line = encode(*message)
    assert decode(line) == message
    assert len(line) <= LONGEST


@given(messages(), st.data())
def test_up_to_three_wrong_bits_are_never_accepted(
    message: tuple[int, str, tuple[int, ...]], data: st.DataObject
) -> None:
    line = bytearray(encode(*message))
    wrong = data.draw(st.sets(st.integers(0, 8 * len(line) - 1), min_size=1, max_size=3))
    for bit in wrong:
        line[bit // 8] ^= 1 << bit % 8
    assert decode(bytes(line)) is None


@given(st.binary(max_size=2 * LONGEST))
def test_what_is_no_message_is_none(noise: bytes) -> None:
    decoded = decode(noise)
    assert decoded is None or encode(*decoded) == noise


@pytest.mark.parametrize("body", [b"07 beat 1", b"7 beat -1", b"7 beat 1 2", b"7 fire 1", b"1000 beat 1", b"7", b""])
def test_a_right_checksum_does_not_make_it_a_message(body: bytes) -> None:
    assert decode(body + b"*%04X\n" % checksum(body)) is None


@pytest.mark.parametrize(
    ("sequence", "kind", "arguments"),
    [
        (0, "fire", (1,)),
        (0, "beat", ()),
        (1000, "beat", (1,)),
        (-1, "beat", (1,)),
        (0, "beat", (-1,)),
        (0, "beat", (10**90,)),
    ],
)
def test_only_messages_are_encoded(sequence: int, kind: str, arguments: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"."):
        encode(sequence, kind, arguments)
