"""RULES.md, 10: who may see what, in views, labels, prompts and on the table."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest

from companion.core.actors import Viewer
from companion.core.game import Action, legal_for
from companion.core.kit import check_declarations
from companion.core.views import view
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import Announce, Bet
from companion.games.kaplan.deck import deck
from companion.games.kaplan.options import Options
from companion.games.kaplan.pieces import Cover, Family
from companion.games.kaplan.position import Phase
from companion.games.kaplan.state import Kaplan
from tests.games.kaplan.playing import bet, covered, every_setup, random_game, ready, thrown


def told(state: Kaplan, viewer: Viewer) -> str:
    """All that a viewer is told of a moment, as one text."""
    own = [(view(a, viewer), view(GAME.label(state, a, viewer), viewer)) for a in own_actions(state, viewer)]
    shown = [view(state, viewer), view(GAME.prompt(state, viewer), viewer), own, repr(GAME.depict(state))]
    return json.dumps(shown, ensure_ascii=False)


def own_actions(state: Kaplan, viewer: Viewer) -> list[Action]:
    return [] if viewer is None else list(legal_for(state, viewer))


def test_10_1_a_letter_is_for_those_who_read_it() -> None:
    state = bet(thrown(covered(ready(), 4, Cover.K, (1, 5), (2, 4)), 4, 5, 6), 4, 1)
    seen = [sum("letter" in place for place in view(state, viewer)["places"]) for viewer in (0, 1, 2, None)]
    assert seen == [0, 1, 0, 0]
    clues = [clue for viewer in (0, 1, 2, None) for clue in view(state, viewer)["clues"]]
    assert all("text" not in clue and "kind" not in clue for clue in clues)


def test_10_2_the_word_is_for_nobody() -> None:
    state = ready(word="LABYRINTHE")
    for viewer in (None, 0, 1, 2):
        assert "LABYRINTHE" not in told(state, viewer).upper()
        assert "word" not in view(state, viewer)


def test_10_3_a_token_in_hand_is_for_its_owner_and_a_hidden_bet_for_nobody() -> None:
    state = thrown(ready(), 1, 2, 3)
    hidden, shown = Bet(0, 1, Family.SQUARE, 5, True), Bet(0, 1, Family.SQUARE, 5, False)
    assert GAME.label(state, hidden, 0).fr == "⟦0⟧ pose un jeton caché sur le 1"
    assert GAME.label(state, hidden, None).fr == "⟦0⟧ pose un jeton caché sur le 1"
    assert GAME.label(state, shown, 1).en == "⟦0⟧ lays token 5 (square) on 1"
    assert view(hidden, 1) == {"seat": 0, "place": 1, "family": "square", "hidden": True}
    assert view(hidden, 0)["value"] == 5
    assert view(state, 1)["players"][0]["hand"] == ["square"] * 9
    assert [token["value"] for token in view(state, 0)["players"][0]["hand"]] == list(range(1, 10))


def test_10_4_a_written_word_is_for_its_writer() -> None:
    action = Announce(1, "lanterne")
    assert [view(action, viewer).get("word") for viewer in (0, 1, None)] == [None, "lanterne", None]
    state = ready().apply(action)
    assert "lanterne" not in told(state, 0) + told(state, None) + repr(GAME.label(ready(), action, None))
    assert "lanterne" in told(state, 1)


def test_10_1_every_field_says_who_may_see_it() -> None:
    check_declarations(GAME)


@pytest.mark.parametrize(("seats", "options", "seed"), every_setup(14))
def test_10_nothing_that_a_viewer_may_not_see_reaches_it(seats: int, options: Options, seed: int) -> None:
    random = Random(seed)
    match = random_game(seats, options, seed)
    for state in match.states[seed::19]:
        assert isinstance(state, Kaplan)
        for viewer in (None, *range(seats)):
            assert told(GAME.disguise(state, viewer, random), viewer) == told(state, viewer)


def test_10_the_disguise_changes_all_that_is_secret() -> None:
    """Without this the test above could pass with a disguise that does nothing."""
    state = thrown(covered(ready(), 4, Cover.K, (1, 5), (2, 4)), 4, 5, 6).apply(Announce(2, "lanterne"))
    others = [GAME.disguise(state, 0, Random(seed)) for seed in range(20)]
    assert {other.word for other in others} <= {word.word for word in deck().words.values()}
    secrets: tuple[Callable[[Kaplan], object], ...] = (
        lambda s: s.word,
        lambda s: tuple(place.letter for place in s.places),
        lambda s: tuple(clue.text for clue in s.clues),
        lambda s: s.players[1].hand,
        lambda s: s.place(4).bets[0].value,
        lambda s: s.players[2].announcement,
    )
    for secret in secrets:
        assert len({secret(other) for other in others}) > 1
    assert {other.players[0].hand for other in others} == {state.players[0].hand}
    assert {other.place(4).bets[1] for other in others} == {state.place(4).bets[1]}
    assert {other.phase for other in others} == {Phase.BETS}
