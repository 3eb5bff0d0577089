"""What is printed: facts recounted from deck.json, faces that nobody mixes up, even without their colours."""

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
from companion.games.plic_plac import card_art, textures
from companion.games.plic_plac.art import art
from companion.games.plic_plac.card_art import EDGE_MM, card_front
from companion.games.plic_plac.clipping import area_mm2, band, cell, inset, room_mm
from companion.games.plic_plac.eyes import drawn_cards
from companion.games.plic_plac.palette import TONES, Tones
from companion.games.plic_plac.pieces import BY_FACE, NORMAL, SPECIALS, Card, Colour, Shape
from companion.games.plic_plac.print_set import print_set
from companion.games.plic_plac.reminder import reminder
from companion.games.plic_plac.shape_art import outline
from companion.press.book import book
from companion.press.imposition import behind
from companion.press.paper import PAPERS, Paper
from companion.press.pdf import write_pdf
from companion.press.pictures import deck_facts, write_pictures

SEEN_PX_PER_MM = 1.0
"""A 640-pixel picture of the whole mat has a little less; a camera's full-size picture four times as much."""
APART = 8.0
"""Grey levels, the mean over a card, by which any two faces differ at least, either way round."""
APART_WITHIN = 12.0
"""The same over the shape alone, when all colours are one grey."""
HALF_MM = 30.0


@pytest.fixture(scope="module")
def facts() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(deck_facts("plic-plac", print_set(), 300)))
    return read


def test_each_shape_in_each_colour_and_four_special_cards(facts: dict[str, Any]) -> None:
    cards = facts["cards"]
    assert [card["id"] for card in cards] == list(range(1, 41))
    assert all(set(card) == {"id", "shape", "colour", "special", "face", "back"} for card in cards)
    normal, special = cards[:36], cards[36:]
    shapes = ("circle", "square", "triangle", "star", "heart", "cross")
    colours = ("red", "orange", "yellow", "green", "blue", "violet")
    assert Counter((card["shape"], card["colour"]) for card in normal) == {
        (shape, colour): 1 for shape in shapes for colour in colours
    }
    assert {card["special"] for card in normal} == {None}
    assert Counter(card["special"] for card in special) == {"null": 1, "colour": 2, "traitor": 1}
    assert {card["shape"] for card in special} == {None}
    assert all((card["colour"] is not None) == (card["special"] == "colour") for card in special)
    assert len({card["colour"] for card in special if card["special"] == "colour"}) == 2
    assert (facts["game"], facts["width_mm"], facts["height_mm"]) == ("plic-plac", 60.0, 60.0)
    assert len({card["face"] for card in cards}) == 40
    assert len({card["back"] for card in cards}) == 1
    assert [board["kind"] for board in facts["boards"]] == ["mat"]
    assert [sheet["kind"] for sheet in facts["sheets"]] == ["reminder"]


def test_the_eyes_know_all_that_is_printed(facts: dict[str, Any]) -> None:
    cards = drawn_cards()
    ups = [dict(face.tells) for face in cards.faces if face.up]
    assert ups == [{name: card[name] for name in ("shape", "colour", "special")} for card in facts["cards"]]
    (back,) = [face for face in cards.faces if not face.up]
    assert set(dict(back.tells).values()) == {None}
    assert cards.in_rows
    printed = [card.face.art for card in print_set().cards]
    assert [face.art for face in cards.faces if face.up] == printed


def seen(drawn: Art, px_per_mm: float = SEEN_PX_PER_MM) -> NDArray[np.float32]:
    """As a grey picture sees a face."""
    pixels = sprite(drawn, px_per_mm)[..., :3]
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.float32)


def closest(arts: list[Art]) -> float:
    """Of any two, however they are turned."""
    pictures = [seen(each) for each in arts]
    return min(
        float(np.abs(one - np.rot90(other, turn)).mean())
        for one, other in combinations(pictures, 2)
        for turn in range(4)
    )


