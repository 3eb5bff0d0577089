"""Watching a board: the one legal turn that explains what changed is played; two are asked; none is told, and mended.

Each look at a table that has come to rest is compared with all that may have happened: nothing, each legal turn, a
longer chain than was seen, a turn that is half done, something that no rule allows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from companion.camera.arrays import Pixels
from companion.core.capabilities import offers
from companion.core.capabilities.board import Cell, HasBoard, Places, changed, changes_between
from companion.core.errors import Illegal
from companion.core.evidence import SeenThing
from companion.core.scene import Thing
from companion.core.text import Text
from companion.perception.boards.candidates import ReadsBoards
from companion.perception.boards.sight import LEAST_LOG_LIKELIHOOD, UNSEEN_FACE_LOG_LIKELIHOOD, BoardSight
from companion.perception.boards.tracker import BoardTracker
from companion.perception.overlay import CONFIDENT_BGR, CROP_SHARE, UNSURE_BGR, beside, outlined
from companion.table.open_pictures import Part, square
from companion.table.session import Session
from companion.table.watchers.board.hypotheses import NO_RULE, Guess, Weighed, on_the_way, was_taken_back, weighed_up
from companion.table.watchers.board.search import BoardSearch
from companion.table.watchers.board.texts import (
    COVERED,
    LAGS_BEHIND,
    NONE,
    NOT_FOUND,
    NOTHING,
    OTHERWISE,
    TAKEN_BACK,
    UNCLEAR,
    UNFINISHED,
    WHICH,
)
from companion.table.watchers.watcher import Ask, Handled, Moment, Watcher

CONFIDENT = 0.97
"""Probability that a turn needs to be played without asking."""
TOO_MANY = -10.0
"""If even the likeliest board with as many tiles as the match has is less likely than this (a logarithm), something
else lies on the table."""
WORTH_ASKING = 0.02
"""Less likely turns are not offered."""
MOST_OFFERED = 4
PLAIN_SIGHT = 0.9
"""Every changed place must be as sure as this before anybody is told that the board is wrong."""
PATIENCE_S = 6.0
"""A turn that is half done, or a thing that lies on the board, is remarked upon after this long at rest."""
SOON_S = 1.5
"""A board that is not found is looked for again after this long, before people are asked to do anything; and so is one
that was said to be wrong, for it may be what is known of the table's looks that is."""
MOST_HIDDEN = 2
"""Places that look like nothing known, for long, and are asked about; a hand or a cup hides more, and is waited for."""
FIRST_LOOK = 3.2
"""A face that this table has not shown before is believed only if it leads every other one by this much (a logarithm),
whatever the rules say: a face that is learnt wrongly is read wrongly for the whole game."""
FAR_FROM_FREE = 9.0
"""A legal board is not believed if the likeliest of all boards leads it by more than this (a logarithm)."""
BOARD = "board"


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """One look at the board: the picture, what it shows, and what follows the board from there."""

    picture: Pixels
    sight: BoardSight
    tracker: BoardTracker


