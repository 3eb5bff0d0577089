"""docs/figures.md is made from docs/figures/*.toml: `python -m tests.house.figures` writes it, `--check` compares.

A file is one subject: a `title`, optionally `about` (what holds for all of its figures) and a table `names` (what the
capital words in its commands stand for), and one `[[figure]]` for each figure::

    [[figure]]
    what = "flat dice on path-traced tables"         # at most 12 words
    command = "companion bench FRAMES/rendered/dice"  # gives it again
    n = "107 dice in 59 pictures"
    right = 105                                      # either these three, whose sum n begins with ...
    unknown = 2
    wrong = 0
    value = "36.8 ms median"                         # ... or a value with its unit
    asked = "97 % right"                             # the target, where there is one
    date = 2026-11-24                                # when it was measured
    note = "one core"                                # at most 15 words, where needed

A figure that is measured again replaces the older one; git keeps that.
"""

from __future__ import annotations

import sys
import tomllib
from dataclasses import MISSING, dataclass, fields
from datetime import date
from pathlib import Path
from textwrap import fill
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "docs" / "figures"
PAGE = ROOT / "docs" / "figures.md"
MOST_WORDS = {"what": 12, "note": 15}
"""Words that a field may have: a row is read at one glance."""
MOST_ROW = 300
"""A row has fewer characters than this."""
LINE = 120
"""Characters of a line that is no row."""
SUBJECT_KEYS = {"title", "about", "names", "figure"}
HEAD = """# Figures, and the commands that give them

Each row is the newest measurement of one figure. This page is made by `python -m tests.house.figures` from
[docs/figures/](figures/): edit the files there. Older measurements are in their history.

Measured on two cores of a server with Python 3.11 and OpenCV 5.0. `FRAMES` is the folder of check pictures; no network
was trained on them. Path-traced pictures are renders, not photographs. *Unknown* is what the companion does not say or
does not find: people are asked. A *blur* is the time of one Gaussian blur (9 x 9) of the same picture on that machine.
"""
COLUMNS = ("what", "n", "result", "asked", "date", "command", "note")


class Unfit(Exception):  # noqa: N818 - said to whoever edits the files, not a fault of the program
    """A file of figures that no page can be made of; the message names the entry and what to do."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure, as its file gives it. Raises `Unfit` for a text that is too long or a result that does not add up."""

    what: str
    command: str
    date: date
    n: str = ""
    right: int | None = None
    unknown: int | None = None
    wrong: int | None = None
    value: str = ""
    asked: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        for name, most in MOST_WORDS.items():
            if len(getattr(self, name).split()) > most:
                raise Unfit(f"“{self.what}”: {name} has more than {most} words")
        given = [count for count in self._counts if count is not None]
        if (len(given) == 3) == bool(self.value) or len(given) not in (0, 3):
            raise Unfit(f"“{self.what}”: give either right, unknown and wrong, or a value")
        if given and self._first_number != sum(given):
            raise Unfit(f"“{self.what}”: n must begin with {sum(given)}, the sum of right, unknown and wrong")
        if "|" in "".join(self.cells) or "\n" in "".join(self.cells):
            raise Unfit(f"“{self.what}”: a cell holds a bar or a line break")
        if len(self.row) >= MOST_ROW:
            raise Unfit(f"“{self.what}”: its row has {len(self.row)} characters, fewer than {MOST_ROW} are allowed")

    @property
    def result(self) -> str:
        """The value, or the counts with the share that is right."""
        right, unknown, wrong = self._counts
        if right is None or unknown is None or wrong is None:
            return self.value
        share = f"{100 * right / (right + unknown + wrong):.1f}".removesuffix(".0")
        return f"{right} right, {unknown} unknown, {wrong} wrong ({share} %)"

    @property
    def cells(self) -> tuple[str, ...]:
        """What stands in each of COLUMNS."""
        return (self.what, self.n, self.result, self.asked, str(self.date), f"`{self.command}`", self.note)

    @property
    def row(self) -> str:
        """The line of the table."""
        return f"| {' | '.join(self.cells)} |"

    @property
    def _counts(self) -> tuple[int | None, int | None, int | None]:
        return self.right, self.unknown, self.wrong

    @property
    def _first_number(self) -> int | None:
        first = self.n.partition(" ")[0].replace(",", "")
        return int(first) if first.isdecimal() else None


def page() -> str:
    """The whole page, as the files give it. Raises `Unfit`."""
    return "\n".join([HEAD, *(_section(path) for path in sorted(FILES.glob("*.toml")))])


def _section(path: Path) -> str:
    """One subject: its title, what holds for all of it, and its table."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        if found.keys() - SUBJECT_KEYS or "title" not in found:
            raise Unfit(f"a subject has {', '.join(sorted(SUBJECT_KEYS))}; about and names may be left out")
        figures = [_figure(entry) for entry in found.get("figure", ())]
    except (Unfit, tomllib.TOMLDecodeError) as error:
        raise Unfit(f"{path.relative_to(ROOT)}: {error}") from None
    names = [_filled(f"- `{name}`: {stands_for}") for name, stands_for in found.get("names", {}).items()]
    about = [f"{words}\n" for words in (_filled(found.get("about", "")), "\n".join(names)) if words]
    head = [f"| {' | '.join(COLUMNS)} |", f"|{'---|' * len(COLUMNS)}"]
    return "\n".join([f"## {found['title']}\n", *about, *head, *(figure.row for figure in figures), ""])


def _filled(words: str) -> str:
    indent = "  " if words.startswith("- ") else ""
    return fill(words, LINE, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _figure(entry: dict[str, Any]) -> Figure:
    said = entry.get("what", entry)
    known = {each.name: each for each in fields(Figure)}
    needed = {name for name, each in known.items() if each.default is MISSING}
    if entry.keys() - known or needed - entry.keys():
        raise Unfit(f"“{said}”: a figure needs {', '.join(sorted(needed))}, and may have {', '.join(known)}")
    kinds: dict[str, type] = {"date": date, "right": int, "unknown": int, "wrong": int}
    for name, held in entry.items():
        if type(held) is not kinds.get(name, str):
            raise Unfit(f"“{said}”: {name} is no {kinds.get(name, str).__name__}")
    return Figure(**entry)


def main(arguments: list[str]) -> int:
    """Write the page, or with `--check` compare it. Returns 0, or 1 with a sentence of what to do."""
    try:
        wanted = page()
    except Unfit as unfit:
        print(unfit)
        return 1
    if arguments == ["--check"]:
        if not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != wanted:
            print("docs/figures.md is not what docs/figures/ gives: run python -m tests.house.figures")
            return 1
        return 0
    if arguments:
        print("python -m tests.house.figures [--check]")
        return 1
    PAGE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
