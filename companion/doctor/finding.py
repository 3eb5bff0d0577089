"""What a check finds: one sentence, and whether the thing is well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.text import Text
from companion.doctor.subject import Subject


@dataclass(frozen=True, slots=True)
class Finding:
    """Attributes:
    ok: whether the thing is well; None: it cannot be told here, or there is no such thing.
    say: one sentence: what, where, and what to do about it.
    check: the key of the check that found it.
    """

    ok: bool | None
    say: Text
    check: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """Attributes:
    key: its name for programs and tests ("disk").
    look: looks at one thing; what it raises is a finding too.
    """

    key: str
    look: Callable[[Subject], Finding]


def well(say: Text, **values: object) -> Finding:
    """The thing is as it should be."""
    return Finding(True, say.filled(**values))


def wrong(say: Text, **values: object) -> Finding:
    """Something is to be done; the sentence says what."""
    return Finding(False, say.filled(**values))


def unknown(say: Text, **values: object) -> Finding:
    """It cannot be told here."""
    return Finding(None, say.filled(**values))
