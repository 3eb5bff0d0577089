"""Clauses 2.15, 10.2 and 10.5, over all 384 draws: no word of the set-up depends on letters, clues or card numbers.

Every moment is built twice: with the printed deck, and with one whose cards look the same from their draw sides but
have other numbers, lenses, words and clues (`other_deck`). All that anybody is told must be the same to the letter.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.core.actors import Viewer
from companion.core.errors import Illegal
from companion.core.game import Action, legal_for
from companion.core.scene import Thing
from companion.core.views import view
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import CardPassed, ChooseFamily, CoverCards, LayOut, SpotSeen
from companion.games.kaplan.card_face import SPOTS, fits
from companion.games.kaplan.deck import Draw, deck
from companion.games.kaplan.options import Options
from companion.games.kaplan.pieces import Family
from companion.games.kaplan.position import Phase, Position, Shows, Spot
from companion.games.kaplan.state import Kaplan
from tests.games.kaplan.other_deck import played_with, twins
from tests.games.kaplan.playing import run

pytestmark = pytest.mark.whole

DRAWS = tuple(deck().words)
LIMIT = 50
"""Cards that have passed in the middle of the first sort; what is kept of them differs from draw to draw."""
NUMBERS = {card.ident: card.ident for card in deck().cards}
"""How the printed deck names the printed deck's cards."""


def moments(draw: Draw, number: dict[int, int]) -> Iterator[tuple[Kaplan, list[int]]]:
    """States of the set-up after `draw`, each with cards that the eyes may see then.

    `number`: how the deck in play names the printed deck's cards.
    """
    start = GAME.start(2, Options())
    first = replace(start, phase=Phase.FIRST_SORT, colour=draw.colour, window=draw.position)
    second = replace(first, phase=Phase.SECOND_SORT, shape=draw.symbol.shape, fill=draw.symbol.fill)
    keeps = [c.ident for c in twins().printed.cards if c.has(draw.colour, draw.position)]
    discards = [c.ident for c in twins().printed.cards if not c.has(draw.colour, draw.position)]
    laid = [c for c in keeps if twins().printed.card(c).holds(draw)]
    others = [c for c in keeps if c not in laid]
    every = sorted(keeps + discards)

    def sorting(state: Kaplan, kept: list[int], discarded: list[int]) -> Kaplan:
        passed = frozenset(number[c] for c in kept[:-1] + discarded)
        before = replace(state, kept=len(kept) - 1, discarded=len(discarded), passed=passed)
        return before.apply(CardPassed(True, number[kept[-1]]))

    halfway = [c for c in every[:LIMIT] if c in keeps], [c for c in every[:LIMIT] if c in discards]
    yield sorting(first, *halfway), every[:LIMIT:9]
    yield sorting(first, keeps[:-1], discards), every[::29]
    yield sorting(second, laid[:8], others[:5]), [*keeps[::7], *discards[:2]]
    yield sorting(second, laid[:-1], others), keeps[::7]
    yield replace(second, phase=Phase.LAY_OUT, spots=tuple(spots(draw, laid, number))), laid
    done = replace(second, phase=Phase.LAY_OUT).apply(LayOut())
    yield done, []
    yield run(done, [CoverCards(1), ChooseFamily(0, Family.STAR)]), []


def spots(draw: Draw, laid: list[int], number: dict[int, int]) -> Iterator[Spot]:
    """A dial on which half of the cards lie right, one lies wrong."""
    for index, name in enumerate(SPOTS):
        right = next(c for c in laid if fits(draw, twins().printed.card(c), name))
        wrong = next(c for c in laid if not fits(draw, twins().printed.card(c), name))
        if index == 3:
            yield Spot(name, Shows.WRONG, number[wrong])
        else:
            yield Spot(name, Shows.RIGHT, number[right]) if index % 2 else Spot(name)


def told(state: Kaplan, viewer: Viewer) -> list[Any]:
    """View, prompt, table, buttons, and the words of the story for all that chance may do."""
    outcomes = tuple(action for action, _ in state.chance_outcomes())
    own = () if viewer is None else legal_for(state, viewer)
    labels = [[view(a, viewer), view(GAME.label(state, a, viewer), viewer)] for a in (*outcomes, *own)]
    return [view(state, viewer), view(GAME.prompt(state, viewer), viewer), repr(GAME.depict(state)), labels]


