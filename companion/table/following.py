"""Following a board: the one legal turn that explains what changed is played; two are asked; none is told, and mended.

Each look at a table that has come to rest is held against all that may have happened: nothing, each legal turn, a
longer chain than was seen, a turn that is half done, something that no rule allows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.camera.source import Pixels
from companion.core.errors import Illegal
from companion.core.game import Action, State
from companion.core.scene import Thing
from companion.core.shows_board import NO_TILE, Cell, Outcome, Places, ShowsBoard, board_of, changed, changes_between
from companion.core.text import Text
from companion.perception.boards.place import BoardPlace
from companion.perception.boards.start import ReadsBoards, by_grid, by_mat
from companion.perception.boards.tracker import LEAST, UNSEEN, BoardSight, BoardTracker
from companion.perception.eyes import Sighting
from companion.perception.overlay import SURE_BGR, UNSURE_BGR, beside, crop_jpeg, jpeg, outlined
from companion.table.evidence import SeenThing
from companion.table.session import Session
from companion.table.sorting import Asks

SURE = 0.97
"""Probability that a turn needs to be played without asking."""
NO_RULE = -6.0
"""Logarithm of how much rarer it is that people do what no rule allows."""
TOO_MANY = -10.0
"""Logarithm of the likelihood below which no board of so few tiles can be what lies there."""
HALF_DONE = -1.5
"""The same for a turn that is not finished, at a table that has come to rest."""
WORTH_ASKING = 0.02
"""Less likely turns are not offered."""
MOST_OFFERED = 4
PLAIN_SIGHT = 0.9
"""Every changed place must be as sure as this before anybody is told that the board is wrong."""
PATIENCE_S = 6.0
"""A turn that is half done, or a thing that lies on the board, is remarked upon after this long at rest."""
MOST_HIDDEN = 2
"""Places that look like nothing known, for long, and are asked about; a hand or a cup hides more, and is waited for."""
FIRST_LOOK = 3.2
"""What was never seen on this table needs to lead all else by this much (a logarithm), whatever the rules say: what is
learnt wrongly once is read wrongly for the whole game."""
FAR_FROM_FREE = 9.0
"""A legal board that is less likely by more than this (a logarithm) than the likeliest board of all is not it."""
TOLD = 10.0
"""How much likelier (a logarithm) the board is as people said, when it is more so than as it lay before."""
BOARD = "board"


@dataclass(frozen=True, slots=True)
class _Guess:
    """What may have happened: an action, or None for nothing; instead of the last action when `goes_on`."""

    action: Action | None
    score: float
    changes: Mapping[Cell, str]
    goes_on: bool = False


class Following:
    """The board of one session.

    Args:
        reader: reads a board that lies anywhere, to find it in the beginning; None to know it by the mat alone.
    """

    def __init__(self, session: Session, reader: ReadsBoards | None) -> None:
        game = board_of(session.game)
        if game is None:
            raise LookupError(f"{session.game.key} has no board")
        self._session, self._reader, self._game = session, reader, game
        self._tracker = BoardTracker()
        self._before: Pixels | None = None
        self._judged_length = -1
        self._remark: Text | None = None
        self._remark_s = math.inf

    @property
    def game(self) -> ShowsBoard:
        return self._game

    @property
    def is_stale(self) -> bool:
        """Whether the match went on without the camera since the last look."""
        return len(self._session.match.actions) != self._judged_length

    def moving(self) -> None:
        """The table is in motion: nothing of the last look counts any more."""
        self._remark = None

    def waits(self, now_s: float) -> bool:
        """Remark upon what has lain there too long. Returns whether the board should be looked for anew."""
        if self._remark is None or now_s < self._remark_s:
            return False
        self._session.tell(self._remark)
        self._remark = None
        return True

    def look(self, picture: Pixels, now_s: float, ask: Asks, *, anew: bool = False) -> None:
        """Judge one look at a table that has come to rest.

        picture: full-size (H, W, 3) uint8 BGR. now_s: when it was taken. ask: puts a question on the phones. anew: the
        board may have been carried elsewhere.
        """
        match = self._session.match
        self._judged_length = len(match.actions)
        self._remark = None
        if self._tracker.place is None:
            self._take_up(picture, now_s)
            return
        sight = self._found(picture) if anew else self._tracker.look(picture)
        covered = len(sight.hidden & self._game.places(match.state).keys())
        if covered > (MOST_HIDDEN if anew else 0):
            self._wait(COVERED, now_s)
            return
        self._decide(picture, sight, now_s, ask, late=anew)

    def _take_up(self, picture: Pixels, now_s: float) -> None:
        """Find the board for the first time, as the match has it."""
        tiles = self._game.places(self._session.match.state)
        if any(self._tracker.begin(picture, tiles, place) for place in self._places(picture, tiles)):
            self._rests(picture)
            self._session.tell(None)
            self._play_forced()
        else:
            self._session.show(jpeg(outlined(picture, (), SURE_BGR)))
            self._wait(NOT_FOUND, now_s)

    def _places(self, picture: Pixels, tiles: Places) -> Sequence[BoardPlace]:
        state = self._session.match.state
        on_mat = by_mat(picture, tiles, lambda cell: self._game.place_mm(state, cell), self._game.tile_thick_mm)
        anywhere = () if self._reader is None else by_grid(picture, tiles, self._reader)
        return (*(() if on_mat is None else (on_mat,)), *anywhere)

    def _found(self, picture: Pixels) -> BoardSight:
        """The board wherever it is: where it lay, its grid laid on the edges anew, or elsewhere."""
        tiles = self._game.places(self._session.match.state)
        here = self._tracker.look(picture)
        sights = [here, *(self._tracker.look(picture, at) for at in (here.place, *self._places(picture, tiles)))]
        best = min(sights, key=lambda sight: len(sight.changed))
        return self._tracker.look(picture) if best is here else self._tracker.look(picture, best.place)

    def _decide(self, picture: Pixels, sight: BoardSight, now_s: float, ask: Asks, *, late: bool) -> None:
        """late: it has lain like this for long; whoever made a turn is done, and is asked rather than waited for."""
        state = self._session.match.state
        now = self._game.places(state)
        free = sight.best(len(now))
        guesses = self._guesses(sight, free)
        legal = any(changed(now, guess.changes) == free for guess in guesses)
        half_done = not legal and self._game.half_done(state, free)
        likely = _likely(guesses, 0.0 if legal else HALF_DONE if half_done else NO_RULE)
        best = max(range(len(guesses)), key=lambda n: likely[n])
        guess = guesses[best]
        known = self._knows(sight, guess.changes)
        if sight.hidden & now.keys():
            if any(each.action is not None and each.score >= NO_RULE for each in guesses):
                self._ask(picture, sight, guesses, likely, now_s, ask)
            else:
                self._wait(COVERED, now_s)
        elif likely[best] >= SURE and guess.score >= -FAR_FROM_FREE and known:
            self._happened(picture, sight, guess, "camera")
        elif sight.likelihood(free) < TOO_MANY:
            self._wait(COVERED, now_s)
        elif self._lags_behind(now, free):
            self._wait(LAGS_BEHIND, now_s)
        elif half_done and not late and guess.score < NO_RULE:
            self._show(picture, sight, changes_between(now, free))
            self._wait(UNFINISHED, now_s)
        elif guess.score < self._bar_of_faults(now, free) and all(sight.sure(c) >= PLAIN_SIGHT for c in sight.changed):
            self._accuse(picture, sight, free)
        elif guess.action is None and not late:
            self._wait(UNCLEAR, now_s)  # a turn may have begun where nothing can be told yet
        else:
            self._ask(picture, sight, guesses, likely, now_s, ask)

    def _knows(self, sight: BoardSight, changes: Mapping[Cell, str]) -> bool:
        """Whether nothing among these has to be believed that this table has not shown before."""
        return all(self._tracker.learnt(mark) or sight.lead(cell, mark) >= FIRST_LOOK for cell, mark in changes.items())

    def _bar_of_faults(self, now: Places, free: Places) -> float:
        """How unlikely (a logarithm) all legal boards must be before a fault is told: more so for each face that is
        only guessed at."""
        guessed = sum(not self._tracker.learnt(mark) for mark in changes_between(now, free).values())
        return NO_RULE + guessed * UNSEEN

    def _lags_behind(self, now: Places, free: Places) -> bool:
        """Whether the match went on without the table (told on a phone, or taken back), and hands still follow."""
        match, lay = self._session.match, self._tracker.marks
        if lay == now:
            return False
        return free == lay or (len(match.actions) > 0 and self._game.half_done(match.states[-2], free))

    def _guesses(self, sight: BoardSight, free: Places) -> list[_Guess]:
        """All that the rules allow, nothing included; turns that lead to the very same state count as one.

        Each is scored by how much likelier it is than the likeliest board of all, `free`.
        """
        match = self._session.match
        now = self._game.places(match.state)
        base = sight.likelihood(now) - sight.likelihood(free)
        told = sight.likelihood(now) > sight.likelihood(self._tracker.marks)
        guesses = [_Guess(None, base + (TOLD if told else 0.0), {})]
        for outcome in _told_apart(match.state, self._game.outcomes(match.state)):
            guesses.append(_Guess(outcome.action, base + self._gain(sight, now, outcome.changes), outcome.changes))
        if match.actions and self._session.evidence(len(match.actions) - 1):
            before = match.states[-2]
            for action in self._game.continued(before, match.actions[-1]):
                changes = changes_between(now, self._game.places(before.apply(action)))
                guesses.append(_Guess(action, base + self._gain(sight, now, changes), changes, goes_on=True))
        return [each for each in guesses if each.score > LEAST or each.action is None]

    def _gain(self, sight: BoardSight, now: Places, changes: Mapping[Cell, str]) -> float:
        return sight.score(changes) - sum(
            sight.scores[cell][now.get(cell, NO_TILE)] if cell in sight.scores else 0.0 for cell in changes
        )

    def _happened(self, picture: Pixels, sight: BoardSight, guess: _Guess, source: str) -> None:
        """The table shows what `guess` says."""
        session = self._session
        after = changed(self._game.places(session.match.state), guess.changes)
        if guess.action is not None:
            evidence = (_evidence(picture, sight, guess.changes),)
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
        self._tracker.accept(after)
        self._rests(picture, guess.changes)
        self._play_forced()

    def _rests(self, picture: Pixels, changes: Iterable[Cell] = ()) -> None:
        self._before = picture
        place = self._tracker.place
        assert place is not None
        outlines = [place.outline(cell) for cell in changes]
        self._session.show(jpeg(outlined(picture, outlines, SURE_BGR)))

    def _play_forced(self) -> None:
        """A player who can do nothing that shows passes; nobody can see that, and nobody can do otherwise."""
        state = self._session.match.state
        if state.actor.seat in self._session.given.seats:
            return  # the partner passes by itself
        legal = state.legal_actions()
        if len(legal) == 1 and not self._game.outcomes(state):
            self._session.play(legal[0], "camera")
            self._judged_length = len(self._session.match.actions)

    def _accuse(self, picture: Pixels, sight: BoardSight, free: Places) -> None:
        """Say which clause forbids what lies there, and show before and after."""
        state = self._session.match.state
        self._show(picture, sight, changes_between(self._game.places(state), free))
        self._session.tell(self._game.fault_seen(state, free).what)

    def _show(self, picture: Pixels, sight: BoardSight, changes: Iterable[Cell]) -> None:
        """Before and now, side by side, with what differs."""
        outlines = [sight.place.outline(cell) for cell in changes]
        now = outlined(picture, outlines, UNSURE_BGR)
        before = now if self._before is None else outlined(self._before, (), UNSURE_BGR)
        self._session.show(jpeg(beside(before, now)))

    def _wait(self, remark: Text, now_s: float) -> None:
        self._remark, self._remark_s = remark, now_s + PATIENCE_S

    def _ask(
        self,
        picture: Pixels,
        sight: BoardSight,
        guesses: Sequence[_Guess],
        likely: Sequence[float],
        now_s: float,
        ask: Asks,
    ) -> None:
        """The likeliest turns, or none of them."""
        session = self._session
        order = sorted(range(len(guesses)), key=lambda n: -likely[n])
        worth = [n for n in order if likely[n] >= WORTH_ASKING or (n == order[0] and guesses[n].score > LEAST)]
        offered = [guesses[n] for n in worth[:MOST_OFFERED]]
        if not offered:
            self._wait(UNCLEAR, now_s)
            return
        match = session.match
        labels = [
            NOTHING
            if guess.action is None
            else session.game.label(match.states[-2] if guess.goes_on else match.state, guess.action, None)
            for guess in offered
        ]
        self._show(picture, sight, sight.changed)
        length = len(match.actions)

        def answered(choice: int, who: str) -> None:
            if choice < len(offered) and len(session.match.actions) == length:
                self._happened(picture, sight, offered[choice], f"camera, {who}")

        ask(WHICH, (*labels, NONE), crop_jpeg(picture, _around(sight, sight.changed)), answered)


def _told_apart(state: State, outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Of actions that leave the very same state behind, the first: round which way a chain went matters to nobody."""
    alike: dict[frozenset[tuple[Cell, str]], list[Outcome]] = {}
    for outcome in outcomes:
        alike.setdefault(frozenset(outcome.changes.items()), []).append(outcome)
    found = []
    for own in alike.values():
        after = [state.apply(each.action) for each in own] if len(own) > 1 else [state]
        found += [each for n, each in enumerate(own) if after.index(after[n]) == n]
    return found


