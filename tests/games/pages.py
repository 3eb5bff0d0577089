"""What every game's pages must keep: each kind of moment renders for everybody, in one language, with own choices."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.core.clock import ManualClock
from companion.core.game import Game, legal_for
from companion.core.match import Match
from companion.core.text import LANGUAGES
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.web import create_app
from tests.web.conftest import browser, for_test
from tests.web.test_words import UNFILLED, shown

NAMES = ("Ada", "Basile", "Chloé", "Dina", "Émile", "Flo")


def open_match(game: Game, folder: Path, seats: int, options: Any) -> tuple[Session, Flask]:
    """A match that begins, and its pages."""
    journal = Journal(folder / "journal.sqlite", ManualClock(1000.0))
    session = open_session(journal, RecordingCues(), game, seats, options, NAMES[:seats])
    return session, for_test(create_app(session))


def look_at_every_kind_of_moment(match: Match, folder: Path, kind_of: Callable[[Any], Hashable]) -> set[Hashable]:
    """Play a match again, and look at all pages at the first moment of each kind. Returns the kinds looked at."""
    session, app = open_match(match.game, folder, match.seats, match.options)
    phones: dict[int | None, FlaskClient] = {
        None: browser(app),
        **{seat: browser(app, seat) for seat in range(match.seats)},
    }
    looked_at: set[Hashable] = set()
    for action in (*match.actions, None):
        state = session.match.state
        kind = kind_of(state)
        if kind not in looked_at:
            looked_at.add(kind)
            for seat, phone in phones.items():
                for language in LANGUAGES:
                    path = "/" if seat is None else f"/seat/{seat}"
                    html = phone.get(path, query_string={"lang": language}).text
                    assert not UNFILLED.search(shown(html)), (path, kind)
                    own = 0 if seat is None else len(legal_for(state, seat))
                    assert html.count('name="action"') == own, (path, kind)
        if action is not None:
            session.play(action, "table")
    return looked_at
