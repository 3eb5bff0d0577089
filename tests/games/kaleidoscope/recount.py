"""What a whole game comes to, worked out anew from its actions alone, another way than the rules do: with a list of
cards, each of which is always in one place."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.game import Action
from companion.core.match import Match
from companion.games.kaleidoscope.actions import (
    Accept,
    AcceptWord,
    Announce,
    CapitalSeen,
    CapitalTold,
    Decline,
    Discard,
    Doubt,
    LetterSeen,
    LetterTold,
    Move,
    NoMore,
    Pass,
    PickUp,
    Place,
    PointOut,
    Refuse,
    RefuseWord,
    RunOut,
)
from companion.games.kaleidoscope.lexicon import begins_word, is_word

Spot = tuple[str, int, int]
"""("column", seat, column) or ("discard", seat, place)."""


@dataclass
class Table:
    """The table as kept with pencil and paper. lies: every spot's letters, the last one on top or at the end."""

    words_to_win: int
    capitals: dict[int, str] = field(default_factory=dict)
    lies: dict[Spot, list[str]] = field(default_factory=dict)
    won: dict[int, list[str]] = field(default_factory=lambda: {0: [], 1: []})
    hand: str = ""
    asked: tuple[str, int, int] = ("", 0, 0)
    words: set[str] = field(default_factory=set)
    starts: set[str] = field(default_factory=set)
    gaps: dict[int, tuple[str, bool]] = field(default_factory=dict)
    turned_down: list[tuple[int, str]] = field(default_factory=list)
    granted: dict[int, int] = field(default_factory=lambda: {0: 0, 1: 0})
    done: set[int] = field(default_factory=set)
    blocked: int | None = None

    @property
    def winners(self) -> set[int]:
        """Empty while it goes on."""
        if self.blocked is not None:
            return {1 - self.blocked}
        counts = {seat: len(words) + self.granted[seat] for seat, words in self.won.items()}
        if len(self.done) < 2 and max(counts.values()) < self.words_to_win:
            return set()
        return {seat for seat, count in counts.items() if count == max(counts.values())}

    def at(self, kind: str, seat: int, number: int) -> list[str]:
        return self.lies.setdefault((kind, seat, number), [])

    def written(self, seat: int, column: int) -> str:
        return self.capitals[column].lower() + "".join(self.at("column", seat, column))


def winners(match: Match) -> set[int]:
    """Who should have won."""
    options = match.options
    table = Table(options.words_needed)
    for action in match.actions:
        assert not table.winners or isinstance(action, RefuseWord | AcceptWord), "it goes on after the end"
        _note(table, action)
    return table.winners


def _note(table: Table, action: Action) -> None:
    match action:
        case CapitalSeen() | CapitalTold():
            table.capitals[action.column] = action.letter
            table.gaps.pop(action.column, None)
            for seat in (0, 1):
                _let_fall(table, seat, action.column)
        case LetterSeen() | LetterTold():
            table.hand = action.letter
        case Place():
            table.at("column", action.seat, action.column).append(table.hand)
        case Discard():
            if action.place is None:
                table.blocked = action.seat
            else:
                table.at("discard", action.seat, action.place).append(table.hand)
        case Move():
            start = table.at("column", action.seat, action.column)
            table.at("column", action.seat, action.to).extend(start[-action.count :])
            del start[-action.count :]
        case PickUp():
            letter = table.at("discard", action.owner, action.place).pop()
            table.at("column", action.seat, action.column).append(letter)
        case Announce():
            _claimed(table, "announced", action.seat, action.column)
        case PointOut():
            _claimed(table, "pointed-out", 1 - action.seat, action.column)
        case Doubt():
            table.asked = ("doubted", 1 - action.seat, action.column)
        case Accept() | Refuse():
            _decided(table, isinstance(action, Accept))
        case NoMore():
            table.done.add(action.seat)
        case RefuseWord():
            _refused(table, action.owner, action.number)
        case AcceptWord():
            owner, word = table.turned_down.pop(action.number)
            table.granted[owner] += 1
            table.words.add(word)
        case Pass() | RunOut() | Decline():
            pass


def _fits(written: str, spelled: str) -> bool:
    return len(written) == len(spelled) and all(
        "*" in pair or len(set(pair)) == 1 for pair in zip(written, spelled, strict=True)
    )


def _starts(table: Table, written: str) -> bool:
    if written.count("*") > 1:
        return False
    known = [each[: len(written)] for each in table.words | table.starts]
    return begins_word(written) or any(_fits(written, each) for each in known)


def _spells(table: Table, written: str) -> bool:
    if written.count("*") > 1:
        return False
    return is_word(written) or any(_fits(written, each) for each in table.words)


def _let_fall(table: Table, seat: int, column: int) -> None:
    letters = table.at("column", seat, column)
    stays = list(letters)
    while stays and not _starts(table, table.capitals[column].lower() + "".join(stays)):
        stays.pop()
    fallen = letters[len(stays) :]
    letters[:] = stays
    for letter in fallen:
        piles = [table.at("discard", seat, place) for place in range(8)]
        pile = next((each for each in piles if letter in each), None)
        pile = pile if pile is not None else next((each for each in piles if not each), None)
        if pile is None:
            table.blocked = seat
            return
        pile.append(letter)


def _claimed(table: Table, why: str, owner: int, column: int) -> None:
    if _spells(table, table.written(owner, column)):
        _win(table, owner, column, why)
    else:
        table.asked = (why, owner, column)


def _decided(table: Table, good: bool) -> None:
    why, owner, column = table.asked
    written = table.written(owner, column)
    if good and why == "doubted":
        table.starts.add(written)
    elif good:
        table.words.add(written)
        _win(table, owner, column, why)
    elif why != "pointed-out":
        table.at("column", owner, column).clear()
        if why == "announced":
            table.turned_down.append((owner, written))


def _win(table: Table, owner: int, column: int, why: str) -> None:
    table.won[owner].append(table.written(owner, column))
    table.at("column", owner, column).clear()
    table.done.discard(owner)
    table.gaps[column] = (table.capitals[column], why == "pointed-out")


def _refused(table: Table, owner: int, number: int) -> None:
    word = table.won[owner].pop(number)
    table.words.discard(word)
    for column, (capital, pointed_out) in tuple(table.gaps.items()):
        if capital == word[0].upper():
            del table.gaps[column]
            table.capitals[column] = capital
            table.at("column", owner, column).extend(word[1:] if pointed_out else "")
