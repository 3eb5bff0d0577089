"""The command line. Every mistake is one sentence on standard error and exit status 2."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from companion import __version__
from companion.cli.bench import bench
from companion.cli.box import box
from companion.cli.club import club
from companion.cli.demo import demo
from companion.cli.doctor import doctor
from companion.cli.logs import DEFAULT_LEVEL, LEVELS, log_to_stderr
from companion.cli.of_games import game_groups
from companion.cli.print import print_game
from companion.cli.read import read
from companion.cli.serve import serve
from companion.core.errors import Refusal
from companion.settings import language

UNUSABLE = 2
"""Exit status when the call or an input was unusable."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, no_args_is_help=False)
@click.version_option(__version__, prog_name="companion")
@click.option("--log-level", type=click.Choice(LEVELS), default=DEFAULT_LEVEL, show_default=True, help="On stderr.")
def companion(log_level: str) -> None:
    """A companion for real tabletop games.

    \b
    Example:
      companion demo
      companion --log-level info demo --headless
    """
    log_to_stderr(log_level)


for command in (demo, serve, club, read, bench, print_game, doctor, box):
    companion.add_command(command)
for group in game_groups():
    companion.add_command(group)


def run(arguments: Sequence[str]) -> int:
    """Carry out one call. Returns the exit status: 0 done, 1 interrupted or disagreed, 2 unusable."""
    try:
        status = companion.main(list(arguments), prog_name="companion", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as missing:
        return _refuse(f"companion: {missing.ctx.command_path} --help")
    except click.ClickException as mistake:
        return _refuse(f"companion: {mistake.format_message()}")
    except Refusal as refusal:
        return _refuse(refusal.what.to(language()))
    except (KeyboardInterrupt, click.Abort):
        return 1
    return status if isinstance(status, int) else 0


def _refuse(sentence: str) -> int:
    sys.stderr.write(" ".join(sentence.split()) + "\n")
    return UNUSABLE
