"""Beginning a match at the table, and taking one up from its journal exactly as it was left."""

from __future__ import annotations

from typing import Any

from companion.core.game import Game
from companion.core.match import begin
from companion.hardware.cues import CuePlayer
from companion.table import codec
from companion.table.evidence import evidence_from_json
from companion.table.given import GivenSeats, asked_from_json, given_from_json
from companion.table.journal import Journal
from companion.table.session import Session
from companion.table.story import Line, lines_after_correction


def open_session(
    journal: Journal, cues: CuePlayer, game: Game, seats: int, options: Any, names: tuple[str, ...]
) -> Session:
    """Begin a match and write it down. Raises `Illegal` for an impossible set-up."""
    match = begin(game, seats, options)
    record = journal.begin(game.key, seats, codec.to_json(match.options), names)
    return Session(record, match, journal, cues)


def resume_session(journal: Journal, cues: CuePlayer, game: Game) -> Session | None:
    """The match of `game` that began last, exactly as its journal leaves it; None when there is none."""
    record = journal.latest(game.key)
    if record is None:
        return None
    match = begin(game, record.seats, codec.options_from_json(game, record.options))
    lines: tuple[Line, ...] = ()
    notes: dict[int, str] = {}
    given = GivenSeats()
    for entry in journal.entries(record.id):
        body = entry.body
        if entry.kind == "play":
            match = match.play(codec.action_from_json(game, body["action"]))
            lines = (*lines, Line(entry.source, entry.at_s, evidence_from_json(body["seen"])))
        elif entry.kind == "back":
            match, lines = match.back_to(body["length"]), lines[: body["length"]]
        elif entry.kind == "correct":
            match, _ = match.corrected(body["index"], codec.action_from_json(game, body["action"]))
            seen = evidence_from_json(body["seen"])
            lines = lines_after_correction(lines, body["index"], match, entry.source, entry.at_s, seen)
        elif entry.kind == "note":
            notes[body["seat"]] = body["words"]
        elif entry.kind == "given":
            given = given.gave(body["seat"], given_from_json(body))
        elif entry.kind == "asked":
            given = given.asking(asked_from_json(game, body))
        if entry.kind in ("play", "back", "correct"):
            given = given.asking(None)
    return Session(record, match, journal, cues, lines, notes, given)
