"""The lower bounds of what is installed exclude every hole that is known, and a bound that does not is named."""

from __future__ import annotations

from typing import Any

from tests.house.audit import open_holes, read_bounds, verdict

HOLE = {"package": "waitress", "mended": "3.0.1", "what": "CVE-2024-49768"}


def project(*required: str) -> dict[str, Any]:
    return {"build-system": {"requires": []}, "project": {"dependencies": list(required)}}


def test_our_bounds_let_no_known_hole_in() -> None:
    assert read_bounds() == []


def test_a_bound_that_lets_one_in_is_named() -> None:
    assert "3.0.1 at least" in next(open_holes(project("waitress>=3.0,<4"), [HOLE]))
    assert "not required" in next(open_holes(project(), [HOLE]))
    assert list(open_holes(project("Waitress>=3.0.1"), [HOLE])) == []
    assert list(open_holes(project("waitress==3.1.*"), [HOLE])) == []


def test_what_could_not_be_looked_up_is_not_called_sound() -> None:
    skipped = {"name": "flask", "skip_reason": "not found"}
    sound = {"name": "h11", "version": "0.16.0", "vulns": []}
    holed = {"name": "waitress", "version": "3.0.0", "vulns": [{"id": "CVE-2024-49768", "fix_versions": ["3.0.1"]}]}
    assert verdict({"dependencies": [skipped]}) == ([], 0)
    assert verdict({"dependencies": [skipped, sound]}) == ([], 1)
    assert verdict({"dependencies": [holed]})[0] == ["waitress 3.0.0: CVE-2024-49768, mended in 3.0.1"]
