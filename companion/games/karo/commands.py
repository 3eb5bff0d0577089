"""What KARO adds to the command line: counts of turns, and the best line of a position."""

from __future__ import annotations

import time
from math import inf
from typing import cast, get_args

from companion.core.capabilities.commands import BENCH, Command, CommandOption
from companion.core.clock import SystemClock
from companion.core.errors import Unreadable
from companion.core.text import Text, same
from companion.games.karo.from_text import state_from_text
from companion.games.karo.levels import Level, advise
from companion.games.karo.options import Rules
from companion.games.karo.perft import perft
from companion.games.karo.phrases import label
from companion.games.karo.state import Karo

DEEPEST = 40
"""Turns: far beyond what can be counted or searched, so that a slip of the finger is told."""
LONGEST_S = 3600
COLOURS = ("w", "r")

MIDDLE_GAMES = (("ww_Wr/_r_w_/R_w_r/_wr_r", 0), ("._rr_/_Rrrr/w_www/__W__/...W.", 1), ("_ww__/wwwwr/rrrr_/__r__", 0))
"""Open moments of Four Circles' second phase, and who is to move: nobody wins within six turns."""
_CLOCK = SystemClock()

_POSITION = (
    CommandOption("rules", get_args(Rules), Text(fr="Lequel des trois jeux.", en="Which of the three games.")),
    CommandOption(
        "board",
        None,
        Text(
            fr="Les rangées, séparées par « / » : « . » pas de tuile, « _ » vide, w W r R les pions (blancs, rouges), "
            "en majuscules les cercles.",
            en="Rows with “/” between them: “.” no tile, “_” empty, w W r R discs (white, red), capitals for circles.",
        ),
    ),
    CommandOption("to-move", COLOURS, Text(fr="À qui de jouer : blanc ou rouge.", en="Who is to act: White or Red.")),
    CommandOption(
        "hand",
        None,
        Text(
            fr="Les pions que Blanc et Rouge ont encore à poser.",
            en="Discs that White and Red still have to put on the board.",
        ),
        "0,0",
    ),
)
AHEAD = Text(fr="Tours à prévoir, au plus.", en="Turns to look ahead, at most.")
_OPENING = "--rules four-circles --board _____/_____/_____/_____ --to-move w --hand 6,6"
_MIDDLE = "--rules four-circles --board ww_Wr/_r_w_/R_w_r/_wr_r --to-move w"


def _perft(rules: str, board: str, to_move: str, hand: str, depth: int) -> str:
    return str(perft(_state(rules, board, to_move, hand), depth))


def _best(rules: str, board: str, to_move: str, hand: str, depth: int, seconds: int) -> str:
    state = _state(rules, board, to_move, hand)
    advice = advise(state, Level("asked", same("asked"), depth, float(seconds)), SystemClock())
    lines = [f"depth {advice.depth}, value {advice.value}, {advice.looks} positions, {advice.took_s:.2f} s"]
    for action in advice.line:
        lines.append(label(state, action).en.replace("⟦0⟧", "White").replace("⟦1⟧", "Red"))
        state = state.apply(action)
    return "\n".join([*lines, state.board])


def _bench(depth: int) -> str:
    """How long the partner looks ahead in open middle games, in CPU time: what else runs here is no matter."""
    took_s, looks = [], 0
    for board, turn in MIDDLE_GAMES:
        start_s = time.process_time()
        advice = advise(state_from_text("four-circles", board, turn), Level("bench", same("bench"), depth, inf), _CLOCK)
        took_s.append(time.process_time() - start_s)
        looks += advice.looks
    return (
        f"karo: {depth} turns ahead in {len(took_s)} open middle games of Four Circles' second phase: "
        f"{min(took_s):.1f} to {max(took_s):.1f} s of one core, {looks / sum(took_s):.0f} positions a second"
    )


def _state(rules: str, board: str, to_move: str, hand: str) -> Karo:
    numbers = hand.split(",")
    if len(numbers) != 2 or not all(number.isascii() and number.isdigit() for number in numbers):
        raise Unreadable("karo.hand-words", HAND_WORDS.filled(hand=hand))
    white, red = map(int, numbers)
    return state_from_text(cast(Rules, rules), board, COLOURS.index(to_move), (white, red))


HAND_WORDS = Text(
    fr="--hand {hand} : écrivez deux nombres séparés par une virgule, par exemple 6,6.",
    en="--hand {hand}: write two numbers with a comma between them, for example 6,6.",
)

COMMANDS = (
    Command(
        "perft",
        Text(
            fr="Compter les suites de DEPTH tours complets permis depuis une position.",
            en="Count the sequences of DEPTH legal whole turns from a position.",
        ),
        f"{_OPENING} --depth 3",
        (
            *_POSITION,
            CommandOption("depth", range(DEEPEST + 1), Text(fr="Tours d'une suite.", en="Turns in a sequence.")),
        ),
        _perft,
    ),
    Command(
        "best",
        Text(
            fr="Dire la meilleure suite d'une position, aussi loin qu'on le demande ou que le temps le permet.",
            en="Print the best line of a position, as deep as is asked or as the time allows.",
        ),
        f"{_MIDDLE} --depth 6",
        (
            *_POSITION,
            CommandOption("depth", range(1, DEEPEST + 1), AHEAD),
            CommandOption(
                "seconds",
                range(1, LONGEST_S + 1),
                Text(fr="Secondes de réflexion, au plus.", en="Seconds to think, at most."),
                60,
            ),
        ),
        _best,
    ),
    Command(
        BENCH,
        Text(
            fr="Mesurer combien de temps le partenaire réfléchit en milieu de partie, aux Quatre Cercles.",
            en="Measure how long the partner looks ahead in open middle games of Four Circles.",
        ),
        "--depth 6",
        (CommandOption("depth", range(1, DEEPEST + 1), AHEAD, 6),),
        _bench,
    ),
)
