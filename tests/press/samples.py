"""Small print sets for tests."""

from __future__ import annotations

from companion.core.art import Art, Circle, Label, Polygon, rectangle
from companion.core.capabilities.print_set import Face, Printed, PrintSet
from companion.core.mat import Mat
from companion.core.text import Text

SMALL_MAT = Mat(300.0, 200.0, "4X4_50", (), (20.0, -80.0, 130.0, 80.0))


def face(name: str, width_mm: float, height_mm: float, is_round: bool = False, ground: str = "#ffffff") -> Face:
    shapes = (
        rectangle((0.0, -height_mm / 4), width_mm / 2, height_mm / 4, "#c12a22"),
        Circle((0.0, height_mm / 4), height_mm / 10, fill="#1f62b0", stroke="#000000", stroke_mm=0.4),
        Polygon(((-3.0, 0.0), (3.0, 0.0)), stroke="#000000", stroke_mm=0.3),
        Label(name[:6], (0.0, 0.0), 3.0, "#000000", 30.0, "condensed"),
        Label("K", (0.0, height_mm / 4), 2.0, "#ffffff"),
    )
    return Face(name, Art(width_mm, height_mm, 0.3, is_round, ground, shapes))


def printed(kind: str, number: int, width_mm: float, height_mm: float, is_round: bool = False) -> Printed:
    return Printed(
        kind,
        face(f"{kind}-{number}", width_mm, height_mm, is_round),
        face(f"{kind}-{number}-back", width_mm, height_mm, is_round, "#1d2440"),
        {"id": number},
    )


def print_set(cards: int = 3) -> PrintSet:
    return PrintSet(
        cards=tuple(printed("card", number, 63.0, 88.0) for number in range(1, cards + 1)),
        pieces=tuple(printed("token", number, 20.0, 20.0, True) for number in range(1, 4)),
        boards=(Printed("dial", face("dial", 250.0, 250.0, True)),),
        sheets=(Printed("reminder", face("reminder", 210.0, 297.0)),),
        mat=SMALL_MAT,
        facts={"words": ["PERCHE"]},
        titles={"token": Text(fr="jetons", en="tokens")},
    )
