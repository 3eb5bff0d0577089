"""What an action may be corrected to, without telling which hidden token lies where (clause 4.13)."""

from __future__ import annotations

from companion.core.capabilities.corrections import Worded
from companion.core.game import Action, SeatAction
from companion.core.text import Text, seat_name
from companion.games.kaplan.actions import (
    Ally,
    Bet,
    CardPassed,
    ChooseFamily,
    CoverCards,
    FirstPlayer,
    SpotSeen,
    StayAlone,
    Throw,
    TurnLetter,
    UseDice,
)
from companion.games.kaplan.names import FAMILIES
from companion.games.kaplan.phrases import label
from companion.games.kaplan.position import Position, Token

KNOWN_TO_ALL: tuple[type[Action], ...] = (CoverCards, ChooseFamily, UseDice, TurnLetter, Ally, StayAlone)
"""What these choose among lies open; what else a player does depends on tokens, clues or words that others do not
see."""
FORESEEN: tuple[type[Action], ...] = (Throw, FirstPlayer)
"""What other dice or another first player leave of a turn is plain to all; what another bet does may depend on hidden
tokens."""


def may_become(then: Position, now: Position, done: Action, legal: tuple[Action, ...]) -> tuple[Worded, ...]:
    """What `done` may be corrected to.

    Of tokens only those that are in the player's hand now, and the same token elsewhere: the hand of then, beside that
    of now, would tell which hidden token was laid. The same token comes first: its place among the others would, too.
    """
    told = [action for action in legal if not _is_for_eyes(action) and _is_told(now, done, action)]
    told.sort(key=lambda action: not _is_same_token(done, action))
    return tuple((_said(then, done, action), action) for action in told)


def _is_for_eyes(action: Action) -> bool:
    """Whether only the camera can say it: which card it was."""
    return isinstance(action, CardPassed | SpotSeen) and action.card is not None


def _is_told(now: Position, done: Action, action: Action) -> bool:
    if not isinstance(action, Bet) or _is_same_token(done, action):
        return True
    return Token(action.family, action.value) in now.players[action.seat].hand


def _is_same_token(done: Action, action: Action) -> bool:
    if not isinstance(done, Bet) or not isinstance(action, Bet):
        return False
    return (done.family, done.value) == (action.family, action.value)


def _said(then: Position, done: Action, action: Action) -> Text:
    if not isinstance(action, Bet):
        return label(then, action, action.seat if isinstance(action, SeatAction) else None)
    if isinstance(done, Bet) and done.hidden and _is_same_token(done, action):
        said = Text(fr="{who} pose ce même jeton sur le {place}", en="{who} lays this same token on {place}")
        return said.filled(who=seat_name(action.seat), place=action.place)
    said = Text(
        fr="{who} pose le jeton {value} ({family}) sur le {place}",
        en="{who} lays token {value} ({family}) on {place}",
    )
    family = FAMILIES[action.family]
    return said.filled(who=seat_name(action.seat), value=action.value, family=family, place=action.place)
