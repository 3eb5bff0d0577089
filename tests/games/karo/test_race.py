"""Movers & Hoppers: what the partner values, how far it looks, and the plain player that it is measured against."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.capabilities.partner import always
from companion.core.clock import ManualClock
from companion.games.karo.bits.frame import Spot
from companion.games.karo.bits.movers_hoppers import MoversHoppers
from companion.games.karo.fast import action_of, fast_rules
from companion.games.karo.levels import LEVELS, advise, for_rules, level, value_for
from companion.games.karo.state import Karo
from companion.games.karo.verdicts import outlook, think
from tests.games.karo import race_match
from tests.games.karo.playing import CIRCLES, CLEARING, HOPPERS, RED, WHITE, at, go, wandered
from tests.games.karo.race_match import PLAIN_DEPTH, PlainPlayer


def rules_of(state: Karo) -> MoversHoppers:
    rules = fast_rules(state)
    assert isinstance(rules, MoversHoppers)
    return rules


def value(board: str, turn: int = WHITE) -> int:
    state = at(HOPPERS, board, turn)
    rules = rules_of(state)
    return value_for(rules).value(rules.frame.spot(state))


def upside_down(board: str) -> str:
    """The same moment with the colours changed over."""
    return "/".join(reversed(board.split("/"))).translate(str.maketrans("wWrR", "rRwW"))


@pytest.mark.parametrize("seed", range(8))
def test_both_colours_are_valued_alike(seed: int) -> None:
    board = wandered(HOPPERS, seed, 10 + 5 * seed).board
    assert value(board, WHITE) == value(upside_down(board), RED) == -value(board, RED)


def test_the_last_disc_counts_for_more_than_the_others() -> None:
    """White has the same rows to go in all, but a straggler in one of the boards."""
    together = "___/_r_/___/ww_/__R/___/___/_R_"
    apart = "___/_r_/_w_/___/w_R/___/___/_R_"
    assert value(together) > value(apart)


def test_a_hopper_left_behind_that_nothing_helps_on_is_worse_than_a_mover() -> None:
    helped, alone = "_r_/___/_w_/___/___/_w_/_W_/___", "_r_/___/_w_/___/_w_/___/_W_/___"
    mover = "_r_/___/_w_/___/_w_/___/_w_/___"
    assert value(mover) > value(alone)
    assert value(helped) > value(alone) - 10


@pytest.mark.parametrize(("key", "turns"), [("beginner", 1), ("casual", 3), ("strong", 7), ("master", 21)])
def test_levels_look_further_where_there_are_fewer_turns(key: str, turns: int) -> None:
    assert for_rules(level(key), HOPPERS).depth == turns
    assert for_rules(level(key), CIRCLES) == for_rules(level(key), CLEARING) == level(key)


def test_at_the_table_a_level_looks_as_far_as_its_game_allows() -> None:
    state = at(HOPPERS, "RRR/rrr/___/___/___/___/www/WWW")
    advice = advise(state, for_rules(level("casual"), HOPPERS), ManualClock())
    thought = think(state, level("casual"), 3600.0, ManualClock(), always)
    assert (advice.depth, thought.outlook) == (3, outlook(state, advice))
    assert thought.line == advice.line != advise(state, level("casual"), ManualClock()).line


def plain_best(player: PlainPlayer, at_: Spot, depth: int) -> int:
    """Without any pruning."""
    won = player.rules.won(at_)
    if won or depth == 0:
        return player.search(at_, 0, -race_match.SURE * 2, race_match.SURE * 2) + won * depth
    return max(-plain_best(player, player.rules.after(at_, move), depth - 1) for move in player.rules.moves(at_))


@pytest.mark.parametrize("seed", range(3))
def test_the_plain_player_plays_the_best_of_three_turns(seed: int) -> None:
    state = wandered(HOPPERS, seed, 12 + 4 * seed)
    player = PlainPlayer(rules_of(state))
    root = player.rules.frame.spot(state)
    values = {
        action_of(player.rules.frame, state.turn, move): -plain_best(
            player, player.rules.after(root, move), PLAIN_DEPTH - 1
        )
        for move in player.rules.moves(root)
    }
    assert values[player.choose(state)] == max(values.values())


def test_the_plain_player_takes_a_win() -> None:
    state = at(HOPPERS, "rRr/rr_/_w_/_w_/___/___/r__/__W")
    assert PlainPlayer(rules_of(state)).choose(state) == go(WHITE, (2, 1), (1, 2))


def test_a_game_of_the_match_can_be_played_again() -> None:
    quick = replace(LEVELS[0], looks=200.0)
    first, again = race_match.play(3, quick), race_match.play(3, quick)
    assert first == again
    assert first.over
