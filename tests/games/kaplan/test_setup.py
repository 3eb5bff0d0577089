"""RULES.md, 1 and 2: the box and the set-up."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from companion.core.actors import CHANCE, at_seat
from companion.core.errors import Illegal
from companion.core.options import options_of
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import (
    Bet,
    ChooseFamily,
    CoverCards,
    DrawColour,
    DrawSymbol,
    FirstPlayer,
    LayOut,
    LetterSeen,
    Pass,
    SortedByHand,
    Throw,
    TurnLetter,
)
from companion.games.kaplan.deck import deck
from companion.games.kaplan.options import Options
from companion.games.kaplan.pieces import (
    BET_PLACES,
    SARCOPHAGUS_METALS,
    ClueKind,
    Colour,
    Cover,
    Family,
    Fill,
    Metal,
    SymbolShape,
)
from companion.games.kaplan.position import Phase, Token
from companion.games.kaplan.ringfit import ring
from tests.games.kaplan.playing import (
    FAMILIES,
    HANDS,
    bet,
    holding,
    ready,
    refused,
    run,
    setup_actions,
    thrown,
    values,
)


def test_1_1_the_dial_has_twelve_places_and_two_clue_places_for_each_metal() -> None:
    state = ready()
    assert [place.number for place in state.places] == list(range(1, 13))
    assert [(clue.metal, clue.number) for clue in state.clues] == [(metal, n) for metal in Metal for n in (1, 2)]
    refused(thrown(state, 1, 2, 3), TurnLetter(0, 13), "no-place", "1.1")


def test_1_2_there_are_12_colour_pawns_and_32_symbol_pawns() -> None:
    state = GAME.start(2, Options())
    assert Counter(type(action) for action in state.legal_actions()) == {DrawColour: 12}
    refused(state, DrawColour(Colour.RED, 4), "no-pawn", "1.2")
    state = state.apply(DrawColour(Colour.RED, 3)).apply(SortedByHand())
    assert Counter(type(action) for action in state.legal_actions()) == {DrawSymbol: 32}


def test_1_3_the_sarcophagi_have_the_metals_of_the_text() -> None:
    gold, copper, silver = Metal.GOLD, Metal.COPPER, Metal.SILVER
    runs = [{gold, copper}, *[{copper}] * 3, {copper, silver}, *[{silver}] * 3, {silver, gold}, *[{gold}] * 3]
    assert [set(SARCOPHAGUS_METALS[number]) for number in range(1, 13)] == runs


def test_1_4_a_k_face_takes_three_bets_and_an_eye_face_two() -> None:
    assert BET_PLACES == {Cover.K: 3, Cover.EYE: 2, Cover.OFF: 0}


def test_1_5_eight_families_of_nine_tokens() -> None:
    state = ready(8)
    tokens = [token for player in state.players for token in player.hand]
    assert len(tokens) == 72
    assert set(tokens) == {Token(family, value) for family in Family for value in range(1, 10)}


def test_1_6_three_dice_with_twelve_faces() -> None:
    throws = [action.values for action, _ in ready().chance_outcomes() if isinstance(action, Throw)]
    assert len(throws) == 364
    assert {face for faces in throws for face in faces} == set(range(1, 13))
    assert {len(faces) for faces in throws} == {3}


def test_1_7_one_hidden_word_is_looked_for() -> None:
    state = ready(word="LABYRINTHE", start=3)
    letters = "".join(place.letter or "" for place in (*state.places[2:], *state.places[:2]))
    assert letters == state.word == "LABYRINTHE"


def test_1_8_forty_cards_of_each_metal() -> None:
    assert Counter(card.metal for card in deck().cards) == dict.fromkeys(Metal, 40)


def test_1_9_a_draw_side_has_three_windows_of_24_symbols() -> None:
    for card in deck().cards:
        assert [len({cell.symbol for cell in window.cells}) for window in card.windows] == [24, 24, 24]
        assert len({window.colour for window in card.windows}) == 3


def test_1_10_a_lens_shows_a_letter_of_the_word_or_nothing() -> None:
    for draw in list(deck().words)[::37]:
        layout = deck().layout(draw)
        lenses = [deck().card(ident).lens for ident in layout.letters]
        assert sorted(filter(None, lenses)) == sorted(layout.word.word)


def test_1_11_one_lucarne_alone_holds_a_clue_on_the_word() -> None:
    for draw in list(deck().words)[::37]:
        for kind, ident in deck().layout(draw).clues:
            card = deck().card(ident)
            telling = [n for n in (1, 2, 3) if card.windows[n - 1].colour is draw.colour]
            assert telling == [draw.position]
            assert (draw.symbol, kind) in {(symbol, each) for symbol, each, _ in deck().lucarne(card, draw.position)}


def test_1_12_the_pawns_are_drawn_one_from_each_bag_and_serve_no_more() -> None:
    drawn = [type(action) for action in setup_actions(3) if isinstance(action, DrawColour | DrawSymbol)]
    assert drawn == [DrawColour, DrawSymbol]
    for pawn, clause in ((DrawColour(Colour.RED, 1), "2.3"), (DrawSymbol(SymbolShape.STAR, Fill.SOLID), "2.4")):
        refused(ready(), pawn, "moment", clause)


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_2_1_two_to_eight_play(seats: int) -> None:
    with pytest.raises(Illegal) as caught:
        GAME.start(seats, Options())
    assert (caught.value.code, caught.value.clause) == ("kaplan.seats", "2.1")
    assert list(GAME.seats) == [2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("options", "name", "clause"),
    [
        ({"deck": "other"}, "deck", "2.2"),
        ({"dice": "no"}, "dice", "3.8"),
        ({"bluff": 1}, "bluff", "4.8"),
        ({"sorting": 1}, "sorting", "2.12"),
        ({"show_own_bets": None}, "show_own_bets", "4.13"),
        (None, "deck", "2.2"),
    ],
)
def test_2_2_unknown_options_are_refused(options: dict[str, Any] | None, name: str, clause: str) -> None:
    with pytest.raises(Illegal) as caught:
        GAME.start(2, None if options is None else Options(**options))
    assert (caught.value.code, caught.value.clause) == ("kaplan.options", clause)
    (said,) = (each for each in options_of(Options) if each.name == name)
    assert all(word in caught.value.what.en and word in caught.value.what.fr for word in (name, *said.words))


def test_2_2_the_rules_name_every_option_and_every_value() -> None:
    for language in ("", ".fr"):
        page = files("companion.games.kaplan").joinpath(f"RULES{language}.md").read_text(encoding="utf-8")
        clause = page[page.index("- **2.2**") : page.index("- **2.3**")]
        lines = {line.split("`")[1]: line for line in " ".join(clause.split()).split(" - ")[1:]}
        assert list(lines) == [option.name for option in options_of(Options)]
        for option in options_of(Options):
            assert all(f"`{word}`" in lines[option.name] for word in option.words)


def test_2_2_the_own_deck_is_not_known() -> None:
    state = ready(deck="own")
    assert (state.word, {p.letter for p in state.places}, {c.text for c in state.clues}) == (None, {None}, {None})


def test_2_3_the_colour_pawn_is_drawn_first() -> None:
    state = GAME.start(3, Options())
    assert (state.phase, state.actor) == (Phase.COLOUR, CHANCE)
    refused(state, DrawSymbol(SymbolShape.STAR, Fill.SOLID), "moment", "2.4")
    state = state.apply(DrawColour(Colour.GREEN, 2))
    assert (state.colour, state.window, state.phase) == (Colour.GREEN, 2, Phase.FIRST_SORT)


def test_2_4_the_symbol_pawn_is_drawn_after_the_first_sort() -> None:
    state = run(GAME.start(3, HANDS), [DrawColour(Colour.GREEN, 2), SortedByHand()])
    state = state.apply(DrawSymbol(SymbolShape.HEXAGON, Fill.TRANSPARENT))
    assert (state.shape, state.fill, state.phase) == (SymbolShape.HEXAGON, Fill.TRANSPARENT, Phase.SECOND_SORT)


def test_2_5_the_two_pawns_decide_the_word_the_letters_and_the_clues() -> None:
    for draw in list(deck().words)[::37]:
        pawns = [DrawColour(draw.colour, draw.position), DrawSymbol(draw.symbol.shape, draw.symbol.fill)]
        state = run(GAME.start(3, HANDS), [pawns[0], SortedByHand(), pawns[1], SortedByHand()])
        assert state.chance_outcomes() == ((LayOut(), 1.0),)
        laid = state.apply(LayOut())
        layout = deck().layout(draw)
        assert laid.word == layout.word.word
        assert [place.letter for place in laid.places] == [deck().card(ident).lens for ident in layout.letters]
        assert {(clue.kind, clue.text) for clue in laid.clues} == {(k, layout.word.clue(k)) for k in ClueKind}
        kinds = {ident: kind for kind, ident in layout.clues}
        for clue, other in zip(laid.clues[::2], laid.clues[1::2], strict=True):
            pair = sorted(ident for ident in kinds if deck().card(ident).metal is clue.metal)
            assert [clue.kind, other.kind] == [kinds[ident] for ident in pair]


def test_2_6_the_word_reads_clockwise_from_its_place_and_the_blanks_are_together() -> None:
    for draw in list(deck().words)[::5]:
        layout = deck().layout(draw)
        letters = tuple(deck().card(ident).lens for ident in layout.letters)
        assert letters in [ring(layout.word.word, start) for start in range(1, 13)]


def test_2_6_a_card_that_would_cut_the_word_is_misread() -> None:
    state = ready(deck="own")
    for number, letter in ((1, ""), (3, ""), (2, None), (9, None)):
        place = state.place(number)
        state = state.with_place(replace(place, cover=Cover.OFF, turned=letter is not None, letter=letter))
    between = thrown(state, 2, 9, 12).apply(TurnLetter(0, 2))
    assert between.legal_actions()[0] == LetterSeen(2, "")
    refused(between, LetterSeen(2, "A"), "letter-cannot-be", "2.6")
    beyond = thrown(state, 2, 9, 12).apply(TurnLetter(0, 9))
    assert len(beyond.chance_outcomes()) == 26
    refused(beyond, LetterSeen(9, ""), "letter-cannot-be", "2.6")
    refused(beyond, LetterSeen(2, "A"), "other-letter", "4.9")
    refused(beyond, LetterSeen(9, "é"), "letter-cannot-be", "2.6")


def test_2_7_the_six_clues_are_of_six_kinds_on_cards_that_change_from_draw_to_draw() -> None:
    orders = set()
    for draw in list(deck().words)[::37]:
        layout = deck().layout(draw)
        assert {kind for kind, _ in layout.clues} == set(ClueKind)
        orders.add(tuple(deck().card(ident).metal for _, ident in sorted(layout.clues, key=lambda c: c[0].value)))
    assert len(orders) > 1


def test_2_8_every_letter_is_covered_k_up() -> None:
    state = run(GAME.start(3, HANDS), setup_actions(3)[:5])
    assert {place.cover for place in state.places} == {Cover.OFF}
    assert state.legal_actions() == tuple(CoverCards(seat) for seat in range(3))
    assert {place.cover for place in state.apply(CoverCards(2)).places} == {Cover.K}


def test_2_9_each_player_chooses_a_free_family() -> None:
    state = run(GAME.start(3, HANDS), setup_actions(3)[:6])
    assert (state.actor, len(state.legal_actions())) == (at_seat(0), 24)
    state = state.apply(ChooseFamily(1, Family.MOON))
    refused(state, ChooseFamily(2, Family.MOON), "family-taken", "2.9")
    refused(state, ChooseFamily(1, Family.STAR), "enough-families", "2.9")
    refused(state, ChooseFamily(3, Family.STAR), "no-seat", "2.1")
    assert state.players[1].hand == {Token(Family.MOON, value) for value in range(1, 10)}
    state = run(state, [ChooseFamily(2, Family.STAR), ChooseFamily(0, Family.CROSS)])
    assert state.phase is Phase.FIRST


def test_2_9_a_third_family_is_refused_to_two_players() -> None:
    state = run(GAME.start(2, HANDS), setup_actions(2)[:8])
    refused(state, ChooseFamily(0, Family.MOON), "two-families", "2.10")


def test_2_10_two_players_have_two_families_each() -> None:
    state = ready(2)
    assert [player.families for player in state.players] == [FAMILIES[:2], FAMILIES[2:4]]
    assert [len(player.hand) for player in state.players] == [18, 18]
    assert values(state.players[0].hand) == set(range(1, 10))


def test_2_11_the_lot_says_who_begins_and_turns_go_clockwise() -> None:
    state = run(GAME.start(3, HANDS), setup_actions(3)[:-1])
    assert state.chance_outcomes() == tuple((FirstPlayer(seat), 1 / 3) for seat in range(3))
    state = state.apply(FirstPlayer(2))
    seen: list[int] = []
    for first in (1, 4, 7, 10):
        assert state.turn is not None
        seen.append(state.turn)
        state = bet(bet(thrown(state, first, first + 1, first + 2), first, 9), first + 1, 8)
        refused(state, Throw((1, 2, 3)), "moment", "3.1")
        state = state.apply(Pass(seen[-1])) if first < 10 else state
        state = holding(state, seen[-1], range(1, 10))
    assert seen == [2, 0, 1, 2]


def test_2_11_nobody_plays_on_another_player_s_turn() -> None:
    state = thrown(ready(first=1), 1, 2, 3)
    refused(state, Bet(0, 1, Family.SQUARE, 5, True), "not-your-turn", "2.11")
    refused(state, Pass(2), "not-your-turn", "2.11")
