"""Games whose actions people tap on the drawn board: which places, one after the other, stand for an action.

The pages ask for the taps of legal actions only, so that a place leads on where the rules say so and nowhere else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.game import Action, State


@dataclass(frozen=True, slots=True)
class Taps:
    """What people tap for one action.

    Attributes:
        places: names of places, in the order in which they are tapped. A name is the game's own; its drawing of the
            board uses the same.
        in_any_order: the order is the player's.
        asks_first: the last tap is confirmed: what it begins at the table cannot be taken back.
    """

    places: tuple[str, ...]
    in_any_order: bool = False
    asks_first: bool = False

    def leading_on(self, so_far: tuple[str, ...]) -> frozenset[str]:
        """The places that may be tapped after `so_far`; none when that is all, or does not lead to this action."""
        if not self.in_any_order:
            return frozenset(self.places[len(so_far) :][:1] if self.places[: len(so_far)] == so_far else ())
        wanted, tapped = Counter(self.places), Counter(so_far)
        return frozenset(wanted - tapped) if tapped <= wanted else frozenset()

    def complete_with(self, so_far: tuple[str, ...]) -> bool:
        """Whether `so_far` is all that is tapped for this action."""
        return so_far == self.places or (self.in_any_order and sorted(so_far) == sorted(self.places))


@runtime_checkable
class TapsBoard(Protocol):
    """The method of a game whose board is tapped. Its block `table.html` draws the places (docs/new-game.md)."""

    def taps(self, state: State, action: Action) -> Taps | None:
        """What is tapped at `state` for the legal `action`; None for one that is no matter of the board."""


@dataclass(frozen=True, slots=True)
class Step:
    """What may follow the taps made so far. Actions are numbered as in `step_after`'s mapping.

    Attributes:
        so_far: places tapped.
        onward: the places that may be tapped now. The value is the one action that this tap decides, and which is then
            carried out at once; None where more taps or a confirmation follow.
        complete: the actions that the taps so far stand for, to be confirmed: they may go on, they mean several
            actions, or their action asks first.
    """

    so_far: tuple[str, ...]
    onward: Mapping[str, int | None]
    complete: tuple[int, ...]


def step_after(so_far: tuple[str, ...], taps: Mapping[int, Taps]) -> Step:
    """The step after `so_far` when `taps` are those of the legal actions, by the action's number.

    Taps that lead nowhere count as none: the step is then the first.
    """
    leading = {number: each.leading_on(so_far) for number, each in taps.items()}
    complete = tuple(number for number, each in taps.items() if each.complete_with(so_far))
    if so_far and not complete and not any(leading.values()):
        return step_after((), taps)
    places = sorted({place for onward in leading.values() for place in onward})
    onward = {place: _decided((*so_far, place), _those_through(place, leading, taps)) for place in places}
    return Step(so_far, onward, complete)


def _those_through(place: str, leading: Mapping[int, Iterable[str]], taps: Mapping[int, Taps]) -> dict[int, Taps]:
    return {number: taps[number] for number, onward in leading.items() if place in onward}


def _decided(so_far: tuple[str, ...], taps: Mapping[int, Taps]) -> int | None:
    """The number of the only action of `taps`, when `so_far` is all that is tapped for it and it does not ask first."""
    if len(taps) != 1:
        return None
    ((number, each),) = taps.items()
    return number if each.complete_with(so_far) and not each.asks_first else None
