"""Writes sheets as a PDF with vectors and embedded fonts. It holds no date: the same sheets give the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import cos, radians, sin
from pathlib import Path

from PIL import ImageFont
from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.core.art import Art, Circle, Font, Label, Polygon, Shape
from companion.core.files import write_whole
from companion.core.text import typeset
from companion.core.units import PointMm
from companion.drawing.fonts import FONTS
from companion.press.paper import Line, Note, Placed, Sheet, Side, is_one_sided

POINTS_PER_MM = 72 / 25.4
"""PDF units per millimetre."""
MARK_INK, MARK_MM = "#808080", 0.12  # thin and grey: visible beside a card, not on it
TEXT_INK = "#202020"
_PROBE_PX = 1000  # fonts are measured at this size

Progress = Callable[[int, int], None]
"""Called after each sheet with the number done and the number in all."""


def write_pdf(sheets: Sequence[Sheet], path: Path, title: str, progress: Progress) -> None:
    """Write every sheet as two pages, front and back; as one where no sheet has a back.

    Args:
        sheets: the sheets in order.
        path: the file to write.
        title: the document's title.
        progress: called after each sheet.

    Raises:
        OSError: `path` cannot be written.
    """
    for name, file in FONTS.items():
        pdfmetrics.registerFont(TTFont(name, str(file)))
    canvas = Canvas(path.name, invariant=1, pageCompression=1, initialFontName="condensed")
    canvas.setTitle(title)
    one_sided = is_one_sided(sheets)
    for number, sheet in enumerate(sheets):
        for side in (sheet.front,) if one_sided else (sheet.front, sheet.back):
            canvas.setPageSize((sheet.paper.width_mm * POINTS_PER_MM, sheet.paper.height_mm * POINTS_PER_MM))
            # From here on units are millimetres from the top left.
            canvas.transform(POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, sheet.paper.height_mm * POINTS_PER_MM)
            _side(canvas, side)
            canvas.showPage()
        progress(number + 1, len(sheets))
    write_whole(path, canvas.getpdfdata())


def _side(canvas: Canvas, side: Side) -> None:
    # All ground colours first: a neighbour's bleed must not cover a card.
    for placed in side.placed:
        _at(canvas, placed, _ground)
    for placed in side.placed:
        _at(canvas, placed, _shapes)
    canvas.setStrokeColor(HexColor(MARK_INK))
    canvas.setLineWidth(MARK_MM)
    for mark in side.marks:
        if isinstance(mark, Line):
            canvas.line(*mark.start_mm, *mark.end_mm)
        else:
            canvas.circle(*mark.centre_mm, mark.radius_mm, stroke=1, fill=0)
    for note in side.notes:
        _note(canvas, note)


def _at(canvas: Canvas, placed: Placed, draw: Callable[[Canvas, Placed], None]) -> None:
    canvas.saveState()
    if placed.clip_xyxy_mm is not None:
        left, top, right, bottom = placed.clip_xyxy_mm
        clip = canvas.beginPath()
        clip.rect(left, top, right - left, bottom - top)
        canvas.clipPath(clip, stroke=0, fill=0)
    canvas.translate(*placed.centre_mm)
    canvas.scale(placed.scale, placed.scale)
    canvas.setLineJoin(1)
    canvas.setLineCap(1)
    draw(canvas, placed)
    canvas.restoreState()


def _ground(canvas: Canvas, placed: Placed) -> None:
    art, more = placed.art, placed.bleed_mm
    canvas.setFillColor(HexColor(art.ground))
    if art.round:
        canvas.circle(0, 0, art.width_mm / 2 + more, stroke=0, fill=1)
    else:
        width, height = art.width_mm + 2 * more, art.height_mm + 2 * more
        canvas.rect(-width / 2, -height / 2, width, height, stroke=0, fill=1)


def _shapes(canvas: Canvas, placed: Placed) -> None:
    if placed.bleed_mm:
        _box(canvas, placed.art)
    for shape in placed.art.shapes:
        _shape(canvas, shape)


def _box(canvas: Canvas, art: Art) -> None:
    """The ground of the card itself, over its neighbours' bleed."""
    canvas.setFillColor(HexColor(art.ground))
    if not art.round:
        canvas.rect(-art.width_mm / 2, -art.height_mm / 2, art.width_mm, art.height_mm, stroke=0, fill=1)


def _shape(canvas: Canvas, shape: Shape) -> None:
    if isinstance(shape, Label):
        _label(canvas, shape)
        return
    if shape.fill is not None:
        canvas.setFillColor(HexColor(shape.fill))
    if shape.stroke is not None:
        canvas.setStrokeColor(HexColor(shape.stroke))
        canvas.setLineWidth(shape.stroke_mm)
    stroke, fill = int(shape.stroke is not None), int(shape.fill is not None)
    if isinstance(shape, Circle):
        canvas.circle(*shape.centre_mm, shape.radius_mm, stroke=stroke, fill=fill)
    else:
        _polygon(canvas, shape, stroke, fill)


def _polygon(canvas: Canvas, shape: Polygon, stroke: int, fill: int) -> None:
    path = canvas.beginPath()
    path.moveTo(*shape.points_mm[0])
    for point in shape.points_mm[1:]:
        path.lineTo(*point)
    path.close()
    canvas.drawPath(path, stroke=stroke, fill=fill)


def _label(canvas: Canvas, label: Label) -> None:
    turn = radians(label.turn_deg)
    canvas.saveState()
    # Turned clockwise as seen; text is flipped back upright, as y points down here.
    canvas.transform(cos(turn), sin(turn), sin(turn), -cos(turn), *label.centre_mm)
    canvas.setFillColor(HexColor(label.fill))
    canvas.setFont(label.font, label.height_mm / _capital_share(label.font))
    canvas.drawCentredString(0, -label.height_mm / 2, typeset(label.words))
    canvas.restoreState()


def _note(canvas: Canvas, note: Note) -> None:
    size_mm = note.height_mm / _capital_share("condensed")
    width_mm = pdfmetrics.stringWidth(typeset(note.words), "condensed", size_mm)
    middle: PointMm = (note.left_mm + width_mm / 2, note.y_mm)
    _label(canvas, Label(note.words, middle, note.height_mm, TEXT_INK if note.strong else MARK_INK, font="condensed"))


@cache
def _capital_share(font: Font) -> float:
    """Height of a capital as a share of the font's size."""
    return -ImageFont.truetype(str(FONTS[font]), _PROBE_PX).getbbox("H", anchor="ls")[1] / _PROBE_PX
