"""Actions and options as JSON and back: for the journal and the phones."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from pydantic import TypeAdapter, ValidationError

from companion.core.errors import Unreadable
from companion.core.game import Action, Game
from companion.core.text import Text

KIND = "do"
"""The key that names an action's class: {"do": "Throw", "values": [3, 7, 10]}."""


MOST_LETTERS = 16_000
"""Letters of an action as JSON; the longest of our games has some hundreds."""
MOST_LISTS = 500
"""Lists and objects in an action, side by side or in one another: a whole board has fewer."""
MOST_DIGITS = 9
"""Digits of a number in an action."""
MOST_SHOWN = 60
"""Letters of what a phone sent that a sentence repeats."""
_ADAPTERS: dict[type, TypeAdapter[Any]] = {}
"""Made once for each class: making one takes longer than using it."""


def _adapter(kind: type) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def to_json(value: Any) -> dict[str, Any]:
    """The whole value, secrets and all, as plain data. Actions name their class under "do"."""
    data: dict[str, Any] = _adapter(type(value)).dump_python(value, mode="json")
    return {KIND: type(value).__name__, **data} if isinstance(value, Action) else data


def action_from_json(game: Game, data: Any) -> Action:
    """The action that `to_json` wrote, or that a phone sent. Raises `Unreadable`."""
    kinds = {kind.__name__: kind for kind in game.actions}
    if not isinstance(data, dict) or data.get(KIND) not in list(kinds):
        raise _unreadable(game, "do")
    rest = {key: held for key, held in data.items() if key != KIND}
    action: Action = _read(game, kinds[data[KIND]], rest)
    return action


def read_sent(game: Game, words: str) -> dict[str, Any]:
    """The JSON object that a phone sent as an action, not yet checked against the game.

    Raises:
        Unreadable: it is no JSON object, or longer, deeper or with longer numbers than any action.
    """
    if len(words) > MOST_LETTERS or words.count("[") + words.count("{") > MOST_LISTS:
        raise _unreadable(game, "JSON")
    try:
        sent = json.loads(words, parse_int=_short_int, parse_float=_no_number, parse_constant=_no_number)
        json.dumps(sent, ensure_ascii=False).encode()  # JSON can name halves of letters that no page can show
    except ValueError:
        raise _unreadable(game, "JSON") from None
    if not isinstance(sent, dict):
        raise _unreadable(game, "JSON")
    return sent


def _short_int(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError("no action has a number so long")
    return int(digits)


def _no_number(words: str) -> float:
    raise ValueError("actions have whole numbers only")


def open_fields_of(game: Game, data: Any) -> frozenset[str]:
    """Names of the fields that people fill in freely, of the action that `data` is; none for what is no action."""
    kind = data.get(KIND) if isinstance(data, dict) else None
    found = next((each for each in game.actions if each.__name__ == kind), None)
    free: frozenset[str] = getattr(found, "open_fields", frozenset())
    return free


def options_from_json(game: Game, data: Any) -> Any:
    """The game's options from plain data. Raises `Unreadable`."""
    return _read(game, game.options, data)


def _read(game: Game, kind: type, data: Any) -> Any:
    known = {each.name for each in fields(kind)}
    if not isinstance(data, dict) or not set(data) <= known:
        raise _unreadable(game, ", ".join(sorted(map(str, set(data) - known))) if data else kind.__name__)
    try:
        # Strict: a seat sent as the word "1" is a mistake, not seat 1. JSON mode lets lists be tuples.
        return _adapter(kind).validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        raise _unreadable(game, ".".join(str(part) for part in error.errors()[0]["loc"])) from None


def _unreadable(game: Game, where: str) -> Unreadable:
    return Unreadable(
        "codec.not-an-action",
        Text(
            fr="Ceci n'est pas une action de « {game} » (voir « {where} ») ; rechargez la page et recommencez.",
            en="This is not an action of “{game}” (see “{where}”); reload the page and try again.",
        ).filled(game=game.title, where=where[:MOST_SHOWN]),
    )
