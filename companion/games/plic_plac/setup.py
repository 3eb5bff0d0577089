"""Options, the pool, and who begins (clauses 1.3 to 1.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.core.options import unknown_value
from companion.games.plic_plac import layout
from companion.games.plic_plac.actions import DrawFirst, PoolSeen, PoolTold
from companion.games.plic_plac.options import SEATS, Options
from companion.games.plic_plac.pieces import box
from companion.games.plic_plac.position import Phase, Player, Position
from companion.games.plic_plac.refusals import refuse
from companion.games.plic_plac.turn_order import require

Outcomes = tuple[tuple[Action, float], ...]
"""What may happen next, with probabilities that sum to 1."""


def check(seats: int, options: Options) -> None:
    """Check the number of players and the options.

    Raises:
        Illegal: the rules do not allow the number (1.3), an option's value (1.4, 1.7), or the rows of the pool (1.7).
    """
    if seats not in SEATS:
        raise refuse("seats", count=seats)
    unknown = unknown_value(options, Options)
    if unknown is not None:
        raise refuse("options", clause=unknown.clause, option=unknown.name, values=", ".join(unknown.words))
    if options.form != layout.AS_LAID and not layout.is_named(options.form):
        check_rows(options.form, len(box(specials=options.specials)))


def check_rows(written: str, count: int) -> None:
    """Check that rows written as numbers ("7,7,7,7,8") hold `count` cards and fit the mat.

    Raises:
        Illegal: they do not (1.7).
    """
    rows = layout.rows_written(written)
    if rows is None:
        raise refuse("form", form=written)
    if len(rows) > layout.MOST_ROWS:
        raise refuse("form-rows", rows=len(rows), most=layout.MOST_ROWS)
    wrong = next((nth for nth, each in enumerate(rows) if not 1 <= each <= layout.MOST_IN_ROW), None)
    if wrong is not None:
        raise refuse("form-row", nth=wrong + 1, cards=rows[wrong], most=layout.MOST_IN_ROW)
    if sum(rows) != count:
        raise refuse("form-sum", sum=sum(rows), count=count)


def players(seats: int) -> tuple[Player, ...]:
    """The players at the beginning of a game."""
    return tuple(Player(seat) for seat in range(seats))


def pool(options: Options) -> tuple[int, ...]:
    """All places of the pool, each with a card."""
    return tuple(range(len(box(specials=options.specials))))


def places(options: Options) -> tuple[layout.Place, ...]:
    """Where the places are; empty while they are still to be taken from how the cards lie."""
    return () if options.form == layout.AS_LAID else layout.places(options.form, len(pool(options)))


def first_phase(seats: int, options: Options) -> Phase:
    """The phase in which a game begins."""
    return Phase.POOL if options.form == layout.AS_LAID else _after_the_pool(seats)


def _after_the_pool(seats: int) -> Phase:
    """The phase after the pool is known; a single player needs no draw of the first player."""
    return Phase.FIRST if seats > 1 else Phase.TAKE


def pool_outcomes(position: Position) -> Outcomes:
    """One example of how the cards may lie, which is arbitrary."""
    lying = layout.places_mm("square", len(position.pool))
    return ((PoolSeen(tuple((round(x), round(y)) for x, y in lying)), 1.0),)


def pool_choices(position: Position) -> Iterator[Action]:
    """For every seat, writing the rows instead; the square is the example."""
    lines = [row for row, _ in layout.cells("square", len(position.pool))]
    rows = ",".join(str(lines.count(row)) for row in sorted(set(lines)))
    return (PoolTold(seat, rows) for seat in position.seats)


def pool_seen(position: Position, action: PoolSeen) -> Position:
    """The position after the readers found the cards of the pool.

    Raises:
        Illegal: wrong moment, or a wrong number of cards, a card too near to the edge, or cards that touch (1.7).
    """
    require(position, action, Phase.POOL)
    count = len(position.pool)
    if len(action.places_mm) != count:
        raise refuse("pool-count", seen=len(action.places_mm), count=count)
    found = layout.places_of(action.places_mm)
    for code, wrong in (("pool-beyond", layout.beyond(found)), ("pool-touching", layout.touching(found))):
        if wrong is not None:
            raise refuse(code, row=wrong.row + 1, nth=wrong.column + 1)
    return replace(position, places=found, phase=_after_the_pool(len(position.players)))


def pool_told(position: Position, action: PoolTold) -> Position:
    """The position after a player wrote the rows of the pool.

    Raises:
        Illegal: wrong moment, or rows that do not fit (1.7); no such seat (1.3).
    """
    require(position, action, Phase.POOL)
    count = len(position.pool)
    check_rows(action.rows, count)
    return replace(position, places=layout.places(action.rows, count), phase=_after_the_pool(len(position.players)))


def first_outcomes(position: Position) -> Outcomes:
    """Every seat may begin, with equal probabilities."""
    return tuple((DrawFirst(seat), 1.0 / len(position.players)) for seat in position.seats)


def draw_first(position: Position, action: DrawFirst) -> Position:
    """The position after the first player was drawn by lot.

    Raises:
        Illegal: wrong moment, or no such seat (1.6).
    """
    require(position, action, Phase.FIRST)
    if action.first not in position.seats:
        raise refuse("no-such-seat", clause="1.6")
    return replace(position, phase=Phase.TAKE, turn=action.first)
