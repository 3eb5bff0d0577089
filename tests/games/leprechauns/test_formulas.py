"""RULES.md, 5 to 7: formulas, the end of a round, the end of the game. One test a clause."""

from __future__ import annotations

from dataclasses import replace

from companion.core.actors import OVER, at_seat
from companion.core.text import named
from companion.core.views import view
from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import (
    CallFoul,
    ChestSeen,
    ChestTold,
    Designate,
    Exchange,
    HandsStand,
    Judge,
    NoChest,
    PassPrems,
    PlayAs,
    Signal,
    Slap,
    TakePrems,
)
from companion.games.leprechauns.deck import chests
from companion.games.leprechauns.motifs import Motif, MotifKind
from companion.games.leprechauns.names import answer
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.performing import judges, motifs_needed
from companion.games.leprechauns.pieces import ActionKind, Chest, Fault
from companion.games.leprechauns.position import Phase
from tests.games.leprechauns.playing import (
    ADA,
    BOB,
    CLEO,
    DINA,
    PLAIN,
    refused,
    run,
    slapped,
    tried,
    turned_up,
    with_action,
)
from tests.games.leprechauns.test_action_cards import exchange_round, played_out, won

VOTING = Options(action_cards=False, judges="vote")


def test_5_1_the_holder_tries_first_or_names_who_does() -> None:
    state = slapped(turned_up((3, 5, 8)), CLEO, ADA, BOB)
    assert (state.phase, state.performer) == (Phase.JUDGING, ADA)
    without = slapped(turned_up((3, 5, 8)), None, ADA, BOB)
    assert (without.phase, without.actor) == (Phase.NAMING, at_seat(ADA))
    assert without.apply(Designate(ADA, CLEO)).performer == CLEO
    assert refused(without, Designate(BOB, CLEO)) == ("not-chooser", "5.1")


def test_5_2_what_is_to_be_done_for_each_kind_of_motif() -> None:
    said = {
        Motif(MotifKind.ANIMAL, "cow"): ("la vache : meuh", "the cow: moo"),
        Motif(MotifKind.COLOUR, "green", "red"): ("dire « rouge » (le mot VERT)", "say “red” (the word VERT)"),
        Motif(MotifKind.SOUND, "boing"): ("Boing ! Boing !", "Boing ! Boing !"),
        Motif(MotifKind.SIGN, "thumb"): ("le pouce levé", "the thumb up"),
        Motif(MotifKind.SUM, "7x5"): ("7 × 5 = 35", "7 × 5 = 35"),
    }
    assert {motif: (answer(motif).fr, answer(motif).en) for motif in said} == said
    for card in chests().values():
        assert all(answer(motif).fr for motif in card.motifs)


def test_5_2_sums_are_right() -> None:
    doing = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "x": lambda a, b: a * b, ":": lambda a, b: a / b}
    sums = {motif.name for card in chests().values() for motif in card.motifs if motif.kind is MotifKind.SUM}
    for name in sums:
        left, mark, right = name[0], name[1], name[2:]
        assert answer(Motif(MotifKind.SUM, name)).fr.endswith(f" = {doing[mark](int(left), int(right)):g}")


def test_5_3_the_holder_judges_and_others_judge_the_holder() -> None:
    state = slapped(turned_up((3, 5, 8)), CLEO, ADA, BOB)
    assert judges(state, ADA) == (BOB, CLEO)
    assert refused(state, Judge(ADA, True)) == ("not-judge", "5.3")
    state = tried(state, True)
    state = state.apply(Designate(ADA, BOB))
    assert judges(state, BOB) == (ADA,)
    assert refused(state, Judge(CLEO, True)) == ("not-judge", "5.3")
    assert judges(slapped(turned_up((3, 5, 8), VOTING), CLEO, ADA, BOB), BOB) == (ADA, CLEO)


def test_5_4_a_vote_goes_by_the_majority_and_a_draw_for_the_player() -> None:
    state = slapped(turned_up((3, 5, 8, 9), VOTING), BOB, ADA, None, None)  # three judge Ada
    one = state.apply(Judge(BOB, False))
    assert refused(one, Judge(BOB, True)) == ("voted", "5.4")
    assert one.performer == ADA
    assert one.apply(Judge(CLEO, False)).players[ADA].prize is None
    assert one.apply(Judge(CLEO, False)).performer == BOB  # certain, so nobody waits for Dina
    assert run(one, [Judge(CLEO, True), Judge(DINA, True)]).players[ADA].prize == Chest(5)
    even = slapped(turned_up((3, 5, 8), VOTING), BOB, ADA, None).apply(Judge(BOB, False))
    assert even.apply(Judge(CLEO, True)).players[ADA].prize == Chest(5)


