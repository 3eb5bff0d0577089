"""Golden readings: what each reader says of a few harsh pictures that the repo draws.

`python -m tests.golden.readings [READER ...]` writes `tests/golden/data/readings-READER.json` anew; read the difference
before you commit it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

import cv2

from calibration.training.boards.lessons import drawn_tables
from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.catalog import games
from companion.cli.read import readables
from companion.core.clock import ManualClock
from companion.simulator.source import open_source
from companion.simulator.world import World
from tests import cards_sweep, drawn_cards_sweep
from tests.golden.recording import DATA

SEED = 640_000
"""No sweep, lesson or calibration begins here."""
PICTURES = 6
HARSH = "rendered://?width=2304&height=1728&tilt_deg=12&light=0.7&noise=5&blur=0.7&cast=0.4&shadow=0.8&seed={seed}"
BOARD_PX = (800, 600)


def _dice() -> Iterator[Pixels]:
    """Three dice on the mat of a game that has dice."""
    for seed in range(SEED, SEED + PICTURES):
        world = World(games()["kaplan"].art)
        world.throw_dice(Random(seed))
        with open_source(SourceUrl.parse(HARSH.format(seed=seed)), ManualClock(), world) as source:
            world.advance(5.0)
            yield source.full().pixels


def _boards() -> Iterator[Pixels]:
    for _, picture, *_ in drawn_tables(SEED, PICTURES, None, BOARD_PX):
        yield picture


def _symbol_cards() -> Iterator[Pixels]:
    for _, handful in islice(cards_sweep.handfuls(SEED), PICTURES):
        yield handful.picture


def _drawn_cards(game: str) -> Callable[[], Iterator[Pixels]]:
    def pictures() -> Iterator[Pixels]:
        cards = drawn_cards_sweep.GAMES[game]()
        for _, handful in islice(drawn_cards_sweep.handfuls(cards, SEED), PICTURES):
            yield handful.picture

    return pictures


READERS: Mapping[str, Callable[[], Iterator[Pixels]]] = {
    "dice": _dice,
    "karo": _boards,
    "kaplan": _symbol_cards,
    **{game: _drawn_cards(game) for game in drawn_cards_sweep.GAMES},
}
"""What `companion read` takes, and the pictures that it is shown."""


def read(what: str) -> list[Any]:
    """What a reader says of its pictures, as `companion read WHAT --json` would, without the time."""
    cv2.setNumThreads(1)
    reader = readables()[what].reader(None, None)
    return [json.loads(json.dumps(reader(picture))) for picture in READERS[what]()]


def golden(what: str) -> list[Any]:
    """What the reader said when its file was reviewed."""
    found: list[Any] = json.loads((DATA / f"readings-{what}.json").read_text(encoding="utf-8"))
    return found


def main(names: list[str]) -> None:
    """Write what the readers say now."""
    for what in names or READERS:
        rows = ",\n".join(json.dumps(each, ensure_ascii=False) for each in read(what))
        (DATA / f"readings-{what}.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
