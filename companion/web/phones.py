"""Which phone holds which seat, who is host, and which screens are the table's: remembered on disk, so that a restart
sends nobody away. A phone is known by a secret that it alone carries; here lies only the secret's digest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from secrets import token_hex
from threading import RLock
from types import MappingProxyType

from pydantic import TypeAdapter, ValidationError

from companion.core.errors import Unreadable
from companion.core.files import OWNER_ONLY, write_whole
from companion.core.text import Text
from companion.table.saving import not_saved
from companion.web.recovery import digest, new_word

TOKEN_BYTES = 16
"""Length of each secret: 128 bits cannot be guessed over a network."""
VERSION = 2
"""Version of the phones' file. Version 1 kept secrets of another kind: who held a seat then takes it again."""

Phone = str
"""The digest of a phone's secret; "" is a phone that carries none."""


def new_token() -> str:
    """The secret of a phone that becomes known."""
    return token_hex(TOKEN_BYTES)


def phone_of(token: str) -> Phone:
    """The phone that carries this secret."""
    return sha256(token.encode()).hexdigest() if token else ""


def table_of(salt: str) -> str:
    """The name of the table whose files have this salt: eight hexadecimal digits."""
    return sha256(salt.encode()).hexdigest()[:TABLE_LETTERS]


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a seat.

    Attributes:
        phone: the phone.
        word: the digest of the recovery word.
        closed: whether the notes of the seat stay closed, because its last holder did not agree to give it.
        before: the digest of that holder's recovery word, which still brings the seat back; "" where there is none.
    """

    phone: Phone
    word: str
    closed: bool = False
    before: str = ""


@dataclass(frozen=True, slots=True)
class Holding:
    """Attributes:
    version: of the file.
    salt: goes into the digest of every recovery word.
    seats: who holds which, in the order in which they were taken.
    host: the host's phone, or None.
    screens: browsers that show the table to everyone.
    granted: what the host lets the seats do (names of `authority.Act`); None: nothing was said.
    """

    version: int
    salt: str
    seats: dict[int, Holder] = field(default_factory=dict)
    host: Phone | None = None
    screens: tuple[Phone, ...] = ()
    granted: tuple[str, ...] | None = None


FILE = TypeAdapter(Holding)
TABLE_LETTERS = 8
"""Letters of a table's name in its cookie: two tables of one machine share it once in four thousand million."""
FIRST_VERSION = {"key", "seats"}
"""The keys of a file of version 1."""


