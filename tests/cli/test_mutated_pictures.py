"""A hundred damaged files of thirteen formats; `make mutated` reads twelve thousand."""

from __future__ import annotations

import pytest

from tests.mutated_pictures import FORMATS, Count, in_workers, mutated, whole

FILES = 104


@pytest.mark.whole
def test_damaged_files_raise_nothing_kill_nothing_and_show_nothing_of_what_cannot_be_decoded() -> None:
    count = Count()
    in_workers(0, FILES, count)
    assert count.bad == []
    assert count.of["decoded"] + count.of["refused"] == FILES
    assert min(count.of["decoded"], count.of["refused"]) > FILES // 10, "both happen"


def test_a_number_is_always_the_same_file_and_every_format_comes() -> None:
    assert mutated(77) == mutated(77)
    assert {mutated(number)[0] for number in range(len(FORMATS))} == set(FORMATS)
    assert all(mutated(number)[1] != whole(mutated(number)[0]) for number in range(26))


def test_the_count_sees_what_must_not_happen() -> None:
    count = Count()
    count.add({"number": 1, "game": "dice", "decodable": False, "dice": [{"value": 4}]})
    count.add({"number": 2, "traceback": "KeyError()"})
    count.add({"number": 3, "decodable": True, "dice": [{"value": 12}]})
    assert len(count.bad) == 2
    assert len(count.wrong) == 1
