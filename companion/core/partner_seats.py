"""Seats that are given to the partner, and the turn that it asks people to carry out."""

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
"""Nobody at a table waits a minute for a move."""
SHORTEST_S = 1.0


@dataclass(frozen=True, slots=True)
class PartnerSeat:
    """How the partner plays a seat: its strength's key, and the seconds that it may think about a turn."""

    strength: str
    time_s: float


@dataclass(frozen=True, slots=True)
class PartnerRequest:
    """A turn that people are asked to carry out.

    Attributes:
        action: the turn.
        outlook: how the partner stands, in its own words.
    """

    action: SeatAction
    outlook: Text


@dataclass(frozen=True, slots=True)
class PartnerSeats:
    """Attributes:
    seats: how the partner plays each seat that it has.
    request: what it asks for now; None while it thinks, or when it is not its turn.
    """

    seats: Mapping[int, PartnerSeat] = field(default_factory=lambda: MappingProxyType({}))
    request: PartnerRequest | None = None

    def gave(self, seat: int, how: PartnerSeat | None) -> PartnerSeats:
        """With a seat given, or taken back when `how` is None; what was asked holds no more."""
        others = {each: held for each, held in self.seats.items() if each != seat}
        return PartnerSeats(MappingProxyType(others if how is None else {**others, seat: how}))

    def asking(self, request: PartnerRequest | None) -> PartnerSeats:
        return replace(self, request=request)

    def turn(self, match: Match) -> PartnerSeat | None:
        """How the partner plays the seat whose turn it is; None when people play it."""
        seat = match.state.actor.seat
        return None if seat is None else self.seats.get(seat)

    def carried_out(self, match: Match, action: Action) -> Action:
        """What has happened when the table or a phone shows `action`: at a partner's seat, what it asked for.

        Raises:
            Illegal: the partner still thinks, or asked for a turn that leaves the table otherwise.
        """
        if not isinstance(action, SeatAction) or action.seat not in self.seats:
            return action
        asked = self.request
        if asked is None:
            raise Illegal("session.partner-thinks", THINKS.filled(who=seat_name(action.seat)), "table")
        if action == asked.action:
            return action
        match.state.apply(action)  # against the rules is against the rules, whoever asked for what
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
    """The game as one that plays itself. Raises `Unreadable` when it does not."""
    plays = offers(game, PlaysSeats)
    if plays is None:
        raise Unreadable("session.no-partner", NO_PARTNER.filled(game=game.title))
    return plays


def strength_of(game: Game, key: str) -> Strength:
    """The strength called `key`. Raises `Unreadable`, naming those there are."""
    found = {each.key: each for each in partner_of(game).strengths}
    if key not in found:
        raise Unreadable("session.no-such-strength", NO_STRENGTH.filled(key=key, known=", ".join(found)))
    return found[key]


def checked(game: Game, names: tuple[str, ...], seat: int, strength: str, time_s: float | None) -> PartnerSeat:
    """How the partner will play `seat`; `time_s` None leaves it to the strength.

    Raises:
        Unreadable: there is no such seat or strength, or the time is none that a table would wait.
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
