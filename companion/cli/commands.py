"""Commands that are loaded when they are called: a table that was cut off plays again sooner without the others."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from companion.cli.spoken import SpokenFormatter, speaking


class CommandsOnDemand(click.Group):
    """A group whose commands lie in modules that are imported when they are wanted.

    Args:
        places: module and name of each command, by what it is called.
    """

    def __init__(self, *args: Any, places: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, those of games that bring commands too."""
        from companion import catalog

        return sorted([*self.places, *(key for key in catalog.game_keys() if catalog.commands(key))])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, or None."""
        if cmd_name in self.places:
            module, name = self.places[cmd_name]
            command: click.Command = getattr(import_module(module), name)
            return speaking(command, cmd_name)
        from companion.cli.of_games import game_group

        group = game_group(cmd_name)
        return None if group is None else speaking(group, cmd_name)

    def get_help(self, ctx: click.Context) -> str:
        """The help, in the language that the terminal speaks now."""
        speaking(self, "companion")
        ctx.formatter_class = SpokenFormatter
        return super().get_help(ctx)
