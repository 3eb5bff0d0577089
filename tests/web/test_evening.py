"""A whole evening from the phones: the lobby, matches, and what lies between them."""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from werkzeug.test import Client

from companion.core.game import pick_chance
from companion.core.text import Text, typeset
from companion.evening import Evening
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.saving import not_saved
from companion.web.live import EventStream
from companion.web.lobby.pages import NO_MATCH
from tests.web.evenings import Phone, match_of, opened
from tests.web.every_page import ELSEWHERE, LOOKS


def pages_of_a_match(evening: Evening) -> list[str]:
    """The rules of the pages that people open during a match."""
    return sorted({look.rule for look in LOOKS if look.status == 200} | ELSEWHERE)


def address(rule: str) -> str:
    return re.sub(r"<[^>]*>", "0", rule)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = opened(tmp_path)
    yield evening
    evening.close()


def play(evening: Evening, actions: int) -> None:
    """Some actions of simulated players, told at the table."""
    session, random = match_of(evening).session, Random(1)
    for _ in range(actions):
        state = session.match.state
        if state.scores is not None:
            return
        outcomes = state.chance_outcomes()
        seat = state.actor.seat or 0
        session.play(pick_chance(outcomes, random) if outcomes else session.game.choose(state, seat, random), "table")


def karo(evening: Evening) -> tuple[Phone, Phone]:
    """Ada and Bob at KARO, which has just begun."""
    ada, bob = Phone(evening, "Ada"), Phone(evening, "Bob")
    assert ada.tap("/lobby/game", game="karo").status_code == 204
    assert ada.tap("/lobby/begin").headers["HX-Redirect"] == "/here"
    return ada, bob


def test_a_family_plays_an_evening_without_a_command_line(evening: Evening) -> None:
    wall, ada = Phone(evening), Phone(evening, "Ada")
    assert "Ada" in wall.go("/")
    assert "KARO" in wall.go("/")  # a game to choose
    assert "Vous êtes l’hôte" in ada.go("/join")
    bob = Phone(evening, "Bob")
    assert "Vous êtes l’hôte" not in bob.go("/join")
    assert ada.tap("/lobby/game", game="karo").status_code == 204
    assert ada.tap("/lobby/option", option="rules", value="clear-out").status_code == 204
    assert ada.tap("/lobby/begin").status_code == 204
    match = match_of(evening)
    assert (match.session.game.key, match.session.names) == ("karo", ("Ada", "Bob"))
    assert match.session.match.options.rules == "clear-out"
    # every open page hears of it, and is led to where its phone belongs
    assert wall.follow("/lobby/screen").headers["HX-Redirect"] == "/here"
    assert "/seat/0" in ada.go("/here")
    assert bob.get("/here").headers["Location"] == "/seat/1"
    assert "Bob" in bob.go("/here")
    play(evening, 3)
    assert len(match.session.match.actions) == 3
    # stop: the lobby, under the same names, offers to take it up
    assert ada.tap("/evening/lobby", match="1").headers["HX-Redirect"] == "/here"
    assert evening.match is None
    assert match.stop.is_set()
    assert bob.follow("/seat/1/now").headers["HX-Redirect"] == "/here"
    assert "Bonjour Bob" in bob.go("/here")
    assert "Reprendre une partie" in ada.go("/here")
    # another game, and back to the first
    ada.tap("/lobby/game", game="plic-plac")
    ada.tap("/lobby/begin")
    assert match_of(evening).session.game.key == "plic-plac"
    ada.go("/here")
    play(evening, 2)
    ada.tap("/evening/lobby", match="2")
    ada.go("/here")
    ada.tap("/lobby/take-up", match="1")
    again = match_of(evening).session
    assert (again.number, again.match, again.names) == (1, match.session.match, ("Ada", "Bob"))
    assert again.match.options.rules == "clear-out"
    assert bob.get("/here").headers["Location"] == "/seat/1"


def test_a_rematch_seats_the_same_people_with_the_same_choices(evening: Evening) -> None:
    ada, bob = karo(evening)
    first = match_of(evening)
    ada.go("/here")
    assert ada.tap("/evening/rematch", match="1").headers["HX-Redirect"] == "/here"
    second = match_of(evening)
    assert (second.session.number, second.session.names) == (2, first.session.names)
    assert second.session.match.options == first.session.match.options
    assert [phone.get("/here").headers["Location"] for phone in (ada, bob)] == ["/seat/0", "/seat/1"]
    # a late tap of a page of the first match is not played in the second
    ada.scene = first.scene
    ada.tap("/evening/rematch", match="1")
    assert match_of(evening) is second
    action = {"do": "Place", "seat": 0}
    assert ada.tap("/seat/0/play", action=str(action)).headers["HX-Redirect"] == "/here"
    assert second.session.match.actions == ()


