"""A simulated player: it bets, guesses the word from what its seat has seen, and announces when few words are left."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random

from companion.core.game import Action, SeatAction, legal_for
from companion.games.kaplan.actions import Ally, Announce, ConfirmNumber, Pass, StayAlone, TurnLetter
from companion.games.kaplan.deck import deck
from companion.games.kaplan.pieces import ClueKind
from companion.games.kaplan.ringfit import starts_of
from companion.games.kaplan.state import Kaplan

THIRD_BET_SHARE = 0.7
"""Probability of making a third bet beyond the required two: most people use all three dice. Assumed."""
TURN_SHARE = 0.3
"""Probability of turning a letter when possible: it saves a token but helps everybody. Assumed."""
GUESS_SHARE = {1: 0.8, 2: 0.15}
"""Probability of announcing, by the number of words still possible; with more words it never announces. Assumed."""

ENOUGH_WORDS = max(GUESS_SHARE) + 1
"""With this number of possible words nobody announces, so the search stops there."""


def choose(state: Kaplan, seat: int, random: Random) -> Action:
    """One action for the player at `seat`, chosen from what that seat may see and from `random`."""
    legal = legal_for(state, seat)
    announce = next((action for action in legal if isinstance(action, Announce)), None)
    if announce is not None:
        words = possible_words(state, seat)
        if random.random() < GUESS_SHARE.get(len(words), 0.0):
            return Announce(seat, random.choice(words).lower())
    return random.choice(_wanted(state, tuple(a for a in legal if not isinstance(a, Announce)), random))


def possible_words(state: Kaplan, seat: int) -> tuple[str, ...]:
    """Words of the printed deck, at most `ENOUGH_WORDS`, that agree with every letter and clue that the seat knows.

    The draw itself is not used: people at the table would not look it up.
    """
    letters = {p.number: p.letter for p in state.places if p.letter is not None and (p.turned or seat in p.known_to)}
    clues = {(c.kind, c.text) for c in state.clues if c.kind is not None and seat in c.known_to}
    agree = (word for word, held in _vocabulary() if clues <= held and starts_of(word, letters))
    return tuple(islice(agree, ENOUGH_WORDS))


@cache
def _vocabulary() -> tuple[tuple[str, frozenset[tuple[ClueKind, str]]], ...]:
    """Every word of the printed deck with its clues, in alphabetical order."""
    words = {word.word: frozenset((kind, word.clue(kind)) for kind in ClueKind) for word in deck().words.values()}
    return tuple(sorted(words.items()))


def _wanted(state: Kaplan, legal: tuple[SeatAction, ...], random: Random) -> tuple[SeatAction, ...]:
    """The kind of action that the player picks at random, narrowed from the legal ones."""
    answers = tuple(action for action in legal if isinstance(action, ConfirmNumber))
    if answers:
        return answers
    if any(isinstance(action, StayAlone) for action in legal):
        return _partners(state, legal)
    stopping = tuple(action for action in legal if isinstance(action, Pass))
    if stopping:
        going_on = tuple(action for action in legal if action not in stopping)
        legal = going_on if going_on and random.random() < THIRD_BET_SHARE else stopping
    turning = tuple(action for action in legal if isinstance(action, TurnLetter))
    others = tuple(action for action in legal if action not in turning)
    if turning and others:
        return turning if random.random() < TURN_SHARE else others
    return legal


def _partners(state: Kaplan, legal: tuple[SeatAction, ...]) -> tuple[SeatAction, ...]:
    """Accept an open offer if there is one; otherwise any legal answer."""
    offered = {(offer.partner, offer.seat) for offer in state.offers}
    accepting = tuple(a for a in legal if isinstance(a, Ally) and (a.seat, a.partner) in offered)
    return accepting or legal
