"""RULES.md, 2.3, 2.4 and 2.12 to 2.16: the two sorts and the dial under the camera, from what the eyes report."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.capabilities.sorting_station import Finding, Mark, Station, station_of
from companion.core.scene import Thing
from companion.core.text import Text
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import CardPassed, DrawColour, DrawSymbol, LayOut, SortedByHand, SpotSeen
from companion.games.kaplan.card_face import SPOTS, UNKNOWN, shown_card
from companion.games.kaplan.deck import Card, Draw, deck
from companion.games.kaplan.options import Options
from companion.games.kaplan.pieces import Colour, Metal
from companion.games.kaplan.position import CardLook, Phase, Shows
from companion.games.kaplan.state import Kaplan
from tests.games.kaplan.playing import HANDS, refused, run

DRAWS = tuple(deck().words)
DRAW = DRAWS[100]


def opened(draw: Draw, phase: Phase, **options: object) -> Kaplan:
    """The first moment of a station, the stations before it skipped by hand."""
    state = GAME.start(3, Options(**options)).apply(DrawColour(draw.colour, draw.position))  # type: ignore[arg-type]
    if phase is Phase.FIRST_SORT:
        return state
    state = run(state, [SortedByHand(), DrawSymbol(draw.symbol.shape, draw.symbol.fill)])
    return state if phase is Phase.SECOND_SORT else state.apply(SortedByHand())


def seen(card: int | str, xy_mm: tuple[float, float] | None = None) -> Thing:
    """A card as the eyes report it, draw side up."""
    return Thing("card", "draw", str(card), xy_mm)


def found(state: Kaplan, *things: Thing) -> tuple[Finding, ...]:
    return GAME.findings(state, things)


def passed(state: Kaplan, cards: list[int]) -> Kaplan:
    """All cards go by, one by one, as long as the sort lasts; each is judged by the station."""
    phase = state.phase
    for ident in cards:
        if state.phase is not phase:
            break
        (finding,) = found(state, seen(ident))
        if finding.action is not None:
            state = state.apply(finding.action)
    return state


def written(card: Card) -> str:
    """A card's whole face, as the eyes name it when they do not know the deck."""
    windows = (
        " ".join((w.colour.value, *(f"{c.symbol.shape.value}-{c.symbol.fill.value}-{c.holds}" for c in w.cells)))
        for w in card.windows
    )
    return "|".join((card.metal.value, *windows))


def stocked(state: Kaplan) -> list[int]:
    return [int(thing.name) for thing in GAME.stock(state)]


@settings(deadline=None)
@given(st.sampled_from(DRAWS), st.integers(0, 2**16))
def test_2_3_the_first_sort_keeps_the_30_cards_with_that_window(draw: Draw, seed: int) -> None:
    state = opened(draw, Phase.FIRST_SORT)
    cards = stocked(state)
    assert sorted(cards) == list(range(1, 121))
    Random(seed).shuffle(cards)
    keeps = {card.ident for card in deck().cards if card.has(draw.colour, draw.position)}
    marks = {ident: found(state, seen(ident))[0].mark for ident in cards}
    assert {ident for ident, mark in marks.items() if mark is Mark.KEEP} == keeps
    assert set(marks.values()) == {Mark.KEEP, Mark.DISCARD}
    after = passed(state, cards)
    assert (after.phase, after.kept, after.passed) == (Phase.SYMBOL, 0, frozenset())


@settings(deadline=None)
@given(st.sampled_from(DRAWS), st.integers(0, 2**16))
def test_2_4_the_second_sort_keeps_the_18_cards_that_hold_a_number_or_k(draw: Draw, seed: int) -> None:
    state = opened(draw, Phase.SECOND_SORT)
    cards = stocked(state)
    assert len(cards) == 30
    Random(seed).shuffle(cards)
    layout = deck().layout(draw)
    keeps = {*layout.letters, *(ident for _, ident in layout.clues)}
    assert len(keeps) == 18
    assert {ident for ident in cards if found(state, seen(ident))[0].mark is Mark.KEEP} == keeps
    assert passed(state, cards).phase is Phase.LAY_OUT


