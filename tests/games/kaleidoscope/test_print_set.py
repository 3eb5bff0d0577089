"""What is printed: facts recounted from deck.json, faces that nobody mixes up, even without colours and upside down."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.core.art import Art, Circle, Label, Polygon
from companion.core.lettering import width_mm
from companion.drawing.sprite import MARGIN_PX, bgr, sprite
from companion.games.kaleidoscope.art import art
from companion.games.kaleidoscope.card_art import EDGE_MM, capital_front, small_front
from companion.games.kaleidoscope.eyes import drawn_cards
from companion.games.kaleidoscope.kinds import CAPITAL_BACK, CAPITAL_OF, LETTER, SMALL_BACK, SMALL_OF, small_face
from companion.games.kaleidoscope.letter_art import code_of
from companion.games.kaleidoscope.palette import tones
from companion.games.kaleidoscope.pieces import CAPITALS, SMALL_LETTERS
from companion.games.kaleidoscope.print_set import print_set
from companion.games.kaleidoscope.reminder import reminder
from companion.press.book import book
from companion.press.imposition import behind
from companion.press.paper import PAPERS, Paper
from companion.press.pdf import write_pdf
from companion.press.pictures import deck_facts, write_pictures

SEEN_PX_PER_MM = 1.6
"""A camera's full-size picture of the whole mat, 1640 pixels wide, has a little more."""
APART = 4.0
"""Grey levels, the mean over a card, by which any two sides differ at least, either way round."""
HALF_MM = 17.0
FRONTS = [*map(capital_front, CAPITALS), *map(small_front, SMALL_LETTERS)]
BACKS = [art(LETTER, CAPITAL_BACK), art(LETTER, SMALL_BACK)]


@pytest.fixture(scope="module")
def facts() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(deck_facts("kaleidoscope", print_set(), 300)))
    return read


def test_27_capitals_and_96_small_letters(facts: dict[str, Any]) -> None:
    cards = facts["cards"]
    assert [card["id"] for card in cards] == list(range(1, 124))
    assert all(set(card) == {"id", "letter", "case", "face", "back"} for card in cards)
    capitals = Counter(card["letter"] for card in cards if card["case"] == "upper")
    small = Counter(card["letter"] for card in cards if card["case"] == "lower")
    assert capitals == Counter("ABCDEFGHIJKLMNOPQRSTUVWXYZ*")
    assert small == Counter("E" * 15 + "AIS" * 7 + "NRTU" * 6 + "LO" * 5 + "CDMP" * 3 + "BFGHJKQVWXYZ" + "**")
    assert small.total() == 96
    assert (facts["game"], facts["width_mm"], facts["height_mm"]) == ("kaleidoscope", 34.0, 34.0)
    assert [board["kind"] for board in facts["boards"]] == ["mat"]
    assert [sheet["kind"] for sheet in facts["sheets"]] == ["reminder"]


def test_files_stay_apart_where_upper_and_lower_case_are_one(facts: dict[str, Any]) -> None:
    faces = {(card["letter"], card["case"]): card["face"].lower() for card in facts["cards"]}
    assert len(set(faces.values())) == len(faces) == 54
    backs = {(card["case"], card["back"].lower()) for card in facts["cards"]}
    assert len(backs) == len({back for _, back in backs}) == 2


def test_the_eyes_know_all_that_is_printed(facts: dict[str, Any]) -> None:
    cards = drawn_cards()
    ups = {(face.art, *dict(face.tells).values()) for face in cards.faces if face.up}
    assert ups == {(card.face.art, card.facts["letter"], card.facts["case"]) for card in print_set().cards}
    backs = {(face.art, *dict(face.tells).values()) for face in cards.faces if not face.up}
    assert backs == {(BACKS[0], None, "upper"), (BACKS[1], None, "lower")}
    assert all(face.art == art(face.kind, *face.faces) for face in cards.faces)


def seen(drawn: Art, px_per_mm: float = SEEN_PX_PER_MM) -> NDArray[np.float32]:
    """As a grey picture sees a side."""
    pixels = sprite(drawn, px_per_mm)[..., :3]
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.float32)


def test_no_two_sides_look_alike_even_grey_and_coarse_and_turned() -> None:
    pictures = [seen(each) for each in (*FRONTS, *BACKS)]
    assert len(pictures) == 56
    for one, other in combinations(pictures, 2):
        assert min(float(np.abs(one - np.rot90(other, turn)).mean()) for turn in range(4)) > APART


def test_no_front_looks_like_itself_when_it_is_turned() -> None:
    for front in FRONTS:
        picture = seen(front)
        assert min(float(np.abs(picture - np.rot90(picture, turn)).mean()) for turn in (1, 2, 3)) > 4 * APART


def test_backs_are_the_same_after_a_quarter_turn() -> None:
    """A card in a stock does not tell how it was put there."""
    for back in BACKS:
        picture = seen(back, 8.0)
        assert float(np.abs(picture - np.rot90(picture)).mean()) < 2.0


@pytest.mark.parametrize("letter", CAPITALS)
def test_capitals_are_light_on_dark_and_small_letters_dark_on_light(letter: str) -> None:
    """Beside the letter, left of the middle, where no stroke reaches."""
    capital, small = seen(capital_front(letter)), seen(small_front(letter.lower()))
    row, column = (round((HALF_MM + at) * SEEN_PX_PER_MM) + MARGIN_PX for at in (-4.0, -13.4))
    assert capital[row, column] < 70 < 200 < small[row, column + 2]


