"""Phones from the lobby to a match and back: whoever typed a name holds that player's seat, and comes back under it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from flask import Flask

from companion.core.errors import Unreadable
from companion.table.lobby import came_back, seated
from companion.table.session import Session
from companion.web.kept_lobby import Kept
from companion.web.phones import VERSION, Holder, Holding, Phone, Phones, read_holding
from companion.web.recovery import digest, new_word
from companion.web.room import KEY, Room


def holding_for(
    session: Session, kept: Kept, host: Phone | None, before: Path | None
) -> tuple[Holding, dict[int, str]]:
    """Who holds which seat as the match begins or goes on.

    Args:
        host: the host's phone.
        before: the match's own file of phones, when it was played before.

    Returns:
        What the match's phones begin with, and the recovery words that were made for it, by seat.
    """
    found = _before(kept, before)
    people = {each.name: each for each in kept.lobby.people if each.phone}
    seats, words = dict(found.seats), dict[int, str]()
    for seat, name in enumerate(session.names):
        person = people.get(name)
        if person is None or (seat in seats and seats[seat].phone == person.phone):
            continue
        if not person.word:
            words[seat] = new_word()
        seats[seat] = Holder(person.phone, person.word or digest(words[seat], found.salt))
    screens = tuple(dict.fromkeys((*found.screens, *kept.screens)))
    granted = found.granted if kept.granted is None else kept.granted
    return replace(found, seats=seats, host=host or found.host, screens=screens, granted=granted), words


def show_words(app: Flask, words: dict[int, str]) -> None:
    """Let each seat's page show its recovery word."""
    room: Room = app.extensions[KEY]
    for seat, word in words.items():
        room.authority.words.put(seat, word)


def begun(session: Session, kept: Kept, phones: Phones) -> dict[str, Any]:
    """What changes of `kept` when this match takes the lobby's place."""
    lobby = seated(kept.lobby, session.match, session.names, session.partner_seats)
    return {"lobby": lobby, "match": session.number, "salt": phones.now.salt}


def left(session: Session, kept: Kept, phones: Phones) -> dict[str, Any]:
    """What changes of `kept` when this match is left for the lobby."""
    now = phones.now
    held = {seat: (each.phone, each.word) for seat, each in now.seats.items() if seat < len(session.names)}
    with_partner = seated(kept.lobby, session.match, session.names, session.partner_seats)
    lobby = came_back(with_partner, session.names, held)
    return {"lobby": lobby, "host": now.host, "screens": now.screens, "granted": now.granted, "match": None}


def _before(kept: Kept, path: Path | None) -> Holding:
    """What is known of the seats already. A file with another salt than the lobby's counts only while nobody is in the
    lobby: a browser carries one secret for the whole evening."""
    fresh = Holding(VERSION, kept.salt)
    if path is None or not path.exists():
        return fresh
    try:
        found = read_holding(path)
    except Unreadable:
        return fresh
    nobody = kept.host is None and not any(each.phone for each in kept.lobby.people)
    return found if found.salt == kept.salt or nobody else fresh
