"""Places that are taken from how cards lie on the simulated table before the first turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import catalog
from companion.core.capabilities import offers
from companion.core.capabilities.placed_cards import FindsPlaces
from companion.core.scene import Thing
from companion.games.plic_plac.actions import DrawFirst, Pass, PoolSeen, TakeSecret
from companion.games.plic_plac.kinds import BACK, CARD
from companion.games.plic_plac.options import Options
from companion.games.plic_plac.state import PlicPlac
from companion.table.watchers.finding_places import FindingPlaces
from companion.table.watchers.placed_cards import SETTLED_S
from tests.table.watchers.watched_table import WatchedTable

pytestmark = pytest.mark.whole

FPS = 10
CAMERA = "rendered://?width=1640&height=1232&seed=5"
STEPS = [(-250.0 + 92.0 * (nth % 6) + 8.0 * (nth // 6), -215.0 + 86.0 * (nth // 6)) for nth in range(36)]
"""A form of nobody's but this table's: six rows, each a little more to the right than the one before."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[WatchedTable]:
    game = catalog.game("plic-plac")
    with WatchedTable(game, tmp_path, ("Ada", "Bob"), Options(form="as-laid"), CAMERA, FPS) as made:
        yield made


def lay(table: WatchedTable, places: range) -> None:
    """Somebody lays cards there, a little askew."""
    for nth in places:
        x, y = STEPS[nth]
        table.world.lay(Thing(CARD, BACK, f"place {nth}"), (x, y), (nth % 5) - 2.0)


def test_the_pool_takes_its_places_from_how_the_cards_lie(table: WatchedTable) -> None:
    session = table.session
    lay(table, range(3))
    table.frames(1.5)
    assert session.match.actions == ()
    notice = session.page(None).notice
    assert notice is not None
    assert notice.en.startswith("I see 3 cards face down and the pool has 36")
    lay(table, range(3, 36))
    table.frames(1.5)
    (found,) = session.match.actions
    assert isinstance(found, PoolSeen)
    assert session.page(None).notice is None
    state = session.match.state
    assert isinstance(state, PlicPlac)
    assert [(place.row, place.column) for place in state.places] == [divmod(nth, 6) for nth in range(36)]
    for place, (x, y) in zip(state.places, STEPS, strict=True):
        assert abs(place.x_mm - x) <= 2
        assert abs(place.y_mm - y) <= 2
    # What people take back is not found again before something moves.
    session.undo("seat 0")
    table.frames(2.0)
    assert session.match.actions == ()
    # What is done there is followed as in any other form.
    session.play(found, "table")
    session.play(DrawFirst(0), "table")
    table.frames(3.0)
    table.clear("place 15")
    table.frames(SETTLED_S + 1.0)
    assert session.match.actions[2:] == (TakeSecret(0, 15),)
    lay(table, range(15, 16))
    table.frames(SETTLED_S + 1.0)
    assert session.match.actions[3:] == (Pass(0),)


def test_a_game_whose_places_are_known_finds_none(table: WatchedTable, tmp_path: Path) -> None:
    assert offers(catalog.game("kaleidoscope"), FindsPlaces) is None
    other = tmp_path / "other"
    other.mkdir()
    with (
        WatchedTable(catalog.game("kaleidoscope"), other, ("Ada", "Bob"), None, CAMERA, FPS) as letters,
        pytest.raises(LookupError, match="finds no places"),
    ):
        FindingPlaces(letters.session)
