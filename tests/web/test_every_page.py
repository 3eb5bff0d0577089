"""No page is forgotten: every address that can be opened is looked at in a browser, or named as not a page."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from flask import Flask

from companion import catalog
from companion.club.local_link import LocalBroker, LocalLink
from companion.club.tables import Tables
from companion.evening import Evening
from companion.web.club import create_club
from tests.web.evenings import match_of, opened
from tests.web.every_page import CLUB_LOOKS, ELSEWHERE, LOBBY_LOOKS, LOOKS, NO_PAGES, SAME_AS


def addresses(app: Flask) -> set[str]:
    return {str(rule) for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = opened(tmp_path, key="karo", names=("Ada", "Bob"))
    yield evening
    evening.close()


def test_every_page_of_a_match_is_looked_at(evening: Evening) -> None:
    looked_at = {look.rule for look in LOOKS if look.status == 200} | ELSEWHERE
    there = addresses(match_of(evening).app)
    assert there - NO_PAGES - looked_at == set(), "name it in LOOKS of tests/web/every_page.py, or in NO_PAGES"
    assert looked_at - there == set(), "these are no more"


def test_every_page_of_the_lobby_is_looked_at(evening: Evening) -> None:
    shared = {look.rule for look in LOOKS}  # the same page as in a match
    looked_at = {look.rule for look in LOBBY_LOOKS} | set(SAME_AS)
    assert addresses(evening.lobby) - NO_PAGES - looked_at - shared == set()


def test_every_page_of_a_cafe_is_looked_at() -> None:
    there = addresses(create_club(Tables(LocalLink(LocalBroker()))))
    assert there - NO_PAGES == {look.rule for look in CLUB_LOOKS}


def test_what_is_no_page_is_there(evening: Evening) -> None:
    assert addresses(match_of(evening).app) | addresses(evening.lobby) >= NO_PAGES


def test_what_a_page_fetches_by_itself_it_fetches_again_when_an_answer_does_not_come() -> None:
    """A fetch that only an answer brings about again ends with the first one that is lost."""
    folders = files("companion.web") / "templates", *map(catalog.folder, catalog.games())
    pages = [each for folder in folders for each in folder.iterdir() if each.name.endswith(".html")]
    assert [each.name for each in pages if "load delay" in each.read_text(encoding="utf-8")] == []
    assert any('hx-trigger="every' in each.read_text(encoding="utf-8") for each in pages)
