"""People and referee moved on together, and what was seen compared with what was truly done."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial

from companion.core.clock import Clock
from companion.core.going_on import Attempts
from companion.core.text import Text
from companion.rehearsal.people import People
from companion.table.referee import Referee
from companion.table.session import Session
from companion.table.troubles import CAMERA, CAMERA_STUMBLES


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far what was seen agrees with what lay there.

    Attributes:
        counts: by each player's words ("{count} throws seen"), the actions that were compared.
        checked: how many of these were turns of the match, and not of its set-up.
        wrong: those that were not what truly lay there: (action's index, true, seen).
        over: the match came to its end.
    """

    counts: Mapping[Text, int]
    checked: int
    wrong: tuple[tuple[int, tuple[str, ...], tuple[str, ...]], ...]
    over: bool

    @property
    def agrees(self) -> bool:
        """Whether a whole match was seen, turns of it too, and nothing wrongly."""
        return self.over and self.checked > 0 and not self.wrong

    @property
    def total(self) -> int:
        """How many actions were compared."""
        return sum(self.counts.values())


@dataclass
class Rehearsal:
    """Moves people and referee on together.

    Attributes:
        clock: the table's time; the camera waits on it for its next frame.
    """

    people: People
    referee: Referee
    session: Session
    clock: Clock

    def step(self) -> None:
        """One camera frame's worth of table time."""
        self.people.step(self.clock.now_s())
        self.referee.step()

    @property
    def over(self) -> bool:
        """Whether the match is over, and people are done with what they do: a chain goes on though it has won."""
        return self.session.match.state.scores is not None and self.people.done

    def run(self, stop: threading.Event, beat: Callable[[], None] = lambda: None, *, to_the_end: bool = False) -> None:
        """Step until `stop` is set or, when `to_the_end`, all is over; then the first thing that goes wrong ends it,
        otherwise that is logged and said, and it goes on.

        Args:
            beat: called before each step, as a sign that the loop goes round.
        """
        frames = Attempts("table", self.clock, partial(self.session.stand, CAMERA), CAMERA_STUMBLES)
        while not stop.is_set() and not (to_the_end and self.over):
            beat()
            with nullcontext() if to_the_end else frames.one():
                self.step()

    def verdict(self) -> Verdict:
        """Compare every action that the camera reported with what its player truly did."""
        match, players = self.session.match, self.people.players
        counts, wrong, checked = {player.counted: 0 for player in players}, [], 0
        for index in range(len(match.actions)):
            evidence = self.session.evidence(index)
            if not evidence:
                continue
            for player in players:
                compared = player.compared(index, evidence)
                if compared is None:
                    continue
                counts[player.counted] += 1
                checked += not player.sets_up
                if compared.seen != compared.true:
                    wrong.append((index, compared.true, compared.seen))
                break
        return Verdict(counts, checked, tuple(wrong), match.state.scores is not None)