def _likely(guesses: Sequence[_Guess], otherwise: float) -> list[float]:
    """Probability of each guess; `otherwise` is the logarithm of the likelihood of all that no rule allows."""
    scores = np.array([guess.score for guess in guesses])
    best = max(float(scores.max()), otherwise)
    weights = np.exp(scores - best)
    whole = weights.sum() + (math.exp(otherwise - best) if otherwise < 0 else 0.0)
    return [float(weight / whole) for weight in weights]


def _around(sight: BoardSight, cells: Iterable[Cell]) -> Sighting:
    """What changed, as one thing to be cut out of the picture."""
    outlines = [sight.place.outline(cell) for cell in cells] or [np.zeros((1, 2))]
    corners = np.vstack(outlines)
    x, y = (corners.min(axis=0) + corners.max(axis=0)) / 2
    radius = float(np.ptp(corners, axis=0).max()) / 2
    return Sighting(Thing(BOARD, "", BOARD), 1.0, (float(x), float(y)), radius, ())


def _evidence(picture: Pixels, sight: BoardSight, changes: Mapping[Cell, str]) -> SeenThing:
    sure = min((sight.sure(cell) for cell in changes if cell in sight.scores), default=1.0)
    return SeenThing(Thing(BOARD, "", BOARD), sure, crop_jpeg(picture, _around(sight, changes)))


