"""What may have happened on a board, and how likely each is: nothing, every legal turn, a chain that went on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.core.capabilities.board import NO_TILE, Cell, HasBoard, Outcome, Places, changed, changes_between
from companion.core.game import Action, State
from companion.perception.boards.sight import LEAST_LOG_LIKELIHOOD, BoardSight
from companion.perception.boards.tracker import BoardTracker
from companion.table.session import Session

NO_RULE = -6.0
"""Logarithm of how much rarer it is that people do what no rule allows."""
HALF_DONE = -1.5
"""Logarithm of how much rarer it is that a table comes to rest in the middle of a turn."""
TOLD = 10.0
"""How much likelier (a logarithm) the board is as people said, when it is more so than as it lay before."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What may have happened: an action, or None for nothing; instead of the last action when `goes_on`."""

    action: Action | None
    score: float
    changes: Mapping[Cell, str]
    goes_on: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """All that may have happened.

    Attributes:
        free: the likeliest board, whatever the rules say. half_done: it may lie there in the middle of a turn.
        guesses: what the rules allow. likely: the probability of each. best: the likeliest one's number.
    """

    free: Places
    half_done: bool
    guesses: Sequence[Guess]
    likely: Sequence[float]
    best: int

    @property
    def guess(self) -> Guess:
        """The likeliest of all."""
        return self.guesses[self.best]


def weighed_up(session: Session, game: HasBoard, tracker: BoardTracker, sight: BoardSight) -> Weighed:
    """What `sight`, a look of `tracker` at the session's board, may mean."""
    state = session.match.state
    now = game.places(state)
    free = sight.best(len(now))
    guesses = _guesses(session, game, tracker, sight, free)
    legal = any(changed(now, guess.changes) == free for guess in guesses)
    half_done = not legal and game.half_done(state, free)
    likely = _likely(guesses, 0.0 if legal else HALF_DONE if half_done else NO_RULE)
    best = max(range(len(guesses)), key=lambda n: likely[n])
    return Weighed(free, half_done, guesses, likely, best)


def on_the_way(lay: Places, now: Places, free: Places) -> bool:
    """Whether the match went on without the table (told on a phone, taken back, put right), and hands still follow it.

    Then the table, `free`, shows at every place what lay there before (`lay`) or what the match has there `now`, and is
    not yet as the match has it: nobody has made a turn, and nothing is played.
    """
    return free != now and changes_between(lay, free).items() <= changes_between(lay, now).items() and lay != now


def was_taken_back(session: Session, game: HasBoard, free: Places) -> bool:
    """Whether the table shows what people took back or put right since anything was played."""
    return any(game.places(each.match.state) == free for each in session.state.before)


def _guesses(session: Session, game: HasBoard, tracker: BoardTracker, sight: BoardSight, free: Places) -> list[Guess]:
    """All that the rules allow, nothing included; turns that lead to the very same state count as one.

    Each is scored by how much likelier it is than the likeliest board of all, `free`.
    """
    match = session.match
    now = game.places(match.state)
    base = sight.log_likelihood(now) - sight.log_likelihood(free)
    told = sight.log_likelihood(now) > sight.log_likelihood(tracker.marks)
    guesses = [Guess(None, base + (TOLD if told else 0.0), {})]
    for outcome in _told_apart(match.state, game.outcomes(match.state)):
        guesses.append(Guess(outcome.action, base + _gain(sight, now, outcome.changes), outcome.changes))
    if match.actions and session.evidence(len(match.actions) - 1):
        before = match.states[-2]
        for action in game.continued(before, match.actions[-1]):
            changes = changes_between(now, game.places(before.apply(action)))
            guesses.append(Guess(action, base + _gain(sight, now, changes), changes, goes_on=True))
    return [each for each in guesses if each.score > LEAST_LOG_LIKELIHOOD or each.action is None]


def _gain(sight: BoardSight, now: Places, changes: Mapping[Cell, str]) -> float:
    return sight.score(changes) - sum(
        sight.scores[cell][now.get(cell, NO_TILE)] if cell in sight.scores else 0.0 for cell in changes
    )


def _told_apart(state: State, outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Of actions that leave the very same state behind, the first: round which way a chain went matters to nobody."""
    alike: dict[frozenset[tuple[Cell, str]], list[Outcome]] = {}
    for outcome in outcomes:
        alike.setdefault(frozenset(outcome.changes.items()), []).append(outcome)
    found = []
    for own in alike.values():
        after = [state.apply(each.action) for each in own] if len(own) > 1 else [state]
        found += [each for n, each in enumerate(own) if after.index(after[n]) == n]
    return found


def _likely(guesses: Sequence[Guess], otherwise: float) -> list[float]:
    """Probability of each guess; `otherwise` is the logarithm of the likelihood of all that no rule allows."""
    scores = np.array([guess.score for guess in guesses])
    best = max(float(scores.max()), otherwise)
    weights = np.exp(scores - best)
    whole = weights.sum() + (math.exp(otherwise - best) if otherwise < 0 else 0.0)
    return [float(weight / whole) for weight in weights]
