"""A partner to play against: it says its move, gives the best line on request, and tells what a move has missed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.capabilities.partner import GoesOn, always
from companion.core.clock import Clock
from companion.core.game import Action
from companion.core.text import Text
from companion.games.karo.actions import Arrange
from companion.games.karo.bits.clear_out import ClearOut
from companion.games.karo.bits.four_circles import FourCircles
from companion.games.karo.bits.frame import Spot
from companion.games.karo.bits.movers_hoppers import MoversHoppers
from companion.games.karo.fast import FastRules, action_of, fast_rules
from companion.games.karo.options import Rules
from companion.games.karo.refusals import refuse
from companion.games.karo.search.clear_out_value import ClearOutValue
from companion.games.karo.search.four_circles_value import FourCirclesValue
from companion.games.karo.search.movers_hoppers_value import MoversHoppersValue
from companion.games.karo.search.negamax import Negamax, Value
from companion.games.karo.search.scores import WON, is_won, later
from companion.games.karo.state import Karo


@dataclass(frozen=True, slots=True)
class Level:
    """How well the partner plays.

    Attributes:
        key: its name for programs and settings.
        depth: turns that it looks ahead, at most; `for_rules` knows the game in which it looks further.
        time_s: seconds after which it stops looking and plays the best it has found.
        looks: positions after which it does so, whatever the clock says: for measurements that anyone can repeat.
    """

    key: str
    name: Text
    depth: int
    time_s: float
    looks: float = float("inf")


LEVELS = (
    Level("beginner", Text(fr="Débutant", en="Beginner"), 1, 1.0),
    Level("casual", Text(fr="Promeneur", en="Casual"), 2, 2.0),
    Level("strong", Text(fr="Aguerri", en="Strong"), 4, 5.0),
    Level("master", Text(fr="Maître", en="Master"), 12, 10.0),
)
"""Weakest first. A table waits ten seconds for a good move, not longer."""
FURTHER: dict[Rules, float] = {"movers-hoppers": 1.75}
"""How many times as far as its depth says a level looks ahead, by game; once where nothing is said. A moment of Movers
& Hoppers has a dozen turns, one of the other games fifty and more, so the same time goes further."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What the partner thinks of a moment.

    Attributes:
        line: the best line, the first action to be played now; it may be cut short.
        value: points for the player to move; see `wins_in` for a decided game.
        depth: turns looked ahead.
        looks: positions looked at.
        took_s: seconds that it took.
    """

    line: tuple[Action, ...]
    value: int
    depth: int
    looks: int
    took_s: float

    @property
    def wins_in(self) -> int | None:
        """Turns of both players until the game is decided: above 0 for the player to move, below 0 against."""
        return turns_to_win(self.value)


def turns_to_win(value: int) -> int | None:
    """Turns of both players until a decided game ends: above 0 for the player to move, below 0 against; else None."""
    if not is_won(value):
        return None
    turns = WON - abs(value)
    return turns if value > 0 else -turns


def level(key: str) -> Level:
    """The level called `key`. Raises KeyError."""
    return {each.key: each for each in LEVELS}[key]


def for_rules(level: Level, rules: Rules) -> Level:
    """The level as it plays by `rules`."""
    return replace(level, depth=int(level.depth * FURTHER.get(rules, 1.0)))


def advise(state: Karo, level: Level, clock: Clock, goes_on: GoesOn = always) -> Advice:
    """The best line from `state`, as far as the level looks; cut short when `goes_on` says no.

    Raises `Illegal` when the game is over.
    """
    if state.over:
        raise refuse("over")
    legal = state.legal_actions()
    if isinstance(legal[0], Arrange):
        return Advice((_first_camp(state),), 0, 0, 1, 0.0)
    rules = fast_rules(state, level.depth + 1)
    root = rules.frame.spot(state)
    search = Negamax(rules, value_for(rules), clock, seen_before(state, rules, root))
    found = search.deepen(root, level.depth, level.time_s, level.looks, goes_on)
    line = tuple(action_of(rules.frame, (state.turn + n) % 2, move) for n, move in enumerate(found.line))
    return Advice(line, found.value, found.depth, found.looks, found.took_s)


def glance(state: Karo) -> dict[Action, int]:
    """What each turn is worth at first sight, in points for the player who makes it; `scores.WON` for one that wins."""
    rules = fast_rules(state)
    value, root = value_for(rules), rules.frame.spot(state)
    looks = {}
    for move in rules.moves(root):
        after = rules.after(root, move)
        looks[action_of(rules.frame, state.turn, move)] = -WON * rules.won(after) or -value.value(after)
    return looks


def worth(state: Karo, action: Action, level: Level, clock: Clock, goes_on: GoesOn = always) -> int:
    """What a legal action is worth to the player of `state`, on the scale of `advise` with the same level.

    Compared with `advise(...).value` it tells what the action has missed. Raises `Illegal` for an illegal action.
    """
    after = state.apply(action)
    if after.over:
        return 0 if after.winner is None else WON - 1 if after.winner == state.turn else 1 - WON
    if level.depth == 1:
        rules = fast_rules(after)
        return -later(value_for(rules).value(rules.frame.spot(after)), 1)
    reply = advise(after, replace(level, depth=level.depth - 1), clock, goes_on)
    return later(-reply.value, 1)


def value_for(rules: FastRules) -> Value:
    """What positions of a rule set are worth, for the search."""
    if isinstance(rules, FourCircles):
        return FourCirclesValue(rules)
    if isinstance(rules, MoversHoppers):
        return MoversHoppersValue(rules)
    assert isinstance(rules, ClearOut)
    return ClearOutValue(rules)


def seen_before(state: Karo, rules: FastRules, root: Spot) -> frozenset[Spot]:
    """Positions of this game that one move would bring back: the search counts them as drawn already, so that who is
    ahead goes elsewhere."""
    if state.placing:
        return frozenset()
    past, seen = set(state.past), set()
    for move in rules.moves(root):
        if state.apply(action_of(rules.frame, state.turn, move)).key in past:
            seen.add(rules.after(root, move))
    return frozenset(seen)


def _first_camp(state: Karo) -> Arrange:
    """Circles behind plain discs: each has one to jump at once."""
    camps = [action for action in state.legal_actions() if isinstance(action, Arrange)]
    at_bottom = (state.options.white_end == "bottom") == (state.turn == 0)
    front, back = ("www/", "/WWW") if state.turn == 0 else ("rrr/", "/RRR")
    wanted = front + back[1:] if at_bottom else back[1:] + "/" + front[:-1]
    return next(camp for camp in camps if camp.camp == wanted)
