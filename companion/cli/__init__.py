"""The command line. Every mistake is one sentence on standard error, in the terminal's language, and exit status 2."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from companion.cli.commands import CommandsOnDemand
from companion.cli.logs import DEFAULT_LEVEL, LEVELS, log_to_stderr
from companion.cli.mistakes import NO_COMMAND_SAID, in_words
from companion.cli.stopping import sigterm_is_ctrl_c
from companion.core.errors import Refusal
from companion.core.spoken import SPOKEN, language
from companion.core.text import LANGUAGES

UNUSABLE = 2
"""Exit status when the call or an input was unusable."""
PLACES = {
    "backup": ("companion.cli.backup", "backup"),
    "bench": ("companion.cli.bench", "bench"),
    "box": ("companion.cli.box", "box"),
    "club": ("companion.cli.club", "club"),
    "demo": ("companion.cli.demo", "demo"),
    "doctor": ("companion.cli.doctor", "doctor"),
    "matches": ("companion.cli.matches", "matches"),
    "print": ("companion.cli.print", "print_game"),
    "read": ("companion.cli.read", "read"),
    "restore": ("companion.cli.backup", "restore"),
    "serve": ("companion.cli.serve", "serve"),
}
"""Where each command lies: module and name."""


def _say_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from companion import __version__

        click.echo(f"companion, version {__version__}")
        ctx.exit()


def _speak(ctx: click.Context, _: click.Parameter, wanted: str | None) -> None:
    if wanted is not None:
        os.environ[SPOKEN] = wanted


@click.group(
    cls=CommandsOnDemand, places=PLACES, context_settings={"help_option_names": ["-h", "--help"]}, no_args_is_help=False
)
@click.option(
    "--language",
    "spoken",
    type=click.Choice(LANGUAGES),
    is_eager=True,
    expose_value=False,
    callback=_speak,
    help="Of the terminal; without it, the system's.",
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_say_version, help="The version.")
@click.option("--log-level", type=click.Choice(LEVELS), default=DEFAULT_LEVEL, show_default=True, help="On stderr.")
def companion(log_level: str) -> None:
    """A companion for real tabletop games.

    \b
    Example:
      companion demo
      companion --log-level info demo --headless
    """
    log_to_stderr(log_level)


def run(arguments: Sequence[str]) -> int:
    """Carry out one call. Returns the exit status: 0 done, 1 interrupted or disagreed, 2 unusable."""
    spoken = os.environ.get(SPOKEN)
    try:
        return _run(arguments)
    finally:  # what `--language` said was said of this call alone
        os.environ.pop(SPOKEN, None)
        if spoken is not None:
            os.environ[SPOKEN] = spoken


def _run(arguments: Sequence[str]) -> int:
    try:
        with sigterm_is_ctrl_c():
            status = companion.main(list(arguments), prog_name="companion", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as missing:
        return _refuse(NO_COMMAND_SAID.filled(call=missing.ctx.command_path).to(language()))
    except click.ClickException as mistake:
        return _refuse(in_words(mistake).to(language()))
    except Refusal as refusal:
        return _refuse(refusal.what.to(language()))
    except (KeyboardInterrupt, click.Abort):
        return 1
    return status if isinstance(status, int) else 0


def _refuse(sentence: str) -> int:
    sys.stderr.write(" ".join(sentence.split()) + "\n")
    return UNUSABLE
