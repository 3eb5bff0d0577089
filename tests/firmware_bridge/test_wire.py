"""The line code of the table box."""

from __future__ import annotations

import binascii
from binascii import crc32
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.device.wire import KINDS, LONGEST_LINE, SEQUENCES, LineReader, decode, encode
from tests.firmware_bridge.lines import Message, any_message, try_lines

SENDERS = ("host", "device")


@st.composite
def messages(draw: st.DrawFn) -> Message:
    kind = draw(st.sampled_from(sorted(KINDS)))
    arguments = tuple(draw(st.integers(0, most)) for most in KINDS[kind][1])
    return draw(st.integers(0, SEQUENCES - 1)), kind, arguments


def sender_of(message: Message) -> str:
    sender = KINDS[message[1]][0]
    return "host" if sender == "both" else sender


def test_a_line_as_it_is_documented() -> None:
    assert encode(7, "tone", (2, 440, 120)) == b"7 tone 2 440 120*%08X\n" % crc32(b"7 tone 2 440 120")
    assert encode(7, "ack") == b"7 ack*A8B41D16\n"


@given(messages())
def test_every_message_comes_back(message: Message) -> None:
    line = encode(*message)
    assert decode(line, sender_of(message)) == message
    assert len(line) <= LONGEST_LINE


def test_the_longest_line_fits() -> None:
    for kind, (_, most) in KINDS.items():
        assert len(encode(SEQUENCES - 1, kind, most)) < LONGEST_LINE


@given(messages())
def test_nobody_is_taken_for_the_other_end(message: Message) -> None:
    for sender in SENDERS:
        may = KINDS[message[1]][0] in (sender, "both")
        assert (decode(encode(*message), sender) is not None) == may


@given(messages(), st.data())
def test_up_to_five_wrong_bits_are_never_accepted(message: Message, data: st.DataObject) -> None:
    """CRC-32 finds every five wrong bits in lines as short as these."""
    line = bytearray(encode(*message))
    wrong = data.draw(st.sets(st.integers(0, 8 * len(line) - 1), min_size=1, max_size=5))
    for bit in wrong:
        line[bit // 8] ^= 1 << bit % 8
    assert decode(bytes(line), sender_of(message)) is None


@given(st.binary(max_size=2 * LONGEST_LINE), st.sampled_from(SENDERS))
def test_what_is_no_message_is_none(noise: bytes, sender: str) -> None:
    decoded = decode(noise, sender)
    assert decoded is None or encode(*decoded) == noise


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"7",
        b"7 tick",
        b"7 tick -1",
        b"7 tick 1 ",
        b"7  tick 1",
        b"7 tick 1 2",
        b"7 tick 1e3",
        b"7 TICK 1",
        b"7 fire 1",
        b"07 tick 1",
        b"-1 tick 1",
        b"1000 tick 1",
        b"7 press 8 1 1",
        b"7 light 1 2 3 4",
        b"7 tick " + b"9" * 16,
    ],
)
def test_a_right_checksum_does_not_make_it_a_message(body: bytes) -> None:
    assert decode(body + b"*%08X\n" % crc32(body), "device") is None


@pytest.mark.parametrize(
    ("sequence", "kind", "arguments"),
    [
        (0, "fire", (1,)),
        (0, "beat", (1,)),
        (0, "tick", ()),
        (1000, "beat", ()),
        (-1, "beat", ()),
        (0, "tick", (-1,)),
        (0, "tone", (8, 440, 100)),
        (0, "light", (0, 256, 0, 0)),
    ],
)
def test_only_messages_are_encoded(sequence: int, kind: str, arguments: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="no such message"):
        encode(sequence, kind, arguments)


@given(st.randoms(use_true_random=False), st.binary(max_size=300), st.data())
def test_however_the_bytes_come_the_messages_are_the_same(random: Random, noise: bytes, data: st.DataObject) -> None:
    sent = [any_message(random, "host") for _ in range(5)]
    stream = noise + b"\n" + b"".join(encode(*message) for message in sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    reader = LineReader("host")
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    found = [message for piece in pieces for message in reader.feed(piece)]
    assert found[-len(sent) :] == sent


@pytest.mark.parametrize("sender", SENDERS)
def test_after_any_rubbish_the_ends_are_in_step_within_one_line(sender: str) -> None:
    assert try_lines(Random(5), sender, 5000) == (0, 0)


def test_the_rubbish_would_find_a_weak_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binascii, "crc32", lambda data: crc32(data) % 8)
    assert try_lines(Random(5), "host", 1000)[0] > 0


def test_the_rubbish_would_find_a_reader_that_stays_out_of_step(monkeypatch: pytest.MonkeyPatch) -> None:
    feed = LineReader.feed

    def deaf_for_a_while(reader: LineReader, data: bytes) -> list[Message]:
        found = feed(reader, data)
        return found if found or len(data) > LONGEST_LINE else feed(reader, b"the rest of a line of 96 bytes")

    monkeypatch.setattr(LineReader, "feed", deaf_for_a_while)
    assert try_lines(Random(5), "host", 300)[1] > 0
