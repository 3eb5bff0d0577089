"""Alliances: two players share what they have read, and the score (clauses 9.1 to 9.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.core.text import seat_name
from companion.games.kaplan import check
from companion.games.kaplan.actions import Ally, StayAlone
from companion.games.kaplan.ending import finish
from companion.games.kaplan.position import Offer, Phase, Player, Position
from companion.games.kaplan.refusals import refuse
from companion.games.kaplan.turns import go_on

FEWEST_PLAYERS = 5
"""Smallest number of players with which alliances are allowed (l. 362)."""


def with_allies(position: Position, seats: tuple[int, ...]) -> frozenset[int]:
    """The given seats plus the seats of their allies, who share what they read (clauses 9.3, 9.8)."""
    allies = (position.players[seat].ally for seat in seats)
    return frozenset(seats) | {ally for ally in allies if ally is not None}


def ally(position: Position, action: Ally) -> Position:
    """The position after one player offers another an alliance; a mutual offer concludes it (clause 9.6).

    Raises:
        Illegal: alliances are not possible now (9.1, 9.2, 9.6); a player would ally with themselves or already has an
            ally (9.3); either player chose to stay alone or the offer was already made (9.6); both have announced
            "Kaplan" (9.5); no such seat (2.1).
    """
    player = check.player(position, action.seat)
    partner = check.player(position, action.partner)
    _in_time(position, action)
    if player.seat == partner.seat:
        raise refuse("ally-oneself", who=seat_name(player.seat))
    if player.ally is not None:
        raise refuse("allied-already", who=seat_name(player.seat), ally=seat_name(player.ally))
    if player.seat in position.alone:
        raise refuse("alone-already", who=seat_name(player.seat))
    if partner.ally is not None:
        raise refuse("has-ally", who=seat_name(partner.seat), ally=seat_name(partner.ally))
    if partner.seat in position.alone:
        raise refuse("stays-alone", who=seat_name(partner.seat))
    if player.announcement is not None and partner.announcement is not None:
        raise refuse("both-announced", who=seat_name(player.seat), partner=seat_name(partner.seat))
    offer = Offer(player.seat, partner.seat)
    if offer in position.offers:
        raise refuse("offered-already", who=seat_name(player.seat), partner=seat_name(partner.seat))
    if Offer(partner.seat, player.seat) not in position.offers:
        return replace(position, offers=position.offers | {offer})
    return _close_when_settled(_conclude(position, player, partner))


def stay_alone(position: Position, action: StayAlone) -> Position:
    """The position after a player declares not to want an ally (clause 9.6).

    Raises:
        Illegal: alliances are not possible now (9.1, 9.2, 9.6); the player already has an ally (9.3) or already chose
            to stay alone (9.6); no such seat (2.1).
    """
    player = check.player(position, action.seat)
    _in_time(position, action)
    if player.ally is not None:
        raise refuse("allied-already", who=seat_name(player.seat), ally=seat_name(player.ally))
    if player.seat in position.alone:
        raise refuse("alone-already", who=seat_name(player.seat))
    alone = position.alone | {player.seat}
    return _close_when_settled(replace(position, alone=alone, offers=_without(position, alone)))


def _in_time(position: Position, action: Ally | StayAlone) -> None:
    """Check that alliances may be made now.

    Raises:
        Illegal: there are too few players (9.1), it is too early (9.2), or play has resumed since the shield became
            empty (9.6).
    """
    if len(position.players) < FEWEST_PLAYERS:
        raise refuse("too-few-to-ally", players=len(position.players))
    if position.phase in check.IN_PLAY - {Phase.ALLIANCES} and not any(clue.on_shield for clue in position.clues):
        raise refuse("too-late-to-ally")
    check.moment(position, action, Phase.ALLIANCES)


def undecided(position: Position) -> tuple[int, ...]:
    """Seats that have no ally and have not declared to stay alone, in order."""
    return tuple(p.seat for p in position.players if p.ally is None and p.seat not in position.alone)


def alliance_choices(position: Position) -> Iterator[Action]:
    """Every legal offer and every "stay alone" of the undecided seats."""
    free = undecided(position)
    for seat in free:
        for partner in free:
            if seat != partner and _may_offer(position, seat, partner):
                yield Ally(seat, partner)
        yield StayAlone(seat)


def _may_offer(position: Position, seat: int, partner: int) -> bool:
    """Whether `seat` may still offer `partner` an alliance: the offer is new and not both have announced "Kaplan"."""
    both = all(position.players[one].announcement is not None for one in (seat, partner))
    return not both and Offer(seat, partner) not in position.offers


def _conclude(position: Position, player: Player, partner: Player) -> Position:
    """Make the two players allies; each now knows what the other has read."""
    after = position.with_player(replace(player, ally=partner.seat))
    after = after.with_player(replace(partner, ally=player.seat))
    pair = frozenset({player.seat, partner.seat})
    places = tuple(replace(p, known_to=p.known_to | pair) if p.known_to & pair else p for p in after.places)
    clues = tuple(replace(c, known_to=c.known_to | pair) if c.known_to & pair else c for c in after.clues)
    return replace(after, places=places, clues=clues, offers=_without(after, pair))


def _without(position: Position, seats: frozenset[int]) -> frozenset[Offer]:
    """The open offers that involve none of `seats`."""
    return frozenset(o for o in position.offers if o.seat not in seats and o.partner not in seats)


def _close_when_settled(position: Position) -> Position:
    """Resume play once at most one player is undecided, because nobody is left to ally with (clause 9.6).

    If the alliance leaves at most one side that has not announced, the game ends instead (clause 7.5).
    """
    if position.silent_sides <= 1:
        return finish(position)
    if len(undecided(position)) > 1:
        return position
    return go_on(replace(position, offers=frozenset(), alone=frozenset()))
