"""A whole game of Kaplan on the simulated table: people, camera, settling, referee, rules; only the eyes are told.

The eyes here are given the truth, so that what is tested is everything around them; `companion demo --headless`
plays with the real ones.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import catalog
from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.scene import Thing
from companion.games.kaplan.deck import deck
from companion.hardware.cues import Cue, RecordingCues
from companion.perception.eyes import Eyes, Sighting
from companion.rehearsal.people import People
from companion.rehearsal.player import players_for
from companion.rehearsal.rehearsal import Rehearsal
from companion.rehearsing import PLAYERS
from companion.simulator.bodies import Laid
from companion.simulator.source import DieTruth, RenderedSource, open_source
from companion.simulator.world import World
from companion.table.journal import Journal
from companion.table.opening import open_session, resume_session
from companion.table.referee import Referee
from companion.table.watchers.sorting_station import SortingStationWatcher
from companion.table.watchers.throws import ThrowWatcher
from companion.wiring import WATCHERS

pytestmark = pytest.mark.whole

FACES = tuple(str(face) for face in range(1, 13))
CAMERA = "rendered://?width=640&height=480&noise=1&blur=0&fps=6&seed=1"
"""Small and slow: these eyes need no pixels, and the settling only a few frames."""
SEATS = 3
SOME_ACTIONS = 40
"""Of a match that need not be played to its end: five turns or so."""

Reading = Callable[[int, DieTruth], Sighting]
Card = Callable[[int, Laid, tuple[float, float]], Sighting]


def truly(number: int, die: DieTruth) -> Sighting:
    face = "" if die.value is None else str(die.value)
    return Sighting(Thing("die", face), 0.99, (die.x_px, die.y_px), die.radius_px, FACES, leaning=die.value is None)


def truly_card(number: int, laid: Laid, centre_px: tuple[float, float]) -> Sighting:
    side, ident = laid.thing.face.split(" ")
    name = ident if side == "draw" else ""
    return Sighting(Thing("card", side, name, laid.xy_mm, laid.turn_deg), 0.99, centre_px, 38.0, ("draw", "read"))


def rehearsal(
    folder: Path, reading: Reading, seed: int = 3, sorting: str = "hands", card: Card = truly_card
) -> Rehearsal:
    """Three simulated people at a table; `reading(n, die)` is what the eyes make of the n-th die they ever see, and
    `card(n, laid)` of the n-th card."""
    game, clock = catalog.game("kaplan"), ManualClock()
    journal, cues, options = Journal(folder / "journal.sqlite", clock), RecordingCues(), game.options(sorting=sorting)
    session = open_session(journal, cues, game, SEATS, options, ("Ada", "Bob", "Cy"))
    world = World(game.art)
    source: RenderedSource = open_source(SourceUrl.parse(CAMERA), clock, world)
    count = cards = 0

    def spread(picture: Pixels, areas: object = None) -> tuple[Sighting, ...]:
        nonlocal cards
        seen = []
        places = dict(source.truth().things)
        for laid in world.snapshot().things:
            if laid.thing.kind == "card":
                cards += 1
                seen.append(card(cards, laid, places[laid.thing]))
        return tuple(seen)

    def look(picture: Pixels, areas: object = None) -> tuple[Sighting, ...]:
        nonlocal count
        count += 1
        return tuple(reading(count, die) for die in source.truth().dice)

    random, eyes = Random(seed), Eyes({"die": look, "card": spread})
    people = People(world, session, players_for(WATCHERS, PLAYERS, world, session, random), random)
    watchers = [SortingStationWatcher(session, eyes), ThrowWatcher(session, eyes)]
    return Rehearsal(people, Referee(source, session, watchers), session, clock)


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
    assert verdict.checked == sum(type(action).__name__ == "Throw" for action in whole_round.session.match.actions)
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
    again = rehearsal(tmp_path, truly)
    while len(again.session.match.actions) < SOME_ACTIONS:
        again.step()
    assert again.session.match.actions == whole_round.session.match.actions[:SOME_ACTIONS]


def test_one_misread_die_is_found_out(tmp_path: Path) -> None:
    misread: list[int] = []

    def one_wrong(number: int, die: DieTruth) -> Sighting:
        if not misread and die.value is not None:
            misread.append(die.value)
            return truly(number, DieTruth(die.value % 12 + 1, die.x_px, die.y_px, die.radius_px))
        return truly(number, die)

    game = rehearsal(tmp_path, one_wrong)
    while len(game.session.match.actions) < SOME_ACTIONS:
        game.step()
    verdict = game.verdict()
    assert not verdict.agrees
    assert len(verdict.wrong) == 1
    _, true, seen = verdict.wrong[0]
    assert str(misread[0]) in true
    assert str(misread[0] % 12 + 1) in seen


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


def until(game: Rehearsal, phase: str) -> None:
    while game.session.page(None).state["phase"] != phase:
        game.step()


def the_cues(game: Rehearsal) -> Counter[Cue]:
    cues = game.session._cues
    assert isinstance(cues, RecordingCues)
    return Counter(played.cue for played in cues.played)


@pytest.fixture(scope="module")
def sorted_round(tmp_path_factory: pytest.TempPathFactory) -> tuple[Rehearsal, list[str]]:
    """A set-up under the camera, with every notice that people met."""
    game = rehearsal(tmp_path_factory.mktemp("sorted"), truly, sorting="camera")
    notices: list[str] = []
    while game.session.page(None).state["phase"] != "cover":
        game.step()
        notice = game.session.page(None).notice
        if notice is not None and notice.en not in notices:
            notices.append(notice.en)
    return game, notices


def test_a_set_up_under_the_camera_counts_every_card_once(sorted_round: tuple[Rehearsal, list[str]]) -> None:
    game, _ = sorted_round
    actions = [type(action).__name__ for action in game.session.match.actions]
    passed = [action for action in game.session.match.actions if type(action).__name__ == "CardPassed"]
    assert sum(action.keep for action in passed) == 30 + 18  # type: ignore[attr-defined]
    assert not {"SortedByHand", "LayOut"} & set(actions)
    verdict = game.verdict()
    assert (verdict.wrong, verdict.total - verdict.checked) == ((), len(passed) + actions.count("SpotSeen"))


def test_slips_are_told_and_put_right(sorted_round: tuple[Rehearsal, list[str]]) -> None:
    _, notices = sorted_round
    said = " ".join(notices)
    assert "Stop: a card shows its reading side. Turn it over without reading it." in notices
    assert "was to be discarded in the first sort" in said
    assert "this card is not the right one" in said


def test_every_verdict_has_its_cue(sorted_round: tuple[Rehearsal, list[str]]) -> None:
    game, _ = sorted_round
    cues, signals = the_cues(game), game.session.page(None).signals
    passed = [action for action in game.session.match.actions if type(action).__name__ == "CardPassed"]
    assert cues[Cue.DISCARD] == sum(not action.keep for action in passed)  # type: ignore[attr-defined]
    assert cues[Cue.KEEP] == 30 + 18 + 18
    assert (cues[Cue.KEEP], cues[Cue.DISCARD], cues[Cue.ALARM]) == (signals.keep, signals.discard, signals.alarm)
    assert cues[Cue.ALARM] >= 3


def test_a_misread_card_is_found_out(tmp_path: Path) -> None:
    def one_wrong(number: int, laid: Laid, centre_px: tuple[float, float]) -> Sighting:
        sighting = truly_card(number, laid, centre_px)
        return replace(sighting, thing=replace(sighting.thing, name="1")) if number == 3 else sighting

    game = rehearsal(tmp_path, truly, sorting="camera", card=one_wrong, seed=4)
    until(game, "symbol")
    (wrong,) = game.verdict().wrong
    assert wrong[1:] == ((), ("1",))


def test_a_card_that_is_never_read_is_sorted_by_hand_in_the_end(tmp_path: Path) -> None:
    def blind(number: int, laid: Laid, centre_px: tuple[float, float]) -> Sighting:
        sighting = truly_card(number, laid, centre_px)
        keep = laid.thing.name != lost
        return sighting if keep else replace(sighting, thing=replace(sighting.thing, name=""), confidence=0.5)

    game = rehearsal(tmp_path, truly, sorting="camera", card=blind, seed=4)
    lost = ""
    until(game, "first-sort")
    colour, window = (game.session.page(None).state[name] for name in ("colour", "window"))
    card = next(card for card in deck().cards if card.windows[window - 1].colour.value == colour)
    lost = str(card.ident)
    until(game, "symbol")
    assert type(game.session.match.actions[-1]).__name__ == "SortedByHand"
    assert game.session.match.states[-2].kept == 29  # type: ignore[attr-defined]
    assert game.verdict().wrong == ()
