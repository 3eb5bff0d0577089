"""Ways into a game for the tests: scripted set-ups, positions changed by hand, random whole games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from companion.core.errors import Illegal
from companion.core.game import Action, pick_chance
from companion.core.match import Match, begin
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import (
    Announce,
    Bet,
    ChooseFamily,
    CoverCards,
    DrawColour,
    DrawSymbol,
    FirstPlayer,
    LayOut,
    SortedByHand,
    Throw,
    UseDice,
)
from companion.games.kaplan.ending import _fitting_word
from companion.games.kaplan.options import Deck, Options
from companion.games.kaplan.pieces import ClueKind, Colour, Cover, Family, Fill, SymbolShape
from companion.games.kaplan.position import PlacedToken, Token
from companion.games.kaplan.ringfit import ring
from companion.games.kaplan.state import Kaplan

WORD, START = "BOUSSOLE", 4
"""Laid from place 4: B4 O5 U6 S7 S8 O9 L10 E11; 12, 1, 2 and 3 are blank."""
FAMILIES = tuple(Family)

ANNOUNCE_SHARE = 0.004
"""Of the moments of a random game: rare enough that most games see clues and alliances first."""
JUDGED_SHARE = 0.3
"""Of the random games in which the table judges a word otherwise after the scores."""


CLUES = (
    (ClueKind.SYNONYM, "compas"),
    (ClueKind.LENGTH, "8"),
    (ClueKind.EXPRESSION, "la perdre"),
    (ClueKind.ANALOGY, "aimant"),
    (ClueKind.FIRST_LETTER, "B"),
    (ClueKind.GENDER_NUMBER, "F. sing."),
)
"""In the order of the shield's places: gold 1, gold 2, copper 1 and so on."""
HANDS = Options(sorting="hands")


