"""`companion print`: everything a table needs to play a game with a printer, or the parts that are wanted."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import click

from companion import catalog
from companion.core.capabilities.print_set import HasPrintSet, PrintSet
from companion.core.errors import Unreadable
from companion.core.files import expanded
from companion.core.mat import TABLE_MAT
from companion.core.system_words import why
from companion.core.text import Text
from companion.press.book import book, titles_of, whole_mat
from companion.press.paper import A1, PAPERS, Sheet, pages_of_kinds
from companion.press.parts import GROUNDS, PARTS, Ground, Part, Wanted, has_sleeves, parts_of
from companion.press.pdf import write_pdf
from companion.press.pictures import DECK_FILE, write_pictures
from companion.settings import language

LEAST_DPI, DEFAULT_DPI, MOST_DPI = 72, 300, 1200
"""A screen; what print shops ask for; more only costs time."""
TABLE = "table"
"""In place of a game: what all of them share."""
OF_THE_TABLE: tuple[Part, ...] = ("mat", "markers")


@click.command(name="print", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game", metavar="GAME|table")
@click.option("--out", "folder", required=True, metavar="DIR", type=click.Path(path_type=Path), help="Made if missing.")
@click.option("--format", "form", type=click.Choice(["png", "pdf"]), default="pdf", show_default=True)
@click.option(
    "--only",
    "only",
    type=click.Choice(PARTS),
    multiple=True,
    help="This part alone; may be repeated. “pieces” are boards, too; “markers” are the mat's, for your own table.",
)
@click.option(
    "--ground", type=click.Choice(GROUNDS), default="light", show_default=True, help="Of the mat; dark takes much ink."
)
@click.option("--sleeves", is_flag=True, help="Cards a little smaller, to slip into sleeves around an old card.")
@click.option(
    "--dpi",
    type=click.IntRange(LEAST_DPI, MOST_DPI),
    default=DEFAULT_DPI,
    show_default=True,
    help="Dots an inch of pictures; a PDF is made of lines and needs none.",
)
def print_game(
    game: str,
    folder: Path,
    form: Literal["png", "pdf"],
    only: tuple[Part, ...],
    ground: Ground,
    sleeves: bool,
    dpi: int,
) -> int:
    """Print GAME: sheets with cut marks for A4 and Letter (pdf), or a picture of each face and a deck.json (png).

    One mat serves all games: print it once with “table”, whole on A1, in parts, or its markers alone on two sheets.

    \b
    Example:
      companion print kaplan --out kaplan-sheets
      companion print kaplan --out kaplan-pictures --format png --dpi 300
      companion print plic-plac --out cards --only cards --only reminder
      companion print table --out table
      companion print leprechauns --out cards --only cards --sleeves
    """
    order = _ordered(game, Wanted(frozenset(only) or None, ground, sleeves), form)
    folder = expanded(folder)
    if folder.exists() and not folder.is_dir():
        raise Unreadable("print.not-a-folder", NOT_A_FOLDER.filled(folder=folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files = _pdfs(order, folder) if form == "pdf" else _pictures(order, folder, dpi)
    except OSError as error:
        reason = why(error)
        raise Unreadable("print.unusable-folder", UNUSABLE_FOLDER.filled(folder=folder, why=reason)) from None
    for file in files:
        print(file)
    if game != TABLE and not only and order.prints.mat is not None:
        print(ONE_MAT.to(language()), file=sys.stderr)
    return 0


@dataclass(frozen=True, slots=True)
class _Order:
    """What is printed: `key` begins the files' names, `title` stands on the cover."""

    key: str
    title: str
    prints: PrintSet
    wanted: Wanted


def _ordered(game: str, wanted: Wanted, form: Literal["png", "pdf"]) -> _Order:
    """What a call asks for. Raises `Unreadable` for a game that cannot be printed, or that lacks what is wanted."""
    if game == TABLE:
        title, prints, has = THE_TABLE, PrintSet(cards=(), mat=TABLE_MAT), OF_THE_TABLE
    else:
        printable = catalog.game(game)
        if not isinstance(printable, HasPrintSet):
            raise Unreadable("print.nothing-to-print", NOTHING_TO_PRINT.filled(game=printable.title))
        title, prints = printable.title, printable.print_set()
        has = parts_of(prints)
    lacking = sorted((wanted.parts or frozenset()).difference(has))
    if lacking:
        said = NO_SUCH_PART.filled(game=title, parts=", ".join(lacking), has=", ".join(has))
        raise Unreadable("print.no-such-part", said)
    if wanted.sleeves:
        _check_sleeves(title, wanted.of(prints), form)
    return _Order(game, title.to(language()), prints, wanted)


