"""What is wrong with a call, in one sentence of our own: click's exceptions in words, with the nearest name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from companion.core.options import nearest
from companion.core.text import Text, same


def in_words(mistake: click.ClickException) -> Text:
    """The sentence for a call that cannot be understood."""
    for kind, words in KINDS:
        if isinstance(mistake, kind):
            found: Text = words(mistake)
            return found
    return same(mistake.format_message())


def _no_option(mistake: click.NoSuchOption) -> Text:
    known = () if mistake.ctx is None else _options(mistake.ctx)
    near = nearest(mistake.option_name, tuple(known))
    return NO_OPTION.filled(option=mistake.option_name, near=near, call=_call(mistake))


def _missing(mistake: click.MissingParameter) -> Text:
    return MISSING.filled(what=_named(mistake), call=_call(mistake))


def _bad_option(mistake: click.BadOptionUsage) -> Text:
    return NO_VALUE.filled(option=mistake.option_name, call=_call(mistake))


def _bad_value(mistake: click.BadParameter) -> Text:
    parameter = mistake.param
    allowed = None if parameter is None else _allowed(parameter.type)
    if allowed is None:
        return SAID.filled(what=_named(mistake), why=mistake.message)
    given = mistake.message.partition(" is not ")[0].strip("'")
    return BAD_VALUE.filled(what=_named(mistake), given=given, allowed=allowed)


def _usage(mistake: click.UsageError) -> Text:
    """A command that there is not, or a word too many; all else is said by our own sentences already."""
    ctx, message = mistake.ctx, mistake.message
    if message.startswith("No such command") and ctx is not None and isinstance(ctx.command, click.Group):
        known, command = ctx.command.list_commands(ctx), message.split("'")[1]
        return NO_COMMAND.filled(
            command=command, near=nearest(command, tuple(known)), known=", ".join(known), call=ctx.command_path
        )
    if message.startswith("Missing command"):
        return NO_COMMAND_SAID.filled(call=_call(mistake))
    if message.startswith("Got unexpected extra argument"):
        return EXTRA.filled(words=message.partition("(")[2].rstrip(")."), call=_call(mistake))
    return same(message)


def _options(ctx: click.Context) -> Sequence[str]:
    return [name for each in ctx.command.get_params(ctx) for name in each.opts if name.startswith("--")]


def _named(mistake: click.BadParameter) -> str:
    """The option or word that a mistake is about, as it is written."""
    if mistake.param_hint is not None:
        hint = mistake.param_hint
        return (hint if isinstance(hint, str) else " ".join(hint)).strip("'")
    if isinstance(mistake.param, click.Argument):
        return mistake.param.make_metavar(mistake.ctx) if mistake.ctx is not None else (mistake.param.name or "")
    return "" if mistake.param is None else mistake.param.opts[0]


def _allowed(kind: click.ParamType) -> Text | None:
    """What a value may be; None where nobody knows."""
    if isinstance(kind, click.Choice):
        return ONE_OF.filled(values=", ".join(map(str, kind.choices)))
    if isinstance(kind, click.IntRange | click.FloatRange):
        number = WHOLE if isinstance(kind, click.IntRange) else NUMBER
        if kind.max is None:
            return number + AT_LEAST.filled(least=kind.min)
        return number + BETWEEN.filled(least=kind.min, most=kind.max)
    return next((words for name, words in PLAIN.items() if kind.name == name), None)


def _call(mistake: click.UsageError) -> str:
    return "companion" if mistake.ctx is None else mistake.ctx.command_path


NO_OPTION = Text(
    fr="L'option {option} n'existe pas ici.{near} Toutes : {call} --help",
    en="There is no option {option} here.{near} All of them: {call} --help",
)
NO_COMMAND = Text(
    fr="La commande « {command} » n'existe pas.{near} Les commandes : {known}.",
    en="There is no command “{command}”.{near} The commands: {known}.",
)
NO_COMMAND_SAID = Text(
    fr="Que faire ? Les commandes : {call} --help", en="What is to be done? The commands: {call} --help"
)
MISSING = Text(fr="Il manque {what} ; voir {call} --help", en="{what} is missing; see {call} --help")
NO_VALUE = Text(
    fr="Il manque une valeur derrière {option} ; voir {call} --help", en="{option} lacks a value; see {call} --help"
)
EXTRA = Text(fr="C'est trop : {words} ; voir {call} --help", en="That is too much: {words}; see {call} --help")
BAD_VALUE = Text(fr="{what} {given} : il faut {allowed}.", en="{what} {given}: it must be {allowed}.")
SAID = Text(fr="{what} : {why}", en="{what}: {why}")
ONE_OF = Text(fr="l'un de ces mots : {values}", en="one of these: {values}")
WHOLE = Text(fr="un nombre entier", en="a whole number")
NUMBER = Text(fr="un nombre", en="a number")
AT_LEAST = Text(fr=" d'au moins {least}", en=" of {least} or more")
BETWEEN = Text(fr=" de {least} à {most}", en=" from {least} to {most}")
PLAIN = {"integer": WHOLE, "float": NUMBER}
"""What a value of click's simple types may be."""
KINDS: tuple[tuple[type[click.ClickException], Callable[..., Text]], ...] = (
    (click.NoSuchOption, _no_option),
    (click.MissingParameter, _missing),
    (click.BadOptionUsage, _bad_option),
    (click.BadParameter, _bad_value),
    (click.UsageError, _usage),
)
"""The first that fits says it."""
