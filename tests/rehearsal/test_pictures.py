"""Two tables that differ only in secrets give every page the same pictures, also with something held up to the camera;
and a game that opened too much would be found."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from companion import catalog
from companion.core.game import Game
from companion.core.kit import random_match
from companion.core.picture_check import telling_moment
from companion.rehearsal.pictures import PictureTaker
from tests.pictured import watch

pytestmark = pytest.mark.whole

SEED = 2


@pytest.fixture(autouse=True)
def one_thread() -> None:
    cv2.setNumThreads(1)


def told(game: Game, folder: Path, moments: int = 1) -> bool:
    seats = min(game.seats)
    match = random_match(game, seats, seed=SEED)
    with PictureTaker(game, seats, None, watch, folder) as taker:
        found = telling_moment(match, taker, seed=SEED, moments=moments)
        assert found is not None or taker.taken > 0  # nothing would tell nothing
    return found is not None


@pytest.mark.parametrize("key", catalog.games())
def test_no_picture_tells_a_secret(key: str, tmp_path: Path) -> None:
    assert not told(catalog.game(key), tmp_path)


@pytest.mark.parametrize("key", ["kaplan", "plic-plac", "leprechauns", "kaleidoscope"])
def test_a_game_that_opens_everything_is_found(key: str, tmp_path: Path) -> None:
    game = catalog.game(key)
    careless: Game = type("Careless", (type(game),), {"whole_is_open": lambda self, state: True})()
    assert told(careless, tmp_path)


def test_a_game_that_opens_reading_sides_is_found(tmp_path: Path) -> None:
    game = catalog.game("kaplan")
    careless: Game = type("Careless", (type(game),), {"thing_is_open": lambda self, state, thing: True})()
    match = random_match(game, 2, seed=SEED)
    with PictureTaker(careless, 2, None, watch, tmp_path) as taker:
        sorting = next(number for number, state in enumerate(match.states) if game.station(state) is not None)  # type: ignore[attr-defined]
        start = match.back_to(sorting + 1).back_to(sorting)
        only = type(match)(careless, 2, match.options, (), (start.state,))
        assert telling_moment(only, taker, seed=SEED, moments=1) is not None
