"""A whole game of Kaplan on the simulated table: people, camera, settling, referee, rules; only the eyes are told.

The eyes here are given the truth, so that what is tested is everything around them; `companion demo --headless`
plays with the real ones.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion import catalog
from companion.camera.rendered.source import DieTruth, RenderedSource, open_source
from companion.camera.rendered.world import World
from companion.camera.source import Pixels
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.scene import Thing
from companion.hardware.cues import RecordingCues
from companion.perception.eyes import Eyes, Sighting
from companion.table.journal import Journal
from companion.table.people import People
from companion.table.referee import Referee
from companion.table.rehearsal import Rehearsal
from companion.table.session import open_session, resume_session

FACES = tuple(str(face) for face in range(1, 13))
CAMERA = "rendered://?width=640&height=480&noise=1&blur=0&fps=6&seed=1"
"""Small and slow: these eyes need no pixels, and the settling only a few frames."""
SEATS = 3

Reading = Callable[[int, DieTruth], Sighting]


def truly(number: int, die: DieTruth) -> Sighting:
    face = "" if die.value is None else str(die.value)
    return Sighting(Thing("die", face), 0.99, (die.x_px, die.y_px), die.radius_px, FACES, leaning=die.value is None)


def rehearsal(folder: Path, reading: Reading, seed: int = 3) -> Rehearsal:
    """Three simulated people at a table; `reading(n, die)` is what the eyes make of the n-th die they ever see."""
    game, clock = catalog.game("kaplan"), ManualClock()
    session = open_session(
        Journal(folder / "journal.sqlite", clock), RecordingCues(), game, SEATS, game.options(), ("Ada", "Bob", "Cy")
    )
    world = World(game.art)
    source: RenderedSource = open_source(SourceUrl.parse(CAMERA), clock, world)
    count = 0

    def look(picture: Pixels) -> tuple[Sighting, ...]:
        nonlocal count
        count += 1
        return tuple(reading(count, die) for die in source.truth().dice)

    people = People(world, session, Random(seed))
    return Rehearsal(people, Referee(source, Eyes({"die": look}), session), session, clock)


def played(rehearsal: Rehearsal) -> Rehearsal:
    rehearsal.run(threading.Event(), to_the_end=True)
    return rehearsal


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("whole-round")


@pytest.fixture(scope="module")
def whole_round(folder: Path) -> Rehearsal:
    return played(rehearsal(folder, truly))


def test_a_whole_round_is_seen_as_it_was_played(whole_round: Rehearsal) -> None:
    verdict = whole_round.verdict()
    assert verdict.agrees
    assert verdict.throws == sum(type(action).__name__ == "Throw" for action in whole_round.session.match.actions)
    assert {line.source for line in whole_round.session.page(None).story if line.faces} == {"camera"}


def test_the_world_lies_as_the_rules_want_it(whole_round: Rehearsal) -> None:
    match = whole_round.session.match
    wanted = {thing for thing in match.game.depict(match.state).things if thing.kind != "die"}
    assert {laid.thing for laid in whole_round.people.world.snapshot().things} == wanted


def test_the_journal_holds_the_whole_round(whole_round: Rehearsal, folder: Path) -> None:
    journal = Journal(folder / "journal.sqlite", ManualClock())
    again = resume_session(journal, RecordingCues(), whole_round.session.game)
    assert again is not None
    assert again.match == whole_round.session.match


def test_the_same_seed_plays_the_same_match(whole_round: Rehearsal, tmp_path: Path) -> None:
    assert played(rehearsal(tmp_path, truly)).session.match == whole_round.session.match


def test_one_misread_die_is_found_out(tmp_path: Path) -> None:
    misread: list[int] = []

    def one_wrong(number: int, die: DieTruth) -> Sighting:
        if not misread and die.value is not None:
            misread.append(die.value)
            return truly(number, DieTruth(die.value % 12 + 1, die.x_px, die.y_px, die.radius_px))
        return truly(number, die)

    verdict = played(rehearsal(tmp_path, one_wrong)).verdict()
    assert not verdict.agrees
    assert len(verdict.wrong) == 1
    _, true, seen = verdict.wrong[0]
    assert misread[0] in true
    assert misread[0] % 12 + 1 in seen


def test_eyes_that_are_often_unsure_are_helped_and_the_round_still_agrees(tmp_path: Path) -> None:
    random = Random(9)

    def unsure(number: int, die: DieTruth) -> Sighting:
        sighting = truly(number, die)
        if random.random() > 0.1:
            return sighting
        return Sighting(Thing("die", ""), 0.5, sighting.centre_xy_px, sighting.radius_px, FACES)

    assert played(rehearsal(tmp_path, unsure)).verdict().agrees


def test_people_keep_their_hands_off_while_somebody_else_plays(tmp_path: Path) -> None:
    game = rehearsal(tmp_path, truly)
    game.people.paused = True
    for _ in range(60):
        game.step()
    assert game.session.match.actions == ()


def test_hands_come_in_to_move_things_and_leave(tmp_path: Path) -> None:
    game = rehearsal(tmp_path, truly)
    hands: list[int] = []
    while len(game.session.match.actions) < 12:
        game.step()
        hands.append(len(game.people.world.snapshot().hands))
    assert set(hands) == {0, 1}
    while not game.people.world.snapshot().hands:
        game.step()
    game.people.paused = True
    for _ in range(12):
        game.step()
    assert game.people.world.snapshot().hands == ()
    played = len(game.session.match.actions)
    for _ in range(12):
        game.step()
    assert len(game.session.match.actions) == played