class BoardWatcher(Watcher):
    """The board of one session.

    Args:
        reader: reads a board that lies anywhere, to find it in the beginning; None to know it by the mat alone.
    """

    def __init__(self, session: Session, reader: ReadsBoards | None) -> None:
        game = offers(session.game, HasBoard)
        if game is None:
            raise LookupError(f"{session.game.key} has no board")
        self._session, self._game = session, game
        self._search = BoardSearch(game, reader)
        self._tracker: BoardTracker | None = None
        self._before: Pixels | None = None
        self._judged_length = -1
        self._remark: Text | None = None
        self._remark_s = math.inf

    @property
    def game(self) -> HasBoard:
        """The session's game, as one with a board."""
        return self._game

    def look(self, moment: Moment) -> Handled:
        """Judge the board when it has come to rest (a white disc that was moved on light wood changes little of a small
        picture), when the match went on without it, and when people are slow."""
        if not moment.rest.still:
            self._remark, self._remark_s = None, math.inf  # nothing of the last look counts any more
            return moment.moving()
        now_s, again = moment.frame.taken_s, moment.look_again
        due = moment.rest.settled or len(self._session.match.actions) != self._judged_length or again
        anew = not due and self.is_late(now_s)
        if due or anew:
            self.judge(moment.full(), now_s, moment.ask, anew=anew)
        return Handled.WATCHED

    def is_late(self, now_s: float) -> bool:
        """Remark upon what has lain there too long. Returns whether the board should be looked for anew."""
        if now_s < self._remark_s:
            return False
        if self._remark is not None:
            self._session.tell(self._remark)
        self._remark, self._remark_s = None, math.inf
        return True

    def judge(self, picture: Pixels, now_s: float, ask: Ask, *, anew: bool = False) -> None:
        """Judge one look at a table that has come to rest.

        picture: full-size (H, W, 3) uint8 BGR. now_s: when it was taken. ask: puts a question on the phones. anew: the
        board may have been carried elsewhere, or lost.
        """
        state = self._session.match.state
        self._judged_length = len(self._session.match.actions)
        self._remark, self._remark_s = None, math.inf
        if self._tracker is None:
            self._take_up(picture, now_s, ask, anew=anew)
            return
        sight = self._search.elsewhere(self._tracker, picture, state) if anew else self._tracker.read(picture)
        if len(sight.hidden & self._game.places(state).keys()) > (MOST_HIDDEN if anew else 0):
            self._wait(COVERED, now_s)
            accused = False
        else:
            accused = self._decide(_Look(picture, sight, self._tracker), now_s, ask, late=anew)
        if accused and not anew:
            self._remark_s = now_s + SOON_S
        if anew and (accused or self._remark in (COVERED, UNCLEAR)):
            found = self._search.found(picture, state, self._tracker.place)
            if found is not None and self._resumes(_Look(picture, found[1].sight, found[0]), ask):
                self._remark, self._remark_s = None, math.inf

    def _take_up(self, picture: Pixels, now_s: float, ask: Ask, *, anew: bool) -> None:
        """Find the board for the first time, as the match has it or one turn further. anew: it was not found before."""
        state = self._session.match.state
        found = self._search.found(picture, state)
        if found is not None:
            tracker, resumed = found
            if resumed.as_it_was:
                self._tracker = tracker
                tracker.accept(self._game.places(state))
                self._rests(picture)
                self._session.tell(None)
                self._play_forced()
                return
            if self._resumes(_Look(picture, resumed.sight, tracker), ask):
                return
        self._session.pictures.show(outlined(picture, (), CONFIDENT_BGR))
        if anew:
            self._wait(NOT_FOUND, now_s)
        else:
            self._remark_s = now_s + SOON_S

    def _resumes(self, look: _Look, ask: Ask) -> bool:
        """Go on from a board that was taken up anew: as the match has it, or one legal turn further. What is not sure
        is asked, and so is what people took back. Returns whether there was anything to go on."""
        sight, tiles = look.sight, self._game.places(self._session.match.state)
        weighed = weighed_up(self._session, self._game, look.tracker, sight)
        if sight.hidden & tiles.keys() or weighed.guess.score < -FAR_FROM_FREE:
            return False
        again = weighed.guess.action is not None and was_taken_back(self._session, self._game, weighed.free)
        if not again and self._is_sure(look, weighed):
            self._happened(look, weighed.guess, "camera")
            return True
        asks = any(guess.action is not None for guess in _worth_asking(weighed))
        return asks and self._ask(look, weighed, ask)

    def _decide(self, look: _Look, now_s: float, ask: Ask, *, late: bool) -> bool:
        """late: it has lain like this for long; whoever made a turn is done, and is asked rather than waited for.
        Returns whether people were told of a fault."""
        sight = look.sight
        now = self._game.places(self._session.match.state)
        weighed = weighed_up(self._session, self._game, look.tracker, sight)
        free, guess = weighed.free, weighed.guess
        if sight.hidden & now.keys():
            if any(each.action is not None and each.score >= NO_RULE for each in weighed.guesses):
                self._ask_or_wait(look, weighed, now_s, ask)
            else:
                self._wait(COVERED, now_s)
        elif on_the_way(look.tracker.marks, now, free):
            self._wait(TAKEN_BACK if was_taken_back(self._session, self._game, free) else LAGS_BEHIND, now_s)
        elif self._is_sure(look, weighed):
            self._happened(look, guess, "camera")
        elif sight.log_likelihood(free) < TOO_MANY:
            self._wait(COVERED, now_s)
        elif self._lags_behind(look.tracker, now, free):
            self._wait(LAGS_BEHIND, now_s)
        elif weighed.half_done and not late and guess.score < NO_RULE:
            self._show(look, changes_between(now, free))
            self._wait(UNFINISHED, now_s)
        elif guess.score < _bar_of_faults(look.tracker, now, free) and all(
            sight.confidence(cell) >= PLAIN_SIGHT for cell in sight.changed
        ):
            self._accuse(look, free)
            return True
        elif guess.action is None and not late:
            self._wait(UNCLEAR, now_s)  # a turn may have begun where nothing can be told yet
        else:
            self._ask_or_wait(look, weighed, now_s, ask)
        return False

    def _is_sure(self, look: _Look, weighed: Weighed) -> bool:
        """Whether the best guess is likely enough to be played, and each face in it was seen on this table before or
        leads clearly (`FIRST_LOOK`)."""
        guess = weighed.guess
        known = all(
            look.tracker.learnt(mark) or look.sight.lead(cell, mark) >= FIRST_LOOK
            for cell, mark in guess.changes.items()
        )
        return weighed.likely[weighed.best] >= CONFIDENT and guess.score >= -FAR_FROM_FREE and known

    def _lags_behind(self, tracker: BoardTracker, now: Places, free: Places) -> bool:
        """Whether hands are in the middle of a turn that was told on a phone."""
        match = self._session.match
        return tracker.marks != now and len(match.actions) > 0 and self._game.half_done(match.states[-2], free)

    def _happened(self, look: _Look, guess: Guess, source: str) -> None:
        """The table shows what `guess` says."""
        session = self._session
        after = changed(self._game.places(session.match.state), guess.changes)
        if guess.action is not None:
            evidence = (self._evidence(look, guess.changes),)
            try:
                if guess.goes_on:
                    session.correct(len(session.match.actions) - 1, guess.action, source, evidence)
                else:
                    session.play(guess.action, source, evidence)
            except Illegal as refusal:  # somebody acted between the look and now
                session.tell(refusal.what)
                return
        else:
            session.tell(None)
        self._judged_length = len(session.match.actions)
        self._tracker = look.tracker
        self._tracker.accept(after)
        self._rests(look.picture, guess.changes)
        self._play_forced()

    def _evidence(self, look: _Look, changes: Mapping[Cell, str]) -> SeenThing:
        sight = look.sight
        confidence = min((sight.confidence(cell) for cell in changes if cell in sight.scores), default=1.0)
        around = _around(sight, changes)
        return SeenThing(around.thing, confidence, self._session.pictures.cut(look.picture, around))

    def _rests(self, picture: Pixels, changes: Iterable[Cell] = ()) -> None:
        self._before = picture
        place = None if self._tracker is None else self._tracker.place
        assert place is not None
        outlines = [place.outline(cell) for cell in changes]
        self._session.pictures.show(outlined(picture, outlines, CONFIDENT_BGR))

    def _play_forced(self) -> None:
        """A player who can do nothing that shows passes; nobody can see that, and nobody can do otherwise."""
        state = self._session.match.state
        if state.actor.seat in self._session.partner_seats.seats:
            return  # the partner passes by itself
        legal = state.legal_actions()
        if len(legal) == 1 and not self._game.outcomes(state):
            self._session.play(legal[0], "camera")
            self._judged_length = len(self._session.match.actions)

    def _accuse(self, look: _Look, free: Places) -> None:
        """Say which clause forbids what lies there, and show before and after."""
        state = self._session.match.state
        self._show(look, changes_between(self._game.places(state), free))
        self._session.tell(self._game.fault_seen(state, free).what)

    def _show(self, look: _Look, changes: Iterable[Cell]) -> None:
        """Before and now, side by side, with what differs."""
        outlines = [look.sight.place.outline(cell) for cell in changes]
        now = outlined(look.picture, outlines, UNSURE_BGR)
        before = now if self._before is None else outlined(self._before, (), UNSURE_BGR)
        self._session.pictures.show(beside(before, now), settled=False)

    def _wait(self, remark: Text, now_s: float) -> None:
        self._remark, self._remark_s = remark, now_s + PATIENCE_S

    def _ask_or_wait(self, look: _Look, weighed: Weighed, now_s: float, ask: Ask) -> None:
        if not self._ask(look, weighed, ask):
            self._wait(UNCLEAR, now_s)

    def _ask(self, look: _Look, weighed: Weighed, ask: Ask) -> bool:
        """The likeliest turns, or none of them. Returns whether any was worth asking about."""
        session, match = self._session, self._session.match
        offered = _worth_asking(weighed)
        if not offered:
            return False
        labels = [
            NOTHING
            if guess.action is None
            else session.game.label(match.states[-2] if guess.goes_on else match.state, guess.action, None)
            for guess in offered
        ]
        self._show(look, look.sight.changed)

        def answered(choice: int, who: str) -> None:
            if len(match.actions) != len(session.match.actions):
                return
            if choice < len(offered):
                self._happened(look, offered[choice], f"camera, {who}")
            else:
                session.tell(OTHERWISE)

        crop = session.pictures.crop(look.picture, _around(look.sight, look.sight.changed))
        ask(WHICH, (*labels, NONE), crop, answered)
        return True


