"""The action that a seat's button triggers: whatever a single press can say (clause 2.6)."""

from __future__ import annotations

from companion.core.game import SeatAction
from companion.games.leprechauns.actions import HandsStand, Signal, TakePrems
from companion.games.leprechauns.hands import all_lie
from companion.games.leprechauns.position import Phase, Position


def pressed(position: Position, seat: int) -> SeatAction | None:
    """The action that a press at `seat` means now; None when it means nothing."""
    if position.phase is Phase.YOUNGEST:
        return TakePrems(seat)
    if seat != position.prems:
        return None
    if position.phase is Phase.SIGNAL:
        return Signal(seat)
    if position.phase is Phase.HANDS and all_lie(position):
        return HandsStand(seat)
    return None
