"""Refusals during the set-up: clause, French and English sentence (RULES.md, 1 and 2)."""

from __future__ import annotations

SETTING_UP: dict[str, tuple[str, str, str]] = {
    "no-seat": (
        "2.1",
        "Il n'y a pas de joueur {number} : cette table a {seats} places, choisissez-en une.",
        "There is no player {number}: this table has {seats} seats, choose one of them.",
    ),
    "seats": (
        "2.1",
        "Le Mot de Kaplan se joue de 2 à 8, pas à {seats} : changez le nombre de joueurs.",
        "Le Mot de Kaplan is for 2 to 8 players, not {seats}: change the number of players.",
    ),
    "options": (
        "2.2",
        "« {title} » : l'option {name} vaut {fr}, choisissez l'une de ces valeurs.",
        "“{title}”: the option {name} is {en}, choose one of these values.",
    ),
    "no-pawn": (
        "1.2",
        "Ce pion n'existe pas dans le sac : tirez un des pions de la boîte.",
        "There is no such pawn in the bag: draw one of the box's pawns.",
    ),
    "sorted-by-hand": (
        "2.12",
        "Cette table trie à la main : dites quand le tri est fait.",
        "This table sorts by hand: say when it is done.",
    ),
    "laid-by-hand": (
        "2.12",
        "Cette table pose les cartes sans la caméra : dites quand les 18 sont en place.",
        "This table lays the cards without the camera: say when all 18 are in place.",
    ),
    "no-such-card": (
        "2.13",
        "Cette carte n'est pas de ce paquet : écartez-la et passez la suivante.",
        "This card is not of this deck: put it aside and pass the next one.",
    ),
    "unknown-deck": (
        "2.2",
        "Le compagnon ne connaît pas les cartes de ce paquet : dites seulement si la carte est gardée, ou si elle "
        "est bien posée.",
        "The companion does not know the cards of this deck: say only whether the card is kept, or lies right.",
    ),
    "passed-already": (
        "2.13",
        "Cette carte est déjà passée ({card}) : elle compte une fois, passez la suivante.",
        "This card has passed already ({card}): it counts once, pass the next one.",
    ),
    "other-verdict": (
        "2.13",
        "Les pions en décident autrement pour cette carte ({card}) : repassez-la.",
        "The pawns decide otherwise for this card ({card}): pass it again.",
    ),
    "too-many-discards": (
        "2.14",
        "{most} cartes sont déjà écartées et {kept} doivent rester : cherchez une carte en double, ou repassez tout.",
        "{most} cards are discarded already and {kept} must stay: look for a doubled card, or pass the deck again.",
    ),
    "no-spot": (
        "2.16",
        "La caméra ne suit pas cet emplacement du cadran : posez les cartes sur la couronne et le bouclier.",
        "The camera does not follow that spot of the dial: lay the cards on the crown and the shield.",
    ),
    "seen-already": (
        "2.16",
        "Le cadran est déjà connu ainsi ({spot}) : posez la carte suivante.",
        "The dial is known like that already ({spot}): lay the next card.",
    ),
    "other-verdict-there": (
        "2.16",
        "Les pions en décident autrement pour cet emplacement ({spot}) : montrez la carte à nouveau.",
        "The pawns decide otherwise for that spot ({spot}): show the card again.",
    ),
    "enough-families": (
        "2.9",
        "{who} a déjà sa famille de jetons, une par joueur : laissez choisir les autres.",
        "{who} has a family of tokens already, one a player: let the others choose.",
    ),
    "two-families": (
        "2.10",
        "{who} a déjà ses deux familles de jetons : laissez choisir l'autre joueur.",
        "{who} has two families of tokens already: let the other player choose.",
    ),
    "family-taken": (
        "2.9",
        "La famille « {family} » est déjà prise : choisissez-en une autre.",
        "The family “{family}” is taken: choose another one.",
    ),
}
