"""How well text stands out from what lies behind it, drawn boards included, as a browser has painted it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

LEAST = 4.5
"""Of WCAG 2.2, level AA, for text of any size: phones lie on a table in the sun, and people wear no glasses there."""
FAINT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def faint(page: Page) -> list[Any]:
    """Texts of the page that are fainter than `LEAST`: what, how much, its colour, what is behind, the element."""
    found: list[Any] = page.evaluate(FAINT, LEAST)
    return found
