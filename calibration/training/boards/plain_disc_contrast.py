"""Measures the ring contrast of discs with and without a circle, to choose `legible.LEAST_LEVELS`.

    python -m calibration.training.boards.plain_disc_contrast FOLDER       # of pathtrace --played

A circle with less contrast than plain discs have by light, noise and compression cannot be recognised. Prints
percentiles of the contrast, in grey levels, of plain discs and of discs with a circle.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from calibration.training.boards.legible import ring_contrast
from calibration.training.boards.lessons import traced_tables
from calibration.training.boards.played import played_position

SHARES = (50, 75, 90, 95, 99)
"""Percentiles that are printed."""


def main() -> None:
    """Measures all discs on tiles in FOLDER and prints the percentiles."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    levels: dict[bool, list[float]] = {False: [], True: []}
    for _, picture, layout, _ in traced_tables(args.folder, played_position):
        for disc in layout.discs:
            if disc.base_mm > 0:
                levels[disc.mark.isupper()].append(ring_contrast(picture, layout, disc))
    for name, own in (("without a circle", levels[False]), ("with a circle", levels[True])):
        below = ", ".join(f"{share} % below {np.percentile(own, share):.1f}" for share in SHARES)
        print(f"{len(own)} discs {name}: {below}")


if __name__ == "__main__":
    main()