def test_2_12_the_camera_sorts_unless_the_table_sorts_by_hand() -> None:
    state = opened(DRAW, Phase.FIRST_SORT)
    assert station_of(GAME, state) == Station("first-sort", "card", one_by_one=True)
    assert [type(action) for action, _ in state.chance_outcomes()] == [CardPassed, CardPassed, SortedByHand]
    assert (GAME.eyes, GAME.station_kinds) == ({"die"}, {"card"})
    by_hand = GAME.start(3, HANDS).apply(DrawColour(Colour.RED, 1))
    assert station_of(GAME, by_hand) is None
    assert by_hand.chance_outcomes() == ((SortedByHand(), 1.0),)
    refused(by_hand, CardPassed(True), "sorted-by-hand", "2.12")


def test_2_12_people_may_do_the_rest_by_hand() -> None:
    state = passed(opened(DRAW, Phase.FIRST_SORT), list(range(1, 40)))
    assert state.apply(SortedByHand()).phase is Phase.SYMBOL
    laying = opened(DRAW, Phase.LAY_OUT)
    assert laying.apply(LayOut()).phase is Phase.COVER
    refused(laying, SortedByHand(), "moment", "2.12")
    refused(laying, CardPassed(True), "moment", "2.12")
    refused(state, SpotSeen("1", Shows.RIGHT), "moment", "2.16")


def test_2_12_what_the_eyes_cannot_name_people_decide() -> None:
    state = opened(DRAW, Phase.FIRST_SORT)
    (finding,) = found(state, Thing("card", "draw", ""))
    assert (finding.mark, finding.action) == (Mark.UNSURE, None)
    assert [words.fr for words, _ in finding.offers] == ["À garder", "À écarter"]
    keep, discard = (offer.action for _, offer in finding.offers)
    assert (keep, discard) == (CardPassed(True), CardPassed(False))
    assert finding.what is not None
    assert finding.what.en == f"Is window {DRAW.position} {DRAW.colour.value}?"
    assert (state.apply(CardPassed(True)).kept, state.apply(CardPassed(False)).discarded) == (1, 1)
    (second,) = found(opened(DRAW, Phase.SECOND_SORT), Thing("card", "draw", ""))
    assert second.what is not None
    assert "hold a number or K?" in second.what.en


def test_2_13_a_card_counts_once() -> None:
    state = opened(DRAW, Phase.FIRST_SORT)
    (finding,) = found(state, seen(7))
    assert finding.action is not None
    after = state.apply(finding.action)
    assert found(after, seen(7)) == (replace(finding, action=None),)
    refused(after, finding.action, "passed-already", "2.13")
    assert after.kept + after.discarded == 1


def test_2_13_what_contradicts_the_pawns_is_refused() -> None:
    state = opened(DRAW, Phase.FIRST_SORT)
    (finding,) = found(state, seen(7))
    assert isinstance(finding.action, CardPassed)
    refused(state, CardPassed(not finding.action.keep, 7), "other-verdict", "2.13")
    refused(state, CardPassed(True, 121), "no-such-card", "2.13")
    refused(opened(DRAW, Phase.FIRST_SORT, deck="own"), CardPassed(True, 7), "unknown-deck", "2.2")


def told(finding: Finding) -> Text:
    assert finding.mark is Mark.ALARM
    assert finding.action is None
    assert finding.what is not None
    return finding.what


def test_2_13_a_doubled_card_is_told_by_its_look() -> None:
    card = deck().card(7)
    for finding in found(opened(DRAW, Phase.FIRST_SORT), seen(7), seen(7)):
        assert f"{card.metal.value} card" in told(finding).en
        assert "-".join(window.colour.value for window in card.windows) in told(finding).en
    assert [f.mark for f in found(opened(DRAW, Phase.FIRST_SORT), seen(7), seen(8))].count(Mark.ALARM) == 0


@pytest.mark.parametrize("name", ["121", "0", "gold", "gold|red star-solid-K|green|mauve"])
def test_2_13_a_card_of_another_deck_is_told(name: str) -> None:
    (finding,) = found(opened(DRAW, Phase.FIRST_SORT), seen(name))
    assert "is not of this deck" in told(finding).en
    (back,) = found(opened(DRAW, Phase.FIRST_SORT), Thing("card", "back", ""))
    assert "is not of this deck" in told(back).en


def test_2_13_a_card_of_the_other_pile_is_told_in_the_second_sort() -> None:
    other = next(card for card in deck().cards if not card.has(DRAW.colour, DRAW.position))
    (finding,) = found(opened(DRAW, Phase.SECOND_SORT), seen(other.ident))
    assert "was to be discarded in the first sort" in told(finding).en


