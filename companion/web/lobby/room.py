"""What the lobby's pages share, and what the phone that asks is here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Protocol

from flask import abort, current_app

from companion import catalog
from companion.core.clock import Clock
from companion.core.game import Game
from companion.core.text import Text
from companion.table.lobby import Lobby, Person, person_of
from companion.table.matches import MatchSummary
from companion.web.at_the_table import FastPresses, HostCode
from companion.web.authority import Act, Manner, Present, Role
from companion.web.cookie import fresh_phone, phone_here
from companion.web.kept_lobby import KeptLobby
from companion.web.pace import Pace
from companion.web.phones import Phone

KEY = "lobby"


class FromLobby(Protocol):
    """The evening, as the lobby knows it."""

    def begin(self) -> None:
        """Begin the match that the lobby has chosen. Raises `Refusal`."""

    def take_up(self, number: int) -> None:
        """Go on with the match of this number. Raises `Refusal`."""

    def to_take_up(self) -> tuple[MatchSummary, ...]:
        """Matches that were begun and are not over, the newest first."""

    def camera(self) -> Text | None:
        """One sentence on the camera."""

    def camera_word(self) -> str:
        """How the camera is, in one word."""


@dataclass(frozen=True)
class LobbyRoom:
    """Attributes:
    evening: what begins matches.
    kept: who is here, and what is chosen.
    start: as in `companion.web.room.Room`.
    code, presses: how a phone becomes host in a café.
    """

    evening: FromLobby
    kept: KeptLobby
    manner: Manner
    start: str
    code: HostCode | None
    presses: FastPresses
    pace: Pace

    @property
    def lobby(self) -> Lobby:
        """Who is here, and what is chosen."""
        return self.kept.now.lobby

    @property
    def host(self) -> Phone | None:
        """The host's phone."""
        return self.kept.host(sits=self.manner == "home")

    @property
    def game(self) -> Game | None:
        """The game that is chosen; None where none is, or this program does not have it any more."""
        key = self.lobby.game
        return catalog.game(key) if key in catalog.game_keys() else None

    def game_or_abort(self) -> Game:
        """The game that is chosen; where none is, the request ends with 409."""
        game = self.game
        if game is None:
            abort(409)
        return game


def new_room(evening: FromLobby, kept: KeptLobby, manner: Manner, code: HostCode | None, clock: Clock) -> LobbyRoom:
    """The room of an app that begins to serve a lobby."""
    return LobbyRoom(evening, kept, manner, token_hex(4), code, FastPresses(clock), Pace(clock))


def the_lobby() -> LobbyRoom:
    """The room of the app that answers the present request."""
    room: LobbyRoom = current_app.extensions[KEY]
    return room


def person_here() -> Person | None:
    """Who typed a name on the phone that asks."""
    return person_of(the_lobby().lobby, phone_here())


def is_screen() -> bool:
    """Whether the browser that asks was paired with the table."""
    return phone_here() in the_lobby().kept.now.screens


def known_phone() -> Phone:
    """The phone that asks, with a secret from now on; one that it brought counts only if it is known here."""
    room = the_lobby()
    known = room.kept.knows(phone_here()) or room.presses.waits(phone_here())
    return phone_here() if known else fresh_phone()


def present_here(values: Mapping[str, Any]) -> Present:
    """What the phone that asks may do in the lobby."""
    room, phone, roles = the_lobby(), phone_here(), {Role.SPECTATOR}
    if person_here() is not None:
        roles.add(Role.ANY_SEAT)
    if phone and phone == room.host:
        roles.add(Role.HOST)
    if is_screen():
        roles.add(Role.SCREEN)
    return Present(frozenset(roles), frozenset(Act), phone, room.manner)
