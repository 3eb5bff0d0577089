"""What an action may be corrected to: every letter that may have come up, and two equal letters told apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.capabilities.corrections import Worded
from companion.core.game import Action
from companion.core.text import Text
from companion.games.kaleidoscope.actions import CapitalSeen, CapitalTold, LetterSeen, LetterTold, Move
from companion.games.kaleidoscope.names import column_name, letter_name
from companion.games.kaleidoscope.phrases import label
from companion.games.kaleidoscope.position import Position

_LETTERS = (CapitalSeen, CapitalTold, LetterSeen, LetterTold)


def may_become(then: Position, now: Position, done: Action, legal: tuple[Action, ...]) -> tuple[Worded, ...]:
    """What `done` may be corrected to: another letter by its name alone, a letter that is moved with its column."""
    every = (action for example in legal for action in _with_every_letter(then, done, example))
    return tuple((_said(then, done, action), action) for action in every if action != done)


def _with_every_letter(then: Position, done: Action, example: Action) -> Iterator[Action]:
    if not isinstance(example, CapitalTold | LetterTold):
        yield example
    elif example.seat == getattr(done, "seat", example.seat):
        letters = then.unseen_capitals() if isinstance(example, CapitalTold) else sorted(then.unseen_small())
        yield from (replace(example, letter=letter) for letter in letters)


def _said(then: Position, done: Action, action: Action) -> Text:
    if isinstance(action, _LETTERS) and type(action) is type(done):
        return letter_name(action.letter)
    if not isinstance(action, Move):
        return label(then, action)
    said = Text(fr="{what}, depuis la {column}", en="{what}, from {column}")
    return said.filled(what=label(then, action), column=column_name(action.column))
