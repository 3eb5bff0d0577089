"""What a mutant is: one small change of companion/, and which 300 of all there could be are tried.

A mutant's name holds no line number ("companion/table/journal.py::BUSY_S 5.0 -> 10.0"), so that it stays the same while
the file around it changes. Which are tried follows from a hash of their names: one more line of code brings or takes a
few mutants and leaves the others.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

FIRST = (
    "companion/table/watchers/new_throw.py::SAME_PLACE_RADII ",
    "companion/perception/settle.py::LIGHT_DOUBT ",
    "companion/perception/boards/sight.py::TEMPERATURE ",
    'companion/table/journal.py::_opened: "PRAGMA ',
)
"""What could once be changed unseen; tried before all others."""
RULED_BY = ("companion/table", "companion/core")
SEEN_BY = ("companion/perception",)
"""Folders whose named numbers are tried, a sample of each."""
LEFT_OUT = ("companion/perception/hands", "companion/core/reminder_page.py", "companion/core/lettering.py")
"""The networks' own constants, whose effect is measured on films, and how printed pages look, which nothing decides."""
MOST_RULING, MOST_SEEING = 50, 20
"""Constants of either sample, two mutants each; one of the eyes takes its tests a minute and more."""
MOST_MUTANTS = 300
SEED = "table"

Finder = Callable[[str, str], "Iterator[Mutant]"]
"""From a file's name and source to its mutants."""

COMPARED: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.Is: ast.IsNot(),
    ast.IsNot: ast.Is(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
}
"""What each comparison becomes: the boundary moves, or the answer turns."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change.

    Attributes:
        file: from the checkout, "companion/table/journal.py".
        place: the constant, or the function or method it is in, "Journal.append".
        before, after: source text.
        span: first and last byte in the file, the last exclusive.
        is_constant: whether it changes a named number.
        nth: counts equal changes of one function from 1.
    """

    file: str
    place: str
    before: str
    after: str
    span: tuple[int, int]
    is_constant: bool
    nth: int = 1

    @property
    def name(self) -> str:
        """Names it in lists; see above."""
        sign, more = "" if self.is_constant else ":", "" if self.nth == 1 else f" #{self.nth}"
        before, after = (" ".join(text.split()) for text in (self.before, self.after))
        return f"{self.file}::{self.place}{sign} {before} -> {after}{more}"

    def applied(self, source: bytes) -> bytes:
        """The file with the change."""
        first, last = self.span
        return source[:first] + self.after.encode() + source[last:]


def chosen(root: Path, most: int = MOST_MUTANTS) -> list[Mutant]:
    """The mutants that are tried, at most `most`, the most telling first."""
    ruling, seeing = (_by_hash(_in_folders(root, folders, constants)) for folders in (RULED_BY, SEEN_BY))
    decided = _by_hash(_in_folders(root, RULED_BY, logic))
    first = [each for start in FIRST for each in [*ruling, *seeing, *decided] if each.name.startswith(start)]
    return list(dict.fromkeys([*first, *_of_most(MOST_RULING, ruling), *_of_most(MOST_SEEING, seeing), *decided]))[
        :most
    ]


def possible(root: Path) -> list[Mutant]:
    """Every mutant that could be tried."""
    return [*_in_folders(root, (*RULED_BY, *SEEN_BY), constants), *_in_folders(root, RULED_BY, logic)]


def _of_most(most: int, mutants: list[Mutant]) -> list[Mutant]:
    """The mutants of the first `most` constants."""
    kept = list(dict.fromkeys((each.file, each.place) for each in mutants))[:most]
    return [each for each in mutants if (each.file, each.place) in kept]


def _by_hash(mutants: list[Mutant]) -> list[Mutant]:
    """In an order of no meaning that new code does not shuffle; both directions of a constant stay together."""

    def key(mutant: Mutant) -> tuple[str, int]:
        own = f"{mutant.file}::{mutant.place}" if mutant.is_constant else mutant.name
        return hashlib.sha256(f"{SEED} {own}".encode()).hexdigest(), mutant.span[0]

    return sorted(mutants, key=key)


