"""What is said is true: clauses of refusals, advice that can be followed, prompts that name what is possible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from companion.core.capabilities.placed_cards import NOTHING
from companion.core.errors import Illegal
from companion.core.game import Action, SeatAction
from companion.core.text import LANGUAGES, named
from companion.games.kaleidoscope import GAME, refusals
from companion.games.kaleidoscope.actions import (
    Announce,
    Discard,
    Doubt,
    LetterSeen,
    Move,
    NoMore,
    Pass,
    PickUp,
    Place,
    PointOut,
    RefuseWord,
    RunOut,
    TurnUp,
)
from companion.games.kaleidoscope.position import Phase
from companion.games.kaleidoscope.state import Kaleidoscope
from tests.games.kaleidoscope.playing import (
    CHILDREN,
    GAMES,
    NORTH,
    SOUTH,
    begun,
    laid,
    moments,
    random_game,
    run,
    turned_up,
)
from tests.games.kaleidoscope.test_completeness import every_action
from tests.games.rules_page import clauses

EIGHT = ["s", "a", "i", "n", "r", "t", "u", "l"]
WORDS: tuple[tuple[str, str, type[Action]], ...] = (
    ("turn up a letter", "retournez une lettre", TurnUp),
    ("turn one up", "retournez-en une", TurnUp),
    ("move letters", "déplacez des lettres", Move),
    ("steal a letter", "volez une lettre", PickUp),
    ("take back a discard", "reprenez une lettre rejetée", PickUp),
    ("say that you find no more words", "dites que vous ne voyez plus de mot", NoMore),
    ("place or discard the letter", "placez ou rejetez la lettre", Place),
    ("discard the letter that was turned up", "rejetez la lettre retournée", Discard),
    ("choose place", "la place", Discard),
    ("say that no place is left", "dites qu'il n'y a plus de place", Discard),
    (": pass", " : passez", Pass),
    ("or pass", "ou passez", Pass),
)
"""Advice in both languages, and the kind of action that it means."""


def refusal_of(state: Kaleidoscope, action: Action) -> Illegal | None:
    try:
        state.apply(action)
    except Illegal as refusal:
        return refusal
    return None


def can(state: Kaleidoscope, seat: int, kind: type[Action]) -> bool:
    return any(isinstance(each, kind) and getattr(each, "seat", None) == seat for each in state.legal_actions())


def some_moments(number: int, count: int) -> list[Kaleidoscope]:
    """Moments of a random game, of every phase."""
    states = moments(random_game(*GAMES[number]))
    chosen = Random(number).sample(states, count)
    firsts = (next((state for state in states if state.phase is phase), None) for phase in Phase)
    return [*chosen, *(state for state in firsts if state is not None)]


def refused_at(state: Kaleidoscope, random: Random) -> Iterator[tuple[Action, Illegal]]:
    for action in random.sample(every_action(), 400):
        refusal = refusal_of(state, action)
        if refusal is not None:
            yield action, refusal


@pytest.mark.parametrize("number", [2, 7, 13])
def test_every_refusal_names_a_clause_that_there_is_and_advice_that_can_be_followed(number: int) -> None:
    known, random = set(clauses("kaleidoscope")), Random(number)
    for state in some_moments(number, 12):
        for action, refusal in refused_at(state, random):
            assert refusal.clause in known
            code = refusal.code.removeprefix("kaleidoscope.")
            if code in ("moment", "not-your-turn"):
                assert refusal.clause == refusals.clause_of(action)
                continue
            if not isinstance(action, SeatAction) or action.seat not in state.seats:
                continue
            for english, french, kind in WORDS:
                if english in refusal.what.en:
                    assert french in refusal.what.fr, refusal.what
                    assert can(state, action.seat, kind), (action, refusal.what)
            if "wait for your turn" in refusal.what.en:
                assert state.turn != action.seat or state.phase not in (Phase.TURN, Phase.HELD)


def test_a_wrong_moment_cites_the_clause_of_what_was_tried() -> None:
    held, over = turned_up(begun(), "e"), turned_up(laid(begun(), NORTH, {}, EIGHT), "e").apply(Discard(NORTH, None))
    cited = {
        type(action).__name__: refusal.clause
        for state in (held, over)
        for action in (TurnUp(NORTH), Move(NORTH, 0, 1, 1), Pass(NORTH), Announce(NORTH, 0), PointOut(NORTH, 0),
                       Doubt(NORTH, 0), NoMore(NORTH), RunOut(NORTH), LetterSeen("e"))
        if (refusal := refusal_of(state, action)) is not None and refusal.code == "kaleidoscope.moment"
    }  # fmt: skip
    assert cited == {
        "TurnUp": "2.2", "Move": "2.4", "Pass": "2.10", "Announce": "4.1", "PointOut": "4.4", "Doubt": "6.1",
        "NoMore": "7.3", "RunOut": "2.7", "LetterSeen": "2.2",
    }  # fmt: skip
    steal, back = (refusal_of(held, PickUp(NORTH, owner, 0, 0)) for owner in (SOUTH, NORTH))
    assert steal is not None
    assert back is not None
    assert (steal.clause, back.clause) == ("2.5", "2.6")


def test_every_kind_of_action_has_a_clause() -> None:
    assert {*refusals.CLAUSE_OF, PickUp} == set(GAME.actions)
    named_clauses = {*refusals.CLAUSE_OF.values(), *refusals.CLAUSE_OF_OWNER.values()}
    assert named_clauses <= set(clauses("kaleidoscope"))


@pytest.mark.parametrize("number", [1, 6, 11])
def test_a_prompt_names_what_is_possible_and_nothing_else(number: int) -> None:
    for state in moments(random_game(*GAMES[number])):
        if state.phase is not Phase.TURN:
            continue
        said = GAME.prompt(state, state.turn)
        owners = {each.owner for each in state.legal_actions() if isinstance(each, PickUp) and each.seat == state.turn}
        possible = {
            "turn up a letter": can(state, state.turn, TurnUp),
            "move letters": can(state, state.turn, Move),
            "steal a letter": 1 - state.turn in owners,
            "take back a discard": state.turn in owners,
        }
        assert {words: words in said.en.lower() for words in possible} == possible, said


def test_a_first_turn_is_told_to_turn_up_a_letter_only() -> None:
    assert GAME.prompt(begun(), NORTH).en == "Turn up a letter."
    assert GAME.prompt(begun(), NORTH).fr == "Retournez une lettre."


@pytest.mark.parametrize(
    ("state", "action", "said"),
    [
        (turned_up(laid(begun(), NORTH, {}, ["a", "e"]), "e"), Discard(NORTH, 4), "choose place 2"),
        (turned_up(laid(begun(), NORTH, {}, EIGHT), "e"), Discard(NORTH, 4), "place this one, or say that no place"),
        (turned_up(laid(begun(), NORTH, {}, EIGHT), "e").apply(RunOut(NORTH)), Discard(NORTH, 4),
         "Other letters take all eight places for discards: say that no place is left."),
        (laid(begun(), NORTH, {}), Move(NORTH, 0, 1, 1), "has no small letter to move: turn up a letter."),
        (laid(begun(), NORTH, {0: "ou"}), Move(NORTH, 0, 5, 1), "From 1 to 2 letters"),
        (laid(begun(), NORTH, {}), PickUp(NORTH, SOUTH, 0, 0), "No discard lies at that place: turn up a letter."),
        (laid(begun(), NORTH, {0: "ou"}), PointOut(SOUTH, 0), "wait until column 1 is longer"),
        (laid(begun(), NORTH, {0: "ou"}), Announce(NORTH, 0), "make column 1 longer first"),
        (turned_up(begun(options=CHILDREN), "e"), RunOut(NORTH), "place or discard the letter"),
        (begun(), RefuseWord(NORTH, NORTH, 0), "choose one of those that are"),
        (begun().apply(NoMore(SOUTH)), NoMore(SOUTH), "has said so already: wait for your turn."),
    ],
)  # fmt: skip
def test_advice_in_corners(state: Kaleidoscope, action: Action, said: str) -> None:
    refusal = refusal_of(state, action)
    assert refusal is not None
    assert said in refusal.what.en


def test_a_full_row_of_discards_is_said_before_the_letter_is_put_down() -> None:
    full = turned_up(laid(begun(), NORTH, {}, EIGHT), "e")
    assert "without a place the game is lost" in GAME.prompt(full, NORTH).en
    assert "sans place, la partie est perdue" in GAME.prompt(full, NORTH).fr
    assert "no place is left" in GAME.prompt(full.apply(RunOut(NORTH)), NORTH).en
    assert "discard it" in GAME.prompt(turned_up(begun(), "e"), NORTH).en


def test_a_start_that_the_table_has_accepted_is_not_said_to_be_the_lexicons() -> None:
    state = laid(begun(), NORTH, {1: "zx"}).apply(Doubt(SOUTH, 1))
    again = run(state, [action for action in state.legal_actions() if type(action).__name__ == "Accept"][:1])
    said = GAME.prompt(again.apply(Doubt(SOUTH, 1)), NORTH)
    assert "lexicon" not in said.en
    assert "table has accepted" in said.en


def test_a_stock_that_is_gone_is_not_said_to_be_turned_up() -> None:
    state = begun()
    assert "missing" in GAME.out_of_place(state, f"stock {NORTH}", NOTHING).en
    assert "turned up" in GAME.out_of_place(state, f"stock {NORTH}", "e").en


@pytest.mark.parametrize("number", [0, 4, 8])
def test_every_sentence_is_whole_with_names_that_begin_with_a_vowel(number: int) -> None:
    match, names = random_game(*GAMES[number]), ("Ada", "Hélène")
    for state, action in zip(moments(match), match.actions, strict=False):
        for text in (GAME.prompt(state, None), GAME.prompt(state, 0), GAME.prompt(state, 1),
                     GAME.label(state, action, None)):  # fmt: skip
            for language in LANGUAGES:
                said = named(text.to(language), names)
                assert not re.search(r"[{}⟦⟧]|\b(de|que) (Ada|Hélène)|None|  ", said), said
