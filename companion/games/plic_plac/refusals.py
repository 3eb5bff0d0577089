"""Every "no" of this game: its clause, and a sentence that says what, where and what to do."""

from __future__ import annotations

from companion.core.errors import Illegal
from companion.core.text import Text, seat_names
from companion.games.plic_plac.position import Phase, Position

WAITS = {
    "first": Text(fr="de savoir qui commence", en="to hear who begins"),
    "take": Text(fr="une carte secrète", en="a secret card"),
    "secret": Text(fr="une annonce, ou que l'on passe", en="an announcement, or a pass"),
    "turn": Text(fr="une autre carte de la cagnotte", en="another card of the pool"),
    "shown": Text(fr="de savoir ce que montre la carte retournée", en="to hear what the upturned card shows"),
    "traitor": Text(fr="ce que devient la carte traître", en="what becomes of the traitor"),
    "cut": Text(fr="de savoir si quelqu'un coupe", en="to hear whether anybody cuts"),
    "blocked": Text(fr="le choix de la dernière carte", en="the choice of the last card"),
    "over": Text(fr="une nouvelle partie, celle-ci est finie", en="a new game, this one is over"),
}
"""What the table waits for, by phase."""

_REFUSALS: dict[str, tuple[str, str, str]] = {
    "seats": (
        "1.3",
        "Plic-Plac se joue de 1 à 6, pas à {count} : changez le nombre de joueurs.",
        "Plic-Plac is for 1 to 6 players, not {count}: change the number of players.",
    ),
    "options": (
        "1.4",
        "Ces choix ne sont pas ceux de Plic-Plac : voyez la clause 1.4 de RULES.md.",
        "These choices are not those of Plic-Plac: see clause 1.4 of RULES.md.",
    ),
    "no-such-action": (
        "1.4",
        "Ceci n'existe pas à Plic-Plac : choisissez parmi ce que la page propose.",
        "There is no such thing in Plic-Plac: choose what the page offers.",
    ),
    "moment": (
        "2.1",
        "Ce n'est pas le moment : la table attend {waits}.",
        "This is not the moment: the table waits for {waits}.",
    ),
    "not-your-turn": ("2.1", "C'est à {who} de jouer : attendez.", "It is {who}'s turn: wait."),
    "no-card-there": (
        "2.1",
        "Il n'y a pas de carte à prendre à cette place : choisissez-en une autre.",
        "There is no card to be taken from that place: choose another one.",
    ),
    "no-such-announcement": (
        "2.2",
        "On annonce un plic-plac ou un plic-plac-ploc : choisissez l'un des deux.",
        "A plic-plac or a plic-plac-ploc is announced: choose one of the two.",
    ),
    "no-such-card": (
        "1.1",
        "Cette carte n'est pas du jeu : relisez la carte retournée.",
        "There is no such card in this game: read the upturned card again.",
    ),
    "card-elsewhere": (
        "4.4",
        "Cette carte est déjà visible ailleurs sur la table : relisez la carte retournée.",
        "That card lies face up elsewhere on the table: read the upturned card again.",
    ),
    "not-the-turned": (
        "4.1",
        "On attend ce que montre une autre place : lisez la carte qui vient d'être retournée.",
        "Another place is waited for: read the card that has just been turned up.",
    ),
    "too-few": (
        "5.1",
        "Il ne reste pas trois cartes dans la cagnotte : annoncez un plic-plac, ou passez.",
        "There are not three cards left in the pool: announce a plic-plac, or pass.",
    ),
    "only-a-ploc": (
        "5.4",
        "Seul un plic-plac-ploc s'abandonne : retournez la deuxième carte du plic-plac.",
        "Only a plic-plac-ploc can be given up: turn up the second card of the plic-plac.",
    ),
    "cannot-cut": (
        "6.1",
        "{who} ne peut pas couper ici : laissez ce plic-plac.",
        "{who} cannot cut here: leave this plic-plac.",
    ),
    "not-of-the-pair": (
        "6.2",
        "Cette carte n'est pas du plic-plac : désignez l'une des deux qui sont montrées.",
        "That card is not of the plic-plac: name one of the two that are shown.",
    ),
    "is-out": (
        "7.4",
        "{who} s'est trompé en annonçant un blocage et ne joue plus : attendez la fin de la partie.",
        "{who} has called a blockage wrongly and plays no more: wait for the end of the game.",
    ),
    "no-blockage-now": (
        "7.2",
        "On n'annonce pas de blocage en ce moment : la table attend {waits}.",
        "No blockage is called at this moment: the table waits for {waits}.",
    ),
    "not-the-caller": (
        "7.3",
        "C'est à {who}, qui a annoncé le blocage, de choisir : attendez.",
        "It is for {who}, who called the blockage, to choose: wait.",
    ),
    "not-to-be-won": (
        "8.2",
        "Cette carte ne peut pas être empochée : choisissez-en une autre de la cagnotte.",
        "That card cannot be won: choose another one of the pool.",
    ),
    "not-won": (
        "8.4",
        "Le traître remplace une carte qu'un adversaire a empochée : choisissez-en une.",
        "The traitor replaces a card that an opponent has won: choose one of those.",
    ),
}


def refuse(code: str, *, seats: tuple[int, ...] = (), **values: object) -> Illegal:
    """The refusal "plic-plac.<code>"; `seats` are named in it as {who}."""
    clause, french, english = _REFUSALS[code]
    names = {"who": seat_names(seats)} if seats else {}
    return Illegal(f"plic-plac.{code}", Text(fr=french, en=english).filled(**names, **values), clause)


def require(position: Position, phase: Phase) -> None:
    """Raises `Illegal` unless the table waits for that."""
    if position.phase is not phase:
        raise refuse("moment", waits=WAITS[position.phase.value])


def require_seat(seat: int, wanted: int) -> None:
    """Raises `Illegal` unless it is for that seat to act."""
    if seat != wanted:
        raise refuse("not-your-turn", seats=(wanted,))
