"""What is printed: counts, the deck recounted from its own deck.json, symbols large enough, inks apart."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import ImageFont

from companion.core.art import Art, Circle, Label, Polygon
from companion.core.lettering import ADVANCES, CAPITAL, X_HEIGHT, width_mm, wrapped
from companion.core.reminder_page import HEIGHT_MM, WIDTH_MM
from companion.drawing.sprite import FONTS
from companion.games.kaplan import GAME, card_layout
from companion.games.kaplan.card_art import draw_side
from companion.games.kaplan.card_back_art import SYMBOL_SHARE, TEXT_MM, paired, reading_side, row_mm, text_mm
from companion.games.kaplan.deck import deck
from companion.games.kaplan.palette import WHITE, WINDOW_COLOURS
from companion.games.kaplan.pieces import Family, Fill, SymbolShape
from companion.games.kaplan.print_set import print_set
from companion.games.kaplan.reminder import reminder
from companion.games.kaplan.symbols import filled_symbol
from companion.press.book import book
from companion.press.imposition import behind
from companion.press.paper import PAPERS, Paper
from companion.press.parts import mat_board
from companion.press.pictures import deck_facts
from companion.press.raster import MM_PER_INCH, picture
from tests.games.kaplan.deck_recount import recount

DPI = 300
LEAST_SYMBOL_MM = 6.0
LEAST_CLUE_SYMBOL_MM = 3.0
LEAST_X_MM = 1.3
"""The aim is 1.5 mm; a very full row may be set a little smaller."""


@pytest.fixture(scope="module")
def facts() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(deck_facts("kaplan", print_set(), DPI)))
    return read


def test_the_deck_that_is_printed_keeps_every_rule(facts: dict[str, Any]) -> None:
    assert recount(facts) == []


def a_cell(deck: dict[str, Any], holds: str) -> dict[str, Any]:
    cells = (cell for card in deck["cards"] for window in card["windows"] for cell in window["symbols"])
    return next(cell for cell in cells if cell["holds"] == holds)


def two_words_swapped(deck: dict[str, Any]) -> None:
    one, other = deck["words"][0], deck["words"][200]
    one["word"], other["word"] = other["word"], one["word"]


def swap_lens(deck: dict[str, Any]) -> None:
    one = deck["cards"][0]
    other = next(card for card in deck["cards"] if card["lens"] != one["lens"])
    one["lens"], other["lens"] = other["lens"], one["lens"]


FAULTS: dict[str, tuple[str, Callable[[dict[str, Any]], None]]] = {
    "a word less": ("1", lambda deck: deck["words"].pop()),
    "a colour less": ("1", lambda deck: deck["colours"].pop()),
    "a fill renamed": ("1", lambda deck: deck["fills"].__setitem__(0, "empty")),
    "a card less": ("2", lambda deck: deck["cards"].pop()),
    "a card twice": ("2", lambda deck: deck["cards"][5].update(id=5)),
    "another metal": ("2", lambda deck: deck["cards"][0].update(metal=deck["cards"][119]["metal"] + "?")),
    "a window recoloured": ("2", lambda deck: deck["cards"][0]["windows"][0].update(colour="red")
        if deck["cards"][0]["windows"][0]["colour"] != "red" else deck["cards"][0]["windows"][0].update(colour="blue")),
    "windows out of order": ("2", lambda deck: deck["cards"][7]["windows"].reverse()),
    "lucarnes out of order": ("2", lambda deck: deck["cards"][7]["lucarnes"].reverse()),
    "a symbol less": ("3", lambda deck: deck["cards"][9]["windows"][1]["symbols"].pop()),
    "a symbol twice": ("3", lambda deck: deck["cards"][9]["windows"][1]["symbols"].__setitem__(
        0, deck["cards"][9]["windows"][1]["symbols"][1])),
    "a number more": ("3", lambda deck: a_cell(deck, "").update(holds="7")),
    "a number off": ("3", lambda deck: a_cell(deck, "4").update(holds="")),
    "thirteen": ("3", lambda deck: a_cell(deck, "12").update(holds="13")),
    "a K more": ("3", lambda deck: a_cell(deck, "").update(holds="K")),
    "a K off": ("3", lambda deck: a_cell(deck, "K").update(holds="")),
    "a small letter": ("4", lambda deck: deck["cards"][3].update(lens="e")),
    "two letters": ("4", lambda deck: deck["cards"][3].update(lens="CH")),
    "a word twice": ("4", lambda deck: deck["words"][3].update(word=deck["words"][4]["word"])),
    "a short word": ("4", lambda deck: deck["words"][3].update(word="PERCH")),
    "two words swapped": ("4", two_words_swapped),
    "two lenses swapped": ("4", swap_lens),
    "a clue elsewhere": ("5", lambda deck: deck["words"][3]["clues"][0].update(
        card=deck["words"][3]["clues"][1]["card"])),
    "a clue less": ("5", lambda deck: deck["words"][3]["clues"].pop()),
    "a clue misprinted": ("5", lambda deck: next(
        each for each in deck["cards"][3]["lucarnes"] if each["clues"])["clues"][0].update(text="erratum")),
    "a kind twice": ("5", lambda deck: deck["words"][3]["clues"][4].update(kind="analogy")),
    "a wrong length": ("5", lambda deck: deck["words"][3]["clues"][1].update(text="5")),
    "a wrong first letter": ("5", lambda deck: deck["words"][3]["clues"][0].update(text="#")),
    "no gender": ("5", lambda deck: deck["words"][3]["clues"][2].update(text="sing.")),
    "the word given away": ("5", lambda deck: deck["words"][3]["clues"][4].update(
        text=f"la {deck['words'][3]['word'].lower()}")),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_seeded_fault_is_found(name: str, facts: dict[str, Any]) -> None:
    ruling, break_it = FAULTS[name]
    broken = copy.deepcopy(facts)
    break_it(broken)
    assert broken != facts
    assert any(fault.startswith(f"{ruling}:") for fault in set(recount(broken)) - set(recount(facts)))


def test_everything_in_the_box_is_printed(facts: dict[str, Any]) -> None:
    assert len(facts["cards"]) == 120
    assert Counter(piece["kind"] for piece in facts["pieces"]) == {
        "colour-pawn": 12, "symbol-pawn": 32, "sarcophagus": 12, "token": 72,
    }  # fmt: skip
    assert [(board["kind"], board["width_mm"], board["height_mm"]) for board in facts["boards"]] == [
        ("dial", 520.0, 520.0),
        ("mat", 841.0, 594.0),
    ]
    assert [sheet["kind"] for sheet in facts["sheets"]] == ["reminder"]
    of = {kind: [p for p in facts["pieces"] if p["kind"] == kind] for kind in ("colour-pawn", "symbol-pawn", "token")}
    assert len({(pawn["colour"], pawn["position"]) for pawn in of["colour-pawn"]}) == 12
    assert len({(pawn["shape"], pawn["fill"]) for pawn in of["symbol-pawn"]}) == 32
    assert Counter(token["value"] for token in of["token"]) == dict.fromkeys(range(1, 10), 8)
    assert len({(token["family"], token["value"]) for token in of["token"]}) == 72
    sarcophagi = {piece["number"]: piece["metals"] for piece in facts["pieces"] if piece["kind"] == "sarcophagus"}
    assert [sarcophagi[n] for n in (1, 2, 5, 6, 9, 12)] == [
        ["gold", "copper"], ["copper"], ["copper", "silver"], ["silver"], ["silver", "gold"], ["gold"],
    ]  # fmt: skip


@pytest.mark.parametrize("paper", PAPERS)
def test_every_thing_is_on_one_sheet_and_its_back_behind_it(paper: Paper) -> None:
    pages = book("Kaplan", print_set(), paper, "fr")
    assert Counter(page.kind for page in pages) == {
        "cover": 1, "card": 14, "colour-pawn": 1, "symbol-pawn": 1, "sarcophagus": 2, "token": 1, "reminder": 1,
        "dial": 6, "mat": 15,
    }  # fmt: skip
    laid = {
        (front.art, back.art)
        for page in pages
        for front in page.front.placed
        for back in page.back.placed
        if front.clip_xyxy_mm is None and back.centre_mm == pytest.approx(behind(front.centre_mm, paper))
    }
    things = (*print_set().cards, *print_set().pieces)
    assert laid == {(thing.face.art, thing.back.art) for thing in things if thing.back is not None}
    fronts = Counter(front.art for page in pages for front in page.front.placed if front.clip_xyxy_mm is None)
    assert sum(fronts.values()) == len(things) + 1
    assert {board.face.art.width_mm for board in mat_board(print_set())} == {841.0}


def test_the_game_offers_the_set() -> None:
    assert GAME.print_set() is print_set()


def test_each_face_has_its_own_picture_and_nobody_tells_pawns_by_their_backs(facts: dict[str, Any]) -> None:
    things = [*facts["cards"], *facts["pieces"], *facts["boards"]]
    faces = Counter(thing["face"] for thing in things)
    assert {face for face, count in faces.items() if count > 1} == {  # the values are on the backs of tokens
        f"token-{family.value}.png" for family in Family
    }
    pawns = [piece for piece in facts["pieces"] if piece["kind"].endswith("-pawn")]
    assert {(pawn["kind"], pawn["back"]) for pawn in pawns} == {
        ("colour-pawn", "colour-pawn-back.png"),
        ("symbol-pawn", "symbol-pawn-back.png"),
    }


def cells(ident: int) -> Iterator[NDArray[np.uint8]]:
    """Each of the 72 places of a card's picture, one pitch wide."""
    drawn = picture(draw_side(ident), DPI)
    scale = DPI / MM_PER_INCH
    for position in (1, 2, 3):
        for index in range(card_layout.COLUMNS * card_layout.ROWS):
            x_mm, y_mm = card_layout.cell_xy_mm(position, index)
            half_mm = card_layout.PITCH_MM / 2
            left, right = (round((card_layout.CARD_WIDTH_MM / 2 + x_mm + side * half_mm) * scale) for side in (-1, 1))
            top, bottom = (round((card_layout.CARD_HEIGHT_MM / 2 + y_mm + side * half_mm) * scale) for side in (-1, 1))
            yield drawn[top:bottom, left:right]


