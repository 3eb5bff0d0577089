"""The command line that programs share which write lessons of path-traced or of generated dice."""

from __future__ import annotations

import argparse
from pathlib import Path


def lesson_options(doc: str | None, count: int) -> argparse.Namespace:
    """Return what was asked for: kind ("traced" or "drawn"), out, folder, bank, count and seed.

    Ends the program with a sentence where what the kind needs is missing.

    Args:
        doc: the program's docstring, for the help text.
        count: how many are generated unless another number is asked for.
    """
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["traced", "drawn"])
    parser.add_argument("out", type=Path)
    parser.add_argument("--folder", type=Path, nargs="+", default=[], help="of traced ones: what pathtrace wrote")
    parser.add_argument("--bank", type=Path, help="of drawn ones: what the bank program wrote")
    parser.add_argument("--count", type=int, default=count, help="of drawn ones")
    parser.add_argument("--seed", type=int, default=5)
    asked = parser.parse_args()
    if asked.kind == "drawn" and asked.bank is None:
        parser.error("--bank is missing: generated dice take their digits from it")
    if asked.kind == "traced" and not asked.folder:
        parser.error("--folder is missing: give the folders that pathtrace wrote")
    return asked
