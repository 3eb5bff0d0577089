"""The café's book: results and tournaments in a database, SQLite's file or any other that SQLAlchemy reaches."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    create_engine,
    delete,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from companion.club.pairing import Groups
from companion.club.points import PlayedMatch
from companion.club.public_table import MOST_LETTERS
from companion.club.results import MatchResult, Results
from companion.club.tournament import Kind, Round, Tournament
from companion.core.clock import Clock
from companion.core.errors import NotSaved, Unreadable
from companion.core.files import OWNER_ONLY
from companion.core.names import MOST_LETTERS as MOST_NAME
from companion.core.text import Text

VERSION = 1
"""Version of the tables below; a book of a later one is refused."""
SCHEMA = MetaData()
BOOK = Table("club_book", SCHEMA, Column("version", Integer, nullable=False))
MATCHES = Table(
    "club_matches", SCHEMA,
    Column("match", String(16), primary_key=True),
    Column("written", Integer, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("table_name", String(MOST_LETTERS), nullable=False),
    Column("game", String(MOST_LETTERS), nullable=False),
    Column("title_fr", String(MOST_LETTERS), nullable=False),
    Column("title_en", String(MOST_LETTERS), nullable=False),
    Column("begun_s", Float(53), nullable=False),
    Column("heard_s", Float(53), nullable=False),
)  # fmt: skip
SEATS = Table(
    "club_seats", SCHEMA,
    Column("match", String(16), ForeignKey(MATCHES.c.match), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(MOST_NAME), nullable=False),
    Column("score", Float(53), nullable=False),
)  # fmt: skip
TOURNAMENTS = Table(
    "club_tournaments", SCHEMA,
    Column("number", Integer, primary_key=True),
    Column("name", String(MOST_NAME), nullable=False),
    Column("game", String(MOST_LETTERS), nullable=False),
    Column("size", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
)  # fmt: skip
ENTRANTS = Table(
    "club_entrants", SCHEMA,
    Column("tournament", Integer, ForeignKey(TOURNAMENTS.c.number), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("name", String(MOST_NAME), nullable=False),
)  # fmt: skip
DRAWN = Table(
    "club_drawn", SCHEMA,
    Column("tournament", Integer, ForeignKey(TOURNAMENTS.c.number), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(MOST_NAME), nullable=False),
    Column("drawn_s", Float(53), nullable=False),
)  # fmt: skip


class ScoreBook:
    """Results and tournaments in a database. Safe to use from several threads; every method raises `NotSaved` while the
    database does not answer, and then nothing has changed.

    Args:
        address: of the database, as SQLAlchemy has it: "sqlite:///club.sqlite", "postgresql+pg8000://host/club".
        clock: its wall time says when something was heard of or drawn.

    Raises:
        Unreadable: the address makes no sense, or what reaches such a database is not installed.
    """

    def __init__(self, address: str, clock: Clock) -> None:
        self._clock, self._lock, self._ready = clock, threading.Lock(), False
        self._engine = _engine(address)
        self._shown = self._engine.url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    # Results ---------------------------------------------------------------------------------------------

    def take(self, told: Results) -> bool:
        """Take over what a table tells. A match counts once, as its newest message has it; one that is no longer over
        is withdrawn. Returns whether anything changed."""
        with self._open() as book:
            changed = [self._take(book, told.table, match) for match in told.matches]
        return any(changed)

    def _take(self, book: Connection, table: str, match: MatchResult) -> bool:
        known = book.execute(select(MATCHES.c.written, MATCHES.c.heard_s).where(MATCHES.c.match == match.match)).first()
        if known is None and not match.over:
            return False
        if known is not None and match.written <= known.written:
            return False
        now_s = self._clock.wall_s()
        row = {
            "written": match.written,
            "over": match.over,
            "table_name": table,
            "game": match.game,
            "title_fr": match.title.fr,
            "title_en": match.title.en,
            "begun_s": now_s if match.begun_s is None else match.begun_s,
            "heard_s": now_s if known is None else known.heard_s,
        }
        if known is None:
            book.execute(insert(MATCHES).values(match=match.match, **row))
        else:
            book.execute(update(MATCHES).where(MATCHES.c.match == match.match).values(**row))
            book.execute(delete(SEATS).where(SEATS.c.match == match.match))
        for seat, (name, score) in enumerate(zip(match.players, match.scores, strict=True)):
            book.execute(insert(SEATS).values(match=match.match, seat=seat, name=name, score=score))
        return True

    def matches(self) -> tuple[PlayedMatch, ...]:
        """All matches that are over, the first heard of first."""
        with self._open() as book:
            rows = book.execute(
                select(MATCHES).where(MATCHES.c.over).order_by(MATCHES.c.heard_s, MATCHES.c.match)
            ).all()
            seats = book.execute(select(SEATS).order_by(SEATS.c.match, SEATS.c.seat)).all()
        by_match = {match: list(found) for match, found in groupby(seats, key=lambda each: each.match)}
        return tuple(
            PlayedMatch(
                row.match, row.table_name, row.game, Text(fr=row.title_fr, en=row.title_en),
                tuple(each.name for each in by_match[row.match]), tuple(each.score for each in by_match[row.match]),
                row.begun_s, row.heard_s,
            )
            for row in rows
        )  # fmt: skip

    # Tournaments -----------------------------------------------------------------------------------------

    def begin(self, name: str, game: str, size: int, kind: Kind, entrants: tuple[str, ...]) -> Tournament:
        """Write a new tournament down, without rounds."""
        with self._open() as book:
            done = book.execute(insert(TOURNAMENTS).values(name=name, game=game, size=size, kind=kind))
            assert done.inserted_primary_key is not None
            number = int(done.inserted_primary_key[0])
            for place, entrant in enumerate(entrants):
                book.execute(insert(ENTRANTS).values(tournament=number, place=place, name=entrant))
        return Tournament(number, name, game, size, kind, entrants)

    def tournaments(self) -> tuple[Tournament, ...]:
        """All tournaments, the newest first."""
        with self._open() as book:
            rows = book.execute(select(TOURNAMENTS).order_by(TOURNAMENTS.c.number.desc())).all()
            people = book.execute(select(ENTRANTS).order_by(ENTRANTS.c.tournament, ENTRANTS.c.place)).all()
            drawn = book.execute(
                select(DRAWN).order_by(DRAWN.c.tournament, DRAWN.c.round, DRAWN.c.number, DRAWN.c.seat)
            ).all()
        found = [
            Tournament(
                row.number, row.name, row.game, row.size, row.kind,
                tuple(each.name for each in people if each.tournament == row.number),
            )
            for row in rows
        ]  # fmt: skip
        return tuple(
            replace(each, rounds=_rounds([one for one in drawn if one.tournament == each.number])) for each in found
        )

    def draw(self, tournament: Tournament, rounds: tuple[Groups, ...]) -> None:
        """Write rounds down that come after those of `tournament`; ignored where others were drawn meanwhile."""
        first, now_s = len(tournament.rounds), self._clock.wall_s()
        rows = [
            {"tournament": tournament.number, "round": first + index, "number": number, "seat": seat, "name": name,
             "drawn_s": now_s}
            for index, groups in enumerate(rounds)
            for number, group in enumerate(groups)
            for seat, name in enumerate(group)
        ]  # fmt: skip
        with self._open() as book:
            taken = book.execute(
                select(DRAWN.c.seat).where(DRAWN.c.tournament == tournament.number, DRAWN.c.round == first).limit(1)
            ).first()
            if taken is None:
                book.execute(insert(DRAWN), rows)

    def erase(self, number: int) -> None:
        """Take a tournament out of the book; its matches stay."""
        with self._open() as book:
            for table in (DRAWN, ENTRANTS):
                book.execute(delete(table).where(table.c.tournament == number))
            book.execute(delete(TOURNAMENTS).where(TOURNAMENTS.c.number == number))

    # Inside ----------------------------------------------------------------------------------------------

    @contextmanager
    def _open(self) -> Iterator[Connection]:
        """A transaction: all of it is kept, or nothing."""
        try:
            with self._lock, self._engine.begin() as book:
                if not self._ready:
                    self._lay(book)
                    self._ready = True
                yield book
        except IntegrityError as error:  # another café's page has written the same in this moment
            raise NotSaved("club.book", AGAIN.filled(address=self._shown)) from error
        except (SQLAlchemyError, OSError) as error:  # not its own words: they may repeat the password
            why = type(error.__cause__ or error).__name__
            raise NotSaved("club.book", AWAY.filled(address=self._shown, why=why)) from None

    def _lay(self, book: Connection) -> None:
        if not inspect(book).has_table(BOOK.name):
            SCHEMA.create_all(book)
            book.execute(insert(BOOK).values(version=VERSION))
            return
        version = book.execute(select(BOOK.c.version)).scalar_one()
        if version > VERSION:
            raise Unreadable("club.book-later", LATER.filled(address=self._shown, version=version, known=VERSION))


def _rounds(drawn: list[Any]) -> tuple[Round, ...]:
    found = []
    for _, of_round in groupby(drawn, key=lambda each: each.round):
        rows = list(of_round)
        groups = [tuple(each.name for each in group) for _, group in groupby(rows, key=lambda each: each.number)]
        found.append(Round(rows[0].drawn_s, tuple(groups)))
    return tuple(found)


def _engine(address: str) -> Engine:
    try:
        url = make_url(address)
        if url.get_backend_name() == "sqlite" and url.database:
            path = Path(url.database)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=OWNER_ONLY)
        return create_engine(url, pool_pre_ping=True)
    except (ArgumentError, NoSuchModuleError):
        raise Unreadable("club.book-address", NO_ADDRESS) from None  # the address may hold a password: do not repeat it
    except ImportError as error:
        raise Unreadable("club.book-driver", NO_DRIVER.filled(package=error.name or error)) from None
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise Unreadable("club.book-file", NO_FILE.filled(path=path, why=why)) from None


NO_ADDRESS = Text(
    fr="Réglage « standings » : cette adresse de base ne se comprend pas ; écrivez par exemple "
    "sqlite:////var/lib/table-companion/club.sqlite.",
    en="Setting “standings”: this database address makes no sense; write for example "
    "sqlite:////var/lib/table-companion/club.sqlite.",
)
NO_DRIVER = Text(
    fr="Réglage « standings » : pour cette base il manque {package} ; installez-le avec : pip install {package}.",
    en="Setting “standings”: for this database {package} is missing; install it with: pip install {package}.",
)
NO_FILE = Text(
    fr="Réglage « standings » : {path} ne s'écrit pas ({why}) ; vérifiez le chemin et les droits.",
    en="Setting “standings”: {path} cannot be written ({why}); check the path and who may write there.",
)
AWAY = Text(
    fr="La base des résultats {address} ne répond pas ({why}) ; vérifiez qu'elle tourne et que le compte y a droit.",
    en="The database of results {address} does not answer ({why}); check that it runs and that the account may use it.",
)
AGAIN = Text(
    fr="Un autre programme écrit en ce moment dans la base des résultats {address} ; recommencez.",
    en="Another program is writing to the database of results {address} now; try again.",
)
LATER = Text(
    fr="La base des résultats {address} vient d'une version plus récente ({version}, ici {known}) ; mettez le "
    "compagnon à jour.",
    en="The database of results {address} is of a later version ({version}, here {known}); update the companion.",
)
