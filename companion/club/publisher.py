"""A table's side: publishes what everyone may see as soon as it changes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from secrets import token_hex

from companion.club import home_assistant
from companion.club.link import TRIED_AGAIN, Link, Subscription
from companion.club.public_table import PublicTable, parse, public_table
from companion.club.results import MatchResult, Results
from companion.club.topics import GONE, HERE, PRESS, buzzer_topic, online_topic, results_topic, state_topic, table_id
from companion.core.clock import Clock
from companion.core.going_on import Attempts
from companion.core.text import Language, Text
from companion.table.session import Session
from companion.table.troubles import BROKER, BROKER_STUMBLES

POLL_S = 0.5
"""Most seconds until a closing table, and another address of it, are noticed."""
BUZZES_S = 10.0
"""Between two tests of the buzzer: whoever reaches the broker may ask for one, and people are to play in peace."""


class Publisher:
    """Publishes one table to one broker. A broker that is away never delays the game.

    Args:
        session: the table's session.
        link: an unopened connection to the broker.
        clock: its wall time goes into what is published.
        table: the table's name, as people say it.
        address: gives the URL of the table's page, which changes with the network.
        language: language of the names that Home Assistant shows.
        trouble: called with one sentence when the broker cannot be reached (once until it is reached again), and when
            another table has the same name (once).
        results: gives what is told of the table's last matches; None: nothing is, and what was told is taken back.
        buzz: sounds the buzzer when somebody asks for it through the broker; None: nobody can.

    Raises:
        Unreadable: the name has no Latin letter or digit.
    """

    def __init__(
        self, session: Session, link: Link, clock: Clock, *, table: str, address: Callable[[], str],
        language: Language, trouble: Callable[[Text], None],
        results: Callable[[], tuple[MatchResult, ...]] | None = None, buzz: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        self._session, self._link, self._clock = session, link, clock
        self._table, self._id = table, table_id(table)
        self._address, self._language, self._trouble = address, language, trouble
        self._results, self._buzz, self._buzzed_s = results, buzz, -BUZZES_S
        self._told_end: tuple[float, ...] | None = None
        self._told_results = b""
        self._run = token_hex(4)
        self._will = online_topic(self._id), GONE
        self._published: PublicTable | None = None
        self._publishing = threading.Lock()
        """Held while publishing, so that the newest state is published last. Of the link's callbacks only
        `_on_connected` takes it."""
        self._up = self._away = self._echoed = self._shared = False

    def run(self, stop: threading.Event) -> None:
        """Publish every change until `stop` is set, then publish that the table is offline, and close the link."""
        revision, address = self._session.revision, self._address()
        changes = Attempts("club", self._clock, partial(self._session.stand, BROKER), BROKER_STUMBLES)
        self.open()
        try:
            with changes.one():
                self.publish_results()
            while not stop.is_set():
                now = self._session.wait(revision, POLL_S)
                with changes.one():
                    if now > revision or self._address() != address:
                        self.publish_state()
                        self.publish_results()
                    revision, address = now, self._address()
        finally:
            self._link.publish(*self._will)
            self._link.close()

    def open(self) -> None:
        """Connect; the present state is published as soon as the broker is reached."""
        self.publish_state()
        commands = () if self._buzz is None else (buzzer_topic(self._id),)
        self._link.open(
            Subscription(
                self._will, (state_topic(self._id),), self._on_message, self._on_connected, self._on_lost,
                commands, self._on_command,
            )
        )  # fmt: skip

    def publish_state(self) -> None:
        """Publish the present state, unless it is the one that was published last."""
        page = self._session.page(None)
        with self._publishing:
            state = public_table(
                page, run=self._run, table=self._table, address=self._address(), at_s=self._clock.wall_s()
            )
            if (
                self._published is not None
                and state.model_copy(update={"at_s": self._published.at_s}) == self._published
            ):
                return
            self._published = state
            if self._up:
                self._link.publish(state_topic(self._id), state.to_json())

    def publish_results(self) -> None:
        """Publish the results, where they are to be told, unless this match stands as when they were published last:
        it has ended since, goes on after all, or ended otherwise."""
        scores = self._session.match.state.scores
        if self._results is None or (self._told_results and scores == self._told_end):
            return
        told = Results(table=self._table, matches=self._results()).to_json()  # matches may be played again for it
        with self._publishing:
            self._told_end, self._told_results = scores, told
            if self._up:
                self._link.publish(results_topic(self._id), told)

    def _on_command(self, topic: str, payload: bytes) -> None:
        """Sound the buzzer, unless it was sounded just now."""
        now_s = self._clock.now_s()
        if self._buzz is not None and payload == PRESS and now_s - self._buzzed_s >= BUZZES_S:
            self._buzzed_s = now_s
            self._buzz()

    def _on_connected(self) -> None:
        """Publish everything again, first what the café's page shows."""
        with self._publishing:
            self._away = self._echoed = False
            self._link.publish(online_topic(self._id), HERE)
            if self._published is not None:
                self._link.publish(state_topic(self._id), self._published.to_json())
            if self._results is None or self._told_results:
                self._link.publish(results_topic(self._id), self._told_results)
            found = home_assistant.discovery_messages(
                self._id, self._table, self._language, seats=len(self._session.names), buzzer=self._buzz is not None
            )
            for topic in home_assistant.discovery_topics(self._id):
                self._link.publish(topic, found.get(topic, b""))  # nothing takes away what an earlier match had
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
    en="Another table is called “{name}”, too; give one of the two another name with --table.",
)
