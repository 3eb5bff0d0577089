"""What a table shows now and its journal does not tell: gone with the program, and made anew by the next look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.core.text import Text
from companion.table.countdown import Countdown
from companion.table.deeds import Deeds
from companion.table.questions import Question
from companion.table.signals import Signals


@dataclass(frozen=True, slots=True)
class Live:
    """Attributes:
    revision: grows with everything that a page could show.
    questions: what is asked of everyone, oldest first.
    notice: one sentence that stands until the next, or until the match goes on.
    deeds: what somebody did to the match beside playing, the latest last.
    hardware: what is wrong with the table's buttons and lights, or None.
    troubles: what else is wrong and lasts, by a name of `troubles`.
    signals: what was said at sorting stations so far.
    camera: how the camera is, in one word of `companion.camera.condition.Condition`.
    countdown: the time of a turn that runs now, or None.
    picture_jpeg: the table as last seen, with what was read drawn on it; None before the first look.
    picture_number: grows with every new picture; 0 before the first.
    """

    revision: int = 0
    questions: tuple[Question, ...] = ()
    notice: Text | None = None
    deeds: Deeds = ()
    hardware: Text | None = None
    troubles: Mapping[str, Text] = field(default_factory=lambda: MappingProxyType({}))
    signals: Signals = field(default_factory=Signals)
    camera: str = "well"
    countdown: Countdown | None = None
    picture_jpeg: bytes | None = None
    picture_number: int = 0
