"""Every address of the pages, as everyone who may come to it, at home and in a café."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any, get_args

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.club.local_link import LocalBroker, LocalLink
from companion.club.tables import Tables
from companion.core.text import typeset
from companion.table.session import Session
from companion.web import Manner, create_app
from companion.web.authority import Act, Declared, Present, Role, declared_of, may, permits
from companion.web.club import club_code, create_club
from companion.web.door import NOT_YOURS, Undeclared, guard
from companion.web.room import KEY
from tests.web import evenings
from tests.web.authority.conftest import authority, be_host
from tests.web.conftest import browser, for_test, table_screen


def test_an_address_of_which_nobody_says_who_may_use_it_stops_the_start(session: Session) -> None:
    app = create_app(session)
    fresh = Flask("fresh")
    fresh.add_url_rule("/secret", view_func=lambda: "secret", endpoint="secret")
    room = app.extensions[KEY]
    with pytest.raises(Undeclared, match="secret"):
        guard(fresh, lambda values: None, room.authority.pace)  # type: ignore[arg-type,return-value]


def test_a_view_that_comes_later_and_says_nothing_is_closed(app: Flask) -> None:
    app.add_url_rule("/late", view_func=lambda: "secret", endpoint="late")
    answer = browser(app, 0).get("/late")
    assert answer.status_code == 403
    assert "secret" not in answer.text


@dataclass
class Visitor:
    """Somebody who comes to an address, and the roles that he has there."""

    client: FlaskClient
    roles: Callable[[int | None], set[Role]]


def visitors(app: Flask, manner: Manner) -> dict[str, Visitor]:
    """One of each, with seat 0 held by the first phone and seat 1 by the second."""
    first, second = browser(app, 0), browser(app, 1)
    stranger = browser(app)
    stranger.set_cookie(app.config["SESSION_COOKIE_NAME"], "0" * 32)
    spectator = browser(app)
    spectator.environ_base["REMOTE_ADDR"] = "127.0.0.1"  # which proves nothing

    def seated(own: int) -> Callable[[int | None], set[Role]]:
        return lambda seat: {Role.SPECTATOR, Role.ANY_SEAT, *({Role.THIS_SEAT} if seat == own else set())}

    found = {
        "seat 1": Visitor(second, seated(1)),
        "spectator": Visitor(spectator, lambda _: {Role.SPECTATOR}),
        "stranger": Visitor(stranger, lambda _: {Role.SPECTATOR}),
        "screen": Visitor(table_screen(app), lambda _: {Role.SPECTATOR, Role.SCREEN}),
    }
    if manner == "home":
        found["seat 0"] = Visitor(first, lambda seat: seated(0)(seat) | {Role.HOST})
    else:
        found["seat 0"] = Visitor(first, seated(0))
        found["host"] = Visitor(be_host(app, browser(app)), lambda _: {Role.SPECTATOR, Role.HOST})
    return found


def addresses(app: Flask) -> Iterator[tuple[str, str, str, int | None]]:
    """Endpoint, method, address and the seat that it names, of everything that there is."""
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            for number in (0, 1) if rule.arguments else (0,):
                values: dict[str, Any] = dict.fromkeys(rule.arguments, number)
                if rule.endpoint == "static":
                    values = {"filename": "companion.css"}
                for method in sorted((rule.methods or set()) & {"GET", "POST"}):
                    seat = number if "seat" in rule.arguments else None
                    yield rule.endpoint, method, app.url_for(rule.endpoint, **values), seat


def refused(answer: TestResponse) -> bool:
    """Whether the door was shut: its sentence, or the way to where seats are taken."""
    if answer.status_code == 403:
        assert typeset(NOT_YOURS.fr) in unescape(answer.text)
        return True
    return answer.status_code == 303 and answer.headers["Location"] == "/join" and answer.request.method == "GET"


@pytest.mark.parametrize("manner", ["home", "cafe"])
def test_every_address_lets_in_whom_it_names_and_nobody_else(
    manner: Manner, opened: Callable[[Manner], Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The views do nothing here: what counts is who reaches them."""
    app = opened(manner)
    everybody = visitors(app, manner)
    for endpoint, view in app.view_functions.items():
        if endpoint != "static":
            reached = lambda **values: "reached"  # noqa: E731
            reached.declared = view.declared  # type: ignore[attr-defined]
            monkeypatch.setitem(app.view_functions, endpoint, reached)
    monkeypatch.setattr(authority(app).pace, "step", lambda name, limit: None)
    tried = 0
    for endpoint, method, address, seat in list(addresses(app)):
        declared = declared_of(app, endpoint)
        assert declared is not None
        for name, visitor in everybody.items():
            answer = visitor.client.open(address, method=method)
            roles, named = visitor.roles(seat), declared.roles_in(manner)
            if f"{address}/".startswith(f"/history/{app.extensions[KEY].session.number}/") and Role.ANY_SEAT in roles:
                roles.add(Role.OF_MATCH)
            allowed = bool(named & roles)
            if allowed and Role.HOST not in roles & named and declared.act is not None:
                allowed = declared.act in authority(app).granted
            assert refused(answer) is not allowed, (name, method, address)
            tried += 1
    assert tried > 200


