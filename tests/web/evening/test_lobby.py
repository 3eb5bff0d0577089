"""What the lobby says and takes: who decides, who is here, what is missing, whatever is sent to it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.core.text import Text
from companion.evening import Evening
from companion.hardware.cues import RecordingCues
from tests.web.evening.conftest import karo
from tests.web.evenings import Phone, match_of, opened

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
