"""Every "no": its clause is that of what was tried, and its advice can be followed."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from companion.core.errors import Illegal
from companion.core.game import Action, SeatAction, legal_for
from companion.core.text import LANGUAGES
from companion.games.plic_plac.actions import (
    Announce,
    Betray,
    CallBlockage,
    CardSeen,
    CardTold,
    Cut,
    DrawFirst,
    GiveUp,
    LeaveTraitor,
    Pass,
    Pocket,
    PoolTold,
    TakeSecret,
    TurnUp,
    WinOne,
)
from companion.games.plic_plac.refusals import _REFUSALS
from companion.games.plic_plac.state import PlicPlac
from tests.games.plic_plac import playing
from tests.games.plic_plac.playing import (
    ADA,
    BOB,
    CLEO,
    SETUPS,
    announced,
    begun,
    card,
    moments,
    plic_plac,
    ploc,
    random_game,
    refused,
    run,
    told,
    turned,
    with_pool,
)
from tests.games.plic_plac.test_completeness import every_action
from tests.games.rules_page import clauses

PAIR = ((3, "red star"), (8, "blue star"))
ANY = card("red star")


def test_a_wrong_moment_names_the_clause_of_what_was_tried() -> None:
    """Before any card is taken."""
    expected = {
        DrawFirst(ADA): "1.6",
        PoolTold(ADA, "6,6,6,6,6,6"): "1.7",
        Announce(ADA, "plic-plac"): "2.2",
        Announce(BOB, "plic-plac"): "2.5",
        Announce(BOB, "plic-plac-ploc"): "2.7",
        Pass(ADA): "2.3",
        TurnUp(ADA, 3): "4.1",
        CardSeen(3, ANY): "4.1",
        CardTold(BOB, "red star"): "4.1",
        Pocket(ADA): "4.2",
        GiveUp(ADA): "5.4",
        Cut(BOB, 3): "6.1",
        WinOne(ADA, ANY): "7.3",
        Betray(ADA, BOB, ANY): "8.4",
        LeaveTraitor(ADA): "8.5",
    }
    assert {action: refused(begun(), action) for action in expected} == {
        action: ("moment", clause) for action, clause in expected.items()
    }


def test_a_wrong_moment_of_a_ploc_or_a_cut_names_its_clause() -> None:
    during = announced(begun(), "plic-plac-ploc", 3, "red star")
    assert refused(during, CardTold(BOB, "blue star")) == ("moment", "5.1")
    assert refused(during, TurnUp(BOB, 4)) == ("not-your-turn", "5.1")
    assert refused(during.apply(TurnUp(ADA, 4)), TurnUp(ADA, 5)) == ("moment", "5.1")
    cut = plic_plac(begun(), *PAIR).apply(Cut(BOB, 3))
    assert refused(cut, CardTold(BOB, "blue star")) == ("moment", "6.2")
    assert refused(cut, TurnUp(ADA, 5)) == ("not-your-cut", "6.2")
    assert refused(cut, Pass(ADA)) == ("moment", "2.3")
    assert refused(cut, TakeSecret(CLEO, 5)) == ("moment", "2.1")


def test_when_the_game_is_over_the_clause_is_that_of_its_end() -> None:
    blocked = with_pool(begun(2), ["red star", "blue heart"], winner=BOB).apply(CallBlockage(ADA))
    last = ploc(with_pool(begun(2), ["red star", "red heart", "red cross"]), (0, "red star"), (1, "red heart"),
                (2, "red cross"))  # fmt: skip
    rest = with_pool(begun(1, playing.SPECIALS), ["red star", "red heart", "red cross", "null", "traitor"])
    ends = {
        "7.3": blocked.apply(WinOne(ADA, card("red star"))),
        "7.6": last,
        "7.7": run(begun(2), [CallBlockage(BOB), CallBlockage(ADA)]),
        "9.2": ploc(rest, (0, "red star"), (1, "red heart"), (2, "red cross")),
    }
    for clause, state in ends.items():
        for action in (TakeSecret(ADA, 0), CallBlockage(ADA), DrawFirst(ADA), CardTold(ADA, "red star")):
            assert refused(state, action) == ("over", clause)


def test_a_card_that_cannot_have_come_up_is_refused_with_where_it_is() -> None:
    bob_won = plic_plac(run(begun(options=playing.SPECIALS), [TakeSecret(ADA, 0), Pass(ADA)]), *PAIR).apply(Pocket(BOB))
    state = turned(announced(bob_won, "plic-plac", 20, "red heart"), 21, "traitor")
    used = state.apply(Betray(CLEO, BOB, card("red star"))).apply(Pocket(CLEO))
    due = run(used, [TakeSecret(ADA, 30), Announce(ADA, "plic-plac")])
    for face, code, clause, words in (
        ("traitor", "traitor-gone", "8.4", "has been used and left the game"),
        ("blue star", "card-won", "4.4", "was won by ⟦1⟧"),
        ("red star", "card-won", "4.4", "was won by ⟦2⟧"),
        ("red moon", "no-such-card", "1.1", "There is no such card"),
    ):
        assert refused(due, CardTold(BOB, face)) == (code, clause)
        with pytest.raises(Illegal, match=words):
            due.apply(CardTold(BOB, face))
    up = told(due, "green cross").apply(TurnUp(ADA, 31))
    assert refused(up, CardTold(BOB, "green cross")) == ("card-up", "4.1")


def test_whoever_plays_no_more_is_told_so_whatever_is_tried() -> None:
    state = begun().apply(CallBlockage(BOB))
    for action in (TakeSecret(BOB, 3), Pass(BOB), Announce(BOB, "plic-plac"), TurnUp(BOB, 3), CallBlockage(BOB)):
        assert refused(state, action) == ("is-out", "7.4")
    assert refused(state, TakeSecret(3, 3)) == ("no-such-seat", "1.3")


def _may(*kinds: type[Action]) -> Callable[[PlicPlac, Action], bool]:
    """The seat that tried may do one of these."""

    def check(state: PlicPlac, action: Action) -> bool:
        assert isinstance(action, SeatAction)
        return any(isinstance(each, kinds) for each in legal_for(state, action.seat))

    return check


def _waited_for(state: PlicPlac, action: Action) -> bool:
    """Somebody else is to act, so that waiting comes to an end."""
    return state.actor.seat != getattr(action, "seat", None)


ADVICE: dict[str, Callable[[PlicPlac, Action], bool]] = {
    "no-card-there": _may(TakeSecret, TurnUp),
    "already-up": _may(TurnUp),
    "no-such-announcement": _may(Announce),
    "too-few": lambda state, action: _may(Announce)(state, action) and _may(Pass)(state, action),
    "only-a-ploc": _may(TurnUp),
    "own-plic-plac": _may(Pocket),
    "not-of-the-pair": _may(Cut),
    "never-won": _may(WinOne),
    "not-left": _may(WinOne),
    "not-won": lambda state, action: _may(Betray)(state, action) and _may(LeaveTraitor)(state, action),
    "not-your-turn": _waited_for,
    "not-your-cut": _waited_for,
    "cut-already": _waited_for,
    "ploc-uncut": _waited_for,
    "not-the-caller": _waited_for,
    "no-such-card": _may(CardTold),
    "no-specials": _may(CardTold),
    "card-up": _may(CardTold),
    "card-won": _may(CardTold),
    "traitor-gone": _may(CardTold),
}
"""What makes the advice of a refusal possible, of those that name an action or say to wait."""


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_every_refusal_names_a_clause_and_advice_that_can_be_followed(number: int) -> None:
    seats, options = SETUPS[number]
    random, known = Random(number), set(clauses("plic_plac"))
    candidates = [*every_action(seats), *(CardTold(seat, face) for seat in range(seats + 1) for face in
                  ("red star", "traitor", "blue cross", "moon"))]  # fmt: skip
    for state in random.sample(moments(random_game(seats, options, 1)), 40):
        for action in random.sample(candidates, 150):
            refusal = refusal_of(state, action)
            if refusal is None:
                assert action in state.legal_actions() or isinstance(action, CardTold)
                continue
            assert refusal.clause in known
            for language in LANGUAGES:
                assert re.fullmatch(r"[^{}]+[^{}.]\.", refusal.what.to(language)), refusal
            code = refusal.code.removeprefix("plic-plac.")
            if code in ADVICE and isinstance(action, SeatAction):
                assert ADVICE[code](state, action), (refusal, action)


def refusal_of(state: PlicPlac, action: Action) -> Illegal | None:
    try:
        state.apply(action)
    except Illegal as refusal:
        return refusal
    return None


def test_every_refusal_is_one_sentence_that_says_what_to_do() -> None:
    for _, french, english in _REFUSALS.values():
        assert french.endswith(".")
        assert english.endswith(".")
        assert " : " in french or "," in french
        assert english.count(". ") == french.count(". ") == 0
    assert set(ADVICE) <= set(_REFUSALS)
