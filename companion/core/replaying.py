"""A match with one of its actions put right: it is played again from there."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.errors import Illegal
from companion.core.game import Action, ChanceAction
from companion.core.match import Match


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of putting one action right. Actions are numbered from 0, as in the match before.

    Attributes:
        match: as it stands now.
        kept: the later actions that still count.
        dropped: the later actions that no longer do.
        stopped_at: of the dropped ones, the action of chance that no longer fits. What fell after it fell in another
            match, so nothing after it was tried; None: every later action was tried.
    """

    match: Match
    kept: tuple[int, ...]
    dropped: tuple[int, ...]
    stopped_at: int | None = None


def corrected(match: Match, index: int, action: Action | None, *, goes_on: bool = True) -> Replayed:
    """Put `action` in the place of `match.actions[index]` and play the later ones again.

    Args:
        action: None takes the action out: it did not happen.
        goes_on: whether a seat's action that no longer fits is dropped alone; False drops all that follows it, too.

    Raises:
        IndexError: there is no such action.
        Illegal: the rules refuse `action` at that moment.
    """
    if not 0 <= index < len(match.actions):
        raise IndexError(f"there is no action {index}")
    now = match.back_to(index) if action is None else match.back_to(index).play(action)
    kept, dropped = list[int](), list[int]()
    for number in range(index + 1, len(match.actions)):
        again = match.actions[number]
        try:
            now = now.play(again)
            kept.append(number)
        except Illegal:
            dropped.append(number)
            if isinstance(again, ChanceAction) or not goes_on:
                rest = range(number + 1, len(match.actions))
                return Replayed(now, tuple(kept), (*dropped, *rest), number)
    return Replayed(now, tuple(kept), tuple(dropped))
