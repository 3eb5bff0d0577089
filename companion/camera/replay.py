"""A recording as a camera: `replay:///folder/of/pictures` or `replay:///film.mp4`, with `?fps=5` to change its pace."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.camera.arrays import Pixels
from companion.camera.capture import opened
from companion.camera.decoding import UNSIGNED, check_size
from companion.camera.source import ClosedAtEnd, Frame, SourceEnded, SourceFailed, read_only, shrunk
from companion.camera.stills import load_picture
from companion.camera.url import SourceUrl
from companion.core.clock import Clock
from companion.core.errors import Unreadable
from companion.core.files import expanded
from companion.core.system_words import why
from companion.core.text import Text

log = logging.getLogger(__name__)

PICTURE_ENDINGS = frozenset({
    ".jpg", ".jpeg", ".png", ".bmp", ".webp", ".avif", ".tif", ".tiff", ".gif", ".ppm", ".pgm", ".pfm", ".jp2", ".sgi",
    *UNSIGNED,
})  # fmt: skip
"""Files in a folder that count as pictures."""
FOLDER_FPS = 10.0
"""Pictures a second of a folder, which does not tell how fast it was taken."""
SLOWEST_FPS, FASTEST_FPS = 0.01, 240.0
"""Range of the key `fps`."""


class ReplaySource(ClosedAtEnd):
    """Plays a recording; each small frame is its next picture, at its pace by the clock, and none is left out.

    Args:
        pictures: (H, W, 3) uint8 BGR each, one at least.
        fps: pictures a second.
        clock: the pace, and the frames' times.
    """

    def __init__(self, pictures: Iterator[Pixels], fps: float, clock: Clock) -> None:
        self._pictures = pictures
        self._clock = clock
        self._period_s = 1.0 / fps
        self._due_s = clock.now_s()
        self._number = 0
        self._now = next(pictures)
        self._given = False
        self._closed = False
        self.full_size_xy = (self._now.shape[1], self._now.shape[0])

    def small(self) -> Frame:
        """Return the next picture, made small; waits until it is due. Raises `SourceEnded` when there is none."""
        if self._given and not self._closed:
            try:
                self._now = next(self._pictures)
            except StopIteration:
                raise SourceEnded from None
        self._given = True
        self._clock.wait_s(self._due_s - self._clock.now_s())
        self._due_s += self._period_s
        return self._frame(shrunk(self._now))

    def full(self) -> Frame:
        """Return the current picture in full size. Raises `SourceEnded` after `close`."""
        return self._frame(self._now)

    def close(self) -> None:
        """End the recording; may be called twice."""
        self._closed, self._pictures = True, iter(())

    def _frame(self, pixels: Pixels) -> Frame:
        if self._closed:
            raise SourceEnded
        self._number += 1
        return Frame(read_only(pixels.view()), self._clock.now_s(), self._number)


def open_source(url: SourceUrl, clock: Clock) -> ReplaySource:
    """Open a folder (its pictures in the order of their names) or a video.

    Raises:
        Unreadable: a key is unknown, or `fps` is not a number within range.
        SourceFailed: there is nothing to play, or nothing of it can be read.
    """
    url.known("fps")
    path = expanded(Path(url.rest))
    if path.is_dir():
        fps = url.number("fps", FOLDER_FPS, SLOWEST_FPS, FASTEST_FPS)
        return ReplaySource(_pictures_of(_files_in(path, url)), fps, clock)
    if not path.is_file():
        raise _failed(
            url,
            Text(fr="il n'y a rien à cet endroit ; vérifiez le chemin", en="nothing is there; check the path"),
        )
    film = opened(str(path))
    first = _next_of(film) if film is not None else None
    if film is None or first is None:
        raise _failed(
            url,
            Text(
                fr="ce fichier n'est pas une vidéo lisible ; donnez un dossier d'images ou une autre vidéo",
                en="this file is no video that can be read; give a folder of pictures or another video",
            ),
        )
    check_size((first.shape[1], first.shape[0]), url.shown)
    own_fps = film.get(cv2.CAP_PROP_FPS)
    fps = url.number("fps", own_fps if 0 < own_fps <= FASTEST_FPS else FOLDER_FPS, SLOWEST_FPS, FASTEST_FPS)
    return ReplaySource(_pictures_in(film, np.asarray(first, np.uint8)), fps, clock)


def _files_in(folder: Path, url: SourceUrl) -> list[Path]:
    """The picture files of a folder in the order of their names; raises SourceFailed when there are none."""
    try:
        files = sorted(each for each in folder.iterdir() if each.suffix.lower() in PICTURE_ENDINGS)
    except OSError as error:
        closed = Text(
            fr="ce dossier ne s'ouvre pas ({why}) ; vérifiez ses droits",
            en="this folder does not open ({why}); check its permissions",
        )
        raise _failed(url, closed.filled(why=why(error))) from None
    if not files:
        raise _failed(
            url,
            Text(
                fr="ce dossier ne contient aucune image ; mettez-y des .jpg ou des .png",
                en="this folder holds no picture; put .jpg or .png files there",
            ),
        )
    return files


def _pictures_of(files: list[Path]) -> Iterator[Pixels]:
    """The pictures of a folder. One that is broken or of another size than the first is left out, and the log says so;
    raises SourceFailed when none can be read."""
    shape: tuple[int, ...] | None = None
    why: Text | None = None
    for file in files:
        try:
            pixels = load_picture(file)
        except Unreadable as refusal:
            why = why or refusal.what
            log.warning("%s", refusal.what.en)
            continue
        if shape is not None and pixels.shape != shape:
            log.warning("%s: this picture has not the size of those before and is left out", file)
            continue
        shape = pixels.shape
        yield pixels
    if shape is None and why is not None:
        raise SourceFailed(why)


def _pictures_in(film: cv2.VideoCapture, first: Pixels) -> Iterator[Pixels]:
    """The pictures of a video, `first` included, as far as they can be read."""
    try:
        pixels: Pixels | None = first
        while pixels is not None and pixels.shape == first.shape:
            yield pixels
            pixels = _next_of(film)
    finally:
        film.release()


def _next_of(film: cv2.VideoCapture) -> Pixels | None:
    """A video's next picture; None at its end, and where it cannot be read on."""
    try:
        found, pixels = film.read()
        return np.asarray(pixels, np.uint8) if found and pixels.ndim == 3 else None
    except Exception as error:  # whatever a decoder raises
        log.warning("the film ends where it cannot be read: %s", type(error).__name__)
        return None


def _failed(url: SourceUrl, why: Text) -> SourceFailed:
    what = Text(fr="Enregistrement « {url} » : {why}.", en="Recording “{url}”: {why}.")
    return SourceFailed(what.filled(url=url.shown, why=why))
