"""Every page in both languages, with nothing left over from the other one and no placeholder."""

from __future__ import annotations

import re
from html import unescape
from importlib.resources import files

import pytest
from flask import Flask

from companion import catalog
from companion.core.text import LANGUAGES, Language, Text, typeset
from companion.table.session import Session
from companion.web import words
from tests.core.toy import Keep, Pass, Throw
from tests.web.conftest import CROP, browser

PAGES = (
    "/",
    "/now",
    "/join",
    "/story",
    "/line/0",
    "/seat/0",
    "/seat/0/now",
    "/seat/0/story",
    "/host",
    "/host/now",
    "/nothing",
)
PAIR = re.compile(r"""\bt\(\s*(["'])(?P<fr>(?:\\.|(?!\1).)*)\1\s*,\s*(["'])(?P<en>(?:\\.|(?!\3).)*)\3""", re.DOTALL)
TYPED = re.compile(r"[^\W_]'[^\W_]")
"""A typewriter's apostrophe."""
UNFILLED = re.compile(r"⟦|⟧|\{\{|\{%|\{\w+\}|\bNone\b|\bUndefined\b")


def all_wordings() -> list[tuple[str, str]]:
    """All (French, English) pairs written in templates and in the games' blocks."""
    folders = (files("companion.web") / "templates", *map(catalog.folder, catalog.games()))
    templates = [each for folder in folders for each in folder.iterdir() if each.name.endswith(".html")]
    found = [pair for template in templates for pair in PAIR.finditer(template.read_text(encoding="utf-8"))]
    pairs = [(pair["fr"].replace("\\'", "'"), pair["en"].replace("\\'", "'")) for pair in found]
    return [(typeset(fr), typeset(en)) for fr, en in pairs]


def wordings() -> list[tuple[str, str]]:
    """Those where the two differ."""
    return [(fr, en) for fr, en in all_wordings() if fr != en]


def shown(html: str) -> str:
    """What a reader meets: the texts, and the attributes that are spoken; the switch to the other language apart."""
    body = unescape(html.split("<main", 1)[-1])
    attributes = re.findall(r"""(?:alt|title|aria-label|placeholder|hx-confirm)="([^"]*)\"""", body)
    return "\n".join([re.sub(r"<[^>]*>", "\n", body), *attributes])


def test_templates_hold_many_wordings() -> None:
    assert len(wordings()) > 60


def test_only_words_that_are_alike_are_alike() -> None:
    """A wording that nobody translated would be the same twice."""
    assert {fr for fr, en in all_wordings() if fr == en} == {
        "Scores", "Points", "Table", "Place", "place %d", "joker", "triangle", "orange", "violet",
    }  # fmt: skip


def test_no_template_sets_a_name_behind_a_french_word_that_loses_its_vowel_before_some_names() -> None:
    """Before Ada "celle de" is to become "celle d'": such a sentence is a `Text` with `seat_name`."""
    elided = re.compile(r"\b(?:de|que|le|se|ne|jusque|lorsque|puisque)(?:$| %s| \{)", re.IGNORECASE)
    assert [fr for fr, _ in all_wordings() if elided.search(fr)] == []


def everything_at_once(session: Session) -> None:
    session.ask(session.game.title, (session.game.title,), lambda choice, source: None, CROP)
    session.show(CROP)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("over", [False, True])
def test_pages_speak_one_language(app: Flask, session: Session, language: Language, over: bool) -> None:
    phone = browser(app, 0)
    if over:
        for act in (Keep(0), Throw((2,)), Pass(1), Throw((2,)), Keep(0), Throw((1,)), Keep(1)):
            session.play(act, "table")
    everything_at_once(session)
    foreign = [pair[1 - LANGUAGES.index(language)] for pair in wordings()]
    for path in PAGES:
        html = phone.get(path, query_string={"lang": language}).text
        if "<html" in html:
            assert f'<html lang="{language}">' in html
        assert not UNFILLED.search(shown(html)), path
        assert not TYPED.search(shown(html)), path
        lines = {line.strip() for line in shown(html).splitlines()}
        assert lines.isdisjoint(foreign), path


