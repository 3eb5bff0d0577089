"""All sheets of a print set: the cover with instructions, cards, pieces, sheets to read, boards and the mat."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.capabilities.print_set import Printed, PrintSet
from companion.core.text import Language, Text, same
from companion.press.imposition import sheets
from companion.press.markers import MARKERS, marker_sheets
from companion.press.paper import A1, Line, Note, Paper, Placed, Sheet, Side, is_one_sided, pages_of_kinds
from companion.press.parts import EVERYTHING, REMINDER, SLEEVE_MARGIN_MM, Ground, Wanted, mat_board
from companion.press.tiling import tiles

CARDS = Text(fr="cartes", en="cards")
MAT = Text(fr="tapis", en="mat")
MARKERS_TITLE = Text(fr="repères seuls", en="markers alone")
COVER, COVER_TITLE = "cover", Text(fr="mode d'emploi", en="instructions")
GLUE = Text(
    fr="collez les feuilles suivantes sur les bandes, à droite et en bas",
    en="glue the next sheets onto the strips at the right and at the bottom",
)
SIZE = Text(
    fr="Imprimez à 100 % (« taille réelle ») : la règle ci-dessous doit mesurer 100 mm.",
    en="Print at 100 % (“actual size”): the ruler below must measure 100 mm.",
)
ONE_SIDE = Text(fr="Imprimez d'un seul côté.", en="Print on one side.")
SLEEVES_SIDE = Text(
    fr="D'un seul côté, sur du papier ordinaire : chaque page paire est le dos de la page d'avant.",
    en="On one side of ordinary paper: each even page is the back of the page before it.",
)
SLEEVES = Text(
    fr="Glissez chaque face et son dos dans un étui, avec une vieille carte de même taille entre les deux.",
    en="Slip each face and its back into a sleeve, with an old card of the same size between them.",
)
DUPLEX = Text(
    fr="Recto verso, retournement sur le bord long : chaque page paire est le dos de la page d'avant.",
    en="On both sides, flipped on the long edge: each even page is the back of the page before it.",
)
CARD_PAPER = Text(
    fr="Papier mat d'au moins 250 g/m² ; sur un papier plus fin, glissez les cartes dans des étuis opaques.",
    en="Matt paper of 250 g/m² or more; with thinner paper, slip the cards into opaque sleeves.",
)
CUT = Text(
    fr="Coupez d'un repère à l'autre ; collez les pièces rondes sur du carton et découpez-les sur leur trait.",
    en="Cut from mark to mark; glue round pieces onto cardboard and cut along their line.",
)
JOIN = Text(
    fr="Cadran, tapis : coupez le haut et la gauche au repère, et collez chaque feuille sur la bande voisine.",
    en="Dial, mat: cut the top and the left at the marks, and glue each sheet onto its neighbour's strip.",
)
PRINT_SHOP = Text(
    fr="Une imprimerie fera aussi les cartes ({size}) et les plateaux avec --format png.",
    en="A print shop will also make the cards ({size}) and the boards from --format png.",
)
RULER_MM = 100
"""Length of the ruler on the cover, which the sentence `SIZE` tells."""
_TITLE_MM, _TEXT_MM, _CONTENT_MM = 6.0, 2.3, 2.6  # heights of a capital on the cover
_LEFT_MM, _TITLE_Y_MM, _TEXT_Y_MM, _STEP_MM = 20.0, 30.0, 46.0, 8.0  # positions on the cover, and line spacing


def book(title: str, prints: PrintSet, paper: Paper, language: Language, wanted: Wanted = EVERYTHING) -> list[Sheet]:
    """All sheets in the order of printing, the cover first; what is only read or lies loose needs no cover.

    Args:
        title: the game's name, for the cover.
        prints: what the game offers to print.
        paper: the paper's format.
        language: language of the cover and of the notes at the edges.
        wanted: which parts of it, and how.

    Raises:
        ValueError: a card or piece does not fit the paper.
    """
    prints, titles = wanted.of(prints), titles_of(prints, language)
    margin_mm = SLEEVE_MARGIN_MM if wanted.sleeves else 0.0
    found = sheets((*prints.cards, *prints.pieces), paper, titles, margin_mm)
    found += [_to_read(sheet, paper) for sheet in prints.sheets]
    for board in (*prints.boards, *mat_board(prints, wanted.ground)):
        found += tiles(board, paper, titles.get(board.kind, board.kind), GLUE.to(language))
    if wanted.markers is not None:
        found += marker_sheets(wanted.markers, paper, language)
    if all(sheet.kind in (REMINDER, MARKERS) for sheet in found):
        return found
    how_to = [each.to(language) for each in _how_to(prints, wanted, one_sided=is_one_sided(found))]
    return [_cover(title, how_to, found, paper, titles), *found]


def whole_mat(prints: PrintSet, ground: Ground) -> list[Sheet]:
    """The set's mat on one sheet of its own size, for a print shop."""
    return [
        Sheet(board.kind, A1, Side((Placed(board.face.art, (A1.width_mm / 2, A1.height_mm / 2)),)))
        for board in mat_board(prints, ground)
    ]


