"""The options of a game of Plic-Plac, chosen before it begins (clauses 1.4 and 1.7)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.options import option
from companion.core.text import Text
from companion.games.plic_plac.layout import AS_LAID, rows_written

SEATS = range(1, 7)
"""Possible numbers of players: one to six (l. 19)."""


@dataclass(frozen=True, slots=True)
class Options:
    """The set-up choices; each declares in words what it changes."""

    specials: bool = option(
        False,
        title=Text(fr="Cartes spéciales", en="Special cards"),
        what=Text(
            fr="Les quatre cartes spéciales sont mélangées aux cartes normales.",
            en="The four special cards are shuffled in with the normal ones.",
        ),
        clause="1.4",
        values={
            True: Text(fr="avec les cartes spéciales : 40 cartes", en="with the special cards: 40 cards"),
            False: Text(fr="sans cartes spéciales : 36 cartes", en="without special cards: 36 cards"),
        },
    )
    form: str = option(
        "square",
        title=Text(fr="Forme de la cagnotte", en="Form of the pool"),
        what=Text(
            fr="Elle dit à quelles places les cartes sont posées au départ.",
            en="It says in which places the cards lie at the start.",
        ),
        clause="1.7",
        values={
            "square": Text(
                fr="en carré : 6 rangées de 6, ou 5 de 8 avec les cartes spéciales",
                en="a square: 6 rows of 6, or 5 of 8 with the special cards",
            ),
            "ring": Text(fr="en anneau, vide au milieu", en="a ring, empty in the middle"),
            "peak": Text(
                fr="en pointe : des rangées de 1 à 8, ou un losange avec les cartes spéciales",
                en="a peak: rows of 1 to 8, or a diamond with the special cards",
            ),
            AS_LAID: Text(
                fr="comme les cartes sont posées : la caméra prend leurs places, ou la table écrit les rangées",
                en="as the cards lie: the camera takes their places, or the table writes the rows",
            ),
        },
        free=Text(
            fr="Le nombre de cartes de chaque rangée, de la plus éloignée à la plus proche, alignées à gauche : "
            "7,7,7,7,8 (au plus 8 rangées de 10, en tout 36 cartes, ou 40 avec les cartes spéciales).",
            en="The number of cards of each row, from the farthest to the nearest, all beginning at the left: "
            "7,7,7,7,8 (8 rows of 10 at most, 36 cards in all, or 40 with the special cards).",
        ),
        reads=lambda form: rows_written(form) is not None,
    )
