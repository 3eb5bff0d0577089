"""Which earlier actions somebody may correct, and to what: nobody learns from it what no page tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields

from companion.core.actors import Viewer
from companion.core.capabilities import offers
from companion.core.capabilities.corrections import OpensCorrections, Worded, WordsCorrections
from companion.core.game import Action, Game, SeatAction, State, open_fields
from companion.core.match import Match
from companion.core.text import Text, same


@dataclass(frozen=True, slots=True)
class Alternative:
    """What an action may be corrected to.

    Attributes:
        words: by which people choose it; no two alternatives of an action have the same.
        action: with an example in its open fields.
        written: names of the open fields, which people fill in.
    """

    words: Text
    action: Action
    written: frozenset[str] = frozenset()


def may_correct(match: Match, index: int, viewer: Viewer) -> bool:
    """Whether `viewer` may correct action `index`: chance's, the own ones, and those whose class is known to all."""
    done = match.actions[index]
    return not isinstance(done, SeatAction) or done.seat == viewer or _is_known(match.game, done)


def may_foresee(match: Match, index: int) -> bool:
    """Whether what a correction of action `index` would drop may be told before it is made."""
    opens = offers(match.game, OpensCorrections)
    return opens is not None and isinstance(match.actions[index], opens.foreseen)


def alternatives(match: Match, index: int, viewer: Viewer) -> tuple[Alternative, ...]:
    """What action `index` may be corrected to by `viewer`, the likeliest first; () where `viewer` may not correct it.

    The action itself is missing only where the story tells it; elsewhere its absence would.
    """
    if not may_correct(match, index, viewer):
        return ()
    return offered(match.game, match.states[index], match.state, match.actions[index], viewer)


def offered(game: Game, then: State, now: State, done: Action, viewer: Viewer) -> tuple[Alternative, ...]:
    """The same for an action `done` that was played in state `then`, when the present state is `now`."""
    legal = _legal_instead(game, then, done, viewer)
    words = offers(game, WordsCorrections)
    if words is None:
        legal = sorted(legal, key=lambda action: -_likeness(action, done))
        told = [(game.label(then, action, viewer), action) for action in legal if _can_be_said(action)]
    else:
        told = list(words.may_become(then, now, done, tuple(legal)))
        told.sort(key=lambda pair: type(pair[1]) is not type(done))
    line = game.label(then, done, viewer)
    return tuple(
        Alternative(said, action, _written(action))
        for said, action in _told_apart([pair for pair in told if pair[0] != line or _written(pair[1])])
    )


def _legal_instead(game: Game, then: State, done: Action, viewer: Viewer) -> list[Action]:
    """What chance or the same seat could do; of other seats the same thing, where everybody knows it."""
    legal = then.legal_actions()
    if not isinstance(done, SeatAction):
        return [action for action in legal if not isinstance(action, SeatAction)]
    alike = type(done) if _is_known(game, done) else ()
    return [
        action
        for action in legal
        if isinstance(action, SeatAction)
        and (action.seat == done.seat or isinstance(action, alike))
        and (action.seat == viewer or _is_known(game, action))
    ]


def _is_known(game: Game, action: Action) -> bool:
    opens = offers(game, OpensCorrections)
    return opens is not None and isinstance(action, opens.known_to_all)


def _can_be_said(action: Action) -> bool:
    """Whether people can report an action: they write its open fields, and one that only eyes fill in is empty."""
    return isinstance(action, SeatAction) or all(getattr(action, name) is None for name in open_fields(action))


def _written(action: Action) -> frozenset[str]:
    return frozenset(name for name in open_fields(action) if isinstance(getattr(action, name), str | int))


def _likeness(action: Action, done: Action) -> int:
    """How many fields are as in `done`: a wrong reading is mostly wrong in one."""
    if type(action) is not type(done):
        return -1
    return sum(getattr(action, each.name) == getattr(done, each.name) for each in fields(action))


def _told_apart(pairs: Sequence[Worded]) -> list[Worded]:
    """The same with a number behind words that stand there more than once."""
    times, seen = Counter(words for words, _ in pairs), Counter[Text]()
    apart = list[Worded]()
    for words, action in pairs:
        seen[words] += 1
        apart.append((words + same(f" ({seen[words]})") if times[words] > 1 else words, action))
    return apart
