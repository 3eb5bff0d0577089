"""docs/settings.md is made from the settings' model: `python -m tests.house.settings` writes it."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from companion.settings import Settings

PAGE = Path(__file__).resolve().parents[2] / "docs" / "settings.md"
HEAD = """# Settings

One file, `companion.toml`, in [TOML](https://toml.io): a line is `key = value`, texts stand in quotes, what follows
`#` is a remark. This page is made from the program by `python -m tests.house.settings`.

| who runs it | where the file lies |
|---|---|
| an installed table ([appliance.md](appliance.md)) | `/etc/table-companion/companion.toml` |
| you | `~/.config/table-companion/companion.toml` |
| anybody | what `--settings FILE` says, or else the variable `COMPANION_SETTINGS` |

```toml
camera = "usb://0"
names = ["table.lan"]
manner = "cafe"

[pins]
buzzer = 12
```

No key is needed: each has a default. Keys of a section stand below its name in brackets, after all others. A key that
does not exist is refused with the nearest one, a value that does not fit with what is allowed.

## While a table runs

The host changes language, camera, names, buttons and lights, broker and the table's name on a phone: "Set the table up"
in the lobby and on `/host`. They count at once; the match, its seats and what was read stay. What would not load is
refused in one sentence, and neither the file nor the table has changed then. Remarks and order of the file stay. An
address that holds a password is shown without it, and kept where its field is left empty.

Changes made in the file count when the host taps "Read the settings file again", or on SIGHUP
(`sudo systemctl reload table-companion`): `pins` and `address`, too. `host`, `port`, `manner` and `data` count from the
next start (`sudo systemctl restart table-companion`); the page says which of them wait, and offers to start anew where
systemd does that. What the command line says goes before the file until the key is changed.
"""
KINDS = {"string": "text", "integer": "whole number", "number": "number", "boolean": "`true` or `false`"}
"""JSON schema's types in words."""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_section(Settings, ""))


def _section(model: type[BaseModel], name: str) -> Iterator[str]:
    """A table of a model's keys, then those of its sections."""
    schema, meanings = model.model_json_schema(), _meanings(model)
    yield f"\n## {f'`[{name}]`' if name else 'Keys'}\n\n| key | value | default | what it is |\n|---|---|---|---|\n"
    sections = []
    for key, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            sections.append((key, field.annotation, meanings[key]))
            continue
        default = "" if field.default in (PydanticUndefined, None) else f"`{_toml(field.default)}`"
        yield f"| `{key}` | {_kind(schema['properties'][key])} | {default} | {meanings[key]} |\n"
    for key, inner, meaning in sections:
        head, *rows = _section(inner, key)
        before, _, table = head.partition("\n\n|")
        yield from (f"{before}\n\n{meaning}\n\n|{table}", *rows)


def _meanings(model: type[BaseModel]) -> dict[str, str]:
    """What stands below each field in the source, by its name."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(model)))
    body = next(each for each in tree.body if isinstance(each, ast.ClassDef)).body
    found = {}
    for field, after in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            words = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            found[field.target.id] = " ".join(str(words).split())
    return found


def _kind(schema: dict[str, Any]) -> str:
    """What a value may be, in words."""
    if "anyOf" in schema:
        (schema,) = (each for each in schema["anyOf"] if each.get("type") != "null")
    if "enum" in schema:
        return " or ".join(f'`"{each}"`' for each in schema["enum"])
    if schema["type"] == "array":
        least, most = schema.get("minItems"), schema.get("maxItems")
        many = f"{least} to {most} of " if least is not None and most is not None else ""
        return f"list: {many}{_kind(schema['items'])}"
    if schema.get("format") == "path":
        return "path"
    least, most = schema.get("minimum"), schema.get("maximum")
    return KINDS[schema["type"]] + (f", {least} to {most}" if least is not None and most is not None else "")


def _toml(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