def test_no_symbol_on_a_card_is_under_six_millimetres() -> None:
    sizes, seen = [], set()
    for ident in (1, 60, 120):
        symbols = [cell.symbol for window in deck().card(ident).windows for cell in window.cells]
        seen |= set(symbols)
        pieces = list(cells(ident))
        assert len(pieces) == len(symbols) == 72
        for piece in pieces:
            dark = piece.astype(int).sum(axis=2) < 3 * 110  # ink, whatever the tint under it
            for axis in (0, 1):
                sizes.append(np.flatnonzero(dark.any(axis=axis)).size * MM_PER_INCH / DPI)
    assert len(seen) == 32
    assert min(sizes) >= LEAST_SYMBOL_MM


def test_no_symbol_reaches_into_its_neighbours() -> None:
    for shape in SymbolShape:
        outline = filled_symbol(shape, Fill.SOLID, 3.1)[0]
        assert isinstance(outline, Polygon)
        for axis in (0, 1):
            reach = max(abs(point[axis]) for point in outline.points_mm) + outline.stroke_mm / 2
            assert reach <= card_layout.PITCH_MM / 2


def test_clues_are_legible_and_stay_within_their_lucarnes() -> None:
    for card in deck().cards:
        for position in (1, 2, 3):
            clues = [(symbol, text) for symbol, _, text in deck().lucarne(card, position)]
            rows = paired(clues)
            assert sorted((clue for row in rows for clue in row), key=repr) == sorted(clues, key=repr)
            if rows:
                assert row_mm(len(rows)) * SYMBOL_SHARE >= LEAST_CLUE_SYMBOL_MM
                assert text_mm(rows) * X_HEIGHT >= LEAST_X_MM
    for ident in (1, 60, 120):
        for shape in reading_side(ident).shapes:
            points = shape.points_mm if isinstance(shape, Polygon) else (shape.centre_mm,)
            reach = shape.radius_mm if isinstance(shape, Circle) else 0.0
            assert all(abs(x) + reach <= 28.7 + 1e-6 and abs(y) + reach <= 41.0 for x, y in points)


