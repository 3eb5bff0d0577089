"""The hands of simulated people at a board."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion import catalog
from companion.core.capabilities import offers
from companion.core.capabilities.board import HasBoard
from companion.core.mat import TABLE_MAT
from companion.core.partner_seats import PartnerSeats
from companion.rehearsal.board import START_S, BoardPlayer, Mishaps
from companion.simulator.world import World
from companion.table.session import Session
from tests.games.karo.playing import at

WINS_WITH_ITS_FIRST_JUMP = "WW_r_/____r"
"""White's circle jumps over its last companion, is alone and has won, and may jump on over a red disc."""


def test_a_chain_is_finished_though_its_first_jump_has_won(monkeypatch: pytest.MonkeyPatch) -> None:
    game = catalog.game("karo")
    board = offers(game, HasBoard)
    assert board is not None
    start = at("clear-out", WINS_WITH_ITS_FIRST_JUMP)
    stages = {action: list(board.stages(start, action)) for action in start.legal_actions()}
    chain = next(action for action, own in stages.items() if len(own) == 2)
    jump = next(action for action, own in stages.items() if own == stages[chain][:1])
    monkeypatch.setattr(type(game), "choose", lambda *_: chain)
    match: Any = SimpleNamespace(game=game, state=start, states=(start,), actions=())
    session = SimpleNamespace(game=game, match=match, partner_seats=PartnerSeats(), names=("Ada", "Bob"))
    people = BoardPlayer(World(game.art, TABLE_MAT), cast(Session, session), Random(1), Mishaps())

    def hands() -> None:
        found = people.next_act(START_S)
        assert found is not None
        assert found[0] == 0
        found[2](START_S)

    hands()
    won = start.apply(jump)
    assert won.scores is not None
    session.match = SimpleNamespace(game=game, state=won, states=(start, won), actions=(jump,))
    assert not people.done
    hands()
    assert not people.done  # the match has not heard of the second jump yet
    after = start.apply(chain)
    session.match = SimpleNamespace(game=game, state=after, states=(start, after), actions=(chain,))
    assert people.done
    assert people.next_act(START_S) is None
