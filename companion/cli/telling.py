"""What the commands that run a table share when the table tells a broker of itself."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.club.brokers import open_link
from companion.club.link import Link
from companion.club.publisher import Publisher
from companion.club.results import MatchResult
from companion.club.topics import table_id
from companion.core.clock import SystemClock
from companion.core.errors import Unreadable
from companion.core.names import checked_name
from companion.core.text import Text
from companion.settings import language
from companion.table.session import Session


def link_for(broker: str | None, called: str, authority: Path | None = None) -> Link | None:
    """The way to the broker, checked and not open yet; None where none is asked for. authority: see `MqttLink`.

    Raises:
        Unreadable: the table has no name, or the address or the name makes no sense.
    """
    if broker is None:
        return None
    link = open_link(broker, authority)
    if not called:
        raise Unreadable("club.no-name", NO_NAME)
    table_id(checked_name(called))
    return link


@contextmanager
def telling(
    session: Session,
    link: Link | None,
    called: str,
    address: Callable[[], str],
    results: Callable[[], tuple[MatchResult, ...]] | None = None,
    buzz: Callable[[], None] | None = None,
) -> Iterator[None]:
    """While this lasts the broker is told of the table, if there is a link; trouble goes to standard error. The other
    arguments are those of `Publisher`."""
    if link is None:
        yield
        return
    stop, to = threading.Event(), language()

    def trouble(why: Text) -> None:
        print(why.to(to), file=sys.stderr)

    publisher = Publisher(
        session, link, SystemClock(), table=called, address=address, language=to, trouble=trouble,
        results=results, buzz=buzz,
    )  # fmt: skip
    thread = threading.Thread(target=publisher.run, args=(stop,), name="club")
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


NO_NAME = Text(
    fr="Comment s'appelle cette table ? Donnez-lui un nom : « table » dans les réglages, ou --table NOM.",
    en="What is this table called? Give it a name: “table” in the settings, or --table NAME.",
)