def test_5_5_right_wins_the_chest_wrong_discards_it() -> None:
    state = tried(slapped(turned_up((3, 5)), BOB, ADA), True, False)
    assert won(state) == [[5], []]


def test_5_6_each_names_the_next_until_all_have_tried() -> None:
    state = tried(slapped(turned_up((3, 5, 8, 9)), BOB, CLEO, DINA, ADA), True)
    assert (state.phase, state.actor) == (Phase.NAMING, at_seat(ADA))
    assert refused(state, Designate(BOB, CLEO)) == ("not-chooser", "5.6")
    assert refused(state, Designate(ADA, ADA)) == ("not-to-try", "5.6")
    state = state.apply(Designate(ADA, DINA)).apply(Judge(ADA, False))
    assert state.actor == at_seat(DINA)
    state = state.apply(Designate(DINA, CLEO)).apply(Judge(ADA, True))
    assert state.performer == BOB  # the last one
    assert state.apply(Judge(ADA, True)).round == 2


def test_5_7_who_is_out_does_not_try_and_the_holder_names_instead() -> None:
    state = run(turned_up((3, 5, 8)), [Slap(ADA, BOB), Slap(BOB, CLEO), Slap(CLEO, ADA)])
    state = run(state, [CallFoul(ADA, CLEO, Fault.UNCOVERED), HandsStand(ADA)])
    state = tried(state, True)
    assert state.performer == BOB
    assert state.apply(Judge(ADA, True)).round == 2
    four = tried(slapped(turned_up((3, 5, 8, 9)), BOB, CLEO, DINA, ADA), True).apply(Designate(ADA, BOB))
    caught = four.apply(CallFoul(DINA, BOB, Fault.LIFTED))
    assert (caught.phase, caught.actor) == (Phase.NAMING, at_seat(ADA))
    assert refused(caught, Designate(ADA, BOB)) == ("not-to-try", "5.6")
    nothing = slapped(turned_up((3, 5, 8, 9)), None, CLEO, DINA, ADA).apply(Designate(ADA, BOB))
    nothing = nothing.apply(Judge(ADA, True)).apply(Designate(BOB, CLEO)).apply(CallFoul(DINA, CLEO, Fault.LIFTED))
    assert nothing.performer == DINA  # the last one, whom nobody names
    left_one = four.apply(CallFoul(DINA, CLEO, Fault.LIFTED)).apply(Judge(ADA, True))
    assert left_one.performer == DINA


def test_5_8_one_motif_for_everybody() -> None:
    state = slapped(turned_up((3, 5), Options(action_cards=False, needed="one")), BOB, ADA)
    assert (motifs_needed(state, ADA), motifs_needed(state, BOB)) == (1, 1)
    assert "at least one motif" in GAME.prompt(state, BOB).en
    both = slapped(turned_up((3, 5)), BOB, ADA)
    assert "both motifs" in GAME.prompt(both, BOB).en


def test_5_9_one_motif_for_children_alone() -> None:
    state = GAME.start(2, Options(action_cards=False, needed="by-age"))
    assert refused(state, TakePrems(ADA)) == ("moment", "1.8")
    state = state.apply(PlayAs(BOB, True))
    assert refused(state, PlayAs(BOB, False)) == ("age-said", "5.9")
    state = run(state, [PlayAs(ADA, False), TakePrems(ADA), Signal(ADA), ChestTold(ADA, 3), ChestTold(BOB, 5)])
    assert (motifs_needed(state, ADA), motifs_needed(state, BOB)) == (2, 1)


