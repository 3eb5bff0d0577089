"""The seats that the partner plays, and the turn that it asks people to carry out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.core.capabilities import offers
from companion.core.capabilities.partner import PlaysSeats, Strength
from companion.core.errors import Illegal, Unreadable
from companion.core.game import Action, Game, SeatAction
from companion.core.match import Match
from companion.core.text import Text, seat_name

LONGEST_S = 60.0
"""Most seconds that the partner may think about a turn: nobody at a table waits longer than a minute."""
SHORTEST_S = 1.0
"""Fewest seconds that may be set."""


@dataclass(frozen=True, slots=True)
class PartnerSeat:
    """How the partner plays a seat: key of its strength, and the seconds that it may think about a turn (1 to 60)."""

    strength: str
    time_s: float


@dataclass(frozen=True, slots=True)
class PartnerRequest:
    """A turn that the partner asks people to carry out.

    Attributes:
        action: the turn.
        outlook: one sentence on how the partner stands.
    """

    action: SeatAction
    outlook: Text


@dataclass(frozen=True, slots=True)
class PartnerSeats:
    """All seats that the partner plays.

    Attributes:
        seats: how it plays each of its seats, by seat.
        request: the turn that it asks for now; None while it thinks, or when it is not its turn.
    """

    seats: Mapping[int, PartnerSeat] = field(default_factory=lambda: MappingProxyType({}))
    request: PartnerRequest | None = None

    def gave(self, seat: int, how: PartnerSeat | None) -> PartnerSeats:
        """The same with a seat given to the partner, or taken back if `how` is None; its request is dropped."""
        others = {each: held for each, held in self.seats.items() if each != seat}
        return PartnerSeats(MappingProxyType(others if how is None else {**others, seat: how}))

    def asking(self, request: PartnerRequest | None) -> PartnerSeats:
        """The same with another request."""
        return replace(self, request=request)

    def turn(self, match: Match) -> PartnerSeat | None:
        """How the partner plays the seat whose turn it is; None when people play it."""
        seat = match.state.actor.seat
        return None if seat is None else self.seats.get(seat)

    def carried_out(self, match: Match, action: Action) -> Action:
        """The action to play when the table or a phone reports `action`.

        At a partner's seat that is the requested turn, if both leave the table looking the same.

        Raises:
            Illegal: the partner is still thinking, the rules refuse `action`, or it is another turn than requested.
        """
        if not isinstance(action, SeatAction) or action.seat not in self.seats:
            return action
        asked = self.request
        if asked is None:
            raise Illegal("session.partner-thinks", THINKS.filled(who=seat_name(action.seat)), "table")
        if action == asked.action:
            return action
        match.state.apply(action)  # raises `Illegal` for what the rules refuse anyway
        unlike = partner_of(match.game).mend(match.state, asked.action, action)
        if unlike is None:
            return asked.action
        label = match.game.label
        raise Illegal(
            "session.partner-asked",
            ASKED.filled(
                asked=label(match.state, asked.action, None), done=label(match.state, action, None), mend=unlike
            ),
            "table",
        )


def partner_of(game: Game) -> PlaysSeats:
    """The game, typed as one that can play seats. Raises `Unreadable` when it cannot."""
    plays = offers(game, PlaysSeats)
    if plays is None:
        raise Unreadable("session.no-partner", NO_PARTNER.filled(game=game.title))
    return plays


def strength_of(game: Game, key: str) -> Strength:
    """The strength called `key`. Raises `Unreadable`, which lists the strengths, when there is none."""
    found = {each.key: each for each in partner_of(game).strengths}
    if key not in found:
        raise Unreadable("session.no-such-strength", NO_STRENGTH.filled(key=key, known=", ".join(found)))
    return found[key]


def checked(game: Game, names: tuple[str, ...], seat: int, strength: str, time_s: float | None) -> PartnerSeat:
    """Validate that the partner can play `seat` like this.

    Args:
        game: the game.
        names: the players' names, one for each seat.
        seat: from 0.
        strength: key of a strength.
        time_s: seconds for a turn; None takes the strength's own.

    Raises:
        Unreadable: there is no such seat or strength, or the time is out of range.
    """
    default_s = strength_of(game, strength).time_s
    if not 0 <= seat < len(names):
        raise Unreadable("session.no-such-seat", NO_SEAT.filled(seat=seat + 1, seats=len(names)))
    chosen_s = default_s if time_s is None else time_s
    if not SHORTEST_S <= chosen_s <= LONGEST_S:
        limits = {"least": f"{SHORTEST_S:g}", "most": f"{LONGEST_S:g}"}
        raise Unreadable("session.partner-time", TIME.filled(seconds=f"{chosen_s:g}", **limits))
    return PartnerSeat(strength, chosen_s)


THINKS = Text(
    fr="Le partenaire réfléchit encore pour {who} ; attendez qu'il dise son coup.",
    en="The partner still thinks for {who}; wait until it says its move.",
)
ASKED = Text(
    fr="Le partenaire demande : {asked}. La table montre : {done}. {mend}",
    en="The partner asks: {asked}. The table shows: {done}. {mend}",
)
NO_PARTNER = Text(
    fr="{game} ne sait pas jouer à une place ; jouez-la vous-mêmes.",
    en="{game} cannot play a seat itself; play it yourselves.",
)
NO_STRENGTH = Text(
    fr="Il n'y a pas de niveau « {key} » ; choisissez parmi : {known}.",
    en="There is no level “{key}”; choose one of: {known}.",
)
NO_SEAT = Text(
    fr="Il n'y a pas de place {seat} à cette table ; choisissez de 1 à {seats}.",
    en="There is no seat {seat} at this table; choose 1 to {seats}.",
)
TIME = Text(
    fr="Le partenaire réfléchit de {least} à {most} secondes, pas {seconds} ; donnez un autre temps.",
    en="The partner thinks for {least} to {most} seconds, not {seconds}; give another time.",
)
