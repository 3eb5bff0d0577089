"""What is wrong with a settings file, in one sentence: which key, what was found there, what is allowed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from companion.core.errors import Unfit
from companion.core.shown_address import STRUCK
from companion.core.text import Text, same

NEAR_ENOUGH = 0.6
"""Least similarity (difflib's ratio) at which a key is suggested: "camera" for "kamera", nothing for "colour"."""
MOST_SHOWN = 40
"""Letters of a value that are repeated to who wrote it."""


def mistake(error: ValidationError, model: type[BaseModel], path: Path) -> Text:
    """The sentence for the first mistake that pydantic found.

    Args:
        error: what it found.
        model: that of the whole file: its keys are suggested.
        path: of the file.
    """
    first = error.errors()[0]
    kind, where = first["type"], first["loc"]
    key = _written(where)
    if kind == "extra_forbidden":
        return UNKNOWN.filled(path=path, key=key, near=_near(where, model))
    context = first.get("ctx", {})
    if isinstance(context.get("error"), Unfit):
        return NO_SENSE.filled(path=path, key=key, allowed=context["error"].allowed)
    return UNFIT.filled(path=path, key=key, found=_shown(first["input"]), allowed=_allowed(kind, context))


def unread(error: Exception, path: Path) -> Text:
    """The sentence for a file that is not there, is closed to this user, or is no TOML."""
    for kind, words in NO_FILE.items():
        if isinstance(error, kind):
            return words.filled(path=path)
    line = re.search(r"at line (\d+)", str(error))  # tomllib says the place in words only
    last = LAST_LINE if "at end of document" in str(error) else same("")
    return NO_TOML.filled(path=path, line=LINE.filled(number=line[1]) if line else last)


def keys_of(model: type[BaseModel], before: str = "") -> tuple[str, ...]:
    """All keys of a settings model, those of its sections with a dot: "port", "pins.buzzer"."""
    found: list[str] = []
    for name, field in model.model_fields.items():
        found.append(before + name)
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            found += keys_of(field.annotation, f"{before}{name}.")
    return tuple(found)


def _near(where: Sequence[str | int], model: type[BaseModel]) -> Text:
    """The nearest key, as what was written or as its last part: whoever forgot the section means that key, too."""
    known = keys_of(model)
    by_last = {key.rpartition(".")[2]: key for key in reversed(known)}
    whole, last = _written(where).lower(), str(where[-1]).lower()
    for wanted, keys in ((whole, {key: key for key in known}), (last, by_last)):
        near = get_close_matches(wanted, list(keys), n=1, cutoff=NEAR_ENOUGH)
        if near:
            return NEAREST.filled(key=keys[near[0]])
    return KNOWN.filled(keys=", ".join(model.model_fields))


def _written(where: Sequence[str | int]) -> str:
    """A place as people write it: pins.buttons[2]."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in where).removeprefix(".")


def _shown(value: Any) -> str:
    """What was found there, as it was written; an address may hold a password, and is not repeated."""
    written = json.dumps(value, ensure_ascii=False, default=str)
    if "://" in written or "@" in written:
        return STRUCK
    return written if len(written) <= MOST_SHOWN else written[:MOST_SHOWN] + "…"


def _allowed(kind: str, context: Mapping[str, Any]) -> Text:
    """What would have been right. `context`: what pydantic knows of the limits."""
    if kind == "literal_error":
        return ONE_OF.filled(values=", ".join(f'"{each}"' for each in re.findall(r"'([^']*)'", context["expected"])))
    for begins, words in ALLOWED.items():
        if kind.startswith(begins):
            return words.filled(**context)
    return ANOTHER


UNKNOWN = Text(
    fr="Réglages {path} : la clé « {key} » n'existe pas ; {near}",
    en="Settings {path}: there is no key “{key}”; {near}",
)
NEAREST = Text(
    fr="écrivez « {key} », ou retirez-la.",
    en="write “{key}”, or take it out.",
)
KNOWN = Text(fr="retirez-la. Les clés : {keys}.", en="take it out. The keys: {keys}.")
UNFIT = Text(
    fr="Réglages {path} : « {key} » vaut {found} ; il faut {allowed}.",
    en="Settings {path}: “{key}” is {found}; it must be {allowed}.",
)
NO_SENSE = Text(
    fr="Réglages {path} : « {key} » ne va pas ; il faut {allowed}.",
    en="Settings {path}: “{key}” makes no sense; it must be {allowed}.",
)
ONE_OF = Text(fr="l'une de ces valeurs : {values}", en="one of these values: {values}")
ANOTHER = Text(fr="une autre valeur, comme dans docs/settings.md", en="another value, as docs/settings.md has it")
ALLOWED = {
    "string": Text(fr="un texte entre guillemets", en="a text in quotes"),
    "path": Text(fr="un chemin entre guillemets", en="a path in quotes"),
    "bool": Text(fr="true ou false", en="true or false"),
    "int": Text(fr="un nombre entier", en="a whole number"),
    "float": Text(fr="un nombre", en="a number"),
    "finite": Text(fr="un nombre", en="a number"),
    "greater_than_equal": Text(fr="au moins {ge}", en="at least {ge}"),
    "less_than_equal": Text(fr="au plus {le}", en="at most {le}"),
    "greater_than": Text(fr="plus que {gt}", en="more than {gt}"),
    "less_than": Text(fr="moins que {lt}", en="less than {lt}"),
    "too_short": Text(fr="une liste d'au moins {min_length}", en="a list of at least {min_length}"),
    "too_long": Text(fr="une liste d'au plus {max_length}", en="a list of at most {max_length}"),
    "tuple": Text(fr="une liste entre crochets", en="a list in brackets"),
    "list": Text(fr="une liste entre crochets", en="a list in brackets"),
    "dict": Text(fr="une section de ce nom, [section]", en="a section of this name, [section]"),
    "model": Text(fr="une section de ce nom, [section]", en="a section of this name, [section]"),
}
"""What is allowed, by how the name of pydantic's error begins."""
NO_FILE: dict[type[Exception], Text] = {
    FileNotFoundError: Text(
        fr="Réglages {path} : ce fichier n'existe pas ; vérifiez le chemin.",
        en="Settings {path}: there is no such file; check the path.",
    ),
    PermissionError: Text(
        fr="Réglages {path} : cet utilisateur n'a pas le droit de les lire ; passez par « sudo ».",
        en="Settings {path}: this user may not read them; go through “sudo”.",
    ),
    IsADirectoryError: Text(
        fr="Réglages {path} : c'est un dossier ; nommez le fichier companion.toml qui s'y trouve.",
        en="Settings {path}: this is a folder; name the companion.toml in it.",
    ),
    OSError: Text(
        fr="Réglages {path} : le disque ne permet pas de les lire ; vérifiez le chemin et la carte.",
        en="Settings {path}: the disk does not let them be read; check the path and the card.",
    ),
    UnicodeDecodeError: Text(
        fr="Réglages {path} : ce n'est pas du texte en UTF-8 ; enregistrez-le en UTF-8.",
        en="Settings {path}: this is no text in UTF-8; save it as UTF-8.",
    ),
}
"""The first that fits is said."""
LINE = Text(fr=", ligne {number}", en=", line {number}")
LAST_LINE = Text(fr=", dernière ligne", en=", last line")
NO_TOML = Text(
    fr="Réglages {path}{line} : ce n'est pas du TOML ; écrivez clé = valeur, chaque clé une fois, les textes entre "
    "guillemets.",
    en="Settings {path}{line}: this is no TOML; write key = value, each key once, texts in quotes.",
)
