"""The pictures of the games in the lobby: whole SVG documents that tell everything by themselves."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion import catalog
from companion.core.art import Art, Circle, Label, rectangle
from companion.core.text import typeset
from companion.drawing.svg import MARGIN_MM, svg
from companion.web.lobby.introductions import cover, introductions
from tests.web.evenings import Phone, opened

SVG = "{http://www.w3.org/2000/svg}"
CARD = Art(40, 20, 0.3, False, "#fffdf9", (rectangle((0, 0), 10, 4, "#112233"), Label("a<b", (0, 0), 3, "#000000")))


def test_the_view_is_as_large_as_the_pieces_need() -> None:
    lying, turned = (ElementTree.fromstring(svg([(CARD, (100.0, 0.0), turn)])) for turn in (0.0, 90.0))
    view = [float(each) for each in lying.attrib["viewBox"].split()]
    assert view == [80 - MARGIN_MM, -10 - MARGIN_MM, 40 + 2 * MARGIN_MM, 20 + 2 * MARGIN_MM]
    assert [float(each) for each in turned.attrib["viewBox"].split()][2:] == [view[3], view[2]]


def test_shapes_are_drawn_in_order_with_their_colours_and_words() -> None:
    disc = Art(20, 20, 2, True, "#cccccc", (Circle((1, 2), 3, stroke="#ff0000", stroke_mm=0.5),))
    found = ElementTree.fromstring(svg([(CARD, (0.0, 0.0), 0.0), (disc, (0.0, 0.0), 0.0)]))
    text, circle = found.find(f".//{SVG}text"), found.find(f".//{SVG}circle")
    assert text is not None
    assert text.text == "a<b"
    assert circle is not None
    assert (circle.attrib["fill"], circle.attrib["stroke"]) == ("none", "#ff0000")


@pytest.mark.parametrize("key", catalog.game_keys())
def test_every_game_has_a_picture_that_needs_nothing_else(key: str) -> None:
    drawn = cover(key)
    ElementTree.fromstring(drawn)
    assert "href" not in drawn
    assert len(drawn) < 40_000


def test_the_lobby_shows_every_game(tmp_path: Path) -> None:
    evening = opened(tmp_path)
    ada = Phone(evening, "Ada")
    page = ada.go("/join")
    for said in introductions().values():
        assert typeset(said.sentence.fr) in page
        assert f"{said.minutes} min" in page
        assert ada.get(f"/cover/{said.key}.svg").mimetype == "image/svg+xml"
    assert ada.get("/cover/chess.svg").headers["Location"] == "/here?led=1"
    evening.close()
