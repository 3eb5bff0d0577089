"""RULES.md, 9: alliances."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from companion.core.views import view
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import Ally, Announce, ChooseClue, Pass, StayAlone
from companion.games.kaplan.pieces import Cover, Metal
from companion.games.kaplan.position import Phase
from companion.games.kaplan.state import Kaplan
from tests.games.kaplan.playing import bet, covered, kinds, ready, refused, run, thrown

LAST = ChooseClue(0, Metal.COPPER, 2)


def before_the_last_clue(seats: int, *bets_after: int) -> Kaplan:
    """Seat 0 has won the last clue card on the shield (copper 2); seat 1 once read the letter B of place 4."""
    state = ready(seats)
    for clue in state.clues[:3] + state.clues[4:]:
        state = state.with_clue(replace(clue, on_shield=False, consulted_by=frozenset({2}), known_to=frozenset({2})))
    read = replace(state.place(4), consulted_by=frozenset({1}), known_to=frozenset({1}))
    state = covered(state.with_place(read), 3, Cover.EYE, (1, 1))
    return bet(thrown(state, 3, 6, 9), 3, 5)


def window(seats: int = 5) -> Kaplan:
    return before_the_last_clue(seats).apply(LAST)


def allied(*pairs: tuple[int, int], seats: int = 6) -> Kaplan:
    """These pairs are allies, the others stay alone, and play goes on."""
    state = window(seats)
    for one, other in pairs:
        state = run(state, [Ally(one, other), Ally(other, one)])
    for seat in range(seats):
        if state.phase is Phase.ALLIANCES and "StayAlone" in kinds(state, seat):
            state = state.apply(StayAlone(seat))
    return state


@pytest.mark.parametrize(("seats", "phase"), [(4, Phase.BETS), (5, Phase.ALLIANCES), (8, Phase.ALLIANCES)])
def test_9_1_from_five_players(seats: int, phase: Phase) -> None:
    assert window(seats).phase is phase


def test_9_2_when_the_last_clue_leaves_the_shield() -> None:
    state = before_the_last_clue(5)
    refused(state, Ally(0, 1), "moment", "9.2")
    not_last = state.with_clue(replace(state.clues[0], on_shield=True)).apply(LAST)
    assert not_last.phase is Phase.BETS
    assert state.apply(LAST).phase is Phase.ALLIANCES
    from_reserve = state.with_clue(replace(state.clues[3], on_shield=False))
    assert from_reserve.apply(LAST).phase is Phase.BETS


def test_9_3_one_ally_and_all_that_both_have_read() -> None:
    state = run(window(), [Ally(1, 2), Ally(2, 1)])
    assert [player.ally for player in state.players] == [None, 2, 1, None, None]
    assert [view(state, viewer)["places"][3].get("letter") for viewer in range(5)] == [None, "B", "B", None, None]
    assert [clue.known_to for clue in state.clues] == [{1, 2}, {1, 2}, {1, 2}, {0}, {1, 2}, {1, 2}]
    assert state.place(4).consulted_by == {1}
    assert [place.known_to for place in state.places] == [frozenset({1, 2} if n == 4 else ()) for n in range(1, 13)]
    refused(state, Ally(1, 3), "allied-already", "9.3")
    refused(state, Ally(3, 2), "has-ally", "9.3")
    refused(state, StayAlone(1), "allied-already", "9.3")
    refused(state, Ally(3, 3), "ally-oneself", "9.3")


def test_9_4_the_score_is_shared_by_halves_below_zero_too() -> None:
    state = allied((0, 1), (2, 3))
    for seat, word in ((0, "boussole"), (2, "lanterne"), (4, "boussoles")):
        assert state.scores is None
        state = state.apply(Announce(seat, word))
    assert state.scores == (30.0, 30.0, -24.0, -24.0, 18.0, 0.0)  # 5 alone is silent; 1 and 3 count in the scores


def test_9_4_half_of_a_half_is_exact() -> None:
    state = allied((0, 1))
    for number in range(6, 13):
        state = state.with_place(replace(state.place(number), cover=Cover.OFF, turned=True))
    for seat, word in ((0, "boussoles"), (2, "aimant"), (3, "aimant"), (4, "aimant")):
        state = state.apply(Announce(seat, word))
    assert state.scores == (6.25, 6.25, -20.0, -15.0, -10.0, 0.0)


def test_9_5_only_one_of_two_allies_announces() -> None:
    state = allied((0, 1)).apply(Announce(1, "boussole"))
    refused(state, Announce(0, "boussole"), "ally-announced", "9.5")
    assert "Announce" not in kinds(state, 0)
    both = run(window(), [Announce(0, "aimant"), Announce(1, "aimant")])
    refused(both, Ally(0, 1), "both-announced", "9.5")
    refused(run(both, [Ally(0, 2), Ally(2, 0)]), Announce(2, "boussole"), "ally-announced", "9.5")


def test_9_6_an_alliance_takes_two_offers() -> None:
    state = window().apply(Ally(0, 1))
    assert state.players[0].ally is None
    refused(state, Ally(0, 1), "offered-already", "9.6")
    state = run(state, [Ally(0, 2), Ally(1, 0)])
    assert (state.players[0].ally, state.players[1].ally, state.offers) == (1, 0, frozenset())
    state = state.apply(StayAlone(3))
    refused(state, StayAlone(3), "alone-already", "9.6")
    refused(state, Ally(3, 2), "alone-already", "9.6")
    refused(state, Ally(2, 3), "stays-alone", "9.6")
    refused(state, Pass(0), "moment", "4.2")


def test_9_6_play_goes_on_when_at_most_one_is_undecided_and_then_it_is_too_late() -> None:
    actions = [Ally(0, 1), Ally(1, 0), StayAlone(2), Ally(3, 4), Ally(4, 3)]
    states = [window()]
    for action in actions:
        states.append(states[-1].apply(action))
    assert [state.phase for state in states] == [*[Phase.ALLIANCES] * 5, Phase.BETS]
    assert [before.turn == after.turn for before, after in pairwise(states)] == [True] * 5
    after = states[-1]
    assert (after.to_play, after.alone, after.offers) == ((6, 9), frozenset(), frozenset())
    refused(after, Ally(2, 3), "too-late-to-ally", "9.6")
    refused(after, StayAlone(2), "too-late-to-ally", "9.6")
    one_left = run(window(), [StayAlone(seat) for seat in (0, 1, 2, 4)])
    assert one_left.phase is Phase.BETS


def test_9_7_a_silent_ally_counts_as_silent_in_the_score() -> None:
    state = allied((0, 1)).apply(Announce(0, "boussole"))
    written = state.apply(Announce(2, "boussole")).players[2].announcement
    assert written is not None
    assert written.stake == 4 * 12  # 1, 3, 4 and 5


def test_9_1_with_four_players_the_refusal_says_how_many_it_takes() -> None:
    said = refused(window(4), Ally(0, 1), "too-few-to-ally", "9.1")
    assert "five players" in said.what.en
    refused(window(4), StayAlone(0), "too-few-to-ally", "9.1")


def test_9_6_the_prompt_says_what_can_be_done() -> None:
    state = window().apply(Ally(0, 1))
    assert GAME.prompt(state, 1).fr == "⟦0⟧ vous propose une alliance : acceptez, ou restez seul."
    assert GAME.prompt(state, 2).fr == "Le bouclier est vide : proposez une alliance, ou restez seul."
    state = run(state, [StayAlone(seat) for seat in (2, 3, 4)])
    assert GAME.prompt(state, 0).fr == "Le bouclier est vide : attendez une réponse, ou restez seul."


def test_9_8_allies_share_what_they_read_later() -> None:
    state = covered(allied((0, 1)), 6, Cover.K, (2, 1), (3, 1))
    state = bet(state, 6, 4)
    assert (state.place(6).consulted_by, state.place(6).known_to) == ({0}, {0, 1})
    clue = covered(allied((0, 1)), 6, Cover.EYE, (2, 1))
    clue = bet(clue, 6, 4).apply(ChooseClue(0, Metal.SILVER, 1))
    assert clue.clues[4].known_to == {0, 1, 2}