@settings(deadline=None)
@given(st.sampled_from(DRAWS[::29]), st.integers(0, 119), st.sampled_from([Phase.FIRST_SORT, Phase.SECOND_SORT]))
def test_2_14_a_missing_card_is_named_by_what_can_be_seen(draw: Draw, lost: int, phase: Phase) -> None:
    state = opened(draw, phase)
    keeps = [ident for ident in stocked(state) if found(state, seen(ident))[0].mark is Mark.KEEP]
    gone = deck().card(keeps[lost % len(keeps)])
    after = passed(state, [ident for ident in stocked(state) if ident != gone.ident])
    assert after.phase is phase
    assert after.lacking == (CardLook(gone.metal, tuple(window.colour for window in gone.windows)),)
    said = GAME.prompt(after, None).fr
    assert {Metal.GOLD: "carte d'or", Metal.COPPER: "carte de cuivre", Metal.SILVER: "carte d'argent"}[
        gone.metal
    ] in said
    assert passed(after, [gone.ident]).phase is not phase


def test_2_14_nothing_is_named_while_many_are_missing_or_when_people_told_some() -> None:
    state = opened(DRAW, Phase.SECOND_SORT)
    keeps = [ident for ident in stocked(state) if found(state, seen(ident))[0].mark is Mark.KEEP]
    assert [len(passed(state, keeps[:n]).lacking) for n in (12, 13, 15, 17)] == [0, 5, 3, 1]
    assert passed(state, keeps[:15]).apply(CardPassed(True)).lacking == ()


def test_2_14_more_discards_than_the_deck_has_are_refused() -> None:
    state = run(opened(DRAW, Phase.SECOND_SORT), [CardPassed(False)] * 12)
    assert CardPassed(False) not in [action for action, _ in state.chance_outcomes()]
    refused(state, CardPassed(False), "too-many-discards", "2.14")


@pytest.mark.parametrize("phase", [Phase.FIRST_SORT, Phase.SECOND_SORT, Phase.LAY_OUT])
def test_2_15_a_reading_side_is_an_alarm_and_nothing_else(phase: Phase) -> None:
    for name in ("", "7", "gold|"):
        (finding, *_) = found(opened(DRAW, phase), Thing("card", "read", name, (0.0, 0.0)))
        assert told(finding).fr == "Stop : une carte montre sa face de lecture. Retournez-la sans la lire."
    (unclear, *_) = found(opened(DRAW, phase), Thing("card", "", "7", (0.0, 0.0)))
    assert (unclear.mark, unclear.action, unclear.offers) == (Mark.UNSURE, None, ())


def laid(state: Kaplan) -> dict[str, Thing]:
    """What lies at each spot when all is right, as the eyes report it."""
    stock = GAME.stock(state)
    assert len(stock) == 18
    return {spot: replace(thing, face="draw") for spot, thing in zip(SPOTS, stock, strict=True)}


def compared(state: Kaplan, *things: Thing) -> Kaplan:
    """The state after the whole dial was looked at."""
    while state.phase is Phase.LAY_OUT:
        action = next((each.action for each in found(state, *things) if each.action is not None), None)
        if action is None:
            break
        state = state.apply(action)
    return state


def shown(state: Kaplan) -> dict[str, Shows]:
    return {spot.name: spot.shows for spot in state.spots if spot.shows is not Shows.EMPTY}


@pytest.mark.whole
@settings(deadline=None)
@given(st.sampled_from(DRAWS), st.integers(0, 17))
def test_2_16_the_dial_is_full_when_all_18_are_right(draw: Draw, last: int) -> None:
    state = opened(draw, Phase.LAY_OUT)
    lying = laid(state)
    late = lying.pop(SPOTS[last])
    state = compared(state, *lying.values())
    assert shown(state) == dict.fromkeys(lying, Shows.RIGHT)
    assert compared(state, late).phase is Phase.COVER


@pytest.mark.whole
@settings(deadline=None)
@given(st.sampled_from(DRAWS[::7]), st.sampled_from(SPOTS), st.sampled_from(SPOTS))
def test_2_16_cards_that_changed_places_are_told_by_place(draw: Draw, one: str, other: str) -> None:
    state = opened(draw, Phase.LAY_OUT)
    lying = laid(state)
    swapped = dict(lying)
    swapped[one], swapped[other] = (
        replace(lying[other], xy_mm=lying[one].xy_mm),
        replace(lying[one], xy_mm=lying[other].xy_mm),
    )
    after = compared(state, *swapped.values())
    if one.split(" ")[0] == other.split(" ")[0]:  # the same spot, or the two of one metal: either way is right
        assert after.phase is Phase.COVER
        return
    assert {name for name, shows in shown(after).items() if shows is Shows.WRONG} == {one, other}
    again = compared(after, *lying.values())
    assert again.phase is Phase.COVER


