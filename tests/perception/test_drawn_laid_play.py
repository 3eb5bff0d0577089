"""People who take, put back, turn and hide cards at random: no wrong state is reported for any place."""

from __future__ import annotations

from random import Random

import pytest

from companion.simulator.bodies import Side
from tests.perception.laid_table import CAMERA, FPS, KNOWN_S, Table, askew

pytestmark = [pytest.mark.usefixtures("one_thread"), pytest.mark.whole]

SIDES: tuple[Side, ...] = ("north", "east", "south", "west")
FACES = ("2", "5", "12", "24", "33", "41", "42", "60")
"""Those that are turned up: few, as each is drawn when it is seen first."""


class Play:
    """People who take, put back, turn and hide cards, with visible hands or too quickly to be seen."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.random = table, Random(seed)
        self.up: set[str] = set()

    def act(self) -> str:
        """One act, until everything has come to rest; returns the place that was touched."""
        table, random = self.table, self.random
        name = random.choice(list(table.places))
        with_hand = random.random() < 0.35
        if with_hand:
            table.hand(name, random.choice(SIDES))
            table.watch(random.uniform(0.4, 0.6))
        if random.random() < 0.85:
            self._change(name)
        if with_hand:
            table.watch(random.uniform(0.0, 0.3))
            table.world.remove_hand("somebody")
            while not table.world.at_rest:
                table.watch(1 / FPS)
        return name

    def _change(self, name: str) -> None:
        table, random = self.table, self.random
        if name not in table.idents:
            table.lay(name, "back", *askew(random))
        elif random.random() < 0.4:
            table.take(name)
        elif name in self.up:
            table.turn(name, "back")
            self.up.discard(name)
            return
        else:
            table.turn(name, random.choice(FACES))
            self.up.add(name)
            return
        self.up.discard(name)


def played(camera: str, seed: int, acts: int, columns: int = 4, rows: int = 2) -> tuple[Table, int]:
    """A table after the given number of acts, and after how many of them the place that was touched was known in
    time."""
    table = Table(camera, columns, rows)
    table.lay_all(Random(seed))
    table.begin()
    table.watch(2.0)
    play, known = Play(table, seed), 0
    for _ in range(acts):
        name = play.act()
        for _ in range(round(KNOWN_S * FPS)):
            if name in table.watch(1 / FPS):
                break
        known += name in table.now
        table.watch(1 / FPS)
    table.source.close()
    return table, known


@pytest.mark.parametrize(
    "camera", ["&seed=21", "&seed=22&light=0.6&noise=4&tilt_deg=13", "&seed=23&blur=1.1&cast=-0.5&turn_deg=12"]
)
def test_in_random_play_nothing_wrong_is_said(camera: str) -> None:
    table, known = played(CAMERA + camera, seed=int(camera[6:8]), acts=20)
    assert table.wrong == []
    assert table.said > 600
    assert known >= 18
