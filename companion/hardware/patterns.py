"""The lights and tones of each cue, the same on every device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.hardware.cues import Cue

Colour = tuple[int, int, int]
"""Red, green, blue, each 0 to 255. A light of one colour is on unless all are 0."""

DARK: Colour = (0, 0, 0)
"""Off."""
GREEN: Colour = (0, 120, 0)
WHITE: Colour = (110, 110, 110)
AMBER: Colour = (150, 70, 0)
RED: Colour = (200, 0, 0)
BLUE: Colour = (0, 0, 160)
GOLD: Colour = (160, 110, 10)
"""All colours are well under full brightness: eight lights at full white draw more current than USB supplies."""


@dataclass(frozen=True, slots=True)
class Step:
    """A colour and a tone for `ms` milliseconds; 0 hertz is silence."""

    ms: int
    colour: Colour = DARK
    hertz: int = 0


@dataclass(frozen=True, slots=True)
class Pattern:
    """One cue.

    Attributes:
        steps: played one after the other.
        turn: the cue says whose turn it is: afterwards the seat's light stays on and all others go out. Without it the
            lights return to what they were.
    """

    steps: tuple[Step, ...]
    turn: bool = False


def _repeated(times: int, *steps: Step) -> tuple[Step, ...]:
    return steps * times


PATTERNS: Mapping[Cue, Pattern] = MappingProxyType(
    {
        Cue.READY: Pattern((Step(90, GREEN, 880),), turn=True),
        Cue.READ: Pattern((Step(60, WHITE, 660), Step(90, WHITE)), turn=True),
        Cue.ASK: Pattern(_repeated(2, Step(120, AMBER, 660), Step(120, AMBER, 880), Step(100))),
        Cue.CARRY_OUT: Pattern((Step(90, BLUE, 523), Step(140, BLUE, 784)), turn=True),
        Cue.REVEAL: Pattern((*_repeated(2, Step(150, WHITE, 440), Step(350)), Step(500, WHITE, 880))),
        Cue.FOUL: Pattern((Step(200, RED, 330), Step(400, RED, 220))),
        Cue.KEEP: Pattern((Step(60, GREEN, 880), Step(120, GREEN, 1320))),
        Cue.DISCARD: Pattern((Step(180, BLUE, 440),)),
        Cue.ALARM: Pattern(_repeated(4, Step(120, RED, 1320), Step(120, DARK, 880))),
        Cue.WON: Pattern(
            (
                Step(150, GOLD, 523),
                Step(150, DARK, 659),
                Step(150, GOLD, 784),
                Step(450, GOLD, 1047),
                *_repeated(3, Step(200), Step(200, GOLD)),
            ),
            turn=True,
        ),
    }
)
