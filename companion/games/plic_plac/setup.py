"""What may be chosen, how the pool lies, and who begins (clauses 1.3 to 1.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from companion.core.game import Action
from companion.games.plic_plac.actions import DrawFirst
from companion.games.plic_plac.layout import Form
from companion.games.plic_plac.options import SEATS, Options
from companion.games.plic_plac.pieces import box
from companion.games.plic_plac.position import Phase, Player, Position
from companion.games.plic_plac.refusals import refuse, require

Outcomes = tuple[tuple[Action, float], ...]


def check(seats: int, options: Options) -> None:
    """Raises `Illegal` for a number of players or options that the rules do not know (clauses 1.3, 1.4)."""
    if seats not in SEATS:
        raise refuse("seats", count=seats)
    known = isinstance(options, Options) and options.form in get_args(Form) and isinstance(options.specials, bool)
    if not known:
        raise refuse("options")


def players(seats: int) -> tuple[Player, ...]:
    return tuple(Player(seat) for seat in range(seats))


def pool(options: Options) -> tuple[int, ...]:
    """All places, each with a card."""
    return tuple(range(len(box(specials=options.specials))))


def first_phase(seats: int) -> Phase:
    """Whoever plays alone needs no lot."""
    return Phase.FIRST if seats > 1 else Phase.TAKE


def first_outcomes(position: Position) -> Outcomes:
    return tuple((DrawFirst(seat), 1.0 / len(position.players)) for seat in position.seats)


def draw_first(position: Position, action: DrawFirst) -> Position:
    require(position, Phase.FIRST)
    if action.first not in position.seats:
        raise refuse("no-such-action")
    return replace(position, phase=Phase.TAKE, turn=action.first)
