"""An evening over a simulated table: a table laid for each match, and hands that lay what real people tap."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import wiring
from companion.camera.source import NoFrameNow
from companion.cli.simulated import exchanges, simulated_tables
from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from companion.evening import Evening
from companion.rehearsing import LaidTable, OfOneTable, SimulatedTables
from tests.web.evenings import Phone, match_of

CAMERA = "rendered://?width=640&height=480&noise=1&blur=0&fps=6"
"""Small: what hands do does not depend on what the eyes make of it."""
STEPS = 40
"""Seven seconds of the table's time: a turn is laid long before."""


@pytest.fixture
def tables() -> SimulatedTables:
    found = simulated_tables(CAMERA, ManualClock())
    assert isinstance(found, SimulatedTables)
    return found


@pytest.fixture
def evening(tables: SimulatedTables, tmp_path: Path) -> Iterator[Evening]:
    evening = wiring.open_table(None, CAMERA, tmp_path / "data", tables._clock, simulated=tables)
    evening.lobby.testing = True
    yield evening
    evening.close()


def on_table(tables: SimulatedTables) -> int:
    """How many things lie under the camera."""
    return len(tables.frames.camera.truth().things)  # type: ignore[attr-defined]


def goes_on(evening: Evening) -> None:
    """Let people and referee act for a while."""
    match, rounds = match_of(evening), 0
    stop = threading.Event()

    def beat() -> None:
        nonlocal rounds
        rounds += 1
        if rounds > STEPS:
            stop.set()

    match.referee.run(stop, beat)


def begun(evening: Evening, game: str, phones: tuple[Phone, ...]) -> None:
    for phone in phones:
        phone.go("/join")
    phones[0].tap("/lobby/game", game=game)
    assert phones[0].tap("/lobby/begin").status_code < 400
    match_of(evening).app.testing = True


def people_of(evening: Evening) -> LaidTable:
    laid = match_of(evening).laid
    assert isinstance(laid, LaidTable)
    return laid


def test_each_match_has_a_table_of_its_own_and_the_lobby_an_empty_one(
    evening: Evening, tables: SimulatedTables
) -> None:
    phones = Phone(evening, "Ada"), Phone(evening, "Bob")
    assert "Caméra trouvée : 640 × 480." in phones[0].go("/join")
    assert on_table(tables) == 0
    begun(evening, "karo", phones)
    assert on_table(tables) == 20, "KARO's tiles, and no disc yet"
    assert "La table simulée" in phones[0].go("/table")
    evening.stop(match_of(evening).session.number)
    assert on_table(tables) == 0
    begun(evening, "kaplan", phones)
    things = match_of(evening).session.game.depict(match_of(evening).session.match.state).things
    assert on_table(tables) == sum(thing.kind != "die" for thing in things)


def test_hands_lay_what_phones_tapped_and_take_back_what_they_undid(evening: Evening, tables: SimulatedTables) -> None:
    phones = Phone(evening, "Ada"), Phone(evening, "Bob")
    begun(evening, "karo", phones)
    session = match_of(evening).session
    goes_on(evening)
    assert session.match.actions == (), "people who hold their seats decide for themselves"
    for _ in range(2):
        seat = session.match.state.actor.seat
        session.play(session.game.choose(session.match.state, seat, Random(1)), f"seat {seat}")
        goes_on(evening)
    assert (len(session.match.actions), on_table(tables)) == (2, 22)
    for left in (1, 0):
        session.undo("seat 0")
        goes_on(evening)
        assert (len(session.match.actions), on_table(tables)) == (left, 20 + left)


def test_seats_that_no_phone_holds_are_played_by_simulated_people(evening: Evening, tables: SimulatedTables) -> None:
    phone = Phone(evening, "Ada")
    phone.tap("/lobby/add", name="Bob")
    begun(evening, "karo", (phone,))
    session = match_of(evening).session
    for _ in range(8):
        if session.match.state.actor.seat == 0:
            session.play(session.game.choose(session.match.state, 0, Random(1)), "seat 0")
        goes_on(evening)
        if any(action.seat == 1 for action in session.match.actions):
            return
    raise AssertionError("nobody plays for Bob")


def test_the_eyes_of_a_match_never_see_the_table_of_the_next_one(tables: SimulatedTables) -> None:
    eyes = OfOneTable(tables.frames)
    assert eyes.small().pixels.shape == (480, 640, 3)
    tables.clear()
    with pytest.raises(NoFrameNow):
        eyes.small()
    with pytest.raises(NoFrameNow):
        eyes.full()


@pytest.mark.parametrize(("used", "wanted"), [(CAMERA, "usb://0"), ("none://", "rendered://")])
def test_a_simulated_table_is_not_exchanged_while_it_runs(used: str, wanted: str) -> None:
    checks = exchanges(used, wiring.checked_camera)
    with pytest.raises(Unreadable) as refused:
        checks(wanted, ManualClock())
    assert refused.value.what.en.startswith(f"{wanted}: a simulated table")


def test_other_cameras_are_exchanged_as_before() -> None:
    assert exchanges("usb://0", wiring.checked_camera)("none://", ManualClock())().full_size_xy == (0, 0)
    assert simulated_tables("none://", ManualClock()) is None