NOT_FOUND = Text(
    fr="Je ne trouve pas le tablier, ou il n'est pas comme la partie le veut ; posez-le au milieu, sans rien dessus "
    "d'autre, et ôtez les mains.",
    en="I do not find the board, or it is not as the match has it; lay it in the middle with nothing else on it, and "
    "take your hands away.",
)
COVERED = Text(
    fr="Quelque chose cache une partie du tablier ; ôtez-le, ou remettez les cases bout à bout.",
    en="Something hides a part of the board; take it away, or put the tiles edge to edge again.",
)
UNFINISHED = Text(
    fr="Le tour n'est pas fini : posez ce qui est en main et retournez ce qui doit l'être.",
    en="The turn is not finished: put down what is in hand and turn over what must be.",
)
UNCLEAR = Text(
    fr="Je ne reconnais pas ce qui est sur le tablier ; redressez les cases et ôtez ce qui n'en fait pas partie.",
    en="I cannot make out what is on the board; straighten the tiles and take away what does not belong there.",
)
LAGS_BEHIND = Text(
    fr="Le tablier n'est pas encore comme la partie le veut ; suivez le dessin de la page.",
    en="The board is not yet as the match has it; follow the drawing on the page.",
)
WHICH = Text(fr="Que s'est-il passé ?", en="What happened?")
NOTHING = Text(fr="Rien, le tablier est comme avant", en="Nothing, the board is as before")
NONE = Text(fr="Autre chose, ou ce n'est pas fini", en="Something else, or it is not finished")
