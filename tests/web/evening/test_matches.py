"""From the lobby into matches and back: begun, stopped, taken up, played again, and when they cannot begin."""

from __future__ import annotations

import errno

import pytest

from companion.evening import Evening
from companion.table.journal import Journal
from companion.table.saving import not_saved
from tests.web.evening.conftest import karo, play
from tests.web.evenings import Phone, match_of


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


def test_two_taps_begin_one_match(evening: Evening) -> None:
    """Both were on their way when the lobby still answered."""
    karo(evening)
    evening.begin()
    evening.take_up(1)
    assert match_of(evening).session.number == 1
    assert len(evening.setting.journal.matches()) == 1


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
