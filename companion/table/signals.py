"""What is heard: the cues for what a game calls out, and what the sorting station said, counted for the pages."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.capabilities.calls import Call
from companion.core.capabilities.sorting_station import Mark
from companion.hardware.cues import Cue

CUES = {Mark.KEEP: Cue.KEEP, Mark.DISCARD: Cue.DISCARD, Mark.ALARM: Cue.ALARM, Mark.UNSURE: Cue.ASK}

CALLS = {Call.REVEAL: Cue.REVEAL, Call.FOUL: Cue.FOUL}


@dataclass(frozen=True, slots=True)
class Signals:
    """How often each mark was given since this session began, and the one given last."""

    keep: int = 0
    discard: int = 0
    alarm: int = 0
    last: Mark | None = None

    def given(self, mark: Mark) -> Signals:
        """With one more; what is unsure is asked, not signalled."""
        if mark is Mark.UNSURE:
            return self
        count: int = getattr(self, mark.value)
        return replace(self, **{mark.value: count + 1}, last=mark)
