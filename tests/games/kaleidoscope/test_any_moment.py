"""What may be said at any moment, and passing (RULES.md 4.3, 4.8, 2.10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.actors import CHANCE, at_seat
from companion.core.errors import Illegal
from companion.games.kaleidoscope import GAME
from companion.games.kaleidoscope.actions import (
    Accept,
    Announce,
    CapitalSeen,
    Decline,
    Discard,
    Doubt,
    LetterSeen,
    NoMore,
    Pass,
    Place,
    PointOut,
    Refuse,
    RunOut,
    TurnUp,
)
from companion.games.kaleidoscope.depiction import carried_out
from companion.games.kaleidoscope.places import Stock, laid_out, name_of
from companion.games.kaleidoscope.position import Phase
from companion.games.kaleidoscope.state import Kaleidoscope
from tests.games.kaleidoscope.playing import CHILDREN, NORTH, SOUTH, begun, laid, refused, run, turned_up


def ready() -> Kaleidoscope:
    """North's turn; South has Soupe and Chixx, North has Houle and a start that is none."""
    both = laid(laid(begun(), NORTH, {2: "oule", 3: "zx"}), SOUTH, {0: "oupe", 1: "hixx"})
    assert both.turn == NORTH
    return both


@pytest.mark.parametrize("phase", [Phase.TURN, Phase.SHOWN, Phase.HELD])
def test_4_8_a_word_is_announced_in_the_others_turn_and_the_turn_stays(phase: Phase) -> None:
    before = {Phase.TURN: ready(), Phase.SHOWN: ready().apply(TurnUp(NORTH)), Phase.HELD: turned_up(ready(), "a")}[
        phase
    ]
    assert Announce(SOUTH, 0) in before.legal_actions()
    won = before.apply(Announce(SOUTH, 0))
    assert (won.boards[SOUTH].words, won.phase, won.turn, won.held) == (("soupe",), Phase.CAPITAL, NORTH, before.held)
    after = won.apply(CapitalSeen(0, "B"))
    assert (after.phase, after.turn, after.held, after.actor) == (phase, NORTH, before.held, before.actor)


@pytest.mark.parametrize("phase", [Phase.SHOWN, Phase.HELD])
def test_4_8_pointing_out_and_doubting_do_not_wait_for_a_card_that_is_up(phase: Phase) -> None:
    before = ready().apply(TurnUp(NORTH)) if phase is Phase.SHOWN else turned_up(ready(), "a")
    pointed = run(before, [PointOut(NORTH, 0), CapitalSeen(0, "B")])
    assert (pointed.boards[SOUTH].words, pointed.phase, pointed.turn) == (("soupe",), phase, NORTH)
    doubted = run(before, [Doubt(SOUTH, 3), Refuse(NORTH)])
    assert (doubted.boards[NORTH].columns[3], doubted.phase, doubted.turn) == ("", phase, NORTH)
    unknown = run(before, [Announce(SOUTH, 1), Refuse(NORTH)])
    assert (unknown.boards[SOUTH].columns[1], unknown.phase, unknown.turn) == ("", phase, NORTH)


def test_4_8_a_card_that_is_up_is_put_down_first_and_then_the_turn_ends() -> None:
    won = run(turned_up(ready(), "a"), [Announce(NORTH, 2), CapitalSeen(2, "B")])
    assert (won.boards[NORTH].words, won.phase, won.turn, won.held) == (("houle",), Phase.HELD, NORTH, "a")
    assert won.apply(Place(NORTH, 0)).turn == SOUTH
    assert won.apply(Discard(NORTH, 0)).turn == SOUTH


def test_4_8_another_word_is_announced_while_a_capital_is_missing() -> None:
    two = run(ready(), [Announce(SOUTH, 0), Announce(NORTH, 2)])
    assert [board.words for board in two.boards] == [("soupe",), ("houle",)]
    assert (two.phase, two.due, two.turn) == (Phase.CAPITAL, 0, SOUTH)  # North's own turn is over
    after = run(two, [CapitalSeen(0, "B"), CapitalSeen(2, "D")])
    assert (after.phase, after.turn) == (Phase.TURN, SOUTH)
    asked = two.apply(Doubt(SOUTH, 3)).apply(Refuse(SOUTH))
    assert (asked.phase, asked.due, asked.turn) == (Phase.CAPITAL, 0, SOUTH)
    assert refused(two, Doubt(NORTH, 0)) == ("no-capital-yet", "4.1")


def test_4_8_not_while_the_table_decides_about_something_else() -> None:
    asked = ready().apply(Announce(SOUTH, 1))
    assert refused(asked, Announce(NORTH, 2)) == ("moment", "4.1")
    assert refused(asked, PointOut(NORTH, 0)) == ("moment", "4.4")
    assert refused(asked, Doubt(NORTH, 0)) == ("moment", "6.1")


