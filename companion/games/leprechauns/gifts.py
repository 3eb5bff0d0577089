"""The gift: a chest of the smallest value is won as soon as a hand lands on it (clause 4.6)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.leprechauns.hands import contested
from companion.games.leprechauns.pieces import ActionKind
from companion.games.leprechauns.position import Position


def with_gifts(position: Position) -> Position:
    """The position with every gift given that the hands win as they now lie.

    A chest that several hands claim belongs to nobody yet, even if one hand had won it before the others claimed a tie.
    """
    if not position.playing(ActionKind.GIFT):
        return position
    least = min(turned.value for turned in position.turned)
    claimed = contested(position)
    for hand in position.hands:
        turned, player = position.turned_by(hand.on), position.players[hand.seat]
        if turned.value == least and player.out is None:
            won = hand.on not in claimed
            player = replace(player, prize=turned.chest if won else None, tried=won)
            position = position.with_player(player).with_turned(replace(turned, done=won))
    return position