def test_no_two_faces_look_alike_even_grey_and_coarse_and_turned() -> None:
    arts = [art("card", face) for face in (*BY_FACE, "back")]
    assert len(arts) == 41
    assert closest(arts) > APART
    assert closest([arts[0], arts[0]]) == 0.0


def test_textures_alone_tell_colours_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """All in one grey: what is left is how each shape is filled."""
    for module in (textures, card_art):
        monkeypatch.setattr(module, "TONES", dict.fromkeys(Colour, Tones("#808080", "#202020", "#f4f4f4")))
    for shape in Shape:
        plain = [card_front.__wrapped__(Card(shape, colour)) for colour in Colour]
        assert closest(plain) * (2 * HALF_MM) ** 2 / area_mm2(outline(shape)) > APART_WITHIN, shape


def test_strokes_and_gaps_survive_the_blur_of_a_camera() -> None:
    """At 2.5 pixels a millimetre and out of focus, each texture but the solid one keeps its contrast."""
    for card in NORMAL:
        assert card.shape is not None
        picture = cv2.GaussianBlur(seen(card_front(card), 2.5), (0, 0), 0.9 * 2.5)
        mask = np.zeros(picture.shape, np.uint8)
        points = np.array(inset(outline(card.shape), 2.5)) * 2.5 + np.array(picture.shape[::-1]) / 2
        cv2.fillPoly(mask, [np.round(points).astype(np.int32)], 255)
        spread = float(np.ptp(picture[mask > 0]))
        assert (spread < 15) if card.colour is Colour.RED else (spread > 75), (card.face, spread)


def test_the_inks_are_apart_on_paper() -> None:
    colours = [[bgr(tones.ink) for tones in TONES.values()]]
    labs = cv2.cvtColor(np.array(colours, np.float32) / 255, cv2.COLOR_BGR2LAB)[0]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(labs, 2)) > 25


def edge_of(drawn: Art) -> NDArray[np.uint8]:
    """All pixels of a card's edge, without its round corners, (n, 3)."""
    px_per_mm = 4
    pixels = sprite(drawn, px_per_mm)[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX, :3]
    wide, corner = int((EDGE_MM - 0.5) * px_per_mm), 4 * px_per_mm
    quarters = [np.rot90(pixels, turn)[1:wide, corner:-corner] for turn in range(4)]
    return np.concatenate([quarter.reshape(-1, 3) for quarter in quarters])


def test_normal_cards_have_a_white_edge_and_no_others() -> None:
    """Contents of the box."""
    for card in NORMAL:
        assert (edge_of(card_front(card)) == 255).all(), card.face
    for drawn in (*(card_front(card) for card in SPECIALS), art("card", "back")):
        assert (edge_of(drawn) == 255).all(axis=1).mean() < 0.2
    decorated = [np.unique(edge_of(card_front(card)), axis=0) for card in SPECIALS]
    assert all(len(colours) > 2 for colours in decorated)


def test_the_back_is_the_same_after_a_quarter_turn() -> None:
    back = seen(art("card", "back"), 4.0)
    assert float(np.abs(back - np.rot90(back)).mean()) < 1.5


def bounds(shape: Polygon | Circle | Label) -> tuple[float, float, float, float]:
    if isinstance(shape, Label):
        x, y = shape.centre_mm
        half = width_mm(shape.words, shape.height_mm) / 2
        return x - half, y - shape.height_mm / 2, x + half, y + shape.height_mm / 2
    around = shape.stroke_mm / 2
    if isinstance(shape, Circle):
        x, y = shape.centre_mm
        around += shape.radius_mm
        return x - around, y - around, x + around, y + around
    xs, ys = zip(*shape.points_mm, strict=True)
    return min(xs) - around, min(ys) - around, max(xs) + around, max(ys) + around


def test_nothing_is_drawn_outside_of_a_card() -> None:
    for printed in print_set().cards:
        for face in (printed.face, printed.back):
            assert face is not None
            assert (face.art.width_mm, face.art.height_mm) == (60.0, 60.0)
            for shape in face.art.shapes:
                left, top, right, bottom = bounds(shape)
                assert -HALF_MM <= left <= right <= HALF_MM, face.name
                assert -HALF_MM <= top <= bottom <= HALF_MM, face.name