def test_5_10_a_formula_is_read_by_its_judges_until_it_has_been_tried() -> None:
    state = run(GAME.start(3, PLAIN), [TakePrems(ADA), Signal(ADA)])
    state = run(state, [ChestSeen(ADA, 7, 7), ChestSeen(BOB, 9, 9), ChestSeen(CLEO, 4, 4)])

    def readers(moment: object, owner: int) -> list[int | None]:
        return [who for who in (None, ADA, BOB, CLEO) if "card" in view(moment, who)["turned"][owner]]

    assert readers(state, BOB) == []
    assert len({GAME.label(state, ChestSeen(BOB, 9, card), None).fr for card in (9, 45)}) == 1
    state = slapped(state, BOB, CLEO, ADA)
    assert readers(state, BOB) == [BOB, CLEO]
    assert readers(state, CLEO) == []
    state = tried(state, True)
    assert readers(state, BOB) == [None, ADA, BOB, CLEO]
    shared = run(GAME.start(3, replace(PLAIN, shared=True)), [TakePrems(ADA), Signal(ADA)])
    shared = run(shared, [ChestSeen(ADA, 7, 7), ChestSeen(BOB, 9, 9), ChestSeen(CLEO, 4, 4)])
    shared = slapped(shared, BOB, None, BOB)
    assert readers(shared, BOB) == [BOB]  # Cléo judges Ada, and has her own hand on the same chest
    assert readers(tried(shared, False), BOB) == [ADA]


def test_6_1_the_winner_of_the_smallest_chest_gets_prems() -> None:
    state = tried(slapped(turned_up((3, 5, 8)), CLEO, ADA, BOB), True, True, True)
    assert (state.prems, state.round) == (BOB, 2)
    swapped = exchange_round((9, 2, 7)).apply(Exchange(ADA, CLEO))
    assert swapped.prems == ADA


def test_6_2_on_a_tie_the_holder_chooses() -> None:
    state = tried(slapped(turned_up((3, 3, 8)), BOB, CLEO, ADA), True, True, True)
    assert (state.phase, state.smallest, state.actor) == (Phase.PASS_PREMS, (ADA, CLEO), at_seat(ADA))
    assert refused(state, PassPrems(ADA, BOB)) == ("not-smallest", "6.2")
    assert refused(state, PassPrems(CLEO, CLEO)) == ("not-holder", "6.2")
    assert state.apply(PassPrems(ADA, CLEO)).prems == CLEO


def test_6_3_when_nobody_wins_prems_stays() -> None:
    state = tried(slapped(turned_up((3, 5)), BOB, ADA), False, False)
    assert (state.prems, state.round) == (ADA, 2)


def test_6_4_the_table_is_cleared() -> None:
    state = tried(slapped(with_action((3, 5), ActionKind.GIFT), BOB, None), False)
    assert (state.action, state.turned, state.hands) == (None, (), ())
    assert [(player.prize, player.out, player.tried) for player in state.players] == [(None, None, False)] * 2
    assert won(state) == [[], []]


def test_7_1_the_values_are_added_up() -> None:
    state = tried(slapped(turned_up((3, 5)), BOB, ADA), True, True)
    over = played_out(state)
    assert (over.actor, over.scores) == (OVER, (5.0, 3.0))


def test_7_2_the_best_score_wins_and_a_tie_has_several_winners() -> None:
    over = played_out(tried(slapped(turned_up((4, 4, 8)), BOB, ADA, None), True, True).apply(PassPrems(ADA, ADA)))
    assert over.scores == (4.0, 4.0, 0.0)
    said = GAME.prompt(over, None)
    assert named(said.fr, ("Ada", "Bob", "Cléo")) == "Partie finie : Ada et Bob gagnent avec 4."
    one = played_out(tried(slapped(turned_up((3, 5)), BOB, ADA), True, True))
    assert named(GAME.prompt(one, None).en, ("Ada", "Bob")) == "Game over: Ada wins with 5."


def test_7_3_lost_chests_are_their_owners_secret_until_the_end() -> None:
    state = tried(slapped(with_action((4, 5), ActionKind.NEGATIVE), BOB, ADA), False, True)
    seen = {viewer: view(state, viewer)["players"][ADA]["lost"] for viewer in (None, ADA, BOB)}
    assert seen == {None: 1, ADA: [{"value": 5, "card": None}], BOB: 1}
    assert view(played_out(state), None)["players"][ADA]["lost"] == [{"value": 5, "card": None}]


def test_7_4_the_fastest_hand_is_most_often_first() -> None:
    state = run(turned_up((3, 5, 8)), [Slap(CLEO, ADA), Slap(ADA, BOB, tie=True), Slap(BOB, CLEO), HandsStand(ADA)])
    assert [player.first_hands for player in state.players] == [1, 0, 1]
    state = run(turned_up((3, 5, 8)), [Slap(CLEO, ADA), Slap(ADA, BOB), CallFoul(BOB, CLEO, Fault.LIFTED)])
    state = run(state, [NoChest(BOB), HandsStand(ADA)])
    assert [player.first_hands for player in state.players] == [1, 0, 0]
