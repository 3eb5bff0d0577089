"""The device's side of the conversation, line by line."""

from __future__ import annotations

from firmware_bridge.device.box import AGAIN_US, MOST_WAITING, SILENT_US, Box
from firmware_bridge.device.wire import VERSION, decode, encode
from firmware_bridge.simulated import Lamps
from tests.firmware_bridge.lines import Message

SESSION = 4711
BOOT = 99


def box_in_session(seats: int = 4) -> tuple[Box, Lamps]:
    lamps = Lamps(seats)
    box = Box(seats, BOOT, lamps)
    said(box.receive(encode(0, "hello", (VERSION, SESSION)), 0))
    lamps.done.clear()
    return box, lamps


def said(answers: bytes) -> list[Message]:
    messages = [decode(line + b"\n", "device") for line in answers.split(b"\n")[:-1]]
    assert None not in messages
    return [message for message in messages if message is not None]


def test_hello_is_answered_with_version_session_boot_and_seats() -> None:
    answer = Box(4, BOOT, Lamps(4)).receive(encode(3, "hello", (VERSION, SESSION)), 0)
    assert said(answer) == [(3, "box", (VERSION, SESSION, BOOT, 4))]


def test_a_host_of_another_version_is_told_ours_and_gets_no_session() -> None:
    box, lamps = Box(4, BOOT, Lamps(4)), Lamps(4)
    assert said(box.receive(encode(0, "hello", (VERSION + 1, SESSION)), 0)) == [(0, "box", (VERSION, SESSION, BOOT, 4))]
    assert box.receive(encode(0, "light", (0, 1, 2, 3)), 0) == b""
    assert lamps.done == []


def test_without_a_session_nothing_is_done_or_said() -> None:
    lamps = Lamps(4)
    box = Box(4, BOOT, lamps)
    box.press(0, 5)
    assert box.receive(encode(0, "light", (0, 1, 2, 3)) + encode(1, "beat"), 10) + box.poll(20) == b""
    assert lamps.done == []


def test_a_command_that_comes_three_times_is_carried_out_once_and_answered_each_time() -> None:
    box, lamps = box_in_session()
    answers = box.receive(3 * encode(0, "light", (2, 10, 20, 30)), 100)
    assert said(answers) == [(0, "ack", ())] * 3
    assert lamps.done == [("light", 2, (10, 20, 30))]


def test_a_command_with_the_next_sequence_is_another_one() -> None:
    box, lamps = box_in_session()
    box.receive(encode(999, "light", (2, 10, 20, 30)) + encode(0, "light", (2, 10, 20, 30)), 100)
    assert lamps.done == [("light", 2, (10, 20, 30))] * 2


def test_a_repeated_hello_forgets_nothing_and_a_new_session_begins_anew() -> None:
    box, lamps = box_in_session()
    light = encode(0, "light", (2, 10, 20, 30))
    box.receive(light + encode(0, "hello", (VERSION, SESSION)) + light, 100)
    assert lamps.done == [("light", 2, (10, 20, 30))]
    lamps.done.clear()
    box.receive(encode(0, "hello", (VERSION, SESSION + 1)) + light, 200)
    assert lamps.done == [("light", seat, (0, 0, 0)) for seat in range(4)] + [("light", 2, (10, 20, 30))]


def test_a_seat_that_the_box_does_not_have_is_refused_each_time() -> None:
    box, lamps = box_in_session(seats=4)
    assert said(box.receive(2 * encode(0, "light", (4, 1, 1, 1)), 0)) == [(0, "nak", ())] * 2
    assert lamps.done == []


def test_a_tone_ends_by_itself_and_a_newer_one_takes_its_place() -> None:
    box, lamps = box_in_session()
    box.receive(encode(0, "tone", (1, 440, 100)), 0)
    box.poll(99_999)
    assert lamps.hertz == [0, 440, 0, 0]
    box.poll(100_000)
    assert lamps.hertz == [0, 0, 0, 0]
    box.receive(encode(1, "tone", (1, 440, 100)) + encode(2, "tone", (1, 880, 100)), 200_000)
    box.receive(encode(3, "tone", (1, 0, 0)), 210_000)
    assert lamps.done == [("tone", 1, (hertz,)) for hertz in (440, 0, 440, 880, 0)]


def test_a_beat_is_answered_with_the_clock() -> None:
    box, _ = box_in_session()
    assert said(box.receive(encode(17, "beat"), 123_456_789_012)) == [(17, "tick", (123_456_789_012,))]


def test_a_press_is_sent_again_until_it_is_noted_and_then_the_next_one() -> None:
    box, _ = box_in_session()
    box.press(2, 1000)
    box.press(0, 1003)
    first, second = [(0, "press", (2, 1000, 0))], [(1, "press", (0, 1003, 1))]
    assert said(box.poll(2000)) == first
    assert box.poll(2000 + AGAIN_US - 1) == b""
    assert said(box.poll(2000 + AGAIN_US)) == first
    box.receive(encode(7, "ack"), 30_000)  # not ours
    assert said(box.poll(2000 + 2 * AGAIN_US)) == first
    box.receive(2 * encode(0, "ack"), 50_000)
    assert said(box.poll(50_000)) == second
    box.receive(encode(1, "ack"), 60_000)
    assert box.poll(500_000) == b""


def test_a_silent_host_is_gone_and_everything_dark_until_it_says_hello() -> None:
    box, lamps = box_in_session()
    box.receive(encode(0, "light", (1, 9, 9, 9)) + encode(1, "tone", (1, 440, 60_000)), 1000)
    box.poll(1000 + SILENT_US - 1)
    assert (lamps.lights[1], lamps.hertz[1]) == ((9, 9, 9), 440)
    box.poll(1000 + SILENT_US)
    assert (lamps.lights[1], lamps.hertz[1]) == ((0, 0, 0), 0)
    assert box.receive(encode(2, "beat"), 5_000_000) == b""
    box.press(3, 6_000_000)
    assert said(box.receive(encode(0, "hello", (VERSION, SESSION)), 7_000_000)) != []
    assert said(box.poll(7_000_000)) == [(0, "press", (3, 6_000_000, 0))]


def test_presses_that_it_cannot_keep_are_missed_by_number() -> None:
    box, _ = box_in_session()
    for number in range(MOST_WAITING + 5):
        box.press(0, number)
    got = []
    for sequence in range(MOST_WAITING):
        got += said(box.poll(10**6))
        box.receive(encode(sequence, "ack"), 10**6)
    box.press(1, 10**6)
    got += said(box.poll(10**6))
    assert [number for _, _, (_, _, number) in got] == [*range(MOST_WAITING), MOST_WAITING + 5]


def test_leave_ends_the_program_in_the_dark() -> None:
    box, lamps = box_in_session()
    box.receive(encode(0, "light", (1, 9, 9, 9)), 0)
    assert not box.leaving
    assert said(box.receive(encode(1, "leave"), 10)) == [(1, "ack", ())]
    assert box.leaving
    assert lamps.lights == [(0, 0, 0)] * 4


def test_leave_needs_no_session() -> None:
    box = Box(4, BOOT, Lamps(4))
    assert said(box.receive(encode(5, "leave"), 0)) == [(5, "ack", ())]
    assert box.leaving
