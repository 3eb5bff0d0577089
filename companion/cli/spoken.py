"""Help in the language of the terminal: click's own words, and what the commands say of themselves."""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import Any

import click

from companion.cli.french import ALL, FRENCH
from companion.core.spoken import language
from companion.core.text import Text

EXAMPLE = Text(fr="Exemple :", en="Example:")
BEFORE_EXAMPLE = re.compile(r"^(.*?)\n\n\s*(\x08\n\s*)Example:(.*)$", re.DOTALL)
"""A command's help in English: what it does, the mark that lets the lines as they are, and the example."""
HEADINGS = {
    "Usage: ": "Emploi : ",
    "Options": "Options",
    "Commands": "Commandes",
}
"""click's own words above the parts of a help."""
REMARKS = (
    (re.compile(r"\[default: "), "[sans choix : "),
    (re.compile(r"; required\]"), " ; obligatoire]"),
    (re.compile(r"\[required\]"), "[obligatoire]"),
)
"""click's own words behind an option."""


class SpokenFormatter(click.HelpFormatter):
    """Writes click's headings in the terminal's language."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """See click; the word before it is the language's."""
        super().write_usage(prog, args, HEADINGS["Usage: "] if prefix is None and language() == "fr" else prefix)

    def write_heading(self, heading: str) -> None:
        """See click; French has a space before the colon."""
        if language() == "fr":
            self.write(f"{'':>{self.current_indent}}{HEADINGS.get(heading, heading)} :\n")
        else:
            super().write_heading(heading)

    def write_dl(self, rows: Any, *args: Any, **kwargs: Any) -> None:
        """See click; its remarks are the language's."""
        rows = [(name, _remarked(words)) for name, words in rows] if language() == "fr" else rows
        super().write_dl(rows, *args, **kwargs)


class SpokenContext(click.Context):
    """A call whose help is written in the terminal's language."""

    formatter_class = SpokenFormatter


def speaking(command: click.Command, name: str) -> click.Command:
    """The command called `name`, with its help in the language that the terminal speaks now."""
    command.context_class = SpokenContext
    declared: tuple[str | None, dict[str, str | None]] = command.__dict__.setdefault(
        "declared_help", (command.help, {each.name or "": getattr(each, "help", None) for each in command.params})
    )
    words = FRENCH.get(name) if language() == "fr" else None
    command.help = declared[0] if words is None else _with_example(words.does, declared[0] or "")
    own = {} if words is None else {**ALL, **words.options}
    for each in command.params:
        if isinstance(each, click.Option):
            each.help = own.get(each.name or "", declared[1].get(each.name or "", each.help))
    if isinstance(command, click.Group):
        for inner, part in command.commands.items():
            speaking(part, f"{name} {inner}")
    return command


def _with_example(words: str, english: str) -> str:
    found = BEFORE_EXAMPLE.match(cleandoc(english))
    return words if found is None else f"{words}\n\n{found[2]}{EXAMPLE.fr}{found[3]}"


def _remarked(words: str) -> str:
    words = words.replace("Show this message and exit.", ALL["help"])
    for pattern, french in REMARKS:
        words = pattern.sub(french, words)
    return words
