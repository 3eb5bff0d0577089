"""A table's side: whatever everyone may see there is told to the broker as soon as it changes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from secrets import token_hex

from companion.club import home_assistant
from companion.club.link import TRIED_AGAIN, Link, Listening
from companion.club.shown import TableShown, read, shown
from companion.club.topics import GONE, HERE, online_topic, state_topic, table_id
from companion.core.clock import Clock
from companion.core.text import Language, Text
from companion.table.session import Session

LOOK_S = 0.5
"""How soon it is noticed that the table closes."""


class Publisher:
    """Tells one broker of one table. A broker that is away never holds up the game.

    Args:
        table: its name, as people say it.
        address: of its page.
        language: of the words that Home Assistant shows.
        trouble: told one sentence when the broker is not reached, once until it is, or when another table has the
            same name, once.

    Raises:
        Unreadable: the name is none.
    """

    def __init__(
        self, session: Session, link: Link, clock: Clock, *, table: str, address: str, language: Language,
        trouble: Callable[[Text], None],
    ) -> None:  # fmt: skip
        self._session, self._link, self._clock = session, link, clock
        self._table, self._id = table, table_id(table)
        self._address, self._language, self._trouble = address, language, trouble
        self._run = token_hex(4)
        self._will = online_topic(self._id), GONE
        self._told: TableShown | None = None
        self._saying = threading.Lock()
        """Held while something is said: what stays at the broker is what was said last. Nothing that the link tells of
        waits for it but `_reached`."""
        self._up = self._away = self._echoed = self._shared = False

    def run(self, stop: threading.Event) -> None:
        """Tell until `stop` is set, and then that the table has closed."""
        revision = self._session.revision
        self.open()
        try:
            while not stop.is_set():
                now = self._session.wait(revision, LOOK_S)
                if now > revision:
                    self.tell()
                revision = now
        finally:
            self._link.say(*self._will)
            self._link.close()

    def open(self) -> None:
        """Tell what the table shows now, as soon as the broker is reached."""
        self.tell()
        self._link.open(Listening(self._will, (state_topic(self._id),), self._heard, self._reached, self._lost))

    def tell(self) -> None:
        """Say what the table shows now, unless that was said."""
        page = self._session.page(None)
        with self._saying:
            told = shown(page, run=self._run, table=self._table, address=self._address, at_s=self._clock.wall_s())
            if self._told is not None and told.model_copy(update={"at_s": self._told.at_s}) == self._told:
                return
            self._told = told
            if self._up:
                self._link.say(state_topic(self._id), told.to_json())

    def _reached(self) -> None:
        with self._saying:
            self._away = self._echoed = False
            for topic, payload in home_assistant.found(self._id, self._table, self._language).items():
                self._link.say(topic, payload)
            self._link.say(online_topic(self._id), HERE)
            if self._told is not None:
                self._link.say(state_topic(self._id), self._told.to_json())
            self._up = True

    def _lost(self, why: Text) -> None:
        known, self._away, self._up = self._away, True, False
        if not known:
            self._trouble(why + TRIED_AGAIN)

    def _heard(self, topic: str, payload: bytes) -> None:
        """What stayed there from before is replaced; who speaks there after this table is another one."""
        said = read(payload)
        if said is None:
            return
        if said.run == self._run:
            self._echoed = True
        elif self._echoed and not self._shared:
            self._shared = True
            self._trouble(SAME_NAME.filled(name=self._table))


SAME_NAME = Text(
    fr="Une autre table s'appelle aussi « {name} » ; donnez à l'une des deux un autre nom avec --table.",
    en="Another table is called “{name}”, too; give one of both another name with --table.",
)
