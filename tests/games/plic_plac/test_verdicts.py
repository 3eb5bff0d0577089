"""The verdict on a blockage is said to everybody once it is given, and never before (RULES.md 7.2 to 7.4, 7.9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.clock import ManualClock
from companion.core.game import Action
from companion.core.text import LANGUAGES, named
from companion.games.plic_plac import GAME
from companion.games.plic_plac.actions import (
    Announce,
    CallBlockage,
    CardTold,
    Cut,
    DrawFirst,
    GiveUp,
    TakeSecret,
    TurnUp,
)
from companion.games.plic_plac.state import PlicPlac
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal, MatchRecord
from companion.table.opening import open_session
from companion.table.past import PastMatch
from companion.table.session import Session
from tests.games.plic_plac.playing import ADA, BOB, CLEO, begun, plic_plac, with_pool

NAMES = ("Ada", "Béa", "Cléo")
FOUR = ["red star", "blue star", "green heart", "yellow cross"]
SHOWN = (
    DrawFirst(ADA), TakeSecret(ADA, 3), Announce(ADA, "plic-plac"), CardTold(ADA, "red star"), TurnUp(ADA, 8),
    CardTold(ADA, "blue star"),
)  # fmt: skip
"""Ada has shown a plic-plac, and it is asked whether anybody cuts."""


def told(before: PlicPlac, action: Action) -> tuple[str, str]:
    """The story's words for an action, in both languages."""
    words = GAME.played(before, action, before.apply(action), None)
    fr, en = (named(words.to(language), NAMES) for language in LANGUAGES)
    return fr, en


@pytest.fixture
def session(tmp_path: Path) -> Session:
    journal = Journal(tmp_path / "journal.sqlite", ManualClock())
    session = open_session(journal, RecordingCues(), GAME, 3, GAME.options(), NAMES)
    for action in SHOWN:
        session.play(action, "seat 0")
    return session


def test_everybody_reads_in_the_story_that_a_blockage_was_called_wrongly(session: Session) -> None:
    session.play(CallBlockage(BOB), "seat 1")
    for viewer in (None, ADA, BOB, CLEO):
        words = session.page(viewer).story[-1].words
        assert (words.fr, words.en) == (
            "Béa annonce un blocage à tort et ne joue plus",
            "Béa calls a blockage wrongly and plays no more",
        )
    past = PastMatch(MatchRecord(1, "plic-plac", 3, {}, NAMES, 0.0), session.state, 7, 7, None)
    assert past.lines[-1].words.en == "Béa calls a blockage wrongly and plays no more"


def test_who_is_out_reads_so_where_the_buttons_were_and_nobody_else_does(session: Session) -> None:
    session.play(CallBlockage(BOB), "seat 1")
    said = session.page(BOB).prompt
    assert said.fr.startswith("Blocage annoncé à tort : vous ne jouez plus, ")
    assert said.en.startswith("You called a blockage wrongly: you play no more, ")
    assert said.en.endswith(session.page(CLEO).prompt.en)
    assert session.page(CLEO).prompt == session.page(None).prompt


def test_the_button_does_not_tell_what_the_verdict_would_be() -> None:
    blocked = with_pool(begun(), ["red star", "blue heart", "green cross"], winner=CLEO)
    assert GAME.label(blocked, CallBlockage(BOB), BOB) == GAME.label(begun(), CallBlockage(BOB), BOB)
    assert told(blocked, CallBlockage(BOB)) == (
        "Béa annonce un blocage : c'est vrai",
        "Béa calls a blockage: it is true",
    )


def test_a_blockage_called_during_a_cut_gets_its_verdict_when_that_is_finished() -> None:
    """7.9: of several calls each gets its own."""
    cut = plic_plac(begun(), (3, "red star"), (8, "blue star")).apply(Cut(BOB, 3))
    assert told(cut, CallBlockage(CLEO)) == ("Cléo annonce un blocage", "Cléo calls a blockage")
    called = cut.apply(CallBlockage(CLEO))
    assert told(called, GiveUp(BOB)) == (
        "Béa abandonne le plic-plac-ploc ; Cléo a annoncé un blocage à tort et ne joue plus",
        "Béa gives the plic-plac-ploc up; Cléo has called a blockage wrongly and plays no more",
    )
    both = told(called.apply(CallBlockage(ADA)), GiveUp(BOB))[1]
    assert both.endswith(
        "Cléo has called a blockage wrongly and plays no more; Ada has called a blockage wrongly and plays no more"
    )


def test_a_right_one_called_during_a_cut_is_told_too() -> None:
    cut = plic_plac(with_pool(begun(), FOUR, winner=CLEO), (0, "red star"), (1, "blue star")).apply(Cut(BOB, 0))
    assert told(cut.apply(CallBlockage(CLEO)), GiveUp(BOB))[1].endswith("; Cléo has called a blockage: it is true")