def test_shapes_are_large_and_in_the_middle() -> None:
    for shape in Shape:
        xs, ys = zip(*outline(shape), strict=True)
        assert 38.0 <= max(max(xs) - min(xs), max(ys) - min(ys)) <= 47.5
        assert abs(max(xs) + min(xs)) < 0.1
        assert abs(max(ys) + min(ys)) < 3.5
        assert area_mm2(outline(shape)) > 0


@pytest.mark.parametrize("shape", Shape)
def test_what_is_cut_up_is_whole_together(shape: Shape) -> None:
    """Bands and cells lie within the outline and add up to it, but for crumbs; an inset is that much inside."""
    whole = outline(shape)
    slant = 0.5**0.5
    for parts in (
        [part for nth in range(-10, 10) for part in band(whole, (slant, slant), 3.0 * nth, 3.0 * nth + 3.0)],
        [part for x in range(-5, 5) for y in range(-5, 5) for part in cell(whole, 6.0 * x, 6.0 * y, 6.0, 6.0)],
    ):
        total = sum(abs(area_mm2(part)) for part in parts)
        assert 0.97 * area_mm2(whole) < total <= area_mm2(whole) + 0.01
        assert all(room_mm(whole, point) > -0.001 for part in parts for point in part)
    assert all(abs(room_mm(whole, point) - 4.0) < 0.05 or room_mm(whole, point) > 4.0 for point in inset(whole, 4.0))
    assert 0 < area_mm2(inset(whole, 4.0)) < area_mm2(whole)


def test_the_art_of_every_thing_and_no_other() -> None:
    assert art("card", "red star") == card_front(Card(Shape.STAR, Colour.RED))
    for wrong in (("card", "star red"), ("card", "colour green"), ("chest", "back"), ("card", "")):
        with pytest.raises(KeyError):
            art(*wrong)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_rules_in_short_fit_on_their_page(language: Any) -> None:
    page = reminder(language)
    assert (page.width_mm, page.height_mm) == (210.0, 297.0)
    words = [shape for shape in page.shapes if isinstance(shape, Label)]
    pattern = max(shape.centre_mm[1] for shape in words if "motif" in shape.words or "pattern" in shape.words)
    above = [shape.centre_mm[1] for shape in words if shape.centre_mm[1] < pattern]
    assert max(above) < pattern - 8.0
    for shape in words:
        if shape.font == "condensed":
            left, _, right, bottom = bounds(shape)
            assert -95.0 <= left <= right <= 95.0, shape.words
            assert bottom < 143.0


@pytest.mark.parametrize("paper", PAPERS)
def test_backs_lie_behind_their_faces(paper: Paper) -> None:
    sheets = [sheet for sheet in book("Plic-Plac", print_set(), paper, "fr") if sheet.kind == "card"]
    assert sum(len(sheet.front.placed) for sheet in sheets) == 40
    for sheet in sheets:
        fronts = [placed.centre_mm for placed in sheet.front.placed]
        assert [placed.centre_mm for placed in sheet.back.placed] == [behind(place, paper) for place in fronts]


def test_pictures_and_sheets_come_out(tmp_path: Path) -> None:
    write_pictures("plic-plac", print_set(), tmp_path, 30, lambda _done, _of: None)
    deck = json.loads((tmp_path / "deck.json").read_text(encoding="utf-8"))
    for card in deck["cards"]:
        picture = cv2.imread(str(tmp_path / card["face"]))
        assert picture is not None
        assert picture.shape == (71, 71, 3)
        assert (tmp_path / card["back"]).exists()
    path = tmp_path / "sheets.pdf"
    write_pdf(book("Plic-Plac", print_set(), PAPERS[0], "fr"), path, "Plic-Plac", lambda _done, _of: None)
    assert path.read_bytes().startswith(b"%PDF-")
