"""Under which names tables tell of themselves. docs/club.md is this page for people."""

from __future__ import annotations

import re
import unicodedata

from companion.core.errors import Unreadable
from companion.core.text import Text

ROOT = "table-companion"
STATE, ONLINE = "state", "online"
HERE, GONE = b"online", b"offline"
"""What is said under `ONLINE`; Home Assistant knows these words by itself."""
ALL = (f"{ROOT}/+/{STATE}", f"{ROOT}/+/{ONLINE}")
"""What all tables say."""


def table_id(name: str) -> str:
    """A table's name as a step of a topic: "Fenêtre, table 4" is "fenetre-table-4".

    Raises:
        Unreadable: the name has neither letter nor digit of the Latin alphabet.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    step = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if not step:
        raise Unreadable("club.table-name", NO_NAME.filled(name=name))
    return step


def state_topic(table: str) -> str:
    return f"{ROOT}/{table}/{STATE}"


def online_topic(table: str) -> str:
    return f"{ROOT}/{table}/{ONLINE}"


def parts(topic: str) -> tuple[str, str] | None:
    """Table and kind (`STATE` or `ONLINE`) of a topic; None for any other topic."""
    root, _, rest = topic.partition("/")
    table, _, kind = rest.partition("/")
    return (table, kind) if root == ROOT and table and kind in (STATE, ONLINE) else None


def matches(wanted: str, topic: str) -> bool:
    """Whether a topic is among those wanted, of which `+` stands for any one step."""
    steps, own = wanted.split("/"), topic.split("/")
    return len(steps) == len(own) and all(step in ("+", each) for step, each in zip(steps, own, strict=True))


NO_NAME = Text(
    fr="La table ne peut pas s'appeler « {name} » ; donnez-lui un nom avec des lettres ou des chiffres.",
    en="The table cannot be called “{name}”; give it a name with letters or digits.",
)
