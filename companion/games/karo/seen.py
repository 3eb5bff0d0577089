"""What the camera may see happen to the board: outcomes of turns, turns under way, and what no turn explains."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from companion.core.capabilities.board import Outcome, changed, changes_between
from companion.core.errors import Illegal
from companion.core.game import Action
from companion.core.text import Text
from companion.games.karo.actions import Arrange, PlaceDisc, Turn
from companion.games.karo.board import COLOURS, EMPTY, NO_TILE, PLAIN, TURNED_OVER, Cell, Cells
from companion.games.karo.four_circles import with_tile_moved
from companion.games.karo.phrases import cell_name
from companion.games.karo.refusals import refuse, wrong_moment
from companion.games.karo.state import Karo
from companion.games.karo.tile_moves import tile_fault

KEPT_MOMENTS = 4
"""Moments whose outcomes are remembered: now and, for a turn that goes on, the one before."""


def outcomes(state: Karo) -> tuple[Outcome, ...]:
    """Every legal action that changes the board, with what it changes."""
    return _outcomes(_Moment(state))


class _Moment:
    """A state that is told from others by what its turns depend on; its long past is not compared."""

    def __init__(self, state: Karo) -> None:
        self.state = state
        self._key = (state.options, state.board, state.corner, state.turn, state.hand, state.over)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Moment) and self._key == other._key


@lru_cache(maxsize=KEPT_MOMENTS)
def _outcomes(moment: _Moment) -> tuple[Outcome, ...]:
    state = moment.state
    before = state.cells
    found = (Outcome(action, changes_between(before, state.cells_after(action))) for action in state.legal_actions())
    return tuple(each for each in found if each.changes)


def continued(before: Karo, action: Action) -> tuple[Action, ...]:
    """Longer chains that begin as `action` did (clause 5.6): each stop is a legal end, and may be no end after all."""
    if not isinstance(action, Turn):
        return ()
    length = len(action.path)
    return tuple(
        turn
        for turn in before.legal_actions()
        if isinstance(turn, Turn)
        and (turn.disc, turn.tile, turn.tile_to) == (action.disc, action.tile, action.tile_to)
        and len(turn.path) > length
        and turn.path[:length] == action.path
    )


def half_done(state: Karo, seen: Cells) -> bool:
    """Whether `seen` may lie there in the middle of a legal turn.

    Every place shows what it did before, or what it will show, or has been emptied, or its new disc still has to be
    turned over; and no disc has come from nowhere. Or a tile was moved, with what stands on it, and nothing else yet.
    """
    before = state.cells
    turns = [each.action for each in outcomes(state) if isinstance(each.action, Turn)]
    if any(turn.tile is not None and with_tile_moved(before, turn) == seen for turn in turns):
        return True
    now, turning = changes_between(before, seen), not state.placing
    return bool(now) and any(
        now.keys() <= each.changes.keys()
        and all(_on_the_way(before.get(cell, NO_TILE), each.changes[cell], now[cell], turning) for cell in now)
        for each in outcomes(state)
        if _discs(before, seen) <= max(0, _discs(before, changed(before, each.changes)))
    )


def _discs(before: Cells, after: Cells) -> int:
    """How many discs have come."""
    count = [sum(mark != EMPTY for mark in cells.values()) for cells in (before, after)]
    return count[1] - count[0]


def _on_the_way(start: str, end: str, mark: str, turning: bool) -> bool:
    """Whether a place that showed `start` and will show `end` may show `mark` between; `turning`: discs turn over."""
    came = turning and mark == TURNED_OVER.get(end) and start != mark
    return mark in (end, EMPTY) or came


def fault_seen(state: Karo, seen: Cells) -> Illegal:
    """Why no legal turn leads to `seen`, with its clause, what differs and what to put back."""
    why = _fault(state, seen)
    what = MEND.filled(why=why.what, places=_told(state, seen))
    return Illegal(why.code, what, why.clause)


def _fault(state: Karo, seen: Cells) -> Illegal:
    rules = state.options.rules
    if state.over:
        return refuse("over")
    before = state.cells
    lost, new = ([c for c in one if c not in other] for one, other in ((before, seen), (seen, before)))
    if len(lost) != len(new) or len(lost) > 1:
        lie = state.placing or rules == "movers-hoppers"
        return refuse("tiles-lie" if lie else "tiles-count", rules, lost=len(lost), new=len(new))
    if state.placing:
        return _placing_fault(state, seen, bool(lost))
    tile, tile_to = (lost[0], new[0]) if lost else (None, None)
    left = [c for c in before if _colour(before[c]) is not None and _colour(seen.get(c, EMPTY)) != _colour(before[c])]
    came = [c for c in seen if _colour(seen[c]) is not None and _colour(before.get(c, EMPTY)) != _colour(seen[c])]
    own_left = [c for c in left if _colour(before[c]) == state.turn]
    own_came = [c for c in came if _colour(seen[c]) == state.turn]
    if any(_colour(seen[c]) != state.turn for c in came):
        return refuse("not-your-turn") if not own_came else refuse("one-disc", rules)
    if len(own_came) > 1 or len(own_left) > 1:
        return refuse("one-disc", rules)
    if not own_came or not own_left:
        return _standing_fault(state, tile, tile_to, "disc-gone" if left else "disc-came" if came else "turned-over")
    return _turn_fault(state, Turn(state.turn, own_left[0], (own_came[0],), tile, tile_to))


def _standing_fault(state: Karo, tile: Cell | None, tile_to: Cell | None, else_: str) -> Illegal:
    """No disc of the player went anywhere; `else_` is what else is amiss where no tile moved."""
    rules, before = state.options.rules, state.cells
    if tile is None or tile_to is None:
        return refuse(else_, rules)
    if rules == "movers-hoppers":
        return refuse("tiles-stay", rules)
    held = tile_fault(before, tile, tile_to)
    if held is None and rules == "four-circles" and before[tile] != EMPTY:
        held = "tile-not-empty"
    return refuse(held or ("carried-must-move" if rules == "clear-out" else "not-onto-tile"), rules)


def _turn_fault(state: Karo, turn: Turn) -> Illegal:
    """One disc went from one place to another, and perhaps a tile too."""
    rules = state.options.rules
    otherwise = refuse("jumped" if rules == "clear-out" else "faces", rules)
    ends = ((each.action, each.action.path[-1]) for each in outcomes(state) if isinstance(each.action, Turn))
    same = ((action.disc, action.tile, action.tile_to) for action, end in ends if end == turn.path[0])
    if (turn.disc, turn.tile, turn.tile_to) in set(same):
        return otherwise  # there is such a turn, but it leaves something else
    if rules == "clear-out" and turn.path[0] == turn.tile_to:
        return refuse("carried-must-move", rules)
    try:
        state.apply(turn)
    except Illegal as refusal:
        return refusal
    return otherwise


def _placing_fault(state: Karo, seen: Cells, tile_moved: bool) -> Illegal:
    rules, before = state.options.rules, state.cells
    if rules == "movers-hoppers":
        return refuse("tiles-stay", rules) if tile_moved else wrong_moment("not-arranged", rules, state.waits_for)
    if tile_moved or any(mark != EMPTY and seen.get(cell) != mark for cell, mark in before.items()):
        return wrong_moment("still-placing", rules, state.waits_for)
    came = [mark for cell, mark in seen.items() if before.get(cell) != mark]
    if len(came) > 1:
        return refuse("one-placed", rules)
    if state.waits_for == "pass":
        return wrong_moment("hand-empty", rules, "pass")
    mark = PLAIN[1 - state.turn if rules == "clear-out" else state.turn]
    if came and came[0] == TURNED_OVER[mark]:
        return refuse("plain-up", rules)
    return refuse("other-colour", rules)


def _colour(mark: str) -> int | None:
    return next((seat for seat in (0, 1) if mark in COLOURS[seat]), None)


def _told(state: Karo, seen: Cells) -> Text:
    """The places that differ, with what belongs there."""
    before = state.cells
    places = sorted(changes_between(before, seen))
    words = [(cell_name(state, cell), _WORDS[before.get(cell, NO_TILE)]) for cell in places]
    return Text(
        fr=", ".join(f"{name} {word.fr}" for name, word in words),
        en=", ".join(f"{name} {word.en}" for name, word in words),
    )


def stages(state: Karo, action: Action) -> tuple[dict[Cell, str], ...]:
    """The boards that people make one after the other while they carry out an action."""
    if isinstance(action, Turn):
        hops = (replace(action, path=action.path[:stop]) for stop in range(1, len(action.path) + 1))
        landed = tuple(state.cells_after(hop) for hop in hops)
        return landed if action.tile is None else (with_tile_moved(state.cells, action), *landed)
    return (state.cells_after(action),) if isinstance(action, PlaceDisc | Arrange) else ()


MEND = Text(fr="{why} Pour revenir : {places}.", en="{why} To go back: {places}.")
_WORDS = {
    NO_TILE: Text(fr="sans case", en="no tile"),
    EMPTY: Text(fr="case vide", en="empty tile"),
    "w": Text(fr="pion blanc plein", en="white disc, plain"),
    "W": Text(fr="pion blanc cercle", en="white disc, circle"),
    "r": Text(fr="pion rouge plein", en="red disc, plain"),
    "R": Text(fr="pion rouge cercle", en="red disc, circle"),
}
