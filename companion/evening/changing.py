"""The settings of a table that runs: changed on the host's page or in their file, taken in while a match goes on."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import RLock, Timer
from typing import Any, Protocol

from companion.camera.kept import KeptFrames
from companion.camera.source import FrameSource
from companion.core.clock import Clock
from companion.core.errors import Refusal
from companion.core.text import Language, Text
from companion.hardware.cues import TableDevice
from companion.hardware.exchangeable import ExchangeableDevice
from companion.settings import Settings
from companion.settings_file import SettingsFile
from companion.web.addresses import Addresses, names_of_table

log = logging.getLogger(__name__)

FROM_PAGE = ("language", "camera", "names", "hardware", "broker", "table")
"""What the host's page changes."""
AT_ONCE = frozenset({*FROM_PAGE, "pins", "address", "broker_ca", "results", "buzzer_test"})
"""What a table that runs takes in; all other keys count from its next start."""
TOLD = frozenset({"broker", "broker_ca", "table", "results", "buzzer_test"})
"""Settings of what is published, and to which broker: after a change of one the table connects to the broker anew."""
OF_DEVICE = frozenset({"hardware", "pins"})
"""What the buttons and lights are opened with."""
UNITS_PROCESS = "SYSTEMD_EXEC_PID"
"""systemd sets this variable to the id of the very process that it starts for a unit, and its children inherit it: what
is started by hand in a desktop's session of systemd's finds another's id there."""
ANSWERED_S = 0.5
"""Seconds from the host's tap to the end of the program: the phone gets its answer first."""


@dataclass(frozen=True, slots=True)
class Opens:
    """What opens the parts of a table that can be exchanged.

    Attributes:
        camera: checks a camera's address, and returns what opens it. Raises `Refusal`.
        device: opens the buttons, lights and buzzers that settings name. Raises `Refusal`.
        check_link: checks the broker's address, the table's name and the authority's file. Raises `Refusal`.
    """

    camera: Callable[[str, Clock], Callable[[], FrameSource]]
    device: Callable[[Settings, Clock], TableDevice]
    check_link: Callable[[str | None, str, Path | None], object]


class Takes(Protocol):
    """The evening, as whoever changes its settings knows it."""

    def takes(self, names: tuple[str, ...], language: Language) -> None:
        """Answer at these names, in this language where a phone has chosen none."""

    def look_anew(self, *, camera: bool) -> None:
        """Watch the table, and tell the broker of it, from the beginning; the match stays. camera: it is another."""

    def tell(self, deed: Text) -> None:
        """Say on every page what was done."""


class LiveSettings:
    """The settings as a table runs with them. Shared by threads.

    Args:
        file: where they stand.
        used: as the table was started: the file's, with what the command line said otherwise.
        opens, frames, device, addresses: the parts that change with them.
    """

    def __init__(
        self,
        file: SettingsFile,
        used: Settings,
        opens: Opens,
        clock: Clock,
        frames: KeptFrames,
        device: ExchangeableDevice | None,
        addresses: Addresses | None,
    ) -> None:
        self._file, self._opens, self._clock = file, opens, clock
        self._frames, self._device, self._addresses = frames, device, addresses
        self._lock = RLock()
        self._evening: Takes | None = None
        self._filed = self._written = file.read()
        self._used = used
        self.can_restart = os.environ.get(UNITS_PROCESS) == str(os.getpid())  # a unit that ends is started anew

    def belong_to(self, evening: Takes) -> None:
        """What changes is told to this evening from now on."""
        self._evening = evening

    @property
    def now(self) -> Settings:
        """As the table runs with them."""
        return self._used

    @property
    def later(self) -> tuple[str, ...]:
        """The keys that stand otherwise in the file since the start, and count from the next one."""
        return tuple(
            key
            for key in Settings.model_fields
            if key not in AT_ONCE and getattr(self._filed, key) != getattr(self._written, key)
        )

    def change(self, values: Mapping[str, Any]) -> None:
        """Write these keys (None: out of the file) and take them in.

        Raises:
            Refusal: one sentence; then the file and the table are as they were.
        """
        with self._lock:
            draft = self._file.draft({key: values[key] for key in FROM_PAGE if key in values})
            self._take(draft.settings, self._changed(draft.settings) | {*values}, lambda: self._file.write(draft))

    def reload(self) -> None:
        """Take in what changed in the file. Raises `Refusal`; then the table runs on as it did."""
        with self._lock:
            filed = self._file.read()
            self._take(filed, self._changed(filed), lambda: None)

    def restart(self) -> None:
        """Let systemd start the program anew in a moment: it ends as with Ctrl-C, and the match is taken up."""
        if self.can_restart:
            Timer(ANSWERED_S, os.kill, (os.getpid(), signal.SIGTERM)).start()

    def _changed(self, filed: Settings) -> set[str]:
        """Keys that stand otherwise in the file than when it was last looked at."""
        return {key for key in Settings.model_fields if getattr(filed, key) != getattr(self._written, key)}

    def _take(self, filed: Settings, changed: set[str], write: Callable[[], None]) -> None:
        """Open what is new, write, and only then let go of what was."""
        changed &= AT_ONCE
        before, used = self._used, self._used.model_copy(update={key: getattr(filed, key) for key in changed})
        camera, tells = "camera" in changed, not changed.isdisjoint(TOLD)
        if tells:
            self._opens.check_link(used.broker, used.table, used.broker_ca)
        opens_camera = self._opens.camera(used.camera, self._clock) if camera else None
        device = None if changed.isdisjoint(OF_DEVICE) else self._device
        if device is not None:
            device.exchange(partial(self._opens.device, used, self._clock))
        try:
            write()
        except Refusal:
            if device is not None:
                device.exchange(partial(self._opens.device, before, self._clock))
            raise
        self._used, self._written = used, filed
        if opens_camera is not None:
            self._frames.exchange(opens_camera)
        if self._addresses is not None:
            self._addresses.fixed = used.address
        self._tell(changed, camera=camera, anew=camera or tells)

    def _tell(self, changed: set[str], *, camera: bool, anew: bool) -> None:
        log.info("settings: %s", ", ".join(sorted(changed)) or "nothing new")
        if self._evening is None or not changed:
            return
        self._evening.takes(names_of_table(self._used.names, self._used.address), self._used.language)
        if anew:
            self._evening.look_anew(camera=camera)
        words = [WORDS[key] for key in WORDS if key in changed]
        what = words[0]
        for each in words[1:]:
            what = what + SEPARATED + each
        self._evening.tell(CHANGED.filled(what=what))


WORDS = {
    "language": Text(fr="la langue", en="the language"),
    "camera": Text(fr="la caméra", en="the camera"),
    "names": Text(fr="les noms de la machine", en="the machine's names"),
    "address": Text(fr="l'adresse de la page", en="the page's address"),
    "hardware": Text(fr="les boutons et les lumières", en="buttons and lights"),
    "pins": Text(fr="les broches", en="the pins"),
    "broker": Text(fr="le courtier", en="the broker"),
    "broker_ca": Text(fr="l'autorité qui répond du courtier", en="the authority that vouches for the broker"),
    "table": Text(fr="le nom de la table", en="the table's name"),
    "results": Text(fr="ce qui est dit des résultats", en="what is told of results"),
    "buzzer_test": Text(fr="l'essai du buzzer", en="the buzzer's test"),
}
"""What changed, for everyone at the table."""
SEPARATED = Text(fr=", ", en=", ")
CHANGED = Text(fr="Réglages changés : {what}.", en="Settings changed: {what}.")
