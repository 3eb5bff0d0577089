"""An evening that begins in the lobby, a match of KARO in it, and simulated players who play on."""

from __future__ import annotations

from random import Random

from companion.core.game import pick_chance
from companion.evening import Evening
from tests.web.evenings import Phone, match_of


def play(evening: Evening, actions: int) -> None:
    """Some actions of simulated players, told at the table."""
    session, random = match_of(evening).session, Random(1)
    for _ in range(actions):
        state = session.match.state
        if state.scores is not None:
            return
        outcomes = state.chance_outcomes()
        seat = state.actor.seat or 0
        session.play(pick_chance(outcomes, random) if outcomes else session.game.choose(state, seat, random), "table")


def karo(evening: Evening) -> tuple[Phone, Phone]:
    """Ada and Bob at KARO, which has just begun."""
    ada, bob = Phone(evening, "Ada"), Phone(evening, "Bob")
    assert ada.tap("/lobby/game", game="karo").status_code == 204
    assert ada.tap("/lobby/begin").headers["HX-Redirect"] == "/here"
    return ada, bob
