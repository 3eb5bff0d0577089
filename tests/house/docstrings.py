"""Every public function and class says what it is: `python -m tests.house.docstrings` names those that do not.

A method that overrides one with a docstring needs none of its own: the protocol or base class says it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("companion", "firmware_bridge", "calibration", "appliance")
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def documented_methods(folders: tuple[str, ...]) -> frozenset[str]:
    """Names of methods that some class, anywhere, documents: who overrides one need not say it again."""
    found = set()
    for path in (path for name in folders for path in (ROOT / name).rglob("*.py")):
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(each, ast.ClassDef):
                found |= {
                    part.name for part in each.body if isinstance(part, ast.FunctionDef) and ast.get_docstring(part)
                }
    return frozenset(found)


def undocumented(path: Path, known: frozenset[str]) -> Iterator[str]:
    """One line for each public definition of a file that has no docstring."""
    for owner, each in _definitions(ast.parse(path.read_text(encoding="utf-8"))):
        is_override = owner is not None and each.name in known
        if not each.name.startswith("_") and not is_override and ast.get_docstring(each) is None:
            yield f"{path.relative_to(ROOT)}:{each.lineno}: {each.name} has no docstring"


def _definitions(tree: ast.Module) -> Iterator[tuple[ast.ClassDef | None, Definition]]:
    for each in tree.body:
        if isinstance(each, Definition):
            yield None, each
        if isinstance(each, ast.ClassDef) and not each.name.startswith("_"):
            yield from ((each, part) for part in each.body if isinstance(part, Definition))


if __name__ == "__main__":
    known_methods = documented_methods(FOLDERS)
    lines = [
        line
        for name in FOLDERS
        for path in sorted((ROOT / name).rglob("*.py"))
        for line in undocumented(path, known_methods)
    ]
    print("\n".join(lines))
    sys.exit(1 if lines else 0)
