"""Which tests a mutant meets, in which order: those that enter the changed function or one that uses the constant."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median

from tests.mutation.mutants import Mutant
from tests.mutation.recording import RecordedTest, function_spans

READINGS = "test_golden_readings"
"""The file whose tests notice most of what changes a reader's answers."""


def reaching(root: Path, mutant: Mutant, tests: list[RecordedTest]) -> list[RecordedTest]:
    """The tests that may notice a mutant, file by file: files named after its own, golden readings, then those of its
    room before others, quick ones first (the median of their tests).

    Last come the other tests of the same files: what a fixture did for the first of them, they look at too.
    """
    places, made = {f"{mutant.file}::{mutant.place}"}, set[tuple[str, str]]()
    if mutant.is_constant:
        places, made = _users(root, mutant.file, mutant.place)
    looks = {file for file in {each.file for each in tests} if any(n in _imported(root, file, own) for own, n in made)}
    path = Path(mutant.file)
    room, names = f"tests/{path.parts[1]}/", (path.stem, path.parent.name)
    direct = [each for each in tests if each.file in looks or not places.isdisjoint(each.functions)]
    files = {each.file: list[float]() for each in direct}
    for each in tests:
        if each.file in files:
            files[each.file].append(each.cpu_s)

    def rank(test: RecordedTest) -> tuple[bool, bool, bool, float, str]:
        is_own = any(name in Path(test.file).stem for name in names)
        is_reading = Path(test.file).stem == READINGS
        return not is_own, not is_reading, not test.file.startswith(room), median(files[test.file]), test.file

    beside = [each for each in tests if each.file in files and each not in direct]
    return [*sorted(direct, key=rank), *sorted(beside, key=rank)]


def _users(root: Path, file: str, name: str) -> tuple[set[str], set[tuple[str, str]]]:
    """What uses a constant, in its own file and in those that import it; directly or by another constant.

    Returns:
        The functions (where a class or a default uses it, every function of the file); and file and name of the
        constant and of all that modules make of it, which tests may look at without entering anything.
    """
    found: set[str] = set()
    todo, known = [(file, name)], {(file, name)}
    while todo:
        own, constant = todo.pop()
        for other in _files(root):
            if other == own or constant in _imported(root, other, own):
                functions, others = _uses(root, other, constant)
                found |= {f"{other}::{each}" for each in functions}
                for function in functions:  # what the module makes with it when it is imported is made of the constant
                    others |= _uses(root, other, function)[1]
                new = {(other, each) for each in others} - known
                known |= new
                todo += new
    return found, known


def modules_that_know(root: Path, mutant: Mutant) -> list[str] | None:
    """The modules in which a constant has its name, by theirs; None when a new value there would not be all: another
    constant, a default or a class was made of it, or a module of tests may know it.
    """
    users = [each for each in _files(root) if each == mutant.file or mutant.place in _imported(root, each, mutant.file)]
    made_with = {(each, mutant.place) for each in users}
    made_with |= {
        (each, name) for each, _, name in (own.partition("::") for own in _users(root, mutant.file, mutant.place)[0])
    }
    if any(_outside_functions(root, each, name) for each, name in made_with):
        return None
    tests = (path.read_text(encoding="utf-8") for path in (root / "tests").rglob("test_*.py"))
    imports = f"from {mutant.file.removesuffix('.py').replace('/', '.')} import "
    if any(imports in each and mutant.place in each for each in tests):
        return None
    return [each.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for each in users]


def _outside_functions(root: Path, file: str, name: str) -> bool:
    tree = _tree(root, file)
    spans = list(function_spans(tree))
    lines = [each.lineno for each in ast.walk(tree) if isinstance(each, ast.expr) and _is_use(each, name)]
    return any(not any(first <= line <= last for _, first, last in spans) for line in lines)


@cache
def _files(root: Path) -> tuple[str, ...]:
    return tuple(path.relative_to(root).as_posix() for path in sorted((root / "companion").rglob("*.py")))


@cache
def _tree(root: Path, file: str) -> ast.Module:
    return ast.parse((root / file).read_text(encoding="utf-8"))


@cache
def _imported(root: Path, file: str, source: str) -> frozenset[str]:
    """What a file imports from another, and the attributes it asks for where it imports the module itself."""
    module = source.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    package, _, last = module.rpartition(".")
    names: set[str] = set()
    for node in ast.walk(_tree(root, file)):
        if isinstance(node, ast.ImportFrom) and node.module == module:
            names |= {each.name for each in node.names}
        if isinstance(node, ast.ImportFrom) and node.module == package and last in {each.name for each in node.names}:
            names |= {each.attr for each in ast.walk(_tree(root, file)) if isinstance(each, ast.Attribute)}
    return frozenset(names)


def _uses(root: Path, file: str, name: str) -> tuple[set[str], set[str]]:
    """The functions of a file that use a name, and the names that the module gives what it makes of it."""
    tree, functions, others = _tree(root, file), set[str](), set[str]()
    spans = list(function_spans(tree))
    for node in tree.body:
        lines = [each.lineno for each in ast.walk(node) if isinstance(each, ast.expr) and _is_use(each, name)]
        inside = {function for line in lines for function, first, last in spans if first <= line <= last}
        functions |= inside
        if any(not any(first <= line <= last for _, first, last in spans) for line in lines):
            others |= {each.id for each in _targets(node)}
            if not isinstance(node, ast.Assign | ast.AnnAssign):
                functions |= {function for function, _, _ in spans}
    return functions, others - {name}


def _is_use(node: ast.expr, name: str) -> bool:
    return (isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)) or (
        isinstance(node, ast.Attribute) and node.attr == name
    )


def _targets(node: ast.stmt) -> Iterator[ast.Name]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    for target in targets:
        yield from (each for each in ast.walk(target) if isinstance(each, ast.Name))
