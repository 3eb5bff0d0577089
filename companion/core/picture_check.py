"""The kit's check of pictures: two tables that differ only in secrets give every page the same pictures.

The kit cannot draw. Whoever calls it hands over what does: `companion.rehearsal.pictures` lays a table, holds something
secret up to the camera, and has it watched by the real eyes.
"""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from companion.core.actors import Viewer
from companion.core.game import State
from companion.core.match import Match

PICTURED = 2
"""Moments of a match of which pictures are compared: each is drawn twice, and watched for seconds of table time."""


class DrawsTable(Protocol):
    """Lays a table, and returns the pictures that its pages get."""

    def __call__(self, state: State, seed: int, secrets: Random) -> Any:
        """All pictures that pages get of a table at `state`, comparable by `==`.

        Args:
            state: what the match knows.
            seed: decides all that is no secret, such as where something is held up.
            secrets: decides what nobody may see: which face is held up to the camera, what lies astray.
        """


def telling_moment(match: Match, draws: DrawsTable, *, seed: int, moments: int = PICTURED) -> tuple[int, Viewer] | None:
    """The first moment found in which the pictures of two tables tell a viewer more than it may know.

    Args:
        match: a whole match; what is over is not looked at, because everything may be seen then.
        draws: lays and watches a table.
        seed: decides which moments are looked at, and what is secret in them.
        moments: how many are looked at.

    Returns:
        The number of actions before it, and the viewer; None when no picture tells anything.
    """
    random = Random(seed)
    going_on = [number for number, state in enumerate(match.states) if state.scores is None]
    viewers: tuple[Viewer, ...] = (None, *range(match.seats))
    for number in random.sample(going_on, min(moments, len(going_on))):
        state, viewer, where = match.states[number], random.choice(viewers), random.randrange(2**31)
        other = match.game.disguise(state, viewer, random)
        one, two = (Random(random.random()) for _ in range(2))
        if draws(state, where, one) != draws(other, where, two):
            return number, viewer
    return None
