"""Games with and without a sorting station."""

from __future__ import annotations

from companion import catalog
from companion.core.capabilities import offers
from companion.core.capabilities.sorting_station import SortsThings, station_of
from tests.core.toy import TOY


def test_a_game_that_sorts_nothing_has_no_station() -> None:
    assert offers(TOY, SortsThings) is None
    assert station_of(TOY, TOY.start(2, TOY.options())) is None


def test_a_game_that_sorts_names_what_its_stations_read() -> None:
    game = catalog.game("kaplan")
    assert offers(game, SortsThings) is game
    assert station_of(game, game.start(2, game.options())) is None  # the pawn comes first
    assert (game.eyes, game.station_kinds) == ({"die"}, {"card"})