def test_a_reading_side_is_dark_all_around_and_a_draw_side_light() -> None:
    for ident in (1, 60, 120):
        light, dark = (edges(picture(side(ident), 72)) for side in (draw_side, reading_side))
        assert np.median(light) > 240  # but for the initials
        assert dark.max() < 80


def edges(drawn: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The outermost 5 pixels, 1.8 mm at 72 dots an inch."""
    bands = (drawn[:5], drawn[-5:], drawn[:, :5], drawn[:, -5:])
    return np.concatenate([band.reshape(-1, 3) for band in bands])


def test_letters_are_as_wide_as_the_font_says() -> None:
    font = ImageFont.truetype(str(FONTS["condensed"]), 1000, layout_engine=ImageFont.Layout.BASIC)
    assert {letter: round(font.getlength(letter)) for letter in ADVANCES} == ADVANCES
    assert -font.getbbox("H", anchor="ls")[1] == CAPITAL
    assert -font.getbbox("x", anchor="ls")[1] / CAPITAL == pytest.approx(X_HEIGHT, abs=0.02)
    assert pytest.approx(1.5) == TEXT_MM * X_HEIGHT


def test_wrapped_lines_fit_and_lose_nothing() -> None:
    words = "Mot juste : tout. Seul le « pluriel » diffère ; la moitié ?"
    lines = wrapped(words, 2.0, 20.0)
    assert " ".join(lines).replace("\u00a0", " ") == words
    assert all(width_mm(line, 2.0) <= 20.0 for line in lines)
    assert not any(line[0] in ":;»?" for line in lines)


def test_the_reminder_fits_one_page_and_nothing_is_printed_over() -> None:
    labels = [shape for shape in reminder().shapes if isinstance(shape, Label)]
    for shape in reminder().shapes:
        points = shape.points_mm if isinstance(shape, Polygon) else (shape.centre_mm,)
        assert all(abs(x) <= WIDTH_MM / 2 and abs(y) <= HEIGHT_MM / 2 for x, y in points)
    boxes = [box(label) for label in labels if label.font == "condensed"]
    assert len(boxes) > 60
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def box(label: Label) -> tuple[float, float, float, float]:
    (x, y), half_mm = label.centre_mm, width_mm(label.words, label.height_mm) / 2
    return x - half_mm, y - label.height_mm / 2, x + half_mm, y + label.height_mm / 2


MACHADO = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}
"""Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009)."""
LEAST_APART = 20.0
"""In CIE 1976 L*a*b*: ten times what the eye just tells apart."""


@pytest.mark.parametrize("eyes", MACHADO)
def test_window_colours_stay_apart_for_colour_blind_eyes(eyes: str) -> None:
    seen = [lab(ink, MACHADO[eyes]) for ink in WINDOW_COLOURS.values()]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) > LEAST_APART


def lab(ink: str, matrix: tuple[tuple[float, ...], ...]) -> NDArray[np.float64]:
    share = np.array([int(ink[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(matrix) @ linear, 0, 1)
    to_xyz = np.array(((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)))
    x, y, z = np.cbrt(to_xyz @ seen / np.array((0.9505, 1.0, 1.089)))
    return np.array((116 * y - 16, 500 * (x - y), 200 * (y - z)))


AFAR_DPI = 76
"""Three dots a millimetre: a whole dial in a picture of 12 megapixels has more."""
LEAST_GREYS = 20.0
"""Root mean square of 255: an eighth of black on white everywhere, or half of it on a sixteenth of the symbol."""


@pytest.mark.parametrize("holds", ["", "K", "12"])
def test_shapes_and_fills_differ_in_grey_from_afar(holds: str) -> None:
    greys = {(shape, fill): afar(shape, fill, holds) for shape in SymbolShape for fill in Fill}
    apart = {pair: float(np.sqrt(((greys[pair[0]] - greys[pair[1]]) ** 2).mean())) for pair in combinations(greys, 2)}
    assert min(apart.values()) > LEAST_GREYS, min(apart, key=lambda pair: apart[pair])


def afar(shape: SymbolShape, fill: Fill, holds: str) -> NDArray[np.float64]:
    alone = Art(7.0, 7.0, 0.3, False, WHITE, filled_symbol(shape, fill, 3.1, (0.0, 0.0), holds))
    return np.asarray(picture(alone, AFAR_DPI).mean(axis=2))
