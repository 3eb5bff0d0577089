"""The host's side of the conversation, line by line."""

from __future__ import annotations

from itertools import count

import pytest

from firmware_bridge.device.wire import VERSION, LineReader, encode
from firmware_bridge.link import AGAIN_S, BEAT_S, GONE_S, HELLO_S, MOST_WAITING, Link, Outcome
from tests.firmware_bridge.lines import Message

BOOT = 99


def said(line: bytes) -> list[Message]:
    return LineReader("host").feed(line)


def greeted(now_s: float = 0.0, *, boot: int = BOOT) -> Link:
    """A link to a box of four seats whose clock is known to be the host's."""
    sessions = count()
    link = Link(lambda: next(sessions))
    greet(link, now_s, boot=boot)
    return link


def greet(link: Link, now_s: float, *, boot: int = BOOT) -> None:
    (sequence, kind, (version, session)) = said(link.poll(now_s))[0]
    assert (kind, version) == ("hello", VERSION)
    link.receive(encode(sequence, "box", (VERSION, session, boot, 4)), now_s)
    (sequence, kind, _) = said(link.poll(now_s))[0]
    assert kind == "beat"
    link.receive(encode(sequence, "tick", (int(now_s * 1e6),)), now_s)


def test_it_calls_until_somebody_answers() -> None:
    link = Link(lambda: 5)
    hello = encode(0, "hello", (VERSION, 5))
    assert link.poll(0.0) == hello
    assert link.poll(HELLO_S / 2) == b""
    assert link.poll(HELLO_S) == hello
    assert link.seats is None
    link.receive(encode(0, "box", (VERSION, 5, BOOT, 6)), 0.1)
    assert link.seats == 6


def test_an_answer_to_an_earlier_session_is_no_answer() -> None:
    link = Link(lambda: 5)
    link.poll(0.0)
    link.receive(encode(0, "box", (VERSION, 4, BOOT, 6)), 0.0)
    assert link.seats is None


def test_a_box_of_another_version_is_none() -> None:
    link = Link(lambda: 5)
    link.poll(0.0)
    link.receive(encode(0, "box", (VERSION + 1, 5, BOOT, 6)), 0.0)
    assert (link.seats, link.other_version) == (None, VERSION + 1)
    assert link.send("light", 0, 1, 2, 3).result(0) is Outcome.LOST


def test_a_command_is_sent_again_until_it_is_answered_and_then_the_next_one() -> None:
    link = greeted()
    first, second = link.send("light", 0, 1, 2, 3), link.send("tone", 3, 440, 50)
    line = encode(0, "light", (0, 1, 2, 3))
    assert link.poll(0.0) == line
    assert link.poll(AGAIN_S / 2) == b""
    assert link.poll(AGAIN_S) == line
    link.receive(encode(5, "ack"), 0.03)
    assert not first.done()
    link.receive(encode(0, "ack"), 0.03)
    assert first.result(0) is Outcome.DONE
    assert link.poll(0.03) == encode(1, "tone", (3, 440, 50))
    link.receive(encode(0, "ack") + encode(1, "nak"), 0.04)
    assert second.result(0) is Outcome.REFUSED


def test_an_answer_before_the_question_settles_nothing() -> None:
    link = greeted()
    outcome = link.send("light", 0, 1, 2, 3)
    link.receive(encode(0, "ack"), 0.0)
    assert not outcome.done()


def test_only_what_the_table_has_can_be_sent() -> None:
    with pytest.raises(ValueError, match="no such message"):
        greeted().send("light", 0, 1, 2)


def test_without_a_box_a_command_is_lost_at_once() -> None:
    assert Link(lambda: 5).send("light", 0, 1, 2, 3).result(0) is Outcome.LOST


def test_more_commands_than_can_wait_are_lost() -> None:
    link = greeted()
    outcomes = [link.send("light", 0, 1, 2, 3) for _ in range(MOST_WAITING + 1)]
    assert [each.done() for each in outcomes] == [False] * MOST_WAITING + [True]
    assert outcomes[-1].result(0) is Outcome.LOST


