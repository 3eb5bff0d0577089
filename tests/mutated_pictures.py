"""Mutated picture files through `companion read`: `python -m tests.mutated_pictures --files 12000 --first 0`.

A small picture of two dice is written in 13 formats. Number N is one of these files, damaged in the way that the seed
N says: bytes, length, header, blocks, sizes, EXIF data. Workers read them in batches; each batch is one call of
`companion read GAME FILE... --json`, mostly of dice, every `OTHERS`-th of another game. Counted are

* tracebacks: a call that raises;
* crashes: a worker that dies;
* shown though undecodable: an answer with things in it, of a file that Pillow by itself cannot decode;
* wrong: a die's value that no die in the picture has. A damaged picture that can be decoded shows something else than
  was there, so these are told and judged apart.

It leaves with 1 if one of the first three happens.
"""

from __future__ import annotations

import argparse
import io
import json
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from PIL import Image

from companion.camera.url import SourceUrl
from companion.cli import run
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.simulator.source import open_source
from companion.simulator.world import World

FORMATS: dict[str, tuple[str, dict[str, Any]]] = {
    ".jpg": ("JPEG", {"quality": 92}),
    ".png": ("PNG", {}),
    ".webp": ("WEBP", {"quality": 92}),
    ".tif": ("TIFF", {"compression": "tiff_lzw"}),
    ".bmp": ("BMP", {}),
    ".gif": ("GIF", {}),
    ".ppm": ("PPM", {}),
    ".avif": ("AVIF", {"quality": 80}),
    ".jp2": ("JPEG2000", {}),
    ".dds": ("DDS", {}),
    ".sgi": ("SGI", {}),
    ".tga": ("TGA", {"compression": "tga_rle"}),
    ".pcx": ("PCX", {}),
}
"""Ending, Pillow's name and how it is written."""
TAKE_EXIF = frozenset({".jpg", ".png", ".webp", ".tif", ".avif"})
"""Formats whose files hold EXIF data here."""
VALUES = (4, 7)
"""What the two dice show."""
BATCH = 40
"""Files in one call."""
OTHERS = 30
"""One batch in this many is read as another game."""
GAMES = ("karo", "kaplan", "plic-plac", "leprechauns", "kaleidoscope")
KEYS = ("dice", "cards", "letters", "hands", "pawns", "places", "board")
"""Where an answer has what was seen."""
HEADER = 64
"""Bytes of a file's beginning that say what it is."""
WORKER_BATCHES = 15
"""Batches of one worker; then a fresh one, so that a leak would not stop it."""


def _no_art(kind: str, face: str) -> Art:
    raise KeyError(kind)


@cache
def picture() -> Image.Image:
    """Two dice on a table from above, 200 x 120: small, so that thousands are read in minutes."""
    world = World(_no_art)
    for value, x_mm in zip(VALUES, (-35.0, 35.0), strict=True):
        world.place_die(value, (x_mm, 0.0), yaw_deg=70.0, lean_deg=0.0)
    with open_source(SourceUrl.parse("rendered://?width=480&height=360&height_mm=300"), ManualClock(), world) as source:
        return Image.fromarray(np.ascontiguousarray(source.full().pixels[120:240, 140:340, ::-1]))


@cache
def whole(ending: str) -> bytes:
    """The undamaged file of one format."""
    form, more = FORMATS[ending]
    exif = Image.Exif()
    exif[0x0112], exif[0x010F], exif[0x011A] = 1, "Camera", 72.0
    out = io.BytesIO()
    picture().save(out, form, **more, **({"exif": exif} if ending in TAKE_EXIF else {}))
    return out.getvalue()


def flip_bytes(data: bytearray, random: Random) -> None:
    """Other values for one to twenty bytes, anywhere."""
    for _ in range(random.randint(1, 20)):
        data[random.randrange(len(data))] = random.randrange(256)


def break_off(data: bytearray, random: Random) -> None:
    """The file ends too early."""
    del data[random.randrange(len(data)) :]


def edit_header(data: bytearray, random: Random) -> None:
    """Other values for a few of the first bytes."""
    for _ in range(random.randint(1, 4)):
        data[random.randrange(min(HEADER, len(data)))] = random.randrange(256)


