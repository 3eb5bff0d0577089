"""`python -m tests.none_of_ours --pictures N --first SEED`: what readers say of things that belong to no game of ours.

Picture N of those drawn (`calibration/training/none_of_ours.py`) depends on the seed N alone, and so does its kind:
KINDS in turn. `--photographs FOLDER` reads the pictures of a folder and those below it instead, all of which must show
nothing of ours; every second one, in the order of their names, is set aside, and read with `--set-aside` alone.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import cv2

from calibration.training.none_of_ours import FIRST_LESSON, KINDS, picture_of
from companion.camera.arrays import Pixels
from companion.camera.stills import load_picture
from companion.cli.read import readables
from companion.perception.hands.still_picture import StillHandReader

WHERE = ("x", "y", "sure", "corners", "radius", "turn_deg", "up_deg", "covered", "row", "col")
"""Keys that say where something lies, how it is turned and how sure its reader is, not what it is."""
PICTURES = (".jpg", ".jpeg", ".png", ".webp")
"""Endings of files that are read; others may lie beside them."""
LEAST_PX = 300
"""Shorter side of a photograph; smaller ones are icons and masks."""


def entries_of(answer: Mapping[str, Any]) -> Iterator[str]:
    """What a reader says for sure, of its answer as `companion read --json` prints it: named things, hands, sides."""
    for name, told in answer.items():
        if isinstance(told, list):
            for each in told:
                if isinstance(each, dict) and _is_named(each):
                    yield name
    if answer.get("board"):
        yield "board"


def _is_named(entry: Mapping[str, Any]) -> bool:
    """Whether an entry claims something: that it is a hand or a reading side, of which nothing else is told, or more
    than where something unknown lies."""
    claims = [held for key, held in entry.items() if key not in WHERE]
    return not claims or any(_tells(held) for held in claims)


def _tells(held: object) -> bool:
    """Whether anything is said: a list of unknown things says nothing."""
    return any(each is not None for each in held) if isinstance(held, list) else held is not None


def photographs(folder: Path, set_aside: bool) -> Iterator[tuple[str, Pixels]]:
    """Each photograph of a folder, or of its half that is set aside, with its name."""
    found = sorted(each for each in folder.rglob("*") if each.suffix.lower() in PICTURES)
    for path in found[int(set_aside) :: 2]:
        picture = load_picture(path)
        if min(picture.shape[:2]) >= LEAST_PX:
            yield path.name, picture


def _hands() -> Callable[[Pixels], Mapping[str, Any]]:
    """Hands alone, of which the readers of some games tell."""
    reader = StillHandReader()
    return lambda picture: {"hands": [{"x": x, "y": y} for x, y in (each.xy for each in reader.read(picture))]}


def main() -> None:
    """Print for each reader and kind how many entries it is sure of."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=len(KINDS) * 5)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--photographs", type=Path, metavar="FOLDER")
    parser.add_argument("--set-aside", action="store_true", help="the half of FOLDER that is kept for checking")
    readers_of = {name: partial(each.reader, None, None) for name, each in readables().items()} | {"hands": _hands}
    parser.add_argument("--only", nargs="*", choices=list(readers_of), default=list(readables()), help="readers")
    chosen = parser.parse_args()
    if chosen.first + chosen.pictures > FIRST_LESSON:
        parser.error(f"readers have learnt on the pictures from {FIRST_LESSON} on; check with others")
    cv2.setNumThreads(1)
    pictures: Iterator[tuple[str, Pixels]] = (
        photographs(chosen.photographs, chosen.set_aside)
        if chosen.photographs
        else (picture_of(seed) for seed in range(chosen.first, chosen.first + chosen.pictures))
    )
    readers = {name: readers_of[name]() for name in chosen.only}
    counts: dict[str, Counter[str]] = {name: Counter() for name in readers}
    seen = 0
    for kind, picture in pictures:
        seen += 1
        for name, read in readers.items():
            for entry in entries_of(read(picture)):
                counts[name][f"{entry} in {kind}"] += 1
    print(f"{seen} pictures of nothing of ours; what each reader is sure of in them:")
    for name, counted in counts.items():
        told = ", ".join(f"{count} {what}" for what, count in counted.most_common()) or "nothing"
        print(f"  {name}: {sum(counted.values())} ({told})")


if __name__ == "__main__":
    main()
