"""The files that the card's user data write."""

from __future__ import annotations

import textwrap
from pathlib import Path

USER_DATA = Path(__file__).resolve().parents[2] / "appliance" / "sd-card" / "user-data.yaml"


def written_file(path: str) -> str:
    """The content that the user data give to a file."""
    _, _, after = USER_DATA.read_text(encoding="utf-8").partition(f"  - path: {path}\n")
    _, _, content = after.partition("    content: |\n")
    lines = []
    for line in content.splitlines():
        if line.strip() and not line.startswith("      "):
            break
        lines.append(line)
    return textwrap.dedent("\n".join(lines)) + "\n"