AWAY = Text(fr="La boîte de la table est débranchée.", en="The table box is unplugged.")


def test_a_box_that_is_away_is_said_in_the_lobby_as_in_a_match(tmp_path: Path) -> None:
    device = RecordingCues()
    with closing(opened(tmp_path, device=device)) as evening:
        ada, wall = Phone(evening, "Ada"), Phone(evening)
        known = evening.kept.revision
        device.tell(AWAY)
        assert evening.kept.revision > known, "open pages hear of it"
        for text in (ada.go("/join"), ada.follow("/lobby/phone").text, wall.go("/wall")):
            assert f'<p class="hardware">{AWAY.fr}</p>' in text
        assert {"fr": AWAY.fr, "en": AWAY.en} in ada.get("/api/v1/table").json["notices"]  # type: ignore[index]
        Phone(evening, "Bob")
        ada.tap("/lobby/game", game="karo")
        ada.tap("/lobby/begin")
        assert AWAY.fr in ada.go("/seat/0")
        ada.tap("/evening/lobby", match=str(match_of(evening).session.number))
        assert AWAY.fr in ada.go("/join"), "and it is still away after the match"
        device.tell(None)
        assert 'class="hardware"' not in ada.go("/join")
        assert ada.get("/api/v1/table").json["notices"] == []  # type: ignore[index]


def test_only_the_host_decides_what_comes_next(evening: Evening) -> None:
    ada, bob = karo(evening)
    bob.go("/here")
    assert bob.tap("/evening/lobby", match="1").status_code == 403
    assert evening.match is not None
    assert "Arrêter la partie" in ada.go("/seat/0")
    assert "Arrêter la partie" not in bob.go("/seat/1")
    assert ada.tap("/evening/lobby", match="1").status_code == 204
    bob.go("/here")
    for act, form in {
        "game": {"game": "kaplan"}, "option": {"option": "rules", "value": "clear-out"}, "begin": {},
        "add": {"name": "Cy"}, "remove": {"name": "Ada"}, "move": {"name": "Bob", "by": "-1"},
        "take-up": {"match": "1"}, "partner": {"strength": "strong"},
    }.items():  # fmt: skip
        assert bob.tap(f"/lobby/{act}", **form).status_code == 403
    assert bob.tap("/lobby/host").status_code == 204  # at home, when the host's phone sleeps
    assert bob.tap("/lobby/move", name="Bob", by="-1").status_code == 204
    assert [each.name for each in evening.kept.now.lobby.people] == ["Bob", "Ada"]


def test_what_is_missing_is_said_and_nothing_begins(evening: Evening) -> None:
    ada = Phone(evening, "Ada")
    assert "Choisissez un jeu" in ada.tap("/lobby/begin").get_data(as_text=True)
    ada.tap("/lobby/game", game="karo")
    assert "il manque encore 1" in ada.go("/join")
    assert ada.tap("/lobby/begin").status_code == 409
    assert ada.tap("/lobby/partner", strength="strong").status_code == 204
    assert ada.tap("/lobby/begin").status_code == 204
    session = match_of(evening).session
    assert session.names == ("Ada", "Robot")
    assert session.partner_seats.seats[1].strength == "strong"
    assert "Le partenaire joue" in Phone(evening).go("/join")  # a robot's seat is nobody's


def test_who_does_not_play_watches_and_is_here_afterwards(evening: Evening) -> None:
    ada, _ = Phone(evening, "Ada"), Phone(evening, "Bob")
    cy = Phone(evening, "Cy")
    ada.tap("/lobby/game", game="karo")
    assert "regarde" in cy.go("/join")
    ada.tap("/lobby/begin")
    assert cy.get("/here").headers["Location"] == "/"
    ada.go("/here")
    ada.tap("/evening/lobby", match="1")
    assert "Bonjour Cy" in cy.go("/here")


