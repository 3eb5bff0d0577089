"""What is decided before a match begins or goes on: which one, and who plays for whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.errors import Unreadable
from companion.core.game import Game
from companion.core.partner_seats import checked
from companion.core.text import Text
from companion.table.journal import Journal, MatchRecord
from companion.table.matches import match_numbered
from companion.table.opening import last_played

Resume = bool | int
"""True: the match that was played last; a number: that match; False: a new one."""


@dataclass(frozen=True, slots=True)
class PartnerWish:
    """A player's name, and how strongly and for how many seconds the partner plays in that place (None: its own)."""

    name: str
    strength: str
    time_s: float | None


def match_to_take_up(journal: Journal, game: str | None, resume: Resume, names: tuple[str, ...]) -> MatchRecord | None:
    """The match that is to go on; None for a new one, also where none was played yet and `names` could begin one.

    Raises:
        Unreadable: there is no such match.
    """
    if resume is False:
        return None
    if resume is not True:
        return match_numbered(journal, resume, game)
    record = last_played(journal, game)
    if record is None and (game is None or not names):
        raise Unreadable("matches.none", NOTHING_TO_RESUME)
    return record


def wished_seats(game: Game, names: tuple[str, ...], partners: Sequence[PartnerWish]) -> dict[int, PartnerWish]:
    """The partner's seats. Raises `Unreadable` for a name that nobody has, and for what the game does not play."""
    found: dict[int, PartnerWish] = {}
    for wish in partners:
        if wish.name not in names:
            wanted = f"{wish.name}={wish.strength}"
            raise Unreadable("partner.no-such-player", NO_SUCH_PLAYER.filled(wish=wanted, names=", ".join(names)))
        seat = names.index(wish.name)
        checked(game, names, seat, wish.strength, wish.time_s)
        found[seat] = wish
    return found


NOTHING_TO_RESUME = Text(
    fr="Aucune partie de ce dossier n'a encore été jouée ; commencez-en une : "
    "companion serve JEU --players Ada,Basile.",
    en="No match of this folder has been played yet; begin one: companion serve GAME --players Ada,Basile.",
)
NO_SUCH_PLAYER = Text(
    fr="--partner {wish} : personne de ce nom ne joue ici ; nommez quelqu'un parmi {names}.",
    en="--partner {wish}: nobody of that name plays here; name one of {names}.",
)
