"""A thread's work goes on whatever it raises: logged without secrets, said, and tried again more and more slowly."""

from __future__ import annotations

import logging

import pytest

from companion.core.clock import ManualClock
from companion.core.errors import NotSaved
from companion.core.going_on import Attempts, survived
from companion.core.text import Text, same

WORDS = Text(fr="Ça bute ({why}).", en="It stumbles ({why}).")


class Said:
    """A thread's attempts on a clock that stands still, and what was said of them."""

    def __init__(self) -> None:
        self.clock, self.told = ManualClock(100.0), list[Text | None]()
        self.attempts = Attempts("camera", self.clock, self.told.append, WORDS, passing=(EOFError,))

    def once(self, error: Exception | None = None) -> float:
        """One piece of work; the seconds that were waited after it."""
        before_s = self.clock.now_s()
        with self.attempts.one():
            if error is not None:
                raise error
        return self.clock.now_s() - before_s


def test_it_goes_on_says_so_and_pauses_longer_each_time() -> None:
    said = Said()
    pauses = [said.once(ValueError()) for _ in range(12)]
    assert pauses[:3] == pytest.approx([0.1, 0.2, 0.4])
    assert max(pauses) == pytest.approx(2.0)
    assert pauses[5] == pytest.approx(2.0)
    assert said.told[0] == Text(fr="Ça bute (ValueError).", en="It stumbles (ValueError).")
    said.once()
    assert said.once(KeyError()) == pytest.approx(0.1)


def test_the_sentence_stays_for_a_while_after_it_goes_well() -> None:
    said = Said()
    said.once(ValueError())
    said.once()
    assert None not in said.told
    said.clock.wait_s(9.5)
    said.once()
    assert None not in said.told
    said.clock.wait_s(0.5)
    said.once()
    said.once()
    assert said.told[1:] == [None]


def test_what_could_not_be_saved_pauses_and_is_said_elsewhere() -> None:
    said = Said()
    assert said.once(NotSaved("saving.failed", same("full"))) == pytest.approx(0.1)
    assert said.told == []


def test_what_is_no_failure_passes() -> None:
    with pytest.raises(EOFError):
        Said().once(EOFError())


def test_the_log_says_where_and_never_the_secret_in_the_errors_words(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        Said().once(KeyError("lune"))
        with survived("buttons"):
            raise ValueError("lune")
    assert "camera: KeyError" in caplog.text
    assert "buttons: ValueError" in caplog.text
    assert "test_going_on.py" in caplog.text
    assert "lune" not in caplog.text.replace('"lune"', "")