def test_the_two_languages_are_told_apart(app: Flask) -> None:
    """The test above would notice: the French page is full of French wordings."""
    french = {fr for fr, _ in wordings()}
    lines = {line.strip() for line in shown(browser(app, 0).get("/seat/0").text).splitlines()}
    assert len(french & lines) > 5


def test_the_language_is_remembered(app: Flask) -> None:
    phone = browser(app)
    assert "Qui êtes-vous ?" in phone.get("/join").text
    assert "Who are you?" in phone.get("/join?lang=en").text
    assert "Who are you?" in phone.get("/join").text
    assert "Who are you?" in phone.get("/join?lang=xx").text
    assert "Qui êtes-vous ?" in phone.get("/join?lang=fr").text
    assert "Qui êtes-vous ?" in phone.get("/join").text


@pytest.mark.parametrize("path", ["/", "/join", "/story", "/line/0", "/seat/0", "/seat/0/story"])
def test_every_page_has_a_switch_that_works(app: Flask, path: str) -> None:
    phone = browser(app, 0)
    found = re.search(r'<a href="([^"]+)" lang="en">English</a>', phone.get(path).text)
    assert found is not None
    assert found[1] == f"{path}?lang=en"
    english = phone.get(found[1]).text
    assert f'<a href="{path}?lang=fr" lang="fr">Français</a>' in english


def test_the_switch_takes_nothing_else_from_the_address(app: Flask) -> None:
    page = browser(app).get("/?_external=1&_scheme=javascript&_anchor=x&other=1").text
    assert '<a href="/?lang=en" lang="en">English</a>' in page


@pytest.mark.parametrize(
    ("value", "french", "english"), [(2.5, "2,5", "2.5"), (-10.0, "-10", "-10"), (0.0, "0", "0"), (27.0, "27", "27")]
)
def test_scores_are_written_as_people_do(app: Flask, value: float, french: str, english: str) -> None:
    with app.test_request_context("/?lang=fr"):
        assert words.number(value) == french
    with app.test_request_context("/?lang=en"):
        assert words.number(value) == english


@pytest.mark.parametrize(
    ("source", "fr", "en"),
    [("camera", "la caméra", "the camera"), ("table", "l’écran commun", "the shared screen"), ("seat 1", "Bob", "Bob"),
     ("camera, seat 1", "la caméra, Bob", "the camera, Bob"), ("button 0", "le bouton d’Ada", "Ada’s button")],
)  # fmt: skip
def test_reporters_have_names(app: Flask, source: str, fr: str, en: str) -> None:
    with app.test_request_context("/?lang=fr"):
        assert words.reporter(source) == fr
    with app.test_request_context("/?lang=en"):
        assert words.reporter(source) == en


def test_the_end_shows_the_best_first(app: Flask, session: Session) -> None:
    for act in (Pass(0), Throw((2,)), Keep(1), Throw((2,)), Pass(0), Throw((2,)), Keep(1)):
        session.play(act, "table")
    lines = [line for line in shown(browser(app).get("/now").text).split() if line]
    start = lines.index("Scores")
    assert lines[start : start + 5] == ["Scores", "Bob", "15", "Ada", "10"]


@pytest.mark.parametrize(
    ("written", "shown_as"),
    [
        ("Prête : oui ?", "Prête\u00a0: oui\u00a0?"),
        ("« Kaplan ! » ; fin", "«\u00a0Kaplan\u00a0!\u00a0»\u00a0; fin"),
        ("12:30, a:b", "12:30, a:b"),
    ],
)
def test_no_french_line_begins_with_a_mark(app: Flask, written: str, shown_as: str) -> None:
    with app.test_request_context("/?lang=fr"):
        assert words.t(written, "same") == words.say(Text(fr=written, en="same")) == shown_as
    with app.test_request_context("/?lang=en"):
        assert words.t("autre", written) == written
