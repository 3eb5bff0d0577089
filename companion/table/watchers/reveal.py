"""Watching cards that everybody turns up at once: each is named while it lies open, and reported in the rules' order.

What a hand hid before it could be named is asked on the phones, with as much of the picture as they may show.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.camera.arrays import Pixels
from companion.camera.source import Frame
from companion.core.capabilities import offers
from companion.core.capabilities.open_pictures import UNREAD, may_be_seen
from companion.core.capabilities.reveals import RevealsCards, TurnedCard
from companion.core.errors import Illegal, Unreadable
from companion.core.evidence import SeenThing
from companion.core.game import Action
from companion.core.scene import Thing
from companion.perception.drawn.reading import DrawnReading
from companion.perception.drawn.revealed import RevealedCard, RevealedCards
from companion.perception.overlay import jpeg
from companion.table.open_pictures import Part
from companion.table.session import Session
from companion.table.watchers.watcher import Ask, Moment, Watcher

PATIENCE_S = 1.5
"""How long a card that lies there may be unreadable, hands over it and all, before people are asked."""
SHOWN_PX_PER_MM = 4.0


class RevealWatcher(Watcher):
    """The cards of one session that everybody turns up at once."""

    def __init__(self, session: Session) -> None:
        game = offers(session.game, RevealsCards)
        if game is None:
            raise LookupError(f"{session.game.key} has no cards that are turned up")
        self._session, self._game = session, game
        self._cards = game.drawn_cards()
        self._number = {(f.kind, face): n for n, f in enumerate(self._cards.faces) for face in f.faces}
        self._watch = RevealedCards(self._cards)
        self._watched: frozenset[str] = frozenset()
        self._asked: set[str] = set()
        # What was taken back before a program started anew is taken back still.
        self._length = len(session.match.actions) + bool(session.to_put_back)
        self._open: Part | None = None
        self._open_in_xy = (1, 1)

    def look(self, moment: Moment) -> None:
        """Report what is named now, or ask; whoever watches the hands looks at the moment too."""
        frame, full, ask = moment.frame, moment.full, moment.ask
        match = self._session.match
        due = self._game.turned_up(match.state)
        taken_back, self._length = len(match.actions) < self._length, len(match.actions)
        if not due:
            self._watched = frozenset()
        elif taken_back:
            # People do not agree with what was reported: they say themselves what lies there.
            self._watched = frozenset(card.name for card in due)
            self._watch.stop()
        elif not {card.name for card in due} <= self._watched:
            self._begin(due, full())
        if due:
            self._report(due, self._watch.update(frame, full), frame.taken_s, ask)
        if moment.rest.settled:
            self._show(frame)

    def table_moved(self) -> None:
        """The places are found again at the next frame, unless people tell themselves what lies there."""
        if self._watch.watches:
            self._watched = frozenset()

    def _begin(self, due: tuple[TurnedCard, ...], picture: Pixels) -> None:
        self._watched, self._asked = frozenset(card.name for card in due), set()
        try:
            self._watch.begin({card.name: (card.xy_mm, self._expected(card)) for card in due}, picture)
        except Unreadable as refusal:  # no mat, so nobody knows whose card is whose: people tell
            self._watch.stop()
            self._session.tell(refusal.what)

    def _expected(self, card: TurnedCard) -> frozenset[int]:
        return frozenset(self._number[card.kind, face] for face in card.outcomes)

    def _report(self, due: tuple[TurnedCard, ...], turned: dict[str, RevealedCard], now_s: float, ask: Ask) -> None:
        """Play what is named, in the rules' order, up to the first card that is not."""
        for card in due:
            if card.name not in turned:
                return
            known = turned[card.name]
            face = self._face(card, known)
            if face is None:
                self._ask_about(card, known, now_s, ask)
                return
            assert known.reading is not None
            assert known.picture is not None
            shown = SeenThing(
                self._game.evidence_of(card, face),
                float(known.reading.shares.max()),
                self._open_part(card, known.reading, known.picture),
            )
            try:
                self._session.play(card.outcomes[face], "camera", (shown,))
            except Illegal as refusal:  # somebody acted between the look and now
                self._session.tell(refusal.what)
                return
            self._length = len(self._session.match.actions)
            self._note_open(card, face, known.reading, known.picture)

    def _face(self, card: TurnedCard, known: RevealedCard) -> str | None:
        """Which of the faces that it may show a card shows, when that is sure."""
        if known.face is None or known.face >= len(self._cards.faces):
            return None
        return next((face for face in self._cards.faces[known.face].faces if face in card.outcomes), None)

    def _ask_about(self, card: TurnedCard, known: RevealedCard, now_s: float, ask: Ask) -> None:
        waits = known.came_s is not None and now_s - known.came_s >= PATIENCE_S
        if not waits or card.name in self._asked:
            return
        self._asked.add(card.name)
        words, answers = self._game.asked(self._session.match.state, card, self._likely(card, known.reading))
        actions = [action for _, action in answers]
        crop, thing = None, Thing(card.kind, UNREAD, card.name)
        if known.reading is not None and known.picture is not None:
            crop = self._session.pictures.crop(known.picture, Part(thing, known.reading.corners_px))

        def told(choice: int, who: str) -> None:
            self._told(actions[choice], who)

        ask(words, tuple(each for each, _ in answers), crop, told)

    def _told(self, action: Action, who: str) -> None:
        try:
            self._session.play(action, f"camera, {who}")
        except Illegal as refusal:  # it was told elsewhere meanwhile
            self._session.tell(refusal.what)

    def _likely(self, card: TurnedCard, reading: DrawnReading | None) -> list[str]:
        """The faces that a card may show, the likeliest first."""
        if reading is None:
            return list(card.outcomes)
        return sorted(card.outcomes, key=lambda face: -reading.shares[self._number[card.kind, face]])

    def _open_part(self, card: TurnedCard, reading: DrawnReading, picture: Pixels) -> bytes:
        """What pages may show of a card, seen from straight above, as JPEG."""
        x_mm, y_mm, width_mm, height_mm = self._game.open_part_mm(card)
        scale = SHOWN_PX_PER_MM
        to_mm = np.array([[1 / scale, 0, x_mm - width_mm / 2], [0, 1 / scale, y_mm - height_mm / 2], [0, 0, 1]])
        size = (round(width_mm * scale), round(height_mm * scale))
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return jpeg(np.asarray(cv2.warpPerspective(picture, reading.to_picture @ to_mm, size, flags=flags), np.uint8))

    def _note_open(self, card: TurnedCard, face: str, reading: DrawnReading, picture: Pixels) -> None:
        """Remember where the last card lies that is shown with its whole face."""
        part = Part(Thing(card.kind, face, card.name), reading.corners_px)
        if may_be_seen(self._session.game, self._session.match.state, part.thing):
            self._open, self._open_in_xy = part, (picture.shape[1], picture.shape[0])

    def _show(self, frame: Frame) -> None:
        """Show the table at rest; of its cards the one that was read last, as it was then."""
        if self._open is None:
            self._session.pictures.show(frame.pixels)
            return
        height, width = frame.pixels.shape[:2]
        outline = self._open.outline_px * (width / self._open_in_xy[0], height / self._open_in_xy[1])
        self._session.pictures.show(frame.pixels, (replace(self._open, outline_px=outline),))
