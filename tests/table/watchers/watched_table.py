"""A match whose cards the simulated camera watches: what people do there, and what the referee makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.game import Game
from companion.hardware.cues import RecordingCues
from companion.simulator.source import open_source
from companion.simulator.world import World
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.wiring import WATCHERS, referee_for


class WatchedTable:
    """The camera's address names no frame rate: it is `fps`. Leave it as a context, which closes it."""

    def __init__(self, game: Game, folder: Path, names: Sequence[str], options: Any, camera: str, fps: int) -> None:
        self._fps = fps
        self.clock = clock = ManualClock()
        self.journal = Journal(folder / "journal.sqlite", clock)
        self.session = open_session(self.journal, RecordingCues(), game, len(names), options, tuple(names))
        self.world = World(game.art)
        self.source = open_source(SourceUrl.parse(f"{camera}&fps={fps}"), clock, self.world)
        self.start_anew()

    def start_anew(self) -> None:
        """Watch as a program does that has just been started: it knows the match, and has seen nothing."""
        kinds = [kind for kind in WATCHERS if kind.name in ("placed cards", "reveal")]
        self.referee = referee_for(self.source, self.session, self.clock, kinds)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.source.close()
        self.journal.close()

    def frames(self, seconds: float) -> None:
        """Let the referee watch for so long."""
        for _ in range(round(seconds * self._fps)):
            self.referee.step()

    def clear(self, name: str) -> None:
        """Take away what lies there under that name."""
        for laid in self.world.snapshot().things:
            if laid.thing.name == name:
                self.world.remove(laid.ident)
