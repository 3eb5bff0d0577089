"""What the partner says: its turn and how it stands, and what a past turn has missed, in plain words."""

from __future__ import annotations

from dataclasses import replace

from companion.core.capabilities.partner import GoesOn, Judgement, Thought
from companion.core.clock import Clock
from companion.core.game import Action
from companion.core.text import Text, seat_name
from companion.games.karo.actions import Pass
from companion.games.karo.levels import Advice, Level, advise, for_rules, turns_to_win, worth
from companion.games.karo.phrases import label
from companion.games.karo.search.clear_out_value import ClearOutValue
from companion.games.karo.search.four_circles_value import CIRCLE
from companion.games.karo.search.movers_hoppers_value import A_ROW
from companion.games.karo.state import Karo

JUDGE = Level("judge", Text(fr="Arbitre", en="Judge"), 4, 5.0, 20_000)
"""Four turns ahead: what a careful player could have seen at the table; a second or less on a laptop."""

_CIRCLES = Text(fr="cercle", en="circle"), Text(fr="cercles", en="circles")
_STEPS = Text(fr="pas en avant", en="step forward"), Text(fr="pas en avant", en="steps forward")
UNITS: dict[str, tuple[int, tuple[Text, Text]]] = {
    "four-circles": (CIRCLE, _CIRCLES),
    "movers-hoppers": (A_ROW, _STEPS),
    "clear-out": (ClearOutValue.CIRCLE, _CIRCLES),
}
"""Points, and what people would call so much, one and several: values are told in it."""
MUCH = 3
"""Units from which on a player stands clearly better."""


def think(state: Karo, level: Level, time_s: float, clock: Clock, goes_on: GoesOn) -> Thought:
    """The turn to play, and how the player stands. Raises `Illegal` when the game is over."""
    level = replace(for_rules(level, state.options.rules), time_s=time_s)
    advice = advise(state, level, clock, goes_on)
    return Thought(advice.line, outlook(state, advice))


def outlook(state: Karo, advice: Advice) -> Text:
    """How the player to move stands, in one sentence."""
    turns, who, other = advice.wins_in, seat_name(state.turn), seat_name(1 - state.turn)
    if turns is not None:
        words = _WINS_NOW if _own_turns(turns) == 1 else _WINS
        return words.filled(who=who if turns > 0 else other, turns=_own_turns(turns))
    units = abs(advice.value) / UNITS[state.options.rules][0]
    if units < 1:
        return _EVEN
    return (_CLEARLY if units >= MUCH else _SLIGHTLY).filled(who=who if advice.value > 0 else other)


def judge(state: Karo, action: Action, time_s: float, clock: Clock, goes_on: GoesOn) -> Judgement:
    """What `action` has missed at `state`. Raises `Illegal` for an illegal action."""
    if isinstance(action, Pass) or len(state.legal_actions()) == 1:
        return Judgement(action, _ONLY, False)
    start_s = clock.now_s()
    advice = advise(state, replace(JUDGE, time_s=time_s / 2), clock, goes_on)
    best = advice.line[0]
    if best == action:
        return Judgement(action, _BEST, False)
    left_s = max(0.0, time_s - (clock.now_s() - start_s))
    value = worth(state, action, replace(JUDGE, depth=advice.depth, time_s=left_s), clock, goes_on)
    if value >= advice.value:
        return Judgement(action, _AS_GOOD, False)
    better, turns, wins = label(state, best), turns_to_win(value), advice.wins_in
    if wins is not None and wins > 0:
        if turns is not None and turns > 0:
            return Judgement(best, _SLOWER.filled(turns=_own_turns(turns), least=_own_turns(wins)), False)
        words = _MISSED_WIN_NOW if _own_turns(wins) == 1 else _MISSED_WIN
        return Judgement(best, words.filled(turns=_own_turns(wins), better=better), True)
    if turns is not None:
        if wins is not None:
            return Judgement(best, _LOST_ANYWAY, False)
        return Judgement(best, _LETS_WIN.filled(who=seat_name(1 - state.turn), better=better), True)
    points, names = UNITS[state.options.rules]
    units = round((advice.value - value) / points)
    if units == 0:
        return Judgement(best, _NEARLY.filled(better=better), False)
    costs = _COSTS.filled(units=units, unit=names[units > 1], better=better)
    return Judgement(best, costs, units >= MUCH)


def _own_turns(turns: int) -> int:
    """How many turns of the winner are among `turns` of both."""
    return (abs(turns) + 1) // 2


_WINS_NOW = Text(fr="{who} gagne à son prochain coup.", en="{who} wins at the next turn.")
_WINS = Text(fr="{who} gagne en {turns} coups.", en="{who} wins in {turns} turns.")
_EVEN = Text(fr="La partie est égale.", en="The game is even.")
_SLIGHTLY = Text(fr="{who} est un peu mieux.", en="{who} is a little better off.")
_CLEARLY = Text(fr="{who} est nettement mieux.", en="{who} is clearly better off.")
_ONLY = Text(fr="Le seul coup possible.", en="The only possible turn.")
_BEST = Text(fr="Le meilleur coup.", en="The best turn.")
_AS_GOOD = Text(fr="Aussi bon que le choix du partenaire.", en="As good as the partner's choice.")
_NEARLY = Text(fr="Presque aussi bon que : {better}.", en="Nearly as good as: {better}.")
_COSTS = Text(
    fr="Coûte autant que {units} {unit} environ. Mieux : {better}.",
    en="Costs about as much as {units} {unit}. Better: {better}.",
)
_MISSED_WIN_NOW = Text(fr="Manque un gain immédiat : {better}.", en="Misses an immediate win: {better}.")
_MISSED_WIN = Text(fr="Manque un gain en {turns} coups : {better}.", en="Misses a win in {turns} turns: {better}.")
_SLOWER = Text(
    fr="Gagne aussi, en {turns} coups au lieu de {least}.", en="Wins too, in {turns} turns instead of {least}."
)
_LETS_WIN = Text(fr="Laisse gagner {who}. Mieux : {better}.", en="Lets {who} win. Better: {better}.")
_LOST_ANYWAY = Text(fr="La partie était déjà perdue.", en="The game was lost already.")
