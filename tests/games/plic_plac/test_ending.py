"""Blockage, the end, and playing alone (RULES.md 7 and 9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.actors import OVER, at_seat
from companion.core.text import LANGUAGES
from companion.core.views import view
from companion.games.plic_plac import GAME
from companion.games.plic_plac.actions import (
    Announce,
    CallBlockage,
    CardTold,
    GiveUp,
    Pass,
    Pocket,
    TakeSecret,
    TurnUp,
    WinOne,
)
from companion.games.plic_plac.ending import is_blocked
from companion.games.plic_plac.options import Options
from companion.games.plic_plac.pieces import NORMAL, Colour
from companion.games.plic_plac.position import Lying, Phase
from companion.games.plic_plac.state import PlicPlac
from tests.games.plic_plac.playing import (
    ADA,
    BOB,
    CLEO,
    SPECIALS,
    announced,
    begun,
    card,
    plic_plac,
    ploc,
    refused,
    run,
    with_pool,
)

BLOCKED = ["red star", "blue heart", "green cross"]


def test_7_1_blocked_when_no_two_cards_fit() -> None:
    assert is_blocked(with_pool(begun(), BLOCKED))
    assert is_blocked(with_pool(begun(), ["red star", "blue heart"]))
    assert not is_blocked(with_pool(begun(), ["red star", "blue heart", "green heart"]))
    assert not is_blocked(begun())


def test_7_1_cards_that_nobody_has_seen_count() -> None:
    """Nothing of what is left was shown: whether it is blocked is told by the cards themselves."""
    reds = [each.face for each in NORMAL if each.colour is Colour.RED]
    for faces, blocked in ((BLOCKED, True), (reds, False)):
        unseen = with_pool(begun(), faces)
        assert unseen.remembered == ()
        seen = replace(unseen, remembered=tuple(Lying(place, card(face)) for place, face in enumerate(faces)))
        assert (is_blocked(unseen), is_blocked(seen)) == (blocked, blocked)


@pytest.mark.parametrize("seat", [ADA, BOB, CLEO])
def test_7_2_anybody_calls_at_any_moment(seat: int) -> None:
    taken = run(begun(), [TakeSecret(ADA, 3)])
    moments = [begun(), taken, taken.apply(Announce(ADA, "plic-plac"))]
    moments += [announced(begun(), "plic-plac", 3, "red star"), plic_plac(begun(), (3, "red star"), (4, "red heart"))]
    for state in moments:
        assert CallBlockage(seat) in state.legal_actions()
        assert state.apply(CallBlockage(seat)).players[seat].out
    before = GAME.start(3, Options())
    assert refused(before, CallBlockage(seat)) == ("no-blockage-now", "7.2")


def test_7_3_who_is_right_wins_one_card_and_the_game_ends() -> None:
    state = with_pool(begun(), BLOCKED, winner=CLEO).apply(CallBlockage(BOB))
    assert (state.phase, state.actor, state.caller) == (Phase.BLOCKED, at_seat(BOB), BOB)
    assert {a.card.face for a in state.legal_actions() if isinstance(a, WinOne)} == set(BLOCKED)
    assert refused(state, WinOne(ADA, card("red star"))) == ("not-the-caller", "7.3")
    assert refused(state, WinOne(BOB, card("red heart"))) == ("not-left", "7.3")
    assert refused(state, CallBlockage(ADA)) == ("no-blockage-now", "7.2")
    state = state.apply(WinOne(BOB, card("blue heart")))
    assert (state.actor, state.scores) == (OVER, (0.0, 1.0, 33.0))


def test_7_3_the_null_card_and_the_traitor_are_never_won() -> None:
    """RULINGS 5."""
    state = with_pool(begun(3, SPECIALS), ["null", "traitor", "red star"], winner=CLEO).apply(CallBlockage(BOB))
    assert [a.card.face for a in state.legal_actions() if isinstance(a, WinOne)] == ["red star"]
    assert refused(state, WinOne(BOB, card("null"))) == ("never-won", "8.2")
    assert refused(state, WinOne(BOB, card("traitor"))) == ("never-won", "8.5")
    assert "neither the null card nor the traitor" in GAME.prompt(state, BOB).en
    assert len(state.apply(WinOne(BOB, card("red star"))).pool) == 2


def test_7_3_where_nothing_may_be_won_the_game_ends_at_once() -> None:
    state = with_pool(begun(2, SPECIALS), ["null", "traitor"], winner=BOB).apply(CallBlockage(ADA))
    assert (state.actor, state.scores) == (OVER, (0.0, 38.0))


def test_7_4_who_is_wrong_plays_no_more_and_keeps_the_cards() -> None:
    state = plic_plac(begun(), (3, "red star"), (8, "blue star")).apply(Pocket(ADA)).apply(CallBlockage(ADA))
    assert (state.players[ADA].out, len(state.players[ADA].won)) == (True, 2)
    assert refused(state, CallBlockage(ADA)) == ("is-out", "7.4")
    state = run(state, [TakeSecret(BOB, 0), Pass(BOB), TakeSecret(CLEO, 0), Pass(CLEO)])
    assert state.turn == BOB


def test_7_4_the_own_turn_ends_as_if_it_had_failed() -> None:
    state = plic_plac(begun(), (3, "red star"), (8, "blue star")).apply(CallBlockage(ADA))
    assert (state.phase, state.turn, len(state.pool), state.shown) == (Phase.TAKE, BOB, 36, ())
    assert all(player.won == () for player in state.players)


def test_7_4_somebody_elses_turn_goes_on() -> None:
    state = announced(begun(), "plic-plac-ploc", 3, "red star")
    after = state.apply(CallBlockage(CLEO))
    assert after == replace(state.with_player(replace(state.players[CLEO], out=True)))


def everything_said(state: PlicPlac) -> str:
    """All that pages tell of a moment."""
    said = [str(view(state, viewer)) for viewer in (None, ADA, BOB)]
    words = [GAME.prompt(state, viewer) for viewer in (None, ADA, BOB)]
    words += [GAME.label(state, action, None) for action in state.legal_actions()]
    return " ".join([*said, *(text.to(language) for text in words for language in LANGUAGES)])


def test_7_5_no_page_repeats_what_has_gone_back() -> None:
    shown = plic_plac(begun(), (3, "red star"), (8, "blue star"))
    assert "star" in everything_said(shown)  # it lies there
    state = plic_plac(begun(), (3, "red star"), (8, "blue heart"))
    assert state.remembered
    said = everything_said(state)
    assert not any(word in said for word in ("star", "étoile", "heart", "cœur", "remembered"))
    for action in (CardTold(BOB, "red star"), TurnUp(ADA, 8)):
        assert not any(word in GAME.label(state, action, None).en for word in ("red", "star", "8", "9"))


def test_7_5_nothing_tells_whether_the_pool_is_blocked() -> None:
    """What is listed and said is the same for a blocked pool and for one that is not."""
    blocked = with_pool(begun(2), BLOCKED, winner=BOB)
    free = with_pool(begun(2), ["red star", "blue heart", "green heart"], winner=BOB)
    for after in ([], [TakeSecret(ADA, 0)], [TakeSecret(ADA, 0), Pass(ADA)]):
        one, other = run(blocked, after), run(free, after)
        assert one.legal_actions() == other.legal_actions()
        assert GAME.prompt(one, ADA) == GAME.prompt(other, ADA)


@pytest.mark.parametrize("faces", [("red star", "red heart", "red cross"), ("red star", "red heart")])
def test_7_6_with_one_card_or_none_the_game_is_over(faces: tuple[str, ...]) -> None:
    state = plic_plac(with_pool(begun(), faces, winner=CLEO), (0, faces[0]), (1, faces[1]))
    assert state.actor == OVER
    assert state.scores == (2.0, 0.0, 36.0 - len(faces))
    assert state.legal_actions() == ()


def test_7_7_it_is_over_when_nobody_is_left_who_plays() -> None:
    state = run(begun(2), [CallBlockage(BOB), CallBlockage(ADA)])
    assert (state.actor, state.scores) == (OVER, (0.0, 0.0))
    state = run(begun(2), [CallBlockage(ADA), CallBlockage(BOB)])
    assert state.actor == OVER


def test_7_8_each_card_is_a_point_and_there_may_be_several_winners() -> None:
    state = ploc(with_pool(begun(2), ["red star", "red heart", "red cross"], winner=BOB), (0, "red star"),
                 (1, "red heart"), (2, "red cross"))  # fmt: skip
    assert state.scores == (3.0, 33.0)
    tie = replace(state, scores=(18.0, 18.0))
    assert "⟦0⟧" in GAME.prompt(tie, None).en
    assert "⟦1⟧" in GAME.prompt(tie, None).en


def test_9_1_alone_only_plocs_count() -> None:
    start = with_pool(begun(1), ["red star", "red heart", "red cross", "blue star", "green star"])
    state = plic_plac(start, (3, "blue star"), (4, "green star"))
    state = ploc(state, (0, "red star"), (1, "red heart"), (2, "red cross"))
    assert (state.actor, state.scores) == (OVER, (1.0,))


def test_9_2_alone_cards_that_are_left_lose_everything() -> None:
    start = with_pool(begun(1), ["red star", "red heart", "red cross", "blue circle"])
    state = ploc(start, (0, "red star"), (1, "red heart"), (2, "red cross"))
    assert (state.actor, state.scores, state.players[ADA].plocs) == (OVER, (0.0,), 1)
    assert begun(1).apply(CallBlockage(ADA)).scores == (0.0,)


def test_9_2_the_null_card_and_an_unused_traitor_are_not_left() -> None:
    """RULINGS 4. When nothing else is left the game is over without a call."""
    for rest in (("null", "traitor"), ("null",), ("traitor",)):
        start = with_pool(begun(1, SPECIALS), ["red star", "red heart", "red cross", *rest])
        state = ploc(start, (0, "red star"), (1, "red heart"), (2, "red cross"))
        assert (state.actor, state.scores, state.legal_actions()) == (OVER, (1.0,), ())


@pytest.mark.parametrize(
    "rest", [("null", "blue heart"), ("traitor", "null", "blue heart"), ("blue heart", "green cross")]
)
def test_9_2_any_other_card_that_is_left_gives_nothing(rest: tuple[str, ...]) -> None:
    """RULINGS 4. The card that the call wins was blocked as well."""
    start = with_pool(begun(1, SPECIALS), ["red star", "red heart", "red cross", *rest])
    state = ploc(start, (0, "red star"), (1, "red heart"), (2, "red cross"))
    assert state.phase is Phase.TAKE
    state = state.apply(CallBlockage(ADA))
    assert "you score nothing" in GAME.prompt(state, ADA).en
    state = state.apply(WinOne(ADA, card("blue heart")))
    assert (state.actor, state.scores, state.players[ADA].plocs) == (OVER, (0.0,), 1)
    assert "cards were left" in GAME.prompt(state, ADA).en


def test_9_3_alone_a_plic_plac_is_won_at_once() -> None:
    state = plic_plac(begun(1), (3, "red star"), (8, "blue star"))
    assert (state.phase, len(state.players[ADA].won)) == (Phase.TAKE, 2)
    assert refused(announced(begun(1), "plic-plac", 3, "red star"), GiveUp(ADA)) == ("only-a-ploc", "5.4")
    own = plic_plac(begun(1, SPECIALS), (3, "red star"), (8, "blue star"))
    assert announced(own, "plic-plac", 0, "traitor").phase is Phase.TURN
