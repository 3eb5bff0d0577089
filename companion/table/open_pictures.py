"""The door for pictures: what a page may see of the table. Whatever is not declared open, read, and clear is veiled."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from companion.perception.overlay import jpeg, shrunk_for_pages
from companion.perception.rectify import TableView, find_table
from companion.perception.veil import GHOST_BGR, Foreign, Mask, Outline, cut_out, is_clear, veiled

if TYPE_CHECKING:
    from companion.table.session import Session

MOST_SIZES = 512
"""Faces whose size is remembered: a game's whole deck."""
CIRCLE = 32
"""Corners of the outline of a round thing."""

Marks = Callable[[Pixels], Pixels]
"""Draws marks on a picture and makes it small enough for a page."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A thing in a picture.

    Attributes:
        thing: what it was read as.
        outline_px: its outline.
        anew: whether it was read in this very picture; else it is open only where nothing has changed since.
    """

    thing: Thing
    outline_px: Outline
    anew: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What was shown last: the picture, its clear parts, where the mat is, and the marks."""

    picture: Pixels
    clear: tuple[Part, ...]
    view: TableView | None
    marks: Marks


class OpenPictures:
    """Shows pictures of one session's table to its pages.

    Watchers hand over whole pictures and what they read in them. When the match moves on, the last picture is veiled
    anew: what was open may be open no more.

    Args:
        session: the match, and where veiled pictures go.
        lock: the session's.
    """

    def __init__(self, session: Session, lock: threading.Condition) -> None:
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

    def show(self, picture: Pixels, parts: Sequence[Part] = (), marks: Marks = shrunk_for_pages) -> None:
        """Show pages what they may see of a picture of the table at rest.

        Args:
            picture: (H, W, 3) uint8 BGR.
            parts: what was read in it.
            marks: draws on the veiled picture; tells nothing that is not open.
        """
        clear = tuple(parts)
        if self.whole:
            self._mask = None
        else:
            self._mask = self._foreign.update(picture, [part.outline_px for part in parts if part.anew])
            clear = tuple(part for part in parts if self.is_clear(part, picture))
            self._find_table(picture)
        with self._lock:
            self._last = _Look(picture, clear, self._view, marks)
            self._publish()

    def refresh(self) -> None:
        """Veil the last picture anew if the match has moved on to where other things are open."""
        with self._lock:
            if self._last is not None and self._open(self._last) != self._shown:
                self._publish()

    def is_clear(self, part: Part, picture: Pixels) -> bool:
        """Whether nothing foreign was over a part of `picture` when the table was last shown."""
        return self._mask is None or is_clear(self._mask, part.outline_px, picture)

    def cut(self, picture: Pixels, part: Part) -> bytes:
        """JPEG of one thing without its surroundings, to be kept as evidence; b"" where something is over it."""
        return jpeg(cut_out(picture, part.outline_px)) if self.is_clear(part, picture) else b""

    def crop(self, picture: Pixels, part: Part) -> bytes | None:
        """The same for a question on every phone; None unless everybody may look at the thing."""
        state = self._session.match.state
        return (self.cut(picture, part) or None) if may_be_seen(self._session.game, state, part.thing) else None

    def _open(self, look: _Look) -> tuple[bool, ...]:
        """Whether all is open, then whether each part is."""
        game, state = self._session.game, self._session.match.state
        return (whole_may_be_seen(game, state), *(may_be_seen(game, state, part.thing) for part in look.clear))

    def _publish(self) -> None:
        look = self._last
        assert look is not None
        self._shown = whole, *each = self._open(look)
        picture = look.picture
        if not whole:
            picture = veiled(
                picture, [part.outline_px for part, opened in zip(look.clear, each, strict=True) if opened]
            )
            self._draw_ghosts(picture, look.view)
        self._session.show(jpeg(look.marks(picture)))

    def _find_table(self, picture: Pixels) -> None:
        """Know where the mat lies in pictures of this size; where hands hide it, it lies where it lay."""
        size_xy = (picture.shape[1], picture.shape[0])
        try:
            self._view = find_table(picture)
        except Unreadable:
            self._view = None if self._view is None else self._view.for_size(size_xy)

    def _draw_ghosts(self, picture: Pixels, view: TableView | None) -> None:
        """Outlines of what the match wants on the table, whatever lies there: they say where one is."""
        if view is None:
            return
        thickness = max(1, round(picture.shape[1] / 640))
        for thing in self._session.game.depict(self._session.match.state).things:
            if thing.xy_mm is not None and thing.kind != "die":
                corners = view.pixels(_outline_mm(self._sizes(thing.kind, thing.face), thing))
                points = [np.rint(corners).astype(np.int32)]
                cv2.polylines(picture, points, True, GHOST_BGR, thickness, cv2.LINE_AA)


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
