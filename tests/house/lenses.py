"""The table of cameras in docs/cameras.md, and its drawing, are made from `companion.camera.lenses`: `python -m
tests.house.lenses` writes both."""

from __future__ import annotations

import re
from math import radians, tan
from pathlib import Path

from companion.camera.lenses import FILLS, MODULES
from companion.core.mat import TABLE_MAT
from companion.perception.health.aim_advice import MOST_TILT_DEG, NEEDS

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE, DRAWING = DOCS / "cameras.md", DOCS / "pictures" / "camera-mount.svg"
BEGIN, END = "<!-- cameras: begin -->", "<!-- cameras: end -->"
DRAWN_DEG = 66.0
"""Field of view in the drawing, camera module 3's."""
LAMP_DEG = 50.0
"""From straight down: what a lamp so far aside mirrors in the mat goes past the camera."""


def table() -> str:
    """One row for each camera, at the least height from which it sees the whole mat."""
    rows = [
        "| camera | field of view | picture | height | sees | px/mm | enough for |",
        "|---|---|---|---|---|---|---|",
    ]
    for each in MODULES:
        height_mm = each.height_mm()
        (wide, deep), scale = each.seen_mm(height_mm), each.px_per_mm(height_mm)
        enough = ", ".join(need.name.en for need in NEEDS if scale >= need.px_per_mm) or "none of them"
        size = f"{each.size_xy[0]} x {each.size_xy[1]}"
        rows.append(
            f"| {each.name.en} | {each.across_deg:g}° | {size} | {height_mm / 10:.0f} cm | {wide / 10:.0f} x "
            f"{deep / 10:.0f} cm | {scale:.1f} | {enough} |"
        )
    return "\n".join(rows)


def page() -> str:
    """The whole page, with the table as it is now."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


def drawing() -> str:
    """A table from the side: where the camera hangs, what it sees, how far it may lean, and where a lamp stands."""
    half = TABLE_MAT.width_mm / 2
    height = half / FILLS / tan(radians(DRAWN_DEG / 2))
    lamp_x, lamp_y = -half - 120, height - (half + 120) / tan(radians(LAMP_DEG)) - 40
    lean = tan(radians(MOST_TILT_DEG)) * height
    seen = half / FILLS
    words = "font-family='sans-serif' font-size='30' fill='#75695a'"
    return re.sub(
        r"\n\s+",
        "\n",
        f"""<svg xmlns='http://www.w3.org/2000/svg' viewBox='-760 -110 1520 {height + 230:.0f}'>
    <title>A camera above a mat, seen from the side</title>
    <path d='M0 0 L{-seen:.0f} {height:.0f} H{seen:.0f} Z' fill='#f8e9da' stroke='#b8743a' stroke-width='3'/>
    <path d='M0 0 V{height:.0f}' stroke='#b8743a' stroke-width='3' stroke-dasharray='14 10'/>
    <path d='M{lean:.0f} 0 L0 {height:.0f}' stroke='#8a8f86' stroke-width='3' stroke-dasharray='6 10'/>
    <rect x='-720' y='{height + 8:.0f}' width='1440' height='26' fill='#8f6540'/>
    <rect x='{-half:.0f}' y='{height:.0f}' width='{2 * half:.0f}' height='10' fill='#2f4a47'/>
    <rect x='-34' y='-52' width='68' height='46' rx='8' fill='#75695a'/>
    <path d='M-12 -6 H12 L18 8 H-18 Z' fill='#75695a'/>
    <path d='M-34 -30 H-700 V{height:.0f}' fill='none' stroke='#75695a' stroke-width='12'/>
    <circle cx='{lamp_x:.0f}' cy='{lamp_y:.0f}' r='34' fill='#f3d9a8' stroke='#b8743a' stroke-width='4'/>
    <path d='M{lamp_x + 34:.0f} {lamp_y + 20:.0f} L-60 {height:.0f} L{-60 + (lamp_x + 94) * -1:.0f} {lamp_y + 20:.0f}'
     fill='none' stroke='#d0a020' stroke-width='4' stroke-dasharray='2 12' stroke-linecap='round'/>
    <text x='60' y='-30' {words}>camera, straight down</text>
    <text x='{lean + 20:.0f}' y='60' {words}>{MOST_TILT_DEG:.0f}° at most</text>
    <text x='14' y='{height / 2:.0f}' {words}>{height / 10:.0f} cm</text>
    <text x='{lamp_x - 30:.0f}' y='{lamp_y - 50:.0f}' {words}>lamp, aside</text>
    <text x='-140' y='{height + 80:.0f}' {words}>mat, {TABLE_MAT.width_mm / 10:.0f} cm</text>
    </svg>
    """,
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    DRAWING.write_text(drawing(), encoding="utf-8")
