"""The game's state as the house uses it: who acts, which actions are legal, and what they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Self, cast

from companion.core.actors import CHANCE, OVER, Actor, at_seat
from companion.core.game import Action
from companion.games.kaleidoscope import actions, overrule, setup, turns, words
from companion.games.kaleidoscope.position import Phase, Position
from companion.games.kaleidoscope.refusals import refuse

_PLAY: dict[type[Action], Callable[[Position, Any], Position]] = {
    actions.CapitalSeen: setup.capital_seen,
    actions.CapitalTold: setup.capital_told,
    actions.TurnUp: turns.turn_up,
    actions.LetterSeen: turns.letter_seen,
    actions.LetterTold: turns.letter_told,
    actions.Place: turns.place,
    actions.Discard: turns.discard,
    actions.Move: turns.move,
    actions.PickUp: turns.pick_up,
    actions.Pass: turns.pass_on,
    actions.RunOut: turns.run_out,
    actions.Announce: words.announce,
    actions.PointOut: words.point_out,
    actions.Doubt: words.doubt,
    actions.Accept: words.accept,
    actions.Refuse: words.refuse_it,
    actions.NoMore: words.no_more,
    actions.Decline: turns.decline,
    actions.RefuseWord: overrule.refuse_word,
    actions.AcceptWord: overrule.accept_word,
}

_SEATS_CHOOSE: dict[Phase, tuple[Callable[[Position], Iterable[Action]], ...]] = {
    Phase.CAPITAL: (setup.capital_choices, words.word_choices, overrule.overrule_choices),
    Phase.TURN: (turns.turn_choices, words.word_choices, words.no_more_choices, overrule.overrule_choices),
    Phase.SHOWN: (turns.told_choices, words.word_choices, overrule.overrule_choices),
    Phase.HELD: (turns.held_choices, words.word_choices, overrule.overrule_choices),
    Phase.JUDGED: (words.judge_choices,),
    Phase.OVER: (overrule.overrule_choices,),
}

_CHANCE_DRAWS: dict[Phase, Callable[[Position], setup.Outcomes]] = {
    Phase.CAPITAL: setup.capital_outcomes,
    Phase.SHOWN: turns.letter_outcomes,
}


@dataclass(frozen=True, slots=True)
class Kaleidoscope(Position):
    """The state of one moment of a game of Kaléidoscope."""

    @property
    def actor(self) -> Actor:
        """Who acts next; a decision of the table counts as an action of the player who has to convince it."""
        if self.phase in _CHANCE_DRAWS:
            return CHANCE
        if self.phase is Phase.OVER:
            return OVER
        return at_seat(self.turn if self.judged is None else self.judged.owner)

    def legal_actions(self) -> tuple[Action, ...]:
        drawn = tuple(action for action, _ in self.chance_outcomes())
        return (*drawn, *(action for choose in _SEATS_CHOOSE.get(self.phase, ()) for action in choose(self)))

    def chance_outcomes(self) -> setup.Outcomes:
        draws = _CHANCE_DRAWS.get(self.phase)
        return () if draws is None else draws(self)

    def apply(self, action: Action) -> Self:
        play = _PLAY.get(type(action))
        if play is None:
            raise refuse("no-such-action")
        return cast(Self, play(self, action))


def awaited(position: Position) -> frozenset[int]:
    """The player in turn; both while capitals are laid and while the table judges a word."""
    both = position.phase in (Phase.CAPITAL, Phase.JUDGED)
    return frozenset(position.seats if both else {position.turn})
