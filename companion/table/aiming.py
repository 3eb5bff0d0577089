"""The camera as whoever hangs it up sees it: its picture with what was found drawn on it, figures, and one sentence on
what to do. It is looked at while somebody asks, before any match and during one."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.camera.arrays import Pixels, Points
from companion.camera.condition import Condition
from companion.camera.kept import KeptFrames, the_camera
from companion.camera.lenses import module_called
from companion.camera.source import Frame, NoFrameNow, SourceFailed
from companion.camera.supervised import SupervisedSource
from companion.core.clock import Clock
from companion.core.going_on import survived
from companion.core.text import Text
from companion.perception.eyes import Sighting
from companion.perception.health.aim import USUAL_FOCAL, Aim, aim_of
from companion.perception.health.aim_advice import advice_on
from companion.perception.overlay import drawn, jpeg, outlined, shrunk_for_pages
from companion.perception.veil import VEIL_BGR
from companion.table.aim_figures import Figure, figures_of, found_in_words
from companion.table.camera_watch import WITHOUT, camera_state
from companion.table.session import Session

LOOK_EVERY_S = 0.5
"""Looks begin at most this often: two a second follow a hand that turns the camera."""
READ_EVERY_S = 3.0
"""Dice and cards are read at most this often: it takes a Pi a second or two, and the page shows no new picture
meanwhile."""
SHOWN_FOR_S = 4.0
"""What was read is drawn for this long; afterwards the camera may have been moved."""
COUNTED_FRAMES = 4
"""Small frames that are taken one after the other before a match, to know how fast they come."""
LIVE_S = 1.0
"""An older full-size picture is not shown: what the camera sees may have changed."""
FRESH_S = 30.0
"""An older full-size picture is not used to find the mat either, where the newest small picture does not show it."""
MAT_BGR, MARKER_BGR, GLARE_BGR = (200, 190, 60), (80, 200, 60), (60, 60, 255)
"""Colours of what is drawn: turquoise, green, red."""
BLANK_XY = (640, 480)
"""Size of what is shown while a game hides things and no picture is open yet, or a match that hides some waits."""


@dataclass(frozen=True, slots=True)
class Aimed:
    """What the page shows.

    Attributes:
        number: grows from look to look.
        advice: what to do, for programs ("lower"); "camera" while the camera itself is not well.
        say: the same as a sentence.
        figures: what was measured, in the order in which people read it.
        found: what was found in the picture, in words; None where nothing was looked for.
        veiled: whether the game hides things now, so that only what is open is shown.
        has_picture: whether there is a picture.
    """

    number: int
    advice: str
    say: Text
    figures: tuple[Figure, ...] = ()
    found: Text | None = None
    veiled: bool = False
    has_picture: bool = False


@dataclass(frozen=True, slots=True)
class _Look:
    """One look.

    Attributes:
        match: the match at the table; None in the lobby.
        lens: the key of the lens.
        picture_jpeg: what the page shows of it; b"" where there is no picture.
        open_jpeg: what every page showed of the match's table at that moment; None where it showed nothing yet.
    """

    match: Session | None
    lens: str
    aimed: Aimed
    picture_jpeg: bytes = b""
    open_jpeg: bytes | None = None


def in_a_thread(work: Callable[[], None]) -> None:
    """Begin `work`, and return at once. The program waits for its end: readers that are cut off abort the process."""
    threading.Thread(target=work, name="aiming").start()


class Aiming:
    """Looks through a table's camera while somebody asks, one look at a time. Safe to use from several threads.

    During a match it takes no pictures of its own, so that whoever watches the table misses none.

    Args:
        frames: the camera.
        clock: the frames'.
        reads: reads what lies on the table in a full-size picture, (H, W, 3) uint8 BGR, before any match.
        begin: begins a piece of work beside whoever asks.
        waits: whether a match that is not at the table hides what lies there.
    """

    def __init__(
        self,
        frames: KeptFrames,
        clock: Clock,
        reads: Callable[[Pixels], Sequence[Sighting]],
        begin: Callable[[Callable[[], None]], None] = in_a_thread,
        waits: Callable[[], bool] = lambda: False,
    ) -> None:
        self._frames, self._clock, self._reads, self._begin, self._waits = frames, clock, reads, begin, waits
        self._lock = threading.Lock()
        self._last: _Look | None = None
        self._running, self._begun_s, self._number = False, float("-inf"), 0
        self._read: tuple[Sighting, ...] = ()
        self._read_s = float("-inf")

    @property
    def has_camera(self) -> bool:
        """Whether the table has a camera, however it is now; `none://` is none."""
        return camera_state(self._frames).condition is not Condition.NONE

    def look(self, match: Session | None, lens: str = "") -> Aimed | None:
        """What is known; the next look begins unless one is under way or has just begun.

        Args:
            match: the match at the table; None in the lobby.
            lens: a key of `companion.camera.lenses`; anything else is the usual lens.

        Returns:
            None before the first look at this match, or at the lobby, has come to its end.
        """
        with self._lock:
            now_s = self._clock.now_s()
            due = not self._running and now_s - self._begun_s >= LOOK_EVERY_S
            if due:
                self._running, self._begun_s = True, now_s
        if due:
            self._begin(lambda: self._work(match, lens))
        last = self._last_of(match)
        return None if last is None or last.lens != lens else last.aimed

    def picture(self, match: Session | None) -> bytes | None:
        """The last look's picture, JPEG; None where there is none.

        While a match hides things, and pages show another picture of its table since that look, it is theirs: what was
        open then may be open no more.
        """
        last = self._last_of(match)
        if last is None or not last.picture_jpeg:
            return None
        if not self._hides(match):
            return last.picture_jpeg
        if match is None:
            return last.picture_jpeg if last.aimed.veiled else None
        open_jpeg = match.live.picture_jpeg
        return last.picture_jpeg if last.aimed.veiled and open_jpeg == last.open_jpeg else open_jpeg or None

    def _hides(self, match: Session | None) -> bool:
        """Whether whole pictures are not for everybody now."""
        return self._waits() if match is None else not match.pictures.whole

    def _last_of(self, match: Session | None) -> _Look | None:
        with self._lock:
            return self._last if self._last is not None and self._last.match is match else None

    def _work(self, match: Session | None, lens: str) -> None:
        look = None
        try:
            with survived("aiming"):
                look = self._looked(match, lens)
        finally:
            with self._lock:
                self._last, self._running = look, False

    def _looked(self, match: Session | None, lens: str) -> _Look:
        self._number += 1
        try:
            frame = self._frame(match)
        except SourceFailed as failure:
            return _Look(match, lens, Aimed(self._number, "camera", failure.what))
        aim = self._measured(frame, match, lens)
        key, say = advice_on(aim)
        state = camera_state(self._frames)
        if state.says is not None:
            key, say = "camera", state.says
        veiled, open_jpeg = self._hides(match), None if match is None else match.live.picture_jpeg
        picture, things = self._shown(frame, match, aim, open_jpeg, veiled=veiled)
        found = found_in_words(len(aim.markers), Counter(things))
        figures = figures_of(aim, self._frames.per_s, watched=match is not None)
        aimed = Aimed(self._number, key, say, figures, found, veiled, True)
        return _Look(match, lens, aimed, jpeg(picture), open_jpeg)

    def _frame(self, match: Session | None) -> Frame:
        """The camera's picture of now. Raises `SourceFailed` with why there is none."""
        camera = the_camera(self._frames)
        if match is None and isinstance(camera, SupervisedSource):
            try:
                for _ in range(COUNTED_FRAMES):
                    self._frames.small()
                return self._frames.full()
            except NoFrameNow:
                raise SourceFailed(camera.state.says or STARTS) from None
        if not self.has_camera:
            raise SourceFailed(WITHOUT)
        if match is None and self._frames.last_small is None:
            raise SourceFailed(RECORDING)  # it is not played while nobody plays
        return self._frames.newest(self._clock.now_s(), LIVE_S)

    def _measured(self, frame: Frame, match: Session | None, lens: str) -> Aim:
        module = module_called(lens)
        focal = USUAL_FOCAL if module is None else module.focal_per_width
        full_xy = self._frames.full_size_xy
        aim, full = aim_of(frame.pixels, full_xy, focal), self._frames.last_full
        if aim.place is None and match is not None and full is not None and full is not frame:
            older = aim_of(full.pixels, full_xy, focal)
            if older.place is not None and self._clock.now_s() - full.taken_s <= FRESH_S:
                return replace(aim, place=older.place, markers=older.markers, evenness=older.evenness)
        return aim

    def _shown(
        self, frame: Frame, match: Session | None, aim: Aim, open_jpeg: bytes | None, *, veiled: bool
    ) -> tuple[Pixels, list[str]]:
        """The picture for the page, and the kind of each thing in it. open_jpeg: what every page shows of the table."""
        if match is None and veiled:  # nobody knows what of it is open, so all is veiled
            return _marked(_opened(None), replace(aim, glare=())), []
        if match is None:
            picture, read = shrunk_for_pages(frame.pixels), self._things(frame)
            scale = picture.shape[1] / self._frames.full_size_xy[0]
            return _marked(drawn(picture, [_scaled(each, scale) for each in read]), aim), [e.thing.kind for e in read]
        parts, width = match.pictures.open_parts()
        if not veiled:
            picture = shrunk_for_pages(frame.pixels)
            outlines = [part.outline_px * picture.shape[1] / width for part in parts]
            return _marked(outlined(picture, outlines, MARKER_BGR), aim), [part.thing.kind for part in parts]
        # Where something white shines through a veil is not for everybody, so glare is not drawn.
        return _marked(_opened(open_jpeg), replace(aim, glare=())), [part.thing.kind for part in parts]

    def _things(self, frame: Frame) -> tuple[Sighting, ...]:
        """What lies on the table, read now or a moment ago."""
        now_s = self._clock.now_s()
        if now_s - self._read_s >= READ_EVERY_S:
            self._read, self._read_s = tuple(self._reads(frame.pixels)), self._clock.now_s()
        return self._read if now_s - self._read_s <= SHOWN_FOR_S else ()


