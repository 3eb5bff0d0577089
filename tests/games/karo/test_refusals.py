"""Refusals: the clause of what was tried or of what the table waits for, and advice that is not refused next."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.errors import Illegal
from companion.core.game import Action
from companion.core.text import LANGUAGES
from companion.games.karo import GAME
from companion.games.karo.actions import Arrange, Pass, PlaceDisc
from companion.games.karo.board import read_board
from companion.games.karo.options import Options, Rules
from companion.games.karo.refused.moments import TO_DO
from companion.games.karo.seen import fault_seen
from companion.games.karo.state import Karo
from tests.games.karo.playing import CIRCLES, CLEARING, HOPPERS, RED, RULES, WHITE, at, go, refused
from tests.games.karo.test_completeness import thinkable
from tests.games.rules_page import clauses

LAID = "rrr/RRR/___/___/___/___/www/WWW"


def why(state: Karo, action: Action) -> Illegal:
    with pytest.raises(Illegal) as refusal:
        state.apply(action)
    return refusal.value


@pytest.mark.parametrize(
    ("rules", "board", "hand", "action", "code", "clause", "do"),
    [
        (CIRCLES, "w__", (1, 1), go(WHITE, (0, 0), (0, 1)), "still-placing", "3.4", "place"),
        (CIRCLES, "w__", (1, 1), Pass(WHITE), "no-pass", "1.4", "place"),
        (CIRCLES, "w__", (1, 1), Arrange(WHITE, "www/WWW"), "no-camp-here", "3.2", "place"),
        (CIRCLES, "w__", (0, 1), PlaceDisc(WHITE, (0, 1)), "hand-empty", "3.2", "pass"),
        (CIRCLES, "w__", (0, 1), go(WHITE, (0, 0), (0, 1)), "still-placing", "3.4", "pass"),
        (CIRCLES, "w__", (0, 0), PlaceDisc(WHITE, (0, 1)), "placing-over", "3.4", "move"),
        (CIRCLES, "w__", (0, 0), Arrange(WHITE, "www/WWW"), "no-camp-here", "3.2", "move"),
        (CIRCLES, "w__", (0, 0), Pass(WHITE), "no-pass", "1.4", "move"),
        (CIRCLES, "wr", (0, 0), PlaceDisc(WHITE, (0, 1)), "placing-over", "3.4", "pass"),
        (CLEARING, "w__", (1, 1), go(WHITE, (0, 0), (0, 1)), "still-placing", "5.2", "place-other"),
        (CLEARING, "w__", (1, 1), Arrange(WHITE, "www/WWW"), "no-camp-here", "5.2", "place-other"),
        (CLEARING, "w__", (0, 1), PlaceDisc(WHITE, (0, 1)), "hand-empty", "5.2", "pass"),
        (CLEARING, "ww_/rr_", (0, 0), PlaceDisc(WHITE, (0, 2)), "placing-over", "5.2", "move"),
        (HOPPERS, LAID, (0, 0), PlaceDisc(WHITE, (2, 0)), "no-placing-here", "4.1", "move"),
        (HOPPERS, LAID, (0, 0), Arrange(WHITE, "www/WWW"), "camps-laid", "4.2", "move"),
        (HOPPERS, "___/___/Wrr/___/___/___", (0, 0), PlaceDisc(WHITE, (0, 0)), "no-placing-here", "4.1", "pass"),
    ],
)
def test_the_wrong_moment_cites_its_clause_and_says_what_the_table_waits_for(
    rules: Rules, board: str, hand: tuple[int, int], action: Action, code: str, clause: str, do: str
) -> None:
    state = at(rules, board, WHITE, hand)
    refusal = why(state, action)
    assert (refusal.code, refusal.clause) == (f"karo.{code}", clause)
    for language in LANGUAGES:
        assert refusal.what.to(language).endswith(f"; {TO_DO[do].to(language)}.")


@pytest.mark.parametrize(
    "action", [PlaceDisc(WHITE, (0, 0)), Pass(WHITE), go(WHITE, (7, 0), (6, 0))], ids=["place", "pass", "turn"]
)
def test_before_the_camps_are_laid_out_the_table_waits_for_them(action: Action) -> None:
    refusal = why(GAME.start(2, Options(HOPPERS)), action)
    assert refusal.clause in ("4.1", "4.2", "1.4")
    assert refusal.what.en.endswith("; lay out your six discs in your camp.")


@pytest.mark.parametrize("wrong", ["www", "WWW/rrr", "wwww/ww", ""])
def test_4_3_in_the_variant_no_number_of_circles_is_asked_for(wrong: str) -> None:
    free, three = GAME.start(2, Options(HOPPERS, faces="free")), GAME.start(2, Options(HOPPERS))
    assert refused(free, Arrange(WHITE, wrong)) == ("camp-free", "4.3")
    assert "three" not in why(free, Arrange(WHITE, wrong)).what.en.replace("rows of three", "")
    assert "trois pleins" not in why(free, Arrange(WHITE, wrong)).what.fr
    assert refused(three, Arrange(WHITE, wrong)) == ("camp", "4.2")
    assert "trois pleins et trois cercles" in why(three, Arrange(WHITE, wrong)).what.fr


def test_who_can_only_pass_is_told_so_whatever_was_tried() -> None:
    assert refused(at(CIRCLES, "wr"), go(WHITE, (0, 0), (0, 1))) == ("must-pass", "1.4")
    stuck = at(HOPPERS, "___/___/Wrr/___/___/___")
    assert refused(stuck, go(WHITE, (2, 0), (3, 0))) == ("must-pass", "1.4")


def test_a_landing_cites_the_clause_of_the_face() -> None:
    mover, hopper = at(HOPPERS, "___/___/_w_/_r_/___/___"), at(HOPPERS, "___/___/_W_/_r_/___/___")
    assert refused(mover, go(WHITE, (2, 1), (3, 1))) == ("tile-taken", "4.4")
    assert refused(hopper, go(WHITE, (2, 1), (3, 1))) == ("jump-taken", "4.5")
    assert refused(hopper, go(WHITE, (2, 1), (2, 3))) == ("hop-no-tile", "4.5")
    assert refused(mover, go(WHITE, (2, 1), (2, 2), (2, 1))) == ("one-step", "4.4")
    assert refused(hopper, go(WHITE, (2, 1), (4, 1), (4, 2))) == ("one-hop", "4.5")
    assert refused(at(CLEARING, "wrr/__w"), go(WHITE, (0, 0), (0, 2))) == ("jump-taken", "5.5")


def test_to_stop_after_the_first_is_legal_where_it_is_advised() -> None:
    advised = {"karo.no-chains", "karo.one-step", "karo.one-hop"}
    for state, turn in (
        (at(CIRCLES, "wr_r_"), go(WHITE, (0, 0), (0, 2), (0, 4))),
        (at(HOPPERS, "___/___/_w_/_r_/___/___"), go(WHITE, (2, 1), (2, 2), (2, 1))),
        (at(HOPPERS, "___/___/_W_/_r_/___/___"), go(WHITE, (2, 1), (4, 1), (4, 2))),
    ):
        assert why(state, turn).code in advised
        assert go(turn.seat, turn.disc, turn.path[0]) in state.legal_actions()


@pytest.mark.parametrize("rules", RULES)
def test_every_refusal_has_a_clause_of_the_page_and_advice_that_can_be_followed(rules: Rules) -> None:
    known = set(clauses("karo"))
    codes: set[str] = set()
    for seed in range(6):
        random, state = Random(seed), GAME.start(2, Options(rules))
        for _ in range(40):
            if state.over:
                break
            for _ in range(6):
                check_refusal(state, thinkable(state, random), known, codes)
            state = state.apply(random.choice(state.legal_actions()))
    assert len(codes) > 6


def check_refusal(state: Karo, action: Action, known: set[str], codes: set[str]) -> None:
    """A refused action is refused by a clause that exists, and what is advised is among what is legal."""
    if action in state.legal_actions():
        return
    refusal = why(state, action)
    codes.add(refusal.code)
    assert refusal.clause in known
    for do, kinds in KINDS.items():
        if refusal.what.en.endswith(f"; {TO_DO[do].en}."):
            assert {type(legal).__name__ for legal in state.legal_actions()} == {kinds}, refusal.what.en
    if refusal.code in ("karo.no-chains", "karo.one-step", "karo.one-hop"):
        assert any(getattr(legal, "path", None) == action.path[:1] for legal in state.legal_actions())  # type: ignore[attr-defined]


KINDS = {"place": "PlaceDisc", "place-other": "PlaceDisc", "arrange": "Arrange", "move": "Turn", "pass": "Pass"}


@pytest.mark.parametrize(
    ("rules", "board", "hand", "lies", "code", "clause"),
    [
        (HOPPERS, LAID, (0, 0), "rrr/RRR/___/___/___/___/www/WW.", "tiles-lie", "4.8"),
        (CIRCLES, "ww__/rr__", (1, 1), "ww__/rr..", "tiles-lie", "3.10"),
        (CLEARING, "ww__/rr__", (0, 0), "ww__/rr..", "tiles-count", "5.12"),
        (CIRCLES, "ww__/rr__", (1, 1), "wwww/rr__", "one-placed", "3.2"),
        (CIRCLES, "ww__/rr__", (0, 0), "www_/rr__", "disc-came", "1.6"),
        (HOPPERS, LAID, (0, 0), "rrr/RRR/___/___/___/___/www/WWw", "turned-over", "4.6"),
    ],
)
def test_what_the_camera_sees_is_told_truly(
    rules: Rules, board: str, hand: tuple[int, int], lies: str, code: str, clause: str
) -> None:
    fault = fault_seen(at(rules, board, WHITE, hand), read_board(lies))
    assert (fault.code, fault.clause) == (f"karo.{code}", clause)


def test_after_the_end_every_act_is_refused_alike() -> None:
    over = at(CIRCLES, "WWWW/r_r_", RED)
    assert refused(over, Pass(RED)) == ("over", "1.7")
