"""A table's side: publishes what everyone may see as soon as it changes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from secrets import token_hex

from companion.club import home_assistant
from companion.club.link import TRIED_AGAIN, Link, Subscription
from companion.club.public_table import PublicTable, parse, public_table
from companion.club.topics import GONE, HERE, online_topic, state_topic, table_id
from companion.core.clock import Clock
from companion.core.going_on import Attempts
from companion.core.text import Language, Text
from companion.table.session import Session
from companion.table.troubles import BROKER, BROKER_STUMBLES

POLL_S = 0.5
"""Most seconds until a closing table is noticed."""


class Publisher:
    """Publishes one table to one broker. A broker that is away never delays the game.

    Args:
        session: the table's session.
        link: an unopened connection to the broker.
        clock: its wall time goes into what is published.
        table: the table's name, as people say it.
        address: URL of the table's page.
        language: language of the names that Home Assistant shows.
        trouble: called with one sentence when the broker cannot be reached (once until it is reached again), and when
            another table has the same name (once).

    Raises:
        Unreadable: the name has no Latin letter or digit.
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
        self._published: PublicTable | None = None
        self._publishing = threading.Lock()
        """Held while publishing, so that the newest state is published last. Of the link's callbacks only
        `_on_connected` takes it."""
        self._up = self._away = self._echoed = self._shared = False

    def run(self, stop: threading.Event) -> None:
        """Publish every change until `stop` is set, then publish that the table is offline, and close the link."""
        revision = self._session.revision
        changes = Attempts("club", self._clock, partial(self._session.stand, BROKER), BROKER_STUMBLES)
        self.open()
        try:
            while not stop.is_set():
                now = self._session.wait(revision, POLL_S)
                with changes.one():
                    if now > revision:
                        self.publish_state()
                    revision = now
        finally:
            self._link.publish(*self._will)
            self._link.close()

    def open(self) -> None:
        """Connect; the present state is published as soon as the broker is reached."""
        self.publish_state()
        self._link.open(
            Subscription(self._will, (state_topic(self._id),), self._on_message, self._on_connected, self._on_lost)
        )

    def publish_state(self) -> None:
        """Publish the present state, unless it is the one that was published last."""
        page = self._session.page(None)
        with self._publishing:
            state = public_table(
                page, run=self._run, table=self._table, address=self._address, at_s=self._clock.wall_s()
            )
            if (
                self._published is not None
                and state.model_copy(update={"at_s": self._published.at_s}) == self._published
            ):
                return
            self._published = state
            if self._up:
                self._link.publish(state_topic(self._id), state.to_json())

    def _on_connected(self) -> None:
        with self._publishing:
            self._away = self._echoed = False
            for topic, payload in home_assistant.discovery_messages(self._id, self._table, self._language).items():
                self._link.publish(topic, payload)
            self._link.publish(online_topic(self._id), HERE)
            if self._published is not None:
                self._link.publish(state_topic(self._id), self._published.to_json())
            self._up = True

    def _on_lost(self, why: Text) -> None:
        known, self._away, self._up = self._away, True, False
        if not known:
            self._trouble(why + TRIED_AGAIN)

    def _on_message(self, topic: str, payload: bytes) -> None:
        """Watch this table's own topic: once our own state came back, a state of another run is another table's."""
        said = parse(payload)
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
