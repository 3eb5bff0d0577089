"""RULES.md, 1 and 2: the box, setting up, how a round begins. One test a clause."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files

import pytest

from companion.core.actors import CHANCE, at_seat
from companion.core.errors import Illegal
from companion.core.game import SeatAction
from companion.core.options import options_of
from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import (
    ChestSeen,
    ChestTold,
    HandsStand,
    Judge,
    PlayAs,
    Signal,
    Slap,
    TakePrems,
    TurnAction,
)
from companion.games.leprechauns.deck import chests, deck
from companion.games.leprechauns.eyes import drawn_cards
from companion.games.leprechauns.motifs import MotifKind
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import ACTION_CARDS, ActionCard, ActionKind, Edition
from companion.games.leprechauns.position import Phase
from companion.games.leprechauns.print_set import print_set
from tests.games.leprechauns.playing import ADA, BOB, CLEO, PLAIN, refused, run, slapped, tried, turned_up, with_action
from tests.games.rules_page import clauses

EDITIONS: tuple[Edition, Edition] = ("boxed", "print")


def test_1_1_forty_chests_four_of_each_value_two_motifs_each() -> None:
    for edition in EDITIONS:
        cards = deck(edition)
        assert len(cards) == 40
        assert Counter((card.value, card.series) for card in cards) == {
            (value, series): 1 for value in range(1, 11) for series in range(1, 5)
        }
        assert all(len(set(card.motifs)) == 2 for card in cards)
    assert len({frozenset(card.motifs) for card in chests().values()}) == len(chests()) == 60


def test_1_2_kinds_of_motif_and_no_sums_in_the_boxed_edition() -> None:
    kinds = {edition: {m.kind for card in deck(edition) for m in card.motifs} for edition in EDITIONS}
    assert kinds == {"print": set(MotifKind), "boxed": set(MotifKind) - {MotifKind.SUM}}
    colours = [motif for card in chests().values() for motif in card.motifs if motif.kind is MotifKind.COLOUR]
    assert all(motif.ink and motif.ink != motif.name for motif in colours)
    assert sum(card.edition == "boxed" for card in chests().values()) == 20


def test_1_2_the_words_and_sums_of_the_text_stand_at_its_values() -> None:
    """Its third series whole (l. 410-415), and a sample of the others (l. 349-355, 417-421)."""
    names = {(card.series, card.value): [motif.name for motif in card.motifs] for card in deck("print")}
    third = [("red", "6:2"), ("blue",), ("yellow", "gnark"), ("green", "8-5"), ("brown",), ("violet", "aargh")]
    third += [("grey", "1+3"), ("orange",), ("black", "yeehaa"), ("white", "7x5")]
    for value, words in enumerate(third, 1):
        assert set(words) <= set(names[3, value])
    assert names[2, 3] == ["2x9", "hiii"]
    assert names[2, 10] == ["6:2", "orange"]
    assert "8:4" in names[1, 5]
    assert names[4, 9] == ["aargh", "2x9"]


def test_1_3_six_action_cards_in_the_boxed_edition() -> None:
    assert {card.kind.value for card in ACTION_CARDS["boxed"]} == {
        "back-of-hand", "left-right", "neighbour", "exchange", "gift", "negative-points",
    }  # fmt: skip
    assert len(ACTION_CARDS["boxed"]) == 6


def test_1_4_ten_in_the_print_edition_three_of_them_forbidden_numbers() -> None:
    kinds = Counter(card.kind.value for card in ACTION_CARDS["print"])
    assert kinds == {
        "back-of-hand": 1, "left-right": 1, "neighbour": 1, "exchange": 1, "negative-points": 1, "even-number": 1,
        "odd-number": 1, "forbidden-number": 3,
    }  # fmt: skip
    assert sorted(card.number for card in ACTION_CARDS["print"] if card.number) == [6, 8, 10]


def test_1_4_a_tables_own_cards_may_forbid_any_number() -> None:
    state = run(GAME.start(2, Options("print", "own")), [TakePrems(ADA)])
    numbers = {a.action.number: share for a, share in state.chance_outcomes() if isinstance(a, TurnAction)}
    assert {number for number in numbers if number} == set(range(1, 11))
    assert sum(share for number, share in numbers.items() if number) == pytest.approx(5 / 12)
    ours = run(GAME.start(2, Options("print")), [TakePrems(ADA)])
    card = TurnAction(ActionCard(ActionKind.FORBIDDEN, 3))
    assert refused(ours, card) == ("not-in-edition", "1.4")
    assert state.apply(card).action == card.action


def test_1_5_two_to_six_play() -> None:
    for seats in (1, 7):
        with pytest.raises(Illegal) as refusal:
            GAME.start(seats, Options())
        assert refusal.value.clause == "1.5"
    assert [len(GAME.start(seats, Options()).players) for seats in GAME.seats] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("wrong", "name", "value", "known", "clause"),
    [
        (Options("chest"), "edition", "chest", "boxed, print", "1.6"),  # type: ignore[arg-type]
        (Options(deck="ours"), "deck", "ours", "printed, own", "1.6"),  # type: ignore[arg-type]
        (Options(needed="three"), "needed", "three", "two, one, by-age", "5.8"),  # type: ignore[arg-type]
        (Options(judges="camera"), "judges", "camera", "holder, vote", "5.3"),  # type: ignore[arg-type]
        (Options(action_cards="no"), "action_cards", "no", "yes, no", "2.5"),  # type: ignore[arg-type]
        (Options(shared=1), "shared", "1", "yes, no", "3.3"),  # type: ignore[arg-type]
        ("boxed", "edition", "boxed", "boxed, print", "1.6"),
    ],
)
def test_1_6_a_choice_that_there_is_not_is_refused_by_its_name_with_those_there_are(
    wrong: object, name: str, value: str, known: str, clause: str
) -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.start(3, wrong)
    assert (refusal.value.code, refusal.value.clause) == ("leprechauns.options", clause)
    for said in (refusal.value.what.fr, refusal.value.what.en):
        assert f"“{name}”" in said or f"« {name} »" in said
        assert value in said
        assert said.endswith(f" {known}.")


@pytest.mark.parametrize("file", ["RULES.md", "RULES.fr.md"])
def test_1_6_the_clause_names_every_option_and_every_value_as_they_are_written(file: str) -> None:
    page = files("companion.games.leprechauns").joinpath(file).read_text(encoding="utf-8")
    clause = page.split("- **1.6**")[1].split("- **1.7**")[0]
    written = re.findall(r"`([a-z_-]+)`", clause)
    assert sorted(written) == sorted(word for each in options_of(Options) for word in (each.name, *each.words))


def test_1_6_every_option_names_a_clause_that_there_is() -> None:
    assert {each.clause for each in options_of(Options)} <= set(clauses("leprechauns"))


def test_2_1_what_is_no_part_of_the_game_is_refused() -> None:
    state = GAME.start(3, Options())
    assert refused(state, SeatAction(ADA)) == ("no-such-action", "2.1")
    assert refused(state, TakePrems(3)) == ("no-such-seat", "1.5")
    assert refused(turned_up((1, 2)), Slap(ADA, 5)) == ("no-such-seat", "1.5")


def test_1_7_piles_of_six_and_nobody_knows_what_comes() -> None:
    state = GAME.start(4, PLAIN)
    assert [player.pile for player in state.players] == [6, 6, 6, 6]
    assert [player.pile for player in turned_up((1, 2, 3)).players] == [5, 5, 5]
    state = run(state, [TakePrems(ADA), Signal(ADA)])
    odds = [share for action, share in state.chance_outcomes() if isinstance(action, ChestSeen)]
    assert len(odds) == 40
    assert max(odds) == pytest.approx(min(odds))


def test_1_8_the_youngest_takes_prems() -> None:
    state = GAME.start(3, Options())
    assert state.phase is Phase.YOUNGEST
    assert state.apply(TakePrems(CLEO)).prems == CLEO
    assert refused(state.apply(TakePrems(CLEO)), TakePrems(ADA)) == ("moment", "1.8")


def test_1_9_chests_and_action_cards_are_two_packs_and_the_action_cards_lie_as_a_pile() -> None:
    backs = {face.kind: face.art for face in drawn_cards().faces if not face.up}
    assert set(backs) == {"chest", "action"}
    assert backs["chest"] != backs["action"]
    piles = [thing for thing in GAME.depict(GAME.start(2, Options())).things if thing.kind == "action"]
    assert [(thing.name, thing.face) for thing in piles] == [("pile", "back")]
    assert not [thing for thing in GAME.depict(GAME.start(2, PLAIN)).things if thing.kind == "action"]


def test_1_10_one_prems_card_and_reminders_printed_on_both_sides() -> None:
    pieces = print_set().pieces
    assert [each.back is not None for each in pieces if each.kind == "prems"] == [True]
    reminders = [each for each in pieces if each.kind == "reminder"]
    assert len(reminders) == 2
    assert all(each.back is not None and each.back.art != each.face.art for each in reminders)
    state = GAME.start(3, Options()).apply(TakePrems(BOB))
    assert [thing.kind for thing in GAME.depict(state).things].count("prems") == 1


def test_1_11_all_play_at_the_same_time_for_the_most_gold() -> None:
    state = turned_up((3, 5, 8))
    assert {action.seat for action in state.legal_actions() if isinstance(action, Slap)} == {0, 1, 2}


def test_2_1_six_rounds_all_alike() -> None:
    state = GAME.start(2, PLAIN).apply(TakePrems(ADA))
    for number in range(1, 7):
        assert (state.round, state.phase) == (number, Phase.SIGNAL)
        value = number
        state = run(state, [Signal(state.holder)])
        for seat in state.from_holder():
            state = state.apply(ChestTold(seat, value))
        state = tried(slapped(state, None, None))
    assert state.phase is Phase.OVER
    assert refused(state, Signal(ADA)) == ("over", "7.1")


def test_2_2_an_action_card_holds_for_its_round_and_comes_once() -> None:
    state = GAME.start(2, Options()).apply(TakePrems(ADA))
    assert (state.phase, state.actor) == (Phase.ACTION, CHANCE)
    gift = TurnAction(ActionCard(ActionKind.GIFT))
    state = run(state.apply(gift), [Signal(ADA), ChestTold(ADA, 1), ChestTold(BOB, 2)])
    assert state.action == gift.action
    state = tried(slapped(state, None, None))
    assert (state.action, state.phase) == (None, Phase.ACTION)
    assert refused(state, gift) == ("card-again", "2.2")
    assert len(state.chance_outcomes()) == 5


def test_2_3_the_holder_signals_and_chests_are_told_clockwise_from_there() -> None:
    state = GAME.start(3, PLAIN).apply(TakePrems(BOB))
    assert state.actor == at_seat(BOB)
    assert refused(state, Signal(ADA)) == ("not-holder", "2.3")
    assert refused(state, ChestTold(BOB, 4)) == ("moment", "2.3")
    state = state.apply(Signal(BOB))
    assert refused(state, ChestTold(ADA, 4)) == ("not-this-chest", "2.3")
    state = run(state, [ChestTold(BOB, 4), ChestSeen(CLEO, 7, 7), ChestTold(ADA, 1)])
    assert [(turned.seat, turned.value, turned.card) for turned in state.turned] == [
        (1, 4, None),
        (2, 7, 7),
        (0, 1, None),
    ]
    assert state.phase is Phase.HANDS


def test_2_4_a_chest_comes_up_once_and_a_value_four_times() -> None:
    state = run(GAME.start(6, PLAIN), [TakePrems(ADA), Signal(ADA), ChestSeen(ADA, 7, 7)])
    assert refused(state, ChestSeen(BOB, 7, 7)) == ("chest-again", "2.4")
    assert refused(state, ChestSeen(BOB, 8, 9)) == ("no-such-chest", "2.4")
    assert refused(state, ChestSeen(BOB, 2, 2)) == ("no-such-chest", "2.4")  # a sum, not of the boxed edition
    assert refused(state, ChestSeen(BOB, 8, 77)) == ("no-such-chest", "2.4")
    assert refused(state, ChestTold(BOB, 11)) == ("no-such-value", "1.1")
    state = run(state, [ChestTold(seat, 7) for seat in (BOB, CLEO, 3)])
    assert refused(state, ChestTold(4, 7)) == ("value-again", "2.4")
    own = run(GAME.start(2, Options(deck="own", action_cards=False)), [TakePrems(ADA), Signal(ADA)])
    assert refused(own, ChestSeen(ADA, 1, 1)) == ("own-deck", "1.6")


def test_2_5_without_action_cards_a_round_begins_with_the_signal() -> None:
    state = GAME.start(2, PLAIN).apply(TakePrems(ADA))
    assert state.phase is Phase.SIGNAL
    assert refused(state, TurnAction(ActionCard(ActionKind.GIFT))) == ("no-action-cards", "2.5")
    assert with_action((1, 2), ActionKind.GIFT).phase is Phase.HANDS


def test_acts_of_other_moments_are_refused() -> None:
    state = GAME.start(3, Options(needed="by-age"))
    assert refused(state, HandsStand(ADA)) == ("moment", "3.11")
    assert refused(state, Judge(ADA, True)) == ("moment", "5.3")
    assert refused(turned_up((1, 2)), PlayAs(ADA, True)) == ("not-by-age", "5.2")
