"""A moment of a game from words: for the command line, and for boards that were read from pictures."""

from __future__ import annotations

from dataclasses import replace

from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.games.karo import clear_out, four_circles, movers_hoppers
from companion.games.karo.board import COLOURS, EMPTY, Cells, fault_of, read_board, write_board
from companion.games.karo.options import End, Options, Rules
from companion.games.karo.state import Karo

STRAYED_SHARE = 0.25
"""Discs that may be away from home in what is still taken for an opening seen from the other end: three of twelve."""


def state_from_text(rules: Rules, board: str, turn: int, hand: tuple[int, int] = (0, 0)) -> Karo:
    """The moment when seat `turn` (0 White, 1 Red) is to act on `board`; it is over when the board is won.

    Raises:
        Unreadable: the text is no board, or a hand does not go with the rules or the board.
    """
    fault = fault_of(board)
    if fault is not None:
        raise Unreadable(f"karo.board-{fault}", _FAULTS[fault].filled(board=board))
    text, _ = write_board(read_board(board))
    cells = read_board(text)
    if min(hand) < 0 or sum(hand) > list(cells.values()).count(EMPTY):
        raise Unreadable("karo.hand", HAND.filled(white=hand[0], red=hand[1]))
    if rules == "movers-hoppers" and hand != (0, 0):
        raise Unreadable("karo.hand-unused", HAND_UNUSED.filled(white=hand[0], red=hand[1]))
    options = Options(rules, white_end=white_end(cells) if rules == "movers-hoppers" else "bottom")
    state = Karo(options, text, (0, 0), turn, hand)
    winner = _winner(state, cells)
    return state if winner is None else replace(state, over=True, winner=winner)


def white_end(cells: Cells) -> End:
    """At which end White sits at Movers & Hoppers (clause 4.10): the bottom, unless the game would then be won already
    while nearly all discs stand in the camps where they begin when White sits at the top."""
    bottom, top = Options("movers-hoppers"), Options("movers-hoppers", white_end="top")
    if movers_hoppers.winner(cells, bottom, 0) is None or movers_hoppers.winner(cells, top, 0) is not None:
        return "bottom"
    camps = [movers_hoppers.camp(cells, top, seat) for seat in (0, 1)]
    discs = [(cell, seat) for cell, mark in cells.items() for seat in (0, 1) if mark in COLOURS[seat]]
    strayed = sum(cell not in camps[seat] for cell, seat in discs)
    return "top" if strayed <= STRAYED_SHARE * len(discs) else "bottom"


def _winner(state: Karo, cells: Cells) -> int | None:
    mover = 1 - state.turn
    if state.options.rules == "four-circles":
        return four_circles.winner(cells, mover)
    if state.options.rules == "movers-hoppers":
        return movers_hoppers.winner(cells, state.options, mover)
    return None if state.placing else clear_out.winner(cells, mover)


_FAULTS = {
    "marks": Text(
        fr="--board {board} : un tablier s'écrit avec . _ w W r R et / ; corrigez le texte.",
        en="--board {board}: a board is written with . _ w W r R and /; correct the text.",
    ),
    "rows": Text(
        fr="--board {board} : toutes les lignes doivent avoir la même longueur ; complétez-les par des points.",
        en="--board {board}: all rows must have the same length; fill them up with dots.",
    ),
    "empty": Text(
        fr="--board {board} : ce tablier n'a pas de case ; écrivez-en au moins une.",
        en="--board {board}: this board has no tile; write at least one.",
    ),
    "apart": Text(
        fr="--board {board} : les cases doivent se toucher par les côtés, d'un seul tenant ; rapprochez-les.",
        en="--board {board}: the tiles must hang together side to side, in one piece; bring them together.",
    ),
}
HAND = Text(
    fr="--hand {white},{red} : il faut deux nombres de pions qui tiennent sur les cases libres ; corrigez-les.",
    en="--hand {white},{red}: two numbers of discs are needed that the free tiles can hold; correct them.",
)
HAND_UNUSED = Text(
    fr="--hand {white},{red} : Rôdeurs et Gambadeurs n'a pas de phase de pose ; écrivez 0,0.",
    en="--hand {white},{red}: Movers & Hoppers has no placing phase; write 0,0.",
)
