"""The rules of the game at the table: a page for people, and where a refusal sends them."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from companion import catalog
from companion.core.clock import ManualClock
from companion.core.text import LANGUAGES, Language
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.web import create_app
from companion.web.rules import rules_of
from tests.web.conftest import browser, for_test

NAMES = ("Ada", "Bob", "Cy", "Dé", "Ève", "Fil", "Guy", "Hal")


def app_of(key: str, folder: Path) -> Flask:
    game = catalog.game(key)
    names = NAMES[: 4 if 4 in game.seats else game.seats[-1]]
    journal = Journal(folder / "journal.sqlite", ManualClock())
    return for_test(create_app(open_session(journal, RecordingCues(), game, len(names), game.options(), names)))


@pytest.mark.parametrize("key", catalog.games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_its_rules_in_every_language(key: str, language: Language, tmp_path: Path) -> None:
    page = browser(app_of(key, tmp_path)).get(f"/rules?lang={language}").text
    assert re.findall(r'<li id="clause-(\d+\.\d+)">', page)
    rules = {each: rules_of(key, each) for each in LANGUAGES}
    assert rules["fr"] is not None
    assert rules["en"] is not None
    assert rules["fr"].html != rules["en"].html
    assert rules["fr"].clauses == rules["en"].clauses


def test_the_rules_are_one_tap_from_the_screen_and_from_a_seat(tmp_path: Path) -> None:
    app = app_of("plic-plac", tmp_path)
    assert 'href="/rules"' in browser(app).get("/").text
    assert 'href="/rules"' in browser(app, 0).get("/seat/0").text


def test_what_the_rules_forbid_is_refused_in_their_words_with_a_link_to_the_clause(tmp_path: Path) -> None:
    app = app_of("plic-plac", tmp_path)
    sent = json.dumps({"do": "Pass", "seat": 1})
    answer = browser(app, 1).post("/seat/1/play", data={"action": sent}, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    said = unescape(answer.text)
    assert "la table attend de savoir qui commence" in said
    link = re.search(r'href="/rules#clause-(\d+\.\d+)">Règle\s(\d+\.\d+)</a>', said)
    assert link is not None
    assert link[1] == link[2]
    assert f'id="clause-{link[1]}"' in browser(app).get("/rules").text


def test_a_refusal_that_is_no_matter_of_the_rules_has_no_link(tmp_path: Path) -> None:
    app = app_of("plic-plac", tmp_path)
    sent = json.dumps({"do": "Pass", "seat": 0})
    answer = browser(app, 1).post("/seat/1/play", data={"action": sent}, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "/rules" not in answer.text


def test_a_game_without_written_rules_has_no_rules_page(app: Flask) -> None:
    assert browser(app).get("/rules").status_code == 404
    assert "/rules" not in browser(app).get("/").text


@pytest.mark.parametrize("has", [True, False])
def test_a_game_may_bring_its_own_style_sheet(has: bool, app: Flask, tmp_path: Path) -> None:
    phone = browser(app_of("kaplan", tmp_path) if has else app)
    link = re.search(r'href="(/game\.css\?v=\w+)"', phone.get("/").text)
    assert (link is not None) is has
    assert link is None or "immutable" in phone.get(link.group(1)).headers["Cache-Control"]
    sheet = phone.get("/game.css")
    assert sheet.headers["Cache-Control"] == "no-store"
    assert sheet.status_code == (200 if has else 404)
    assert (sheet.mimetype == "text/css") is has
