"""The door for pictures: what a page may see of the table. Whatever is not declared open, read, and clear is veiled."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.camera.arrays import Pixels, Points
from companion.core.art import Art
from companion.core.capabilities.open_pictures import may_be_seen, whole_may_be_seen
from companion.core.errors import Unreadable
from companion.core.scene import Thing
from companion.perception.eyes import Sighting
from companion.perception.overlay import crop_jpeg, jpeg, shrunk_for_pages
from companion.perception.rectify import TableView, find_table
from companion.perception.veil import GHOST_BGR, Foreign, Mask, Outline, cut_out, is_clear, pasted, veiled

if TYPE_CHECKING:
    from companion.table.recorded_match import RecordedMatch

MOST_SIZES = 512
"""Faces whose size is remembered: a game's whole deck."""
CIRCLE = 32
"""Corners of the outline of a round thing."""

BUMPED = 0.6
"""Of the picture that has changed when the camera was pushed."""
UNMOVED = 0.15
"""Of a thing's size: the same thing that is read again so near has not moved. Readers are some pixels off, by what else
is in the picture, which is no matter for a page."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A thing in a picture.

    Attributes:
        thing: what it was read as.
        outline_px: its outline.
    """

    thing: Thing
    outline_px: Outline


Marks = Callable[[Pixels, Sequence[Part | None]], Pixels]
"""Draws marks on a picture that is small enough for a page; gets the parts of it, None for each that cannot be seen,
which gets no mark either."""


