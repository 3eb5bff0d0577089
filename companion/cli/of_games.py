"""`companion GAME COMMAND`: the commands that games bring themselves."""

from __future__ import annotations

import click

from companion import catalog
from companion.cli.spoken import EXAMPLE
from companion.core.capabilities.commands import Command, CommandOption
from companion.core.spoken import language
from companion.core.text import Text

SETTINGS = {"help_option_names": ["-h", "--help"]}


def game_group(key: str) -> click.Group | None:
    """The commands of the game called `key`; None when there is no such game, or it brings none."""
    commands = catalog.commands(key) if key in catalog.game_keys() else ()
    if not commands:
        return None
    words = MORE.filled(game=catalog.game(key).title).to(language())
    return click.Group(
        key,
        commands=[_command(key, command) for command in commands],
        help=_with_example(words, f"{key} {commands[0].name} {commands[0].example}"),
        context_settings=SETTINGS,
        no_args_is_help=False,
    )


MORE = Text(
    fr="{game} : ce qu'on peut faire d'autre avec le jeu.",
    en="{game}: what else can be done with the game.",
)


def _command(key: str, command: Command) -> click.Command:
    def run(**values: str | int) -> int:
        click.echo(command.run(**values))
        return 0

    return click.Command(
        command.name,
        callback=run,
        params=[_option(option) for option in command.options],
        help=_with_example(command.help.to(language()), f"{key} {command.name} {command.example}"),
        context_settings=SETTINGS,
    )


def _option(option: CommandOption) -> click.Option:
    kind: click.ParamType = click.STRING
    if isinstance(option.values, range):
        kind = click.IntRange(option.values[0], option.values[-1])
    elif option.values is not None:
        kind = click.Choice(option.values)
    words = option.help.to(language())
    if option.default is None:
        return click.Option([f"--{option.name}"], type=kind, required=True, help=words)
    return click.Option([f"--{option.name}"], type=kind, default=option.default, show_default=True, help=words)


def _with_example(words: str, example: str) -> str:
    return f"{words}\n\n\b\n{EXAMPLE.to(language())}\n  companion {example}"
