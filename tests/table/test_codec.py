"""Every action of every game survives JSON; anything else is refused in one sentence."""

from __future__ import annotations

import json

import pytest

from companion import catalog
from companion.core.errors import Unreadable
from companion.core.kit import random_match
from companion.table import codec
from tests.core.toy import TOY, Keep, Throw, Wish


def test_an_action_comes_back_as_it_was() -> None:
    for action in (Throw((2,)), Keep(1), Wish(0, "or")):
        assert codec.action_from_json(TOY, json.loads(json.dumps(codec.to_json(action)))) == action


@pytest.mark.parametrize(
    ("data", "free"),
    [({"do": "Wish", "seat": 0}, {"words"}), ({"do": "Keep", "seat": 0}, set()), ({"do": "Steal"}, set()), ([], set())],
)
def test_people_fill_in_what_an_action_leaves_free_and_nothing_else(data: object, free: set[str]) -> None:
    assert codec.open_fields_of(TOY, data) == free


@pytest.mark.parametrize("key", catalog.games())
def test_whole_matches_of_every_game_come_back(key: str) -> None:
    game = catalog.game(key)
    match = random_match(game, min(game.seats), seed=3)
    written = [json.loads(json.dumps(codec.to_json(action))) for action in match.actions]
    assert tuple(codec.action_from_json(game, data) for data in written) == match.actions
    options = game.options()
    assert codec.options_from_json(game, json.loads(json.dumps(codec.to_json(options)))) == options


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "Keep",
        {},
        {"do": "Steal", "seat": 0},
        {"do": "Keep"},
        {"do": "Keep", "seat": "0"},
        {"do": "Keep", "seat": 0, "extra": 1},
        {"do": "Throw", "values": [2.5]},
        {"do": ["Keep"], "seat": 0},
    ],
)
def test_anything_else_is_unreadable(data: object) -> None:
    with pytest.raises(Unreadable) as refusal:
        codec.action_from_json(TOY, data)
    assert refusal.value.code == "codec.not-an-action"


@pytest.mark.parametrize(
    ("data", "free"),
    [
        ({"do": "Wish", "seat": 0}, {"words"}),
        ({"do": "Keep", "seat": 0}, set()),
        ({"do": "Steal"}, set()),
        (None, set()),
    ],
)
def test_what_people_fill_in_freely_is_known_by_the_action(data: object, free: set[str]) -> None:
    assert codec.open_fields_of(TOY, data) == free


LETTERS, LISTS, DIGITS, REPEATED = 16_000, 500, 9, 60


@pytest.mark.parametrize(
    ("words", "too_long"),
    [
        ('{"do": "' + "x" * (LETTERS - 10) + '"}', '{"do": "' + "x" * (LETTERS - 9) + '"}'),
        ('{"do": ' + "[" * (LISTS - 1) + "]" * (LISTS - 1) + "}", '{"do": ' + "[" * LISTS + "]" * LISTS + "}"),
        ('{"do": ' + "9" * DIGITS + "}", '{"do": ' + "9" * (DIGITS + 1) + "}"),
    ],
    ids=["letters", "lists", "digits"],
)
def test_what_a_phone_sends_has_an_end(words: str, too_long: str) -> None:
    assert codec.read_sent(TOY, words) == json.loads(words)
    with pytest.raises(Unreadable):
        codec.read_sent(TOY, too_long)


def test_a_sentence_repeats_little_of_what_a_phone_sent() -> None:
    with pytest.raises(Unreadable) as refusal:
        codec.action_from_json(TOY, {"do": "Keep", "seat": 0, "y" * 1000: 1})
    assert refusal.value.what.en.count("y") - ENGLISH_Y == REPEATED


ENGLISH_Y = codec._unreadable(TOY, "").what.en.count("y")
