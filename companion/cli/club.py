"""`companion club`: all tables of a café on one page."""

from __future__ import annotations

import threading
from pathlib import Path

import click

from companion import wiring
from companion.cli.terminal import show_address
from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.settings import language, load_settings
from companion.web.club import club_code, create_club
from companion.web.serve import address_for_phones, serve


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--broker", default=None, help="mqtt://host:1883, mqtts://name:password@host")
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), default=None, help="A TOML file.")
@click.option("--host", default=None, help="Where the page listens.")
@click.option("--port", type=click.IntRange(0, 65535), default=None, help="0 takes a free one.")
def club(broker: str | None, settings_file: Path | None, host: str | None, port: int | None) -> int:
    """Show what is going on at all tables that tell a broker of themselves (serve --broker).

    \b
    Example:
      companion club --broker mqtt://cafe.local
    """
    settings = load_settings(settings_file)
    address = broker or settings.broker
    if address is None:
        raise Unreadable("cli.no-broker", NO_BROKER)
    tables = wiring.open_tables(address)
    try:
        app, chosen = create_club(tables), settings.port if port is None else port
        server = serve(app, host or settings.host, chosen, settings.names)
        try:
            page = address_for_phones(server.port)
            show_address(page)
            print(HOST_CODE.filled(code=club_code(app), address=f"{page}host?code={club_code(app)}").to(language()))
            threading.Event().wait()
        except KeyboardInterrupt:
            pass
        finally:
            server.close()
    finally:
        tables.close()
    return 0


HOST_CODE = Text(
    fr="Code de l'hôte du café : {code}, une seule fois ({address}).",
    en="The café host's code: {code}, once ({address}).",
)


NO_BROKER = Text(
    fr="Quel courtier ? Dites --broker mqtt://hôte, ou écrivez « broker » dans les réglages.",
    en="Which broker? Say --broker mqtt://host, or set “broker” in the settings.",
)
