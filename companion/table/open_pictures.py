"""The door for pictures: what a page may see of the table. Whatever is not declared open, read, and clear is veiled."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
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

UNMOVED = 0.15
"""A thing that is read again has not moved if its corners are off by no more than this share of its size: readings vary
by some pixels with what else is in the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A thing in a picture.

    Attributes:
        thing: what it was read as.
        outline_px: its outline.
        ring: draws what was read of it around it, on a picture that is small enough for a page; it gets the part as it
            is shown there.
    """

    thing: Thing
    outline_px: Outline
    ring: Callable[[Pixels, Part], Pixels] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What was shown last.

    Attributes:
        picture: small enough for a page; where a part has not moved since an earlier one, as it was then.
        parts: what was read in it, and what is shown as it was.
        clear: which of them nothing foreign was over.
    """

    picture: Pixels
    parts: tuple[Part, ...]
    clear: tuple[bool, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """The table at rest, as pages were shown it.

    Attributes:
        picture: (H, W, 3) uint8 BGR.
        moved_since: whether something has moved since, so that it shows what was before that.
    """

    picture: Pixels
    moved_since: bool = False


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
        self._settled: Settled | None = None
        self._sizes: Callable[[str, str], Art] = lru_cache(maxsize=MOST_SIZES)(session.game.art)

    @property
    def whole(self) -> bool:
        """Whether pages may see whole pictures now."""
        return whole_may_be_seen(self._session.game, self._session.match.state)

    def show(
        self,
        picture: Pixels,
        parts: Sequence[Part] = (),
        *,
        takes_away: bool = True,
        rests_anew: bool = True,
        settled: bool = True,
    ) -> None:
        """Show pages what they may see of a picture of the table at rest.

        Args:
            picture: (H, W, 3) uint8 BGR.
            parts: what was read in it.
            takes_away: whether what was read before and is no more has been taken away, where nothing foreign is; else
                it may be covered.
            rests_anew: whether the table has moved since the last picture, and come to rest again.
            settled: whether it is a picture of the table at rest, as a film shows it.
        """
        small = shrunk_for_pages(picture)  # first: veiling, pasting and packing cost by the pixel
        scale = small.shape[1] / picture.shape[1]
        picture, parts = small, [replace(part, outline_px=part.outline_px * scale) for part in parts]
        if self.whole:
            self._mask = None
            look = _Look(picture, tuple(parts), (True,) * len(parts))
        else:
            look = self._looked_at(picture, parts, takes_away=takes_away, rests_anew=rests_anew)
        with self._lock:
            self._last = look
            picture = self._publish()
            self._settled = Settled(picture) if settled else self._settled

    def take_settled(self) -> Settled | None:
        """The table at rest as it was last shown; None where this was asked since then."""
        with self._lock:
            settled, self._settled = self._settled, None
            return settled

    def moves(self) -> None:
        """Something moves on the table."""
        with self._lock:
            self._settled = self._settled and replace(self._settled, moved_since=True)

    def _looked_at(self, picture: Pixels, parts: Sequence[Part], *, takes_away: bool, rests_anew: bool) -> _Look:
        last = self._last if self._last is not None and self._last.picture.shape == picture.shape else None
        before = {} if last is None else dict(zip(last.parts, last.clear, strict=True))
        read, rest, kept = _compared(parts, before)
        game, state = self._session.game, self._session.match.state
        # A thing that is not open explains nothing: it may lie across one that is.
        came = [part for part in read if not kept[part] and may_be_seen(game, state, part.thing)]
        explains, unmoved = came + (rest if takes_away else []), [part for part in read if kept[part]]
        self._mask = self._foreign.update(picture, _outlines(explains), _outlines(unmoved), rests_anew=rests_anew)
        self._find_table(picture)
        # Under a hand a thing is shown as it was, whatever is read there or not: that depends on what is held over it.
        stay = [part for part in rest if kept[part] and not self.is_clear(part, picture)]
        if not takes_away:
            names = {part.thing.name for part in read}
            stay += [part for part in rest if part not in stay and part.thing.name not in names]
        all_parts = (*(part for part in read if not any(_is_same_place(part, other) for other in stay)), *stay)
        shown = picture
        if last is not None:
            shown = pasted(picture, last.picture, _outlines(part for part in all_parts if kept[part]))
        clear = tuple(kept[part] or self.is_clear(part, picture) for part in all_parts)
        return _Look(shown, all_parts, clear)

    def refresh(self) -> None:
        """Veil the last picture anew if the match has moved on to where other things are open."""
        with self._lock:
            if self._last is not None and self._open(self._last) != self._shown:
                picture = self._publish()
                self._settled = self._settled and replace(self._settled, picture=picture)

    def find_table_again(self) -> None:
        """The mat lies elsewhere in the picture from now on: it is looked for in the next one."""
        with self._lock:
            self._view = None

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
        """The same for a question on every phone, cut where pages show the thing; None if it is secret."""
        return (self.cut(picture, self._as_shown(picture, part)) or None) if self.is_open(part.thing) else None

    def open_parts(self) -> tuple[tuple[Part, ...], int]:
        """What everybody may see of what was read last, and the width, px, of the picture in which it lies so."""
        with self._lock:
            look = self._last
            if look is None:
                return (), 1
            _, *can_be_seen = self._open(look)
            parts = tuple(part for part, can in zip(look.parts, can_be_seen, strict=True) if can)
            return parts, look.picture.shape[1]

    def _as_shown(self, picture: Pixels, part: Part) -> Part:
        """The part with the outline that pages show: a reading's own is some pixels off, by what else is in view."""
        if self._last is None:
            return part
        scale = self._last.picture.shape[1] / picture.shape[1]
        here = replace(part, outline_px=part.outline_px * scale)
        shown = next((other for other in self._last.parts if _is_unmoved(other, here)), here)
        return replace(part, outline_px=shown.outline_px / scale)

    def _open(self, look: _Look) -> tuple[bool, ...]:
        """Whether all is open, then whether each part can be seen."""
        game, state = self._session.game, self._session.match.state
        parts = zip(look.parts, look.clear, strict=True)
        return (
            whole_may_be_seen(game, state),
            *(is_clear and may_be_seen(game, state, part.thing) for part, is_clear in parts),
        )

    def _publish(self) -> Pixels:
        """Show pages what they may see of the last picture, and return it."""
        look = self._last
        assert look is not None
        self._shown = whole, *can_be_seen = self._open(look)
        seen = [part for part, can in zip(look.parts, can_be_seen, strict=True) if can]
        picture = look.picture
        if not whole:
            picture = veiled(picture, _outlines(seen))
            self._draw_ghosts(picture)
        for part in seen:
            picture = picture if part.ring is None else part.ring(picture, part)
        self._session.show(jpeg(picture))
        return picture

    def _find_table(self, picture: Pixels) -> None:
        """Know where the mat lies in pictures of this size."""
        size_xy = (picture.shape[1], picture.shape[0])
        if self._view is not None and self._view.size_xy == size_xy:
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


def _compared(parts: Sequence[Part], before: Mapping[Part, bool]) -> tuple[list[Part], list[Part], dict[Part, bool]]:
    """Compare what was read with the last picture.

    Args:
        parts: what was read.
        before: the parts of the last picture, and whether nothing foreign was over each.

    Returns:
        What was read, with its old outline where the same thing has not moved; the parts of the last picture that are
        not among it; and of all these whether they are shown as they were then.
    """
    read, rest, kept = list[Part](), dict(before), dict[Part, bool]()
    for part in parts:
        alike = (old for old in rest if (old.thing.name, old.thing.face) == (part.thing.name, part.thing.face))
        old = next((old for old in alike if _is_unmoved(old, part)), None)
        read.append(part if old is None else replace(part, outline_px=old.outline_px))
        kept[read[-1]] = old is not None and rest.pop(old)
    return read, list(rest), kept | rest


def _is_same_place(one: Part, other: Part) -> bool:
    """Whether two parts are the same thing, whatever it is read as: by its name, or by where it lies."""
    return one.thing.name == other.thing.name if one.thing.name else _is_unmoved(other, one)


def _is_unmoved(before: Part, now: Part) -> bool:
    """Whether a thing of the same kind lies in the same place, whatever it is read as."""
    if before.thing.kind != now.thing.kind or before.outline_px.shape != now.outline_px.shape:
        return False
    size = float(np.ptp(before.outline_px, axis=0).max())
    return float(np.abs(before.outline_px - now.outline_px).max()) <= UNMOVED * size


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
