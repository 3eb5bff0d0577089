"""The game's state as the house uses it: who acts, which actions are legal, and what they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Self, cast

from companion.core.actors import CHANCE, OVER, Actor, at_seat
from companion.core.game import Action, SeatAction
from companion.games.kaplan import actions, alliance, bets, clues, ending, judging, laying, setup, sorting, throwing
from companion.games.kaplan.dice import THROWS
from companion.games.kaplan.position import Phase, Position
from companion.games.kaplan.refusals import refuse

_PLAY: dict[type[Action], Callable[[Position, Any], Position]] = {
    actions.DrawColour: setup.draw_colour,
    actions.CardPassed: sorting.pass_card,
    actions.SortedByHand: sorting.sorted_by_hand,
    actions.DrawSymbol: setup.draw_symbol,
    actions.SpotSeen: laying.see_spot,
    actions.LayOut: laying.lay_out,
    actions.CoverCards: setup.cover,
    actions.ChooseFamily: setup.choose_family,
    actions.FirstPlayer: setup.first_player,
    actions.Throw: throwing.throw,
    actions.UseDice: throwing.use_dice,
    actions.Bet: bets.bet,
    actions.TurnLetter: bets.turn_letter,
    actions.LetterSeen: bets.letter_seen,
    actions.TakeBack: bets.take_back,
    actions.Pass: bets.pass_turn,
    actions.ChooseClue: clues.choose,
    actions.Ally: alliance.ally,
    actions.StayAlone: alliance.stay_alone,
    actions.Announce: ending.announce,
    actions.Reveal: ending.reveal,
    actions.ConfirmNumber: judging.confirm_number,
    actions.JudgeWord: judging.judge_word,
}


def _covers(position: Position) -> Iterator[Action]:
    return (actions.CoverCards(seat) for seat in position.seats)


_SEATS_CHOOSE: dict[Phase, Callable[[Position], Iterator[Action]]] = {
    Phase.COVER: _covers,
    Phase.FAMILIES: setup.family_choices,
    Phase.DICE: throwing.dice_choices,
    Phase.BETS: bets.bet_choices,
    Phase.CLUE: clues.clue_choices,
    Phase.ALLIANCES: alliance.alliance_choices,
    Phase.TRUTH: ending.reveal_choices,
    Phase.VERDICTS: judging.judgements,
    Phase.OVER: judging.judgements,
}

_Outcomes = tuple[tuple[Action, float], ...]


def _evenly(outcomes: tuple[Action, ...]) -> _Outcomes:
    return tuple((outcome, 1 / len(outcomes)) for outcome in outcomes)


_CHANCE_DRAWS: dict[Phase, Callable[[Position], _Outcomes]] = {
    Phase.COLOUR: lambda position: _evenly(setup.COLOURS),
    Phase.FIRST_SORT: sorting.sorts,
    Phase.SYMBOL: lambda position: _evenly(setup.SYMBOLS),
    Phase.SECOND_SORT: sorting.sorts,
    Phase.LAY_OUT: laying.layings,
    Phase.FIRST: lambda position: _evenly(tuple(actions.FirstPlayer(seat) for seat in position.seats)),
    Phase.THROW: lambda position: THROWS,
    Phase.LETTER: lambda position: _evenly(
        tuple(actions.LetterSeen(bets.unseen(position).number, letter) for letter in bets.letters_for(position))
    ),
}


@dataclass(frozen=True, slots=True)
class Kaplan(Position):
    """The state of one moment of a game of Le Mot de Kaplan."""

    @property
    def actor(self) -> Actor:
        if self.phase is Phase.OVER:
            return OVER
        if self.phase in _CHANCE_DRAWS:
            return CHANCE
        return at_seat(_awaited(self))

    def legal_actions(self) -> tuple[Action, ...]:
        choose = _SEATS_CHOOSE.get(self.phase)
        drawn = tuple(action for action, _ in self.chance_outcomes())
        chosen = () if choose is None else tuple(choose(self))
        return (*drawn, *chosen, *ending.announcements(self))

    def chance_outcomes(self) -> _Outcomes:
        draws = _CHANCE_DRAWS.get(self.phase)
        return () if draws is None else draws(self)

    def apply(self, action: Action) -> Self:
        play = _PLAY.get(type(action))
        if play is None:
            raise refuse("no-such-action")
        return cast(Self, play(self, action))


_OWN_CHANCE = (Phase.THROW, Phase.LETTER)
"""What the player in turn throws, or turns up."""


def awaited(position: Position) -> frozenset[int]:
    """Whoever must act, in phases where any seat may act all of these; never who may only announce."""
    if position.phase in _OWN_CHANCE and position.turn is not None:
        return frozenset({position.turn})
    choose = _SEATS_CHOOSE.get(position.phase)
    chosen = () if choose is None else choose(position)
    return frozenset(action.seat for action in chosen if isinstance(action, SeatAction)) or frozenset(position.seats)


def _awaited(position: Position) -> int:
    """The seat that the table waits for; where any seat may act, the first that has not acted."""
    if position.phase is Phase.FAMILIES:
        player = setup.next_without_family(position)
        assert player is not None
        return player.seat
    if position.phase is Phase.CLUE:
        assert position.claim is not None
        return position.claim.chooser
    if position.phase is Phase.ALLIANCES:
        return alliance.undecided(position)[0]
    if position.phase in (Phase.DICE, Phase.BETS):
        assert position.turn is not None
        return position.turn
    return 0
