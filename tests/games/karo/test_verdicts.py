"""What the partner says in words, and how it tells people to mend a turn that it did not ask for."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from companion.core.capabilities import offers
from companion.core.capabilities.partner import PlaysSeats, always
from companion.core.clock import ManualClock
from companion.core.errors import Illegal
from companion.core.text import Text
from companion.games.karo import GAME
from companion.games.karo.board import CIRCLE, TURNED_OVER, Cell
from companion.games.karo.levels import Level
from companion.games.karo.mend import mend
from companion.games.karo.options import Rules
from companion.games.karo.phrases import cell_name
from companion.games.karo.state import Karo
from companion.games.karo.verdicts import JUDGE, judge, think
from tests.games.karo.playing import CIRCLES, CLEARING, HOPPERS, RED, RULES, WHITE, at, go, wandered

WIN = "WWW_/___r/___w/r__r"
THREAT = "WWW_/___r/___w/r__r/rr__"
STEP = re.compile(
    r"move the tile from (?P<tile>\w+) to (?P<to>\w+)"
    r"|move the (?P<moved>white|red) disc from (?P<start>\w+) to (?P<end>\w+), (?P<face>circle up|plain face up)"
    r"|put the (?P<back>white|red) disc back on (?P<on>\w+), (?P<up>circle up|plain face up)"
    r"|take the (?P<gone>white|red) disc away from (?P<off>\w+)"
    r"|turn the disc on (?P<turned>\w+) over"
)


def mark(colour: str, face: str) -> str:
    plain = {"white": "w", "red": "r"}[colour]
    return TURNED_OVER[plain] if face == "circle up" else plain


def mended(state: Karo, lies: dict[Cell, str], words: Text) -> dict[Cell, str]:
    """The board after people did what the sentence says; things are all picked up first, then laid down."""
    rows, columns = [row for row, _ in lies], [column for _, column in lies]
    cells = {
        cell_name(state, (row, column)): (row, column)
        for row in range(min(rows) - 2, max(rows) + 3)
        for column in range(min(columns) - 2, max(columns) + 3)
    }
    steps = [STEP.fullmatch(step) for step in words.en.removeprefix("To mend it: ").removesuffix(".").split(" ; ")]
    done = dict(lies)
    assert all(steps)
    found = [step for step in steps if step is not None]
    for step in found:
        if step["start"] or step["off"]:
            done[cells[step["start"] or step["off"]]] = "_"
    for step in found:
        if step["tile"]:
            assert done.pop(cells[step["tile"]]) == "_"
            done[cells[step["to"]]] = "_"
    for step in found:
        if step["moved"] or step["back"]:
            end = cells[step["end"] or step["on"]]
            assert done[end] == "_"
            done[end] = mark(step["moved"] or step["back"], step["face"] or step["up"])
        elif step["turned"]:
            done[cells[step["turned"]]] = TURNED_OVER[done[cells[step["turned"]]]]
    return done


@pytest.mark.parametrize("rules", RULES)
def test_who_follows_the_words_has_the_board_that_was_asked_for(rules: Rules) -> None:
    alike = 0
    for seed in range(8):
        state, random = wandered(rules, seed, 14 + 4 * seed), Random(seed)
        for _ in range(25):
            asked, done = random.choice(state.legal_actions()), random.choice(state.legal_actions())
            wanted, lies = state.apply(asked).cells, state.apply(done).cells
            words = mend(state, asked, done)
            assert (words is None) == (state.board_after(asked) == state.board_after(done))
            alike += words is None
            if words is not None:
                assert mended(state, lies, words) == wanted
                assert "{" not in words.fr
    assert alike < 100


def test_two_ways_to_one_board_are_one_turn_to_hands() -> None:
    """Clause 1.5: from either end of the row a tile comes up, and the same board lies a tile further along."""
    state = at(CIRCLES, "_ww_")
    left, right = (
        go(WHITE, (0, 1), (-1, 2), tile=(0, 0), to=(-1, 2)),
        go(WHITE, (0, 2), (-1, 1), tile=(0, 3), to=(-1, 1)),
    )
    assert state.apply(left).cells != state.apply(right).cells
    assert state.board_after(left) == state.board_after(right) == ".w./_w_"
    assert mend(state, left, right) is None
    down = go(WHITE, (0, 1), (1, 2), tile=(0, 0), to=(1, 2))
    assert mend(state, left, down) is not None


def test_the_sentence() -> None:
    state = at(CIRCLES, WIN)
    asked, done = go(WHITE, (2, 3), (0, 3)), go(WHITE, (2, 3), (3, 2))
    words = mend(state, asked, done)
    assert words == Text(
        fr="Pour y remédier : mettez le pion blanc de D5 en E2, cercle visible.",
        en="To mend it: move the white disc from D5 to E2, circle up.",
    )
    with pytest.raises(Illegal):
        mend(state, asked, go(WHITE, (0, 0), (0, 4)))


def thought(state: Karo, depth: int) -> Text:
    return think(state, Level("test", Text("", ""), depth, 1.0), 3600.0, ManualClock(), always).outlook


@pytest.mark.parametrize(
    ("rules", "board", "turn", "words"),
    [
        (CIRCLES, WIN, WHITE, "⟦0⟧ gagne à son prochain coup."),
        (HOPPERS, "___/___/_w_/___/r_r/___/___/___", RED, "⟦0⟧ gagne à son prochain coup."),
        (CIRCLES, "w___/____/____/___r", WHITE, "La partie est égale."),
        (CIRCLES, "W___/____/____/___r", WHITE, "⟦0⟧ est un peu mieux."),
        (CIRCLES, "WW_W/____/____/___r", RED, "⟦0⟧ est nettement mieux."),
        (CLEARING, "ww__/____/rr_r/rr__", RED, "⟦0⟧ est nettement mieux."),
        (HOPPERS, "___/R__/___/_w_/___/_r_/___/w__", WHITE, "⟦1⟧ est un peu mieux."),
    ],
)
def test_how_it_stands(rules: Rules, board: str, turn: int, words: str) -> None:
    assert thought(at(rules, board, turn), 2).fr == words


def judged(state: Karo, action: object) -> tuple[str, bool]:
    verdict = judge(state, action, 3600.0, ManualClock(), always)  # type: ignore[arg-type]
    assert verdict.best in state.legal_actions()
    return verdict.what.fr, verdict.costly


def test_a_missed_win_and_a_let_through_one_are_told() -> None:
    assert judged(at(CIRCLES, WIN), go(WHITE, (2, 3), (0, 3))) == ("Le meilleur coup.", False)
    missed, costly = judged(at(CIRCLES, WIN), go(WHITE, (2, 3), (3, 2)))
    assert missed.startswith("Manque un gain immédiat : ⟦0⟧ ")
    assert costly
    let, costly = judged(at(CIRCLES, THREAT, RED), go(RED, (4, 0), (3, 1)))
    assert let.startswith("Laisse gagner ⟦0⟧. Mieux : ⟦1⟧ ")
    assert costly


def test_a_turn_that_nobody_chose_has_missed_nothing() -> None:
    stuck = at(CIRCLES, "wr")
    assert judged(stuck, stuck.legal_actions()[0]) == ("Le seul coup possible.", False)


@pytest.mark.parametrize("rules", RULES)
def test_every_turn_of_a_moment_is_judged_and_the_best_one_is_not_blamed(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.games.karo.verdicts.JUDGE", replace(JUDGE, depth=2))
    state = wandered(rules, 4, 20)
    verdicts = {action: judge(state, action, 3600.0, ManualClock(), always) for action in state.legal_actions()[:6]}
    best = next(iter(verdicts.values())).best
    assert judged(state, best) == ("Le meilleur coup.", False)
    assert all(not verdict.costly for action, verdict in verdicts.items() if action == verdict.best)
    assert not any("{" in verdict.what.fr or "{" in verdict.what.en for verdict in verdicts.values())


def test_the_game_plays_itself() -> None:
    assert offers(GAME, PlaysSeats) is GAME
    assert [strength.key for strength in GAME.strengths] == ["beginner", "casual", "strong", "master"]


def test_the_outlook_is_told_of_the_right_player() -> None:
    """The same board is good for White whoever is to move."""
    assert CIRCLE == ("W", "R")
    for turn in (WHITE, RED):
        assert thought(at(CIRCLES, "WW_W/____/____/___r", turn), 1).en == "⟦0⟧ is clearly better off."
