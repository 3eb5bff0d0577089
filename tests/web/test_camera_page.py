"""The aiming page of an evening, in lobby and matches: for host and screens alone, closed where games hide things."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask

from companion import catalog, wiring
from companion.camera.arrays import Pixels
from companion.camera.source import NoFrameNow
from companion.camera.supervised import SupervisedSource
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import Clock, ManualClock, SystemClock
from companion.core.errors import Unreadable
from companion.core.game import pick_chance
from companion.core.text import Text
from companion.evening import Evening
from companion.perception.veil import VEIL_BGR
from companion.simulator.lamp import Lamp
from companion.simulator.source import RenderedSource
from companion.simulator.world import World
from companion.table import aiming as table_aiming
from companion.table.aiming import Aimed, Aiming
from companion.table.session import Session
from companion.web import create_app
from tests.web import evenings
from tests.web.conftest import browser, for_test, table_screen
from tests.web.evenings import Phone, match_of

GOOD = "rendered://?width=1280&height=960&height_mm=760&tilt_deg=5&fps=60"
ATTEMPTS = 40
"""Looks until the camera has opened; each waits `PATIENCE_S` at most."""
PATIENCE_S = 120.0
"""How long the camera may take here: its pictures are drawn, on a machine that may be busy with other work."""


def no_art(kind: str, face: str) -> Art:
    raise KeyError(kind)


class Table:
    """An evening over a simulated table whose camera is watched over as a real one is; who asks looks."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, address: str = GOOD, **more: Any) -> None:
        self.world = World(no_art)
        self.opens: Callable[[], None] = lambda: None
        monkeypatch.setattr(table_aiming, "LOOK_EVERY_S", 0.0)
        for name in ("wait_s", "full_wait_s"):
            monkeypatch.setitem(SupervisedSource.__init__.__kwdefaults__, name, PATIENCE_S)
        for drivers in (wiring.LIVE_CAMERAS, wiring.CAMERAS):
            monkeypatch.setitem(drivers, "rendered", self._open)
        reads = more.pop("reads", False)
        self.evening: Evening = wiring.open_table(more.pop("key", None), address, folder, ManualClock(), **more)
        assert self.evening.setting.aiming is not None
        self.aiming: Aiming = self.evening.setting.aiming
        monkeypatch.setattr(self.aiming, "_begin", lambda work: work())
        if not reads:  # the readers take seconds to be made
            monkeypatch.setattr(self.aiming, "_reads", lambda picture: ())

    def _open(self, url: SourceUrl, clock: Clock) -> RenderedSource:
        self.opens()
        return RenderedSource(self.world, url, clock)

    def look(self, match: Session | None = None, lens: str = "") -> Aimed:
        """Look until there is a picture."""
        for _ in range(ATTEMPTS):
            found = self.aiming.look(match, lens)
            if found is not None and found.has_picture:
                return found
        raise AssertionError("the camera gives no picture")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Table]]:
    opened: list[Table] = []

    def opens(*arguments: Any, **more: Any) -> Table:
        opened.append(Table(tmp_path, monkeypatch, *arguments, **more))
        return opened[-1]

    yield opens
    for each in opened:
        each.evening.close()


def figures(text: str) -> dict[str, tuple[str, str]]:
    """What a page shows: each figure's class and value."""
    rows = re.findall(r'<li class="(\w+)" data-figure="(\w+)">.*?<span>(.*?)</span>', text)
    return {key: (verdict, unescape(value)) for verdict, key, value in rows}


def decoded(jpeg: bytes) -> Pixels:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


@pytest.mark.whole
def test_the_lobbys_host_sees_how_the_camera_hangs_before_any_game(table: Callable[..., Table]) -> None:
    here = table(reads=True)
    for number, x in enumerate((180.0, 280.0)):
        here.world.place_die(4 + number, (x, 20.0))
    ada = Phone(here.evening, "Ada")
    assert 'href="/camera"' in ada.go("/join")
    here.look()
    text = ada.go("/camera?lang=en")
    told = figures(text)
    assert told["height"] == ("unknown", "76 cm")
    assert told["tilt"] == ("well", "5°")
    assert told["light"][0] == told["evenness"][0] == told["glare"][0] == told["focus"][0] == "well"
    assert float(told["scale"][1].split()[0]) == pytest.approx(1.28, abs=0.05)
    assert told["dice"] == ("wrong", "too few (from 2.0)")
    assert 'data-advice="larger-picture"' in text
    assert "Seen: 4 of the mat’s 4 markers, 2 dice." in text
    (address,) = re.findall(r'id="aimed" src="([^"]+)"', text)
    answer = ada.get(unescape(address))
    assert answer.headers["Cache-Control"] == "no-store"
    assert decoded(answer.get_data()).shape == (768, 1024, 3)
    assert "Réglez la caméra sur une image d’au moins" in ada.go("/camera?lang=fr")