class Phones:
    """Seats, host and screens, with the phones that hold them. Safe to use from several threads.

    Args:
        path: a file that only this program reads; None keeps everything in memory, for a demo or a test.
        saving: around each writing, to have a failure shown on every page (`Session.saving`).
        begins: what is held from now on, whatever the file says; None takes the file, or nobody where there is none.

    Every change is on disk before it holds; one that cannot be written raises `NotSaved` and changes nothing.

    Raises:
        Unreadable: the file exists and is not one of ours; it is left untouched.
        NotSaved: it does not exist and cannot be written.
    """

    def __init__(
        self,
        path: Path | None = None,
        saving: Callable[[], AbstractContextManager[None]] = nullcontext,
        begins: Holding | None = None,
    ) -> None:
        self._path, self._saving, self._lock = path, saving, RLock()
        self._now = _nobody()
        if begins is None and path is not None and path.exists():
            self._now = read_holding(path)
        else:
            self._keep(begins or self._now)

    @property
    def now(self) -> Holding:
        """All that is held now."""
        return self._now

    # Who is who -----------------------------------------------------------------------------------------

    @property
    def table(self) -> str:
        """Tells this table's phones from another's on the same machine; the same after a restart."""
        return table_of(self._now.salt)

    @property
    def seats(self) -> Mapping[int, Holder]:
        """The seats that some phone holds, in the order in which they were taken."""
        return MappingProxyType(self._now.seats)

    @property
    def taken(self) -> frozenset[int]:
        """The seats that some phone holds."""
        return frozenset(self._now.seats)

    @property
    def host(self) -> Phone | None:
        """The host's phone."""
        return self._now.host

    @property
    def screens(self) -> tuple[Phone, ...]:
        """The table's screens."""
        return self._now.screens

    @property
    def granted(self) -> frozenset[str] | None:
        """What the host lets the seats do; None: nothing was said."""
        return None if self._now.granted is None else frozenset(self._now.granted)

    def seats_of(self, phone: Phone) -> tuple[int, ...]:
        """The seats that `phone` holds."""
        return tuple(sorted(seat for seat, held in self._now.seats.items() if _same(held.phone, phone)))

    def knows(self, phone: Phone) -> bool:
        """Whether `phone` holds anything."""
        now = self._now
        return any(
            _same(phone, each) for each in (*(held.phone for held in now.seats.values()), *now.screens, now.host)
        )

    # Seats ----------------------------------------------------------------------------------------------

    def claim(self, seat: int, phone: Phone, *, host_sits: bool = True) -> str | None:
        """Give a free seat to a phone.

        Args:
            host_sits: the host is one of those who sit here: the phone becomes host where there is none.

        Returns:
            The recovery word; None when another phone has the seat.
        """
        with self._lock:
            if seat in self._now.seats:
                return None
            host = phone if host_sits and self._now.host is None else self._now.host
            return self._seat(seat, phone, host=host)

    def give(self, seat: int, phone: Phone, *, closed: bool, host_sits: bool = True) -> str:
        """Give a held seat to another phone. Returns the recovery word.

        Args:
            closed: the notes stay closed: the holder did not agree.
            host_sits: a host who sits nowhere any more is followed by whoever else sat down first.
        """
        with self._lock:
            followed = self._host_without(seat) or phone
            before = (self._now.seats[seat].before or self._now.seats[seat].word) if closed else ""
            return self._seat(seat, phone, closed, before, host=followed if host_sits else self._now.host)

    def recover(self, seat: int, word: str, phone: Phone) -> str | None:
        """Give a seat to the phone of its holder, who says the recovery word; being host comes with it.

        Returns:
            The next recovery word; None when it is another word, and then nothing has changed.
        """
        with self._lock:
            held = self._now.seats.get(seat)
            said = digest(word, self._now.salt)
            if held is None or not (compare_digest(held.word, said) or compare_digest(held.before, said)):
                return None
            return self._seat(seat, phone, host=phone if self._now.host == held.phone else self._now.host)

    def renew_word(self, seat: int) -> str:
        """Another recovery word for a held seat; the old one is void. Raises KeyError where nobody holds it."""
        with self._lock:
            held = self._now.seats[seat]
            return self._seat(seat, held.phone, held.closed, held.before, host=self._now.host)

    def open_notes(self, seat: int) -> None:
        """The notes of a seat are no longer closed."""
        with self._lock:
            held = self._now.seats.get(seat)
            if held is not None and held.closed:
                self._keep(replace(self._now, seats={**self._now.seats, seat: replace(held, closed=False)}))

    def free(self, seat: int, *, host_sits: bool = True) -> None:
        """Take the seat from whoever has it. host_sits: as in `give`."""
        with self._lock:
            if seat in self._now.seats:
                left = {each: held for each, held in self._now.seats.items() if each != seat}
                host = self._host_without(seat) if host_sits else self._now.host
                self._keep(replace(self._now, seats=left, host=host))

    # Host and screens -----------------------------------------------------------------------------------

    def make_host(self, phone: Phone) -> None:
        """`phone` is host from now on."""
        with self._lock:
            self._keep(replace(self._now, host=phone))

    def grant(self, acts: frozenset[str]) -> None:
        """The seats may do these acts from now on, and no others that the host decides about."""
        with self._lock:
            self._keep(replace(self._now, granted=tuple(sorted(acts))))

    def add_screen(self, phone: Phone) -> None:
        """`phone` is a screen of the table from now on."""
        with self._lock:
            others = (each for each in self._now.screens if each != phone)
            self._keep(replace(self._now, screens=(*others, phone)))

    def drop_screen(self, phone: Phone) -> None:
        """`phone` is a screen of the table no longer."""
        with self._lock:
            self._keep(replace(self._now, screens=tuple(each for each in self._now.screens if each != phone)))

    # Inside ---------------------------------------------------------------------------------------------

    def _seat(self, seat: int, phone: Phone, closed: bool = False, before: str = "", *, host: Phone | None) -> str:
        word = new_word()
        holder = Holder(phone, digest(word, self._now.salt), closed, before)
        self._keep(replace(self._now, seats={**self._now.seats, seat: holder}, host=host))
        return word

    def _host_without(self, seat: int) -> Phone | None:
        """Who is host once the phone at `seat` has lost it. One that sits nowhere stays, and one with a seat left."""
        now = self._now
        if now.seats[seat].phone != now.host:
            return now.host
        left = [held.phone for each, held in now.seats.items() if each != seat]
        return now.host if now.host in left else next(iter(left), None)

    def _keep(self, then: Holding) -> None:
        """Write `then`; it holds once it is on disk."""
        if self._path is not None:
            with self._saving():
                try:
                    self._path.parent.mkdir(parents=True, exist_ok=True)
                    write_whole(self._path, FILE.dump_json(then), mode=OWNER_ONLY)
                except OSError as error:
                    raise not_saved(self._path, error) from None
        self._now = then


def _same(one: Phone | None, other: Phone | None) -> bool:
    return bool(one) and bool(other) and compare_digest(one or "", other or "")


def _nobody() -> Holding:
    return Holding(VERSION, new_token())


def read_holding(path: Path) -> Holding:
    """What a file of phones holds. Raises `Unreadable` for one that is none of ours."""
    try:
        data = path.read_bytes()
        first = TypeAdapter(dict[str, object]).validate_json(data)
        if set(first) == FIRST_VERSION and isinstance(first["seats"], dict) and all(map(str.isdecimal, first["seats"])):
            return _nobody()
        kept: Holding = FILE.validate_json(data)
        if kept.version == VERSION:
            return kept
    except (OSError, ValidationError):
        pass
    raise Unreadable("web.phones-unreadable", UNREADABLE.filled(path=path))


UNREADABLE = Text(
    fr="Le fichier des téléphones {path} ne se lit pas ; supprimez-le, chacun reprendra sa place.",
    en="The file of phones {path} cannot be read; delete it, and everyone can take a seat again.",
)
