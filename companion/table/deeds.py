"""What somebody did to the match beside playing, said to everyone: an undo, a correction, a typed reading, a seat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.text import Text

SHOWN_ACTIONS = 3
"""Actions that a deed outlives on the pages: what a camera reads at once after an undo must not wipe it away unread."""
MOST_SHOWN = 3
"""Deeds that are shown at a time: more would push the game off a phone's screen."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One sentence that says who did what.

    Attributes:
        words: the sentence.
        left: how many more actions it is shown for.
    """

    words: Text
    left: int = SHOWN_ACTIONS


Deeds = tuple[Deed, ...]
"""What is shown, the latest last."""


def and_done(deeds: Deeds, words: Text) -> Deeds:
    """`deeds` with one more; the oldest make room for it."""
    return (*deeds, Deed(words))[-MOST_SHOWN:]


def after_action(deeds: Deeds) -> Deeds:
    """What is left of `deeds` once another action was played."""
    return tuple(replace(each, left=each.left - 1) for each in deeds if each.left > 1)