def test_the_page_follows_a_camera_that_is_turned_darkened_and_lost(table: Callable[..., Table]) -> None:
    here = table(GOOD.replace("tilt_deg=5", "tilt_deg=26").replace("height_mm=760", "height_mm=850"))
    ada = Phone(here.evening, "Ada")
    here.look()
    assert 'data-advice="tilted"' in ada.go("/camera")
    here.world.switch_lamp(Lamp(light=0.2))
    assert 'data-advice="too-dark"' in ada.follow("/camera/now").text

    def fails() -> None:
        raise OSError("unplugged")

    here.opens = fails
    here.evening.setting.source.close()
    text = ada.follow("/camera/now").text
    assert 'data-advice="camera"' in text
    assert "<img" not in text


def test_another_lens_changes_the_height_alone(table: Callable[..., Table]) -> None:
    here = table()
    ada = Phone(here.evening, "Ada")
    usual, longer = here.look(), here.look(lens="hq-6mm")
    by_key = [{each.key: each.value.en for each in aimed.figures} for aimed in (usual, longer)]
    assert by_key[0]["scale"] == by_key[1]["scale"]
    assert by_key[1]["height"] == "91 cm"
    assert 'value="hq-6mm" selected' in ada.go("/camera?lens=hq-6mm")
    assert "selected" not in ada.go("/camera?lens=nonsense")


def test_in_a_match_the_camera_is_left_to_whoever_watches(table: Callable[..., Table]) -> None:
    here = table(key="karo", names=("Ada", "Basile"))
    match, source = match_of(here.evening), here.evening.setting.source
    for _ in range(3):
        assert here.aiming.look(match.session) is not None
    assert source.last_small is source.last_full is None, "it takes none"  # type: ignore[attr-defined]
    take(here)
    aimed = here.look(match.session)
    assert not aimed.veiled
    assert decoded(here.aiming.picture(match.session) or b"").std() > 10


