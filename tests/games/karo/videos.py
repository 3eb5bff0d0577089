"""`python -m tests.games.karo.videos --first N --games 50`: whole games on film, followed to the end.

Simulated people play under a simulated camera, with another box of pieces, table, lamp and lens in every film. They
push the board and single tiles, leave a hand over them, switch lamps, stand in the light, and do what no rule allows
before they put it right. A film is followed when every turn is in the record as it was played, and none had to be told
by hand.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import cv2

from companion import catalog
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.mat import TABLE_MAT
from companion.hardware.cues import RecordingCues
from companion.perception.boards.reader import BoardReader
from companion.rehearsal.board import BoardPlayer, Mishaps
from companion.rehearsal.people import People
from companion.rehearsal.rehearsal import Rehearsal
from companion.rehearsing import boxed
from companion.simulator.source import open_source
from companion.simulator.world import World
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.referee import Referee
from companion.table.watchers.board.watcher import BoardWatcher
from tests.table.watchers.board_table import BARE

RULES = ("four-circles", "movers-hoppers", "clear-out")
MISHAPS = Mishaps(push=0.15, tile_push=0.2, lamp=0.12, hover=0.15, amiss=0.08)
PACE_S = 0.9
"""Between two things that people do: long enough for the table to come to rest."""
MOST_TURNS = 60
"""Turns after which a film is cut, when the next one is seen: until then a chain may go on. Clear Out can last for
hundreds."""
MOST_FRAMES = 9000


@dataclass
class Film:
    """What became of one film.

    Attributes:
        turns: in the record. seen: by the camera; asked: of these, after a question.
        told: turns that people had to tell the page. wrong: records that are not what was done.
        accused: times that people were told that what lies there is against the rules, or not finished.
    """

    seed: int
    rules: str
    turns: int = 0
    seen: int = 0
    asked: int = 0
    told: int = 0
    wrong: list[str] = field(default_factory=list)
    accused: Counter[str] = field(default_factory=Counter)
    ended: bool = False
    took_s: float = 0.0

    @property
    def followed(self) -> bool:
        return self.ended and not self.told and not self.wrong

    def line(self) -> str:
        how = "followed" if self.followed else "LOST"
        return (
            f"{self.seed:4} {self.rules:14} {how:8} {self.turns} turns, {self.seen} seen ({self.asked} asked), "
            f"{self.told} told, {len(self.wrong)} wrong, {sum(self.accused.values())} remarks, {self.took_s:.0f} s"
        )


def camera(seed: int) -> str:
    """Another lens, height and place of the camera for every film."""
    random = Random(f"camera {seed}")
    return (
        f"rendered://?width=800&height=600&fps=6&seed={seed}&tilt_deg={random.uniform(-14, 16):.1f}"
        f"&turn_deg={random.uniform(-25, 25):.1f}&height_mm={random.uniform(500, 620):.0f}"
        f"&aim_x_mm={random.uniform(-20, 20):.0f}&aim_y_mm={random.uniform(-15, 15):.0f}"
        f"&lens={random.uniform(-0.06, 0.02):.3f}&shadow={random.uniform(0.3, 0.9):.2f}"
        f"&light={random.uniform(0.7, 1.1):.2f}&cast={random.uniform(-0.5, 0.6):.2f}"
        f"&blur={random.uniform(0.4, 1.2):.2f}&noise={random.uniform(1.5, 4):.1f}"
    )


def rehearsal(seed: int, rules: str, folder: Path, mishaps: Mishaps = MISHAPS) -> Rehearsal:
    """People, table, camera and eyes of one film."""
    game, clock = catalog.game("karo"), ManualClock()
    journal = Journal(folder / f"{seed}.sqlite", clock)
    options = game.options(rules=rules, first=("white", "red")[seed // 2 % 2])
    session = open_session(journal, RecordingCues(), game, 2, options, ("Ada", "Bob"))
    watcher = BoardWatcher(session, BoardReader())
    world = World(boxed(game, watcher.game, seed), TABLE_MAT if seed % 2 else BARE)
    source = open_source(SourceUrl.parse(camera(seed)), clock, world)
    random = Random(seed)
    people = People(world, session, [BoardPlayer(world, session, random, mishaps)], random, PACE_S)
    return Rehearsal(people, Referee(source, session, [watcher]), session, clock)


def film(seed: int, rules: str, most_turns: int = MOST_TURNS, mishaps: Mishaps = MISHAPS) -> Film:
    """Play, watch and compare one whole game."""
    result, start_s = Film(seed, rules), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        table = rehearsal(seed, rules, Path(folder), mishaps)
        session, last = table.session, None
        for _ in range(MOST_FRAMES):
            if table.over or len(session.match.actions) > most_turns:
                result.ended = True
                break
            table.step()
            notice = session.page(None).notice
            if notice is not None and notice != last:
                result.accused[notice.en] += 1
            last = notice
        (board,) = table.people.players
        assert isinstance(board, BoardPlayer)
        story = session.page(None).story[:most_turns]
        result.turns, result.told = len(story), board.by_phone
        result.seen = sum(line.source.startswith("camera") for line in story)
        result.asked = sum(line.source.startswith("camera,") for line in story)
        wrong = (each for each in table.verdict().wrong if each[0] < most_turns)
        result.wrong = [f"turn {index}: done {true}, seen {seen}" for index, true, seen in wrong]
    result.took_s = time.process_time() - start_s
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--verbose", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    films = []
    for seed in range(asked.first, asked.first + asked.games):
        films.append(film(seed, RULES[seed % len(RULES)]))
        print(films[-1].line(), flush=True)
        if asked.verbose or not films[-1].followed:
            for line in (*films[-1].wrong, *(f"{count} x {what}" for what, count in films[-1].accused.items())):
                print(f"       {line}", flush=True)
    followed = sum(each.followed for each in films)
    turns, seen, asked_about = (sum(getattr(each, name) for each in films) for name in ("turns", "seen", "asked"))
    print(f"{followed} of {len(films)} films followed to the end: {turns} turns, {seen} seen, {asked_about} asked")
    return 0 if followed == len(films) else 1


if __name__ == "__main__":
    sys.exit(main())