def test_2_16_a_wrong_card_is_told_by_what_everyone_can_read_on_it() -> None:
    state = opened(DRAW, Phase.LAY_OUT)
    lying = laid(state)

    def at_place_4(thing: Thing) -> str:
        return told(replace(found(state, replace(thing, xy_mm=lying["4"].xy_mm))[0], action=None)).fr

    assert at_place_4(lying["7"]) == (
        "Cadran, place 4 : cette carte n'est pas la bonne. Elle porte le 7 : posez-la à la place 7."
    )
    assert at_place_4(lying["silver 1"]) == (
        "Cadran, place 4 : cette carte n'est pas la bonne. Elle porte K : posez-la sur le bouclier, indices d'argent."
    )
    stranger = next(card for card in deck().cards if not card.holds(DRAW))
    assert at_place_4(seen(stranger.ident)) == (
        "Cadran, place 4 : cette carte n'est pas la bonne. Elle n'est pas des 18 : écartez-la."
    )


def test_2_16_a_right_card_out_of_sight_stays_and_one_that_lies_elsewhere_is_gone() -> None:
    state = opened(DRAW, Phase.LAY_OUT)
    lying = laid(state)
    state = compared(state, lying["3"], replace(lying["7"], xy_mm=lying["4"].xy_mm))
    assert shown(state) == {"3": Shows.RIGHT, "4": Shows.WRONG}
    assert shown(compared(state)) == {"3": Shows.RIGHT}
    assert shown(compared(state, replace(lying["3"], xy_mm=lying["9"].xy_mm))) == {"9": Shows.WRONG}
    assert found(state, replace(lying["5"], xy_mm=(300.0, 0.0)), lying["3"])[0] == Finding(Mark.KEEP)


def test_2_16_what_the_pawns_do_not_allow_is_refused() -> None:
    state = opened(DRAW, Phase.LAY_OUT)
    ident = int(laid(state)["4"].name)
    refused(state, SpotSeen("13", Shows.RIGHT), "no-spot", "2.16")
    refused(state, SpotSeen("4", Shows.WRONG, ident), "other-verdict-there", "2.16")
    refused(state, SpotSeen("4", Shows.EMPTY), "seen-already", "2.16")
    refused(state, SpotSeen("4", Shows.EMPTY, ident), "no-such-card", "2.13")
    after = state.apply(SpotSeen("4", Shows.RIGHT, ident))
    refused(after, SpotSeen("4", Shows.RIGHT, ident), "seen-already", "2.16")


def test_2_16_the_clues_are_taken_as_they_lie() -> None:
    state = opened(DRAW, Phase.LAY_OUT)
    lying = laid(state)
    one, other = lying["gold 1"], lying["gold 2"]
    turned = {**lying, "gold 1": replace(other, xy_mm=one.xy_mm), "gold 2": replace(one, xy_mm=other.xy_mm)}
    straight, crossed = compared(state, *lying.values()), compared(state, *turned.values())
    texts = [[clue.text for clue in each.clues] for each in (straight, crossed)]
    assert texts[1] == [texts[0][1], texts[0][0], *texts[0][2:]]
    assert straight == state.apply(LayOut())


def test_a_deck_of_the_tables_own_is_sorted_by_its_faces() -> None:
    for phase in (Phase.FIRST_SORT, Phase.SECOND_SORT):
        state = opened(DRAW, phase, deck="own")
        known = opened(DRAW, phase)
        for card in deck().cards[::7]:
            name = written(card)
            assert shown_card(name) == replace(card, ident=UNKNOWN, lens="")
            (finding,), (by_number,) = found(state, seen(name)), found(known, seen(card.ident))
            assert finding.mark is by_number.mark
            assert found(state, seen(card.ident)) == (finding,)  # eyes that know our deck change nothing
            if finding.mark is not Mark.ALARM:
                assert finding.action == CardPassed(finding.mark is Mark.KEEP)
    dial = opened(DRAW, Phase.LAY_OUT, deck="own")
    lying = laid(opened(DRAW, Phase.LAY_OUT)).values()
    faces = [replace(thing, name=written(deck().card(int(thing.name)))) for thing in lying]
    after = compared(dial, *faces)
    assert (after.phase, after.word) == (Phase.COVER, None)
