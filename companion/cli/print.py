"""`companion print`: everything a table needs to play a game with a printer."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

import click

from companion import catalog
from companion.core.capabilities.print_set import HasPrintSet, PrintSet
from companion.core.errors import Unreadable
from companion.core.files import expanded
from companion.core.text import Text
from companion.press.book import book
from companion.press.paper import PAPERS
from companion.press.pdf import write_pdf
from companion.press.pictures import DECK_FILE, write_pictures
from companion.settings import language

LEAST_DPI, DEFAULT_DPI, MOST_DPI = 72, 300, 1200
"""A screen; what print shops ask for; more only costs time."""


@click.command(name="print", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game", metavar="GAME")
@click.option("--out", "folder", required=True, metavar="DIR", type=click.Path(path_type=Path), help="Made if missing.")
@click.option("--format", "form", type=click.Choice(["png", "pdf"]), default="pdf", show_default=True)
@click.option(
    "--dpi",
    type=click.IntRange(LEAST_DPI, MOST_DPI),
    default=DEFAULT_DPI,
    show_default=True,
    help="Dots an inch of pictures; a PDF is made of lines and needs none.",
)
def print_game(game: str, folder: Path, form: Literal["png", "pdf"], dpi: int) -> int:
    """Print GAME: sheets with cut marks for A4 and Letter (pdf), or a picture of each face and a deck.json (png).

    \b
    Example:
      companion print kaplan --out kaplan-sheets
      companion print kaplan --out kaplan-pictures --format png --dpi 300
    """
    printable = catalog.game(game)
    if not isinstance(printable, HasPrintSet):
        raise Unreadable("print.nothing-to-print", NOTHING_TO_PRINT.filled(game=printable.title))
    folder = expanded(folder)
    if folder.exists() and not folder.is_dir():
        raise Unreadable("print.not-a-folder", NOT_A_FOLDER.filled(folder=folder))
    prints, title = printable.print_set(), printable.title.to(language())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files = _pdfs(game, title, prints, folder) if form == "pdf" else _pictures(game, prints, folder, dpi)
    except OSError as error:
        why = error.strerror or error
        raise Unreadable("print.unusable-folder", UNUSABLE_FOLDER.filled(folder=folder, why=why)) from None
    for file in files:
        print(file)
    return 0


NOTHING_TO_PRINT = Text(
    fr="{game} ne s'imprime pas ; jouez-y avec sa boîte.",
    en="There is nothing to print for {game}; play it with its own box.",
)
NOT_A_FOLDER = Text(
    fr="--out {folder} est un fichier ; choisissez un dossier.",
    en="--out {folder} is a file; choose a folder.",
)
UNUSABLE_FOLDER = Text(
    fr="--out {folder} : on ne peut pas tout y écrire ({why}) ; faites de la place ou choisissez un autre dossier.",
    en="--out {folder}: not all can be written there ({why}); make room or choose another folder.",
)


def _pdfs(game: str, title: str, prints: PrintSet, folder: Path) -> list[Path]:
    files = []
    for paper in PAPERS:
        file = folder / f"{game}-{paper.name}.pdf"
        write_pdf(book(title, prints, paper, language()), file, title, _tell)
        files.append(file)
    return files


def _pictures(game: str, prints: PrintSet, folder: Path, dpi: int) -> list[Path]:
    write_pictures(game, prints, folder, dpi, _tell)
    return [folder / DECK_FILE]


def _tell(done: int, of: int) -> None:
    print(f"\r{done}/{of}", end="\n" if done == of else "", file=sys.stderr, flush=True)
