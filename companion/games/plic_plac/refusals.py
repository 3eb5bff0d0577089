"""Every refusal of this game: its clause, and a sentence that says what, where and what to do."""

from __future__ import annotations

from companion.core.errors import Illegal
from companion.core.text import Text, seat_names
from companion.games.plic_plac import refusals_setup

_REFUSALS: dict[str, tuple[str, str, str]] = {
    **refusals_setup.REFUSALS,
    "no-such-action": (
        "",
        "Ceci n'existe pas à Plic-Plac : choisissez parmi ce que la page propose.",
        "There is no such thing in Plic-Plac: choose what the page offers.",
    ),
    "over": (
        "7.6",
        "La partie est finie et plus rien ne s'y joue : commencez-en une autre.",
        "The game is over and nothing more is played in it: begin another one.",
    ),
    "moment": (
        "2.1",
        "Ce n'est pas le moment : la table attend {waits}.",
        "This is not the moment: the table waits for {waits}.",
    ),
    "not-your-turn": ("1.6", "C'est le tour de {who} : attendez le vôtre.", "It is {who}'s turn: wait for yours."),
    "not-your-cut": (
        "6.2",
        "C'est à {who}, qui coupe, de retourner les cartes : attendez la fin de la coupe.",
        "It is for {who}, who cuts, to turn up cards: wait for the end of the cut.",
    ),
    "no-card-there": (
        "2.1",
        "Il n'y a pas de carte à cette place : choisissez-en une autre dans la cagnotte.",
        "There is no card in that place: choose another one of the pool.",
    ),
    "already-up": (
        "4.1",
        "La carte de cette place est déjà face visible : retournez-en une autre de la cagnotte.",
        "The card in that place lies face up already: turn up another one of the pool.",
    ),
    "no-such-announcement": (
        "2.2",
        "On annonce un plic-plac ou un plic-plac-ploc : choisissez l'un des deux.",
        "A plic-plac or a plic-plac-ploc is announced: choose one of the two.",
    ),
    "announced-already": (
        "2.6",
        "L'annonce est faite et ne change plus : la table attend {waits}.",
        "The announcement is made and is not changed: the table waits for {waits}.",
    ),
    "no-such-card": (
        "1.1",
        "Cette carte n'est pas du jeu : relisez la carte retournée.",
        "There is no such card in this game: read the upturned card again.",
    ),
    "no-specials": (
        "8.1",
        "Cette partie se joue sans les cartes spéciales : relisez la carte retournée.",
        "This game is played without the special cards: read the upturned card again.",
    ),
    "card-up": (
        "4.1",
        "Cette carte est déjà face visible dans la cagnotte : relisez celle qui vient d'être retournée.",
        "That card lies face up in the pool already: read the one that has just been turned up.",
    ),
    "card-won": (
        "4.4",
        "Cette carte est empochée par {who} : relisez la carte retournée.",
        "That card was won by {who}: read the upturned card again.",
    ),
    "traitor-gone": (
        "8.4",
        "La carte traître a servi et n'est plus du jeu : relisez la carte retournée.",
        "The traitor has been used and left the game: read the upturned card again.",
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
    "own-plic-plac": (
        "6.1",
        "On ne coupe pas son propre plic-plac : demandez si quelqu'un coupe, sinon empochez-le.",
        "Nobody cuts an own plic-plac: ask whether anybody cuts it, else win it.",
    ),
    "cut-already": (
        "6.5",
        "Ce plic-plac est déjà coupé par {who}, et on n'y coupe qu'une fois : attendez la fin de la coupe.",
        "{who} cuts this plic-plac already, and it is cut once at most: wait for the end of the cut.",
    ),
    "ploc-uncut": (
        "5.5",
        "Un plic-plac-ploc ne se coupe pas : laissez {who} le finir.",
        "A plic-plac-ploc cannot be cut: let {who} finish it.",
    ),
    "not-of-the-pair": (
        "6.2",
        "Cette carte n'est pas du plic-plac : désignez l'une des deux qui sont montrées.",
        "That card is not of the plic-plac: name one of the two that are shown.",
    ),
    "is-out": (
        "7.4",
        "Après un blocage annoncé à tort, {who} ne joue plus : attendez la fin de la partie.",
        "{who} has called a blockage wrongly and plays no more: wait for the end of the game.",
    ),
    "no-blockage-now": (
        "7.2",
        "On n'annonce pas de blocage en ce moment : la table attend {waits}.",
        "No blockage is called at this moment: the table waits for {waits}.",
    ),
    "claimed-already": (
        "7.9",
        "{who} a déjà annoncé un blocage : il sera vérifié à la fin de la coupe, attendez-la.",
        "{who} has called a blockage already: it is verified at the end of the cut, wait for that.",
    ),
    "not-the-caller": (
        "7.3",
        "C'est à {who}, qui a annoncé le blocage, de choisir : attendez.",
        "It is for {who}, who called the blockage, to choose: wait.",
    ),
    "never-won": (
        "8.2",
        "La carte nulle et la carte traître ne s'empochent pas : choisissez une autre carte de la cagnotte.",
        "The null card and the traitor are never won: choose another card of the pool.",
    ),
    "not-left": (
        "7.3",
        "Cette carte n'est pas dans la cagnotte : choisissez-en une qui vient d'y être retournée.",
        "That card is not in the pool: choose one that has just been turned up there.",
    ),
    "not-won": (
        "8.4",
        "La carte traître se remplace par une carte qu'un adversaire a empochée : choisissez-en une, ou laissez-la.",
        "The traitor is replaced by a card that an opponent has won: choose one of those, or leave it.",
    ),
}


def refuse(code: str, *, clause: str = "", seats: tuple[int, ...] = (), **values: object) -> Illegal:
    """The refusal with code "plic-plac.<code>".

    Args:
        clause: replaces the usual clause.
        seats: players named in the sentence as {who}.
        values: filled into the sentence.
    """
    usual, french, english = _REFUSALS[code]
    names = {"who": seat_names(seats)} if seats else {}
    return Illegal(f"plic-plac.{code}", Text(fr=french, en=english).filled(**names, **values), clause or usual)
