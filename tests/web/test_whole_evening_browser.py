"""A whole evening in a real browser by touch alone: lobby, five games, corrections, a phone that slept and one that
lost its cookie, film, rematch. Once without a camera, once on the simulated table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.test_browser import PATIENCE_MS, chromium  # noqa: F401 - a fixture
from tests.web.test_evening_browser import PHONE, SMALL
from tests.web.whole_evening import LONG_MS, Pages, People, no_wider, put_right, served, uncovered, unfold

pytestmark = [pytest.mark.whole, pytest.mark.evening]

TABLET = {"viewport": {"width": 768, "height": 1024}, "is_mobile": True, "has_touch": True}
WALL = {"viewport": {"width": 1920, "height": 1080}}
CAMERAS = {
    "none": ("none://", 8.0),
    "simulated": ("rendered://?width=1640&height=1232&fps=6&seed=4", 3.0),
}
"""Addresses, and how many times as fast the table's time runs: people here tap faster than a table may be told, and
do not wait for dice to come to rest; eyes and drawing keep up with three times the time."""
CHOICES: dict[str, dict[str, str]] = {
    "karo": {},
    "kaplan": {"sorting": "hands"},
    "leprechauns": {"needed": "one"},
    "plic-plac": {},
    "kaleidoscope": {"length": "children", "words_to_win": "1", "turn_s": "0"},
}
"""The games, with the choices that are made by touch: a match of each that ends soon."""
PLAYED = tuple(os.environ.get("COMPANION_EVENING_GAMES", " ".join(CHOICES)).split())
"""For people who look for a fault in one of them."""
EARLY, OLD = 6, 9
"""Actions after which a reading, and after which an old line, is put right."""
FILM_MS = 900_000
"""The film of an evening takes minutes on a busy machine; matches go on meanwhile."""


@pytest.fixture
def patience() -> Iterator[None]:
    """A page may take long beside the eyes and three other pages."""
    expect.set_options(timeout=LONG_MS)
    yield
    expect.set_options(timeout=PATIENCE_MS)


@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize("camera", CAMERAS)
def test_a_whole_evening(camera: str, tmp_path: Path, chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    address, speed = CAMERAS[camera]
    with served(tmp_path, address, speed, monkeypatch) as (evening, base):
        pages = Pages(chromium, base)
        try:
            wall, host = pages.open("/", **WALL), pages.joined("Ada", **SMALL)
            phones = {"Ada": host, "Basile": pages.joined("Basile", **PHONE), "Chloé": pages.joined("Chloé", **TABLET)}
            people = People(evening, phones, Random(2), eyes=camera == "simulated")
            for game in PLAYED:
                begun(people, wall, game)
                played(people, pages)
                if game != PLAYED[-1]:
                    host.get_by_role("button", name="Un autre jeu").tap()
            film(host, wall)
            rematch(people, wall)
            film_is_there(host)
            assert pages.said == []
        finally:
            for context in pages.contexts:
                context.close()


def begun(people: People, wall: Page, game: str) -> None:
    """The host chooses a game, and how it is played, and begins it."""
    host = people.phones["Ada"]
    expect(host.get_by_role("heading", name="Bonjour Ada")).to_be_visible()
    button = host.locator(f"#game-{game} button")
    unfold(button)
    button.tap()
    expect(host.locator(".chosen")).to_be_visible()
    expect(host.locator(f"#game-{game}")).to_have_count(0)
    for option, value in CHOICES[game].items():
        choice = host.locator(f"#option-{option} button[value='{value}']")
        unfold(choice)
        choice.tap()
        expect(choice).to_have_attribute("aria-pressed", "true")
    for page in people.phones.values():
        no_wider(page)
    host.locator("#begin button").tap()
    expect(wall.locator("#prompt")).to_be_visible()
    for seat, name in enumerate(people.session.names):
        people.phones[name].wait_for_url(f"**/seat/{seat}")
        people.notes_word(name)


def played(people: People, pages: Pages) -> None:
    """A match to its end: a reading and an old line are put right; a phone sleeps, and one loses its cookie."""
    session = people.session
    people.play(lambda session: len(session.match.actions) >= EARLY)
    corrector = people.page(0)
    uncovered(corrector)
    put_right(corrector, session, corrector.locator("#last-reading a"))
    sleeps(people, pages)
    people.play(lambda session: len(session.match.actions) >= OLD)
    uncovered(corrector)
    corrector.locator("#see-story summary").tap()
    put_right(corrector, session, corrector.locator("a.line").nth(2))
    loses_its_cookie(people, pages)
    people.play()
    for page in people.phones.values():
        no_wider(page)


def sleeps(people: People, pages: Pages) -> None:
    """The second phone is away while others act; it comes back by itself, and goes on as if nothing had been."""
    session, asleep = people.session, people.page(1)
    asleep.context.set_offline(True)
    people.play(lambda session: 1 in people.awaited())
    asleep.context.set_offline(False)
    expect(asleep.locator("#away")).to_be_hidden()
    count = len(session.match.actions)
    people.play(lambda session: len(session.match.actions) > count)
    pages.said.clear()  # what a browser without a network says


def loses_its_cookie(people: People, pages: Pages) -> None:
    """The second phone comes as a stranger, scans the code again, and says its three words."""
    name = people.session.names[1]
    page = people.phones[name]
    page.context.clear_cookies()
    page.goto(f"{pages.base}/join")
    page.locator("#word summary").tap()
    page.locator("#whose").select_option(label=name)
    page.locator("#said-word").fill(people.words[name])
    page.get_by_role("button", name="Reprendre ma place").tap()
    page.wait_for_url("**/seat/1")
    people.notes_word(name)


def film(host: Page, wall: Page) -> None:
    """The host asks for the film of the evening, and comes back to the match that has just ended."""
    expect(wall.locator("#winner, .winner").first).to_be_visible()
    host.get_by_role("button", name="Revoir et partager").tap()
    host.wait_for_url("**/history/*")
    no_wider(host)
    host.get_by_role("button", name="Le film de la soirée").tap()
    host.wait_for_url("**/film/1")
    host.get_by_role("button", name="Faire le film").tap()
    expect(host.locator("#film progress, video").first).to_be_visible()
    no_wider(host)
    host.get_by_role("link", name="Le résultat").tap()
    host.get_by_role("link", name="Retour").tap()


def rematch(people: People, wall: Page) -> None:
    """The same people once more, and then no more."""
    before, host = people.session, people.phones["Ada"]
    scene = host.locator("meta[name=scene]").get_attribute("content") or ""
    host.get_by_role("button", name="Revanche").tap()
    for seat, name in enumerate(before.names):
        expect(people.phones[name].locator("meta[name=scene]")).not_to_have_attribute("content", scene)
        people.phones[name].wait_for_url(f"**/seat/{seat}")
    assert people.session.names == before.names
    assert people.session.number == before.number + 1
    people.play(lambda session: len(session.match.actions) >= 1)
    uncovered(host)
    host.locator("#see-evening summary").tap()
    host.get_by_role("button", name="Arrêter la partie").tap()
    expect(wall.locator(".wall-people")).to_be_visible()


def film_is_there(host: Page) -> None:
    """The film was made meanwhile, and plays."""
    host.get_by_role("button", name="Parties finies").tap()
    host.locator("a.past").first.tap()
    host.get_by_role("button", name="Le film de la soirée").tap()
    expect(host.locator("video")).to_be_visible(timeout=FILM_MS)
    assert host.locator("video").evaluate("video => video.error") is None
