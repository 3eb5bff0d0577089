"""The MQTT topics of tables. docs/club.md describes them for users."""

from __future__ import annotations

import re
import unicodedata

from companion.core.errors import Unreadable
from companion.core.text import Text

ROOT = "table-companion"
"""First level of all topics."""
STATE, ONLINE, RESULTS = "state", "online", "results"
"""Last level of a table's topics: its public state, whether its program runs, and the results of its last matches."""
BUZZER = "buzzer"
"""Last level of the one topic that a table listens to: whoever sends `PRESS` there hears which table it is."""
PRESS = b"PRESS"
"""Home Assistant's default payload of a button."""
KINDS = (STATE, ONLINE, RESULTS)
"""What a table keeps at a broker."""
TABLE_ID = re.compile(r"[a-z0-9-]{1,80}")
"""What `table_id` makes of a name, which has 40 letters at most: one letter can become two."""
HERE, GONE = b"online", b"offline"
"""The payloads under `ONLINE`: Home Assistant's defaults for availability."""
ALL = tuple(f"{ROOT}/+/{kind}" for kind in KINDS)
"""Topic filters that match the topics of all tables."""


def table_id(name: str) -> str:
    """A table's name as a level of a topic: "Fenêtre, table 4" becomes "fenetre-table-4".

    Raises:
        Unreadable: the name has neither letter nor digit of the Latin alphabet.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    step = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if not step:
        raise Unreadable("club.table-name", NO_NAME.filled(name=name))
    return step


def state_topic(table: str) -> str:
    """The topic of a table's state, by the table's id: "table-companion/fenetre/state"."""
    return f"{ROOT}/{table}/{STATE}"


def online_topic(table: str) -> str:
    """The topic that says whether a table's program runs, by the table's id."""
    return f"{ROOT}/{table}/{ONLINE}"


def results_topic(table: str) -> str:
    """The topic of the results of a table's last matches, by the table's id."""
    return f"{ROOT}/{table}/{RESULTS}"


def buzzer_topic(table: str) -> str:
    """The topic on which a table is asked to sound its buzzer, by the table's id."""
    return f"{ROOT}/{table}/{BUZZER}"


def parse_topic(topic: str) -> tuple[str, str] | None:
    """Table id and kind (`STATE`, `ONLINE` or `RESULTS`) of a topic; None for any other topic."""
    root, _, rest = topic.partition("/")
    table, _, kind = rest.partition("/")
    return (table, kind) if root == ROOT and TABLE_ID.fullmatch(table) and kind in KINDS else None


def matches(wanted: str, topic: str) -> bool:
    """Whether a topic matches the filter `wanted`, in which `+` stands for any one level."""
    steps, own = wanted.split("/"), topic.split("/")
    return len(steps) == len(own) and all(step in ("+", each) for step, each in zip(steps, own, strict=True))


NO_NAME = Text(
    fr="La table ne peut pas s'appeler « {name} » ; donnez-lui un nom avec des lettres ou des chiffres.",
    en="The table cannot be called “{name}”; give it a name with letters or digits.",
)
