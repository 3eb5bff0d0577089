"""What the matches of an evening share, and one match while it is at the table."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Protocol

from flask import Flask

from companion.camera.kept import KeptFrames
from companion.camera.source import FrameSource
from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import Clock
from companion.core.text import Language, Text
from companion.evening.changing import LiveSettings
from companion.hardware.cues import TableDevice
from companion.table.aiming import Aiming
from companion.table.journal import Journal
from companion.table.partner_turns import Partner
from companion.table.referee import Referee
from companion.table.session import Session
from companion.table.troubles import CAMERA
from companion.web import HostCode, LookingBack, Manner, Phones, create_app, hears_buttons
from companion.web.addresses import Addresses
from companion.web.doctor import Examine
from companion.web.keeping import BackUp
from companion.web.room import PartOfEvening, scene_of
from companion.web.simulated import SimulatedTable


class Watches(Protocol):
    """Whoever watches the table of one match."""

    def run(self, stop: threading.Event, beat: Callable[[], None]) -> None:
        """Watch until `stop` is set; `beat` is called each time the loop goes round. Raises `SourceEnded` and
        `SourceFailed`: the camera gives no more pictures."""


class LaidTable(Protocol):
    """A simulated table that was laid for one match, with simulated people at it."""

    touched: SimulatedTable
    """What the page `/table` pushes about."""

    def watched(self, watch: Callable[[FrameSource, Session, Clock], Referee]) -> Watches:
        """Let `watch` look at it, and its people act while it does."""


class LaysTables(Protocol):
    """What lays a simulated table for each match of an evening."""

    frames: KeptFrames
    """The camera over whichever table lies there, open."""

    def lay(self, session: Session, held: Callable[[], Collection[int]]) -> LaidTable:
        """Lay one under the evening's camera. held: the seats that real people hold."""

    def clear(self) -> None:
        """Leave nothing on the table: there is no match."""


@dataclass(frozen=True)
class Setting:
    """What all matches of an evening share.

    Attributes:
        source: the camera, open.
        journal: open.
        device: the table's buttons, lights and buzzers, open.
        data: the folder of the journal.
        watch: makes whoever watches the table for a session.
        manner: who becomes host, and what seats may do.
        names: by which phones may call this machine beside its own.
        addresses: where phones find the page; None takes those of this machine's networks.
        camera: one sentence on the camera, for the lobby.
        aiming: looks through the camera for whoever hangs it up; None: nobody does.
        examine, back_up: what the host's pages offer beside; None: they do not.
        settings: what the host's page changes while the table runs; None: nothing.
        language: of phones that have chosen none.
        tables: lays a simulated table for each match; None: the table is real.
    """

    source: FrameSource
    journal: Journal
    device: TableDevice
    data: Path
    clock: Clock
    watch: Callable[[FrameSource, Session, Clock], Referee]
    manner: Manner = "home"
    names: tuple[str, ...] = ()
    addresses: Addresses | None = None
    camera: Callable[[], Text | None] = lambda: None
    examine: Examine | None = None
    back_up: BackUp | None = None
    aiming: Aiming | None = None
    settings: LiveSettings | None = None
    language: Language = "fr"
    tables: LaysTables | None = None

    def lay(self, session: Session, phones: Phones) -> LaidTable | None:
        """The simulated table of a match; None where the table is real."""
        return None if self.tables is None else self.tables.lay(session, lambda: phones.taken)

    def pages(
        self,
        session: Session,
        phones: Phones,
        laid: LaidTable | None,
        evening: PartOfEvening,
        looking_back: LookingBack,
        code: HostCode | None,
    ) -> Flask:
        """The pages of a match."""
        return create_app(
            session, phones=phones, simulated=None if laid is None else laid.touched, manner=self.manner,
            clock=self.clock, code=code, evening=evening, examine=self.examine, back_up=self.back_up,
            looking_back=looking_back, aiming=self.aiming, settings=self.settings,
        )  # fmt: skip


@dataclass
class RunningMatch:
    """A match at the table. `stop` is set when something else takes its place."""

    setting: Setting
    session: Session
    phones: Phones
    app: Flask
    partner: Partner
    laid: LaidTable | None = None
    stop: threading.Event = field(default_factory=threading.Event)

    @cached_property
    def referee(self) -> Watches:
        """Whoever watches; made when first asked for, which takes seconds in which phones are served already."""
        if self.laid is not None:
            return self.laid.watched(self.setting.watch)
        return self.setting.watch(self.setting.source, self.session, self.setting.clock)

    def anew(self, *, camera: bool) -> RunningMatch:
        """The same match, watched from the beginning; this one's followers stop. camera: the camera is another one."""
        self.session.withdraw_questions()
        if camera:
            self.session.stand(CAMERA, None)
            self.session.pictures.find_table_again()
        self.stop.set()
        return replace(self, stop=threading.Event())

    @property
    def scene(self) -> str:
        """What its pages belong to."""
        return scene_of(self.session)

    @cached_property
    def hears(self) -> Callable[[ButtonPress], None]:
        """What is told each press of a button."""
        return hears_buttons(self.app)
