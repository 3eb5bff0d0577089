"""The choices of a game on the command line: `--option NAME=VALUE`, listed by `companion serve GAME --help`."""

from __future__ import annotations

from typing import Any

import click

from companion import catalog
from companion.core.errors import Unreadable
from companion.core.game import Game
from companion.core.options import Option, options_of, read_option, written
from companion.core.text import Text
from companion.settings import language

NAMED_GAME = "companion.named_game"
"""Under this name a call's context says which game its words name: `--help` is answered before they are read."""


class CommandForGame(click.Command):
    """A command with a game among its arguments: its help lists that game's options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Remember which game the words name, then read them as click does."""
        ctx.meta[NAMED_GAME] = next((word for word in args if word in catalog.game_keys()), None)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Click's options, then those of the game that was named."""
        super().format_options(ctx, formatter)
        key = ctx.meta.get(NAMED_GAME)
        if key is None:
            return
        game, to = catalog.game(key), language()
        for each in options_of(game.options):
            with formatter.section(f"--option {each.name}={_values(each)}"):
                formatter.write_text(each.what.to(to))
                rows = [(written(value), words.to(to)) for value, words in each.values]
                if each.free is not None:
                    rows.append(("...", each.free.to(to)))
                if rows:
                    formatter.write_dl(rows)
                formatter.write_text(DEFAULT.filled(default=written(each.default) or '""', clause=each.clause).to(to))


def read_options(game: Game, words: tuple[str, ...]) -> dict[str, Any]:
    """The values of "NAME=VALUE" words, by name.

    Raises:
        Unreadable: a word has no "=".
        Unreadable: the game has no such option or value.
    """
    chosen: dict[str, Any] = {}
    for each in words:
        name, equals, value = each.partition("=")
        if not equals:
            raise Unreadable("cli.no-equals", NO_EQUALS.filled(word=each))
        chosen[name.strip()] = read_option(game, name.strip(), value)
    return chosen


def _values(option: Option) -> str:
    """How the values are written in short: "long|short", "1..9"."""
    numbers = [f"{option.numbers[0]}..{option.numbers[-1]}"] if option.numbers else []
    names = [written(value) for value, _ in option.values]
    return "|".join([*names, *numbers, *(["..."] if option.free is not None else [])])


DEFAULT = Text(
    fr="Sans choix : {default}. (règle {clause})",
    en="Where nothing is chosen: {default}. (rule {clause})",
)


NO_EQUALS = Text(
    fr="--option {word} : écrivez NOM=VALEUR.",
    en="--option {word}: write NAME=VALUE.",
)
