"""The doctor's page: for the host and a paired screen, examined at most once in ten seconds."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask

from companion.core.clock import ManualClock
from companion.core.text import Text
from companion.doctor.finding import Finding
from companion.table.session import Session
from companion.web import create_app
from companion.web.doctor import AT_MOST_EVERY_S, CHECKUP, Checkup
from tests.web.conftest import browser, for_test, table_screen

FOUND = (
    Finding(True, Text(fr="Le disque va bien.", en="The disk is well."), "disk"),
    Finding(None, Text(fr="Aucune boîte.", en="No box."), "box"),
    Finding(False, Text(fr="Il fait trop sombre : allumez.", en="It is too dark: switch on."), "light"),
)


class Examined:
    """Counts examinations; work that was begun waits in `begun`."""

    def __init__(self) -> None:
        self.times = 0
        self.begun: list[Callable[[], None]] = []

    def __call__(self) -> tuple[Finding, ...]:
        self.times += 1
        return FOUND

    def go_on(self) -> None:
        while self.begun:
            self.begun.pop()()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(1000.0)


@pytest.fixture
def examined() -> Examined:
    return Examined()


@pytest.fixture
def app(session: Session, clock: ManualClock, examined: Examined) -> Flask:
    app = for_test(create_app(session, clock=clock, examine=examined))
    app.extensions[CHECKUP] = Checkup(examined, clock, examined.begun.append)
    return app


def test_the_host_reads_what_is_to_be_done_first(app: Flask, examined: Examined) -> None:
    ada = browser(app, 0)
    first = unescape(ada.get("/doctor").text)
    assert "La table est examinée" in first
    assert 'hx-get="/doctor/now"' in first
    examined.go_on()
    then = unescape(ada.get("/doctor/now").text)
    places = [then.index(words) for words in ("Il fait trop sombre : allumez.", "Le disque va bien.", "Aucune boîte.")]
    assert places == sorted(places)
    assert "hx-get" not in then, "nothing is under way any more"
    assert "It is too dark" in ada.get("/doctor/now?lang=en").text


def test_a_paired_screen_may_and_nobody_else(app: Flask) -> None:
    browser(app, 0)
    assert table_screen(app).get("/doctor").status_code == 200
    for other in (browser(app, 1), browser(app)):
        assert other.get("/doctor").status_code == 403
        assert other.get("/doctor/now").status_code == 403


def test_a_phone_that_hammers_it_costs_nothing(app: Flask, examined: Examined, clock: ManualClock) -> None:
    ada = browser(app, 0)
    for _ in range(20):
        ada.get("/doctor")
    assert len(examined.begun) == 1, "one is under way"
    examined.go_on()
    for _ in range(20):
        ada.get("/doctor")
        ada.get("/doctor/now")
        examined.go_on()
    assert examined.times == 1
    clock.wait_s(AT_MOST_EVERY_S)
    ada.get("/doctor/now")
    examined.go_on()
    assert examined.times == 1, "only the page itself asks"
    assert "il y a 10 s" in unescape(ada.get("/doctor").text)
    examined.go_on()
    assert examined.times == 2


def test_an_examination_that_fails_is_said_and_tried_again(
    app: Flask, session: Session, clock: ManualClock, examined: Examined
) -> None:
    def fails() -> tuple[Finding, ...]:
        raise OSError("no file descriptors")

    app.extensions[CHECKUP] = Checkup(fails, clock, examined.begun.append)
    ada = browser(app, 0)
    ada.get("/doctor")
    examined.go_on()
    assert "n’a pas abouti" in unescape(ada.get("/doctor").text)
    clock.wait_s(AT_MOST_EVERY_S)
    assert "est examinée" in unescape(ada.get("/doctor").text)


def test_a_real_thread_comes_to_its_end(examined: Examined, clock: ManualClock) -> None:
    import threading

    done = threading.Event()

    def examine() -> tuple[Finding, ...]:
        done.set()
        return FOUND

    checkup = Checkup(examine, clock)
    checkup.ask()
    assert done.wait(20.0)
    for thread in threading.enumerate():
        if thread.name == "doctor":
            thread.join(20.0)
    assert checkup.report().found == FOUND


def test_the_hosts_page_leads_there_where_there_is_one(app: Flask, session: Session) -> None:
    assert 'href="/doctor"' in browser(app, 0).get("/host").text
    without = for_test(create_app(session))
    ada = browser(without, 0)
    assert 'href="/doctor"' not in ada.get("/host").text
    assert ada.get("/doctor").status_code == 404
