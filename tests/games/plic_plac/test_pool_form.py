"""The form of the pool: named, written as rows, or taken from how the cards lie (RULES.md 1.7)."""

from __future__ import annotations

from math import cos, pi, sin

import pytest

from companion.core.actors import CHANCE, at_seat
from companion.core.capabilities import offers
from companion.core.capabilities.placed_cards import FindsPlaces
from companion.core.errors import Illegal
from companion.core.mat import TABLE_MAT
from companion.core.options import options_of, read_option
from companion.core.text import LANGUAGES
from companion.games.plic_plac import GAME
from companion.games.plic_plac.actions import DrawFirst, PoolSeen, PoolTold, TakeSecret
from companion.games.plic_plac.depiction import out_of_place
from companion.games.plic_plac.kinds import BACK
from companion.games.plic_plac.layout import CARD_MM, MOST_IN_ROW, MOST_ROWS, places, pocket_mm
from companion.games.plic_plac.options import Options
from companion.games.plic_plac.position import Phase
from companion.games.plic_plac.state import PlicPlac
from tests.games.plic_plac.playing import ADA, begun, refused

AS_LAID = Options(form="as-laid")
STAIRS = tuple((-250 + 100 * (nth % 6) + 10 * (nth // 6), -220 + 88 * (nth // 6)) for nth in range(36))
"""Six rows of six, wide apart, each a little more to the right than the one before."""


@pytest.mark.parametrize(
    ("specials", "form"),
    [
        (False, "7,7,7,7,8"),
        (True, "8,8,8,8,8"),
        (False, "1,2,3,4,5,6,7,8"),
        (True, "10, 10 ,10,10"),
        (False, "10,10,10,6"),
        (False, "1,1,1,1,2,10,10,10"),
        (True, "10,1,1,1,10,1,6,10"),
    ],
)
def test_1_7_rows_of_any_length_are_a_form(specials: bool, form: str) -> None:
    state = begun(options=Options(specials, form))
    rows = [int(each) for each in form.split(",")]
    assert [sum(place.row == row for place in state.places) for row in range(len(rows))] == rows
    lies = GAME.depict(state).things
    assert len({thing.xy_mm for thing in lies}) == len(lies) == sum(rows)
    assert {thing.face for thing in lies} == {BACK}
    check_fits(state)


def check_fits(state: PlicPlac) -> None:
    """No card lies on another one, on a card that is won, off the mat, or on one of its markers."""
    taken = [*(place.xy_mm for place in state.places), *(pocket_mm(seat) for seat in range(6))]
    for number, (x, y) in enumerate(taken):
        assert all(max(abs(x - u), abs(y - v)) > CARD_MM + 2 for u, v in taken[:number])
        assert abs(x) + CARD_MM / 2 < TABLE_MAT.width_mm / 2
        assert abs(y) + CARD_MM / 2 < TABLE_MAT.height_mm / 2
    markers = [marker.centre_xy_mm for marker in TABLE_MAT.markers]
    reach = (CARD_MM + TABLE_MAT.markers[0].side_mm) / 2
    assert all(max(abs(x - u), abs(y - v)) > reach for x, y in taken for u, v in markers)


def test_1_7_the_rows_begin_at_the_left_and_lie_in_the_middle_of_the_mat() -> None:
    found = places("7,7,7,7,8", 36)
    assert {place.x_mm for place in found if place.column == 0} == {-238.0}
    assert max(place.x_mm for place in found) == 238.0
    assert {place.y_mm for place in found if place.row in (0, 4)} == {-136.0, 136.0}


def test_1_7_the_widest_and_the_deepest_pool_fit_the_mat() -> None:
    check_fits(begun(options=Options(form=",".join(["10"] * 3 + ["6"]))))
    check_fits(begun(options=Options(form=",".join(["5"] * 4 + ["4"] * 4))))
    assert (MOST_IN_ROW, MOST_ROWS) == (10, 8)


@pytest.mark.parametrize(
    ("form", "code", "words"),
    [
        ("heap", "form", "“heap”"),
        ("", "form", "“”"),
        ("7;7;7;7;8", "form", "as in 7,7,7,7,8"),
        ("7,7,7,7,", "form", "as in 7,7,7,7,8"),
        ("7,-7,36", "form", "as in 7,7,7,7,8"),
        ("७,7,7,7,8", "form", "as in 7,7,7,7,8"),
        ("11,11,11,3", "form-row", "Row 1 would have 11 cards: put 1 to 10"),
        ("9,9,0,9,9", "form-row", "Row 3 would have 0 cards"),
        ("4,4,4,4,4,4,4,4,4", "form-rows", "A pool of 9 rows does not fit the mat: make 8"),
        ("7,7,7,7,7", "form-sum", "These rows make 35 cards and the game has 36"),
        ("8,8,8,8,8", "form-sum", "These rows make 40 cards and the game has 36"),
    ],
)
def test_1_7_the_refusal_says_what_is_wrong(form: str, code: str, words: str) -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.start(2, Options(form=form))
    assert (refusal.value.code, refusal.value.clause) == (f"plic-plac.{code}", "1.7")
    assert words in refusal.value.what.en
    assert refusal.value.what.fr.count(". ") == 0


def test_1_7_the_command_line_takes_names_and_rows() -> None:
    assert read_option(GAME, "form", "7,7,7,7,8") == "7,7,7,7,8"
    form = next(each for each in options_of(Options) if each.name == "form")
    assert form.words == ("square", "ring", "peak", "as-laid")
    assert form.free is not None
    assert all("7,7,7,7,8" in form.free.to(language) for language in LANGUAGES)


def test_1_7_as_laid_waits_for_the_cards_before_the_first_turn() -> None:
    state = GAME.start(2, AS_LAID)
    assert (state.phase, state.actor, state.places) == (Phase.POOL, CHANCE, ())
    assert GAME.depict(state).things == ()
    assert GAME.laid_out(state) == {}
    assert isinstance(GAME, FindsPlaces)
    assert offers(GAME, FindsPlaces) is GAME
    assert GAME.awaits_places(state)
    assert refused(state, DrawFirst(ADA)) == ("moment", "1.6")
    state = state.apply(PoolSeen(STAIRS))
    assert (state.phase, GAME.awaits_places(state)) == (Phase.FIRST, False)
    assert refused(state, PoolSeen(STAIRS)) == ("moment", "1.7")
    assert {thing.xy_mm for thing in GAME.depict(state).things} == set(STAIRS)
    assert [place.xy_mm for place in GAME.laid_out(state).values()] == list(STAIRS)
    alone = GAME.start(1, AS_LAID).apply(PoolSeen(STAIRS))
    assert (alone.phase, alone.actor) == (Phase.TAKE, at_seat(ADA))


def test_1_7_the_order_in_which_cards_are_seen_does_not_matter() -> None:
    state = GAME.start(2, AS_LAID)
    one = state.apply(GAME.places_found(state, [(x + 0.4, y - 0.4) for x, y in reversed(STAIRS)]))
    assert one == state.apply(PoolSeen(STAIRS))


def test_1_7_cards_on_a_circle_are_places_in_rows_from_the_far_left() -> None:
    """A ring of 18 around three rows of six; a row is what lies less than half a card apart."""
    rings = [(round(292 * cos(pi * nth / 9)), round(225 * sin(pi * nth / 9))) for nth in range(18)]
    rings += [(-170 + 68 * column, 68 * row) for row in (-1, 0, 1) for column in range(6)]
    state = GAME.start(3, AS_LAID).apply(PoolSeen(tuple(rings)))
    assert {place.xy_mm for place in state.places} == set(rings)
    assert [(place.row, place.column) for place in state.places] == sorted((p.row, p.column) for p in state.places)
    for above, below in zip(state.places, state.places[1:], strict=False):
        assert below.row == above.row + 1 or below.x_mm >= above.x_mm
    state = state.apply(DrawFirst(ADA)).apply(TakeSecret(ADA, 7))
    where = state.places[9]
    assert f"row {where.row + 1}, place {where.column + 1}" in out_of_place(state, "place 9", "").en


@pytest.mark.parametrize(
    ("lying", "code", "words"),
    [
        (STAIRS[:35], "pool-count", "I see 35 cards face down and the pool has 36"),
        ((*STAIRS, (300, 250)), "pool-count", "I see 37 cards face down and the pool has 36"),
        ((*STAIRS[1:], (-316, -220)), "pool-beyond", "Card 1 of row 1 is too near to the edge"),
        ((*STAIRS[:35], (300, 266)), "pool-beyond", "Card 1 of row 7 is too near to the edge"),
        ((*STAIRS[:35], (240, 200)), "pool-touching", "Card 6 of row 6 touches its neighbour"),
    ],
)
def test_1_7_cards_that_do_not_lie_well_are_refused(lying: tuple[tuple[int, int], ...], code: str, words: str) -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.start(2, AS_LAID).apply(PoolSeen(lying))
    assert (refusal.value.code, refusal.value.clause) == (f"plic-plac.{code}", "1.7")
    assert words in refusal.value.what.en


def test_1_7_people_may_write_the_rows_where_no_camera_sees_them() -> None:
    state = GAME.start(2, AS_LAID)
    assert {a.seat for a in state.legal_actions() if isinstance(a, PoolTold)} == {0, 1}
    told = state.apply(PoolTold(1, "7,7,7,7,8"))
    assert (told.phase, told.places) == (Phase.FIRST, places("7,7,7,7,8", 36))
    assert refused(state, PoolTold(0, "7,7,7,7,7")) == ("form-sum", "1.7")
    assert refused(state, PoolTold(2, "7,7,7,7,8")) == ("no-such-seat", "1.3")
    assert refused(told, PoolTold(0, "7,7,7,7,8")) == ("moment", "1.7")
    for example in [a for a in state.legal_actions() if isinstance(a, PoolTold)]:
        assert state.apply(example).places == places("square", 36)
