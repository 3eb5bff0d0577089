"""`python -m tests.camera_faults`: each fault of a camera is caused, and counted: noticed, in the right words, healed.

Two ways: faults of the picture, on drawn tables with hands, shadows and lamps, in simulated time (`--trials`, a fault);
and faults of the camera, by a network camera on loopback that stops, hangs, freezes ..., in real time (`--served`).
False alarms are counted on tables without a fault (`--well`, tables of a minute).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

import cv2

from tests.camera_faults.camera import CAMERA_FAULTS, run_camera_fault
from tests.camera_faults.film import Counts
from tests.camera_faults.no_fault import run_well
from tests.camera_faults.picture import PICTURE_FAULTS, run_picture_fault


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=70_000, help="seed of the first table")
    parser.add_argument("--trials", type=int, default=100, help="of each fault of the picture")
    parser.add_argument("--well", type=int, default=100, help="tables of a minute without a fault")
    parser.add_argument("--served", type=int, default=3, help="trials of each fault of the camera, half a minute each")
    parser.add_argument("--only", default="", help="faults with this in their name")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    good = True
    for names, trials, run in (
        (("bumped", *PICTURE_FAULTS), asked.trials, run_picture_fault),
        (CAMERA_FAULTS, asked.served, run_camera_fault),
    ):
        for name in names:
            counts = Counts()
            for number in range(trials if asked.only in name else 0):
                run(name, asked.first + number, counts)
            if counts.trials:
                print(f"{name}: {counts.line()}", flush=True)
                good &= min(counts.noticed, counts.right, counts.healed) >= 0.99 * counts.trials
    settled = alarmed = 0
    said = Counter[str]()
    for number in range(asked.well):
        one, two, three = run_well(asked.first + number, 60.0)
        settled, alarmed, said = settled + one, alarmed + two, said + three
    if settled:
        print(f"without a fault: {settled} settled frames, {alarmed} with an alarm", dict(said))
        good &= alarmed <= settled / 1000
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