def test_a_silent_box_is_gone_and_what_waited_is_lost() -> None:
    link = greeted()
    outcomes = [link.send("light", 0, 1, 2, 3), link.send("light", 1, 1, 2, 3)]
    link.poll(0.0)
    link.poll(GONE_S - 0.01)
    assert link.seats == 4
    assert said(link.poll(GONE_S))[0][1:] == ("hello", (VERSION, 1))  # another session
    assert link.seats is None
    assert [each.result(0) for each in outcomes] == [Outcome.LOST] * 2


def test_beats_go_on_and_keep_the_box() -> None:
    link, now_s, beats = greeted(), 0.0, 0
    while now_s < 3 * GONE_S:
        now_s += BEAT_S / 4
        for sequence, kind, _ in said(link.poll(now_s)):
            assert kind == "beat"
            beats += 1
            link.receive(encode(sequence, "tick", (int(now_s * 1e6),)), now_s)
    assert link.seats == 4
    assert beats == pytest.approx(3 * GONE_S / BEAT_S, abs=1)


def test_a_press_is_noted_each_time_and_told_once() -> None:
    link = greeted(10.0)
    press = encode(0, "press", (2, 10_250_000, 0))
    (told,) = link.receive(press + press, 10.3)
    assert (told.seat, told.at_s, told.missed) == (2, pytest.approx(10.25), 0)
    assert link.receive(press, 10.31) == []
    assert said(link.poll(10.31)) == [(0, "ack", ())] * 3


def test_presses_that_the_box_could_not_keep_are_counted() -> None:
    link = greeted()
    (first,) = link.receive(encode(0, "press", (2, 1000, 17)), 0.1)
    (second,) = link.receive(encode(1, "press", (1, 2000, 20)), 0.1)
    assert (first.missed, second.missed) == (0, 2)


def test_a_press_stays_in_the_box_until_its_time_can_be_told() -> None:
    link = Link(lambda: 5)
    link.poll(0.0)
    link.receive(encode(0, "box", (VERSION, 5, BOOT, 6)), 0.0)
    press = encode(0, "press", (2, 1000, 0))
    assert link.receive(press, 0.0) == []
    ((sequence, kind, _),) = said(link.poll(0.0))
    assert kind == "beat"
    link.receive(encode(sequence, "tick", (2000,)), 0.001)
    assert len(link.receive(press, 0.002)) == 1


def test_a_press_told_before_the_line_broke_is_not_told_again_and_one_that_was_not_is() -> None:
    link = greeted()
    link.receive(encode(0, "press", (2, 1000, 0)), 0.0)
    link.broken()
    greet(link, 1.0)
    assert link.receive(encode(0, "press", (2, 1000, 0)), 1.0) == []
    assert [each.seat for each in link.receive(encode(1, "press", (3, 5000, 1)), 1.0)] == [3]


def test_a_box_that_was_switched_off_counts_and_ticks_anew() -> None:
    link = greeted(100.0)
    link.receive(encode(0, "press", (2, 100_000_000, 41)), 100.0)
    link.broken()
    (sequence, _, (_, session)) = said(link.poll(200.0))[0]
    link.receive(encode(sequence, "box", (VERSION, session, BOOT + 1, 4)), 200.0)
    ((sequence, _, _),) = said(link.poll(200.0))
    link.receive(encode(sequence, "tick", (0,)), 200.0)
    (told,) = link.receive(encode(0, "press", (1, 500_000, 0)), 200.6)
    assert (told.seat, told.at_s, told.missed) == (1, pytest.approx(200.5), 0)


def test_it_says_when_it_will_have_something_to_send() -> None:
    link = Link(lambda: 5)
    assert link.due_s(0.0) == 0.0
    link.poll(0.0)
    assert link.due_s(0.01) == pytest.approx(HELLO_S - 0.01)
    link = greeted()
    assert link.due_s(0.1) == pytest.approx(BEAT_S - 0.1)
    link.send("light", 0, 1, 2, 3)
    assert link.due_s(0.1) == 0.0
    link.poll(0.1)
    assert link.due_s(0.1) == pytest.approx(AGAIN_S)
