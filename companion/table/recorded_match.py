"""A match of which every entry is in the journal before anything shows it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from companion.core.capabilities.open_pictures import may_be_seen
from companion.core.entries import Entry, Played, SampleKept
from companion.core.errors import NotSaved
from companion.core.evidence import Evidence
from companion.core.game import Game
from companion.core.match import Match
from companion.core.partner_seats import PartnerSeats
from companion.core.session_state import SessionState, apply_entry
from companion.hardware.cues import CuePlayer
from companion.table.entries_json import crops_of, entry_to_json
from companion.table.film_pictures import FilmPictures, film_pictures
from companion.table.journal import Journal, MatchRecord, Standing
from companion.table.live_table import LiveTable
from companion.table.open_pictures import OpenPictures
from companion.table.troubles import SAVING

log = logging.getLogger(__name__)


class RecordedMatch(LiveTable):
    """What is known of a match under way, and the one way in which an entry changes it. Shared by threads.

    Args:
        record: the match's row in the journal.
        state: as far as the journal tells.

    Attributes:
        pictures: shows pages what they may see of the table.
    """

    def __init__(self, record: MatchRecord, state: SessionState, journal: Journal, cues: CuePlayer) -> None:
        super().__init__(cues)
        self._record, self._journal, self._state = record, journal, state
        # of an earlier run, whose clock may have been another
        self._taken_up = {id(line): line for line in state.lines}
        self.pictures = OpenPictures(self, self._changed)
        self._film = film_pictures(journal.pictures(record.id))

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._state.match.game

    @property
    def state(self) -> SessionState:
        with self._changed:
            return self._state

    @property
    def match(self) -> Match:
        """The match as far as it has been played."""
        return self.state.match

    @property
    def number(self) -> int:
        """The match's number in the journal."""
        return self._record.id

    @property
    def names(self) -> tuple[str, ...]:
        """The players, by seat."""
        return self._record.names

    @property
    def partner_seats(self) -> PartnerSeats:
        """The seats that the partner plays, and what it asks for."""
        return self.state.partner_seats

    def evidence(self, index: int) -> Evidence:
        """What the camera saw for action `index`; empty when people reported it. Raises IndexError."""
        return self.state.lines[index].evidence

    def age_s(self, index: int) -> float | None:
        """Seconds since action `index` was reported, on a clock that nobody can set; None for one of an earlier run of
        the program, of which nothing is known but that it is over. Raises IndexError."""
        with self._changed:
            line = self._state.lines[index]
            if id(line) in self._taken_up:
                return None
            return max(0.0, self._journal.now_s() - line.at_s)

    def seen_jpeg(self, index: int, number: int) -> bytes | None:
        """The picture of thing `number` of action `index`'s evidence; None unless everybody may look at it now.

        Raises:
            IndexError: there is no such action or thing.
        """
        state = self.state
        seen = state.lines[index].evidence[number]
        return seen.crop_jpeg if may_be_seen(self.game, state.match.state, seen.thing) else None

    @contextmanager
    def saving(self) -> Iterator[None]:
        """Around whatever is written down: a `NotSaved` goes on, and every page shows it until something is saved."""
        try:
            yield
        except NotSaved as refusal:
            self.stand(SAVING, refusal.what)
            raise
        self.stand(SAVING, None)

    def try_to_save(self) -> bool:
        """See, while something could not be saved, whether it can be now. Returns whether all is well."""
        if SAVING not in self.live.troubles:
            return True
        with suppress(NotSaved), self.saving():
            self._journal.probe()
        return SAVING not in self.live.troubles

    def _written(self, entry: Entry) -> SessionState:
        """The session after `entry`, which is on disk by then.

        Raises:
            NotSaved: the disk did not take it; nothing has changed, and every page says so until it does.
            Refusal, IndexError: as `apply_entry`; nothing has changed.
        """
        after = apply_entry(self._state, entry)
        kind, body = entry_to_json(entry)
        film, added, dropped = self._film_with(entry)
        standing = Standing(len(after.match.actions), after.match.state.scores is not None)
        with self.saving():
            self._journal.append(
                self._record.id, kind, entry.source, body, entry.at_s,
                crops={**crops_of(entry), **added}, sample=isinstance(entry, SampleKept), drop=dropped,
                standing=standing,
            )  # fmt: skip
        self._film = film
        self._state = after
        self.pictures.refresh()
        # kind and source only: the body may hold what one player alone may see
        log.info("match %d: %s by %s, %d actions", self._record.id, kind, entry.source, len(after.match.actions))
        return after

    def _film_with(self, entry: Entry) -> tuple[FilmPictures, Mapping[str, bytes], tuple[str, ...]]:
        """As `FilmPictures.with_picture`, for an entry: an action that is played brings the picture that led to it, or
        that of what was before it."""
        settled = self.pictures.take_settled() if isinstance(entry, Played) else None
        if settled is None:
            return self._film, {}, ()
        before = self._state.lines[-1:] if settled.moved_since else ()
        return self._film.with_picture(before[0].at_s if before else entry.at_s, settled.picture)

    def _happened(self, entry: Entry, **changes: Any) -> SessionState:
        """The same for an entry that moves the match: what was asked or remarked belongs to an earlier moment."""
        after = self._written(entry)
        self._show(questions=(), notice=None, **changes)
        return after
