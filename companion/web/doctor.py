"""The doctor's page: what of this table works, for the host and a paired screen. It is examined when somebody asks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from flask import Blueprint, Flask, abort, current_app, render_template

from companion.core.clock import Clock, SystemClock
from companion.core.going_on import survived
from companion.core.text import Text
from companion.web.authority import Role, may

bp = Blueprint("doctor", __name__)
CHECKUP = "companion.checkup"
"""Under this name an app keeps its `Checkup`."""
AT_MOST_EVERY_S = 10.0
"""A phone that asks without end costs no more than one that asks six times a minute."""
ORDER = (False, True, None)
"""What is to be done comes first, what cannot be told last."""


class Found(Protocol):
    """One thing that was looked at."""

    @property
    def check(self) -> str:
        """The name of what was looked at, for programs."""

    @property
    def ok(self) -> bool | None:
        """Whether it is well; None: it cannot be told."""

    @property
    def say(self) -> Text:
        """One sentence for people."""


Examine = Callable[[], Sequence[Found]]
"""Examines the table; takes up to half a minute and raises nothing."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the last examination found (None: there was none yet), how long ago, and whether one is under way."""

    found: tuple[Found, ...] | None
    age_s: float
    running: bool


def in_a_thread(work: Callable[[], None]) -> None:
    """Begin `work`, and return at once."""
    threading.Thread(target=work, name="doctor", daemon=True).start()


class Checkup:
    """Examines a table when somebody asks, one examination at a time. Safe to use from several threads.

    Args:
        begin: begins a piece of work beside whoever asks.
    """

    def __init__(self, examine: Examine, clock: Clock, begin: Callable[[Callable[[], None]], None] = in_a_thread):
        self._examine, self._clock, self._begin, self._lock = examine, clock, begin, threading.Lock()
        self._found: tuple[Found, ...] | None = None
        self._running, self._done_s = False, float("-inf")

    def ask(self) -> Report:
        """What is known; a new examination begins unless one is under way or has just been."""
        with self._lock:
            due = not self._running and self._clock.now_s() - self._done_s >= AT_MOST_EVERY_S
            self._running = self._running or due
        if due:
            self._begin(self._work)
        return self.report()

    def report(self) -> Report:
        """What is known now."""
        with self._lock:
            age_s = 0.0 if self._found is None else self._clock.now_s() - self._done_s
            return Report(self._found, age_s, self._running)

    def _work(self) -> None:
        found = None
        try:
            with survived("doctor"):
                found = tuple(self._examine())
        finally:
            with self._lock:
                self._found = found if found is not None else self._found
                self._running, self._done_s = False, self._clock.now_s()


def install(app: Flask, examine: Examine | None, clock: Clock | None) -> None:
    """Give the app its checkup; with None the page is not there."""
    if examine is not None:
        app.extensions[CHECKUP] = Checkup(examine, clock or SystemClock())
    app.jinja_env.globals.update(is_examined=lambda: CHECKUP in app.extensions)


def _checkup() -> Checkup:
    found: Checkup | None = current_app.extensions.get(CHECKUP)
    if found is None:
        abort(404)
    return found


@bp.get("/doctor")
@may(Role.HOST, Role.SCREEN)
def page() -> str:
    """What works and what does not; asking begins an examination."""
    return render_template("doctor.html", **_shown(_checkup().ask()))


@bp.get("/doctor/now")
@may(Role.HOST, Role.SCREEN)
def now() -> str:
    """The part of it that changes while an examination is under way."""
    return render_template("doctor_now.html", **_shown(_checkup().report()))


def _shown(report: Report) -> dict[str, object]:
    found = None if report.found is None else sorted(report.found, key=lambda each: ORDER.index(each.ok))
    return {"found": found, "running": report.running, "age_s": round(report.age_s)}