def _check_sleeves(title: Text, prints: PrintSet, form: Literal["png", "pdf"]) -> None:
    """Raises `Unreadable` where --sleeves makes no sense."""
    if form == "png":
        raise Unreadable("print.sleeves-of-pictures", SLEEVES_OF_PICTURES)
    if not prints.cards:
        raise Unreadable("print.no-cards", NO_CARDS.filled(game=title))
    if not has_sleeves(prints.cards):
        art = prints.cards[0].face.art
        size = f"{art.width_mm:g} × {art.height_mm:g}"
        raise Unreadable("print.no-sleeves", NO_SLEEVES.filled(game=title, size=size))


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
THE_TABLE = Text(fr="La table", en="The table")
NO_SUCH_PART = Text(
    fr="{game} n'a pas de « {parts} » à imprimer ; --only prend {has}.",
    en="{game} has no “{parts}” to print; --only takes {has}.",
)
SLEEVES_OF_PICTURES = Text(
    fr="--sleeves est pour les planches à couper ; laissez --format png de côté, ou --sleeves.",
    en="--sleeves is for sheets to cut; leave out --format png, or --sleeves.",
)
NO_CARDS = Text(
    fr="{game} : rien de ce qui s'imprime ici ne va dans un étui ; laissez --sleeves de côté.",
    en="{game}: nothing that is printed here goes into a sleeve; leave --sleeves out.",
)
NO_SLEEVES = Text(
    fr="{game} : il n'y a pas d'étuis pour des cartes de {size} mm ; imprimez-les sans --sleeves, sur du papier épais.",
    en="{game}: there are no sleeves for cards of {size} mm; print them without --sleeves, on thick paper.",
)
PAGES = Text(fr="{file} : {count} pages ({parts})", en="{file}: {count} pages ({parts})")
ONE_PAGE = Text(fr="{file} : une page ({parts})", en="{file}: one page ({parts})")
ONE_MAT = Text(
    fr="Le tapis sert à tous les jeux : « companion print table » l'imprime, ou ses repères seuls sur deux feuilles ; "
    "--only cards, pieces, reminder laissent le reste du jeu sans lui.",
    en="One mat serves all games: “companion print table” prints it, or its markers alone on two sheets; --only cards, "
    "pieces, reminder leave it out here.",
)


def _pdfs(order: _Order, folder: Path) -> list[Path]:
    """Write the order's files: for a game one on each paper, for the table its mat and its markers apart."""
    if order.key != TABLE:
        return _on_each_paper(order, folder)
    files, wanted = list[Path](), order.wanted
    if wanted.parts is None or "mat" in wanted.parts:
        mat = _Order(TABLE, order.title, order.prints, Wanted(None, wanted.ground))
        files += [_pdf(mat, whole_mat(order.prints, wanted.ground), folder / f"{TABLE}-{A1.name}.pdf")]
        files += _on_each_paper(mat, folder)
    if wanted.parts is None or "markers" in wanted.parts:
        files += _on_each_paper(_Order(TABLE, order.title, order.prints, Wanted(frozenset({"markers"}))), folder)
    return files


def _on_each_paper(order: _Order, folder: Path) -> list[Path]:
    """Write a file for each paper; its name tells the parts unless it holds them all."""
    parts = [part for part in PARTS if part in (order.wanted.parts or ())]
    return [
        _pdf(
            order,
            book(order.title, order.prints, paper, language(), order.wanted),
            folder / f"{'-'.join([order.key, *parts, paper.name])}.pdf",
        )
        for paper in PAPERS
    ]


def _pdf(order: _Order, sheets: Sequence[Sheet], file: Path) -> Path:
    """Write one file, and tell how many pages it has and what is on which."""
    write_pdf(sheets, file, order.title, _tell)
    titles, pages = titles_of(order.prints, language()), pages_of_kinds(sheets)
    count = max(last for _, last in pages.values())
    parts = ", ".join(
        f"{titles.get(kind, kind)} {first}" + f"-{last}" * (last > first) for kind, (first, last) in pages.items()
    )
    said = (PAGES if count > 1 else ONE_PAGE).filled(file=file.name, count=count, parts=parts)
    print(said.to(language()), file=sys.stderr)
    return file


def _pictures(order: _Order, folder: Path, dpi: int) -> list[Path]:
    wanted = order.wanted
    if order.key == TABLE and wanted.parts is None:
        wanted = Wanted(frozenset(OF_THE_TABLE), wanted.ground)
    write_pictures(order.key, order.prints, folder, dpi, _tell, wanted)
    return [folder / DECK_FILE]


def _tell(done: int, of: int) -> None:
    print(f"\r{done}/{of}", end="\n" if done == of else "", file=sys.stderr, flush=True)
