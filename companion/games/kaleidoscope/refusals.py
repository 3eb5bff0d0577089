"""Every "no" of this game: its clause, and a sentence that says what, where and what to do."""

from __future__ import annotations

from companion.core.errors import Illegal
from companion.core.text import Text, seat_names
from companion.games.kaleidoscope.position import Phase, Position

WAITS = {
    "capital": Text(fr="une majuscule", en="a capital"),
    "turn": Text(fr="l'une des quatre actions d'un tour", en="one of the four things to do in a turn"),
    "shown": Text(fr="de savoir quelle lettre est retournée", en="to hear which letter was turned up"),
    "held": Text(fr="la place de la lettre retournée", en="a place for the letter that was turned up"),
    "judged": Text(fr="ce que la table décide", en="what the table decides"),
    "over": Text(fr="une nouvelle partie, celle-ci est finie", en="a new game, this one is over"),
}
"""What the table waits for, by phase."""

_REFUSALS: dict[str, tuple[str, str, str]] = {
    "seats": (
        "1.3",
        "Kaléidoscope se joue à 2, pas à {count} : changez le nombre de joueurs.",
        "Kaléidoscope is for 2 players, not {count}: change the number of players.",
    ),
    "options": (
        "1.4",
        "Ces choix ne sont pas ceux de Kaléidoscope : voyez la clause 1.4 de RULES.md.",
        "These choices are not those of Kaléidoscope: see clause 1.4 of RULES.md.",
    ),
    "no-such-action": (
        "2.1",
        "Ceci n'existe pas à Kaléidoscope : choisissez parmi ce que la page propose.",
        "There is no such thing in Kaléidoscope: choose what the page offers.",
    ),
    "moment": (
        "2.1",
        "Ce n'est pas le moment : la table attend {waits}.",
        "This is not the moment: the table waits for {waits}.",
    ),
    "not-your-turn": ("2.1", "C'est à {who} de jouer : attendez.", "It is {who}'s turn: wait."),
    "no-such-letter": (
        "1.1",
        "Cette lettre n'est pas du jeu : relisez la carte.",
        "There is no such letter in this game: read the card again.",
    ),
    "letter-elsewhere": (
        "1.5",
        "Toutes les cartes de cette lettre sont déjà visibles ailleurs : relisez la carte.",
        "All cards of that letter lie face up elsewhere: read the card again.",
    ),
    "not-that-column": (
        "1.6",
        "On attend la majuscule d'une autre colonne : posez-la où il en manque une.",
        "The capital of another column is waited for: lay it where one is missing.",
    ),
    "stock-empty": (
        "2.2",
        "La pioche de {who} est vide : déplacez, volez ou reprenez une lettre, ou passez.",
        "{who}'s stock is empty: move, steal or take back a letter, or pass.",
    ),
    "no-such-column": (
        "2.3",
        "Il n'y a pas de telle colonne : choisissez-en une de la rangée de majuscules.",
        "There is no such column: choose one of the row of capitals.",
    ),
    "two-jokers": (
        "3.3",
        "Un mot n'a qu'un joker : choisissez une autre colonne.",
        "A word has one joker at most: choose another column.",
    ),
    "not-those-letters": (
        "2.4",
        "Cette colonne n'a pas autant de lettres à déplacer : prenez-en moins, depuis la fin.",
        "That column has not so many letters to move: take fewer, from its end.",
    ),
    "same-column": (
        "2.4",
        "Ces lettres y sont déjà : déplacez-les vers une autre colonne.",
        "These letters are there already: move them to another column.",
    ),
    "no-discard-there": (
        "2.5",
        "Il n'y a pas de lettre rejetée à cette place : choisissez-en une autre.",
        "No letter was discarded there: choose another place.",
    ),
    "too-late": (
        "2.7",
        "Le temps est écoulé : rejetez la lettre retournée.",
        "The time has run out: discard the letter that was turned up.",
    ),
    "first-turn": (
        "2.9",
        "Ce n'est que votre premier tour : retournez une lettre.",
        "This is your first turn only: turn up a letter.",
    ),
    "no-clock": (
        "2.7",
        "Cette partie se joue sans limite de temps : passez, ou jouez.",
        "This game has no time limit: pass, or play.",
    ),
    "on-its-like": (
        "5.2",
        "Cette lettre se rejette sur sa pareille, ou à une place libre s'il n'y en a pas : changez de place.",
        "That letter is discarded on its like, or on a free place where there is none: choose another place.",
    ),
    "too-short": (
        "4.1",
        "Il faut au moins {shortest} lettres pour remporter un mot : continuez la colonne.",
        "It takes {shortest} letters or more to win a word: go on with the column.",
    ),
    "nothing-to-doubt": (
        "6.1",
        "Il n'y a pas de petite lettre dans cette colonne : choisissez-en une autre.",
        "There is no small letter in that column: choose another one.",
    ),
    "said-already": (
        "7.3",
        "{who} l'a déjà dit : jouez, passez, ou attendez l'adversaire.",
        "{who} has said so already: play, pass, or wait for the opponent.",
    ),
}


def refuse(code: str, *, seats: tuple[int, ...] = (), **values: object) -> Illegal:
    """The refusal "kaleidoscope.<code>"; `seats` are named in it as {who}."""
    clause, french, english = _REFUSALS[code]
    names = {"who": seat_names(seats)} if seats else {}
    return Illegal(f"kaleidoscope.{code}", Text(fr=french, en=english).filled(**names, **values), clause)


def require(position: Position, phase: Phase) -> None:
    """Raises `Illegal` unless the table waits for that."""
    if position.phase is not phase:
        raise refuse("moment", waits=WAITS[position.phase.value])


def require_turn(position: Position, seat: int) -> None:
    """Raises `Illegal` unless it is that seat's turn."""
    if seat != position.turn:
        raise refuse("not-your-turn", seats=(position.turn,))


def require_seat(position: Position, seat: int) -> None:
    """Raises `Illegal` for a seat that nobody sits at."""
    if seat not in position.seats:
        raise refuse("no-such-action")


def require_column(position: Position, column: int) -> None:
    """Raises `Illegal` for a column that there is not."""
    if column not in position.columns:
        raise refuse("no-such-column")
