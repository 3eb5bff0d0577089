"""Golden playthroughs: what a short rehearsal of each game leaves behind, and what the readers see of its table.

`python -m tests.golden.recording` writes `tests/golden/data` anew; read the difference before you commit it.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from companion import rehearsing
from companion.camera.arrays import Pixels
from companion.cli.demo import CAMERA
from companion.cli.read import readables
from companion.core.clock import ManualClock
from companion.core.text import Text
from companion.hardware.cues import RecordingCues
from companion.rehearsal.rehearsal import Rehearsal

DATA = Path(__file__).parent / "data"
STORY_KEPT = 4
"""Lines of the story that each page keeps here: the others stand in the journal's entries."""


@dataclass(frozen=True)
class Playthrough:
    """One rehearsal that is cut short.

    Attributes:
        game, seed, seats: as `companion demo` takes them.
        actions: the match is stopped when it has this number of them.
        skipped: actions before the first frame is read.
        options: names of the game's options and their values, where they are not the usual ones.
    """

    game: str
    seed: int
    seats: int
    actions: int
    skipped: int = 0
    options: tuple[tuple[str, object], ...] = ()

    @property
    def name(self) -> str:
        return f"{self.game}-{self.seed}"


PLAYTHROUGHS = (
    Playthrough("kaplan", 11, 3, 30, skipped=2, options=(("sorting", "hands"), ("bluff", True))),
    Playthrough("kaplan", 12, 5, 12),
    Playthrough("karo", 11, 2, 12),
    Playthrough("karo", 12, 2, 18),
    Playthrough("leprechauns", 11, 3, 26),
    Playthrough("leprechauns", 12, 4, 30),
    Playthrough("plic-plac", 11, 2, 14),
    Playthrough("plic-plac", 12, 4, 16),
    Playthrough("kaleidoscope", 11, 2, 12),
    Playthrough("kaleidoscope", 12, 2, 14),
)
FRAMES = 6
"""Pictures of each playthrough that its readers are shown, spread over its actions."""
MOST_STEPS = 4000
"""Camera frames after which a playthrough that does not get on is a mistake."""
ALSO_DICE = "kaplan"
"""The game on whose table dice are read, too."""


def record(playthrough: Playthrough) -> dict[str, Any]:
    """Play it, and say all that came of it as plain data."""
    clock, cues = ManualClock(), RecordingCues()
    address = CAMERA.format(seed=playthrough.seed)
    with tempfile.TemporaryDirectory(prefix="companion-golden-") as folder:
        simulation = rehearsing.rehearse(
            playthrough.game, address, Path(folder), clock,
            seed=playthrough.seed, seats=playthrough.seats, device=cues,
            options=dict(playthrough.options),
        )  # fmt: skip
        with closing(simulation.source), closing(simulation.journal) as journal:
            rehearsal = simulation.rehearsal
            pictures, pages = _play(playthrough, rehearsal, simulation.source.full)
            entries = journal.entries(rehearsal.session.number)
    return {
        "entries": [[each.kind, each.source, round(each.at_s, 3), _plain(each.body)] for each in entries],
        "pages": pages,
        "cues": [f"{each.cue.value}@{each.seat}" for each in cues.played],
        "read": _read(playthrough.game, pictures),
    }


def _play(playthrough: Playthrough, rehearsal: Rehearsal, full: Any) -> tuple[list[Pixels], list[Any]]:
    """The pictures that are read, and every viewer's page in the middle and at the end."""
    session, pictures, pages = rehearsal.session, list[Pixels](), list[Any]()
    due = playthrough.skipped
    every = max(1, (playthrough.actions - playthrough.skipped) // FRAMES)
    for _ in range(MOST_STEPS):
        rehearsal.step()
        length = len(session.match.actions)
        if length >= due and len(pictures) < FRAMES:
            due = length + every
            pictures.append(full().pixels)
            if len(pictures) == FRAMES // 2:
                pages.append(_pages(rehearsal, playthrough.seats))
        if length >= playthrough.actions or rehearsal.over:
            pages.append(_pages(rehearsal, playthrough.seats))
            return pictures, pages
    raise AssertionError(f"{playthrough.name} has {length} actions after {MOST_STEPS} frames")


def _pages(rehearsal: Rehearsal, seats: int) -> dict[str, Any]:
    found = {}
    for viewer in (None, *range(seats)):
        page = _plain(rehearsal.session.page(viewer))
        page["story"] = page["story"][-STORY_KEPT:]
        found["all" if viewer is None else str(viewer)] = page
    return found


def _read(game: str, pictures: list[Pixels]) -> dict[str, Any]:
    found = {}
    for what in (game, "dice") if game == ALSO_DICE else (game,):
        reader = readables()[what].reader(None, None)
        found[what] = [reader(picture) for picture in pictures]
    return found


def _plain(value: Any) -> Any:
    """JSON data; a picture is said by whether there is one, what is called later not at all."""
    if isinstance(value, Text):
        return value.fr if value.fr == value.en else [value.fr, value.en]
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value) if each.name != "then"}
    if isinstance(value, Mapping):
        return {str(key): bool(held) if key == "crop" else _plain(held) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, bytes):
        return bool(value)
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def written(value: Any, depth: int = 4) -> str:
    """JSON that a person can review: one line for what lies `depth` deep or deeper."""
    if depth and isinstance(value, dict) and value:
        lines = (f"{json.dumps(key)}: {written(held, depth - 1)}" for key, held in value.items())
        return "{\n" + ",\n".join(lines) + "\n}"
    if depth and isinstance(value, list) and value:
        return "[\n" + ",\n".join(written(each, depth - 1) for each in value) + "\n]"
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    DATA.mkdir(exist_ok=True)
    for each in PLAYTHROUGHS:
        if sys.argv[1:] and each.name not in sys.argv[1:]:
            continue
        (DATA / f"{each.name}.json").write_text(written(record(each)) + "\n", encoding="utf-8")
        print(each.name)
