"""What the button at a seat does: whatever can be said with a single press (clause 2.6)."""

from __future__ import annotations

from companion.core.game import SeatAction
from companion.games.leprechauns.actions import HandsStand, Signal, TakePrems
from companion.games.leprechauns.hands import all_lie
from companion.games.leprechauns.position import Phase, Position


def pressed(position: Position, seat: int) -> SeatAction | None:
    """What a press at `seat` says now; None where it says nothing."""
    if position.phase is Phase.YOUNGEST:
        return TakePrems(seat)
    if seat != position.prems:
        return None
    if position.phase is Phase.SIGNAL:
        return Signal(seat)
    if position.phase is Phase.HANDS and all_lie(position):
        return HandsStand(seat)
    return None
