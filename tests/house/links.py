"""Every relative link of the docs leads to a file: `python -m tests.house.links` names those that do not."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


def dead_links(page: Path) -> Iterator[str]:
    """One line for each link of a Markdown page that leads nowhere."""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        for target in LINK.findall(line):
            if not (page.parent / target).exists():
                yield f"{page.relative_to(ROOT)}:{number}: {target} leads nowhere"


if __name__ == "__main__":
    pages = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    found = [line for name in pages.stdout.split() for line in dead_links(ROOT / name)]
    print("\n".join(found))
    sys.exit(1 if found else 0)
