"""`companion club`: all tables of a café on one page, their standings and tournaments."""

from __future__ import annotations

import threading
from contextlib import ExitStack, suppress
from pathlib import Path

import click

from companion.cli.terminal import show_address
from companion.club.brokers import open_link
from companion.club.keeper import Keeper
from companion.club.tables import Tables
from companion.core.clock import SystemClock
from companion.core.errors import NotSaved, Unreadable
from companion.core.text import Text
from companion.settings import Settings, language, load_settings
from companion.web.club import club_code, create_club
from companion.web.club_scores import Scoring
from companion.web.serve import address_for_phones, serve

BOOK = "club.sqlite"
"""The file of the book of results, in the data folder, where the settings name no database."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--broker", default=None, help="mqtt://host:1883, mqtts://name:password@host")
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), default=None, help="A TOML file.")
@click.option("--host", default=None, help="Where the page listens.")
@click.option("--port", type=click.IntRange(0, 65535), default=None, help="0 takes a free one.")
def club(broker: str | None, settings_file: Path | None, host: str | None, port: int | None) -> int:
    """Show what is going on at all tables that tell a broker of themselves (serve --broker), and keep the standings and
    tournaments of those whose settings say results = true.

    \b
    Example:
      companion club --broker mqtt://cafe.local
    """
    settings = load_settings(settings_file)
    address = broker or settings.broker
    if address is None:
        raise Unreadable("cli.no-broker", NO_BROKER)
    with ExitStack() as opened:
        tables, scoring = open_club(address, settings)
        opened.callback(scoring.close)
        opened.callback(tables.close)
        app, chosen = create_club(tables, scoring), settings.port if port is None else port
        server = serve(app, host or settings.host, chosen, settings.names)
        opened.callback(server.close)
        with suppress(KeyboardInterrupt):
            page = address_for_phones(server.port)
            show_address(page)
            print(HOST_CODE.filled(code=club_code(app), address=f"{page}host?code={club_code(app)}").to(language()))
            threading.Event().wait()
    return 0


def open_club(broker: str, settings: Settings) -> tuple[Tables, Scoring]:
    """All tables of a broker, which are listened to from now on, and the book of their results.

    Raises:
        Unreadable: as `open_link`; the address of the book makes no sense, it is a later version's, or what
            reaches it is not installed. A database that does not answer is waited for.
    """
    try:
        from companion.club.score_book import ScoreBook  # seldom needed, and it takes long to import
    except ImportError:
        raise Unreadable("club.sqlalchemy", NO_SQLALCHEMY) from None
    link = open_link(broker, settings.broker_ca)
    book = ScoreBook(settings.standings or f"sqlite:///{settings.data / BOOK}", SystemClock())
    with suppress(NotSaved):
        book.matches()  # a book of a later version is said now
    keeper = Keeper(book, lambda: tables.announce())
    tables = Tables(link, results=keeper.hear)
    tables.open()
    return tables, Scoring(book, keeper, settings.points)


HOST_CODE = Text(
    fr="Code de l'hôte du café : {code}, une seule fois ({address}).",
    en="The café host's code: {code}, once ({address}).",
)
NO_SQLALCHEMY = Text(
    fr="Pour tenir le classement d'un café, il manque SQLAlchemy ; installez-le avec : pip install sqlalchemy.",
    en="To keep a café's standings SQLAlchemy is missing; install it with: pip install sqlalchemy.",
)
NO_BROKER = Text(
    fr="Quel courtier ? Dites --broker mqtt://hôte, ou écrivez « broker » dans les réglages.",
    en="Which broker? Say --broker mqtt://host, or set “broker” in the settings.",
)
