"""Every refusal names a clause of the edition that is played, and what it advises is allowed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.core.errors import Illegal
from companion.core.game import Action
from companion.core.text import named
from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import (
    CallFoul,
    ChestTold,
    Designate,
    Discard,
    Exchange,
    FirstHand,
    FoulSeen,
    HandsStand,
    Judge,
    KeepChest,
    NoChest,
    PassPrems,
    PlayAs,
    Signal,
    Slap,
    TakePrems,
    TurnAction,
)
from companion.games.leprechauns.clauses import ACTION_CLAUSES
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import ActionCard, ActionKind, Edition, Fault
from companion.games.leprechauns.state import Leprechauns
from tests.games.leprechauns.playing import (
    ADA,
    BOB,
    CLEO,
    DINA,
    SETUPS,
    random_game,
    refused,
    run,
    slapped,
    turned_up,
    with_action,
)
from tests.games.leprechauns.test_completeness import every_action
from tests.games.rules_page import clauses

TRIED = 30
"""Actions tried at a moment; of whole games that is a few thousand refusals."""
OF_THE_OTHER: dict[Edition, frozenset[str]] = {
    "boxed": frozenset({"1.4", "4.5", "4.9", "4.11", "4.12", "4.13"}),
    "print": frozenset({"1.3", "4.6", "4.8", "4.10"}),
}
"""Clauses that do not hold in an edition."""
NAMES = ("Ada", "Bob", "Cléo", "Dina", "Emil", "Flo")


def refusal(state: Leprechauns, action: Action) -> Illegal | None:
    try:
        state.apply(action)
    except Illegal as no:
        return no
    return None


@cache
def refusals(seats: int, options: Options) -> tuple[tuple[Leprechauns, Action, Illegal], ...]:
    """What is refused of actions of all kinds, at moments of two random games."""
    random, candidates = Random(seats), every_action(seats)
    found = []
    for seed in (0, 1):
        for state in random_game(seats, options, seed).states[::4]:
            assert isinstance(state, Leprechauns)
            for action in random.sample(candidates, TRIED):
                no = refusal(state, action)
                if no is not None:
                    found.append((state, action, no))
    return tuple(found)


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_every_clause_that_a_refusal_names_is_one_of_the_edition(seats: int, options: Options) -> None:
    known = set(clauses("leprechauns")) - OF_THE_OTHER[options.edition]
    assert {no.clause for _, _, no in refusals(seats, options)} <= known


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_every_refusal_is_one_sentence_that_is_filled_in(seats: int, options: Options) -> None:
    for _, _, no in refusals(seats, options):
        for words in (no.what.fr, no.what.en):
            assert words.count(".") == 1, words
            assert words.endswith("."), words
            assert "{" not in words, words


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_every_refusal_of_the_wrong_moment_names_the_clause_of_what_was_tried(seats: int, options: Options) -> None:
    moments = [(action, no.clause) for _, action, no in refusals(seats, options) if no.code == "leprechauns.moment"]
    assert moments
    for action, clause in moments:
        assert clause == ACTION_CLAUSES[type(action)] or (isinstance(action, Discard) and clause == "4.13"), action


def seats_in(words: str) -> tuple[int, ...]:
    return tuple(int(seat) for seat in re.findall("⟦([0-9]+)⟧", words))


def _slaps(action: Slap, words: str) -> Iterator[Action]:
    free = re.search(r"still free \((.*?)\)", words)
    if free:
        yield from (Slap(action.seat, owner) for owner in seats_in(free[1]))
    if "say that you came together" in words:
        yield Slap(action.seat, action.on, tie=True)
    if "say that your hand is on no chest" in words:
        yield NoChest(action.seat)
    if "slapped first" in words:
        yield Slap(action.seat, action.on)


def _hands(action: HandsStand, words: str) -> Iterator[Action]:
    for seat in seats_in(words if "call it late" in words else words.rpartition(":")[2]):
        if "call it late" in words:
            yield CallFoul(action.seat, seat, Fault.LATE)
        elif "slap a chest" in words:
            yield Slap(action.seat, seat)


def _chosen(make: Callable[[int, int], Action]) -> Callable[[Any, str], Iterator[Action]]:
    """The players that the sentence tells to choose among."""

    def found(action: Any, words: str) -> Iterator[Action]:
        asked = re.search(r"those that do \((.*?)\)|choose among (.*)", words)
        if asked:
            yield from (make(action.seat, seat) for seat in seats_in(asked[1] or asked[2]))

    return found


def _given_up(action: Discard, words: str) -> Iterator[Action]:
    asked = re.search(r"choose among (.*)", words)
    if asked:
        yield from (Discard(action.seat, int(value)) for value in re.findall(r"\d+", asked[1]))


ADVICE: dict[type[Action], Callable[[Any, str], Iterator[Action]]] = {
    Slap: _slaps,
    HandsStand: _hands,
    FirstHand: _chosen(FirstHand),
    Designate: _chosen(Designate),
    PassPrems: _chosen(PassPrems),
    Discard: _given_up,
}
"""What the English sentence of a refusal says that can be done instead, by the kind of action that is refused."""


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_what_a_refusal_advises_is_allowed(seats: int, options: Options) -> None:
    told = 0
    for state, action, no in refusals(seats, options):
        advised = ADVICE.get(type(action))
        for instead in () if advised is None else advised(action, no.what.en):
            told += 1
            assert refusal(state, instead) is None, (action, no.what.en)
    assert told


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        (TakePrems(ADA), "1.8"),
        (Signal(ADA), "2.3"),
        (ChestTold(ADA, 3), "2.3"),
        (Judge(ADA, True), "5.3"),
        (Designate(ADA, BOB), "5.6"),
        (Exchange(ADA, BOB), "4.7"),
        (KeepChest(ADA), "4.7"),
        (PassPrems(ADA, BOB), "6.2"),
        (TurnAction(ActionCard(ActionKind.EXCHANGE)), "2.2"),
    ],
)
def test_the_wrong_moment_names_the_clause_of_each_action(action: Action, clause: str) -> None:
    state = with_action((3, 5, 8), ActionKind.NEIGHBOUR)
    assert refused(state, action) == ("moment", clause)


def test_the_wrong_moment_for_hands_names_their_clauses() -> None:
    judging = slapped(turned_up((3, 5, 8)), BOB, CLEO, ADA)
    for action, clause in (
        (Slap(ADA, CLEO), "3.1"),
        (NoChest(ADA), "3.11"),
        (FirstHand(ADA, BOB), "3.4"),
        (HandsStand(ADA), "3.11"),
    ):
        assert refused(judging, action) == ("moment", clause)
    before = GAME.start(3, Options())
    for fault, clause in ((Fault.LIFTED, "3.7"), (Fault.TWO_HANDS, "3.9"), (Fault.NOT_NEIGHBOUR, "4.4")):
        assert refused(before, CallFoul(ADA, BOB, fault)) == ("no-hands-now", clause)


def test_what_this_game_never_does_is_refused_with_the_clause_that_says_so() -> None:
    boxed, plain = with_action((3, 5), ActionKind.GIFT), turned_up((3, 5))
    assert refused(boxed, Discard(ADA, 3)) == ("nothing-to-give-up", "1.3")
    assert refused(boxed, CallFoul(ADA, BOB, Fault.FORBIDDEN)) == ("no-such-fault", "1.3")
    assert refused(GAME.start(2, Options()), CallFoul(ADA, BOB, Fault.FORBIDDEN)) == ("no-such-fault", "1.3")
    for action in (Exchange(ADA, BOB), KeepChest(ADA), Discard(ADA, 3), TurnAction(ActionCard(ActionKind.GIFT))):
        assert refused(plain, action) == ("no-action-cards", "2.5")
    assert refused(turned_up((3, 5), replace(plain.options, needed="one")), PlayAs(ADA, True)) == ("not-by-age", "5.8")
    print_edition = GAME.start(2, Options("print")).apply(TakePrems(ADA))
    assert refused(print_edition, TurnAction(ActionCard(ActionKind.GIFT))) == ("not-in-edition", "1.4")
    boxed_edition = GAME.start(2, Options()).apply(TakePrems(ADA))
    assert refused(boxed_edition, TurnAction(ActionCard(ActionKind.EVEN))) == ("not-in-edition", "1.3")


def said(state: Leprechauns, action: Action) -> str:
    no = refusal(state, action)
    assert no is not None
    return named(no.what.fr, NAMES)


def test_3_10_no_tie_is_advised_on_a_chest_under_a_hand_that_is_out() -> None:
    state = run(turned_up((3, 5, 8)), [Slap(ADA, CLEO), CallFoul(BOB, ADA, Fault.LIFTED)])
    for tie in (False, True):
        assert refused(state, Slap(BOB, CLEO, tie)) == ("chest-lost", "3.10")
    assert said(state, Slap(BOB, CLEO)) == (
        "Le coffre de Cléo, sous la main d'Ada qui est hors de la manche, est perdu : "
        "tapez un coffre encore libre (Ada)."
    )


def test_3_3_a_chest_that_is_held_may_be_claimed_together_or_left() -> None:
    state = turned_up((3, 5, 8)).apply(Slap(ADA, CLEO))
    assert said(state, Slap(BOB, CLEO)) == (
        "La main d'Ada tient déjà le coffre de Cléo : dites que vous étiez ensemble, "
        "ou tapez un coffre encore libre (Ada)."
    )
    assert said(state.apply(Slap(CLEO, ADA)), Slap(BOB, CLEO)) == (
        "La main d'Ada tient déjà le coffre de Cléo : dites que vous étiez ensemble, "
        "ou dites que votre main n'est sur aucun coffre."
    )


def test_3_4_a_chest_that_was_settled_is_never_advised_again() -> None:
    state = run(turned_up((3, 5, 8, 9)), [Slap(ADA, DINA), Slap(BOB, DINA, tie=True), FirstHand(DINA, BOB)])
    for tie in (False, True):
        assert refused(state, Slap(CLEO, DINA, tie)) == ("settled", "3.4")
    assert said(state, Slap(CLEO, DINA)) == (
        "Dina a déjà dit que la main de Bob était la première sur ce coffre : "
        "tapez un coffre encore libre (Ada et Bob)."
    )


def test_4_4_no_neighbour_is_advised_whose_chest_is_held() -> None:
    state = with_action((3, 5, 8, 9, 1), ActionKind.NEIGHBOUR)
    state = run(state, [Slap(ADA, BOB), Slap(CLEO, DINA)])
    assert said(state, Slap(BOB, 4)) == (
        "Emil n'est pas à côté de Bob, et dans cette manche on ne tape que chez un voisin : "
        "tapez un coffre encore libre (Ada et Cléo)."
    )
    assert "sur aucun coffre" in said(run(state, [Slap(DINA, CLEO), Slap(4, ADA)]), Slap(BOB, 4))


@pytest.mark.parametrize(
    ("fault", "clause"),
    [(Fault.LIFTED, "3.7"), (Fault.UNCOVERED, "3.8"), (Fault.TWO_HANDS, "3.9"), (Fault.NOT_NEIGHBOUR, "4.4")],
)
def test_who_is_out_reads_the_clause_of_the_own_fault(fault: Fault, clause: str) -> None:
    state = with_action((3, 5, 8, 9), ActionKind.NEIGHBOUR)
    state = state if fault is Fault.NOT_NEIGHBOUR else state.apply(Slap(ADA, BOB))
    state = state.apply(CallFoul(BOB, ADA, fault))
    assert refused(state, Slap(ADA, DINA)) == ("is-out", clause)
    assert refused(state, CallFoul(CLEO, ADA, Fault.LIFTED)) == ("out-already", clause)


def test_3_10_a_hand_where_the_action_card_forbids_it_never_held_that_chest() -> None:
    state = with_action((3, 5, 8, 9), ActionKind.NEIGHBOUR).apply(FoulSeen(ADA, Fault.NOT_NEIGHBOUR))  # on Cléo's
    assert state.apply(Slap(BOB, CLEO)).hand_of(BOB) is not None
    forbidden = with_action((3, 8, 8), ActionKind.FORBIDDEN, 8, "print").apply(FoulSeen(ADA, Fault.FORBIDDEN))
    assert forbidden.apply(Slap(BOB, ADA)).hand_of(BOB) is not None


@pytest.mark.parametrize(
    ("state", "action", "words"),
    [
        (lambda: GAME.start(2, Options(action_cards=False)), Judge(ADA, True), "le plus jeune, qui prend"),
        (lambda: turned_up((3, 5, 8)), Judge(ADA, True), "les mains, puis l'accord du détenteur"),
        (lambda: slapped(turned_up((3, 5)), BOB, ADA), Signal(ADA), "un avis sur la formule"),
    ],
)
def test_the_wrong_moment_says_what_the_table_waits_for(
    state: Callable[[], Leprechauns], action: Action, words: str
) -> None:
    assert words in said(state(), action)


def test_2_4_of_a_value_that_came_up_four_times_no_single_chest_is_blamed() -> None:
    state = run(GAME.start(6, Options(action_cards=False)), [TakePrems(ADA), Signal(ADA)])
    state = run(state, [ChestTold(seat, 7) for seat in range(4)])
    assert said(state, ChestTold(4, 7)).startswith("Les quatre coffres de valeur 7 sont déjà sortis")


def test_5_6_the_refusal_names_who_can_be_named() -> None:
    state = slapped(turned_up((3, 5, 8)), None, CLEO, ADA)
    assert said(state, Designate(ADA, ADA)) == "Ada n'a pas de formule à répéter : choisissez parmi Bob et Cléo."
