"""What outlasts a power cut, a damaged file and a lost cookie: the lobby, the match, the seats."""

from __future__ import annotations

import re
from pathlib import Path

from companion.evening import Evening
from tests.web.evening.conftest import karo, play
from tests.web.evenings import Phone, match_of, opened


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


def test_a_damaged_file_of_the_lobby_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "lobby.json").write_text("{")
    evening = opened(tmp_path)
    assert "lobby-damaged.json" in Phone(evening).go("/")
    assert (tmp_path / "data" / "lobby-damaged.json").read_text() == "{"
    evening.close()


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
