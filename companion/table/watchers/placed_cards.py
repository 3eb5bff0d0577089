"""Watching cards that lie at places of their own: what people take away, turn up and put back is played or asked.

Only news counts: a place that was as the match wants it now, and is so no more. What has not been put back yet is no
news; after a while people are told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.camera.arrays import Pixels
from companion.camera.source import Frame
from companion.core.capabilities import offers
from companion.core.capabilities.placed_cards import NOTHING, UNREAD, FindsPlaces, LaidPlace, PlacesCards
from companion.core.errors import Illegal, Unreadable
from companion.core.evidence import Evidence, SeenThing
from companion.core.game import Action, State
from companion.core.match import Match
from companion.core.scene import Thing
from companion.core.text import Text
from companion.perception.drawn.laid import LaidCards
from companion.perception.drawn.place_state import Lying, PlaceState
from companion.perception.overlay import crop_jpeg
from companion.perception.settle import Settle
from companion.perception.veil import cut_out
from companion.table.open_pictures import Part
from companion.table.session import Session
from companion.table.watchers.finding_places import FindingPlaces
from companion.table.watchers.watcher import LIVE_EVERY_S, Ask, Handled, Moment, Watcher

SETTLED_S = 0.3
"""A change is played once it has stayed the same for this long: a hand may take several cards one after the other."""
UNREAD_S = 1.5
"""How long a card may lie there unreadable before people are asked."""
PATIENCE_S = 6.0
"""How long something may be out of place before people are told: they talk, and look at what came up."""
AGAIN_S = 2.0
"""Until the mat is looked for again."""
OFFERED = 5
"""Cards that are offered for one that cannot be read, the likeliest first; any other can be told on the phones."""

MOST_COVERED = 0.02
"""Share of a card that may be covered if its picture is kept as evidence: the reader's noise. More is a finger, or
something that is held over it."""

Ways = tuple[tuple[Action, ...], ...]


@dataclass(frozen=True, slots=True)
class _Look:
    """What is seen at one moment of the match.

    Attributes:
        lying: what lies at each place that is known now.
        changed: what is news, as for `LaysOut.happened`. unseen: the same.
        taken_s: when it was seen.
    """

    state: State
    places: Mapping[str, LaidPlace]
    lying: Mapping[str, PlaceState]
    changed: dict[str, str]
    unseen: frozenset[str]
    taken_s: float


class PlacedCardsWatcher(Watcher):
    """The cards of one session that lie at places of their own."""

    def __init__(self, session: Session) -> None:
        game = offers(session.game, PlacesCards)
        if game is None:
            raise LookupError(f"{session.game.key} lays no cards out")
        self._session, self._game = session, game
        self._cards = game.drawn_cards()
        self._number = {face: n for n, each in enumerate(self._cards.faces) for face in each.faces}
        self._watch = LaidCards(self._cards)
        self._finding = None if offers(session.game, FindsPlaces) is None else FindingPlaces(session)
        self._begun_with: frozenset[str] = frozenset()
        self._failed_s = float("-inf")
        self._match: Match | None = None
        self._lay: dict[str, str] = {}  # what lay at each place when it last was as it should
        self._due: dict[str, str | None] = {}
        self._right: set[str] = set()
        self._muted: dict[str, str] = {}
        self._changed: dict[str, str] = {}
        self._changed_s = 0.0
        self._astray: dict[str, tuple[str, float]] = {}
        self._asked: dict[str, str] = {}
        self._told: Text | None = None
        self._settle = Settle()
        self._parts: dict[str, Part] = {}
        self._shown: Mapping[str, str] = {}
        self._pictured: Pixels | None = None
        self._rests_anew, self._shown_s = False, float("-inf")

    @property
    def in_doubt(self) -> bool:
        """Whether something has changed that is not played: it is not made out yet, or was asked about."""
        return bool(self._changed)

    def table_moved(self) -> None:
        """Every place is found and read again."""
        self._watch.table_moved()
        self._changed = {}

    def look(self, moment: Moment) -> Handled:
        """Play what has happened, ask, or say what is out of place."""
        self.watch(moment.frame, moment.full, moment.ask)
        return Handled.WATCHED

    def watch(self, frame: Frame, full: Callable[[], Pixels], ask: Ask) -> None:
        """Take in the next small frame. full: takes a full-size picture. ask: puts a question on the phones."""
        match = self._session.match
        state, places = match.state, self._game.laid_out(match.state)
        if self._finding is not None and not places:
            self._finding.look(frame, full)
        if not places or not self._has_begun(places, full, frame.taken_s):
            return
        rest = self._settle.update(frame)
        lying = self._watch.update(frame, full)
        seen = {name: self._face(laid) for name, laid in lying.items()}
        self._note_moment(match, places, seen)
        changed = self._news(places, seen, frame.taken_s)
        # Where no card was ever seen nothing lies, as far as anybody knows.
        unseen = {name for name in places.keys() - seen.keys() if places[name].face != NOTHING or name in self._lay}
        unseen |= self._on_their_way(places, seen, changed)
        if changed != self._changed:
            self._changed, self._changed_s = changed, frame.taken_s
            if self._asked and changed != self._asked:
                self._asked = {}
                self._session.withdraw_questions()
        self._rests_anew |= rest.settled
        late = frame.taken_s - self._shown_s >= LIVE_EVERY_S
        if rest.still and late and (self._rests_anew or seen != self._shown):
            self._show(frame, seen)
        if changed and frame.taken_s - self._changed_s >= SETTLED_S:
            self._explain(_Look(state, places, lying, changed, frozenset(unseen), frame.taken_s), ask)
        self._remark(state, seen, frame.taken_s)

    def _show(self, frame: Frame, seen: Mapping[str, str]) -> None:
        """Show the table at rest, as far as it was read."""
        outlines = self._watch.outlines_px((frame.pixels.shape[1], frame.pixels.shape[0]))
        self._parts = {
            name: Part(self._thing(name, seen[name]), outline) for name, outline in outlines.items() if name in seen
        }
        self._shown, self._pictured = seen, frame.pixels
        parts = tuple(self._parts.values())
        self._session.pictures.show(frame.pixels, parts, takes_away=False, rests_anew=self._rests_anew)
        self._rests_anew, self._shown_s = False, frame.taken_s

    def _thing(self, name: str, face: str) -> Thing:
        return Thing(self._game.laid_kind, face, name, self._game.laid_out(self._session.match.state)[name].xy_mm)

    def _has_begun(self, places: Mapping[str, LaidPlace], full: Callable[[], Pixels], now_s: float) -> bool:
        if self._begun_with == places.keys():
            return True
        if now_s - self._failed_s >= AGAIN_S:
            try:
                self._watch.begin({name: place.xy_mm for name, place in places.items()}, full())
            except Unreadable as refusal:  # no mat, so nobody knows which place is which: people tell
                self._failed_s, self._told = now_s, refusal.what
                self._session.tell(refusal.what)
                return False
            self._begun_with = frozenset(places)
            self._lay = {name: face for name, face in self._lay.items() if name in places}
        return self._begun_with == places.keys()

    def _note_moment(self, match: Match, places: Mapping[str, LaidPlace], seen: Mapping[str, str]) -> None:
        """When the match has moved on, what it wants otherwise now at a place is no news yet."""
        if match is self._match:
            return
        self._muted = {}
        if self._match is not None:
            self._told = None  # the session has dropped it
            before = self._match.actions
            if match.actions[: len(before)] != before:
                # People who take something back do not agree with what was seen: it is not told again as it lies.
                self._muted = dict(seen)
        self._match, self._asked = match, {}
        self._lay |= {name: face for name, face in seen.items() if self._due.get(name) == face}
        due = {name: place.face for name, place in places.items()}
        same = {name for name, face in due.items() if name in self._due and face == self._due[name]}
        self._due, self._right, self._changed = due, self._right & same, {}
        self._astray = {name: astray for name, astray in self._astray.items() if name in same}
        faces = self._game.may_come_up(match.state)
        self._watch.expect({self._number[face] for face in faces})

    def _news(self, places: Mapping[str, LaidPlace], seen: Mapping[str, str], now_s: float) -> dict[str, str]:
        changed = {}
        for name, face in seen.items():
            due = places[name].face
            if self._muted.get(name) != face:
                self._muted.pop(name, None)
            if face == due:
                self._right.add(name)
                self._astray.pop(name, None)
                continue
            if due is not None and (name not in self._astray or self._astray[name][0] != face):
                self._astray[name] = (face, now_s)
            new = due is None or name in self._right or (due == NOTHING and face != self._lay.get(name, NOTHING))
            if new and name not in self._muted:
                changed[name] = face
        return changed

    def _on_their_way(
        self, places: Mapping[str, LaidPlace], seen: Mapping[str, str], changed: Mapping[str, str]
    ) -> set[str]:
        """Places where a card is due that was not seen there yet: people may have taken it along since."""
        due = {name for name, place in places.items() if place.face not in (None, NOTHING)}
        return {name for name in due - changed.keys() - self._muted.keys() if seen.get(name) == NOTHING}

    def _face(self, laid: PlaceState) -> str:
        if laid.lies is Lying.NOTHING:
            return NOTHING
        if laid.lies is Lying.UP:
            return UNREAD if laid.face is None else self._cards.faces[laid.face].faces[0]
        assert laid.reading is not None
        return self._cards.faces[laid.reading.likeliest()].faces[0]

    def _explain(self, look: _Look, ask: Ask) -> None:
        """Play the one explanation, or ask which it is."""
        if self._asked == look.changed:
            return
        unread = next((name for name, face in look.changed.items() if face == UNREAD), None)
        if unread is not None:
            if look.taken_s - self._changed_s >= UNREAD_S:
                self._ask_card(look, unread, ask)
            return
        ways = self._game.happened(look.state, look.changed, look.unseen)
        if not ways:
            return
        evidence = self._evidence(look)
        if len(ways) == 1:
            self._play(ways[0], "camera", evidence)
            return
        self._asked = dict(look.changed)
        labels = tuple(self._session.game.label(look.state, way[0], None) for way in ways)
        ask(WHICH, labels, None, lambda choice, who: self._play(ways[choice], f"camera, {who}", evidence))

    def _ask_card(self, look: _Look, name: str, ask: Ask) -> None:
        """Which card lies there, of those that would explain what has happened."""
        laid = look.lying[name]
        assert laid.reading is not None
        assert laid.picture is not None
        shares = laid.reading.shares
        likely = sorted(self._game.may_come_up(look.state), key=lambda face: (-shares[self._number[face]], face))
        ways: list[tuple[str, Ways]] = []
        for face in likely:
            found = self._game.happened(look.state, {**look.changed, name: face}, look.unseen)
            if len(found) == 1:
                ways.append((face, found))
        if not ways:
            return
        self._asked = dict(look.changed)
        offered = ways[:OFFERED]
        words = tuple(self._game.card_words(face) for face, _ in offered)

        def told(choice: int, who: str) -> None:
            if choice < len(offered):
                face, found = offered[choice]
                self._play(found[0], f"camera, {who}", self._evidence(look, {name: face}))

        ask(self._game.card_asked(look.state, name), (*words, ANOTHER), self._crop(look, name), told)

    def _crop(self, look: _Look, name: str) -> bytes | None:
        """The card that lies at a place, for a question; None while it is not sure that nothing is held over it."""
        laid, part, pictures = look.lying[name], self._parts.get(name), self._session.pictures
        if laid.picture is None or laid.reading is None or part is None or part.thing.face != look.changed[name]:
            return None
        if self._pictured is None or not pictures.is_clear(part, self._pictured) or not pictures.is_open(part.thing):
            return None
        return crop_jpeg(cut_out(laid.picture, laid.reading.corners_px))

    def _play(self, way: tuple[Action, ...], source: str, evidence: Evidence) -> None:
        for action in way:
            try:
                self._session.play(action, source, evidence if action is way[-1] else ())
            except Illegal as refusal:  # somebody acted between the look and now, or did what the rules forbid
                self._session.tell(refusal.what)
                return

    def _evidence(self, look: _Look, told: Mapping[str, str] = MappingProxyType({})) -> Evidence:
        """Named by their places, so that no page repeats what lay there (`page.correctable`).

        told: by place, the faces that people have named.
        """
        found = []
        for name, face in {**look.changed, **told}.items():
            laid = look.lying[name]
            thing = Thing(self._game.laid_kind, face, name, look.places[name].xy_mm)
            share = 1.0 if laid.reading is None else float(laid.reading.shares.max())
            found.append(SeenThing(thing, share, _cut(laid)))
        return tuple(found)

    def _remark(self, state: State, seen: Mapping[str, str], now_s: float) -> None:
        """Say what has been out of place for long, while it is seen to be so."""
        late = [
            (since_s, name)
            for name, (face, since_s) in self._astray.items()
            if now_s - since_s >= PATIENCE_S and seen.get(name) == face
        ]
        said = None
        if late and not self._asked:
            _, name = min(late)
            said = self._game.out_of_place(state, name, self._astray[name][0])
        if said != self._told:
            self._told = said
            self._session.tell(said)


def _cut(laid: PlaceState) -> bytes:
    """A card and nothing around it, as JPEG; b"" where something may cover a part of it."""
    reading, picture = laid.reading, laid.picture
    if reading is None or picture is None or reading.covered > MOST_COVERED:
        return b""
    return crop_jpeg(cut_out(picture, reading.corners_px))


WHICH = Text(fr="Que s'est-il passé ?", en="What happened?")
ANOTHER = Text(fr="Une autre : je la dis sur mon téléphone", en="Another one: I will say it on my phone")
