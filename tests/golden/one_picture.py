"""One picture for each reader, drawn on one machine and read on another, which must say the same of it.

    python -m tests.golden.one_picture draw FOLDER
    python -m tests.golden.one_picture check FOLDER

`check` compares with the golden readings, names the reader that says something else, and leaves with 1.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2

from companion.camera.stills import load_picture
from companion.cli.read import readables
from tests.golden.readings import READERS, golden
from tests.golden.test_golden import differences


def draw(folder: Path) -> None:
    """Write the first picture of each reader's golden readings, without loss."""
    folder.mkdir(parents=True, exist_ok=True)
    for what, pictures in READERS.items():
        cv2.imwrite(str(folder / f"{what}.png"), next(pictures()))


def check(folder: Path) -> int:
    """Read them. Returns 1 if a reader says anything but its golden reading."""
    wrong = 0
    for what in READERS:
        picture = load_picture(folder / f"{what}.png")
        now = json.loads(json.dumps(readables()[what].reader(None, None)(picture)))
        found = differences(golden(what)[0], now)
        print(f"{what}: {'; '.join(found) or 'as it should be'}", flush=True)
        wrong |= bool(found)
    return wrong


if __name__ == "__main__":
    command, where = sys.argv[1:]
    sys.exit(draw(Path(where)) if command == "draw" else check(Path(where)))
