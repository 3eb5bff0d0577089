"""The state that the rest of the house knows: who is to act, what may happen, and what it leads to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.actors import OVER, Actor, at_seat
from companion.core.errors import Illegal
from companion.core.game import Action
from companion.games.karo import clear_out, four_circles, movers_hoppers
from companion.games.karo.actions import ACTIONS, Arrange, Pass, PlaceDisc, Turn
from companion.games.karo.board import EMPTY, PLAIN, Cell, write_board
from companion.games.karo.fast import legal_turns
from companion.games.karo.options import Options
from companion.games.karo.position import Position, from_hand, handed_on, with_board
from companion.games.karo.refusals import refuse, wrong_moment


@dataclass(frozen=True, slots=True)
class Karo(Position):
    """One moment of a game of KARO, by whichever of the three rule sets."""

    @property
    def actor(self) -> Actor:
        return OVER if self.over else at_seat(self.turn)

    @property
    def scores(self) -> tuple[float, ...] | None:
        """1 for the winner, 0 for the other, a half each for a draw."""
        if not self.over:
            return None
        return (0.5, 0.5) if self.winner is None else (1.0 - self.winner, float(self.winner))

    def legal_actions(self) -> tuple[Action, ...]:
        if self.over:
            return ()
        if self.placing and self.options.rules == "movers-hoppers":
            return tuple(Arrange(self.turn, text) for text in movers_hoppers.camps(self.options, self.turn))
        return legal_turns(self.options, self.board, self.corner, self.turn, self.hand)

    def chance_outcomes(self) -> tuple[tuple[Action, float], ...]:
        return ()

    def apply(self, action: Action) -> Karo:
        if not isinstance(action, ACTIONS):
            raise refuse("no-such-action")
        if self.over:
            raise refuse("over")
        if action.seat != self.turn:
            raise refuse("not-your-turn")
        if isinstance(action, Turn):
            return self._turn(action)
        if isinstance(action, PlaceDisc):
            return self._place(action)
        return self._arrange(action) if isinstance(action, Arrange) else self._pass(action)

    def cells_after(self, action: Action) -> dict[Cell, str]:
        """The board after a legal action, without asking whether it is legal."""
        if isinstance(action, Turn):
            return _PLAYED[self.options.rules](self, action)[0]
        return self.cells if isinstance(action, Pass) else self.apply(action).cells

    def board_after(self, action: Action) -> str:
        """The text of the board after a legal action, without asking whether it is legal."""
        return write_board(self.cells_after(action))[0]

    @property
    def waits_for(self) -> str:
        """What the player whose turn it is must do, as a key of `refused.moments.TO_DO`; the game is not over."""
        first = self.legal_actions()[0]
        if isinstance(first, PlaceDisc):
            return "place-other" if self.options.rules == "clear-out" else "place"
        return "arrange" if isinstance(first, Arrange) else "pass" if isinstance(first, Pass) else "move"

    def _wrong_moment(self, code: str) -> Illegal:
        return wrong_moment(code, self.options.rules, self.waits_for)

    def _turn(self, turn: Turn) -> Karo:
        rules = self.options.rules
        if self.placing:
            raise self._wrong_moment("not-arranged" if rules == "movers-hoppers" else "still-placing")
        fault = _FAULTS[rules](self, turn)
        if fault is not None:
            raise refuse("must-pass" if self.waits_for == "pass" else fault, rules)
        cells, winner = _PLAYED[rules](self, turn)
        after = with_board(self, cells)
        if winner is not None:
            return replace(after, turn=1 - self.turn, past=(*self.past, self.key), over=True, winner=winner)
        return handed_on(self, after)

    def _place(self, action: PlaceDisc) -> Karo:
        rules, cells = self.options.rules, self.cells
        if rules == "movers-hoppers":
            raise self._wrong_moment("no-placing-here")
        if not self.placing:
            raise self._wrong_moment("placing-over")
        if not self.hand[self.turn]:
            raise self._wrong_moment("hand-empty")
        if cells.get(action.cell) != EMPTY:
            raise refuse("not-free", rules)
        mark = PLAIN[1 - self.turn if rules == "clear-out" else self.turn]
        return handed_on(self, from_hand(self, {**cells, action.cell: mark}, 1))

    def _arrange(self, action: Arrange) -> Karo:
        rules = self.options.rules
        if rules != "movers-hoppers":
            raise self._wrong_moment("no-camp-here")
        if not self.placing:
            raise self._wrong_moment("camps-laid")
        if action.camp not in movers_hoppers.camps(self.options, self.turn):
            raise refuse("camp" if self.options.faces == "three" else "camp-free", rules, camp=action.camp)
        cells = movers_hoppers.arranged(self, self.turn, action.camp)
        return handed_on(self, from_hand(self, cells, movers_hoppers.DISCS))

    def _pass(self, action: Pass) -> Karo:
        if action not in self.legal_actions():
            raise self._wrong_moment("no-pass")
        return handed_on(self, self)


_FAULTS = {
    "four-circles": four_circles.fault,
    "movers-hoppers": movers_hoppers.fault,
    "clear-out": clear_out.fault,
}
_PLAYED = {
    "four-circles": four_circles.played,
    "movers-hoppers": movers_hoppers.played,
    "clear-out": clear_out.played,
}


def start(options: Options) -> Karo:
    """The first moment: the empty board, and all discs in hand."""
    turn = 0 if options.first == "white" else 1
    board, discs = {
        "four-circles": (four_circles.BOARD, four_circles.DISCS),
        "movers-hoppers": (movers_hoppers.BOARD, movers_hoppers.DISCS),
        "clear-out": (options.shape, clear_out.DISCS),
    }[options.rules]
    return Karo(options, board, (0, 0), turn, (discs, discs))
