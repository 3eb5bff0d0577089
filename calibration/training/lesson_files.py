"""Training files, some of which are still being written while training runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

LOOK_EVERY = 300
"""Number of calls of `LessonFiles.new` between two scans of the folders; there is one call for each batch."""


class LessonFiles:
    """Training files by name, and folders whose `.npz` files are used as they appear (write elsewhere, then move).

    Args:
        paths: files or folders with sampling weight 1.
        more: further files or folders.
        weight: sampling weight of the lessons in `more`.
    """

    def __init__(self, paths: list[Path], more: list[Path], weight: float) -> None:
        self._wanted = [(path, 1.0) for path in paths] + [(path, weight) for path in more]
        self._seen: set[Path] = set()
        self._batches = 0

    def new(self) -> Iterator[tuple[Path, float]]:
        """Files that were not returned before, each with its sampling weight.

        Only every `LOOK_EVERY`-th call, the first included, scans the disk; the others yield nothing.
        """
        scans, self._batches = self._batches % LOOK_EVERY == 0, self._batches + 1
        for path, weight in self._wanted if scans else []:
            for file in sorted(path.glob("*.npz")) if path.is_dir() else [path]:
                if file not in self._seen:
                    self._seen.add(file)
                    yield file, weight
