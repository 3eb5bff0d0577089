"""Lessons' files, and those that are written while others are being learnt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

LOOK_EVERY = 300
"""Batches after which folders are looked into again."""


class Files:
    """Files by name, and folders whose `.npz` files are taken up as they come (write elsewhere, then move in)."""

    def __init__(self, paths: list[Path], more: list[Path], often: float) -> None:
        """often: how many times as often the lessons of `more` are taken."""
        self._wanted = [(path, 1.0) for path in paths] + [(path, often) for path in more]
        self._seen: set[Path] = set()
        self._batches = 0

    def new(self) -> Iterator[tuple[Path, float]]:
        """What was not given before, with its share; at most calls it looks nowhere and gives nothing."""
        looks, self._batches = self._batches % LOOK_EVERY == 0, self._batches + 1
        for path, often in self._wanted if looks else []:
            for file in sorted(path.glob("*.npz")) if path.is_dir() else [path]:
                if file not in self._seen:
                    self._seen.add(file)
                    yield file, often
