"""A new way of watching is one watcher, one simulated player and one line of a registry; companion/ need not know it.

A lamp stands beside the toy's table. When the coin is due, somebody switches it: bright means that the coin fell on 2.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from companion.camera.url import SourceUrl
from companion.core.actors import CHANCE
from companion.core.clock import ManualClock
from companion.core.evidence import Evidence, SeenThing
from companion.core.game import Game
from companion.core.scene import Thing
from companion.core.text import Text
from companion.hardware.cues import RecordingCues
from companion.rehearsal.people import People
from companion.rehearsal.player import Compared, Reach, SimulatedPlayer, players_for
from companion.rehearsal.rehearsal import Rehearsal
from companion.rehearsing import PLAYERS
from companion.simulator.lamp import Lamp
from companion.simulator.source import open_source
from companion.simulator.world import World
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.table.watchers.registry import WatcherKind, kinds_for
from companion.table.watchers.watcher import Handled, Moment, Watcher
from companion.wiring import WATCHERS, referee_for
from tests.core.toy import Options, Throw, Toy

CAMERA = "rendered://?width=640&height=480&noise=0&fps=8"
BRIGHT, DIM = Lamp(1.2, 0.0, (0.0, 0.0), (0.0, 0.0), None), Lamp(0.5, 0.0, (0.0, 0.0), (0.0, 0.0), None)
STEP = 1.25
"""A picture that many times as bright as the one before, or as dark, is another lamp's."""


class LampToy(Toy):
    """The toy with a capability of its own, and no dice for the eyes."""

    eyes: frozenset[str] = frozenset()
    has_lamp = True


class LampWatcher(Watcher):
    def __init__(self, session: Session) -> None:
        self._session, self._before = session, 0.0

    def look(self, moment: Moment) -> Handled:
        light, before = float(moment.frame.pixels.mean()), self._before
        self._before = light
        if before and self._session.match.state.actor == CHANCE and max(light / before, before / light) > STEP:
            coin = 2 if light > before else 1
            self._session.play(Throw((coin,)), "camera", (SeenThing(Thing("lamp", str(coin)), 1.0, b""),))
        return Handled.WATCHED


class LampPlayer(SimulatedPlayer):
    counted = Text(fr="{count} lampes vues", en="{count} lamps seen")

    def __init__(self, world: World, session: Session, random: Random) -> None:
        self._world, self._session, self._random = world, session, random
        self._bright, self._done = True, -1
        self.true: dict[int, int] = {}

    @property
    def is_on(self) -> bool:
        return self._session.match.state.actor == CHANCE

    def next_act(self, now_s: float) -> Reach | None:
        length = len(self._session.match.actions)
        return None if self._done == length else Reach(0, (0.0, 0.0), self._switch)

    def compared(self, index: int, evidence: Evidence) -> Compared | None:
        return Compared((str(self.true.get(index)),), (evidence[0].thing.face,))

    def _switch(self, now_s: float) -> None:
        self._done = len(self._session.match.actions)
        self._bright = not self._bright
        self.true[self._done] = 2 if self._bright else 1
        self._world.switch_lamp(BRIGHT if self._bright else DIM)


LAMP = WatcherKind("lamp", lambda game: getattr(game, "has_lamp", False), lambda session, clock: LampWatcher(session))
REGISTRY = (*WATCHERS, LAMP)


@pytest.fixture
def rehearsal(tmp_path: Path) -> Iterator[Rehearsal]:
    game, clock = cast(Game, LampToy()), ManualClock()
    journal = Journal(tmp_path / "journal.sqlite", clock)
    session = open_session(journal, RecordingCues(), game, 2, Options(rounds=4), ("Ada", "Bob"))
    world = World(game.art)
    world.switch_lamp(BRIGHT)
    source = open_source(SourceUrl.parse(CAMERA), clock, world)
    players: Any = {**PLAYERS, "lamp": LampPlayer}
    random = Random(1)
    people = People(world, session, players_for(REGISTRY, players, world, session, random), random)
    yield Rehearsal(people, referee_for(source, session, clock, REGISTRY), session, clock)
    source.close()
    journal.close()


def test_the_registry_finds_the_new_way(rehearsal: Rehearsal) -> None:
    assert [kind.name for kind in kinds_for(REGISTRY, rehearsal.session.game)] == ["lamp"]
    assert kinds_for(WATCHERS, rehearsal.session.game) == ()


def test_a_whole_match_is_watched_rehearsed_and_judged_in_the_new_way(rehearsal: Rehearsal) -> None:
    rehearsal.run(threading.Event(), to_the_end=True)
    verdict = rehearsal.verdict()
    assert verdict.agrees
    assert verdict.counts == {LampPlayer.counted: 8}


def test_a_lamp_that_was_seen_wrongly_is_told(rehearsal: Rehearsal) -> None:
    rehearsal.run(threading.Event(), to_the_end=True)
    (player,) = rehearsal.people.players
    assert isinstance(player, LampPlayer)
    index = min(player.true)
    player.true[index] = 3 - player.true[index]
    assert rehearsal.verdict().wrong == ((index, (str(player.true[index]),), (str(3 - player.true[index]),)),)