def test_a_name_without_a_phone_is_taken_by_the_phone_that_comes(evening: Evening) -> None:
    ada = Phone(evening, "Ada")
    ada.tap("/lobby/add", name="Mamie")
    late = Phone(evening)
    assert "Mamie" in late.go("/join")
    late.tap("/lobby/join", name="Mamie")
    assert "Bonjour Mamie" in late.go("/join")
    other = Phone(evening)
    other.go("/join")
    refused = other.tap("/lobby/join", name="mamie")
    assert refused.status_code == 400
    assert "Deux personnes" in refused.get_data(as_text=True)


def test_a_power_cut_loses_neither_the_lobby_nor_the_match(tmp_path: Path) -> None:
    first = opened(tmp_path)
    ada, bob = Phone(first, "Ada"), Phone(first, "Bob")
    ada.tap("/lobby/game", game="karo")
    ada.tap("/lobby/option", option="first", value="red")
    first.close()
    second = opened(tmp_path)  # in the lobby: who is here, and what is chosen
    assert second.match is None
    ada._client.application = bob._client.application = second
    assert "Bonjour Bob" in bob.go("/here")
    ada.go("/here")
    ada.tap("/lobby/begin")
    assert match_of(second).session.match.options.first == "red"
    play(second, 2)
    before = match_of(second).session.match
    second.close()
    third = opened(tmp_path)  # in a match: that match, with everyone in their seats
    ada._client.application = bob._client.application = third
    assert match_of(third).session.match == before
    assert bob.get("/here").headers["Location"] == "/seat/1"
    third.close()


def test_a_match_that_was_over_is_not_offered(evening: Evening) -> None:
    ada, _ = karo(evening)
    ada.tap("/lobby/game", game="karo")
    play(evening, 5000)
    assert match_of(evening).session.match.state.scores is not None
    page = ada.go("/here")
    assert "Revanche" in page
    assert "Un autre jeu" in page
    ada.tap("/evening/lobby", match="1")
    assert "Reprendre une partie" not in ada.go("/here")


def test_a_damaged_file_of_the_lobby_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "lobby.json").write_text("{")
    evening = opened(tmp_path)
    assert "lobby-damaged.json" in Phone(evening).go("/")
    assert (tmp_path / "data" / "lobby-damaged.json").read_text() == "{"
    evening.close()


def test_in_a_cafe_the_code_makes_the_host(tmp_path: Path) -> None:
    evening = opened(tmp_path, manner="cafe")
    guest, keeper = Phone(evening, "Ada"), Phone(evening)
    assert guest.tap("/lobby/game", game="karo").status_code == 403
    assert guest.tap("/lobby/host").status_code == 409
    assert evening.code is not None
    code = evening.code.shown
    assert code in keeper.go(f"/host?code={code}")
    keeper.tap("/host/claim", code=str(code))
    assert keeper.tap("/lobby/game", game="plic-plac").status_code == 204
    assert keeper.tap("/lobby/begin").status_code == 204
    keeper.go("/here")
    assert keeper.tap("/evening/lobby", match="1").status_code == 204
    evening.close()


def test_two_taps_begin_one_match(evening: Evening) -> None:
    """Both were on their way when the lobby still answered."""
    karo(evening)
    evening.begin()
    evening.take_up(1)
    assert match_of(evening).session.number == 1
    assert len(evening.setting.journal.matches()) == 1


def test_an_address_of_a_match_that_was_left_leads_to_where_the_phone_belongs(evening: Evening) -> None:
    ada, bob = karo(evening)
    ada.go("/here")
    ada.tap("/evening/lobby", match="1")
    assert typeset(NO_MATCH.fr) in bob.go("/seat/1")
    assert typeset(NO_MATCH.fr) not in bob.go("/here")
    assert bob.tap("/seat/1/play", action="{}").status_code == 404


def test_every_page_of_a_match_leads_on_in_the_lobby_with_one_sentence(evening: Evening) -> None:
    """Also whoever holds no seat, and pages that only another table has, as `/table` of a simulated one."""
    ada, _ = karo(evening)
    ada.go("/here")
    pages = [address(rule) for rule in pages_of_a_match(evening)]
    ada.tap("/evening/lobby", match="1")
    shared = {rule.rule for rule in evening.lobby.url_map.iter_rules()}
    assert "/table" in pages
    for phone in (ada, Phone(evening)):
        for page in pages:
            if page in shared or page.startswith("/history"):
                continue  # the lobby has these itself
            text = phone.go(page)
            assert typeset(NO_MATCH.fr) in text, page
            assert text.count(typeset(NO_MATCH.fr)) == 1, page
            assert 'href="/wall"' in text or 'href="/"' in text, page
    assert Client(evening).head("/table").status_code == 303


