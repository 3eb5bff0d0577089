"""Drawing the pawns, covering the cards, choosing families and the first player (clauses 2.3, 2.4, 2.8 to 2.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.core.text import seat_name
from companion.games.kaplan import check
from companion.games.kaplan.actions import ChooseFamily, CoverCards, DrawColour, DrawSymbol, FirstPlayer
from companion.games.kaplan.names import FAMILIES
from companion.games.kaplan.pieces import VALUES, WINDOWS, Colour, Cover, Family, Fill, SymbolShape
from companion.games.kaplan.position import Phase, Player, Position, Token
from companion.games.kaplan.refusals import refuse
from companion.games.kaplan.turns import begin_turn

COLOURS = tuple(DrawColour(colour, position) for colour in Colour for position in WINDOWS)
SYMBOLS = tuple(DrawSymbol(shape, fill) for shape in SymbolShape for fill in Fill)


def families_each(position: Position) -> int:
    """Number of families per player: two in a game for two (clause 2.10), else one."""
    return 2 if len(position.players) == 2 else 1


def draw_colour(position: Position, action: DrawColour) -> Position:
    """The position after the colour pawn was drawn; the first sort begins.

    Raises:
        Illegal: wrong moment (2.3), or the bag has no such pawn (1.2).
    """
    check.moment(position, action, Phase.COLOUR)
    if action not in COLOURS:
        raise refuse("no-pawn")
    return replace(position, colour=action.colour, window=action.position, phase=Phase.FIRST_SORT)


def draw_symbol(position: Position, action: DrawSymbol) -> Position:
    """The position after the symbol pawn was drawn; the second sort begins.

    Raises:
        Illegal: wrong moment (2.4), or the bag has no such pawn (1.2).
    """
    check.moment(position, action, Phase.SYMBOL)
    if action not in SYMBOLS:
        raise refuse("no-pawn")
    return replace(position, shape=action.shape, fill=action.fill, phase=Phase.SECOND_SORT)


def cover(position: Position, action: CoverCards) -> Position:
    """The position after all letter cards were covered with sarcophagi, K up.

    Raises:
        Illegal: wrong moment (2.8), or no such seat (2.1).
    """
    check.player(position, action.seat)
    check.moment(position, action, Phase.COVER)
    covered = tuple(replace(place, cover=Cover.K) for place in position.places)
    return replace(position, places=covered, phase=Phase.FAMILIES)


def choose_family(position: Position, action: ChooseFamily) -> Position:
    """The position after a player took a family of tokens.

    Raises:
        Illegal: wrong moment or the family is taken (2.9); the player has all families due (2.9, 2.10); no such seat
            (2.1).
    """
    player = check.player(position, action.seat)
    check.moment(position, action, Phase.FAMILIES)
    if len(player.families) == families_each(position):
        code = "enough-families" if families_each(position) == 1 else "two-families"
        raise refuse(code, clause="2.9" if families_each(position) == 1 else "2.10", who=seat_name(action.seat))
    if action.family not in free_families(position):
        raise refuse("family-taken", family=FAMILIES[action.family])
    tokens = frozenset(Token(action.family, value) for value in VALUES)
    richer = replace(player, families=(*player.families, action.family), hand=player.hand | tokens)
    after = position.with_player(richer)
    return replace(after, phase=Phase.FIRST) if next_without_family(after) is None else after


def free_families(position: Position) -> tuple[Family, ...]:
    """Families that nobody has taken."""
    taken = {family for player in position.players for family in player.families}
    return tuple(family for family in Family if family not in taken)


def without_family(position: Position) -> tuple[int, ...]:
    """Seats that still have to take a family, in order."""
    return tuple(p.seat for p in position.players if len(p.families) < families_each(position))


def next_without_family(position: Position) -> Player | None:
    """The first player who still has to take a family; None when all have theirs."""
    return next((position.players[seat] for seat in without_family(position)), None)


def family_choices(position: Position) -> Iterator[Action]:
    """Every free family for every player who still has to take one."""
    for seat in without_family(position):
        yield from (ChooseFamily(seat, family) for family in free_families(position))


def first_player(position: Position, action: FirstPlayer) -> Position:
    """The position after the first player was drawn by lot; that player's turn begins.

    Raises:
        Illegal: wrong moment (2.11), or no such seat (2.1).
    """
    check.moment(position, action, Phase.FIRST)
    check.player(position, action.first)
    return begin_turn(position, action.first)
