"""The options of a game's set-up. Each is declared together with its words:

    @dataclass(frozen=True, slots=True)
    class Options:
        dice: bool = option(
            True,
            title=Text(fr="Dés", en="Dice"),
            what=Text(fr="On lance trois dés à chaque tour.", en="Three dice are thrown each turn."),
            clause="3.8",
            values={True: Text(fr="avec les dés", en="with dice"), False: Text(fr="sans dés", en="without dice")},
        )

The command line, the lobby and the refusals of a game all use this declaration. Everyone may see an option.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from typing import Any, Protocol

from companion.core.errors import Unreadable
from companion.core.text import Text, same
from companion.core.views import EVERYONE

Value = bool | int | str
"""The value of an option."""
YES, NO = ("yes", "true", "oui", "1"), ("no", "false", "non", "0")
"""Words for true and false on the command line; the first of each is the one that is shown."""
_OPTION = "option"  # key of the declaration in the field's metadata


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game's set-up.

    Attributes:
        name: the field of the game's options, and the word on the command line ("words_to_win").
        title: its label on a page ("Words to win").
        what: one sentence that says what it changes.
        clause: the clause of the game's RULES.md that it comes from.
        values: every value with its words; for a free option, only the values that have a name.
        numbers: whole numbers that are allowed beside `values`; empty for none.
        free: how to write a value of one's own, with an example; None where only listed values are allowed.
        default: the value when nobody chooses.
        reads: whether a value of one's own can be read at all, whatever else is chosen; None where any can.
    """

    name: str
    title: Text
    what: Text
    clause: str
    values: tuple[tuple[Value, Text], ...]
    numbers: range
    free: Text | None
    default: Value
    reads: Callable[[str], bool] | None = None

    def allows(self, value: object) -> bool:
        """Whether `value` has the type of the default and, unless the option is free, is one of the declared values."""
        if type(value) is not type(self.default):
            return False
        return self._lists(value) or self.free is not None

    def can_be_chosen(self, value: object) -> bool:
        """Whether people may choose `value`: it is allowed, and can be read where it is a value of one's own."""
        if not self.allows(value):
            return False
        return self._lists(value) or self.reads is None or self.reads(str(value))

    def _lists(self, value: object) -> bool:
        return value in [each for each, _ in self.values] or (isinstance(value, int) and value in self.numbers)

    @property
    def words(self) -> tuple[str, ...]:
        """The listed values as they are written on the command line, in order."""
        return tuple(written(value) for value, _ in self.values) + tuple(map(str, self.numbers))


class HasOptions(Protocol):
    """The part of `Game` that this module needs."""

    title: Text
    options: type


def option(
    default: Value,
    *,
    title: Text,
    what: Text,
    clause: str,
    values: Mapping[Any, Text] | None = None,
    numbers: range = range(0),
    free: Text | None = None,
    reads: Callable[[str], bool] | None = None,
) -> Any:
    """Declare a field of a game's options dataclass; see `Option` for the arguments.

    Raises:
        ValueError: the default is not an allowed value.
    """
    declared = Option("", title, what, clause, tuple((values or {}).items()), numbers, free, default, reads)
    if not declared.allows(default):
        raise ValueError(f"the default {default!r} of the option “{title.en}” is not among its values")
    return field(default=default, metadata={"seen_by": EVERYONE, "others": None, _OPTION: declared})


def options_of(kind: type) -> tuple[Option, ...]:
    """Every option of the dataclass `kind`, in order. Raises TypeError for a field not declared with `option`."""
    found = []
    for each in fields(kind):
        if _OPTION not in each.metadata:
            raise TypeError(f"{kind.__name__}.{each.name} does not say what it chooses: declare it with `option`")
        found.append(replace(each.metadata[_OPTION], name=each.name))
    return tuple(found)


def unknown_value(options: object, kind: type) -> Option | None:
    """The first option whose value in `options`, an instance of `kind`, is not allowed; None when all are."""
    return next((each for each in options_of(kind) if not each.allows(getattr(options, each.name, None))), None)


def written(value: Value) -> str:
    """A value as written on the command line: "yes", "no", "9", "square"."""
    if isinstance(value, bool):
        return YES[0] if value else NO[0]
    return str(value)


def read_option(game: HasOptions, name: str, words: str) -> Value:
    """Parse the value of an option from the command line.

    Args:
        game: the game.
        name: the option's name.
        words: the value as written.

    Raises:
        Unreadable: the game has no such option, or the option no such value; the sentence lists the possible ones and
            suggests the nearest.
    """
    known = {each.name: each for each in options_of(game.options)}
    if name not in known:
        names = tuple(known)
        raise Unreadable(
            "options.unknown-name",
            (NO_NAME if names else NO_OPTIONS).filled(
                game=game.title, name=name, near=nearest(name, names), known=", ".join(names)
            ),
        )
    chosen = known[name]
    value = _value(chosen, words)
    if value is None and chosen.free is not None:
        refusal = NOT_READ.filled(game=game.title, title=chosen.title, words=words.strip(), free=chosen.free)
        raise Unreadable("options.not-read", refusal, chosen.clause)
    if value is None:
        refusal = NO_VALUE.filled(
            game=game.title, name=name, words=words, near=nearest(words, chosen.words), known=", ".join(chosen.words)
        )
        raise Unreadable("options.unknown-value", refusal, chosen.clause)
    return value


def _value(chosen: Option, words: str) -> Value | None:
    plain = words.strip()
    if isinstance(chosen.default, bool):
        lower = plain.lower()
        return True if lower in YES else False if lower in NO else None
    value: Value = plain
    if isinstance(chosen.default, int):
        if not (plain.isascii() and plain.isdecimal() and len(plain) <= MOST_DIGITS):
            return None
        value = int(plain)
    return value if chosen.can_be_chosen(value) else None


def nearest(words: str, known: tuple[str, ...]) -> Text:
    """A sentence that asks for the known word that is most like what was written; empty where none is like it."""
    if words.strip().isdecimal() and all(
        each.isdecimal() for each in known
    ):  # the nearest number, not the most similar digits
        wanted = int(words.strip()[:MOST_DIGITS])
        return DID_YOU_MEAN.filled(near=min(known, key=lambda each: abs(int(each) - wanted))) if known else same("")
    near = get_close_matches(words.strip().lower(), known, n=1, cutoff=NEAR_ENOUGH)
    return DID_YOU_MEAN.filled(near=near[0]) if near else same("")


MOST_DIGITS = 6
"""Most digits of a number that an option takes; numbers of words, cards or seconds are shorter."""
NEAR_ENOUGH = 0.5
"""Least similarity (difflib's ratio) at which a word is suggested instead of another."""

DID_YOU_MEAN = Text(fr=" Vouliez-vous dire « {near} » ?", en=" Did you mean “{near}”?")
NO_NAME = Text(
    fr="{game} n'a pas d'option « {name} ».{near} Les options : {known}.",
    en="{game} has no option “{name}”.{near} The options: {known}.",
)
NO_OPTIONS = Text(fr="{game} n'a pas d'options : retirez « {name} ».", en="{game} has no options: leave “{name}” out.")
NO_VALUE = Text(
    fr="{game} : l'option « {name} » n'a pas de valeur « {words} ».{near} Les valeurs : {known}.",
    en="{game}: the option “{name}” has no value “{words}”.{near} The values: {known}.",
)
NOT_READ = Text(
    fr="{game} : « {words} » ne se lit pas comme « {title} », rien n'a changé. Écrivez ainsi : {free}",
    en="{game}: “{words}” cannot be read as “{title}”, nothing has changed. Write it so: {free}",
)
