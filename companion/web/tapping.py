"""The board of a seat's page, tapped place by place until the taps stand for one of the seat's choices."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request, url_for

from companion.core.capabilities.taps_board import Step, step_after
from companion.table.page import Choice
from companion.table.seat_page import SeatPage
from companion.web.forms import whole_number

BETWEEN = "~"
"""What separates the tapped places in an address; no game has it in a place's name."""
MOST_TAPS = 32
"""Taps of one action: more than the 24 tiles of a board. What an address adds to them is not read."""


@dataclass(frozen=True, slots=True)
class Tapping:
    """The board as it is to be tapped now.

    Attributes:
        seat: whose page it is.
        length: of the match; taps are good for that moment only.
        step: what was tapped, and what may follow.
        choices: the seat's choices, as `step` numbers them.
    """

    seat: int
    length: int
    step: Step
    choices: tuple[Choice, ...]

    @property
    def any(self) -> bool:
        """Whether there is anything to tap, or to confirm."""
        return bool(self.step.onward or self.step.complete)

    @property
    def complete(self) -> list[Choice]:
        """The choices that the taps so far stand for."""
        return [self.choices[number] for number in self.step.complete]

    def leads_on(self, place: str) -> bool:
        """Whether `place` may be tapped now."""
        return place in self.step.onward

    def decided(self, place: str) -> Choice | None:
        """The choice that a tap on `place` decides and sends; None where more follows."""
        number = self.step.onward[place]
        return None if number is None else self.choices[number]

    def where(self, endpoint: str, *places: str) -> str:
        """The address of `endpoint` once `places` were tapped after those before."""
        taps = BETWEEN.join((*self.step.so_far, *places))
        return url_for(endpoint, seat=self.seat, of=self.length, taps=taps)

    @property
    def taps(self) -> str:
        """The taps so far, as in an address."""
        return BETWEEN.join(self.step.so_far)


def tapping_of(shown: SeatPage, seat: int) -> Tapping | None:
    """What the request's taps lead to; None where the game's board is not tapped.

    Taps of another moment are forgotten."""
    if shown.taps is None:
        return None
    known = whole_number(request.args.get("of", "")) == shown.length
    written = request.args.get("taps", "") if known else ""
    so_far = tuple(written.split(BETWEEN)[:MOST_TAPS]) if written else ()
    return Tapping(seat, shown.length, step_after(so_far, shown.taps), shown.page.choices)
