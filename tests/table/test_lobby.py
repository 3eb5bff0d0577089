"""The lobby's steps: each gives the next lobby, or is refused and says why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import catalog
from companion.core.errors import Illegal, Unreadable
from companion.core.game import Game
from companion.core.match import begin
from companion.core.partner_seats import PartnerSeat, PartnerSeats
from companion.table.lobby import (
    MOST_PEOPLE,
    Lobby,
    Person,
    added,
    came_back,
    chosen,
    joined,
    missing,
    moved,
    opted,
    partner_added,
    partner_wishes,
    person_of,
    players,
    removed,
    renamed,
    seated,
    values_of,
)
from companion.table.starting import PartnerWish

KARO, KAPLAN, PLIC_PLAC = catalog.game("karo"), catalog.game("kaplan"), catalog.game("plic-plac")


def names(lobby: Lobby) -> list[str]:
    return [each.name for each in lobby.people]


def of(*people: str) -> Lobby:
    lobby = Lobby()
    for each in people:
        lobby = joined(lobby, each, f"phone of {each}")
    return lobby


def test_who_types_a_name_is_here_with_that_phone() -> None:
    lobby = joined(Lobby(), "  Ada ", "a")
    assert lobby.people == (Person("Ada", "a"),)
    assert person_of(lobby, "a") == Person("Ada", "a")
    assert person_of(lobby, "b") is None
    assert person_of(added(lobby, "Mamie"), "") is None  # no phone is nobody's phone


def test_a_phone_that_joins_again_takes_another_name() -> None:
    assert names(joined(joined(Lobby(), "Ada", "a"), "Ada", "a")) == ["Ada"]
    assert names(joined(joined(Lobby(), "Ada", "a"), "Aida", "a")) == ["Aida"]


@pytest.mark.parametrize("name", ["Ada", "ADA", "a da"])
def test_two_people_whose_names_look_alike_are_refused(name: str) -> None:
    with pytest.raises(Unreadable, match="Two people"):
        joined(of("Ada"), name, "b")
    with pytest.raises(Unreadable, match="Two people"):
        added(of("Ada"), name)
    with pytest.raises(Unreadable, match="Two people"):
        renamed(of("Ada", "Bob"), "Bob", name)


def test_a_name_without_a_phone_is_taken_by_the_phone_that_types_it() -> None:
    lobby = joined(added(of("Ada"), "Mamie"), "Mamie", "m")
    assert lobby.people[1] == Person("Mamie", "m")


def test_a_robots_name_is_nobodys() -> None:
    lobby = partner_added(of("Ada"), KARO, "strong")
    with pytest.raises(Unreadable, match="Two people"):
        joined(lobby, "Robot", "m")


def test_a_full_lobby_takes_nobody_more() -> None:
    lobby = of(*(f"P{number}" for number in range(MOST_PEOPLE)))
    with pytest.raises(Illegal, match=str(MOST_PEOPLE)):
        joined(lobby, "Zoé", "z")


def test_the_order_is_moved_and_stays_within_its_ends() -> None:
    lobby = of("Ada", "Bob", "Cy")
    assert names(moved(lobby, "Cy", -1)) == ["Ada", "Cy", "Bob"]
    assert names(moved(lobby, "Ada", -1)) == ["Ada", "Bob", "Cy"]
    assert names(moved(lobby, "Ada", 9)) == ["Bob", "Cy", "Ada"]
    assert names(removed(lobby, "Bob")) == ["Ada", "Cy"]
    for step in (lambda: removed(lobby, "Zoé"), lambda: moved(lobby, "Zoé", 1), lambda: renamed(lobby, "Zoé", "Z")):
        with pytest.raises(Unreadable, match="Nobody here"):
            step()


def test_the_first_people_play_and_the_others_watch() -> None:
    lobby = of("Ada", "Bob", "Cy")
    assert names(Lobby(players(lobby, KARO))) == ["Ada", "Bob"]
    assert names(Lobby(players(lobby, KAPLAN))) == ["Ada", "Bob", "Cy"]
    assert players(of("Ada"), KARO) == ()


def test_what_is_missing_is_said() -> None:
    for lobby, game, said in (
        (of("Ada"), None, "Choose a game."),
        (of("Ada"), KARO, "KARO takes 2 or more; 1 still missing"),
        (Lobby(), KAPLAN, "2 still missing"),
    ):
        why = missing(lobby, game)
        assert why is not None
        assert said in why.en
    assert missing(of("Ada", "Bob"), KARO) is None


def test_what_the_rules_refuse_is_said() -> None:
    rows = opted(of("Ada", "Bob"), PLIC_PLAC, "form", "7,7,7")  # rows, and not as many cards as lie there
    why = missing(rows, PLIC_PLAC)
    assert why is not None


@pytest.mark.parametrize(
    ("game", "name", "good", "wrong", "title"),
    [(KARO, "shape", "____/" * 5 + "____", "abc", "Tablier"), (PLIC_PLAC, "form", "9,9,9,9", "abc", "Forme")],
)
def test_what_cannot_be_read_is_refused_as_it_is_typed_and_the_old_value_stays(
    game: Game, name: str, good: str, wrong: str, title: str
) -> None:
    lobby = opted(of("Ada", "Bob"), game, name, good)
    with pytest.raises(Unreadable) as refusal:
        opted(lobby, game, name, wrong)
    assert title in refusal.value.what.fr
    assert wrong in refusal.value.what.fr
    assert values_of(lobby, game)[name] == good


def test_a_board_that_an_earlier_lobby_took_blocks_nothing() -> None:
    old = replace(of("Ada", "Bob"), options={"karo": {"shape": "abc"}})
    assert missing(old, KARO) is None
    assert values_of(old, KARO) == values_of(Lobby(), KARO)


def test_options_are_kept_by_game_and_only_what_a_game_has() -> None:
    lobby = opted(of("Ada"), KARO, "rules", "clear-out")
    lobby = opted(chosen(lobby, KAPLAN), KAPLAN, "bluff", "yes")
    assert values_of(lobby, KARO)["rules"] == "clear-out"
    assert values_of(lobby, KAPLAN)["bluff"] is True
    with pytest.raises(Unreadable, match="clear-out"):
        opted(lobby, KARO, "rules", "clearout")
    with pytest.raises(Unreadable, match="rules"):
        opted(lobby, KARO, "rule", "clear-out")
    old = Lobby(options={"karo": {"rules": "chess", "gone": 3, "first": "red"}})
    assert values_of(old, KARO) == {**values_of(Lobby(), KARO), "first": "red"}


def test_the_partner_plays_where_the_game_has_one() -> None:
    lobby = partner_added(partner_added(Lobby(), KARO, "strong"), KARO, "beginner")
    assert names(lobby) == ["Robot", "Robot 2"]
    assert partner_wishes(lobby.people) == (
        PartnerWish("Robot", "strong", None),
        PartnerWish("Robot 2", "beginner", None),
    )
    assert names(chosen(lobby, KAPLAN)) == []
    assert names(chosen(lobby, KARO)) == ["Robot", "Robot 2"]
    with pytest.raises(Unreadable):
        partner_added(lobby, KARO, "god")
    with pytest.raises(Unreadable):
        partner_added(lobby, KAPLAN, "strong")


def test_a_match_that_is_taken_up_brings_its_people_game_and_options() -> None:
    lobby = of("Cy", "Bob")
    match = begin(KARO, 2, KARO.options(rules="clear-out"))
    back = seated(lobby, match, ("Ada", "Bob"), PartnerSeats().gave(0, PartnerSeat("strong", 3.0)))
    assert back.people == (
        Person("Ada", strength="strong", time_s=3.0),
        Person("Bob", "phone of Bob"),
        Person("Cy", "phone of Cy"),
    )
    assert (back.game, values_of(back, KARO)["rules"]) == ("karo", "clear-out")


def test_after_a_match_each_has_the_phone_that_held_the_seat_at_the_end() -> None:
    lobby = of("Ada", "Bob", "Cy")
    back = came_back(lobby, ("Ada", "Bob"), {0: ("phone of Cy", "word")})
    assert back.people == (Person("Ada", "phone of Cy", "word"), Person("Bob"), Person("Cy"))
