"""Repeating the formulas: who tries, who judges, and the consequences (clauses 4.10, 4.11, 5.1 to 5.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.games.leprechauns import fouls, hands
from companion.games.leprechauns.actions import CallFoul, Designate, FoulSeen, HandsStand, Judge
from companion.games.leprechauns.pieces import ActionKind
from companion.games.leprechauns.position import Phase, Position, Vote
from companion.games.leprechauns.refusals import refuse, require
from companion.games.leprechauns.settling import settle


def hands_stand(position: Position, action: HandsStand) -> Position:
    """The position after the holder of PREM'S confirmed the hands; the first player repeats a formula.

    Raises:
        Illegal: wrong moment, or not the holder of PREM'S (3.11); a chest is contested (3.4); a hand is still awaited
            (3.13).
    """
    require(position, Phase.HANDS, action)
    if action.seat != position.holder:
        raise refuse("not-holder", clause="3.11", who=(position.holder,))
    contested, waiting = hands.contested(position), hands.waiting(position)
    if contested:
        raise refuse("contested", who=contested[:1])
    if position.holder in waiting:
        raise refuse("own-hand-first", who=(position.holder,), advice=hands.advice(position, position.holder))
    if waiting:
        raise refuse("still-landing", who=waiting[:1])
    after = _first_hands(position)
    holder = after.holder
    if holder in candidates(after):
        return _asked(after, holder)
    return _name_next(after, holder)


def candidates(position: Position) -> tuple[int, ...]:
    """Seats that still have to repeat a formula, clockwise from the holder of PREM'S."""
    return tuple(
        seat
        for seat in position.from_holder()
        if position.hand_of(seat) is not None
        and position.players[seat].out is None
        and not position.players[seat].tried
    )


def motifs_needed(position: Position, seat: int) -> int:
    """The number of right motifs, 1 or 2, that win a chest for the player at `seat`."""
    if position.options.needed == "by-age":
        return 1 if position.players[seat].child else 2
    return 1 if position.options.needed == "one" else 2


def judges(position: Position, performer: int) -> tuple[int, ...]:
    """Seats that judge the performer: the holder of PREM'S, or by vote, or when the holder performs, all other
    seats."""
    if position.options.judges == "holder" and performer != position.holder:
        return (position.holder,)
    return tuple(seat for seat in position.seats if seat != performer)


def naming_choices(position: Position) -> Iterator[Action]:
    """Every candidate whom the chooser may name."""
    assert position.chooser is not None
    return (Designate(position.chooser, seat) for seat in candidates(position))


def designate(position: Position, action: Designate) -> Position:
    """The position after the chooser named who repeats the next formula.

    Raises:
        Illegal: wrong moment (5.6), not the chooser (5.1, 5.6, 5.7), or the named player has no formula to repeat
            (5.6).
    """
    require(position, Phase.NAMING, action)
    if action.seat != position.chooser:
        assert position.chooser is not None
        raise refuse("not-chooser", clause=_naming_clause(position, position.chooser), who=(position.chooser,))
    left = candidates(position)
    if action.performer not in left:
        raise refuse("not-to-try", who=(action.performer,), left=left)
    return _asked(position, action.performer)


def _naming_clause(position: Position, chooser: int) -> str:
    """The clause by which that player names the next: after a try, as the holder with nothing to try, or for a
    player who is out."""
    if position.players[chooser].tried:
        return "5.6"
    return "5.7" if any(player.tried for player in position.players) else "5.1"


def still_to_judge(position: Position) -> tuple[int, ...]:
    """Judges of the current performer who have not voted yet."""
    assert position.performer is not None
    said = {vote.seat for vote in position.votes}
    return tuple(seat for seat in judges(position, position.performer) if seat not in said)


def judging_choices(position: Position) -> Iterator[Action]:
    """Both verdicts of every judge who has not voted yet."""
    return (Judge(seat, right) for seat in still_to_judge(position) for right in (True, False))


