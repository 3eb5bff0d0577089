"""Files, those of tests too, and functions stay small: `python -m tests.house.sizes` names those that are not."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("companion", "firmware_bridge", "appliance", "tests")
FILES_ALONE = ("tests",)
"""Folders whose functions may be long: a whole game that is played and looked at is one long test."""
MOST_FUNCTION_LINES = 40
"""From `def` to the last line, without the docstring."""
MOST_FILE_LINES = 350


def too_long(folder: Path) -> Iterator[str]:
    """One sentence for each file below `folder` that is too long, and for each function unless in `FILES_ALONE`."""
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        lines = source.count("\n")
        if lines > MOST_FILE_LINES:
            yield f"{path}: {lines} lines, {MOST_FILE_LINES} at most"
        if folder.name not in FILES_ALONE:
            yield from _long_functions(path, source)


def _long_functions(path: Path, source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = _length(node)
            if length > MOST_FUNCTION_LINES:
                yield f"{path}:{node.lineno}: {node.name} has {length} lines, {MOST_FUNCTION_LINES} at most"


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first, *_ = node.body
    said = 0
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        said = (first.end_lineno or first.lineno) - first.lineno + 1
    return (node.end_lineno or node.lineno) - node.lineno + 1 - said


if __name__ == "__main__":
    found = [line for name in FOLDERS for line in too_long(ROOT / name)]
    print("\n".join(found))
    sys.exit(1 if found else 0)
