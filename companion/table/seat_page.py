"""What stands on a seat's page beside the page itself: what its choices are tapped by, and who is waited for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.capabilities import offers
from companion.core.capabilities.taps_board import Taps, TapsBoard
from companion.core.match import Match
from companion.table import codec
from companion.table.page import Page


@dataclass(frozen=True, slots=True)
class SeatPage:
    """A seat's page at one moment.

    Attributes:
        length: of the match, so that taps made before something happened are noticed.
        taps: what is tapped for each of `page.choices` that is tapped, by its index there; None when the game's board
            is none to be tapped.
        awaited: the seats that must act now, in order.
    """

    page: Page
    length: int
    taps: Mapping[int, Taps] | None
    awaited: tuple[int, ...]


def taps_of(match: Match, page: Page) -> Mapping[int, Taps] | None:
    """What is tapped for the choices of `page`, which is of this moment of `match`; as `SeatPage.taps`."""
    game = offers(match.game, TapsBoard)
    if game is None:
        return None
    actions = (codec.action_from_json(match.game, choice.action) for choice in page.choices)
    found = {number: game.taps(match.state, action) for number, action in enumerate(actions)}
    return {number: taps for number, taps in found.items() if taps is not None}
