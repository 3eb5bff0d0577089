"""What the eyes or the rules cannot settle, put to the people: one tap answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.text import Text


@dataclass(frozen=True)
class Question:
    """Something to settle.

    Attributes:
        id: its number in this session.
        words: the question.
        choices: the answers, likeliest first.
        crop_jpeg: the piece of the picture that it is about, or None.
        then: called with the chosen answer's index and who answered, outside the session's lock.
    """

    id: int
    words: Text
    choices: tuple[Text, ...]
    crop_jpeg: bytes | None
    then: Callable[[int, str], None]
