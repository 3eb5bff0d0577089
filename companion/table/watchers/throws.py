"""Watching throws: what lies there at rest is read, and explained by the rules or asked about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.camera.arrays import Pixels
from companion.core.capabilities.open_pictures import UNREAD
from companion.core.errors import Illegal
from companion.core.evidence import Evidence, SeenThing
from companion.core.game import Action, eyes_decide
from companion.core.match import Match
from companion.core.scene import differences
from companion.core.text import Text, same
from companion.perception.eyes import Eyes, Sighting, scene_seen
from companion.perception.overlay import drawn
from companion.table.open_pictures import Part, part_of, placed
from companion.table.session import Session
from companion.table.troubles import ANGLE, TOO_STEEP
from companion.table.watchers.new_throw import change, faces
from companion.table.watchers.watcher import Ask, Handled, Moment, Watcher


class ThrowWatcher(Watcher):
    """What chance moves on the table of one session: dice, above all.

    Args:
        eyes: has a reader for every kind of thing in the game's `eyes`.
    """

    def __init__(self, session: Session, eyes: Eyes) -> None:
        self._session, self._eyes = session, eyes
        self._picture: Pixels | None = None
        self._lay_before: tuple[Sighting, ...] = ()
        self._seen: tuple[Sighting, ...] = ()
        self._judged_length = -1
        self._next_number, self._anew = -1, False

    def look(self, moment: Moment) -> Handled:
        """Read the table at rest when it has changed, and when another watcher had it in between."""
        self._anew |= moment.number != self._next_number
        self._next_number = moment.number + 1
        if not moment.rest.still:
            return moment.moving()
        again = moment.look_again
        if moment.rest.changed_xyxy or self._anew or again:
            self._anew = False
            self._read(moment.full())
        elif len(self._session.match.actions) == self._judged_length:
            return Handled.WATCHED
        self._judge(moment.ask)
        return Handled.WATCHED

    def _read(self, picture: Pixels) -> None:
        self._picture, self._seen = picture, self._eyes.read(picture, self._session.game.eyes)
        seen = self._seen
        self._session.pictures.show(picture, [replace(part_of(each), ring=_ring(each)) for each in seen])
        if seen:
            self._session.stand(ANGLE, TOO_STEEP if all(each.steep for each in seen) else None)

    def _judge(self, ask: Ask) -> None:
        """Compare what was seen with the match."""
        session = self._session
        match = session.match
        self._judged_length = len(match.actions)
        if eyes_decide(match.game, match.state):
            self._consider(self._seen, None, ask)
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

    def _consider(self, seen: tuple[Sighting, ...], who: str | None, ask: Ask) -> None:
        """Chance is to act: find the one legal action that explains what lies there, or ask.

        Args:
            seen: what lies there, as read or as told.
            who: who told a part of it; None when all was read.
        """
        session = self._session
        changed = change(self._lay_before, seen)
        if not changed.fresh:
            return
        # What came to lie there is usually the whole throw: what lay there already, a pawn taken for a die even,
        # does not matter then, nor does what came with it and cannot be read, when the throw is whole without it. If
        # it is not, an old die may be part of the throw, and people must say.
        clear = tuple(each for each in changed.fresh if each.thing.face and not each.leaning)
        thrown = next((each for each in (changed.fresh, clear) if _could_explain(session, each)), None)
        things = seen if thrown is None else thrown
        # Dice that were pushed about show the faces that went, or that the match says lie there still, or said so
        # before people took the throw back.
        matches = (session.match, *(each.match for each in session.state.before))
        doubtful = thrown is None or faces(things) in (faces(changed.gone), *map(_faces_due, matches))
        unread = next((each for each in things if not each.thing.face), None)
        if any(sighting.leaning for sighting in things):
            if _could_explain(session, things):
                session.tell(LEANS)
        elif unread is not None:
            if _could_explain(session, things):
                self._ask_face(seen, unread, ask)
        else:
            self._explain(things, who, ask, doubtful=doubtful)

    def _explain(self, things: tuple[Sighting, ...], who: str | None, ask: Ask, *, doubtful: bool) -> None:
        """Play the one legal action that explains `things`, all of them read, or ask which of several it is.

        Args:
            doubtful: these things may have lain there before, so that people are asked whether they were thrown.
        """
        session = self._session
        game, state = session.game, session.match.state
        actions = game.explanations(state, scene_seen(things, game.eyes))
        if not actions:
            read = ", ".join(sighting.thing.face for sighting in things)
            session.tell(UNEXPLAINED.filled(faces=read, prompt=game.prompt(state, None)))
        elif len(actions) > 1:
            labels = tuple(game.label(state, action, None) for action in actions)
            ask(WHICH, labels, None, lambda choice, told_by: self._play(actions[choice], things, told_by))
        elif doubtful:
            words = THROWN.filled(what=game.label(state, actions[0], None))
            ask(words, (YES, NO), None, partial(self._thrown, actions[0], things))
        else:
            self._play(actions[0], things, who)

    def _thrown(self, action: Action, seen: tuple[Sighting, ...], choice: int, who: str) -> None:
        if choice == 0:
            self._play(action, seen, who)
        else:
            self._lay_before = self._seen

    def _ask_face(self, seen: tuple[Sighting, ...], unsure: Sighting, ask: Ask) -> None:
        def told(choice: int, who: str) -> None:
            if choice == len(unsure.faces):
                self._lay_before = self._seen
                return
            known = unsure.told(unsure.faces[choice])
            self._consider(tuple(known if each is unsure else each for each in seen), who, ask)

        choices = (*(same(face) for face in unsure.faces), AGAIN)
        assert self._picture is not None
        part = part_of(unsure)
        asked = replace(part, thing=replace(part.thing, face=UNREAD))
        ask(FACE, choices, self._session.pictures.crop(self._picture, asked), told)

    def _play(self, action: Action, seen: tuple[Sighting, ...], who: str | None) -> None:
        picture = self._picture
        assert picture is not None
        cut = self._session.pictures.cut
        evidence: Evidence = tuple(SeenThing(s.thing, s.confidence, cut(picture, part_of(s))) for s in seen)
        try:
            self._session.play(action, "camera" if who is None else f"camera, {who}", evidence)
        except Illegal as refusal:  # somebody acted between the look and now
            self._session.tell(refusal.what)
            return
        self._lay_before = self._seen


def _ring(sighting: Sighting) -> Callable[[Pixels, Part], Pixels]:
    return lambda picture, part: drawn(picture, [placed(sighting, part)])


def _could_explain(session: Session, seen: tuple[Sighting, ...]) -> bool:
    """Whether any face of the unread things would explain the table; if not, nobody needs to be asked."""
    game, state = session.game, session.match.state
    guessed = [s if s.thing.face else s.told(s.faces[0]) for s in seen]
    return bool(game.explanations(state, scene_seen(guessed, game.eyes)))


def _faces_due(match: Match) -> list[str]:
    """The faces of what the eyes should have seen lie there last in `match`, before the present throw was due."""
    game = match.game
    for state in reversed(match.states):
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
YES = Text(fr="Oui, ils comptent", en="Yes, they count")
NO = Text(fr="Non, pas encore", en="No, not yet")
FACE = Text(fr="Quelle est la face du dessus ?", en="Which face is on top?")
AGAIN = Text(fr="On relance", en="We throw again")
