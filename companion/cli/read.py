"""`companion read`: what is in these pictures?"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from companion.camera.source import Pixels
from companion.camera.stills import load_picture
from companion.core.errors import Unreadable
from companion.settings import language

Reader = Callable[[Pixels], dict[str, Any]]
"""Reads one picture and returns the fields of its answer."""


def dice_reader() -> Reader:
    """Reads twelve-sided dice."""
    from companion.perception.dice import DiceReader

    dice = DiceReader()

    def read(picture: Pixels) -> dict[str, Any]:
        return {
            "dice": [
                {
                    "value": reading.value,
                    "x": round(reading.x_px, 1),
                    "y": round(reading.y_px, 1),
                    "sure": round(reading.sure, 4),
                }
                for reading in dice.read(picture)
            ]
        }

    return read


READERS: Mapping[str, Callable[[], Reader]] = {"dice": dice_reader}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game", metavar="GAME", type=click.Choice(sorted(READERS)))
@click.argument("images", metavar="IMAGE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, one line a picture.")
def read(game: str, images: tuple[Path, ...], as_json: bool) -> int:
    """Read pictures of a table: GAME is what to look for, IMAGE one or more picture files.

    A value that is not sure enough is null: unknown is a good answer.

    \b
    Example:
      companion read dice table.jpg --json
    """
    reader: Reader | None = None
    unusable = 0
    for path in images:
        try:
            picture = load_picture(path)
        except Unreadable as refusal:
            unusable += 1
            sentence = refusal.what.to(language())
            answer: dict[str, Any] = {"image": str(path), "error": sentence}
            print(sentence, file=sys.stderr)
        else:
            reader = reader or READERS[game]()
            start_s = time.perf_counter()
            found = reader(picture)
            answer = {"image": str(path), **found, "ms": round((time.perf_counter() - start_s) * 1000, 1)}
        if as_json:
            print(json.dumps(answer, ensure_ascii=False), flush=True)
        elif "error" not in answer:
            print(_in_words(answer), flush=True)
    return 2 if unusable else 0


def _in_words(answer: dict[str, Any]) -> str:
    words = ", ".join(
        f"{die['value'] or '?'} ({die['sure']:.0%}, x {die['x']:.0f}, y {die['y']:.0f})" for die in answer["dice"]
    )
    return f"{answer['image']}: {words or '-'} [{answer['ms']:.0f} ms]"