def judge(position: Position, action: Judge) -> Position:
    """The position after a judge's verdict; half of the votes suffice for "right", more than half for "wrong".

    Raises:
        Illegal: wrong moment or not a judge (5.3), or this judge has voted already (5.4).
    """
    require(position, Phase.JUDGING, action)
    performer = position.performer
    assert performer is not None
    if action.seat not in judges(position, performer):
        raise refuse("not-judge", who=judges(position, performer))
    if action.seat not in still_to_judge(position):
        raise refuse("voted", who=(action.seat,))
    votes = (*position.votes, Vote(action.seat, action.right))
    count = len(judges(position, performer))
    right, wrong = (sum(vote.right is said for vote in votes) for said in (True, False))
    after = replace(position, votes=votes)
    if 2 * right >= count:  # a tied vote counts in favour of the performer
        return _name_next(_won(after, performer), performer)
    return _name_next(_failed(after, performer), performer) if 2 * wrong > count else after


def call_foul(position: Position, action: CallFoul) -> Position:
    """The position after a player reported another player's fault.

    Raises:
        Illegal: the report is not possible (3.12, 3.13, or the fault's clause; see `fouls`).
    """
    fouls.check_call(position, action)
    return _out(position, action)


def foul_seen(position: Position, action: FoulSeen) -> Position:
    """The position after the camera reported a fault.

    Raises:
        Illegal: the camera cannot recognize it (3.12), or it is not possible (the fault's clause; see `fouls`).
    """
    fouls.check_seen(action)
    return _out(position, action)


def _out(position: Position, action: CallFoul | FoulSeen) -> Position:
    """Put the player out; if the table waited for that player, the holder of PREM'S continues (clause 5.7)."""
    seat, after = action.hand, fouls.put_out(position, action)
    if position.options.edition == "print" and after.hand_of(seat) is not None:
        after = _charged(after, seat)
    if position.phase is Phase.HANDS or (position.phase is Phase.JUDGING and position.performer != seat):
        return after
    assert position.chooser is not None
    return _name_next(after, after.holder if seat == position.performer else position.chooser)


def _first_hands(position: Position) -> Position:
    """Count, for each player, the rounds in which that hand was the first of the valid ones (clause 7.4)."""
    standing = [hand for hand in position.hands if position.players[hand.seat].out is None]
    for hand in standing:
        if hand.rank == min(each.rank for each in standing):
            player = position.players[hand.seat]
            position = position.with_player(replace(player, first_hands=player.first_hands + 1))
    return position


def _asked(position: Position, performer: int) -> Position:
    """The player repeats the formula; the judges may read it."""
    told = replace(position.chest_under(performer), told_to=_reminded(position, performer))
    asked = position.with_turned(told)
    return replace(asked, phase=Phase.JUDGING, performer=performer, chooser=performer, votes=())


def _reminded(position: Position, performer: int) -> frozenset[int]:
    """Judges who may read this formula, because they do not have to repeat it themselves."""
    hand = position.hand_of(performer)
    assert hand is not None
    also = {seat for seat in candidates(position) for each in [position.hand_of(seat)] if each and each.on == hand.on}
    return frozenset(judges(position, performer)) - also


def _won(position: Position, seat: int) -> Position:
    prize = position.chest_under(seat).chest
    return _tried(position.with_player(replace(position.players[seat], prize=prize)), seat)


def _failed(position: Position, seat: int) -> Position:
    return _tried(_charged(position, seat), seat)


def _charged(position: Position, seat: int) -> Position:
    """With the action card "negative points", the chest that was not won is kept face down as lost."""
    if not position.playing(ActionKind.NEGATIVE):
        return position
    player = position.players[seat]
    return position.with_player(replace(player, lost=(*player.lost, position.chest_under(seat).chest)))


def _tried(position: Position, seat: int) -> Position:
    """The player is done; the formula may be read by everybody unless another hand on that chest still has to try."""
    after = position.with_player(replace(position.players[seat], tried=True))
    turned = after.chest_under(seat)
    waiting = any(after.chest_under(other).seat == turned.seat for other in candidates(after))
    return after.with_turned(replace(turned, told_to=frozenset(), done=not waiting))


def _name_next(position: Position, chooser: int) -> Position:
    """Go on to the next player who tries: the only one left, or one whom the chooser names; or end the round."""
    left = candidates(position)
    if not left:
        return settle(replace(position, performer=None, chooser=None, votes=()))
    if len(left) == 1:
        return _asked(position, left[0])
    chooser = chooser if position.players[chooser].out is None else position.holder
    return replace(position, phase=Phase.NAMING, chooser=chooser, performer=None, votes=())
