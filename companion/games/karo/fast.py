"""From a position to its bits and back: the one list of legal turns, which pages, people and the search all use."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from companion.core.game import Action
from companion.games.karo import movers_hoppers
from companion.games.karo.actions import Pass, PlaceDisc, Turn
from companion.games.karo.bits.clear_out import ClearOut
from companion.games.karo.bits.four_circles import FourCircles
from companion.games.karo.bits.frame import Frame, Move, Spot
from companion.games.karo.bits.movers_hoppers import MoversHoppers
from companion.games.karo.board import Cell
from companion.games.karo.options import Options
from companion.games.karo.position import Position

KEPT_MOMENTS = 64
"""Moments whose turns are remembered: a page, a prompt and a check ask for the same ones again and again."""


class FastRules(Protocol):
    """One rule set on bits."""

    frame: Frame

    def moves(self, at: Spot) -> list[Move]:
        """Every legal turn; a pass where there is no other. Does not ask whether the game is over."""

    def count(self, at: Spot) -> int:
        """How many turns `moves` would list."""

    def after(self, at: Spot, move: Move) -> Spot:
        """What a turn leads to, seen by the other player."""

    def won(self, at: Spot) -> int:
        """-1 when the player who just moved has won, 1 when the player to move has, 0 when the game goes on."""


def fast_rules(position: Position, turns: int = 1) -> FastRules:
    """The rules for `position` and up to `turns` turns from it."""
    cells = position.cells
    if position.options.rules == "four-circles":
        return FourCircles(Frame(cells, turns))
    if position.options.rules == "clear-out":
        return ClearOut(Frame(cells, turns))
    frame = Frame(cells, 0)  # the board stays as it is, however many turns are played
    white, red = (
        sum(frame.bit(cell) for cell in movers_hoppers.camp(cells, position.options, seat)) for seat in (0, 1)
    )
    return MoversHoppers(frame, frame.bits(cells, lambda mark: True), (white, red))


def action_of(frame: Frame, seat: int, move: Move) -> Action:
    """A turn of bits as the action of a player."""
    if not move:
        return Pass(seat)
    if len(move) == 1:
        return PlaceDisc(seat, frame.cell(move[0]))
    tile, tile_to, disc, path = move[:4]
    landings = path if isinstance(path, tuple) else (path,)
    return Turn(
        seat,
        frame.cell(disc),
        tuple(frame.cell(end) for end in landings),
        frame.cell(tile) if tile else None,
        frame.cell(tile_to) if tile_to else None,
    )


@lru_cache(maxsize=KEPT_MOMENTS)
def legal_turns(options: Options, board: str, corner: Cell, turn: int, hand: tuple[int, int]) -> tuple[Action, ...]:
    """Every legal turn of a moment that is not over; a pass where there is no other."""
    position = Position(options, board, corner, turn, hand)
    rules = fast_rules(position)
    return tuple(action_of(rules.frame, turn, move) for move in rules.moves(rules.frame.spot(position)))
