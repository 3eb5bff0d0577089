"""The mat's markers without the mat, on two sheets that are cut in half: one half for each corner of the table."""

from __future__ import annotations

from math import hypot

from companion.core.art import Art, Label, Polygon, Shape, rectangle
from companion.core.capabilities.print_set import Face, Printed
from companion.core.mat import Marker, Mat
from companion.core.text import Language, Text
from companion.core.units import PointMm
from companion.drawing.mat_art import INK, MAT_THICK_MM, UNINKED_MAT, marker_shapes
from companion.press.paper import A4, Line, Note, Paper, Placed, Sheet, Side

MARKERS = "markers"
"""The kind of these sheets."""
LOOSE_MM = 3.0
"""How far a half may lie from its place: with all four moved at random so far, and turned by a degree, the table is
found, and places on it are off by 2 mm or so; from 5 mm on some tables are refused (docs/printing.md)."""
_WHOLE_SHEETS_MM = 2.0  # the mat's size is told in sheets where these are off by no more
_SHARE = 0.07  # size of the plan on a sheet over the mat's
_TEXT_MM, _STEP_MM = 2.5, 6.6  # height of a capital, and line spacing
_FROM_SIDE_MM = 18.0  # of the words, from the edge that has no marker
_PLAN_INK, _HERE_INK = "#808080", "#16181a"

CORNERS = (
    Text(fr="Coin du fond, à gauche", en="Far corner, left"),
    Text(fr="Coin du fond, à droite", en="Far corner, right"),
    Text(fr="Coin proche, à droite", en="Near corner, right"),
    Text(fr="Coin proche, à gauche", en="Near corner, left"),
)
"""Places of markers 0 to 3, as somebody sees them who sits where the camera's picture is upright."""
STEPS = (
    Text(
        fr="Imprimez à 100 %, d'un seul côté : le carré noir mesure {side} mm. Coupez la feuille sur le trait.",
        en="Print at 100 %, on one side: the black square measures {side} mm. Cut the sheet along the line.",
    ),
    Text(
        fr="Le coin du papier, près du carré, est un coin d'un rectangle de {width} × {height} mm sur la table.",
        en="The corner of the paper by the square is a corner of a rectangle of {width} × {height} mm on the table.",
    ),
    Text(
        fr="Posez-le à {loose} mm près et bien droit, l'écriture à l'endroit pour qui est assis du côté proche.",
        en="Lay it within {loose} mm, straight, with the words upright for whoever sits at the near side.",
    ),
    Text(
        fr="Vérifiez : les deux diagonales, de coin à coin, mesurent {diagonal} mm. Collez ensuite le papier.",
        en="Check: both diagonals, from corner to corner, measure {diagonal} mm. Then tape the paper down.",
    ),
)
SHEETS = Text(
    fr="Sans mètre : le rectangle, c'est {across} feuilles A4 debout côte à côte, et {down} l'une sous l'autre.",
    en="Without a measure: the rectangle is {across} upright A4 sheets side by side, and {down} one below the other.",
)


def marker_pieces(mat: Mat) -> tuple[Printed, ...]:
    """Each marker by itself, with as much white around it as to the mat's edge; facts: id and side in mm."""
    return tuple(
        Printed(
            "marker",
            Face(f"marker-{marker.ident}", _art(mat, marker)),
            facts={"id": marker.ident, "side_mm": marker.side_mm},
        )
        for marker in mat.markers
    )


def marker_sheets(mat: Mat, paper: Paper, language: Language) -> list[Sheet]:
    """Two sheets, for the left and for the right of the table: the far marker at the upper corner, the near one at the
    lower. The paper's corners are the mat's."""
    return [_sheet(mat, paper, language, side) for side in (-1, 1)]


def _sheet(mat: Mat, paper: Paper, language: Language, side: int) -> Sheet:
    """The sheet for the left (-1) or the right (1)."""
    placed, notes = list[Placed](), list[Note]()
    for marker in mat.markers:
        if marker.centre_xy_mm[0] * side > 0:
            more, words = _half(mat, marker, paper, language)
            placed += more
            notes += words
    middle = paper.height_mm / 2
    cut = Line((0.0, middle), (paper.width_mm, middle))
    return Sheet(MARKERS, paper, Side(tuple(placed), (cut,), tuple(notes)))