def no_marks(picture: Pixels, seen: Sequence[Part | None]) -> Pixels:
    """The picture alone."""
    return picture


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What was shown last.

    Attributes:
        picture: small enough for a page; where a part has not moved since an earlier one, as it was then.
        parts: what was read in it. clear: which of them nothing foreign was over.
        marks: what is drawn on it.
    """

    picture: Pixels
    parts: tuple[Part, ...]
    clear: tuple[bool, ...]
    marks: Marks


class OpenPictures:
    """Shows pictures of one session's table to its pages.

    Watchers hand over whole pictures and what they read in them. A thing that has not moved is shown as it was when
    nothing was over it, so that nobody sees what is held up there. When the match moves on, the last picture is veiled
    anew: what was open may be open no more.

    Args:
        session: the match, and where veiled pictures go.
        lock: the session's.
    """

    def __init__(self, session: RecordedMatch, lock: threading.Condition) -> None:
        self._session, self._lock = session, lock
        self._foreign = Foreign()
        self._mask: Mask | None = None
        self._view: TableView | None = None
        self._last: _Look | None = None
        self._shown: tuple[bool, ...] = ()
        self._sizes: Callable[[str, str], Art] = lru_cache(maxsize=MOST_SIZES)(session.game.art)

    @property
    def whole(self) -> bool:
        """Whether pages may see whole pictures now."""
        return whole_may_be_seen(self._session.game, self._session.match.state)

    def show(
        self,
        picture: Pixels,
        parts: Sequence[Part] = (),
        marks: Marks = no_marks,
        *,
        takes_away: bool = True,
        rests_anew: bool = True,
    ) -> None:
        """Show pages what they may see of a picture of the table at rest.

        Args:
            picture: (H, W, 3) uint8 BGR.
            parts: what was read in it.
            marks: draws on what pages see of it.
            takes_away: whether what was read before and is no more has been taken away; else it may be covered.
            rests_anew: whether the table has moved since the last picture, and come to rest again.
        """
        small = shrunk_for_pages(picture)  # first: veiling, pasting and packing cost by the pixel
        scale = small.shape[1] / picture.shape[1]
        picture, parts = small, [replace(part, outline_px=part.outline_px * scale) for part in parts]
        if self.whole:
            self._mask = None
            look = _Look(picture, tuple(parts), (True,) * len(parts), marks)
        else:
            look = self._looked_at(picture, parts, marks, takes_away=takes_away, rests_anew=rests_anew)
        with self._lock:
            self._last = look
            self._publish()

    def _looked_at(
        self, picture: Pixels, parts: Sequence[Part], marks: Marks, *, takes_away: bool, rests_anew: bool
    ) -> _Look:
        last = self._last if self._last is not None and self._last.picture.shape == picture.shape else None
        before = () if last is None else last.parts
        read = [_as_before(part, before) for part in parts]
        names = {part.thing.name for part in read}
        rest = [part for part in before if part not in read]
        covered = [] if takes_away else [part for part in rest if part.thing.name not in names]
        kept = {} if last is None else dict(zip(last.parts, last.clear, strict=True))
        game, state = self._session.game, self._session.match.state
        # A thing that is not open explains nothing: it may lie across one that is.
        came = [part for part in read if not kept.get(part) and may_be_seen(game, state, part.thing)]
        explains, unmoved = came + (rest if takes_away else []), [part for part in read if kept.get(part)]
        self._mask = self._foreign.update(picture, _outlines(explains), _outlines(unmoved), rests_anew=rests_anew)
        self._find_table(picture)
        if not takes_away:  # whatever is read of a place under a hand, it is shown as it was, like one that is not read
            lay = {part.thing.name: part for part in rest if kept.get(part)}
            read = [part if self.is_clear(part, picture) else lay.get(part.thing.name, part) for part in read]
        all_parts = (*read, *covered)
        shown = picture
        if last is not None:
            shown = pasted(picture, last.picture, _outlines(part for part in all_parts if kept.get(part)))
        clear = tuple(kept.get(part, False) or self.is_clear(part, picture) for part in all_parts)
        return _Look(shown, all_parts, clear, marks)

    def refresh(self) -> None:
        """Veil the last picture anew if the match has moved on to where other things are open."""
        with self._lock:
            if self._last is not None and self._open(self._last) != self._shown:
                self._publish()

    def is_clear(self, part: Part, picture: Pixels) -> bool:
        """Whether nothing foreign was over a part of `picture` when the table was last shown."""
        return self._mask is None or is_clear(self._mask, part.outline_px, picture)

    def is_open(self, thing: Thing) -> bool:
        """Whether everybody may look at a thing now."""
        return may_be_seen(self._session.game, self._session.match.state, thing)

    def cut(self, picture: Pixels, part: Part) -> bytes:
        """JPEG of one thing without its surroundings, to be kept as evidence; b"" where something is over it."""
        return crop_jpeg(cut_out(picture, part.outline_px)) if self.is_clear(part, picture) else b""

    def crop(self, picture: Pixels, part: Part) -> bytes | None:
        """The same for a question on every phone; None unless everybody may look at the thing."""
        return (self.cut(picture, part) or None) if self.is_open(part.thing) else None

    def _open(self, look: _Look) -> tuple[bool, ...]:
        """Whether all is open, then whether each part can be seen."""
        game, state = self._session.game, self._session.match.state
        parts = zip(look.parts, look.clear, strict=True)
        return (
            whole_may_be_seen(game, state),
            *(is_clear and may_be_seen(game, state, part.thing) for part, is_clear in parts),
        )

    def _publish(self) -> None:
        look = self._last
        assert look is not None
        self._shown = whole, *can_be_seen = self._open(look)
        seen = [part if can else None for part, can in zip(look.parts, can_be_seen, strict=True)]
        picture = look.picture
        if not whole:
            picture = veiled(picture, _outlines(part for part in seen if part is not None))
            self._draw_ghosts(picture)
        self._session.show(jpeg(look.marks(picture, seen)))

    def _find_table(self, picture: Pixels) -> None:
        """Know where the mat lies in pictures of this size, and look for it anew when nearly all has changed."""
        size_xy = (picture.shape[1], picture.shape[0])
        bumped = self._mask is not None and float(self._mask.mean()) > BUMPED
        if self._view is not None and self._view.size_xy == size_xy and not bumped:
            return
        try:
            self._view = find_table(picture)
        except Unreadable:
            self._view = None if self._view is None else self._view.for_size(size_xy)

    def _draw_ghosts(self, picture: Pixels) -> None:
        """Outlines of what the match wants on the table, whatever lies there: they say where one is."""
        view = self._view
        if view is None or view.size_xy != (picture.shape[1], picture.shape[0]):
            return
        thickness = max(1, round(picture.shape[1] / 640))
        for thing in self._session.game.depict(self._session.match.state).things:
            if thing.xy_mm is not None and thing.kind != "die":
                corners = view.pixels(_outline_mm(self._sizes(thing.kind, thing.face), thing))
                points = [np.rint(corners).astype(np.int32)]
                cv2.polylines(picture, points, True, GHOST_BGR, thickness, cv2.LINE_AA)


def _outlines(parts: Iterable[Part]) -> list[Outline]:
    return [part.outline_px for part in parts]


def _as_before(part: Part, before: Sequence[Part]) -> Part:
    """The part as it was in the last picture, where it is the same thing and has not moved."""
    for old in before:
        same = (old.thing.kind, old.thing.name, old.thing.face) == (part.thing.kind, part.thing.name, part.thing.face)
        if same and old.outline_px.shape == part.outline_px.shape:
            size = float(np.ptp(old.outline_px, axis=0).max())
            if float(np.abs(old.outline_px - part.outline_px).max()) <= UNMOVED * size:
                return old
    return part


def placed(sighting: Sighting, part: Part) -> Sighting:
    """The sighting where its part of the picture is shown."""
    x, y = part.outline_px.mean(axis=0)
    radius = float(np.linalg.norm(part.outline_px - (x, y), axis=1).max())
    return replace(sighting, centre_xy_px=(float(x), float(y)), radius_px=radius)


def part_of(sighting: Sighting) -> Part:
    """A thing that was sighted, as a part of the picture in which it was."""
    if sighting.corners_px:
        return Part(sighting.thing, np.array(sighting.corners_px, np.float64))
    return Part(sighting.thing, np.array(sighting.centre_xy_px) + sighting.radius_px * _circle())


def square(thing: Thing, centre_xy_px: tuple[float, float], half_px: float) -> Part:
    """A square piece of the picture as a part."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    return Part(thing, np.array(centre_xy_px) + half_px * corners)


def _circle() -> Points:
    turns = np.linspace(0.0, 2 * np.pi, CIRCLE, endpoint=False)
    return np.column_stack([np.cos(turns), np.sin(turns)])


def _outline_mm(art: Art, thing: Thing) -> Points:
    """(N, 2) mm on the mat."""
    assert thing.xy_mm is not None
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    own = (_circle() if art.round else corners) * (art.width_mm / 2, art.height_mm / 2)
    turn = np.radians(thing.turn_deg or 0.0)
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(own @ rotation + np.array(thing.xy_mm), np.float64)