def test_4_3_announcing_ends_the_own_turn() -> None:
    assert run(ready(), [Announce(NORTH, 2), CapitalSeen(2, "B")]).turn == SOUTH
    assert run(replace(ready(), turn=SOUTH), [Announce(SOUTH, 0), CapitalSeen(0, "B")]).turn == NORTH
    unknown = replace(ready(), turn=SOUTH).apply(Announce(SOUTH, 1))
    assert unknown.apply(Refuse(NORTH)).turn == NORTH
    assert run(unknown, [Accept(NORTH), CapitalSeen(1, "B")]).turn == NORTH


def test_4_8_the_table_looks_as_it_does_with_a_card_up() -> None:
    """The card on the stock may still be anything while a word is taken away, and is drawn."""
    state = turned_up(ready(), "a").apply(Announce(SOUTH, 0))
    assert laid_out(state)[name_of(Stock(NORTH))].face is None
    (card,) = (thing for thing in GAME.depict(state).things if thing.name == name_of(Stock(NORTH)))
    assert card.face == "a"


@pytest.mark.parametrize("phase", [Phase.TURN, Phase.SHOWN, Phase.HELD, Phase.CAPITAL])
def test_4_8_a_column_that_is_taken_off_is_seen_at_any_moment(phase: Phase) -> None:
    before = {
        Phase.TURN: ready(),
        Phase.SHOWN: ready().apply(TurnUp(NORTH)),
        Phase.HELD: turned_up(ready(), "a"),
        Phase.CAPITAL: ready().apply(Announce(NORTH, 2)),
    }[phase]
    assert before.phase is phase
    looks = carried_out(before, Announce(SOUTH, 0))
    assert GAME.happened(before, looks, ()) == ((Announce(SOUTH, 0),),)


def test_2_10_a_pass_is_agreed_by_playing_on() -> None:
    passed = ready().apply(Pass(NORTH))
    assert (passed.turn, passed.passed, passed.actor) == (SOUTH, True, at_seat(SOUTH))
    assert "passes; if you agree, turn up a letter" in GAME.prompt(passed, SOUTH).en
    played = passed.apply(TurnUp(SOUTH))
    assert (played.actor, played.passed) == (CHANCE, False)
    after = run(played, [LetterSeen("a"), Place(SOUTH, 3)])
    assert (after.turn, after.passed) == (NORTH, False)
    assert refused(after, Decline(NORTH)) == ("nothing-passed", "2.10")


def test_2_10_who_does_not_agree_gives_the_turn_back() -> None:
    passed = ready().apply(Pass(NORTH))
    assert refused(passed, Decline(NORTH)) == ("not-your-turn", "2.10")
    back = passed.apply(Decline(SOUTH))
    assert (back.turn, back.boards) == (NORTH, ready().boards)
    assert refused(back, Pass(NORTH)) == ("pass-declined", "2.10")
    assert "does not agree" in GAME.prompt(back, NORTH).en
    assert run(back, [RunOut(NORTH)]).turn == SOUTH  # time that ran out needs no consent
    assert refused(run(back, [RunOut(NORTH)]), Decline(SOUTH)) == ("nothing-passed", "2.10")
    later = run(
        back, [TurnUp(NORTH), LetterSeen("a"), Place(NORTH, 4), TurnUp(SOUTH), LetterSeen("e"), Place(SOUTH, 4)]
    )
    assert Pass(NORTH) in later.legal_actions()


def test_2_10_who_can_do_nothing_else_passes_unasked() -> None:
    state = begun(options=CHILDREN)
    own = replace(state.boards[NORTH], stock=0, begun=True)
    stuck = state.with_board(own)
    assert set(stuck.legal_actions()) == {Pass(NORTH), NoMore(NORTH), NoMore(SOUTH)}
    assert GAME.prompt(stuck, NORTH).en == "Your stock is empty: pass, or say that you find no more words."
    after = stuck.apply(Pass(NORTH))
    assert (after.turn, after.passed) == (SOUTH, False)
    assert refused(after, Decline(SOUTH)) == ("nothing-passed", "2.10")


def test_2_10_matches_of_before_can_be_taken_up() -> None:
    """A pass was a single action then; whoever plays on agrees."""
    state = run(ready(), [Pass(NORTH), TurnUp(SOUTH), LetterSeen("a"), Discard(SOUTH, 0), Pass(NORTH), Pass(SOUTH)])
    assert state.turn == NORTH
    with pytest.raises(Illegal):
        state.apply(Pass(SOUTH))