def _half(mat: Mat, marker: Marker, paper: Paper, language: Language) -> tuple[list[Placed], list[Note]]:
    """A marker at its corner of the paper; beside it a plan of the table, and between both what to do."""
    right, near = (place > 0 for place in marker.centre_xy_mm)
    in_x, in_y = _inset_mm(mat, marker)
    at: PointMm = (paper.width_mm - in_x if right else in_x, paper.height_mm - in_y if near else in_y)
    plan = _plan(mat, marker)
    beside = 2 * in_x + plan.width_mm / 2 + 12.0
    plan_at: PointMm = (paper.width_mm - beside if right else beside, at[1])
    y_mm = (paper.height_mm / 2 + _FROM_SIDE_MM) if near else 2 * in_y + _FROM_SIDE_MM
    notes = [Note(CORNERS[marker.ident].to(language), _FROM_SIDE_MM, y_mm, 4.0, strong=True)]
    for number, words in enumerate(_steps(mat, paper), 2):
        notes.append(Note(words.to(language), _FROM_SIDE_MM, y_mm + number * _STEP_MM, _TEXT_MM, strong=True))
    return [Placed(_art(mat, marker), at), Placed(plan, plan_at)], notes


def _steps(mat: Mat, paper: Paper) -> list[Text]:
    """What to do, a line each; the size in whole sheets only for those who have such sheets."""
    measures = {
        "side": f"{mat.markers[0].side_mm:g}",
        "width": f"{mat.width_mm:g}",
        "height": f"{mat.height_mm:g}",
        "loose": f"{LOOSE_MM:g}",
        "diagonal": f"{hypot(mat.width_mm, mat.height_mm):.0f}",
    }
    steps = [step.filled(**measures) for step in STEPS]
    across, down = round(mat.width_mm / A4.width_mm), round(mat.height_mm / A4.height_mm)
    off_mm = max(abs(mat.width_mm - across * A4.width_mm), abs(mat.height_mm - down * A4.height_mm))
    if paper.name == A4.name and off_mm <= _WHOLE_SHEETS_MM:
        steps.append(SHEETS.filled(across=across, down=down))
    return steps


def _inset_mm(mat: Mat, marker: Marker) -> PointMm:
    """How far the marker's centre is from the mat's two nearest edges."""
    x, y = marker.centre_xy_mm
    return mat.width_mm / 2 - abs(x), mat.height_mm / 2 - abs(y)


def _art(mat: Mat, marker: Marker) -> Art:
    in_x, in_y = _inset_mm(mat, marker)
    shapes = marker_shapes(mat, marker, (0.0, 0.0), UNINKED_MAT.white)
    return Art(2 * in_x, 2 * in_y, MAT_THICK_MM, False, UNINKED_MAT.ground, tuple(shapes))


def _plan(mat: Mat, here: Marker) -> Art:
    """The table's rectangle with its measures and four markers, this one black."""
    half_x, half_y = _SHARE * mat.width_mm / 2, _SHARE * mat.height_mm / 2
    corners = ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
    shapes: list[Shape] = [Polygon(corners, stroke=_PLAN_INK, stroke_mm=0.3)]
    for marker in mat.markers:
        x, y = (_SHARE * place for place in marker.centre_xy_mm)
        shapes.append(rectangle((x, y), 3.2, 3.2, INK if marker is here else "#c8c8c8"))
    shapes.append(Label(f"{mat.width_mm:g} mm", (0.0, -half_y + 3.0), 2.2, _HERE_INK, font="condensed"))
    shapes.append(Label(f"{mat.height_mm:g} mm", (-half_x + 3.0, 0.0), 2.2, _HERE_INK, -90.0, "condensed"))
    return Art(2 * half_x + 2.0, 2 * half_y + 2.0, 0.1, False, "#ffffff", tuple(shapes))
