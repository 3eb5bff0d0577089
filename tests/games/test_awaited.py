"""Who is waited for in whole matches of every game can act, and the actor is among them."""

from __future__ import annotations

import pytest

from companion import catalog
from companion.core.capabilities.awaited import awaited_seats
from companion.core.game import legal_for
from companion.core.kit import random_match

SEATS = 3


@pytest.mark.parametrize("key", catalog.game_keys())
@pytest.mark.parametrize("seed", range(4))
def test_who_is_waited_for_can_act(key: str, seed: int) -> None:
    game = catalog.game(key)
    seats = min(SEATS, max(game.seats))
    for state in random_match(game, seats, seed=seed).states:
        waited_for = set(awaited_seats(game, state))
        assert waited_for <= set(range(seats))
        assert not (waited_for and state.actor.kind == "over")
        if state.actor.kind == "seat":
            assert state.actor.seat in waited_for
            assert all(legal_for(state, seat) for seat in waited_for)
