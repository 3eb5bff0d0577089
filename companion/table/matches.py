"""The matches of a journal: what there is to take up, for the command line and for a lobby."""

from __future__ import annotations

from dataclasses import dataclass

from companion import catalog
from companion.core.errors import Refusal, Unreadable
from companion.core.text import Text, same
from companion.table.journal import Journal, MatchRecord, Standing
from companion.table.opening import first_state, replay


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """Attributes:
    number: of the match in its journal, from 1.
    game: its key; `title` is what people call it.
    begun_s: seconds since 1970 UTC, by the machine's clock then.
    actions: how many there are.
    played: whether any action was ever played; a match without is nothing to take up.
    over: whether it came to its end.
    """

    number: int
    game: str
    title: Text
    names: tuple[str, ...]
    begun_s: float
    actions: int
    played: bool
    over: bool


def list_matches(journal: Journal) -> tuple[MatchSummary, ...]:
    """All matches of the journal, oldest first."""
    return tuple(
        _summary(record, played, standing or _counted(journal, record))
        for record, played, standing in journal.matches()
    )


def match_numbered(journal: Journal, number: int, game: str | None = None) -> MatchRecord:
    """The match with this number. Raises `Unreadable` when there is none, or it is none of `game`."""
    found = next((record for record, *_ in journal.matches() if record.id == number), None)
    if found is None or game not in (None, found.game):
        raise Unreadable("matches.no-such-match", NO_SUCH_MATCH.filled(number=number))
    return found


def _summary(record: MatchRecord, played: bool, standing: Standing) -> MatchSummary:
    title = catalog.game(record.game).title if record.game in catalog.game_keys() else same(record.game)
    return MatchSummary(
        record.id, record.game, title, record.names, record.begun_s, standing.actions, played, standing.over
    )


def _counted(journal: Journal, record: MatchRecord) -> Standing:
    """How a match stands whose journal did not say so yet: it is played again."""
    try:
        start = first_state(catalog.game(record.game), record)
    except Refusal:
        return Standing(0, False)
    match = replay(start, journal.entries(record.id)).state.match
    return Standing(len(match.actions), match.state.scores is not None)


NO_SUCH_MATCH = Text(
    fr="Il n'y a pas de partie {number} de ce jeu dans ce dossier ; « companion matches » les énumère.",
    en="There is no match {number} of that game in this folder; “companion matches” lists them.",
)
