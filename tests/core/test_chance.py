"""Chance draws with the probabilities that a game gives."""

from __future__ import annotations

from collections import Counter
from random import Random

from companion.core.evidence import SeenThing, scene_of
from companion.core.game import pick_chance
from companion.core.scene import Scene, Thing
from tests.core.toy import Throw


def test_chance_draws_what_is_likelier_more_often() -> None:
    outcomes = [(Throw((face,)), odds) for face, odds in ((1, 0.7), (2, 0.3), (3, 0.0))]
    random = Random(5)
    drawn = Counter(pick_chance(outcomes, random) for _ in range(1000))
    assert set(drawn) == {Throw((1,)), Throw((2,))}
    assert 640 < drawn[Throw((1,))] < 760


def test_what_was_seen_is_a_scene_of_its_kinds() -> None:
    seen = [SeenThing(Thing(kind, "7"), 0.9, b"") for kind in ("die", "card", "die")]
    things = (Thing("die", "7"), Thing("card", "7"), Thing("die", "7"))
    assert scene_of(tuple(seen)) == Scene(things, frozenset({"die", "card"}))
