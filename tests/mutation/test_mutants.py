"""What mutants there are of a piece of source, which of the product are tried, and which tests each would meet."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutation.__main__ import names_of, reviewed
from tests.mutation.mutants import FIRST, MOST_MUTANTS, RULED_BY, SEEN_BY, Mutant, chosen, constants, logic, possible
from tests.mutation.reaching import modules_that_know, reaching
from tests.mutation.recording import RecordedTest

pytestmark = pytest.mark.whole

ROOT = Path(__file__).resolve().parents[2]
SOURCE = '''
FAR_MM = 30.0
SURE, MANY = 0.9, 5
IS_ON = True
NAME = "é"


class Disc:
    def lies(self, x, y):
        """Not a decision: 1 < 2."""
        if x < FAR_MM and not y:
            return "é" in NAME
        return self.file.execute("PRAGMA synchronous=FULL")
'''


@pytest.fixture(scope="module")
def every() -> list[Mutant]:
    """All that could be tried."""
    return possible(ROOT)


def described(mutants: list[Mutant]) -> list[str]:
    return [each.name.removeprefix("a.py::") for each in mutants]


def test_a_number_becomes_larger_and_smaller_and_a_probability_keeps_its_range() -> None:
    assert described(list(constants("a.py", SOURCE))) == [
        "FAR_MM 30.0 -> 60.0", "FAR_MM 30.0 -> 15.0", "SURE 0.9 -> 0.95", "SURE 0.9 -> 0.8", "MANY 5 -> 10",
        "MANY 5 -> 2", "IS_ON True -> False",
    ]  # fmt: skip


def test_what_a_function_decides_is_changed_and_what_it_tells_is_not() -> None:
    assert described(list(logic("a.py", SOURCE))) == [
        "Disc.lies: x < FAR_MM and not y -> (x < FAR_MM or not y)",
        "Disc.lies: x < FAR_MM -> x <= FAR_MM",
        "Disc.lies: not y -> (y)",
        'Disc.lies: "é" in NAME -> None',
        "Disc.lies: \"é\" in NAME -> 'é' not in NAME",
        'Disc.lies: self.file.execute("PRAGMA synchronous=FULL") -> None',
        "Disc.lies: \"PRAGMA synchronous=FULL\" -> 'PRAGMA synchronous=OFF'",
    ]


@pytest.mark.parametrize("find", [constants, logic])
def test_a_mutant_changes_what_it_says_and_nothing_else(find: object) -> None:
    for mutant in find("a.py", SOURCE):  # type: ignore[operator]
        first, last = mutant.span
        source = SOURCE.encode()
        assert source[first:last].decode() == mutant.before
        assert mutant.applied(source) == source[:first] + mutant.after.encode() + source[last:]


def test_the_mutants_that_are_tried() -> None:
    tried = chosen(ROOT)
    assert len({each.name for each in tried}) == len(tried) == MOST_MUTANTS
    assert [start for start in FIRST if not any(each.name.startswith(start) for each in tried[:8])] == []
    for folder in (*RULED_BY, *SEEN_BY):
        assert sum(each.is_constant and each.file.startswith(folder) for each in tried) > 10
    for each in tried:
        ast.parse(each.applied((ROOT / each.file).read_bytes()))


def test_what_was_reviewed_is_still_there_and_has_a_reason(every: list[Mutant]) -> None:
    names = {name for each in every for name in names_of(each)}
    assert [name for name in reviewed() if name not in names] == []
    assert all(reviewed().values())


def test_a_mutant_meets_the_tests_that_enter_what_uses_it_its_own_first(every: list[Mutant]) -> None:
    mutant = next(each for each in every if "new_throw.py::SAME_PLACE" in each.name)
    uses = frozenset({"companion/table/watchers/new_throw.py::_same"})
    first, second, own, quick, elsewhere, beside = (
        RecordedTest(f"tests/{node}", cpu_s, functions)
        for node, cpu_s, functions in (
            ("table/test_referee.py::a", 5.0, uses),
            ("table/test_referee.py::b", 1.0, uses),
            ("table/watchers/test_new_throw.py::a", 3.0, uses),
            ("table/test_session.py::a", 0.5, uses),
            ("web/test_live.py::a", 0.1, uses),
            ("table/test_referee.py::c", 0.1, frozenset({"companion/core/clock.py::ManualClock.now_s"})),
        )
    )
    unlike = RecordedTest("tests/core/test_text.py::a", 0.1, frozenset())
    found = reaching(ROOT, mutant, [first, second, unlike, beside, elsewhere, own, quick])
    assert found == [own, quick, first, second, elsewhere, beside]


def test_a_constant_that_something_else_is_made_of_is_not_put_in_place(every: list[Mutant]) -> None:
    of = {f"{each.file}::{each.place}": each for each in every if each.is_constant}
    assert modules_that_know(ROOT, of["companion/table/watchers/board/hypotheses.py::NO_RULE"]) == [
        "companion.table.watchers.board.hypotheses", "companion.table.watchers.board.watcher",
    ]  # fmt: skip
    assert modules_that_know(ROOT, of["companion/core/mat.py::MARKER_INSET_MM"]) is None


def test_what_a_module_makes_when_it_is_imported_is_made_of_its_constants(every: list[Mutant]) -> None:
    mutant = next(each for each in every if "core/mat.py::MARKER_INSET_MM" in each.name)
    of_markers = RecordedTest(
        "tests/perception/test_rectify.py::a", 0.1, frozenset({"companion/perception/rectify.py::find_table"})
    )
    assert reaching(ROOT, mutant, [of_markers]) == [of_markers]


def test_a_mutant_meets_the_tests_that_look_at_what_was_made_of_it(every: list[Mutant]) -> None:
    mutant = next(each for each in every if "core/mat.py::MARKER_INSET_MM" in each.name)
    of_mat = RecordedTest("tests/core/test_mat.py::a", 0.1, frozenset())
    of_names = RecordedTest("tests/core/test_names.py::a", 0.1, frozenset())
    assert reaching(ROOT, mutant, [of_names, of_mat]) == [of_mat]
