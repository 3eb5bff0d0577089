"""Beginning a match at the table, and taking one up from its journal exactly as it was left."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.errors import Refusal, Unreadable
from companion.core.game import Game
from companion.core.match import begin
from companion.core.names import checked_names
from companion.core.session_state import SessionState, apply_entry, begin_session
from companion.core.text import Text, same
from companion.hardware.cues import CuePlayer
from companion.table import codec
from companion.table.entries_json import entry_from_json
from companion.table.journal import Journal, MatchRecord, Row, Standing
from companion.table.session import Session
from companion.table.troubles import JOURNAL

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
    return _at_table(Session(record, state, journal, cues), journal)


def resume_session(journal: Journal, cues: CuePlayer, game: Game) -> Session | None:
    """The match of `game` that was played last, as `resumed` gives it; None when there is none."""
    record = last_played(journal, game.key)
    return None if record is None else resumed(journal, cues, game, record)


def resumed(journal: Journal, cues: CuePlayer, game: Game, record: MatchRecord) -> Session:
    """A match of `game` exactly as its journal leaves it.

    An entry that cannot be followed ends it there: the table says so, and goes on from what was good.

    Raises:
        Unreadable: how the match was set up can no longer be read.
        NotSaved: an entry cannot be followed, and the disk does not take that the match goes on without it.
    """
    start = first_state(game, record)
    rows = journal.entries(record.id)
    done = replay(start, rows)
    session = _at_table(Session(record, done.state, journal, cues), journal)
    log.info("match %d of %s taken up: %d entries", record.id, game.key, done.good)
    if done.trouble is not None:
        log.warning("match %d: entry %d of %d cannot be followed", record.id, done.good + 1, len(rows))
        left = done.state.match
        journal.cut(record.id, done.good, Standing(len(left.actions), left.state.scores is not None))
        session.tell(CUT_SHORT.filled(number=done.good, count=len(rows), why=done.trouble))
    return session


def first_state(game: Game, record: MatchRecord) -> SessionState:
    """How the match began. Raises `Refusal` when what the journal says of it makes no sense."""
    if len(record.names) != record.seats:
        raise Unreadable("journal.broken-match", BROKEN_MATCH.filled(number=record.id))
    return begin_session(game, record.names, codec.options_from_json(game, record.options))


def last_played(journal: Journal, game: str | None = None) -> MatchRecord | None:
    """The match (of `game`, or of any) that began last and in which something was played; None where there is none."""
    found = [record for record, played, _ in journal.matches() if played and game in (None, record.game)]
    return found[-1] if found else None


def _at_table(session: Session, journal: Journal) -> Session:
    if journal.trouble is not None:
        log.warning("%s", journal.trouble.en)
        session.stand(JOURNAL, journal.trouble)
    return session


def replay(state: SessionState, rows: Sequence[Row]) -> Replay:
    """Follow entries from `state` on, as far as they can be followed."""
    for good, row in enumerate(rows):
        try:
            entry = entry_from_json(state.match.game, row.kind, row.source, row.at_s, row.schema, row.body, row.crops)
            state = apply_entry(state, entry)
        except Refusal as refusal:
            return Replay(state, good, refusal.what)
        except IndexError as error:
            return Replay(state, good, same(str(error)))
    return Replay(state, len(rows), None)


BROKEN_MATCH = Text(
    fr="La partie {number} ne se lit plus : ses joueurs manquent dans le journal ; prenez-en une autre.",
    en="Match {number} can no longer be read: its players are missing in the journal; take up another one.",
)
CUT_SHORT = Text(
    fr="Le journal de la partie ne se lit que jusqu'à l'entrée {number} sur {count} ({why}) ; la partie reprend là : "
    "vérifiez la table.",
    en="The match's journal can be read up to entry {number} of {count} only ({why}); the match goes on from there: "
    "check the table.",
)
