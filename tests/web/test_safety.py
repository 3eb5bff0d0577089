"""Foreign pages, wrong addresses, mistakes: one sentence in the reader's language, and nothing changes."""

from __future__ import annotations

import socket
from html import unescape

import pytest
from flask import Flask

from companion.core.text import typeset
from companion.table.session import Session
from companion.web.safety import SENTENCES, allow_names
from tests.web.conftest import browser

POSTS = (
    "/undo",
    "/chance",
    "/answer/1",
    "/line/0",
    "/join/0",
    "/free/0",
    "/seat/0/play",
    "/seat/0/note",
    "/table/throw",
)


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:81"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
    ids=str,
)
def test_foreign_pages_cannot_act(app: Flask, session: Session, path: str, headers: dict[str, str]) -> None:
    before = session.match
    answer = app.test_client().post(path, data={"length": 1}, headers=headers)
    assert answer.status_code == 403
    assert typeset(SENTENCES[403].fr) in unescape(answer.text)
    assert session.match == before


@pytest.mark.parametrize("headers", [{"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}], ids=str)
def test_our_own_pages_can(app: Flask, session: Session, headers: dict[str, str]) -> None:
    phone = browser(app, 0)
    del phone.environ_base["HTTP_ORIGIN"]
    assert phone.post("/undo", data={"length": 1}, headers=headers).status_code == 303
    assert session.match.actions == ()


def test_every_address_that_changes_something_is_checked(app: Flask) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    assert len(rules) >= len(POSTS)
    with app.test_request_context():
        for rule in rules:
            path = app.url_for(rule.endpoint, **dict.fromkeys(rule.arguments, 0))  # type: ignore[arg-type]
            assert app.test_client().post(path).status_code == 403, path


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nothing", 404),
        ("/seat/7", 404),
        ("/seat/-1", 404),
        ("/seat/x", 404),
        ("/line/0", 200),
        ("/line/1", 404),
        ("/line/99", 404),
        ("/seen/0/0.jpg", 200),
        ("/seen/0/1.jpg", 404),
        ("/seen/9/0.jpg", 404),
        ("/question/1.jpg", 404),
        ("/picture.jpg", 404),
        ("/undo", 405),
        ("/games/kaplan/table.html", 404),
        ("/static/../words.py", 404),
        ("/table", 404),
        ("/table/picture.jpg", 404),
    ],
)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_addresses(app: Flask, path: str, status: int, language: str) -> None:
    answer = app.test_client().get(path, query_string={"lang": language})
    assert answer.status_code == status
    if status != 200:
        sentence = typeset(SENTENCES[status].to("fr" if language == "fr" else "en"))
        assert sentence in unescape(answer.text)


@pytest.mark.parametrize(
    ("path", "data", "status"),
    [
        ("/undo", {}, 400),
        ("/undo", {"length": "many"}, 400),
        ("/undo", {"length": "0"}, 409),
        ("/answer/1", {"choice": "0"}, 400),
        ("/answer/1", {"choice": ""}, 400),
        ("/line/0", {"at": "MARK", "number": "0", "face": ""}, 400),
        ("/line/0", {"at": "MARK", "number": "0", "face": "x" * 41}, 400),
        ("/line/0", {"at": "MARK", "number": "7", "face": "2"}, 400),
        ("/line/0", {"at": "MARK", "number": "0", "face": "12"}, 400),
        ("/line/0", {"at": "999.000", "number": "0", "face": "2"}, 409),
        ("/line/0", {"at": "MARK"}, 400),
        ("/line/0", {"at": "MARK", "choice": "many"}, 400),
        ("/line/0", {"at": "MARK", "choice": "1"}, 400),
        ("/line/0", {"at": "MARK", "choice": "-2"}, 400),
        ("/line/5", {"at": "MARK", "number": "0", "face": "2"}, 404),
        ("/chance", {"length": "1", "outcome": "0"}, 400),
        ("/chance", {"length": "0", "outcome": "0"}, 409),
        ("/join/9", {}, 404),
        ("/free/9", {}, 404),
        ("/table/throw", {}, 404),
    ],
)
def test_bad_input_changes_nothing(app: Flask, session: Session, path: str, data: dict[str, str], status: int) -> None:
    before = session.match
    seat = browser(app, 0)
    mark = seat.get("/line/0").text.split('name="at" value="', 1)[1].split('"', 1)[0]
    sent = {name: mark if value == "MARK" else value for name, value in data.items()}
    answer = seat.post(path, data=sent, headers={"HX-Request": "true"})
    assert answer.status_code == status
    assert answer.text.startswith('<p class="sorry" role="alert">')
    assert session.match == before


def test_a_mistake_of_ours_is_one_sentence(app: Flask, monkeypatch: pytest.MonkeyPatch, session: Session) -> None:
    def break_down(viewer: int | None) -> None:
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr(session, "page", break_down)
    app.testing = False
    answer = app.test_client().get("/")
    assert answer.status_code == 500
    assert typeset(SENTENCES[500].fr) in unescape(answer.text)
    assert "inside" not in answer.text


def test_headers_forbid_foreign_content(app: Flask) -> None:
    answer = app.test_client().get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_pages_hold_no_inline_code_or_foreign_address(app: Flask) -> None:
    phone = browser(app, 0)
    for path in ("/", "/join", "/seat/0", "/story", "/line/0", "/nothing"):
        text = phone.get(path).text
        assert "<script>" not in text
        assert " style=" not in text
        assert " onclick" not in text
        assert "https://" not in text


def test_cookies_stay_with_us(app: Flask) -> None:
    answer = browser(app).post("/join/0")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "localhost.evil.example", "", "192.0.2.7", "[::1]"]
)
@pytest.mark.parametrize("path", ["/", "/events", "/picture.jpg", "/static/companion.css"])
def test_a_foreign_name_that_leads_here_gets_nothing(app: Flask, host: str, path: str) -> None:
    answer = app.test_client().get(path, headers={"Host": host})
    assert answer.status_code == 421
    assert typeset(SENTENCES[421].fr) in unescape(answer.text)


def test_a_foreign_name_cannot_act_either(app: Flask, session: Session) -> None:
    before = session.match
    rebound = {"Host": "evil.example", "Origin": "http://evil.example"}
    assert app.test_client().post("/undo", data={"length": 1}, headers=rebound).status_code == 421
    assert session.match == before


def test_the_machine_answers_to_its_own_names_and_to_those_of_the_settings(app: Flask) -> None:
    own = socket.gethostname()
    for host in ("localhost", "LOCALHOST.", "localhost:8080", own, f"{own.partition('.')[0]}.local:80"):
        assert app.test_client().get("/", headers={"Host": host}).status_code == 200, host
    for named in ("table.lan", "192.0.2.7"):
        assert app.test_client().get("/", headers={"Host": named}).status_code == 421
        allow_names(app, (named.upper(),))
        assert app.test_client().get("/", headers={"Host": f"{named}:8080"}).status_code == 200


def test_the_machine_answers_to_the_address_at_which_it_is_called(app: Flask) -> None:
    called = {"base_url": "http://192.0.2.9:8080", "headers": {"Host": "192.0.2.9:8080"}}
    assert app.test_client().get("/", **called).status_code == 200  # type: ignore[arg-type]