def seen(state: Kaplan, cards: list[int], number: dict[int, int]) -> list[Any]:
    """What the station says of cards that lie there: findings, the story of their actions, refusals."""
    spot_xy_mm = [thing.xy_mm for thing in GAME.stock(state)] if state.phase is Phase.LAY_OUT else [None] * len(cards)
    things = tuple(
        Thing("card", "draw", str(number[card]), xy_mm) for card, xy_mm in zip(cards, spot_xy_mm, strict=False)
    )
    doubled = tuple(replace(thing, xy_mm=None) for thing in things[:1] * 2)
    words: list[Any] = []
    for found in (*GAME.findings(state, things), *GAME.findings(state, doubled)):
        words.append([found.mark.value, view(found.what, None)])
        if found.action is not None:
            words.append([view(found.action, None), view(GAME.label(state, found.action, None), None)])
            words.append(refusals(state, found.action))
    return words


def refusals(state: Kaplan, action: Action) -> list[Any]:
    """What is said to wrong versions of an action, and to the same one again."""
    wrong: list[tuple[Position, Action]] = [(state.apply(action), action)]
    if isinstance(action, CardPassed):
        wrong.append((state, replace(action, keep=not action.keep)))
    if isinstance(action, SpotSeen):
        wrong.append((state, replace(action, spot="13")))
        if action.card is not None:
            flipped = Shows.WRONG if action.shows is Shows.RIGHT else Shows.RIGHT
            wrong.append((state, replace(action, shows=flipped)))
    said = []
    for before, each in wrong:
        assert isinstance(before, Kaplan)
        with pytest.raises(Illegal) as caught:
            before.apply(each)
        said.append([str(caught.value), view(caught.value.what, None)])
    return said


def all_told(draw: Draw, number: dict[int, int]) -> str:
    everything = [
        [seen(state, cards, number), *(told(state, viewer) for viewer in (None, 1))]
        for state, cards in moments(draw, number)
    ]
    return json.dumps(everything, ensure_ascii=False)


def test_10_5_no_set_up_tells_letters_clues_or_card_numbers() -> None:
    """2.15, 10.2, 10.5: for each of the 384 draws."""
    assert len(DRAWS) == 384
    with played_with(twins().printed):
        printed = [all_told(draw, NUMBERS) for draw in DRAWS]
    with played_with(twins().twin):
        other = [all_told(draw, twins().number) for draw in DRAWS]
    assert printed == other


def test_10_5_the_two_decks_differ_in_all_that_is_secret() -> None:
    """Without this the test above could hold for want of any difference."""
    draw = DRAWS[0]
    with played_with(twins().printed):
        printed = [state for state, _ in moments(draw, NUMBERS)]
    with played_with(twins().twin):
        other = [state for state, _ in moments(draw, twins().number)]
    for one, twin in zip(printed[:4], other[:4], strict=True):
        assert one.passed != twin.passed
    assert [spot.card for spot in printed[4].spots] != [spot.card for spot in other[4].spots]
    for one, twin in zip(printed[5:], other[5:], strict=True):
        assert one.word != twin.word
        assert [place.letter for place in one.places] != [place.letter for place in twin.places]
        assert [(clue.kind, clue.text) for clue in one.clues] != [(clue.kind, clue.text) for clue in twin.clues]


@pytest.mark.parametrize("leak", ["card", "letter"])
def test_10_5_the_comparison_bites(monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    """A prompt that names a card or a letter is found out."""
    plain = GAME.prompt

    def leaking(state: Kaplan, viewer: Viewer) -> Any:
        secret = min(state.passed, default=0) if leak == "card" else [place.letter for place in state.places]
        return replace(plain(state, viewer), fr=f"{secret}")

    monkeypatch.setattr(GAME, "prompt", leaking)
    with played_with(twins().printed):
        printed = all_told(DRAWS[0], NUMBERS)
    with played_with(twins().twin):
        assert all_told(DRAWS[0], twins().number) != printed
