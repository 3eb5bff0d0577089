"""Imposition: places as many cards or pieces on a sheet as fit, each back behind its face."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from companion.core.capabilities.print_set import Printed
from companion.core.units import PointMm
from companion.press.paper import Line, Note, Paper, Placed, Ring, Sheet, Side
from companion.press.parts import SLEEVED_MM

MARGIN_MM = 7.0
"""Margin of a sheet. Printers leave up to 6.4 mm (a quarter of an inch) at each edge blank."""
CARD_GAP_MM = 0.0  # one cut separates two cards, and nine of poker size fit A4 and Letter
ROUND_GAP_MM = 4.0  # scissors need room
CARD_BLEED_MM, ROUND_BLEED_MM = 2.0, 1.5
"""How far the ground colour extends beyond the edge, so that a slightly wrong cut shows no white."""
MARK_MM, MARK_AWAY_MM = 4.0, 1.0
"""Length of a cut mark, and its distance from the cards. It may overlap the outer millimetre of the bleed."""
NOTE_Y_MM, NOTE_MM = 4.5, 40.0
"""Height of the note that names the sheet, and its width: at the top right, above the cut marks."""


def sheets(things: Iterable[Printed], paper: Paper, titles: Mapping[str, str], margin_mm: float = 0.0) -> list[Sheet]:
    """Sheets of cards and pieces; consecutive things of one kind share sheets.

    Args:
        things: cards or pieces; all of a kind have one size.
        paper: the paper's format.
        titles: name of each kind in the reader's language, for the note at the edge.
        margin_mm: how much smaller on each side things are made whose size is one of `SLEEVED_MM`.

    Raises:
        ValueError: a piece does not fit the paper.
    """
    found: list[Sheet] = []
    for kind, group in groupby(things, key=lambda thing: thing.kind):
        found.extend(_of_one_kind(kind, list(group), paper, titles.get(kind, kind), margin_mm))
    return found


def _of_one_kind(kind: str, things: Sequence[Printed], paper: Paper, title: str, margin_mm: float) -> list[Sheet]:
    art = things[0].face.art
    scale = 1 - 2 * margin_mm / art.width_mm if (art.width_mm, art.height_mm) in SLEEVED_MM else 1.0
    places = grid(paper, art.width_mm * scale, art.height_mm * scale, art.round)
    count = -(-len(things) // len(places))
    found = []
    for number in range(count):
        part = things[number * len(places) : (number + 1) * len(places)]
        note = Note(f"{title} {number + 1}/{count}", paper.width_mm - MARGIN_MM - NOTE_MM, NOTE_Y_MM)
        found.append(_sheet(kind, part, places, paper, note, scale))
    return found


def grid(paper: Paper, width_mm: float, height_mm: float, is_round: bool) -> list[PointMm]:
    """Centres of as many pieces as fit the page, row by row, in page coordinates (mm); the grid is centred.

    Args:
        paper: the page.
        width_mm, height_mm: size of a piece.
        is_round: round pieces get a gap for scissors.

    Raises:
        ValueError: not even one piece fits.
    """
    gap_mm = ROUND_GAP_MM if is_round else CARD_GAP_MM
    columns = int((paper.width_mm - 2 * MARGIN_MM + gap_mm) / (width_mm + gap_mm))
    rows = int((paper.height_mm - 2 * MARGIN_MM + gap_mm) / (height_mm + gap_mm))
    if columns * rows == 0:
        raise ValueError(f"{width_mm} x {height_mm} mm do not fit {paper.name}")
    return [
        (
            paper.width_mm / 2 + (column - (columns - 1) / 2) * (width_mm + gap_mm),
            paper.height_mm / 2 + (row - (rows - 1) / 2) * (height_mm + gap_mm),
        )
        for row in range(rows)
        for column in range(columns)
    ]


def behind(place_mm: PointMm, paper: Paper) -> PointMm:
    """Where a place of the front (page coordinates, mm) lies on the back of a sheet flipped on its upright edge."""
    return paper.width_mm - place_mm[0], place_mm[1]


def _sheet(
    kind: str, things: Sequence[Printed], places: list[PointMm], paper: Paper, note: Note, scale: float
) -> Sheet:
    bleed_mm = ROUND_BLEED_MM if things[0].face.art.round else CARD_BLEED_MM
    pairs = list(zip(things, places, strict=False))
    front = Side(
        tuple(Placed(thing.face.art, place, bleed_mm, scale) for thing, place in pairs),
        tuple(_marks(things, places, scale)),
        (note,),
    )
    backs = tuple(Placed(t.back.art, behind(place, paper), bleed_mm, scale) for t, place in pairs if t.back is not None)
    return Sheet(kind, paper, front, Side(backs))


def _marks(things: Sequence[Printed], places: list[PointMm], scale: float) -> Iterable[Line | Ring]:
    """The cut marks: a ring around each round piece; for cards, lines outside the grid on all four sides."""
    art = things[0].face.art
    if art.round:
        for place_mm in places[: len(things)]:
            yield Ring(place_mm, scale * art.width_mm / 2)
        return
    cut_x = sorted({x + side * scale * art.width_mm / 2 for x, _ in places for side in (-1, 1)})
    cut_y = sorted({y + side * scale * art.height_mm / 2 for _, y in places for side in (-1, 1)})
    for x in cut_x:
        yield Line((x, cut_y[0] - MARK_AWAY_MM), (x, cut_y[0] - MARK_AWAY_MM - MARK_MM))
        yield Line((x, cut_y[-1] + MARK_AWAY_MM), (x, cut_y[-1] + MARK_AWAY_MM + MARK_MM))
    for y in cut_y:
        yield Line((cut_x[0] - MARK_AWAY_MM, y), (cut_x[0] - MARK_AWAY_MM - MARK_MM, y))
        yield Line((cut_x[-1] + MARK_AWAY_MM, y), (cut_x[-1] + MARK_AWAY_MM + MARK_MM, y))