def in_words(declared: Declared) -> str:
    """Who may, as the page has it."""
    home, cafe = (
        ", ".join(role.value for role in Role if role in declared.roles_in(manner)) for manner in get_args(Manner)
    )
    return home if home == cafe else f"{home}; in a café: {cafe}"


def test_what_is_declared_is_what_is_written(app: Flask) -> None:
    """`docs/authority.md` has the whole table: an address that is added or opened further is added there."""
    page = (Path(__file__).resolve().parents[3] / "docs" / "authority.md").read_text(encoding="utf-8")
    written = dict(re.findall(r"^\| `(\S+ /\S*)` \| ([^|]+) \|$", page, re.MULTILINE))
    declared = {}
    for rule in app.url_map.iter_rules():
        found = declared_of(app, rule.endpoint)
        assert found is not None
        path = re.sub("<(?:[a-z]+:)?([a-z]+)>", r"<\1>", rule.rule)
        for method in (rule.methods or set()) & {"GET", "POST"}:
            act = "" if found.act is None else f" ({found.act.value})"
            declared[f"{method} {path}"] = in_words(found) + act
    assert written == declared


def test_the_lobbys_addresses_are_written_too(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "authority.md").read_text(encoding="utf-8")
    written = dict(re.findall(r"^\| lobby `(\S+ /\S*)` \| ([^|]+) \|$", page, re.MULTILINE))
    evening = evenings.opened(tmp_path)
    declared = {}
    for rule in evening.lobby.url_map.iter_rules():
        found = declared_of(evening.lobby, rule.endpoint)
        assert found is not None
        path = re.sub("<(?:[a-z]+:)?([a-z]+)>", r"<\1>", rule.rule)
        for method in (rule.methods or set()) & {"GET", "POST"}:
            declared[f"{method} {path}"] = in_words(found)
    evening.close()
    assert written == declared


def test_only_whoever_an_act_was_granted_to_may_do_it() -> None:
    @may(Role.ANY_SEAT, Role.HOST, act=Act.UNDO)
    def view() -> None: ...

    declared = view.declared  # type: ignore[attr-defined]
    seat, host = frozenset({Role.ANY_SEAT}), frozenset({Role.HOST})
    assert permits(declared, Present(seat, frozenset({Act.UNDO})))
    assert not permits(declared, Present(seat, frozenset({Act.CORRECT})))
    assert permits(declared, Present(host, frozenset()))
    assert not permits(declared, Present(frozenset({Role.SCREEN}), frozenset(Act)))
    assert not permits(None, Present(frozenset(Role), frozenset(Act)))


def test_every_address_of_the_clubs_page_says_who_may_use_it() -> None:
    tables = Tables(LocalLink(LocalBroker()))
    tables.open()
    club = for_test(create_club(tables))
    assert club_code(club) is not None
    for _, method, address, _ in list(addresses(club)):
        answer = browser(club).open(address, method=method, data={"code": ""})
        assert refused(answer) is address.startswith("/forget"), address