def test_a_picture_of_before_is_not_shown_once_the_game_hides_things(
    table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = table(key="karo", names=("Ada", "Basile"))
    session = match_of(here.evening).session
    take(here)
    assert not here.look(session).veiled
    assert here.aiming.picture(session)
    monkeypatch.setattr(type(session.game), "whole_is_open", lambda *_: False)
    assert here.aiming.picture(session) is None, "nothing is open yet"
    assert here.aiming.picture(None) is None, "and a match's picture is not the lobby's"


def take(here: Table) -> None:
    """As whoever watches does: a small frame and a full one."""
    source = here.evening.setting.source
    for _ in range(ATTEMPTS):
        with suppress(NoFrameNow):
            source.small()
            source.full()
            return
    raise AssertionError("the camera gives no picture")


@pytest.mark.parametrize("key", ["plic-plac", "kaplan"])
def test_what_a_game_hides_is_in_no_pixel(table: Callable[..., Table], key: str) -> None:
    here = table(key=key, names=("Ada", "Basile"))
    session = match_of(here.evening).session
    here.world.place_die(7, (0.0, 0.0))  # stands for what is held up under the camera
    take(here)
    aimed = here.look(session)
    assert aimed.veiled
    picture = decoded(here.aiming.picture(session) or b"").astype(int)
    height, width = picture.shape[:2]
    middle = picture[height // 4 : 3 * height // 4, width // 4 : 3 * width // 4]
    assert np.abs(middle - VEIL_BGR).max() <= 3
    assert {each.key for each in aimed.figures} >= {"height", "tilt", "scale"}, "the figures are there all the same"
    assert aimed.found is not None
    assert "dice" not in aimed.found.en
    page = for_test(create_app(session, aiming=here.aiming))
    assert "the picture shows only what everybody may see" in browser(page, 0).get("/camera?lang=en").text


def leave_played(here: Table) -> None:
    """Begin the match in earnest, and go back to the lobby."""
    session, random = match_of(here.evening).session, Random(1)
    state = session.match.state
    outcomes = state.chance_outcomes()
    first = pick_chance(outcomes, random) if outcomes else random.choice(state.legal_actions())
    session.play(first, "table")
    here.evening.stop(session.number)


@pytest.mark.parametrize("key", ["plic-plac", "kaplan"])
def test_in_the_lobby_a_match_with_secrets_that_waits_is_in_no_pixel(table: Callable[..., Table], key: str) -> None:
    here = table(key=key, names=("Ada", "Basile"))
    number = match_of(here.evening).session.number
    here.world.place_die(7, (0.0, 0.0))  # stands for a card that lies face up, or is held up under the camera
    leave_played(here)
    aimed = here.look()
    assert aimed.veiled
    assert aimed.found is not None
    assert "dice" not in aimed.found.en
    assert {each.key for each in aimed.figures} >= {"height", "tilt", "scale"}, "it can be aimed all the same"
    picture = decoded(here.aiming.picture(None) or b"").astype(int)
    height, width = picture.shape[:2]
    middle = picture[height // 4 : 3 * height // 4, width // 4 : 3 * width // 4]
    assert np.abs(middle - VEIL_BGR).max() <= 3
    assert np.abs(picture - VEIL_BGR).max() > 50, "the mat's outline is drawn"
    ada = Phone(here.evening, "Ada")
    assert "A match with secrets waits to be taken up" in ada.go("/camera?lang=en")
    here.evening.take_up(number)
    assert here.evening.match is not None


def test_in_the_lobby_a_match_without_secrets_that_waits_veils_nothing(table: Callable[..., Table]) -> None:
    here = table(key="karo", names=("Ada", "Basile"))
    leave_played(here)
    assert not here.look().veiled
    assert decoded(here.aiming.picture(None) or b"").std() > 10


def test_a_picture_of_before_is_not_shown_once_a_match_with_secrets_waits(table: Callable[..., Table]) -> None:
    here = table()
    assert not here.look().veiled
    assert here.aiming.picture(None)
    here.evening.begin_with(catalog.game("kaplan"), ("Ada", "Basile"), {}, ())
    leave_played(here)
    assert here.aiming.picture(None) is None
    assert here.look().veiled


def test_a_match_that_can_no_longer_be_read_veils_the_lobbys_picture(
    table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = table(key="karo", names=("Ada", "Basile"))
    leave_played(here)

    def unreadable(key: str) -> None:
        raise Unreadable("game", Text(fr="?", en="?"))

    monkeypatch.setattr(catalog, "game", unreadable)
    assert here.look().veiled


def test_host_and_paired_screen_may_and_nobody_else(session: Session, table: Callable[..., Table]) -> None:
    app: Flask = for_test(create_app(session, aiming=table().aiming))
    ada = browser(app, 0)
    for allowed in (ada, table_screen(app)):
        assert allowed.get("/camera").status_code == 200
        assert allowed.get("/camera/now").status_code == 200
    for other in (browser(app, 1), browser(app)):
        for address in ("/camera", "/camera/now", "/camera/picture.jpg"):
            assert other.get(address).status_code == 403
    assert 'href="/camera"' in ada.get("/host").text
    assert 'href="/camera"' not in browser(for_test(create_app(session)), 0).get("/host").text


def test_without_a_camera_and_with_a_recording_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded, says = evenings.one_picture(tmp_path / "frames"), "of a recording or a simulated table"
    for number, (address, words) in enumerate((("none://", "Without a camera"), (recorded, says))):
        evening = wiring.open_table(None, address, tmp_path / f"data{number}", SystemClock())
        assert evening.setting.aiming is not None
        monkeypatch.setattr(evening.setting.aiming, "_begin", lambda work: work())
        ada = Phone(evening, "Ada")
        assert words in ada.go("/camera?lang=en")
        evening.close()


def test_where_there_is_no_camera_nothing_offers_to_aim_it(tmp_path: Path) -> None:
    for number, (url, offered) in enumerate((("none://", False), (evenings.one_picture(tmp_path / "frames"), True))):
        evening = wiring.open_table(None, url, tmp_path / f"data{number}", SystemClock())
        ada = Phone(evening, "Ada")
        lobby = ada.go("/join?lang=en")
        assert ('href="/camera"' in lobby) is offered
        assert ("the phones tell everything" in lobby) is not offered
        assert ("the phones tell everything" in Phone(evening).go("/wall?lang=en")) is not offered
        if not offered:
            page = ada.go("/camera?lang=en")  # whoever has the address is told the same, and of no lens
            assert "the phones tell everything" in page or "one moment" in page
            assert "lens" not in page
        Phone(evening, "Bob")
        ada.tap("/lobby/game", game="karo")
        ada.tap("/lobby/begin")
        assert ('href="/camera"' in ada.go("/host?lang=en")) is offered
        evening.close()


def test_a_camera_that_the_host_names_later_can_be_aimed(tmp_path: Path) -> None:
    evening = wiring.open_table(None, "none://", tmp_path / "data", SystemClock())
    ada = Phone(evening, "Ada")
    assert 'href="/camera"' not in ada.go("/join")
    another = wiring.watched_camera(evenings.one_picture(tmp_path / "frames"), SystemClock())
    evening.setting.source.exchange(lambda: another)
    assert 'href="/camera"' in ada.go("/join")
    evening.close()


def test_a_look_that_stumbles_ends_and_the_next_one_is_made(
    table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = table()
    here.look()

    def fails(*_: object) -> None:
        raise KeyError("x")

    with monkeypatch.context() as broken:
        broken.setattr(table_aiming, "aim_of", fails)
        assert here.aiming.look(None) is None
    assert here.look().has_picture


def test_a_live_cameras_pictures_are_judged_at_a_table_that_is_served(table: Callable[..., Table]) -> None:
    """The table keeps its camera's frames for the doctor and this page; what judges them must be there all the same."""
    assert match_of(table(key="karo", names=("Ada", "Basile")).evening).referee._camera._health is not None
