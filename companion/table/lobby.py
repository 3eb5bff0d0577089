"""The lobby: who is here, what is to be played and how, before a match begins and after it.

Every function gives the next lobby, or raises a `Refusal` and nothing has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.core.capabilities import offers
from companion.core.capabilities.partner import PlaysSeats
from companion.core.errors import Illegal, Refusal, Unreadable
from companion.core.game import Game
from companion.core.match import Match, begin
from companion.core.names import checked_name, checked_names
from companion.core.options import Value, options_of, read_option
from companion.core.partner_seats import PartnerSeats, strength_of
from companion.core.text import Text
from companion.table.starting import PartnerWish

MOST_PEOPLE = 12
"""Names in a lobby: the largest table of ours has eight seats, and a few people watch."""
ROBOT = "Robot"
"""What the partner is called where nobody has named it; a second one is "Robot 2"."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is here.

    Attributes:
        name: as every page shows it.
        phone: digest of the secret of the phone that typed the name; "" for a name without a phone.
        word: digest of the recovery word of the seat that this person held last; "" before the first match.
        strength: key of the partner's strength if the partner plays for this name, else "".
        time_s: seconds that the partner may think about a turn; None takes the strength's own.
    """

    name: str
    phone: str = ""
    word: str = ""
    strength: str = ""
    time_s: float | None = None


@dataclass(frozen=True, slots=True)
class Lobby:
    """Attributes:
    people: in the order in which they will sit, clockwise; the first ones play, the others watch.
    game: key of the game that is chosen, or None.
    options: what was chosen beside the defaults, by game and by option; kept when another game is chosen.
    """

    people: tuple[Person, ...] = ()
    game: str | None = None
    options: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)


# People -------------------------------------------------------------------------------------------------


def joined(lobby: Lobby, name: str, phone: str) -> Lobby:
    """The lobby with the phone's person in it: a new name, or one that somebody typed for a person without a phone.

    A phone that is in already takes another name.

    Raises:
        Unreadable: it is no name, or looks like that of somebody else.
        Illegal: the lobby is full.
    """
    own = person_of(lobby, phone)
    if own is not None:
        return renamed(lobby, own.name, name)
    wanted = checked_name(name)
    waiting = next((each for each in lobby.people if each.name == wanted and _has_no_phone(each)), None)
    if waiting is not None:
        return _with(lobby, waiting, replace(waiting, phone=phone))
    return _and(lobby, Person(wanted, phone))


def added(lobby: Lobby, name: str) -> Lobby:
    """The lobby with a name that has no phone. Raises as `joined`."""
    return _and(lobby, Person(checked_name(name)))


def partner_added(lobby: Lobby, game: Game, strength: str) -> Lobby:
    """The lobby with one more name, for which the partner plays. Raises `Unreadable` where the game has no such
    strength, `Illegal` for a full lobby."""
    strength_of(game, strength)
    taken = {each.name for each in lobby.people}
    names = (ROBOT if number == 1 else f"{ROBOT} {number}" for number in range(1, MOST_PEOPLE + 2))
    return _and(lobby, Person(next(name for name in names if name not in taken), strength=strength))


def renamed(lobby: Lobby, name: str, wanted: str) -> Lobby:
    """The lobby in which `name` is called `wanted`. Raises as `joined`."""
    before = named_person(lobby, name)
    return _with(lobby, before, replace(before, name=checked_name(wanted)))


def removed(lobby: Lobby, name: str) -> Lobby:
    """The lobby without `name`. Raises `Unreadable` where nobody is called that."""
    gone = named_person(lobby, name)
    return replace(lobby, people=tuple(each for each in lobby.people if each is not gone))


def moved(lobby: Lobby, name: str, by: int) -> Lobby:
    """The lobby in which `name` sits `by` places later, or earlier if it is negative; at the ends it stays there.
    Raises `Unreadable` where nobody is called that."""
    person, people = named_person(lobby, name), list(lobby.people)
    place = people.index(person)
    people.remove(person)
    people.insert(max(0, min(len(people), place + by)), person)
    return replace(lobby, people=tuple(people))


def person_of(lobby: Lobby, phone: str) -> Person | None:
    """Who typed a name on this phone; None for a phone that has not, and for ""."""
    return next((each for each in lobby.people if phone and each.phone == phone), None)


def named_person(lobby: Lobby, name: str) -> Person:
    """Who is called that. Raises `Unreadable`."""
    found = next((each for each in lobby.people if each.name == name), None)
    if found is None:
        raise Unreadable("lobby.nobody", NOBODY.filled(name=name[:MOST_SHOWN]))
    return found


# The game -----------------------------------------------------------------------------------------------


def chosen(lobby: Lobby, game: Game) -> Lobby:
    """The lobby in which `game` is chosen. Names for which a partner was to play go where the game has none such."""
    plays = offers(game, PlaysSeats)
    strengths = {"", *(each.key for each in plays.strengths)} if plays is not None else {""}
    return replace(lobby, game=game.key, people=tuple(each for each in lobby.people if each.strength in strengths))


def opted(lobby: Lobby, game: Game, name: str, words: str) -> Lobby:
    """The lobby in which the option `name` has the value that is written as `words`. Raises `Unreadable` where the game
    has no such option, or the option no such value; the sentence names the nearest."""
    value = read_option(game, name, words)
    of_game = {**lobby.options.get(game.key, {}), name: value}
    return replace(lobby, options={**lobby.options, game.key: of_game})


def values_of(lobby: Lobby, game: Game) -> dict[str, Value]:
    """The value of each option of `game`, chosen or by default. What the game no longer has or can
    read is left out."""
    kept = lobby.options.get(game.key, {})
    return {
        each.name: kept[each.name] if each.name in kept and each.can_be_chosen(kept[each.name]) else each.default
        for each in options_of(game.options)
    }


def players(lobby: Lobby, game: Game) -> tuple[Person, ...]:
    """Who plays: the first people, as many as the game takes; the others watch."""
    counts = [count for count in game.seats if count <= len(lobby.people)]
    return lobby.people[: max(counts, default=0)]


def partner_wishes(people: Sequence[Person]) -> tuple[PartnerWish, ...]:
    """What the partner plays among these people."""
    return tuple(PartnerWish(each.name, each.strength, each.time_s) for each in people if each.strength)


def missing(lobby: Lobby, game: Game | None) -> Text | None:
    """What keeps a match from beginning, in one sentence; None when nothing does."""
    if game is None:
        return NO_GAME
    playing = players(lobby, game)
    if not playing:
        return TOO_FEW.filled(game=game.title, least=game.seats[0], count=game.seats[0] - len(lobby.people))
    try:
        begin(game, len(playing), game.options(**values_of(lobby, game)))
    except Refusal as refusal:
        return refusal.what
    return None


# Between matches ----------------------------------------------------------------------------------------


def seated(lobby: Lobby, match: Match, names: Sequence[str], seats: PartnerSeats) -> Lobby:
    """The lobby out of which `match` would begin: its game and options, its people first. Who was here keeps the phone;
    who does not play comes after them.

    Args:
        names: of the players, by seat.
        seats: those that the partner plays.
    """
    key, known = match.game.key, {each.name: each for each in lobby.people}
    chosen = {each.name: getattr(match.options, each.name) for each in options_of(match.game.options)}
    first = []
    for seat, name in enumerate(names):
        how = seats.seats.get(seat)
        strength, time_s = ("", None) if how is None else (how.strength, how.time_s)
        first.append(replace(known.get(name, Person(name)), strength=strength, time_s=time_s))
    rest = [each for each in lobby.people if each.name not in names]
    people = tuple((first + rest)[: max(MOST_PEOPLE, len(first))])
    return Lobby(people, key, {**lobby.options, key: chosen})


def came_back(lobby: Lobby, names: Sequence[str], held: Mapping[int, tuple[str, str]]) -> Lobby:
    """The lobby after a match of the first people: each has the phone that held the seat at the end. Where the partner
    plays a seat that a phone holds, people play it again.

    Args:
        names: of the players, by seat.
        held: the phone and the digest of the recovery word, by seat.
    """
    people = {each.name: each for each in lobby.people}
    phones = {phone for phone, _ in held.values()}
    for name, each in people.items():
        if each.phone in phones and name not in names:  # who only watched has taken a seat since
            people[name] = replace(each, phone="")
    for seat, name in enumerate(names):
        phone, word = held.get(seat, ("", ""))
        strength = "" if phone else people[name].strength
        people[name] = replace(people[name], phone=phone, word=word, strength=strength)
    return replace(lobby, people=tuple(people.values()))


def _and(lobby: Lobby, person: Person) -> Lobby:
    if len(lobby.people) >= MOST_PEOPLE:
        raise Illegal("lobby.full", FULL.filled(most=MOST_PEOPLE))
    return _checked(replace(lobby, people=(*lobby.people, person)))


def _with(lobby: Lobby, before: Person, after: Person) -> Lobby:
    return _checked(replace(lobby, people=tuple(after if each is before else each for each in lobby.people)))


def _checked(lobby: Lobby) -> Lobby:
    checked_names([each.name for each in lobby.people])
    return lobby


def _has_no_phone(person: Person) -> bool:
    return not person.phone and not person.strength


MOST_SHOWN = 40
"""Letters of a name that nobody has which a sentence repeats."""
NOBODY = Text(
    fr="Personne ne s'appelle « {name} » ici ; regardez la liste, elle a changé.",
    en="Nobody here is called “{name}”; look at the list, it has changed.",
)
FULL = Text(
    fr="Il y a déjà {most} personnes ici ; que quelqu'un parte d'abord.",
    en="There are {most} people here already; let somebody leave first.",
)
NO_GAME = Text(fr="Choisissez un jeu.", en="Choose a game.")
TOO_FEW = Text(
    fr="{game} se joue à partir de {least} ; il manque encore {count} : un téléphone, un nom, ou le partenaire.",
    en="{game} takes {least} or more; {count} still missing: a phone, a name, or the partner.",
)
