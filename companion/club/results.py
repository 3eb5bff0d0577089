"""What a table that is set to do so tells of the matches that were played at it: who played, and with what scores.

Every message holds the last matches, those that are not over too: so nothing is lost while a broker or the café's page
is away, what is taken back from its end is withdrawn, and however often a message arrives a match counts once.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import islice

from pydantic import BaseModel, ConfigDict, Field

from companion.club.public_table import LATEST_S, MOST_BYTES, MOST_LETTERS, MOST_PLAYERS, MOST_SCORE
from companion.core.errors import Unreadable
from companion.core.names import checked_names, is_shown
from companion.core.text import Text
from companion.table.matches import MatchSummary
from companion.table.past import Past
from companion.table.statistics import Counted, Statistics

MOST_TOLD = 30
"""Matches of a message: those of a long evening, so that a broker that was away for one loses nothing."""
MOST_WRITTEN = 1_000_000
"""Entries of a match, far above what any has."""


class MatchResult(BaseModel):
    """One match of a table. Fields may be added; none is removed or changes its meaning.

    Attributes:
        match: differs from match to match, at whatever table, under whatever name: 16 hexadecimal digits.
        written: grows with everything that happens in the match; the greatest is the newest.
        over: whether the match is over and counts; without, nothing else is told of it.
        game, title: key and name of the game.
        players: names, by seat.
        scores: the final scores, by seat.
        begun_s: when it began, seconds since 1970-01-01 UTC; None where the table's clock was not set.
    """

    model_config = ConfigDict(frozen=True)

    match: str = Field(pattern=r"^[0-9a-f]{16}$")
    written: int = Field(ge=0, le=MOST_WRITTEN)
    over: bool
    game: str = Field(default="", max_length=MOST_LETTERS)
    title: Text = Text(fr="", en="")
    players: tuple[str, ...] = Field(default=(), max_length=MOST_PLAYERS)
    scores: tuple[float, ...] = Field(default=(), max_length=MOST_PLAYERS)
    begun_s: float | None = Field(default=None, ge=0, le=LATEST_S)


class Results(BaseModel):
    """The message. Attributes: `table`, its name as people say it; `matches`, the newest first."""

    model_config = ConfigDict(frozen=True)

    table: str = Field(max_length=MOST_LETTERS)
    matches: tuple[MatchResult, ...] = Field(max_length=MOST_TOLD)

    def to_json(self) -> bytes:
        """The payload that is published, UTF-8 JSON."""
        return self.model_dump_json().encode()


def results_of(past: Past, statistics: Statistics) -> tuple[MatchResult, ...]:
    """The last matches of a table, the newest first. One in which the partner played, in which somebody played alone,
    or that the statistics no longer count because the host has erased them, counts for nobody."""
    counted = statistics.counted()
    return tuple(
        _result(match, past.written(match.number), counted.get(match.number), past.begun_s(match))
        for match in islice(past.matches(), MOST_TOLD)
    )


def _result(match: MatchSummary, written: int, counted: Counted | None, begun_s: float | None) -> MatchResult:
    told = f"{match.number} {match.begun_s!r} {match.game} {match.names!r}"
    ident = sha256(told.encode()).hexdigest()[:16]
    names = () if counted is None else counted.names
    if counted is None or len(names) < 2 or None in names or len(counted.scores) != len(names):
        return MatchResult(match=ident, written=written, over=False)
    return MatchResult(
        match=ident, written=written, over=True, game=match.game, title=match.title,
        players=tuple(each for each in names if each is not None), scores=counted.scores, begun_s=begun_s,
    )  # fmt: skip


def parse_results(payload: bytes) -> Results | None:
    """The results in a payload; None when it cannot be parsed, or holds what no table publishes: anyone who reaches the
    broker may have sent it."""
    if len(payload) > MOST_BYTES:
        return None
    try:
        found = Results.model_validate_json(payload, strict=True)
    except (ValueError, RecursionError, OverflowError):
        return None
    return found if _shown(found.table) and all(map(_is_possible, found.matches)) else None


def _is_possible(match: MatchResult) -> bool:
    if not match.over:
        return True
    words = (match.game, match.title.fr, match.title.en)
    try:
        checked_names(match.players)
    except Unreadable:
        return False
    return (
        2 <= len(match.players) == len(match.scores)
        and all(abs(each) <= MOST_SCORE for each in match.scores)  # a number that is none is in no range
        and all(map(_shown, words))
    )


def _shown(words: str) -> bool:
    return 0 < len(words) <= MOST_LETTERS and all(map(is_shown, words))