def test_a_paired_screen_that_opens_a_page_of_a_match_is_led_to_the_lobbys_wall(evening: Evening) -> None:
    ada, screen = karo(evening)[0], Phone(evening)
    screen.go("/wall")
    screen.tap("/screen?wall=1")
    code = re.search(r'<p class="code">(\d{4})</p>', screen.go("/screen"))
    assert code is not None
    ada.go("/here")
    ada.tap("/screen/pair", code=code[1])
    ada.tap("/evening/lobby", match="1")
    text = screen.go("/table")
    assert typeset(NO_MATCH.fr) in text
    assert "wall-people" in text


def test_a_rematch_that_cannot_begin_leaves_everybody_in_the_lobby(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = karo(evening)
    ada.go("/here")

    def full(*_: object) -> None:
        raise not_saved(evening.setting.data, OSError(errno.ENOSPC, "full"))

    monkeypatch.setattr(Journal, "begin", full)
    refused = ada.tap("/evening/rematch", match="1")
    assert "disque est plein" in refused.get_data(as_text=True)
    assert evening.match is None
    assert "Bonjour Bob" in bob.go("/here")


def test_a_seat_that_was_lost_with_its_cookie_comes_back_with_its_word(evening: Evening) -> None:
    ada, _ = karo(evening)
    word = re.search(r"([a-z]+-[a-z]+-[a-z]+)", ada.go("/seat/0").partition("retour")[2])
    assert word is not None
    fresh = Phone(evening)
    fresh.go("/join")
    fresh.tap("/join/word", seat="0", word=word[1])
    assert fresh.get("/here").headers["Location"] == "/seat/0"
    fresh.go("/here")
    assert fresh.tap("/evening/lobby", match="1").status_code == 204  # being host came with it
    assert "Bonjour Ada" in fresh.go("/here")


@pytest.mark.whole
def test_whatever_is_sent_to_the_lobby_is_answered(evening: Evening) -> None:
    ada, random = Phone(evening, "Ada"), Random(2)
    ada.tap("/lobby/game", game="karo")
    words = (
        "",
        "0",
        "-1",
        "9" * 400,
        "a",
        "\x00",
        "\u202e",
        "é" * 300,
        "<b>",
        "{{7*7}}",
        "Ada",
        "karo",
        "rules",
        "strong",
    )
    fields = ("name", "by", "game", "option", "value", "strength", "match", "code")
    posts = [rule for rule in evening.lobby.url_map.iter_rules() if "POST" in (rule.methods or ())]
    for rule in posts * 20:
        if rule.rule in ("/lobby/begin", "/lobby/leave"):
            continue
        form = {name: random.choice(words) for name in fields if random.random() < 0.8}
        answer = ada.tap(rule.rule, **form)
        assert answer.status_code < 500, (rule.rule, form)
        assert ada.get("/join").status_code == 200


def table_of(phone: Phone) -> dict[str, Any]:
    """What a program hears of the table."""
    told: dict[str, Any] = json.loads(phone.get("/api/v1/table").get_data(as_text=True))
    return told


def test_a_program_follows_the_table_through_the_evening(evening: Evening) -> None:
    program = Phone(evening)
    told = [table_of(program)]
    assert (told[0]["game"], told[0]["players"], told[0]["camera"]) == (None, [], "well")
    ada, _ = karo(evening)
    told.append(table_of(program))
    play(evening, 3)
    told.append(table_of(program))
    ada.go("/here")
    ada.tap("/evening/lobby", match=str(match_of(evening).session.number))
    told.append(table_of(program))
    assert [each["game"] for each in told] == [None, "karo", "karo", "karo"]
    assert [[each["name"] for each in one["players"]] for one in told[1:]] == [["Ada", "Bob"]] * 3
    assert {frozenset(each) for each in told} == {frozenset(told[0])}
    versions = [each["version"] for each in told]
    assert versions == sorted(set(versions))


def stream_of(evening: Evening) -> EventStream:
    """What a program that listens now is answered."""
    with evening.app.test_request_context("/api/v1/events"):
        stream = evening.app.full_dispatch_request().response
    assert isinstance(stream, EventStream)
    return stream


def test_a_stream_ends_with_what_it_tells_of(evening: Evening) -> None:
    before = stream_of(evening)
    assert before.is_current()
    karo(evening)
    assert (before.is_current(), stream_of(evening).is_current()) == (False, True)
