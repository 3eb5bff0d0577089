"""The end of a round, and of the game (clauses 4.7 to 4.13, 6.1 to 6.4, 7.1 to 7.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.core.text import Text
from companion.games.leprechauns.actions import Discard, Exchange, KeepChest, PassPrems
from companion.games.leprechauns.clauses import discard_clause, exchange_clause
from companion.games.leprechauns.pieces import ActionKind, Chest, Edition
from companion.games.leprechauns.position import ROUNDS, Phase, Player, Position
from companion.games.leprechauns.refusals import refuse, require
from companion.games.leprechauns.setup import begin_round


def settle(position: Position) -> Position:
    """The position after everybody has tried: what the action card still asks for, then passing on PREM'S."""
    prizes = {p.seat: p.prize.value for p in position.players if p.prize is not None}
    least = min(prizes.values(), default=0)
    settled = replace(position, smallest=tuple(seat for seat, value in prizes.items() if value == least))
    settled = replace(settled, turned=tuple(replace(each, told_to=frozenset(), done=True) for each in settled.turned))
    if position.playing(ActionKind.EXCHANGE) and exchanger(settled) is not None:
        return replace(settled, phase=Phase.EXCHANGE)
    if position.playing(ActionKind.EVEN) or position.playing(ActionKind.ODD):
        owing = tuple(s for s in position.from_holder() if s in prizes and prizes[s] % 2 == _parity(position))
        return _collect(replace(settled, owing=owing))
    return _pass_on(settled)


def exchanger(position: Position) -> int | None:
    """The seat that may swap its chest; None when nobody may.

    It is the winner of the smallest chest or, in the print edition, of the smallest chest without a tie. Nobody may
    when a tie cancels the exchange or there is no other chest to swap for.
    """
    prizes = {player.seat: player.prize.value for player in position.players if player.prize is not None}
    for value in sorted(set(prizes.values())):
        winners = [seat for seat, prize in prizes.items() if prize == value]
        if len(winners) == 1:
            return winners[0] if any(_swaps(position, winners[0])) else None
        if position.options.edition == "boxed":
            return None
    return None


def _swaps(position: Position, seat: int) -> Iterator[Exchange]:
    """Every possible swap of the chest that the seat won in this round (clauses 4.8, 4.9)."""
    for player in position.players:
        if player.seat == seat:
            continue
        if player.prize is not None:
            yield Exchange(seat, player.seat)
        if position.options.edition == "print":
            earlier = sorted({chest.value for chest in player.won})
            yield from (Exchange(seat, player.seat, value) for value in earlier)


def swapped_for(position: Position, swap: Exchange) -> int:
    """The value of the chest that the swap takes."""
    if swap.value is not None:
        return swap.value
    prize = position.players[swap.partner].prize
    return 0 if prize is None else prize.value


def exchange_choices(position: Position) -> Iterator[Action]:
    """Every possible swap, and keeping the chest."""
    seat = exchanger(position)
    assert seat is not None
    yield from _swaps(position, seat)
    yield KeepChest(seat)


def exchange(position: Position, action: Exchange) -> Position:
    """The position after the swap; the round ends.

    Raises:
        Illegal: wrong moment (4.7), another player may swap, or that chest cannot be taken (4.8, 4.9).
    """
    _require_exchanger(position, action)
    swaps = tuple(_swaps(position, action.seat))
    if action not in swaps:
        free = tuple(dict.fromkeys(swap.partner for swap in swaps))
        raise refuse("no-prize" if position.options.edition == "boxed" else "no-such-swap", free=free)
    one, other = position.players[action.seat], position.players[action.partner]
    assert one.prize is not None
    if action.value is None:
        taken, other = other.prize, replace(other, prize=one.prize)
    else:
        at = [chest.value for chest in other.won].index(action.value)
        taken, other = other.won[at], replace(other, won=(*other.won[:at], one.prize, *other.won[at + 1 :]))
    return _pass_on(position.with_player(replace(one, prize=taken)).with_player(other))


def keep_chest(position: Position, action: KeepChest) -> Position:
    """The position after the winner of the smallest chest kept it; the round ends.

    Raises:
        Illegal: wrong moment (4.7), or the decision is another player's (4.8, 4.9).
    """
    _require_exchanger(position, action)
    return _pass_on(position)


