"""Who may see what. Closed by default: a field that declares nothing is an error when its game is loaded.

Every field of a state or an action names its rule with `seen_by`::

    letters: tuple[str, ...] = seen_by(NOBODY)
    tokens: frozenset[int] = seen_by(OWNER, others=len)
    phase: str = seen_by(EVERYONE)

`view` turns a value into plain JSON data for one viewer. A field that the viewer may not see is absent,
or replaced by what `others` makes of it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import MISSING, field, fields, is_dataclass
from typing import Any, get_args, get_type_hints

from companion.core.actors import Viewer
from companion.core.text import Text

Rule = Callable[[Any, Viewer], bool]
"""`rule(holder, viewer)`: may `viewer` see this field of `holder` (the dataclass that holds it)?"""


def EVERYONE(holder: Any, viewer: Viewer) -> bool:  # noqa: N802 - rules read as constants where they are declared
    return True


def NOBODY(holder: Any, viewer: Viewer) -> bool:  # noqa: N802
    return False


def OWNER(holder: Any, viewer: Viewer) -> bool:  # noqa: N802
    """The player whose seat the holder names in its own field `seat`."""
    return viewer is not None and holder.seat == viewer


def seen_by(
    rule: Rule, *, others: Callable[[Any], Any] | None = None, default: Any = MISSING, kw_only: Any = MISSING
) -> Any:
    """Declare a dataclass field and who may see it.

    Args:
        rule: EVERYONE, OWNER, NOBODY, or a function (holder, viewer) -> bool.
        others: what those who may not see the value get instead, made from it (for example `len`).
        default: the field's default value; immutable.
    """
    metadata = {"seen_by": rule, "others": others}
    return field(default=default, kw_only=kw_only, metadata=metadata)


def undeclared_fields(kind: type) -> list[str]:
    """Names ("Player.tokens") of fields reachable from `kind` that do not say who may see them."""
    missing: list[str] = []
    seen: set[type] = set()

    def visit(current: Any) -> None:
        for argument in get_args(current):
            visit(argument)
        if not isinstance(current, type) or not is_dataclass(current) or current in seen or current is Text:
            return
        seen.add(current)
        hints = get_type_hints(current)
        for each in fields(current):
            if "seen_by" not in each.metadata:
                missing.append(f"{current.__name__}.{each.name}")
            visit(hints[each.name])

    visit(kind)
    return missing


def view(value: Any, viewer: Viewer) -> Any:
    """Plain JSON data (dict, list, str, int, float, bool, None) of what `viewer` may see of `value`."""
    if value is None or (isinstance(value, bool | int | float | str) and not isinstance(value, enum.Enum)):
        return value
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, Text):
        return {"fr": value.fr, "en": value.en}
    if is_dataclass(value):
        shown: dict[str, Any] = {}
        for each in fields(value):
            held = getattr(value, each.name)
            if each.metadata["seen_by"](value, viewer):
                shown[each.name] = view(held, viewer)
            elif each.metadata["others"] is not None:
                shown[each.name] = view(each.metadata["others"](held), viewer)
        return shown
    if isinstance(value, Mapping):
        return {str(key): view(held, viewer) for key, held in value.items()}
    if isinstance(value, frozenset):
        return sorted((view(held, viewer) for held in value), key=repr)
    if isinstance(value, tuple):
        return [view(held, viewer) for held in value]
    raise TypeError(f"{type(value).__name__} has no view: use frozen dataclasses, tuples, frozensets and plain values")
