"""`make audit`: what is installed, against the known holes of a vulnerability service; and our lower bounds, against
`holes.toml`.

Where no service can be reached it says so and leaves with 0: what was not looked up is neither sound nor unsound.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
HOLES = Path(__file__).with_name("holes.toml")
OURS = "table-companion"


def requirements(project: dict[str, Any]) -> Iterator[Requirement]:
    """All that a pyproject file requires: to build, to run and for its extras."""
    told = project["project"]
    extras = told.get("optional-dependencies", {}).values()
    for group in (project["build-system"]["requires"], told["dependencies"], *extras):
        yield from map(Requirement, group)


def lower_bound(requirement: Requirement) -> Version:
    """The oldest version that may be installed; 0 where none is named."""
    named = [
        Version(each.version.removesuffix(".*"))
        for each in requirement.specifier
        if each.operator in (">=", "==", "~=")
    ]
    return max(named, default=Version("0"))


def open_holes(project: dict[str, Any], holes: list[dict[str, str]]) -> Iterator[str]:
    """One line for each known hole that a lower bound lets in, and for each package that is not required at all."""
    for hole in holes:
        found = [each for each in requirements(project) if canonicalize_name(each.name) == hole["package"]]
        if not found:
            yield f"{hole['package']}: not required, so any version may come: {hole['what']}"
        for each in found:
            if lower_bound(each) < Version(hole["mended"]):
                yield f"{each}: {hole['mended']} at least: {hole['what']}"


def read_bounds() -> list[str]:
    """What is wrong with our own lower bounds."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return list(open_holes(project, tomllib.loads(HOLES.read_text(encoding="utf-8"))["hole"]))


def verdict(report: dict[str, Any]) -> tuple[list[str], int]:
    """Of pip-audit's report: a line for each hole, and how many packages were looked up."""
    packages = [each for each in report["dependencies"] if each["name"] != OURS]
    looked_up = [each for each in packages if "skip_reason" not in each]
    lines = [
        f"{each['name']} {each['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'none yet'}"
        for each in looked_up
        for hole in each["vulns"]
    ]
    return lines, len(looked_up)


def main() -> int:
    wrong = read_bounds()
    print("\n".join(wrong) if wrong else "The lower bounds of pyproject.toml exclude every hole of holes.toml.")
    asked = subprocess.run(
        [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off", "--skip-editable"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    try:
        holes, looked_up = verdict(json.loads(asked.stdout))
    except ValueError:
        holes, looked_up = [], 0
    if not looked_up:
        print("No vulnerability service could be reached: what is installed was not audited.")
    else:
        print("\n".join(holes) if holes else f"{looked_up} installed packages have no known hole.")
    return 1 if wrong or holes else 0


if __name__ == "__main__":
    sys.exit(main())
