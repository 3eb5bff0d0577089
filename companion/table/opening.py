"""Beginning a match at the table, and taking one up from its journal exactly as it was left."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.errors import Refusal
from companion.core.game import Game
from companion.core.match import begin
from companion.core.names import checked_names
from companion.core.session_state import SessionState, apply_entry, begin_session
from companion.core.text import Text, same
from companion.hardware.cues import CuePlayer
from companion.table import codec
from companion.table.entries_json import entry_from_json
from companion.table.journal import Journal, Row
from companion.table.session import Session

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Replay:
    """What a journal's entries lead to.

    Attributes:
        state: the session after the first `good` of them.
        trouble: why the entry after these cannot be followed; None when all could.
    """

    state: SessionState
    good: int
    trouble: Text | None


def open_session(
    journal: Journal, cues: CuePlayer, game: Game, seats: int, options: Any, names: tuple[str, ...]
) -> Session:
    """Begin a match and write it down. Raises `Illegal` for an impossible set-up, `Unreadable` for names that are none
    or look alike."""
    names = checked_names(names)
    state = SessionState(begin(game, seats, options), names)
    record = journal.begin(game.key, seats, codec.to_json(state.match.options), names)
    log.info("match %d of %s begins: %d seats", record.id, game.key, seats)
    return Session(record, state, journal, cues)


def resume_session(journal: Journal, cues: CuePlayer, game: Game) -> Session | None:
    """The match of `game` that began last, exactly as its journal leaves it; None when there is none.

    An entry that cannot be followed ends it there: the table says so, and goes on from what was good.
    """
    record = journal.latest(game.key)
    if record is None:
        return None
    start = begin_session(game, record.names, codec.options_from_json(game, record.options))
    rows = journal.entries(record.id)
    done = replay(start, rows)
    session = Session(record, done.state, journal, cues)
    log.info("match %d of %s taken up: %d entries", record.id, game.key, done.good)
    if done.trouble is not None:
        log.warning("match %d: entry %d of %d cannot be followed", record.id, done.good + 1, len(rows))
        journal.cut(record.id, done.good)
        session.tell(CUT_SHORT.filled(number=done.good, count=len(rows), why=done.trouble))
    return session


def replay(state: SessionState, rows: Sequence[Row]) -> Replay:
    """Follow entries from `state` on, as far as they can be followed."""
    for good, row in enumerate(rows):
        try:
            entry = entry_from_json(state.match.game, row.kind, row.source, row.at_s, row.schema, row.body)
            state = apply_entry(state, entry)
        except Refusal as refusal:
            return Replay(state, good, refusal.what)
        except IndexError as error:
            return Replay(state, good, same(str(error)))
    return Replay(state, len(rows), None)


CUT_SHORT = Text(
    fr="Le journal de la partie ne se lit que jusqu'à l'entrée {number} sur {count} ({why}) ; la partie reprend là : "
    "vérifiez la table.",
    en="The match's journal can be read up to entry {number} of {count} only ({why}); the match goes on from there: "
    "check the table.",
)
