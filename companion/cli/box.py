"""`companion box`: bring the table box to life, and try it."""

from __future__ import annotations

import click

from companion import wiring
from companion.core.clock import SystemClock
from companion.core.text import Text
from companion.hardware.box_flash import flash as copy_files
from companion.hardware.box_walk import walk
from companion.settings import language

HELP = {"help_option_names": ["-h", "--help"]}
DISAGREED = 1
"""Exit status when a light, tone or button did not work."""


@click.group(context_settings=HELP, no_args_is_help=False)
def box() -> None:
    """The table box: a Raspberry Pi Pico with a button, a light and a buzzer for each seat (docs/hardware.md).

    \b
    Example:
      companion box flash
    """


@box.command(context_settings=HELP)
@click.option("--port", default="", metavar="PATH", help="As /dev/ttyACM0; without it, the one Pico plugged in.")
def flash(port: str) -> int:
    """Copy the box's program to a Pico that runs MicroPython, and start it. The old program stays until the new one has
    answered.

    \b
    Example:
      companion box flash --port /dev/ttyACM0
    """
    seats = copy_files(port, lambda said: click.echo(said, err=True, nl=False))
    click.echo(COPIED.filled(seats=seats).to(language()))
    return 0


@box.command(context_settings=HELP)
@click.option("--box", "address", default="serial://", show_default=True, help="serial:///dev/ttyACM0, sim://table-box")
def test(address: str) -> int:
    """Walk round the box: every light, every tone, every button. Leaves with 1 if one of them does not work.

    \b
    Example:
      companion box test --box serial:///dev/ttyACM0
    """
    clock = SystemClock()
    walked = walk(wiring.open_line(address, clock), clock, lambda words: click.echo(words.to(language())))
    for words, seats in ((SILENT, walked.silent), (UNPRESSED, walked.unpressed)):
        if seats:
            click.echo(words.filled(seats=", ".join(str(seat + 1) for seat in seats)).to(language()))
    if walked.passed:
        click.echo(WELL.filled(seats=walked.seats).to(language()))
    return 0 if walked.passed else DISAGREED


COPIED = Text(
    fr="La boîte de table répond : {seats} places ; essayez-la par companion box test.",
    en="The table box answers: {seats} seats; try it with companion box test.",
)
SILENT = Text(
    fr="Lumières ou notes sans réponse : place {seats}.", en="Lights or tones without an answer: seat {seats}."
)
UNPRESSED = Text(fr="Bouton sans réponse : place {seats}.", en="Button without an answer: seat {seats}.")
WELL = Text(fr="Les {seats} places marchent.", en="All {seats} seats work.")