def _worth_asking(weighed: Weighed) -> list[Guess]:
    """The likeliest first."""
    guesses, likely = weighed.guesses, weighed.likely
    order = sorted(range(len(guesses)), key=lambda n: -likely[n])
    worth = [
        n for n in order if likely[n] >= WORTH_ASKING or (n == order[0] and guesses[n].score > LEAST_LOG_LIKELIHOOD)
    ]
    return [guesses[n] for n in worth[:MOST_OFFERED]]


def _bar_of_faults(tracker: BoardTracker, now: Places, free: Places) -> float:
    """How unlikely (a logarithm) all legal boards must be before a fault is told: more so for each face that is only
    guessed at."""
    guessed = sum(not tracker.learnt(mark) for mark in changes_between(now, free).values())
    return NO_RULE + guessed * UNSEEN_FACE_LOG_LIKELIHOOD


def _around(sight: BoardSight, cells: Iterable[Cell]) -> Part:
    """What changed, as one thing to be cut out of the picture."""
    outlines = [sight.place.outline(cell) for cell in cells] or [np.zeros((1, 2))]
    corners = np.vstack(outlines)
    x, y = (corners.min(axis=0) + corners.max(axis=0)) / 2
    half = max(8.0, CROP_SHARE * float(np.ptp(corners, axis=0).max()) / 2)
    return square(Thing(BOARD, "", BOARD), (float(x), float(y)), half)
