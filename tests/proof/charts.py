"""Charts as SVG files that any page shows: reliability curves, and a confusion matrix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.proof.claims import FAR, LIMITS, NEAR, Bin

COLOURS = {NEAR: "#1b6ca8", FAR: "#c4521b"}
WIDE, HIGH, LEFT, TOP = 300, 190, 46, 30
"""Of one chart with its margins, and of the margins, px."""
PLOT_WIDE, PLOT_HIGH = WIDE - LEFT - 14, HIGH - TOP - 44
COLUMNS = 2
CELL = 34
VALUES = [str(value) for value in range(1, 13)]
UNREAD = "?"
"""Column of dice that were given no value, or not found."""


def reliability(of_readers: Mapping[str, Mapping[str, Sequence[Bin | None]]]) -> str:
    """Curves of each reader, near and far: what share of the readings of a confidence is right; dashed, as promised."""
    charts = []
    for nth, (reader, curves) in enumerate(of_readers.items()):
        x, y = nth % COLUMNS * WIDE, nth // COLUMNS * HIGH
        charts.append(f'<g transform="translate({x} {y})">{_chart(reader, curves)}</g>')
    rows = -(-len(of_readers) // COLUMNS)
    return _svg(WIDE * COLUMNS, HIGH * rows, charts)


def _chart(reader: str, curves: Mapping[str, Sequence[Bin | None]]) -> str:
    parts = [_text(LEFT, 18, reader, "start", 13, "#111")]
    for share in (0.0, 0.5, 1.0):
        y = _y(share)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{LEFT + PLOT_WIDE}" stroke="#ddd"/>')
        parts.append(_text(LEFT - 6, y + 4, f"{share:.0%}", "end"))
    names = [f"< {LIMITS[0]:g}", *(f"{limit:g}" for limit in LIMITS)]
    parts += [_text(_x(nth), HIGH - 28, name) for nth, name in enumerate(names)]
    for line, (where, found) in enumerate(curves.items()):
        points = [(_x(nth), each) for nth, each in enumerate(found) if each is not None]
        ideal = " ".join(f"{x:.1f},{_y(each.confidence):.1f}" for x, each in points)
        parts.append(f'<polyline points="{ideal}" fill="none" stroke="#999" stroke-dasharray="3 3"/>')
        way = " ".join(f"{x:.1f},{_y(each.right):.1f}" for x, each in points)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{COLOURS[where]}" stroke-width="2"/>')
        for x, each in points:
            parts.append(f'<circle cx="{x:.1f}" cy="{_y(each.right):.1f}" r="3.5" fill="{COLOURS[where]}"/>')
        counts = " ".join(str(0 if each is None else each.count) for each in found)
        place = LEFT + line * PLOT_WIDE / 2
        parts.append(_text(place, HIGH - 10, f"{where}: n {counts}", "start", 9, COLOURS[where]))
    return "".join(parts)


def confusion(pairs: Mapping[tuple[str, str], int]) -> str:
    """A matrix of dice: what lay there (rows), and what was said (columns, the last for no value)."""
    said = [*VALUES, UNREAD]
    parts = [_text(40 + CELL * len(said) / 2, 16, "said", size=12), _text(14, 34, "true", size=12)]
    for column, name in enumerate(said):
        parts.append(_text(40 + CELL * (column + 0.5), 34, name, size=12))
    for row, true in enumerate(VALUES):
        parts.append(_text(22, 40 + CELL * (row + 0.62), true, size=12))
        whole = max(1, sum(pairs.get((true, name), 0) for name in said))
        for column, name in enumerate(said):
            count = pairs.get((true, name), 0)
            fill = "#1b6ca8" if name == true else "#999999" if name == UNREAD else "#c4521b"
            x, y = 40 + CELL * column, 40 + CELL * row
            parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" '
                         f'fill-opacity="{count / whole:.2f}" stroke="#ddd"/>')  # fmt: skip
            if count:
                parts.append(_text(x + CELL / 2, y + CELL * 0.62, str(count), size=12, colour="#111"))
    return _svg(52 + CELL * len(said), 52 + CELL * len(VALUES), parts)


def counted(pairs: Sequence[tuple[str, str]]) -> Counter[tuple[str, str]]:
    """Pairs of true value and what was said; anything that is no sure value counts as UNREAD."""
    return Counter((true, said if said in VALUES else UNREAD) for true, said in pairs)


def _x(nth: int) -> float:
    return LEFT + PLOT_WIDE * (nth + 0.5) / (len(LIMITS) + 1)


def _y(share: float) -> float:
    return TOP + PLOT_HIGH * (1 - share)


def _text(x: float, y: float, words: str, anchor: str = "middle", size: int = 10, colour: str = "#444") -> str:
    shown = words.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">{shown}</text>'


def _svg(wide: float, high: float, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" '
        f'font-family="sans-serif"><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )
