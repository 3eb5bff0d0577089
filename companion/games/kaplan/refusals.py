"""Every refusal of this game: its clause, and a sentence that says what, where and what to do."""

from __future__ import annotations

from companion.core.errors import Illegal
from companion.core.text import Text
from companion.games.kaplan.refusals_end import ENDING
from companion.games.kaplan.refusals_play import PLAYING
from companion.games.kaplan.refusals_setup import SETTING_UP

WAITS = {
    "colour": Text(fr="le tirage du pion-couleur", en="the colour pawn to be drawn"),
    "first-sort": Text(fr="le premier tri des cartes", en="the first sort of the cards"),
    "symbol": Text(fr="le tirage du pion-symbole", en="the symbol pawn to be drawn"),
    "second-sort": Text(fr="le deuxième tri des cartes", en="the second sort of the cards"),
    "lay-out": Text(fr="la pose des 18 cartes", en="the 18 cards to be laid out"),
    "cover": Text(fr="la pose des sarcophages", en="the sarcophagi to be laid"),
    "families": Text(fr="le choix des familles de jetons", en="the families of tokens to be chosen"),
    "first": Text(fr="le tirage au sort du premier joueur", en="the first player to be drawn by lot"),
    "throw": Text(fr="le jet des trois dés", en="the three dice to be thrown"),
    "dice": Text(fr="le choix des places données par les dés", en="the choice of the places that the dice give"),
    "bets": Text(fr="un pari", en="a bet"),
    "letter": Text(fr="la lecture de la lettre retournée", en="the turned letter to be read"),
    "clue": Text(fr="la consultation d'un indice", en="a clue to be read"),
    "alliances": Text(fr="les alliances", en="the alliances"),
    "truth": Text(fr="le mot révélé par le cadran", en="the word that the dial reveals"),
    "verdicts": Text(fr="une réponse sur un mot écrit", en="an answer about a written word"),
    "over": Text(fr="une nouvelle partie, celle-ci est finie", en="a new game, this one is over"),
}
"""What the table waits for, by phase."""

WHAT_NEXT = {
    "bet": Text(fr="misez un jeton sur {places}", en="bet a token on {places}"),
    "take-back": Text(fr="reprenez vos jetons dépensés, ou passez", en="take your spent tokens back, or pass"),
    "turn": Text(fr="retournez une lettre ({places}), ou passez", en="turn a letter ({places}), or pass"),
    "pass": Text(fr="passez", en="pass"),
}
"""What a player can do instead, filled in as {next}."""

_REFUSALS = {**SETTING_UP, **PLAYING, **ENDING}


def refuse(code: str, *, clause: str | None = None, **values: object) -> Illegal:
    """The refusal with code "kaplan.<code>".

    Args:
        clause: replaces the usual clause where one code serves several.
        values: filled into the sentence.
    """
    usual, french, english = _REFUSALS[code]
    return Illegal(f"kaplan.{code}", Text(fr=french, en=english).filled(**values), clause or usual)
