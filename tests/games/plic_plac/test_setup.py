"""The box, what a table chooses, how a game begins (RULES.md 1)."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from typing import cast

import pytest

from companion.core.actors import CHANCE, at_seat
from companion.core.errors import Illegal
from companion.core.game import Action, State
from companion.core.options import options_of
from companion.games.plic_plac import GAME
from companion.games.plic_plac.actions import CardSeen, DrawFirst, TakeSecret
from companion.games.plic_plac.kinds import BACK
from companion.games.plic_plac.layout import CARD_MM, Form, cells, places_mm, pocket_mm
from companion.games.plic_plac.options import Options
from companion.games.plic_plac.pieces import NORMAL, SPECIALS, Colour, Shape, Special, box
from companion.games.plic_plac.position import Phase
from tests.games.plic_plac.playing import ADA, BOB, CLEO, announced, begun, plic_plac, refused, run, told


def test_1_1_six_shapes_in_six_colours_each_once() -> None:
    assert Counter((card.shape, card.colour) for card in NORMAL) == {(s, c): 1 for s in Shape for c in Colour}
    assert len(NORMAL) == len(begun().pool) == 36
    assert box(specials=False) == NORMAL


def test_1_2_four_special_cards() -> None:
    kinds = Counter(card.special for card in SPECIALS)
    assert kinds == {Special.NULL: 1, Special.COLOUR: 2, Special.TRAITOR: 1}
    assert [card.colour for card in SPECIALS if card.special is Special.COLOUR] == [Colour.RED, Colour.BLUE]
    assert len(begun(options=Options(specials=True)).pool) == 40


@pytest.mark.parametrize("seats", [0, 7])
def test_1_3_one_to_six_play(seats: int) -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.start(seats, Options())
    assert (refusal.value.code, refusal.value.clause) == ("plic-plac.seats", "1.3")
    assert [len(GAME.start(n, Options()).players) for n in GAME.seats] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("options", "clause", "words"),
    [
        (Options(specials=cast("bool", 2)), "1.4", "“specials” has no such value: choose one of yes, no"),
        (Options(form=cast("str", 6)), "1.7", "“form” has no such value: choose one of square, ring, peak, as-laid"),
        (None, "1.4", "“specials”"),
    ],
)
def test_1_4_the_table_chooses(options: Options | None, clause: str, words: str) -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.start(2, options)
    assert (refusal.value.code, refusal.value.clause) == ("plic-plac.options", clause)
    assert words in refusal.value.what.en
    assert len(begun(options=Options(specials=True)).pool) == 40


@pytest.mark.parametrize("file", ["RULES.md", "RULES.fr.md"])
def test_1_4_the_rules_name_every_choice_by_its_word(file: str) -> None:
    rules = files("companion.games.plic_plac").joinpath(file).read_text(encoding="utf-8")
    for option in options_of(Options):
        assert f"`{option.name}`" in rules
        assert all(f"`{word}`" in rules for word in option.words)
        assert option.clause in ("1.4", "1.7")
        for text in (option.title, option.what, *(words for _, words in option.values)):
            assert text.fr != text.en
            assert text.fr


@pytest.mark.parametrize("form", ["square", "ring", "peak"])
@pytest.mark.parametrize("specials", [False, True])
def test_1_5_the_pool_lies_face_down_in_good_order(form: Form, specials: bool) -> None:
    state = begun(options=Options(specials, form))
    lies = GAME.depict(state).things
    assert {thing.face for thing in lies} == {BACK}
    assert len({thing.xy_mm for thing in lies}) == len(lies) == (40 if specials else 36)
    places = [*places_mm(form, len(lies)), *(pocket_mm(seat) for seat in range(6))]
    for number, (x, y) in enumerate(places):  # nothing lies on anything else, or off the mat
        assert all(max(abs(x - u), abs(y - v)) > CARD_MM + 5 for u, v in places[:number])
        assert abs(x) + CARD_MM / 2 < 420.5
        assert abs(y) + CARD_MM / 2 < 297
        assert abs(x) + CARD_MM / 2 < 360 or abs(y) + CARD_MM / 2 < 237  # clear of the markers
    assert sorted(cells(form, len(lies))) == list(cells(form, len(lies)))


def test_1_5_every_card_that_nobody_has_won_may_come_up() -> None:
    state = run(begun(), [TakeSecret(ADA, 7)])
    state = state.apply(next(action for action in state.legal_actions() if "announces" in _words(state, action)))
    odds = state.chance_outcomes()
    assert Counter(action.card for action, _ in odds if isinstance(action, CardSeen)) == dict.fromkeys(NORMAL, 1)
    assert {round(share, 9) for _, share in odds} == {round(1 / 36, 9)}


def _words(state: State, action: Action) -> str:
    return GAME.label(state, action, None).en


def test_1_6_the_first_player_is_drawn_and_turns_go_on_clockwise() -> None:
    state = GAME.start(3, Options())
    assert (state.phase, state.actor) == (Phase.FIRST, CHANCE)
    assert [(action, round(share, 9)) for action, share in state.chance_outcomes()] == [
        (DrawFirst(seat), round(1 / 3, 9)) for seat in range(3)
    ]
    assert refused(state, DrawFirst(3)) == ("no-such-seat", "1.6")
    state = state.apply(DrawFirst(CLEO))
    assert state.actor == at_seat(CLEO)
    state = plic_plac(state, (0, "red star"), (1, "blue heart"))
    assert state.actor == at_seat(ADA)
    assert plic_plac(state, (0, "red star"), (1, "blue heart")).actor == at_seat(BOB)


def test_1_6_whoever_plays_alone_needs_no_lot() -> None:
    assert GAME.start(1, Options()).actor == at_seat(ADA)


def test_cards_of_another_box_are_refused() -> None:
    state = announced(begun(), "plic-plac", 0, "red star")
    with pytest.raises(Illegal) as refusal:
        told(state.apply(next(a for a in state.legal_actions() if "turns up" in _words(state, a))), "traitor")
    assert (refusal.value.code, refusal.value.clause) == ("plic-plac.no-specials", "8.1")
