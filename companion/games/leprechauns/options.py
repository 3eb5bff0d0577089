"""The options of a game of Leprechauns, chosen before it begins (clause 1.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.options import option
from companion.core.text import Text
from companion.games.leprechauns.pieces import Edition

Deck = Literal["printed", "own"]
Needed = Literal["two", "one", "by-age"]
Judges = Literal["holder", "vote"]

SEATS = range(2, 7)
"""Possible numbers of players: two to six (RULINGS 4)."""


@dataclass(frozen=True, slots=True)
class Options:
    """The set-up choices; each declares in words what it changes."""

    edition: Edition = option(
        "boxed",
        title=Text(fr="Édition", en="Edition"),
        what=Text(
            fr="Décide des cartes Action, de l'échange et de ce que coûte un coffre perdu.",
            en="Decides on the action cards, the exchange, and what a lost chest costs.",
        ),
        clause="1.6",
        values={
            "boxed": Text(fr="la boîte : six cartes Action", en="the box: six action cards"),
            "print": Text(fr="les planches à imprimer : dix cartes Action", en="the sheets to print: ten action cards"),
        },
    )
    deck: Deck = option(
        "printed",
        title=Text(fr="Coffres", en="Chests"),
        what=Text(
            fr="Décide si le compagnon connaît les formules des coffres ou leurs valeurs seulement.",
            en="Decides whether the companion knows the formulas of the chests, or their values alone.",
        ),
        clause="1.6",
        values={
            "printed": Text(fr="ceux du compagnon, formules connues", en="the companion's, formulas known"),
            "own": Text(fr="ceux de la table, valeurs annoncées", en="the table's own, values told"),
        },
    )
    needed: Needed = option(
        "two",
        title=Text(fr="Motifs à répéter", en="Motifs to repeat"),
        what=Text(
            fr="Décide combien de motifs justes font gagner un coffre.", en="Decides how many right motifs win a chest."
        ),
        clause="5.8",
        values={
            "two": Text(fr="les deux, pour tous", en="both, for everybody"),
            "one": Text(fr="un seul, pour tous", en="one, for everybody"),
            "by-age": Text(fr="un pour les enfants, deux pour les grands", en="one for children, both for grown-ups"),
        },
    )
    action_cards: bool = option(
        True,
        title=Text(fr="Cartes Action", en="Action cards"),
        what=Text(
            fr="Décide si une carte Action change chaque manche.",
            en="Decides whether an action card changes each round.",
        ),
        clause="2.5",
        values={
            True: Text(fr="une à chaque manche", en="one each round"),
            False: Text(fr="aucune, pour simplifier", en="none, which is simpler"),
        },
    )
    judges: Judges = option(
        "holder",
        title=Text(fr="Qui juge", en="Who judges"),
        what=Text(fr="Décide qui dit si une formule est juste.", en="Decides who says whether a formula is right."),
        clause="5.3",
        values={
            "holder": Text(fr="le détenteur de PREM'S", en="the holder of PREM'S"),
            "vote": Text(fr="tous les autres, par vote", en="all others, by vote"),
        },
    )
    shared: bool = option(
        False,
        title=Text(fr="Plusieurs mains par coffre", en="Several hands on a chest"),
        what=Text(
            fr="Décide si un coffre accepte plusieurs mains.", en="Decides whether a chest takes more than one hand."
        ),
        clause="3.3",
        values={
            True: Text(fr="autant de mains qu'il en vient", en="as many hands as come"),
            False: Text(fr="la première main seulement", en="the first hand alone"),
        },
    )
