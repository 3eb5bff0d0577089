"""Boards that are tapped, without scripts: links lead from place to place, the last one to a button that plays."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.core.text import same
from companion.games.karo import GAME
from companion.games.karo.options import Options
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.web import create_app
from tests.web.conftest import NAMES, browser, for_test

LINK = re.compile(r'<a id="(tap-[^"]*)" class="place" href="([^"#]*)"')
SENDS = re.compile(r"hx-vals=\'([^\']*)\'")


@pytest.fixture
def session(journal: Journal) -> Session:
    session = open_session(journal, RecordingCues(), GAME, 2, Options("movers-hoppers"), NAMES)
    session.play(session.match.state.legal_actions()[0], "table")
    session.play(session.match.state.legal_actions()[0], "table")
    return session


def links(html: str) -> dict[str, str]:
    """Where each place that may be tapped leads, by the place's name."""
    return {ident.rsplit("-", 1)[1]: unescape(href) for ident, href in LINK.findall(html)}


def test_a_turn_is_played_by_links_and_a_button(session: Session) -> None:
    phone = browser(for_test(create_app(session)), 0)
    begun = links(phone.get("/seat/0").text)
    turn = session.match.state.legal_actions()[0]
    discs = {action.disc for action in session.match.state.legal_actions()}  # type: ignore[attr-defined]
    assert len(begun) == len(discs)
    disc, end = GAME.taps(session.match.state, turn).places  # type: ignore[union-attr]
    then = links(phone.get(begun[disc]).text)
    assert end in then
    html = phone.get(then[end]).text
    button = re.search(r'<form id="tapped-.*?name="action" value="([^"]*)"', html, re.S)
    assert button is not None
    phone.post("/seat/0/play", data={"action": unescape(button[1])})
    assert session.match.actions[-1] == turn


def test_the_other_seat_and_the_table_have_nothing_to_tap(session: Session) -> None:
    app = for_test(create_app(session))
    for phone, path in ((browser(app, 1), "/seat/1"), (browser(app), "/")):
        html = phone.get(path).text
        assert "<svg" in html
        assert not links(html)


def test_taps_of_an_earlier_moment_and_nonsense_are_forgotten(session: Session) -> None:
    phone = browser(for_test(create_app(session)), 0)
    begun = links(phone.get("/seat/0").text)
    first = next(iter(begun))
    now = len(session.match.actions)
    nonsense = (f"of={now}&taps=Q77", f"of={now}&taps={'~' * 500}", "of=x&taps=", "taps=B2")
    for query in (f"of={now - 1}&taps={first}", *nonsense):
        assert links(phone.get(f"/seat/0/board?{query}").text).keys() == begun.keys(), query
    assert links(phone.get(f"/seat/0/board?of={now}&taps={first}").text).keys() != begun.keys()


def test_the_last_tap_says_what_it_sends_and_nothing_else_does(session: Session) -> None:
    phone = browser(for_test(create_app(session)), 0)
    html = phone.get("/seat/0").text
    assert not SENDS.findall(html)
    first = next(iter(links(html).values())).replace("/seat/0?", "/seat/0/board?")
    fragment = phone.get(first).text
    assert len(SENDS.findall(fragment)) == len(links(fragment)) > 0
    assert "Ada" in fragment


def test_an_update_keeps_what_was_tapped(session: Session) -> None:
    phone = browser(for_test(create_app(session)), 0)
    place, _ = next(iter(links(phone.get("/seat/0").text).items()))
    session.tell(same("?"))
    html = phone.get(f"/seat/0/now?of={len(session.match.actions)}&taps={place}").text
    assert f'name="taps" value="{place}"' in html
