"""Measures the board reader on a folder with truth.jsonl (keys image, board, occluded).

python -m calibration.training.boards.evaluate FOLDER [--models DIR] [--quiet]
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.karo.expected import likely
from companion.perception.boards.reader import BoardReader
from companion.perception.boards.score import BoardFigures


def main() -> None:
    """Reads every picture on one core and prints the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--quiet", action="store_true", help="leaves out the slips")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    figures, ms = evaluate(args.folder, BoardReader(args.models, likely))
    print("\n".join([] if args.quiet else figures.slips))
    print(json.dumps({**figures.report(), "ms_median": round(float(np.median(ms)), 1), "ms_most": round(max(ms), 1)}))


def evaluate(folder: Path, reader: BoardReader) -> tuple[BoardFigures, list[float]]:
    """The figures of one folder, and the time of each reading in ms.

    Raises:
        FileNotFoundError: there is no truth.jsonl, or a picture that it names is missing.
    """
    figures, ms = BoardFigures(), []
    for row, picture in pictures(folder):
        start_s = time.perf_counter()
        reading = reader.read(picture)
        ms.append((time.perf_counter() - start_s) * 1000)
        figures.count(row["image"], reading, row["board"], row["occluded"])
    return figures, ms


def pictures(folder: Path) -> Iterator[tuple[dict[str, Any], NDArray[np.uint8]]]:
    """Yields each row of truth.jsonl with its picture, (H, W, 3) uint8 BGR.

    Raises:
        FileNotFoundError: there is no truth.jsonl, or a picture that it names is missing.
    """
    for text in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(text)
        picture = cv2.imread(str(folder / row["image"]))
        if picture is None:
            raise FileNotFoundError(folder / row["image"])
        yield row, np.asarray(picture, dtype=np.uint8)


if __name__ == "__main__":
    main()
