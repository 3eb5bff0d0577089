"""What of a picture everybody may see. Pictures go to every page, so only what is open to all may be made out in them.

Closed by default: a thing that the game does not declare open is veiled, and so is everything that was not read.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from companion.core.capabilities import offers
from companion.core.game import Game, State
from companion.core.scene import Thing

UNREAD = "?"
"""Stands for the face of a thing that people are asked about: it lies open, and nobody knows yet what it shows."""


@runtime_checkable
class DeclaresOpen(Protocol):
    """What every game declares about pictures of its table; the kit refuses a game that does not."""

    def whole_is_open(self, state: State) -> bool:
        """Whether nothing that may come under the camera at `state` is a secret: pages get whole pictures, hands and
        what they hold included.
        """

    def thing_is_open(self, state: State, thing: Thing) -> bool:
        """Whether everybody may look at a thing that lies on the table at `state`, as it was read.

        Args:
            state: the present state, not the one in which the thing was read.
            thing: as the readers tell it, or as it is kept as evidence. Its face is "" where a reader is not sure what
                it sees, and UNREAD in a question about it.
        """


def whole_may_be_seen(game: Game, state: State) -> bool:
    """Whether pages may show whole pictures: the match is over, or the game declares that it has nothing to hide."""
    declares = offers(game, DeclaresOpen)
    return state.scores is not None or (declares is not None and declares.whole_is_open(state))


def may_be_seen(game: Game, state: State, thing: Thing) -> bool:
    """Whether everybody may look at a thing that was read, now; False for a game without a declaration."""
    declares = offers(game, DeclaresOpen)
    return whole_may_be_seen(game, state) or (declares is not None and declares.thing_is_open(state, thing))
