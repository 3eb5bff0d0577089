"""Refusals of boards that the camera sees and no turn explains."""

from __future__ import annotations

from companion.games.karo.refused.refusal import Refusal, by_game, everywhere

REFUSALS: dict[str, Refusal] = {
    "tiles-count": by_game(
        circles="3.10",
        clearing="5.12",
        fr="Des cases manquent à leur place ({lost}) ou sont ailleurs ({new}), mais une seule se déplace par tour ; "
        "remettez-les.",
        en="Tiles are gone from their places ({lost}) or lie elsewhere ({new}), but one moves in a turn; put them "
        "back.",
    ),
    "tiles-lie": by_game(
        circles="3.10",
        hoppers="4.8",
        clearing="5.12",
        fr="Des cases manquent à leur place ({lost}) ou sont ailleurs ({new}), mais aucune ne bouge à ce moment ; "
        "remettez-les.",
        en="Tiles are gone from their places ({lost}) or lie elsewhere ({new}), but none moves now; put them back.",
    ),
    "one-disc": everywhere(
        "1.6",
        fr="Plus d'un pion a changé de place, mais on en joue un par tour ; gardez un seul coup.",
        en="More than one disc has changed its place, but a turn plays one; keep one move only.",
    ),
    "one-placed": by_game(
        circles="3.2",
        clearing="5.2",
        fr="Plus d'un pion a été posé, mais on en pose un par tour ; gardez-en un seul.",
        en="More than one disc was put down, but a turn puts down one; keep one only.",
    ),
    "disc-gone": everywhere(
        "1.6",
        fr="Un pion a quitté le tablier sans qu'un coup l'explique ; remettez-le.",
        en="A disc has left the board and no move explains it; put it back.",
    ),
    "disc-came": everywhere(
        "1.6",
        fr="Un pion est arrivé sans venir d'une autre case ; retirez-le.",
        en="A disc has come that left no other tile; take it away.",
    ),
    "turned-over": by_game(
        circles="3.7",
        hoppers="4.6",
        clearing="5.8",
        fr="Un pion a été retourné sans qu'aucun ne joue ; remettez-le comme il était.",
        en="A disc was turned over while none moved; turn it back.",
    ),
    "faces": by_game(
        circles="3.7",
        hoppers="4.6",
        fr="Ce coup existe, mais il laisse d'autres faces visibles ; retournez les pions qu'il retourne, et eux seuls.",
        en="There is such a move, but it leaves other faces up; turn over the discs that it turns, and no others.",
    ),
    "jumped": by_game(
        clearing="5.11",
        fr="Ce coup existe, mais il laisse d'autres pions ou d'autres faces ; retournez ceux qu'il retourne, retirez "
        "ceux qu'il retire, et eux seuls.",
        en="There is such a move, but it leaves other discs or faces; turn those that it turns, take away those that "
        "it takes, and no others.",
    ),
    "plain-up": by_game(
        circles="3.3",
        clearing="5.3",
        fr="Un pion se pose face pleine visible ; retournez-le.",
        en="A disc is put down plain face up; turn it over.",
    ),
    "other-colour": by_game(
        circles="3.2",
        clearing="5.2",
        fr="Ce n'est pas le pion qu'il faut poser ; prenez-en un de l'autre couleur.",
        en="That is not the disc to put down; take one of the other colour.",
    ),
}
