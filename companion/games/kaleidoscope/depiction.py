"""The faces at places after an action, and the advice when a place shows something else."""

from __future__ import annotations

from companion.core.capabilities.placed_cards import NOTHING
from companion.core.game import Action
from companion.core.text import Text
from companion.games.kaleidoscope import judgement
from companion.games.kaleidoscope.actions import Announce, CapitalSeen, Discard, LetterSeen, Move, PickUp, Place, Refuse
from companion.games.kaleidoscope.kinds import CAPITAL_OF, SMALL_BACK, SMALL_OF, capital_face, small_face
from companion.games.kaleidoscope.names import letter_name, quoted
from companion.games.kaleidoscope.places import Capital, Cell, Pile, Stock, TablePlace, laid_out, name_of, place_said
from companion.games.kaleidoscope.position import Position

Looks = dict[TablePlace, str]


def carried_out(position: Position, action: Action) -> dict[str, str]:
    """The faces at the places that an action changes, once people have carried it out. A card is turned up on its
    stock."""
    looks: Looks = {}
    match action:
        case CapitalSeen(column, letter):
            looks = {Capital(column): capital_face(letter)}
        case LetterSeen(letter):
            looks = {Stock(position.turn): small_face(letter)}
        case Place(seat, column):
            looks = {**_laid(position, seat, column, position.held or ""), Stock(seat): _top(position, seat)}
        case Discard(seat, place) if place is not None and not position.boards[seat].discards[place]:
            looks = {Pile(seat, place): small_face(position.held or ""), Stock(seat): _top(position, seat)}
        case Move(seat, column, count, to):
            small = position.boards[seat].columns[column]
            gone: Looks = {Cell(seat, column, row): NOTHING for row in range(len(small) - count, len(small))}
            looks = {**gone, **_laid(position, seat, to, small[-count:])}
        case PickUp(seat, owner, place, column):
            pile = position.boards[owner].discards[place]
            left: Looks = {} if len(pile) > 1 else {Pile(owner, place): NOTHING}
            looks = {**left, **_laid(position, seat, column, pile[-1])}
        case Announce(seat, column) if judgement.is_word(position, judgement.written(position, seat, column)):
            looks = {Capital(column): NOTHING, **_column(position, seat, column)}
        case Refuse() if position.judged is not None and position.judged.why != "pointed-out":
            looks = {**_column(position, position.judged.owner, position.judged.column)}
    watched = laid_out(position)
    return {name_of(place): face for place, face in looks.items() if name_of(place) in watched}


def may_come_up(position: Position) -> frozenset[str]:
    """The faces of all cards that are not in the packet of a won word."""
    small = position.unseen_small()
    for board in position.boards:
        small.update(board.letters())
    small.update(position.held or "")
    capitals = (*position.unseen_capitals(), *(letter for letter in position.capitals if letter is not None))
    return frozenset((*map(capital_face, capitals), *map(small_face, small)))


def out_of_place(position: Position, name: str, seen: str) -> Text:
    """What is wrong at a place, and how to correct it."""
    due = laid_out(position)[name].face
    where = place_said(name)
    if due in (None, NOTHING):
        return TOO_MANY.filled(where=where)
    if due == SMALL_BACK:
        return (NO_STOCK if seen == NOTHING else STOCK).filled(where=where)
    said = GONE if seen == NOTHING else OTHER
    return said.filled(where=where, letter=quoted(face_words(due or "")))


def card_asked(position: Position, name: str) -> Text:
    """The question which card lies at a place."""
    return WHICH_LETTER.filled(where=place_said(name))


def face_words(face: str) -> Text:
    """A card's face in words."""
    if face in CAPITAL_OF:
        return letter_name(CAPITAL_OF[face])
    return letter_name(SMALL_OF.get(face, "…"))


def _laid(position: Position, seat: int, column: int, letters: str) -> Looks:
    begins = len(position.boards[seat].columns[column])
    return {Cell(seat, column, begins + n): small_face(letter) for n, letter in enumerate(letters)}


def _column(position: Position, seat: int, column: int) -> Looks:
    return {Cell(seat, column, row): NOTHING for row in range(len(position.boards[seat].columns[column]))}


def _top(position: Position, seat: int) -> str:
    return SMALL_BACK if position.boards[seat].stock else NOTHING


TOO_MANY = Text(
    fr="Une carte de trop : {where} ; retirez-la, ou dites sur un téléphone ce qui s'est passé.",
    en="A card too many: {where}; take it away, or tell on a phone what has happened.",
)
GONE = Text(
    fr="Il manque {letter} : {where} ; remettez la carte, ou dites sur un téléphone ce qui s'est passé.",
    en="{letter} is missing: {where}; put the card back, or tell on a phone what has happened.",
)
OTHER = Text(
    fr="Ce n'est pas {letter} : {where} ; remettez la carte, ou dites sur un téléphone ce qui s'est passé.",
    en="This is not {letter}: {where}; put the card back, or tell on a phone what has happened.",
)
STOCK = Text(
    fr="Une carte est retournée : {where} ; remettez-la face cachée, ou dites sur un téléphone ce qui s'est passé.",
    en="A card is turned up: {where}; turn it face down again, or tell on a phone what has happened.",
)
NO_STOCK = Text(
    fr="Il manque des cartes : {where} ; remettez-les, ou dites sur un téléphone ce qui s'est passé.",
    en="Cards are missing: {where}; put them back, or tell on a phone what has happened.",
)
WHICH_LETTER = Text(
    fr="Je n'ai pas pu lire cette carte : {where}. Laquelle est-ce ?",
    en="I could not read this card: {where}. Which one is it?",
)