def titles_of(prints: PrintSet, language: Language) -> dict[str, str]:
    """The name of each kind of sheet in people's words."""
    titles = {"card": CARDS, "mat": MAT, MARKERS: MARKERS_TITLE, COVER: COVER_TITLE, **prints.titles}
    return {kind: words.to(language) for kind, words in titles.items()}


def _how_to(prints: PrintSet, wanted: Wanted, *, one_sided: bool) -> Iterator[Text]:
    """The printing instructions, step by step; steps for things that the set does not have are left out."""
    cards, boards = bool(prints.cards), bool(prints.boards or prints.mat)
    sides = ONE_SIDE if one_sided else SLEEVES_SIDE if wanted.sleeves else DUPLEX
    with_cards = (SLEEVES if wanted.sleeves else CARD_PAPER,) * cards
    cut = (CUT,) * bool(prints.cards or prints.pieces)
    steps = (SIZE, sides, *with_cards, *cut, *(JOIN,) * boards, *prints.hints * bool(cut))
    for number, step in enumerate(steps, 1):
        yield same(f"{number}. ") + step
    if cards and not wanted.sleeves:
        card = prints.cards[0].face.art
        yield PRINT_SHOP.filled(size=f"{card.width_mm:g} x {card.height_mm:g} mm")


def _to_read(sheet: Printed, paper: Paper) -> Sheet:
    """A sheet to read, centred, and made smaller where it does not fit the page."""
    art = sheet.face.art
    scale = min(1.0, paper.width_mm / art.width_mm, paper.height_mm / art.height_mm)
    middle = (paper.width_mm / 2, paper.height_mm / 2)
    back = () if sheet.back is None else (Placed(sheet.back.art, middle, scale=scale),)
    return Sheet(sheet.kind, paper, Side((Placed(art, middle, scale=scale),)), Side(back))


def _cover(title: str, how_to: list[str], found: list[Sheet], paper: Paper, titles: dict[str, str]) -> Sheet:
    """The cover: instructions, a ruler to check the size, and a table of contents with page numbers."""
    notes = [_note(title, _LEFT_MM, _TITLE_Y_MM, _TITLE_MM)]
    y_mm = _TEXT_Y_MM
    for each in how_to:
        notes.append(_note(each, _LEFT_MM, y_mm, _TEXT_MM))
        y_mm += _STEP_MM
    y_mm += _STEP_MM
    ruler = _ruler(y_mm)
    notes.append(_note(f"{RULER_MM} mm", _LEFT_MM + RULER_MM + 4.0, y_mm, _TEXT_MM))
    y_mm += 2.5 * _STEP_MM
    cover = Sheet(COVER, paper, Side(()))
    for kind, (first, last) in list(pages_of_kinds([cover, *found]).items())[1:]:
        notes.append(_note(f"{first}-{last}", _LEFT_MM, y_mm, _CONTENT_MM))
        notes.append(_note(titles.get(kind, kind), _LEFT_MM + 22.0, y_mm, _CONTENT_MM))
        y_mm += _STEP_MM
    return Sheet(COVER, paper, Side((), ruler, tuple(notes)))


def _note(words: str, left_mm: float, y_mm: float, height_mm: float) -> Note:
    return Note(words, left_mm, y_mm, height_mm, strong=True)


def _ruler(y_mm: float) -> tuple[Line, ...]:
    """The lines of the ruler, `RULER_MM` long, at this height of the page."""
    ticks = [
        Line((_LEFT_MM + x, y_mm), (_LEFT_MM + x, y_mm - (4.0 if x % 50 == 0 else 2.5))) for x in range(0, 101, 10)
    ]
    return (Line((_LEFT_MM, y_mm), (_LEFT_MM + RULER_MM, y_mm)), *ticks)
