"""Games of KARO on the pages: each moment renders for each viewer, in one language, with the legal moves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.core.clock import ManualClock
from companion.core.text import LANGUAGES
from companion.games.karo import GAME
from companion.games.karo.actions import Turn
from companion.games.karo.options import Options, Rules
from companion.games.karo.phrases import cell_name
from companion.games.karo.state import Karo
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.web import create_app
from tests.games.karo.playing import RULES
from tests.web.conftest import browser, for_test
from tests.web.test_words import UNFILLED, shown

NAMES = ("Ada", "Basile")
LOOKED_AT = (0, 3, 16, 17, 21)
"""Numbers of actions after which the pages are looked at: both phases, both seats."""


@pytest.fixture
def open_match(tmp_path: Path) -> Callable[[Rules], Session]:
    def opened(rules: Rules) -> Session:
        journal = Journal(tmp_path / "journal.sqlite", ManualClock(1000.0))
        return open_session(journal, RecordingCues(), GAME, len(NAMES), Options(rules), NAMES)

    return opened


@pytest.mark.parametrize("rules", RULES)
def test_every_moment_renders(rules: Rules, open_match: Callable[[Rules], Session]) -> None:
    session, random = open_match(rules), Random(5)
    app = for_test(create_app(session))
    phones = {None: browser(app), 0: browser(app, 0), 1: browser(app, 1)}
    for number in range(max(LOOKED_AT) + 1):
        state = session.match.state
        assert isinstance(state, Karo)
        if number in LOOKED_AT:
            for path, seat in (("/", None), ("/seat/0", 0), ("/seat/1", 1)):
                for language in LANGUAGES:
                    html = phones[seat].get(path, query_string={"lang": language}).text
                    assert not UNFILLED.search(shown(html)), path
                    assert "<svg" in html
                    assert html.count('stroke="#8f6a3c"') == len(state.cells)
                    offered = html.count('name="action"')
                    assert offered == (len(state.legal_actions()) if seat == state.turn else 0)
        session.play(random.choice(state.legal_actions()), f"seat {state.turn}")
        if session.match.state.scores is not None:
            break


def test_cells_are_called_alike_in_words_and_on_the_board(open_match: Callable[[Rules], Session]) -> None:
    session, random = open_match("four-circles"), Random(9)
    while session.match.state.actor.kind == "seat" and len(session.match.actions) < 30:
        session.play(random.choice(session.match.state.legal_actions()), "seat 0")
    state = session.match.state
    assert isinstance(state, Karo)
    app = for_test(create_app(session))
    html = shown(browser(app, state.turn).get(f"/seat/{state.turn}", query_string={"lang": "en"}).text)
    discs = {cell_name(state, turn.disc) for turn in state.legal_actions() if isinstance(turn, Turn)}
    assert discs
    assert all(f"The disc on {name}" in html for name in discs)