def test_hues_are_apart_on_paper_and_alike_in_grey() -> None:
    inks = [tones(letter) for letter in CAPITALS[:-1]]
    assert len({ink.deep for ink in inks}) == len({ink.pale for ink in inks}) == 26
    for words in ([ink.deep for ink in inks], [ink.pale for ink in inks]):
        grey = cv2.cvtColor(np.array([[bgr(word) for word in words]], np.uint8), cv2.COLOR_BGR2GRAY)
        assert np.ptp(grey.astype(int)) <= 2


def test_any_two_rows_of_shards_differ_in_two() -> None:
    codes = [code_of(letter) for letter in CAPITALS]
    assert min((one ^ other).bit_count() for one, other in combinations(codes, 2)) == 2


def test_a_white_edge_survives_the_scissors() -> None:
    px_per_mm = 4
    for drawn in (*FRONTS, *BACKS):
        pixels = sprite(drawn, px_per_mm)[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX, :3]
        wide, corner = int((EDGE_MM - 0.5) * px_per_mm), 3 * px_per_mm
        for turn in range(4):
            assert (np.rot90(pixels, turn)[1:wide, corner:-corner] == 255).all()


def test_letters_stay_clear_of_their_frame() -> None:
    """Without a letter, what is left is the frame: around no letter's ink it looks otherwise than around none."""
    px_per_mm = 8.0
    for letter in SMALL_LETTERS[1:]:
        front = small_front(letter)
        bare = Art(34.0, 34.0, 0.3, False, front.ground, tuple(_unlettered(front)))
        inked = np.abs(seen(front, px_per_mm) - seen(bare, px_per_mm)) > 40
        dark = seen(bare, px_per_mm) < 120
        near = cv2.dilate(dark.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        assert inked.any()
        assert not (inked & near).any(), letter


def _unlettered(front: Art) -> list[Polygon]:
    """The panel, the paper and the shards: no letter, and not the bar that is an l's tail."""
    panel, paper, *others = front.shapes
    shards = [shape for shape in others if isinstance(shape, Polygon) and len(shape.points_mm) == 3]
    return [shape for shape in (panel, paper, *shards) if isinstance(shape, Polygon)]


def test_the_art_of_every_thing_and_no_other() -> None:
    assert art("letter", "S") == capital_front("S")
    assert art("letter", small_face("*")) == small_front("*")
    assert len(CAPITAL_OF) == len(SMALL_OF) == 27
    for wrong in (("letter", "*"), ("letter", "é"), ("card", "S"), ("letter", "")):
        with pytest.raises(KeyError):
            art(*wrong)


def bounds(shape: Polygon | Circle | Label) -> tuple[float, float, float, float]:
    if isinstance(shape, Label):
        x, y = shape.centre_mm
        half = width_mm(shape.words, shape.height_mm) / 2
        return x - half, y - shape.height_mm / 2, x + half, y + shape.height_mm / 2
    if isinstance(shape, Circle):
        x, y = shape.centre_mm
        return x - shape.radius_mm, y - shape.radius_mm, x + shape.radius_mm, y + shape.radius_mm
    xs, ys = zip(*shape.points_mm, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def test_nothing_is_drawn_outside_of_a_card() -> None:
    for drawn in (*FRONTS, *BACKS):
        assert (drawn.width_mm, drawn.height_mm) == (34.0, 34.0)
        for shape in drawn.shapes:
            left, top, right, bottom = bounds(shape)
            assert -HALF_MM + EDGE_MM <= left <= right <= HALF_MM - EDGE_MM
            assert -HALF_MM + EDGE_MM <= top <= bottom <= HALF_MM - EDGE_MM


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_rules_in_short_fit_on_their_page(language: Any) -> None:
    page = reminder(language)
    assert (page.width_mm, page.height_mm) == (210.0, 297.0)
    words = [shape for shape in page.shapes if isinstance(shape, Label) and shape.font == "condensed"]
    foot = next(shape.centre_mm[1] for shape in words if "table vu" in shape.words or "table as" in shape.words)
    assert max(shape.centre_mm[1] for shape in words if shape.centre_mm[1] < foot) < foot - 8.0
    for shape in words:
        left, _, right, _ = bounds(shape)
        assert -95.0 <= left <= right <= 95.0, shape.words
    assert all(bounds(shape)[3] < 143.0 for shape in page.shapes)


@pytest.mark.parametrize("paper", PAPERS)
def test_backs_lie_behind_their_faces(paper: Paper) -> None:
    sheets = [sheet for sheet in book("Kaléidoscope", print_set(), paper, "fr") if sheet.kind == LETTER]
    assert sum(len(sheet.front.placed) for sheet in sheets) == 123
    pairs = Counter[bool]()
    capitals = {capital_front(letter) for letter in CAPITALS}
    for sheet in sheets:
        backs = {placed.centre_mm: placed.art for placed in sheet.back.placed}
        for placed in sheet.front.placed:
            back = backs[behind(placed.centre_mm, paper)]
            assert back == BACKS[0 if placed.art in capitals else 1]
            pairs[placed.art in capitals] += 1
    assert pairs == {True: 27, False: 96}


def test_pictures_and_sheets_come_out(tmp_path: Path) -> None:
    write_pictures("kaleidoscope", print_set(), tmp_path, 30, lambda _done, _of: None)
    deck = json.loads((tmp_path / "deck.json").read_text(encoding="utf-8"))
    for card in deck["cards"]:
        picture = cv2.imread(str(tmp_path / card["face"]))
        assert picture is not None
        assert picture.shape == (40, 40, 3)
        assert (tmp_path / card["back"]).exists()
    path = tmp_path / "sheets.pdf"
    write_pdf(book("Kaléidoscope", print_set(), PAPERS[0], "fr"), path, "Kaléidoscope", lambda _done, _of: None)
    assert path.read_bytes().startswith(b"%PDF-")
