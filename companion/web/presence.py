"""What the phone that asks is to this table: the roles that it plays, as the server agrees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import abort

from companion.web.authority import Present, Role
from companion.web.cookie import own_seats, phone_here, source_here
from companion.web.room import the_room


def present_here(values: Mapping[str, Any]) -> Present:
    """Who asks, for an address with these values. One that names a seat which is none ends the request with 404.

    Where the request comes from (this machine, the same network) says nothing about who asks.
    """
    room, seat = the_room(), values.get("seat")
    if seat is not None and seat >= len(room.session.names):
        abort(404)
    phone, own, roles = phone_here(), own_seats(), {Role.SPECTATOR}
    if own:
        roles.add(Role.ANY_SEAT)
    if own and values.get("match") == room.session.number:
        roles.add(Role.OF_MATCH)
    if seat in own:
        roles.add(Role.THIS_SEAT)
    if phone and phone == room.phones.host:
        roles.add(Role.HOST)
    if phone in room.phones.screens:
        roles.add(Role.SCREEN)
    return Present(frozenset(roles), room.authority.granted, source_here(), room.authority.manner)


def settle() -> None:
    """Give the seats that were asked for long enough, before anybody sees who holds them."""
    the_room().authority.settle_unanswered()