def setup_actions(seats: int, *, first: int = 0) -> list[Action]:
    """A set-up by hand, up to the first player's lot."""
    each = 2 if seats == 2 else 1
    families = [ChooseFamily(n // each, FAMILIES[n]) for n in range(seats * each)]
    pawns = (DrawColour(Colour.GREEN, 2), DrawSymbol(SymbolShape.HEXAGON, Fill.TRANSPARENT))
    draw = [pawns[0], SortedByHand(), pawns[1], SortedByHand(), LayOut(), CoverCards(0)]
    return [*draw, *families, FirstPlayer(first)]


def ready(
    seats: int = 3, *, first: int = 0, word: str = WORD, start: int = START, number: str = "s", **options: object
) -> Kaplan:
    """The moment before the first throw (or first bet, without dice); player n has family n.

    The deck's own letters and clues give way to `word`, of that number ("s" or "p"), so that no test depends on which
    words the deck holds.
    """
    chosen = Options(**{"sorting": "hands", **options})  # type: ignore[arg-type]
    return spelling(run(GAME.start(seats, chosen), setup_actions(seats, first=first)), word, start, number)


def spelling(state: Kaplan, word: str = WORD, start: int = START, number: str = "s") -> Kaplan:
    """The state with another word under the crown and its clues on the shield; as it is with the own deck."""
    if state.options.deck == "own":
        return state
    places = tuple(replace(p, letter=letter) for p, letter in zip(state.places, ring(word, start), strict=True))
    clues = tuple(replace(c, kind=kind, text=text) for c, (kind, text) in zip(state.clues, CLUES, strict=True))
    return replace(state, word=word, word_number=number, places=places, clues=clues)


def run(state: Kaplan, actions: Sequence[Action]) -> Kaplan:
    for action in actions:
        state = state.apply(action)
    return state


def thrown(state: Kaplan, *faces: int, use: tuple[int, ...] | None = None) -> Kaplan:
    """The moment of the first bet after a throw, used as three faces unless told otherwise."""
    low, middle, high = sorted(faces)
    assert state.turn is not None
    return run(state, [Throw((low, middle, high)), UseDice(state.turn, use or (low, middle, high))])


def bet(state: Kaplan, place: int, value: int, family: Family | None = None) -> Kaplan:
    """The player whose turn it is bets, hidden or shown as the rules force."""
    return state.apply(the_bet(state, place, value, family))


def the_bet(state: Kaplan, place: int, value: int, family: Family | None = None) -> Bet:
    assert state.turn is not None
    family = family or state.players[state.turn].families[0]
    both = [Bet(state.turn, place, family, value, hidden) for hidden in (True, False)]
    (fitting,) = set(both) & set(state.legal_actions())
    assert isinstance(fitting, Bet)
    return fitting


def covered(state: Kaplan, place: int, cover: Cover, *bets: tuple[int, int]) -> Kaplan:
    """The state with another cover on a place, and (seat, value) bets on it, the first hidden, taken from the hands."""
    laid = tuple(
        PlacedToken(seat, state.players[seat].families[0], value, hidden=nth == 0)
        for nth, (seat, value) in enumerate(bets)
    )
    for token in laid:
        player = state.players[token.seat]
        state = state.with_player(replace(player, hand=player.hand - {Token(token.family, token.value)}))
    return state.with_place(replace(state.place(place), cover=cover, bets=laid))


def holding(state: Kaplan, seat: int, hand: Sequence[int], spent: Sequence[int] = ()) -> Kaplan:
    """The state in which a player holds these values of the first family, and has spent those."""
    player = state.players[seat]
    family = player.families[0]
    in_hand, face_up = (frozenset(Token(family, value) for value in values) for values in (hand, spent))
    return state.with_player(replace(player, hand=in_hand, spent=face_up))


def values(tokens: frozenset[Token]) -> set[int]:
    return {token.value for token in tokens}


def kinds(state: Kaplan, seat: int) -> set[str]:
    """The kinds of action that a seat may do now."""
    return {type(action).__name__ for action in state.legal_actions() if getattr(action, "seat", None) == seat}


def refused(state: Kaplan, action: Action, code: str, clause: str) -> Illegal:
    """Asserts that an action is not listed and is refused with that code and clause."""
    assert action not in state.legal_actions()
    with pytest.raises(Illegal) as caught:
        state.apply(action)
    assert (caught.value.code, caught.value.clause) == (f"kaplan.{code}", clause)
    return caught.value


@cache
def random_game(seats: int, options: Options, seed: int, announce_share: float = ANNOUNCE_SHARE) -> Match:
    """A whole game at random; announced words are right, right but for number, or wrong.

    Games are kept: several tests look at the same ones.
    """
    random = Random(seed)
    match = begin(GAME, seats, options)
    while match.state.scores is None:
        assert isinstance(match.state, Kaplan)
        match = match.play(_random_action(match.state, random, announce_share))
    if random.random() < JUDGED_SHARE and match.state.legal_actions():
        match = match.play(random.choice(match.state.legal_actions()))
    return match


def _random_action(state: Kaplan, random: Random, announce_share: float) -> Action:
    legal = state.legal_actions()
    announcing = [action for action in legal if isinstance(action, Announce)]
    if announcing and random.random() < announce_share:
        hidden = state.word or _fitting_word(state)
        other = hidden.removesuffix("S") if state.word_number == "p" else hidden + "S"
        return Announce(random.choice(announcing).seat, random.choice([hidden.lower(), other, "autrement"]))
    outcomes = state.chance_outcomes()
    if outcomes:
        return pick_chance(outcomes, random)
    return random.choice([action for action in legal if not isinstance(action, Announce)])


def every_setup(games: int) -> list[tuple[int, Options, int]]:
    """`games` set-ups: seats, options and seed, going through all of them evenly; the camera sorts in every fifth."""
    decks: tuple[Deck, Deck] = ("printed", "own")
    return [
        (
            2 + seed % 7,
            Options(
                decks[seed // 7 % 2],
                bluff=seed // 14 % 2 == 1,
                dice=seed // 28 % 2 == 0,
                sorting="camera" if seed % 5 == 0 else "hands",
                show_own_bets=seed % 3 == 0,
            ),
            seed,
        )
        for seed in range(games)
    ]
