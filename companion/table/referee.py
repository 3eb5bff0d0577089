"""The referee: look, settle, read what changed, explain it by the rules, play it, or ask.

One `step` handles one small frame and never blocks on people. Questions are settled by whoever answers first,
on a phone; a table that moves on withdraws them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from math import hypot

from companion.camera.source import Frame, FrameSource, Pixels
from companion.core.errors import Illegal
from companion.core.game import Action, eyes_decide
from companion.core.scene import differences
from companion.core.station import Station, station_of
from companion.core.text import Text, same
from companion.perception.eyes import Area, Eyes, Sighting, scene_seen
from companion.perception.overlay import crop_jpeg, drawn, jpeg
from companion.perception.settle import Box, Settle
from companion.table.evidence import Evidence, SeenThing
from companion.table.following import Following
from companion.table.freshness import change, faces
from companion.table.laying import Laying
from companion.table.revealing import Revealing
from companion.table.session import Session
from companion.table.slapping import Slapping
from companion.table.sorting import Sorting
from companion.table.turn_clock import TurnClock

LIVE_EVERY_S = 1.0
"""While things move, the page gets a new small picture this often: live enough to aim by, cheap to send."""


class Referee:
    """Watches one table for one session.

    Args:
        source: where the pictures come from.
        eyes: must have a reader for every kind that the game needs (`station.eyes_needed`).
        session: what happens is told here.
        following: for a game with a board: what is done there is played.
        revealing: for a game in which cards are turned up: what they show is played.
        slapping: for a game in which hands come down on cards.
        laying: for a game whose cards lie at places of their own: what is done with them is played.
        turn_clock: for a game whose turns may take so long.
    """

    def __init__(
        self,
        source: FrameSource,
        eyes: Eyes,
        session: Session,
        following: Following | None = None,
        revealing: Revealing | None = None,
        slapping: Slapping | None = None,
        laying: Laying | None = None,
        turn_clock: TurnClock | None = None,
    ) -> None:
        self._source, self._eyes, self._session = source, eyes, session
        self._settle = Settle()
        self._lock = threading.RLock()  # answers come from the phones' threads
        self._picture: Pixels | None = None
        self._lay_before: tuple[Sighting, ...] = ()
        self._seen: tuple[Sighting, ...] = ()
        self._sorting, self._following = Sorting(session), following
        self._revealing, self._slapping, self._laying = revealing, slapping, laying
        self._turn_clock = turn_clock
        self._looked_for: frozenset[str] = frozenset()
        self._judged_length = -1
        self._look_now = threading.Event()
        self._live_s = float("-inf")

    def look_again(self) -> None:
        """Read the table at the next frame even if nothing seems to have changed."""
        self._look_now.set()

    def step(self) -> None:
        """Take one small frame and do what it calls for. Raises `SourceEnded`, `SourceFailed`."""
        frame = self._source.small()
        with self._lock:
            if self._turn_clock is not None:
                self._turn_clock.step(self._laying is not None and self._laying.in_doubt)
            if self._laying is not None:
                self._laying.look(frame, lambda: self._source.full().pixels, self._ask)
                return
            if self._revealing is not None:
                self._revealing.look(frame, lambda: self._source.full().pixels, self._ask)
            rest = self._settle.look(frame)
            if self._slapping is not None and self._slapping.due:
                self._slapping.look(frame, lambda: self._source.full().pixels, self._ask_beside)
                return
            if self._slapping is not None and rest.still:
                self._slapping.rests(frame)
            if self._revealing is not None:
                return
            station = station_of(self._session.game, self._session.match.state)
            if not rest.still:
                self._moving(frame, station)
                return
            if self._following is not None:
                self._follow(self._following, rest.settled, frame.taken_s)
                return
            kinds = self._session.game.eyes if station is None else frozenset({station.kind})
            begins = kinds != self._looked_for or (station is not None and self._sorting.is_new(station))
            look = bool(rest.changed_xyxy) or begins or self._look_now.is_set()
            self._look_now.clear()
            if station is not None:
                if look:
                    self._sort(station, frame, rest.changed_xyxy, anew=begins or not rest.changed_xyxy)
                return
            if look:
                self._read()
            elif len(self._session.match.actions) == self._judged_length:
                return
            self._judge()

    def run(self, stop: threading.Event) -> None:
        """Step until `stop` is set. Raises as `step`."""
        while not stop.is_set():
            self.step()

    def _follow(self, following: Following, settled: bool, now_s: float) -> None:
        """A board is looked at when it has come to rest (a white disc that was moved on light wood changes little of a
        small picture), when the match went on without it, and when people are slow."""
        look = settled or following.is_stale or self._look_now.is_set()
        self._look_now.clear()
        anew = not look and following.waits(now_s)
        if look or anew:
            self._picture = self._source.full().pixels
            following.look(self._picture, now_s, self._ask, anew=anew)

    def _moving(self, frame: Frame, station: Station | None) -> None:
        self._session.withdraw_questions()
        if self._following is not None:
            self._following.moving()
        if station is None and frame.taken_s - self._live_s >= LIVE_EVERY_S:
            self._live_s = frame.taken_s
            self._session.show(jpeg(frame.pixels))

    def _look(self, picture: Pixels, kinds: frozenset[str], areas: Sequence[Area] | None = None) -> None:
        """See what lies there. areas: where something may have come to lie; what lies elsewhere lies there still."""
        new = self._eyes.look(picture, kinds, areas)
        old = () if areas is None else self._seen
        lying = (each for each in old if not any(_is_in(each, area) for area in areas or ()))
        self._seen = (*(each for each in lying if not any(_same_spot(each, other) for other in new)), *new)
        self._picture, self._looked_for = picture, kinds

    def _read(self) -> None:
        picture = self._source.full().pixels
        self._look(picture, self._session.game.eyes)
        self._session.show(jpeg(drawn(picture, self._seen)))

    def _sort(self, station: Station, frame: Frame, changed_xyxy: tuple[Box, ...], *, anew: bool) -> None:
        """At a sorting station everything that is new gets its verdict; what is secret never reaches a page.

        anew: all that lies there is read, not what changed alone.
        """
        picture = self._source.full().pixels
        scale = picture.shape[1] / frame.pixels.shape[1]
        changed = [(x0 * scale, y0 * scale, x1 * scale, y1 * scale) for x0, y0, x1, y1 in changed_xyxy]
        self._look(picture, frozenset({station.kind}), None if anew or not station.one_by_one else changed)
        self._sorting.look(station, picture, self._seen, changed, self._ask)

    def _judge(self) -> None:
        """Hold what was seen against the match."""
        session = self._session
        match = session.match
        self._judged_length = len(match.actions)
        if eyes_decide(match.game, match.state):
            self._consider(self._seen, None)
        else:
            self._lay_before = self._seen
            self._compare()

    def _compare(self) -> None:
        """Nobody throws now: say what does not fit, if all that should lie there can be read."""
        session = self._session
        game, state = session.game, session.match.state
        expected, seen = game.depict(state), scene_seen(self._seen, game.eyes)
        due = sum(thing.kind in game.eyes for thing in expected.things)
        if not due or due != len(seen.things) or due != len(self._seen):
            return  # things in people's hands, or not readable: nothing to accuse anybody of
        unlike = differences(expected, seen)
        session.tell(unlike[0].what if unlike else None)

    def _consider(self, seen: tuple[Sighting, ...], who: str | None) -> None:
        """Chance is to act: find the one legal action that explains what lies there, or ask.

        Args:
            seen: what lies there, as read or as told.
            who: who told a part of it; None when all was read.
        """
        session = self._session
        game, state = session.game, session.match.state
        changed = change(self._lay_before, seen)
        if not changed.fresh:
            return
        # What came to lie there is usually the whole throw: what lay there already, a pawn taken for a die even,
        # does not matter then, nor does what came with it and cannot be read, when the throw is whole without it. If
        # it is not, an old die may be part of the throw, and people must say.
        clear = tuple(each for each in changed.fresh if each.thing.face and not each.leaning)
        thrown = next((each for each in (changed.fresh, clear) if _could_explain(session, each)), None)
        things = seen if thrown is None else thrown
        # Dice that were pushed about show the faces that went, or that the match says lie there still.
        doubtful = thrown is None or faces(things) in (faces(changed.gone), _faces_due(session))
        if any(sighting.leaning for sighting in things):
            if _could_explain(session, things):
                session.tell(LEANS)
            return
        unread = next((n for n, sighting in enumerate(things) if not sighting.thing.face), None)
        if unread is not None:
            if _could_explain(session, things):
                self._ask_face(seen, things[unread])
            return
        actions = game.explanations(state, scene_seen(things, game.eyes))
        if not actions:
            read = ", ".join(sighting.thing.face for sighting in things)
            session.tell(UNEXPLAINED.filled(faces=read, prompt=game.prompt(state, None)))
        elif len(actions) > 1:
            labels = tuple(game.label(state, action, None) for action in actions)
            self._ask(WHICH, labels, None, lambda choice, told_by: self._play(actions[choice], things, told_by))
        elif doubtful:
            words = THROWN.filled(what=game.label(state, actions[0], None))
            self._ask(words, (YES, NO), None, partial(self._thrown, actions[0], things))
        else:
            self._play(actions[0], things, who)

    def _thrown(self, action: Action, seen: tuple[Sighting, ...], choice: int, who: str) -> None:
        if choice == 0:
            self._play(action, seen, who)
        else:
            self._lay_before = self._seen

    def _ask_face(self, seen: tuple[Sighting, ...], unsure: Sighting) -> None:
        def told(choice: int, who: str) -> None:
            if choice == len(unsure.faces):
                self._lay_before = self._seen
                return
            known = unsure.told(unsure.faces[choice])
            self._consider(tuple(known if each is unsure else each for each in seen), who)

        choices = (*(same(face) for face in unsure.faces), AGAIN)
        assert self._picture is not None
        self._ask(FACE, choices, crop_jpeg(self._picture, unsure), told)

    def _ask_beside(
        self, words: Text, choices: tuple[Text, ...], crop: bytes | None, then: Callable[[int, str], None]
    ) -> None:
        """Ask, and leave standing what is asked already."""

        def answered(choice: int, who: str) -> None:
            with self._lock:
                then(choice, who)

        self._session.ask(words, choices, answered, crop)

    def _ask(
        self, words: Text, choices: tuple[Text, ...], crop: bytes | None, then: Callable[[int, str], None]
    ) -> None:
        self._session.withdraw_questions()
        self._ask_beside(words, choices, crop, then)

    def _play(self, action: Action, seen: tuple[Sighting, ...], who: str | None) -> None:
        picture = self._picture
        assert picture is not None
        evidence: Evidence = tuple(SeenThing(s.thing, s.sure, crop_jpeg(picture, s)) for s in seen)
        try:
            self._session.play(action, "camera" if who is None else f"camera, {who}", evidence)
        except Illegal as refusal:  # somebody acted between the look and now
            self._session.tell(refusal.what)
            return
        self._lay_before = self._seen


def _is_in(sighting: Sighting, area: Area) -> bool:
    (x, y), (left, top, right, bottom) = sighting.centre_xy_px, area
    return left <= x <= right and top <= y <= bottom


def _same_spot(one: Sighting, other: Sighting) -> bool:
    """Whether two things would lie more than half on each other."""
    (x0, y0), (x1, y1) = one.centre_xy_px, other.centre_xy_px
    return hypot(x0 - x1, y0 - y1) < min(one.radius_px, other.radius_px) / 2


def _could_explain(session: Session, seen: tuple[Sighting, ...]) -> bool:
    """Whether any face of the unread things would explain the table; if not, nobody needs to be asked."""
    game, state = session.game, session.match.state
    guessed = [s if s.thing.face else s.told(s.faces[0]) for s in seen]
    return bool(game.explanations(state, scene_seen(guessed, game.eyes)))


def _faces_due(session: Session) -> list[str]:
    """The faces of what the eyes should have seen lie there last, before the present throw was due."""
    game = session.game
    for state in reversed(session.match.states):
        due = sorted(thing.face for thing in game.depict(state).things if thing.kind in game.eyes)
        if due:
            return due
    return []


LEANS = Text(
    fr="Un dé est penché et ne compte pas ; relancez-le, ou posez-le à plat.",
    en="A die leans and does not count; throw it again, or lay it flat.",
)
UNEXPLAINED = Text(
    fr="Je vois {faces}, et cela ne dit pas ce qui s'est passé. {prompt}",
    en="I see {faces}, and that does not tell what happened. {prompt}",
)
WHICH = Text(fr="Que s'est-il passé ?", en="What happened?")
THROWN = Text(fr="{what} : ces dés viennent-ils d'être lancés ?", en="{what}: have these dice just been thrown?")
YES = Text(fr="Oui, compté", en="Yes, it counts")
NO = Text(fr="Non, pas encore", en="No, not yet")
FACE = Text(fr="Quelle est la face du dessus ?", en="Which face is on top?")
AGAIN = Text(fr="On relance", en="We throw again")