def _opened(picture_jpeg: bytes | None) -> Pixels:
    """The picture that every page may see, (H, W, 3) uint8 BGR; a veil where there is none yet."""
    found = cv2.imdecode(np.frombuffer(picture_jpeg, np.uint8), cv2.IMREAD_COLOR) if picture_jpeg else None
    if found is None:
        found = np.full((BLANK_XY[1], BLANK_XY[0], 3), VEIL_BGR, np.uint8)
    return np.asarray(found, np.uint8)


def _scaled(sighting: Sighting, scale: float) -> Sighting:
    x, y = sighting.centre_xy_px
    return replace(sighting, centre_xy_px=(x * scale, y * scale), radius_px=sighting.radius_px * scale)


def _marked(picture: Pixels, aim: Aim) -> Pixels:
    """The picture with the mat, its markers and glare drawn on it."""

    def here(outlines: Sequence[Points]) -> list[Points]:
        return [each * picture.shape[1] for each in outlines]

    if aim.place is not None:
        picture = outlined(picture, here([aim.place.outline]), MAT_BGR)
    picture = outlined(picture, here(tuple(aim.markers.values())), MARKER_BGR)
    return outlined(picture, here(aim.glare), GLARE_BGR)


STARTS = Text(
    fr="La caméra démarre : attendez un instant, son image vient.",
    en="The camera is starting: wait a moment, its picture is coming.",
)
RECORDING = Text(
    fr="Rien à viser : les images sont d'un enregistrement ou d'une table simulée. Lancez une partie pour les voir.",
    en="Nothing to aim: the pictures are of a recording or a simulated table. Begin a match to see them.",
)
