"""Looking back on matches: which there are to look at, and which picture goes with which action."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion import catalog
from companion.core.clock import ManualClock
from companion.core.kit import random_match
from companion.hardware.cues import RecordingCues
from companion.table.film_pictures import film_name
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.past import Past
from companion.table.session import Session

KARO = random_match(catalog.game("karo"), 2, seed=1)
WOOD = np.full((48, 64, 3), 120, np.uint8)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(1_800_000_000.0)


@pytest.fixture
def journal(tmp_path: Path, clock: ManualClock) -> Iterator[Journal]:
    journal = Journal(tmp_path / "journal.sqlite", clock)
    yield journal
    journal.close()


def begun(journal: Journal) -> Session:
    return open_session(journal, RecordingCues(), KARO.game, 2, KARO.options, ("Ada", "Bob"))


def test_a_match_that_is_none_or_of_a_game_that_this_program_lacks_is_not_looked_back_on(
    journal: Journal, clock: ManualClock
) -> None:
    session = begun(journal)
    for action in KARO.actions:
        session.play(action, "table")
    other = journal.begin("a-game-of-somebody", 2, {}, ("Ada", "Bob"))
    past = Past(journal, clock)
    assert past.match(session.number) is not None
    assert past.match(other.id) is None
    assert past.match(other.id + 1) is None


def test_a_picture_goes_with_the_action_that_led_to_it_or_with_the_one_before(
    journal: Journal, clock: ManualClock
) -> None:
    """When something has moved since the table was shown at rest, it was shown as it was before."""
    session, at_s = begun(journal), []
    for number, (settled, moves) in enumerate([(True, True), (False, False), (True, True), (True, False)]):
        if settled:
            session.pictures.show(WOOD, (), settled=True)
        if moves:
            session.pictures.moves()
        clock.wait_s(5.0)
        session.play(KARO.actions[number], "table")
        at_s.append(session.state.lines[-1].at_s)
    kept = [name for name, _ in session._film.sizes]
    assert kept == [film_name(at_s[0]), film_name(at_s[1]), film_name(at_s[3])]
