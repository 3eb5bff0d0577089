"""The search against a plain count of everything, and the partner's promises."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.core.clock import ManualClock
from companion.core.errors import Illegal
from companion.core.text import same
from companion.games.karo import GAME
from companion.games.karo.actions import Arrange
from companion.games.karo.bits.four_circles import FourCircles
from companion.games.karo.bits.frame import Frame, Spot
from companion.games.karo.fast import FastRules, fast_rules
from companion.games.karo.levels import LEVELS, Level, advise, level, value_for, worth
from companion.games.karo.options import Options, Rules
from companion.games.karo.search.four_circles_value import WINS_NEXT, FourCirclesValue
from companion.games.karo.search.negamax import Negamax, Recall, Value
from companion.games.karo.search.scores import DRAWN, NEVER, WON, later
from companion.games.karo.state import Karo, start
from tests.games.karo.playing import CIRCLES, CLEARING, HOPPERS, RED, RULES, WHITE, at, go, wandered

MIDDLE = "ww_Wr/_r_w_/R_w_r/_wr_r"


def to_depth(depth: int) -> Level:
    return Level("test", same("test"), depth, 3600.0)


def plain(rules: FastRules, value: Value, at: Spot, depth: int, ply: int, path: tuple[Spot, ...]) -> int:
    """Negamax without any pruning, memory or order."""
    if ply and rules.won(at):
        return rules.won(at) * (WON - ply)
    if depth == 0:
        return later(value.value(at), ply)
    if at in path:
        return DRAWN
    return max(-plain(rules, value, rules.after(at, move), depth - 1, ply + 1, (*path, at)) for move in rules.moves(at))


@pytest.mark.parametrize("rules", RULES)
def test_pruning_changes_no_value(rules: Rules) -> None:
    for seed in range(3):
        state = wandered(rules, seed, 25 + 9 * seed)
        for depth in (1, 2, 3) if rules != CLEARING else (1, 2):
            fast = fast_rules(state, depth + 1)
            value, root = value_for(fast), fast.frame.spot(state)
            found = Negamax(fast, value, ManualClock()).deepen(root, depth, 3600.0)
            assert found.value == plain(fast, value, root, found.depth, 0, ()), (state.board, depth)
            assert found.depth == depth or abs(found.value) > WON // 2


def test_the_last_turn_of_four_circles_is_looked_up_rightly() -> None:
    for seed in range(12):
        state = wandered(CIRCLES, seed, 10 + 4 * seed)
        fast = fast_rules(state, 3)
        assert isinstance(fast, FourCircles)
        value, root = FourCirclesValue(fast), fast.frame.spot(state)
        best = max(-value.value(fast.after(root, move)) for move in fast.moves(root))
        assert value.frontier(root, NEVER) == best
        ordered, wins = value.ordered(root, {})
        assert (sorted(ordered) == sorted(fast.moves(root))) != wins
        for move in fast.moves(root):
            won = fast.won(fast.after(root, move)) < 0
            known = value.recall(root, move)
            assert known is (Recall.UNKNOWN if len(move) < 2 or move[0] else Recall.WINS if won else Recall.LEGAL)


def test_a_turn_of_another_moment_is_known_to_be_illegal() -> None:
    """Turns that refuted something elsewhere are tried without listing what is legal: they must be tested rightly."""
    asked = 0
    for seed in range(6):
        here, there = wandered(CIRCLES, seed, 40), wandered(CIRCLES, seed, 46)
        cells = {**here.cells, **there.cells}
        fast = FourCircles(Frame(cells, 3))
        value, spots = FourCirclesValue(fast), (fast.frame.spot(here), fast.frame.spot(there))
        for move in fast.moves(spots[1]):
            if len(move) > 1 and not move[0]:
                asked += 1
                assert (value.recall(spots[0], move) is Recall.UNKNOWN) == (move not in fast.moves(spots[0]))
    assert asked > 50


@pytest.mark.parametrize("depth", [1, 2, 4, 12])
def test_a_win_in_one_is_taken(depth: int) -> None:
    state = at(CIRCLES, "WWW_/___r/___w/r__r")
    advice = advise(state, to_depth(depth), ManualClock())
    assert (advice.line, advice.wins_in, advice.depth) == ((go(WHITE, (2, 3), (0, 3)),), 1, 1)


def test_a_threat_is_met_by_who_looks_two_turns_ahead() -> None:
    """White will jump to the end of the row of three; any move of Red but a block loses."""
    threatened = at(CIRCLES, "WWW_/___r/___w/r__r/rr__", RED)
    answer = advise(threatened, to_depth(2), ManualClock())
    assert answer.wins_in is None
    ignored = go(RED, (4, 0), (3, 1))
    assert worth(threatened, ignored, to_depth(2), ManualClock()) == 2 - WON


def test_what_a_move_has_missed() -> None:
    state = at(CIRCLES, MIDDLE)
    best = advise(state, to_depth(3), ManualClock())
    values = {action: worth(state, action, to_depth(3), ManualClock()) for action in state.legal_actions()}
    assert max(values.values()) == values[best.line[0]] == best.value
    assert len(set(values.values())) > 5
    win = at(CIRCLES, "WWW_/___r/___w/r__r")
    taken = go(WHITE, (2, 3), (0, 3))
    assert worth(win, taken, to_depth(3), ManualClock()) == advise(win, to_depth(3), ManualClock()).value == WON - 1
    with pytest.raises(Illegal):
        worth(state, go(WHITE, (0, 0), (0, 4)), to_depth(1), ManualClock())


def test_the_line_can_be_played() -> None:
    for rules in RULES:
        state = wandered(rules, 3, 24)
        advice = advise(state, to_depth(3), ManualClock())
        assert advice.line
        for action in advice.line:
            state = state.apply(action)


class ImpatientClock(ManualClock):
    """A second passes at every look."""

    def now_s(self) -> float:
        self.wait_s(1.0)
        return super().now_s()


def test_time_is_up_when_the_clock_says_so() -> None:
    state = at(CIRCLES, MIDDLE)
    hurried = advise(state, Level("test", same("test"), 12, 3.0), ImpatientClock())
    assert 1 <= hurried.depth < 12
    assert hurried.line[0] in state.legal_actions()
    assert hurried.took_s < 60
    slower = advise(state, Level("test", same("test"), 12, 12.0), ImpatientClock())
    assert slower.depth > hurried.depth
    assert advise(state, to_depth(3), ImpatientClock()).depth == 3


def test_who_is_ahead_does_not_walk_into_a_repetition() -> None:
    """White is winning and could go back and forth; the partner counts the earlier position as drawn."""
    state = at(CIRCLES, "W_WW_/_____/__w_r/r_r_r/____r")
    there = state.apply(go(WHITE, (2, 2), (2, 1))).apply(go(RED, (2, 4), (1, 4)))
    here = there.apply(go(WHITE, (2, 1), (2, 2))).apply(go(RED, (1, 4), (2, 4)))
    assert here.past.count(here.key) == 1
    back = go(WHITE, (2, 2), (2, 1))
    assert here.apply(back).key in here.past
    assert advise(here, to_depth(2), ManualClock()).line[0] != back


def test_levels_grow() -> None:
    assert [each.key for each in LEVELS] == ["beginner", "casual", "strong", "master"]
    assert [each.depth for each in LEVELS] == sorted({each.depth for each in LEVELS})
    assert level("master") is LEVELS[-1]
    with pytest.raises(KeyError):
        level("god")
    assert all(each.name.fr and each.name.en for each in LEVELS)


@pytest.mark.parametrize("first", ["white", "red"])
@pytest.mark.parametrize("white_end", ["bottom", "top"])
def test_the_partner_lays_out_its_camp(first: str, white_end: str) -> None:
    state = start(Options(HOPPERS, first=first, white_end=white_end))  # type: ignore[arg-type]
    for _ in range(2):
        camp = advise(state, LEVELS[0], ManualClock()).line[0]
        assert isinstance(camp, Arrange)
        state = state.apply(camp)
    rows = state.board.split("/")
    assert [row.isupper() for row in (rows[0], rows[1], rows[6], rows[7])] == [True, False, False, True]


def test_the_partner_places_discs_and_passes() -> None:
    for rules in (CIRCLES, CLEARING):
        state: Karo = start(Options(rules))
        for _ in range(4):
            action = advise(state, to_depth(2), ManualClock()).line[0]
            state = state.apply(action)
    stuck = at(CIRCLES, "wr")
    assert advise(stuck, to_depth(3), ManualClock()).line[0] == stuck.legal_actions()[0]


def test_nobody_advises_after_the_end() -> None:
    with pytest.raises(Illegal) as refusal:
        advise(at(CIRCLES, "WWWW", RED), LEVELS[0], ManualClock())
    assert refusal.value.clause == "1.7"


def met(seed: int, turns: int) -> Karo:
    """A moment of the second phase that plausible players lead to: circles stand in rows."""
    random, state = Random(seed), start(Options(CIRCLES))
    for _ in range(12 + turns):
        after = state.apply(GAME.choose(state, state.turn, random))
        if after.over:
            break
        state = after
    return state


def test_who_wins_at_once_is_seen_without_listing_the_turns() -> None:
    seen = []
    for seed in range(6):
        for turns in range(5, 13):
            state = met(seed, turns)
            if turns % 2:  # as if the other player were to move: who threatens is rarely who moves
                state = replace(state, turn=1 - state.turn)
            fast = fast_rules(state, 3)
            assert isinstance(fast, FourCircles)
            value, root = FourCirclesValue(fast), fast.frame.spot(state)
            wins = any(fast.won(fast.after(root, move)) < 0 for move in fast.moves(root))
            threes = bool(value.gaps(root[2] & root[3]))
            assert value.wins_at_once(*root[:4]) == wins, state.board
            assert (value.value(root) == WINS_NEXT) == wins
            reached = [fast.after(root, move) for move in fast.moves(root)]
            best = max(-WON * fast.won(after) or -value.value(after) for after in reached)
            assert value.frontier(root, NEVER) == best, state.board
            seen.append((wins, best == -WINS_NEXT, threes))
    assert all(sum(each) for each in zip(*seen, strict=True))  # all of it was met
    assert not any(all(each) for each in zip(*seen, strict=True))


def test_a_limit_in_positions_ends_a_thought_wherever_the_clock_stands() -> None:
    state = at(CIRCLES, MIDDLE)
    short = advise(state, Level("test", same("test"), 6, 3600.0, 800), ManualClock())
    assert (short.depth, short.looks) == (3, 800) or short.depth < 6
    assert short.looks <= 800 + 1
    again = advise(state, Level("test", same("test"), 6, 3600.0, 800), ManualClock())
    assert again == short


def test_a_thought_that_nobody_wants_any_more_stops() -> None:
    state = at(CIRCLES, MIDDLE)
    asked: list[int] = []
    stopped = advise(state, to_depth(6), ManualClock(), lambda: bool(asked.append(1)))
    assert stopped.depth < 6
    assert stopped.line[0] in state.legal_actions()
    assert len(asked) == 1
