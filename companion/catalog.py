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
from companion.core.options import nearest
from companion.core.text import Text


@cache
def games() -> MappingProxyType[str, Game]:
    """All games by key, in alphabetical order.

    Raises:
        Broken: a field of a game's state or actions does not declare who may see it.
    """
    return MappingProxyType({key: game(key) for key in game_keys()})


@cache
def game_keys() -> tuple[str, ...]:
    """The keys of all games, in alphabetical order; no game is loaded for it."""
    folders = sorted(each.name for each in files(companion.games).iterdir() if (each / "__init__.py").is_file())
    return tuple(name.replace("_", "-") for name in folders)


@cache
def game(key: str) -> Game:
    """The game called `key`; only that one is loaded.

    Raises:
        Unreadable: there is no such game; the sentence names the nearest, and lists them.
        Broken: a field of its state or actions does not declare who may see it.
    """
    if key not in game_keys():
        raise Unreadable(
            "catalog.unknown-game",
            Text(
                fr="Le jeu « {key} » n'existe pas ici.{near} Les jeux : {known}.",
                en="There is no game “{key}” here.{near} The games: {known}.",
            ).filled(key=key, near=nearest(key, game_keys()), known=", ".join(game_keys())),
        )
    found: Game = import_module(f"companion.games.{key.replace('-', '_')}").GAME
    check_declarations(found)
    return found


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