def _require_exchanger(position: Position, action: Exchange | KeepChest) -> None:
    require(position, Phase.EXCHANGE, action)
    seat = exchanger(position)
    assert seat is not None
    if action.seat != seat:
        raise refuse("not-exchanger", clause=exchange_clause(position), who=(seat,))


def _parity(position: Position) -> int:
    return 0 if position.playing(ActionKind.EVEN) else 1


def parity_word(position: Position) -> Text:
    """ "even" or "odd": the chests that this round's action card makes people give up."""
    return Text(fr="pair", en="even") if _parity(position) == 0 else Text(fr="impair", en="odd")


def discardable(position: Position, seat: int) -> tuple[int, ...]:
    """Values of the player's earlier chests that this round's card demands, smallest first, each once."""
    earlier = position.players[seat].won
    return tuple(sorted({chest.value for chest in earlier if chest.value % 2 == _parity(position)}))


def discard_choices(position: Position) -> Iterator[Action]:
    """Every chest that a seat may give up."""
    return (Discard(seat, value) for seat in position.owing for value in discardable(position, seat))


def discard(position: Position, action: Discard) -> Position:
    """The position after a player gave up an earlier chest.

    Raises:
        Illegal: wrong moment, this seat owes nothing, or the chest is not one to give up (4.12, 4.13); the edition has
            no such card (1.3).
    """
    require(position, Phase.DISCARD, action)
    if action.seat not in position.owing:
        raise refuse("owes-nothing", clause=discard_clause(position), who=position.owing)
    values = discardable(position, action.seat)
    if action.value not in values:
        known = ", ".join(map(str, values))
        raise refuse("not-to-discard", clause=discard_clause(position), parity=parity_word(position), known=known)
    return _collect(_given_up(position, action.seat, action.value))


def _given_up(position: Position, seat: int, value: int) -> Position:
    player = position.players[seat]
    chest = next(each for each in player.won if each.value == value)
    at = player.won.index(chest)
    after = position.with_player(replace(player, won=(*player.won[:at], *player.won[at + 1 :])))
    return replace(after, owing=tuple(other for other in position.owing if other != seat))


def _collect(position: Position) -> Position:
    """Take chests where there is no choice; ask the players for the others."""
    for seat in position.owing:
        values = discardable(position, seat)
        if len(values) == 1:
            position = _given_up(position, seat, values[0])
        elif not values:
            position = replace(position, owing=tuple(other for other in position.owing if other != seat))
    return replace(position, phase=Phase.DISCARD) if position.owing else _pass_on(position)


def _pass_on(position: Position) -> Position:
    """Bank the won chests and pass PREM'S to the winner of the smallest, unless this was the last round."""
    banked = (replace(p, won=(*p.won, p.prize), prize=None) if p.prize else p for p in position.players)
    position = replace(position, players=tuple(banked))
    if position.round == ROUNDS:
        return _over(position)
    if len(position.smallest) > 1:
        return replace(position, phase=Phase.PASS_PREMS)
    return begin_round(replace(position, prems=position.smallest[0] if position.smallest else position.prems))


def pass_choices(position: Position) -> Iterator[Action]:
    """Every tied winner to whom the holder may give PREM'S."""
    return (PassPrems(position.holder, seat) for seat in position.smallest)


def pass_prems(position: Position, action: PassPrems) -> Position:
    """The position after the holder of PREM'S chose the next holder; the next round begins.

    Raises:
        Illegal: wrong moment, not the holder, or that player did not win the smallest chest (6.2).
    """
    require(position, Phase.PASS_PREMS, action)
    if action.seat != position.holder:
        raise refuse("not-holder", clause="6.2", who=(position.holder,))
    if action.to not in position.smallest:
        raise refuse("not-smallest", who=position.smallest)
    return begin_round(replace(position, prems=action.to))


def _over(position: Position) -> Position:
    edition = position.options.edition
    players = tuple(replace(player, scored=True) for player in position.players)
    scores = tuple(float(score(player, edition)) for player in players)
    return replace(position, players=players, phase=Phase.OVER, action=None, scores=scores)


def score(player: Player, edition: Edition) -> int:
    """The score in points: values of chests won, minus the cost of those lost (clause 7.1)."""
    return sum(chest.value for chest in player.won) - sum(cost(chest, edition) for chest in player.lost)


def cost(chest: Chest, edition: Edition) -> int:
    """What a lost chest costs: half its value rounded up in the boxed edition, else its full value."""
    return -(-chest.value // 2) if edition == "boxed" else chest.value
