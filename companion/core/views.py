"""Visibility: who may see which field. A field without a declaration is an error when its game is loaded.

Every field of a state or an action names its rule with `seen_by`::

    letters: tuple[str, ...] = seen_by(NOBODY)
    tokens: frozenset[int] = seen_by(OWNER, others=len)
    phase: str = seen_by(EVERYONE)

`view` turns a value into JSON data for one viewer. A field that the viewer may not see is left out, or replaced by what
`others` returns for it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import MISSING, field, fields, is_dataclass
from typing import Any, get_args, get_type_hints

from companion.core.actors import Viewer
from companion.core.text import Text

VisibilityRule = Callable[[Any, Viewer], bool]
"""`rule(holder, viewer)`: whether `viewer` may see this field of `holder`, the dataclass instance that has it."""


def EVERYONE(holder: Any, viewer: Viewer) -> bool:  # noqa: N802 - rules read as constants where they are declared
    """Visible to all viewers."""
    return True


def NOBODY(holder: Any, viewer: Viewer) -> bool:  # noqa: N802
    """Visible to no viewer."""
    return False


def OWNER(holder: Any, viewer: Viewer) -> bool:  # noqa: N802
    """Visible to the player whose seat is in the holder's field `seat`."""
    return viewer is not None and holder.seat == viewer


def seen_by(
    rule: VisibilityRule, *, others: Callable[[Any], Any] | None = None, default: Any = MISSING, kw_only: Any = MISSING
) -> Any:
    """Declare a dataclass field and who may see it.

    Args:
        rule: EVERYONE, OWNER, NOBODY, or a function (holder, viewer) -> bool.
        others: makes what the other viewers get instead of the value (for example `len`); None leaves the field out.
        default: the field's default value; immutable.
        kw_only: as in `dataclasses.field`.
    """
    metadata = {"seen_by": rule, "others": others}
    return field(default=default, kw_only=kw_only, metadata=metadata)


def undeclared_fields(kind: type) -> list[str]:
    """Names ("Player.tokens") of the fields, in `kind` and all dataclasses reachable from it, without a visibility."""
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
    """JSON data (dict, list, str, int, float, bool, None) of what `viewer` may see of `value`.

    Raises:
        TypeError: the value contains a type that has no view.
    """
    return _view(value, viewer, everything=False)


def open_view(value: Any) -> Any:
    """JSON data of all of `value`, whoever may see it: for a match that is over. Raises as `view`."""
    return _view(value, None, everything=True)


def _view(value: Any, viewer: Viewer, *, everything: bool) -> Any:
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
            if everything or each.metadata["seen_by"](value, viewer):
                shown[each.name] = _view(held, viewer, everything=everything)
            elif each.metadata["others"] is not None:
                shown[each.name] = _view(each.metadata["others"](held), viewer, everything=everything)
        return shown
    if isinstance(value, Mapping):
        return {str(key): _view(held, viewer, everything=everything) for key, held in value.items()}
    if isinstance(value, frozenset):
        return sorted((_view(held, viewer, everything=everything) for held in value), key=repr)
    if isinstance(value, tuple):
        return [_view(held, viewer, everything=everything) for held in value]
    raise TypeError(f"{type(value).__name__} has no view: use frozen dataclasses, tuples, frozensets and plain values")
