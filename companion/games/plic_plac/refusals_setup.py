"""Refusals before the first turn: players, options, and how the pool lies (clauses 1.3 to 1.7)."""

from __future__ import annotations

REFUSALS: dict[str, tuple[str, str, str]] = {
    "seats": (
        "1.3",
        "Plic-Plac se joue de 1 à 6, pas à {count} : changez le nombre de joueurs.",
        "Plic-Plac is for 1 to 6 players, not {count}: change the number of players.",
    ),
    "no-such-seat": (
        "1.3",
        "Personne ne joue à cette place : choisissez quelqu'un de cette partie.",
        "Nobody plays in that seat: choose somebody of this game.",
    ),
    "options": (
        "1.4",
        "L'option « {option} » n'a pas cette valeur : choisissez parmi {values}.",
        "The option “{option}” has no such value: choose one of {values}.",
    ),
    "form": (
        "1.7",
        "La cagnotte n'a pas de forme « {form} » : choisissez square, ring, peak ou as-laid, ou écrivez les cartes de "
        "chaque rangée, comme 7,7,7,7,8.",
        "The pool has no form “{form}”: choose square, ring, peak or as-laid, or write the cards of each row, as in "
        "7,7,7,7,8.",
    ),
    "form-rows": (
        "1.7",
        "Une cagnotte de {rows} rangées ne tient pas sur le tapis : faites-en {most} au plus.",
        "A pool of {rows} rows does not fit the mat: make {most} of them at most.",
    ),
    "form-row": (
        "1.7",
        "La rangée {nth} aurait {cards} cartes : mettez-en de 1 à {most}, le tapis n'est pas plus large.",
        "Row {nth} would have {cards} cards: put 1 to {most} there, the mat is no wider.",
    ),
    "form-sum": (
        "1.7",
        "Ces rangées font {sum} cartes et la partie en a {count} : changez le nombre de cartes d'une rangée.",
        "These rows make {sum} cards and the game has {count}: change the number of cards of a row.",
    ),
    "pool-count": (
        "1.7",
        "Je vois {seen} cartes face cachée et la cagnotte en a {count} : posez-les toutes à plat, à découvert, sans "
        "qu'elles se touchent.",
        "I see {seen} cards face down and the pool has {count}: lay all of them flat, uncovered, and apart.",
    ),
    "pool-beyond": (
        "1.7",
        "La carte {nth} de la rangée {row} est trop près du bord du tapis : rapprochez-la du milieu.",
        "Card {nth} of row {row} is too near to the edge of the mat: move it towards the middle.",
    ),
    "pool-touching": (
        "1.7",
        "La carte {nth} de la rangée {row} touche sa voisine ou la couvre : écartez-les d'un demi-centimètre.",
        "Card {nth} of row {row} touches its neighbour or covers it: move them half a centimetre apart.",
    ),
}
