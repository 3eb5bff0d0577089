"""Which pictures of the table are kept for the film of a match: as pages showed them, and no more than has room.

A picture is named after the moment of the action that it led to, so that it stays with that action whatever is
corrected before it, and goes with it when it is taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.camera.arrays import Pixels
from companion.perception.overlay import jpeg
from companion.table.journal_pictures import FILM_PREFIX

MOST_BYTES = 400_000
"""Bytes of all pictures that are kept for the film of one match: about 30 pictures."""
LONGER_PX = 512
"""Longer side: small print of a page's picture can no longer be read, cards and dice can."""
QUALITY = 50
"""JPEG, 0 to 100: about 15 kB of a table of cards."""


def film_name(at_s: float) -> str:
    """The name of the picture that goes with the action of this moment (seconds since 1970 UTC)."""
    return f"{FILM_PREFIX}{round(at_s * 1000)}"


@dataclass(frozen=True, slots=True)
class FilmPictures:
    """The pictures of a match that are kept for its film.

    Attributes:
        sizes: name and bytes of each, oldest first.
        every: one picture is kept of this number that could be. It doubles, and every second picture goes, when there
            is no room left: what stays is spread over the whole match.
        passed: pictures that were not kept since the last one that was.
    """

    sizes: tuple[tuple[str, int], ...] = ()
    every: int = 1
    passed: int = 0

    def with_picture(self, at_s: float, picture: Pixels) -> tuple[FilmPictures, Mapping[str, bytes], tuple[str, ...]]:
        """Take in the picture of an action.

        Args:
            at_s: when the action happened.
            picture: (H, W, 3) uint8 BGR, as pages showed it.

        Returns:
            What is kept then; what of it is new, JPEG by name; and the names of pictures that are kept no longer.
        """
        if self.passed + 1 < self.every:
            return replace(self, passed=self.passed + 1), {}, ()
        name, small = film_name(at_s), jpeg(_small(picture), QUALITY)
        known = dict(self.sizes)
        sizes, every, dropped = [*({**known, name: len(small)}.items())], self.every, list[str]()
        while len(sizes) > 1 and sum(size for _, size in sizes) > MOST_BYTES:
            dropped += [each for each, _ in sizes[-2::-2]]
            sizes, every = sizes[::-2][::-1], every * 2
        return FilmPictures(tuple(sizes), every), {name: small}, tuple(dropped)


def film_pictures(kept: Mapping[str, bytes]) -> FilmPictures:
    """What is kept for the film among all pictures of a match."""
    found = [(name, len(data)) for name, data in kept.items() if name.startswith(FILM_PREFIX)]
    return FilmPictures(tuple(sorted(found, key=lambda each: int(each[0].removeprefix(FILM_PREFIX)))))


def _small(picture: Pixels) -> Pixels:
    scale = min(1.0, LONGER_PX / max(picture.shape[:2]))
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
