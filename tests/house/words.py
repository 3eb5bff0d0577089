"""Words that nobody should have to decode: `python -m tests.house.words` names where they stand in code and docs."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("companion", "firmware_bridge", "calibration", "appliance", "deckmaking", "tests", "docs")
RIDDLES = {
    r"\bso (?:many|few|sure|often)\b": "say the number, the given number, N, or how confident",
    r"\bof late\b": "say recently, or in the last N seconds",
    r"\bwhat dates\b|\bdates (?:it|them|each|landings|hands)\b|\b(?:is|are|be|being|was|were) dated\b": (
        "say what estimates the time, and of what"
    ),
    r"\b(?:held|hold|holds|holding) (?:\w+ )?against\b": "say is compared with",
    r"\bof each so\b": "say who does what to what",
    r"\blies over whom\b": "say which arm is above",
}
"""Pattern, and what to write instead."""
FRAGMENTS = {r'^"""(?:Of|The same)\b': "begin with the thing that the name stands for"}
"""Patterns for docstrings of the product, which stand alone in an editor's hint."""
PRODUCT = "companion"


def riddles(folder: Path) -> Iterator[str]:
    """One line for each place below `folder` where one of the words stands."""
    patterns = RIDDLES | (FRAGMENTS if folder.name == PRODUCT else {})
    paths = (path for suffix in ("*.py", "*.md") for path in folder.rglob(suffix))
    for path in sorted(each for each in paths if each != Path(__file__).resolve()):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for pattern, instead in patterns.items():
                found = re.search(pattern, line)
                if found is not None:
                    yield f"{path.relative_to(ROOT)}:{number}: “{found[0]}”: {instead}"


if __name__ == "__main__":
    places = [line for name in FOLDERS for line in riddles(ROOT / name)]
    print("\n".join(places))
    sys.exit(1 if places else 0)
