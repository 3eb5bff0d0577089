"""Players' statistics over evenings: counted from the matches that are over, and begun anew when the host erases them.

Erasing takes no match away: the file says after which match counting begins.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from companion.core.capabilities import offers
from companion.core.capabilities.draws import EndsInDraws
from companion.core.capabilities.figures import Figure, TellsFigures
from companion.core.files import OWNER_ONLY, write_whole
from companion.core.names import look_of
from companion.table.past import Past, PastMatch
from companion.table.saving import not_saved

STATISTICS_FILE = "statistics.json"
"""Beside the journal."""
VERSION = 1
"""Version of the statistics' file."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What counts of one match.

    Attributes:
        names: the players by seat, None for a seat of the partner; none at all where its end can no longer be read.
        winners: the seats that won.
        scores: the final scores by seat; none in a file of before they were kept.
    """

    game: str
    names: tuple[str | None, ...]
    winners: frozenset[int] = frozenset()
    figures: tuple[Figure, ...] = ()
    scores: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """The file.

    Attributes:
        after: counting begins after the match of this number.
        counted: what was counted, so that no match is played again for it twice: by "NUMBER-ENTRIES", the match's
            number and how many entries it had then.
    """

    version: int = VERSION
    after: int = 0
    counted: Mapping[str, Counted] = field(default_factory=dict)


FILE = TypeAdapter(Kept)


@dataclass(frozen=True, slots=True)
class Count:
    """How many matches somebody played to their end, and how many of these they won, alone or together."""

    games: int = 0
    wins: int = 0

    def with_one(self, *, won: bool) -> Count:
        """The count with one more match."""
        return Count(self.games + 1, self.wins + won)


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """The statistics of one player.

    Attributes:
        name: as it was written last.
        all: over all games.
        games: by the game's key.
        best: the best figure of each key of each game.
    """

    name: str
    all: Count = field(default_factory=Count)
    games: Mapping[str, Count] = field(default_factory=dict)
    best: Mapping[tuple[str, str], Figure] = field(default_factory=dict)


class Statistics:
    """Counts the matches of one journal. Shared by threads; each match is played again for it once.

    Args:
        path: the file. One that cannot be read says nothing, and all is counted anew.
    """

    def __init__(self, past: Past, path: Path) -> None:
        self._past, self._path, self._lock = past, path, threading.Lock()
        self._kept = _read(path)

    def players(self) -> tuple[PlayerFigures, ...]:
        """The statistics of everybody, who has won most first."""
        return figures_by_player(self.counted().values())

    def counted(self) -> Mapping[int, Counted]:
        """What counts of each match that is over, by its number, oldest first; of none from before an erasure."""
        with self._lock:
            before, counted, found = self._kept, dict[str, Counted](), dict[int, Counted]()
            for match in reversed(self._past.finished()):
                if match.number > before.after:
                    key = f"{match.number}-{self._past.written(match.number)}"
                    known = before.counted.get(key)
                    if known is None or len(known.scores) != len(known.names):
                        known = counted_of(match.game, self._past.match(match.number))
                    counted[key] = found[match.number] = known
            if counted != before.counted:
                self._kept = replace(before, counted=counted)
                with suppress(OSError):  # then it is counted again after the next start
                    self._write(self._kept)
        return found

    def erase(self) -> None:
        """Begin anew after the last match that is over now. Raises `NotSaved`; then nothing has changed."""
        newest = max((each.number for each in self._past.finished()), default=0)
        with self._lock:
            then = Kept(after=newest)
            try:
                self._write(then)
            except OSError as error:
                raise not_saved(self._path, error) from None
            self._kept = then

    def _write(self, then: Kept) -> None:
        write_whole(self._path, FILE.dump_json(then), mode=OWNER_ONLY)


def _read(path: Path) -> Kept:
    try:
        kept: Kept = FILE.validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return Kept()
    return kept if kept.version == VERSION else Kept()


def counted_of(game: str, past: PastMatch | None) -> Counted:
    """What counts of a match of `game`; nobody where its end can no longer be read."""
    if past is None or past.scores is None:
        return Counted(game, ())
    names = tuple(None if seat in past.robots else name for seat, name in enumerate(past.names))
    tells = offers(past.game, TellsFigures)
    figures = () if tells is None else tells.figures_of(past.state.match)
    return Counted(game, names, winners_of(past), figures, past.scores)


def winners_of(past: PastMatch) -> frozenset[int]:
    """The seats that won, alone or together: with the highest score. None where one has played alone, in a draw, or
    where the end can no longer be read."""
    scores = past.scores or ()
    best = frozenset(seat for seat, score in enumerate(scores) if score == max(scores))
    drawn = offers(past.game, EndsInDraws) is not None and len(best) == len(scores)
    return frozenset() if drawn or len(scores) < 2 else best


def figures_by_player(matches: Iterable[Counted]) -> tuple[PlayerFigures, ...]:
    """The statistics of everybody in `matches`, oldest first. Names that look alike are one player."""
    found = dict[str, PlayerFigures]()
    for match in matches:
        for seat, name in enumerate(match.names):
            if name is None:
                continue
            before = found.get(look_of(name), PlayerFigures(name))
            own = [each for each in match.figures if each.seat == seat]
            found[look_of(name)] = _with_match(before, name, match.game, seat in match.winners, own)
    return tuple(sorted(found.values(), key=lambda each: (-each.all.wins, -each.all.games, look_of(each.name))))


def _with_match(before: PlayerFigures, name: str, game: str, won: bool, figures: Iterable[Figure]) -> PlayerFigures:
    games = {**before.games, game: before.games.get(game, Count()).with_one(won=won)}
    best = dict(before.best)
    for figure in figures:
        key = game, figure.key
        if key not in best or figure.value > best[key].value:
            best[key] = figure
    return PlayerFigures(name, before.all.with_one(won=won), games, best)
