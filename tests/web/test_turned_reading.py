"""A chest and an action card that were misread: one tap corrects them, and no formula is told (clause 5.10)."""

from __future__ import annotations

import pytest

from companion.core.capabilities import offers
from companion.core.capabilities.reveals import RevealsCards
from companion.core.evidence import SeenThing
from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import ChestTold, Signal, TakePrems, TurnAction
from companion.games.leprechauns.pieces import ActionCard, ActionKind
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.web import create_app
from tests.web.conftest import CROP, NAMES, for_test, table_screen


@pytest.fixture
def session(journal: Journal) -> Session:
    """An action card and a first chest that the camera saw."""
    session = open_session(journal, RecordingCues(), GAME, 2, GAME.options(), NAMES)
    session.play(TakePrems(0), "seat 0")
    see(session, "boxed gift")
    session.play(Signal(0), "seat 0")
    see(session, "7")
    return session


def see(session: Session, face: str) -> None:
    reveals = offers(session.game, RevealsCards)
    assert reveals is not None
    card = reveals.turned_up(session.match.state)[0]
    session.play(card.outcomes[face], "camera", (SeenThing(reveals.evidence_of(card, face), 0.9995, CROP),))


def mark_of(page: str) -> str:
    """What tells the reading that a page shows from others."""
    return page.split('name="at" value="', 1)[1].split('"', 1)[0]


def test_a_chest_is_corrected_by_its_value(session: Session) -> None:
    screen = table_screen(for_test(create_app(session)))
    page = screen.get("/line/3").text
    assert page.count('name="face"') == 10
    assert "cochon" not in page  # the pig on chest 7
    answer = screen.post("/line/3", data={"at": mark_of(page), "number": "0", "face": "9"})
    assert answer.status_code == 303
    assert session.match.actions[-1] == ChestTold(0, 9)
    assert [each.faces for each in session.page(None).story] == [(), ("cadeau",), (), ("9",)]


def test_an_action_card_is_corrected_by_its_name(session: Session) -> None:
    screen = table_screen(for_test(create_app(session)))
    page = screen.get("/line/1").text
    assert "voisin/voisine" in page
    assert 'name="face" required' not in page
    screen.post("/line/1", data={"at": mark_of(page), "number": "0", "face": "voisin/voisine"})
    assert session.match.actions[1] == TurnAction(ActionCard(ActionKind.NEIGHBOUR))
    assert len(session.match.actions) == 4  # what came after still holds
