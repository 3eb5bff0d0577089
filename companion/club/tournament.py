"""A tournament's sheet: who is in it, the rounds that were drawn, and the results that the tables told since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from companion.club.pairing import Groups, Met, next_round, round_robin
from companion.club.points import RULES, PlayedMatch, Standing, ranked, winners
from companion.core.errors import Illegal
from companion.core.names import look_of
from companion.core.text import Text
from companion.settings import PointsRule

Kind = Literal["standings", "everyone"]
"""How rounds are drawn: neighbours in the standings meet, round after round; or everyone meets everyone once."""
PAIR = 2
"""Seats of a table at which everyone can meet everyone."""
MOST_ENTRANTS = 128
"""People of a tournament: a page shows them, and a round is drawn within a second or two."""
MOST_TABLE = 8
"""Seats of a table, at most: the games seat no more."""
FIRST_SCORES = (1.0, 0.0)
"""Scores of a match of two that its first player has won: whoever sits out gets that player's points."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round. Attributes: `drawn_s`, when, seconds since 1970 UTC by the café's clock; `groups`, names by table."""

    drawn_s: float
    groups: Groups


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it was set up and drawn.

    Attributes:
        number: its number in the book of results.
        game: key of the game; matches of others do not count.
        size: seats of a table.
        entrants: names, in the order in which they came.
    """

    number: int
    name: str
    game: str
    size: int
    kind: Kind
    entrants: tuple[str, ...]
    rounds: tuple[Round, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """One table of a round: who sits there, the match that was played, or None, and everybody's points by then."""

    names: tuple[str, ...]
    match: PlayedMatch | None
    points: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All of a tournament, as it is shown."""

    tournament: Tournament
    rounds: tuple[tuple[Played, ...], ...]
    standings: tuple[Standing, ...]

    @property
    def missing(self) -> int:
        """Tables whose result is not known yet."""
        return sum(table.match is None and len(table.names) > 1 for each_round in self.rounds for table in each_round)


def checked(kind: Kind, size: int, entrants: Sequence[str], seats: range) -> None:
    """Raises `Illegal` for a tournament that cannot be drawn or played. seats: the numbers of players of its game."""
    if not PAIR <= size <= MOST_TABLE:
        raise Illegal("tournament.size", SIZE.filled(least=PAIR, most=MOST_TABLE))
    if size not in seats:
        raise Illegal("tournament.seats", SEATS.filled(least=max(PAIR, seats[0]), most=min(MOST_TABLE, seats[-1])))
    if kind == "everyone" and size != PAIR:
        raise Illegal("tournament.everyone", EVERYONE_IN_PAIRS)
    if not PAIR < len(entrants) <= MOST_ENTRANTS:
        raise Illegal("tournament.entrants", ENTRANTS.filled(least=PAIR + 1, most=MOST_ENTRANTS, found=len(entrants)))


def drawn(sheet: Sheet) -> tuple[Groups, ...]:
    """The groups of the rounds that come next: all of them at once where everyone meets everyone, else one.

    Raises:
        Illegal: all rounds are drawn already.
    """
    tournament = sheet.tournament
    if tournament.kind == "everyone":
        if tournament.rounds:
            raise Illegal("tournament.all-drawn", ALL_DRAWN)
        return round_robin(tournament.entrants)
    met: Met = Counter()
    rested = [group[0] for each in tournament.rounds for group in each.groups if len(group) == 1]
    for each in tournament.rounds:
        for group in each.groups:
            met.update(frozenset(pair) for pair in combinations(group, 2))
    return (next_round([each.name for each in sheet.standings], tournament.size, met, rested),)


def sheet_of(tournament: Tournament, matches: Iterable[PlayedMatch], rule: PointsRule) -> Sheet:
    """The sheet: a table's result is the first match of its people that the café heard of after the draw.

    Args:
        matches: any, the first heard of first; those of other games and people are left aside.
    """
    found = dict[frozenset[str], list[PlayedMatch]]()
    for match in matches:
        if match.game == tournament.game:
            found.setdefault(frozenset(map(look_of, match.names)), []).append(match)
    rounds, used = [], set[str]()
    for each in tournament.rounds:
        tables = []
        for group in each.groups:
            of_group = found.get(frozenset(map(look_of, group)), ())
            first = next((one for one in of_group if one.heard_s >= each.drawn_s and one.match not in used), None)
            if first is not None:
                used.add(first.match)
            tables.append(_played(group, first, rule))
        rounds.append(tuple(tables))
    return Sheet(tournament, tuple(rounds), _standings(tournament.entrants, rounds))


def _played(group: tuple[str, ...], match: PlayedMatch | None, rule: PointsRule) -> Played:
    if len(group) == 1:
        return Played(group, None, (RULES[rule].count(FIRST_SCORES)[0],))
    if match is None:
        return Played(group, None, (None,) * len(group))
    given: Mapping[str, float] = dict(zip(map(look_of, match.names), RULES[rule].count(match.scores), strict=True))
    return Played(group, match, tuple(given[look_of(name)] for name in group))


def _standings(entrants: Sequence[str], rounds: Iterable[Iterable[Played]]) -> tuple[Standing, ...]:
    points, counts, wins = Counter[str](), Counter[str](), Counter[str]()
    for table in (table for each in rounds for table in each):
        for name, given in zip(table.names, table.points, strict=True):
            points[name] += given or 0.0  # type: ignore[assignment]  # a Counter of parts of points, too
        if table.match is not None:
            best = {look_of(table.match.names[seat]) for seat in winners(table.match.scores)}
            for name in table.names:
                counts[name] += 1
                wins[name] += look_of(name) in best
    return ranked([(name, points[name], counts[name], wins[name]) for name in entrants])


SIZE = Text(
    fr="Une table de tournoi a {least} à {most} places ; choisissez-en autant.",
    en="A tournament's table has {least} to {most} seats; choose as many.",
)
SEATS = Text(
    fr="Ce jeu se joue à des tables de {least} à {most} ; choisissez autant de places, ou un autre jeu.",
    en="This game is played at tables of {least} to {most}; choose as many seats, or another game.",
)
EVERYONE_IN_PAIRS = Text(
    fr="« Chacun rencontre chacun » se joue à des tables de deux ; choisissez 2 places, ou l'autre tirage.",
    en="“Everyone meets everyone” is played at tables of two; choose 2 seats, or the other draw.",
)
ENTRANTS = Text(
    fr="Un tournoi réunit {least} à {most} personnes, il y en a {found} ; écrivez un nom par ligne.",
    en="A tournament has {least} to {most} people, and there are {found}; write one name per line.",
)
ALL_DRAWN = Text(
    fr="Toutes les rondes de ce tournoi sont tirées ; regardez la feuille.",
    en="All rounds of this tournament are drawn; look at the sheet.",
)
