"""The refusals. Each says what is refused, where, by which clause, and what to do.

* `Unreadable`: the input has no meaning here (a broken picture, an action of another game).
* `Illegal`: the rules forbid it.
* `Ambiguous`: it has several meanings, and somebody must choose.
* `NotSaved`: it could not be written down, so it did not happen.
"""

from __future__ import annotations

from companion.core.text import Text


class Refusal(Exception):  # noqa: N818 - a refusal is the table's word; it is not a programming error
    """A "no" that a person can act on.

    Args:
        code: a stable name for programs and tests ("kaplan.place-taken").
        what: one sentence in every language: what is refused, where, and what to do.
        clause: the numbered clause of the game's RULES.md, or "" where no rule is concerned.
    """

    def __init__(self, code: str, what: Text, clause: str = "") -> None:
        super().__init__(f"{what.en} [{code}{', clause ' + clause if clause else ''}]")
        self.code = code
        self.what = what
        self.clause = clause


class Unreadable(Refusal):
    """It cannot be understood; nothing was changed."""


class Illegal(Refusal):
    """The rules forbid it; the state stays as it was."""


class Ambiguous(Refusal):
    """Several readings are possible; nothing was changed until somebody chooses."""


class NotSaved(Refusal):
    """The disk did not take it; nothing was changed, and it can be tried again."""


class Unfit(ValueError):  # noqa: N818 - as `Refusal`
    """A value of the settings that its type admits and that makes no sense; `allowed` completes "it must be"."""

    def __init__(self, allowed: Text) -> None:
        super().__init__(allowed.en)
        self.allowed = allowed