def _in_folders(root: Path, folders: Sequence[str], find: Finder) -> list[Mutant]:
    return [
        mutant
        for folder in folders
        for path in sorted((root / folder).rglob("*.py"))
        for mutant in find(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
        if not mutant.file.startswith(LEFT_OUT)
    ]


def constants(file: str, source: str) -> Iterator[Mutant]:
    """Two mutants of each number that stands in a module under a name in capitals: larger and smaller."""
    at = Offsets(source)
    for node in ast.parse(source).body:
        for target, value in _assigned(node):
            number = _number(value)
            if target.id.isupper() and number is not None:
                for other in _others(number):
                    yield Mutant(file, target.id, ast.unparse(value), repr(other), at(value), True)


def _assigned(node: ast.stmt) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Names and what a statement gives them, `A, B = 1, 2` included."""
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
        yield node.target, node.value
    if isinstance(node, ast.Assign):
        target, value = node.targets[0], node.value
        pairs: Iterable[tuple[ast.AST, ast.AST]] = [(target, value)]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = zip(target.elts, value.elts, strict=True)
        yield from ((name, own) for name, own in pairs if isinstance(name, ast.Name) and isinstance(own, ast.expr))


def _number(node: ast.expr) -> bool | int | float | None:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if isinstance(value, bool | int | float) else None


def _others(number: bool | int | float) -> list[bool | int | float]:
    """What a number becomes: doubled and halved; a probability above a half, its distance from 1 halved and doubled."""
    if isinstance(number, bool):
        return [not number]
    if isinstance(number, float) and 0.5 < number < 1:
        return [round(1 - (1 - number) / 2, 6), round(1 - (1 - number) * 2, 6)]
    if isinstance(number, int):
        return [each for each in (number * 2 or 1, number // 2) if each != number]
    return [number * 2, number / 2] if number else [1.0]


def logic(file: str, source: str) -> Iterator[Mutant]:
    """Every mutant of what functions decide: comparisons, and/or, not, whole numbers, what is returned, pragmas."""
    at = Offsets(source)
    counted: Counter[tuple[str, str, str]] = Counter()
    for place, function in _functions(ast.parse(source)):
        for node in _deciding(function):
            for changed, after in _changes(node):
                before = ast.get_source_segment(source, changed) or ""
                counted[place, before, after] += 1
                nth = counted[place, before, after]
                yield Mutant(file, place, before, after, at(changed), False, nth)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        if isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{each.name}", each) for each in node.body if isinstance(each, ast.FunctionDef))


def _deciding(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """All nodes of a body in order, without what only tells: assertions, errors, texts, strings with values."""
    todo: list[ast.AST] = list(reversed(function.body))
    while todo:
        node = todo.pop()
        is_text = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text"
        if not is_text and not isinstance(node, ast.Assert | ast.Raise | ast.JoinedStr):
            yield node
            todo += reversed(list(ast.iter_child_nodes(node)))


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """The nodes that are replaced, and by which source."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        other = ast.Compare(node.left, [COMPARED[type(node.ops[0])]], node.comparators)
        yield node, ast.unparse(other)
    elif isinstance(node, ast.BoolOp):
        swapped: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield node, f"({ast.unparse(ast.BoolOp(swapped, node.values))})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield node, str(node.value + 1)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("PRAGMA "):
        if "=" in node.value:
            yield node, repr(node.value.partition("=")[0] + "=OFF")
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool):
        yield node.value, str(not node.value.value)
    elif isinstance(node, ast.Return) and node.value is not None and ast.unparse(node.value) != "None":
        yield node.value, "None"


class Offsets:
    """Where a node stands in the file, in bytes."""

    def __init__(self, source: str) -> None:
        self._starts = [0]
        for line in source.encode().splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def __call__(self, node: ast.expr) -> tuple[int, int]:
        last_line, last_column = node.end_lineno or node.lineno, node.end_col_offset or 0
        return self._starts[node.lineno - 1] + node.col_offset, self._starts[last_line - 1] + last_column
