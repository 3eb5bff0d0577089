"""Each reader says of a few harsh pictures what it said when its golden file was reviewed."""

from __future__ import annotations

import pytest

from tests.golden.readings import READERS, golden, read
from tests.golden.test_golden import differences


@pytest.mark.whole
@pytest.mark.parametrize("what", READERS)
def test_a_reader_says_what_it_did(what: str) -> None:
    assert differences(golden(what), read(what)) == []