def swap_blocks(data: bytearray, random: Random) -> None:
    """Two pieces change places."""
    size = random.randint(1, max(1, len(data) // 8))
    one, two = sorted(random.randrange(len(data) - size) for _ in range(2))
    data[one : one + size], data[two : two + size] = data[two : two + size], data[one : one + size]


def edit_sizes(data: bytearray, random: Random) -> None:
    """Lengths and counts become extreme ones."""
    for _ in range(random.randint(1, 3)):
        form = random.choice(("<H", ">H", "<I", ">I"))
        most = 2 ** (8 * struct.calcsize(form)) - 1
        at = random.randrange(min(4 * HEADER, len(data) - 4))
        struct.pack_into(form, data, at, random.choice((0, 1, 47, 48, 480, most // 2, most // 2 + 1, most)))


def edit_exif(data: bytearray, random: Random) -> None:
    """Other values for bytes of the EXIF data, or of the header of a file that has none."""
    start = max(data.find(b"MM\0*"), data.find(b"II*\0"), 0)
    for _ in range(random.randint(1, 12)):
        at = start + random.randrange(min(120, len(data) - start))
        data[at] = random.choice((0, 1, 2, 5, 7, 12, 127, 128, 255, random.randrange(256)))


def double_or_drop(data: bytearray, random: Random) -> None:
    """A piece is there twice, or not at all."""
    size = random.randint(1, max(1, len(data) // 6))
    at = random.randrange(len(data) - size)
    data[at : at + size] = data[at : at + size] * random.choice((0, 2))


def fill(data: bytearray, random: Random) -> None:
    """A piece becomes zeros, ones or noise."""
    size = random.randint(1, max(1, len(data) // 4))
    at = random.randrange(len(data) - size)
    data[at : at + size] = random.choice((bytes(size), b"\xff" * size, random.randbytes(size)))


MUTATIONS: tuple[Callable[[bytearray, Random], None], ...] = (
    flip_bytes, break_off, edit_header, swap_blocks, edit_sizes, edit_exif, double_or_drop, fill,
)  # fmt: skip


def mutated(number: int) -> tuple[str, bytes]:
    """File `number`: its ending and its content; the same each time."""
    random, ending = Random(number), list(FORMATS)[number % len(FORMATS)]
    data = bytearray(whole(ending))
    for mutation in random.sample(MUTATIONS, k=random.choice((1, 1, 1, 2))):
        if len(data) > HEADER:
            mutation(data, random)
    return ending, bytes(data)


def decodable(path: Path) -> bool:
    """Whether Pillow, asked in its own way, gives a picture of the file."""
    try:
        with Image.open(path) as found:
            found.load()
    except Exception:
        return False
    return True


def read_batch(first: int, count: int) -> Iterator[dict[str, Any]]:
    """What `companion read` says of some files, and what is known of each: for a worker to print."""
    nth = first // BATCH
    game = GAMES[nth // OTHERS % len(GAMES)] if nth % OTHERS == OTHERS - 1 else "dice"
    with tempfile.TemporaryDirectory() as name:
        paths = {}
        for number in range(first, first + count):
            ending, data = mutated(number)
            paths[number] = Path(name) / f"{number}{ending}"
            paths[number].write_bytes(data)
        answers = answered(game, list(paths.values()))
        for (number, path), answer in zip(paths.items(), answers, strict=True):
            yield {"number": number, "game": game, "decodable": "error" in answer or decodable(path), **answer}


def answered(game: str, paths: list[Path]) -> list[dict[str, Any]]:
    """One call of `companion read`; where it raises, one call for each file."""
    out, err = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            run(["read", game, *map(str, paths), "--json"])
    except BaseException as error:
        if len(paths) == 1:
            return [{"traceback": repr(error)}]
        return [answer for path in paths for answer in answered(game, [path])]
    if "Traceback" in err.getvalue() or len(err.getvalue().splitlines()) > len(paths):
        return [{"traceback": err.getvalue()[:500]} for _ in paths]
    return [json.loads(line) for line in out.getvalue().splitlines()]


@dataclass
class Count:
    """What came of all files, and of which numbers something is to be said."""

    of: Counter[str] = field(default_factory=Counter)
    by_format: Counter[tuple[str, str]] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def add(self, said: dict[str, Any]) -> None:
        """Count one file."""
        kind = "traceback" if "traceback" in said else "refused" if "error" in said else "decoded"
        self.of[kind] += 1
        self.by_format[list(FORMATS)[said["number"] % len(FORMATS)], kind] += 1
        if kind == "traceback":
            self.bad.append(f"{said['number']}: {said['traceback']}")
        if kind == "decoded":
            self._judge(said)

    def _judge(self, said: dict[str, Any]) -> None:
        things = [
            each for key in ("dice", "cards", "letters", "hands", "pawns", "places") for each in said.get(key, ())
        ]
        if (things or said.get("board")) and not said["decodable"]:
            self.of["shown though undecodable"] += 1
            self.bad.append(f"{said['number']}: things in a file that cannot be decoded")
        values = Counter(each["value"] for each in said.get("dice", ()) if each["value"] is not None)
        self.of["values"] += values.total()
        if values - Counter(VALUES):
            self.of["wrong"] += 1
            self.wrong.append(f"{said['number']}: {sorted(values.elements())}")


def in_workers(first: int, files: int, count: Count) -> None:
    """Read all files in processes of their own, one after the other; one that dies is counted, and what it had left is
    read by the next but for the batch at which it died, whose files are read one by one."""
    at, end, step = first, first + files, BATCH
    single_until = first
    while at < end:
        step = 1 if at < single_until else BATCH
        last = min(end, single_until if step == 1 else at + BATCH * WORKER_BATCHES)
        worker = subprocess.run(
            [sys.executable, "-m", "tests.mutated_pictures", "--worker", f"{at}:{last}:{step}"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        for line in worker.stdout.splitlines():
            said = json.loads(line)
            count.add(said)
            at = said["number"] + 1
        if worker.returncode == 0:
            at = last
        elif step == 1:
            count.of["crashes"] += 1
            count.bad.append(f"{at}: the worker died ({worker.returncode})")
            at += 1
        else:
            single_until = min(end, at + BATCH)
        print(f"{at - first}/{files}", dict(count.of), file=sys.stderr, flush=True)


def work(first: int, last: int, step: int) -> None:
    """A worker: print one line for each file."""
    cv2.setNumThreads(1)  # pictures so small are read sooner by one thread
    for at in range(first, last, step):
        for said in read_batch(at, min(step, last - at)):
            print(json.dumps(said), flush=True)


def main(arguments: list[str]) -> int:
    """Read all files and say what came of them. Returns 1 where something came that must not."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--files", type=int, default=12_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--worker", default="")
    asked = parser.parse_args(arguments)
    if asked.worker:
        work(*map(int, asked.worker.split(":")))
        return 0
    count = Count()
    in_workers(asked.first - asked.first % BATCH, asked.files, count)
    for ending in FORMATS:
        kinds = {kind: count.by_format[ending, kind] for kind in ("decoded", "refused", "traceback")}
        print(f"{ending:6}", kinds)
    print(dict(count.of))
    print(*(f"wrong {each}" for each in count.wrong), *count.bad, sep="\n")
    return 1 if count.bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
