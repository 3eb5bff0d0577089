"""Finds the games: every folder of `companion.games` that exports a `GAME`. The only dynamic import of the product."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

import companion.games
from companion.core.capabilities.commands import BringsCommands, Command
from companion.core.errors import Unreadable
from companion.core.game import Game
from companion.core.kit import check_declarations
from companion.core.text import Text


@cache
def games() -> MappingProxyType[str, Game]:
    """All games by key, in alphabetical order.

    Raises:
        Broken: a field of a game's state or actions does not declare who may see it.
    """
    found: dict[str, Game] = {}
    for folder in sorted(files(companion.games).iterdir(), key=lambda each: each.name):
        if folder.is_dir() and (folder / "__init__.py").is_file():
            game: Game = import_module(f"companion.games.{folder.name}").GAME
            check_declarations(game)
            found[game.key] = game
    return MappingProxyType(found)


def game(key: str) -> Game:
    """The game called `key`. Raises `Unreadable`, which lists the games, when there is none."""
    try:
        return games()[key]
    except KeyError:
        raise Unreadable(
            "catalog.unknown-game",
            Text(
                fr="Le jeu « {key} » n'existe pas ici ; choisissez parmi : {known}.",
                en="There is no game “{key}” here; choose one of: {known}.",
            ).filled(key=key, known=", ".join(games())),
        ) from None


def folder(key: str) -> Traversable:
    """The folder of the game called `key`, with its pages and data. Raises `Unreadable` when there is no such game."""
    return files(companion.games) / game(key).key.replace("-", "_")


def commands(key: str) -> tuple[Command, ...]:
    """The commands that the game called `key` adds to the command line, often none.

    Raises:
        Unreadable: there is no such game.
    """
    found = game(key)
    return found.commands if isinstance(found, BringsCommands) else ()
