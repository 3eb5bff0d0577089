"""The page of the simulated table: what a finger does to the picture happens on the table, and only there."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from numpy.typing import NDArray

from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.core.scene import Thing
from companion.rehearsal.touch import TouchedTable
from companion.simulator.bodies import Laid
from companion.simulator.source import open_source
from companion.simulator.world import World
from companion.table.session import Session
from companion.web import create_app
from tests.web.conftest import browser, for_test

SIZE = (640, 480)
PARALLAX_PX = 10
"""A die's upper face, 19 mm over the table, is seen this far from where the die stands, at most."""
CARD = Art(44, 63, 0.3, False, "#ffffff")


@dataclass
class Script:
    paused: bool = False


@pytest.fixture
def table() -> TouchedTable:
    world = World(lambda kind, face: CARD)
    source = open_source(SourceUrl.parse("rendered://?width=640&height=480"), ManualClock(), world)
    faces = {"back": "front", "front": "back"}
    return TouchedTable(world, source, Script(), Random(7), lambda thing: faces.get(thing.face))


@pytest.fixture
def page(session: Session, table: TouchedTable) -> FlaskClient:
    return browser(for_test(create_app(session, simulated=table)), 0)


def seen_at(x_px: float, y_px: float) -> dict[str, str]:
    """What the page sends for a finger at a pixel of the picture."""
    return {"x": str(x_px / SIZE[0]), "y": str(y_px / SIZE[1])}


def decoded(jpeg: bytes) -> NDArray[np.int64]:
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    return pixels.astype(np.int64)


def test_there_is_no_such_page_with_a_real_camera(app: Flask) -> None:
    client = browser(app)
    assert 'href="/table"' not in client.get("/").text
    assert client.get("/table").status_code == 404
    assert browser(app, 0).post("/table/throw").status_code == 404


def test_the_picture_is_what_the_camera_sees(page: FlaskClient, table: TouchedTable) -> None:
    assert 'href="/table"' in page.get("/").text
    assert 'id="table"' in page.get("/table").text
    answer = page.get("/table/picture.jpg")
    assert answer.mimetype == "image/jpeg"
    empty = decoded(answer.data)
    assert empty.shape == (480, 640, 3)
    table.world.place_die(7, (0.0, 0.0))
    after = decoded(page.get("/table/picture.jpg").data)
    changed = np.argwhere(np.abs(after - empty).max(axis=2) > 60)
    assert len(changed) > 50
    assert np.abs(changed.mean(axis=0) - (240, 320)).max() < 40


def test_dice_are_thrown(page: FlaskClient, table: TouchedTable) -> None:
    assert page.post("/table/throw").status_code == 204
    table.world.advance(60.0)
    assert len(table.world.snapshot().dice) == 3
    assert table.world.at_rest


def test_a_die_is_dragged_with_a_hand_over_it(page: FlaskClient, table: TouchedTable) -> None:
    die = table.world.place_die(7, (100.0, 50.0))
    (before,) = table.source.truth().dice
    found = page.post("/table/pick", data=seen_at(before.x_px, before.y_px))
    assert found.get_json() == {"ident": die, "turns": True, "leans": True}
    assert page.post(f"/table/move/{die}", data=seen_at(300, 200)).status_code == 204
    assert [hand.owner for hand in table.world.snapshot().hands] == ["page"]
    page.post(f"/table/move/{die}", data={**seen_at(200, 180), "end": "1"})
    table.world.advance(60.0)
    assert table.world.snapshot().hands == ()
    (after,) = table.source.truth().dice
    assert (after.x_px, after.y_px) == pytest.approx((200, 180), abs=PARALLAX_PX)


def test_nothing_is_picked_where_nothing_lies(page: FlaskClient) -> None:
    assert page.post("/table/pick", data={"x": "0.5", "y": "0.5"}).get_json() == {
        "ident": None,
        "turns": False,
        "leans": False,
    }


def test_a_die_is_turned_and_cocked(page: FlaskClient, table: TouchedTable) -> None:
    die = table.world.place_die(12, (0.0, 0.0))
    page.post(f"/table/turn/{die}")
    assert [each.value for each in table.world.snapshot().dice] == [1]
    page.post(f"/table/cock/{die}")
    assert [each.value for each in table.world.snapshot().dice] == [None]
    assert page.post(f"/table/turn/{die}").status_code == 409  # a cocked die is another body


def test_a_card_is_turned_over_when_it_has_another_face(page: FlaskClient, table: TouchedTable) -> None:
    card = table.world.lay(Thing("card", "back"), (0.0, 0.0))
    fixed = table.world.lay(Thing("board", "only"), (200.0, 0.0))
    assert page.post("/table/pick", data={"x": "0.5", "y": "0.5"}).get_json()["turns"] is True
    for ident in (card, fixed):
        assert page.post(f"/table/turn/{ident}").status_code == 204
        assert page.post(f"/table/cock/{ident}").status_code == 204
    faces = {laid.ident: laid.thing.face for laid in table.world.snapshot().things if isinstance(laid, Laid)}
    assert faces == {card: "front", fixed: "only"}
    (x_px, y_px) = next(place for thing, place in table.source.truth().things if thing.kind == "board")
    found = page.post("/table/pick", data=seen_at(x_px, y_px)).get_json()
    assert found == {"ident": fixed, "turns": False, "leans": False}


def test_a_person_takes_over_and_lets_go(page: FlaskClient, table: TouchedTable) -> None:
    assert "Prendre la main" in page.get("/table").text
    assert "Laisser la démonstration continuer" in page.post("/table/take-over", data={"on": "1"}).text
    assert table.paused is True
    page.post("/table/take-over", data={"on": "0"})
    assert table.paused is False


@pytest.mark.parametrize(
    ("path", "data", "status"),
    [
        ("pick", {"x": "left", "y": "0"}, 400),
        ("pick", {"x": "0.5"}, 400),
        ("pick", {"x": "nan", "y": "0.5"}, 400),
        ("move/99", {"x": "0.5", "y": "0.5"}, 409),
        ("turn/99", {}, 409),
        ("cock/99", {}, 409),
        ("take-over", {"on": "perhaps"}, 400),
    ],
)
def test_bad_input_is_one_sentence(page: FlaskClient, path: str, data: dict[str, str], status: int) -> None:
    answer = page.post(f"/table/{path}", data=data, headers={"HX-Request": "true"})
    assert answer.status_code == status
    assert answer.text.startswith('<p class="sorry"')


def test_the_match_hears_of_nothing(page: FlaskClient, session: Session, table: TouchedTable) -> None:
    before = (session.revision, session.match)
    die = table.world.place_die(7, (0.0, 0.0))
    page.post("/table/throw")
    for path in (f"turn/{die}", f"cock/{die}", f"move/{die}", "pick"):
        page.post(f"/table/{path}", data={"x": "0.1", "y": "0.1"})
    page.post("/table/take-over", data={"on": "1"})
    page.get("/table")
    page.get("/table/picture.jpg")
    assert (session.revision, session.match) == before


def test_a_demo_says_that_it_is_one_on_each_page(session: Session, table: TouchedTable) -> None:
    demo = browser(for_test(create_app(session, simulated=table)), 0)
    real = browser(for_test(create_app(session)), 0)
    for address in ("/", "/join", "/seat/0", "/wall", "/table", "/host", "/rules"):
        assert "Démonstration" in demo.get(address, follow_redirects=True).text, address
        assert "Démonstration" not in real.get(address, follow_redirects=True).text, address
