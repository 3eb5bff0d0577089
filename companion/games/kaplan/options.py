"""The options of a game of Kaplan, chosen before it begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.options import option, unknown_value, written
from companion.core.text import Text
from companion.games.kaplan.refusals import refuse

Deck = Literal["printed", "own"]
Sorting = Literal["camera", "hands"]

SEATS = range(2, 9)
"""Possible numbers of players: two to eight, because there are eight families of tokens (clause 2.1)."""


@dataclass(frozen=True, slots=True)
class Options:
    """The set-up choices; each declares in words what it changes."""

    deck: Deck = option(
        "printed",
        title=Text(fr="Paquet", en="Deck"),
        what=Text(
            fr="Le paquet imprimé est connu du compagnon ; d'un autre paquet, la table lui dit ce qu'elle voit.",
            en="The companion knows its own printed deck; of another deck the table tells it what is seen.",
        ),
        clause="2.2",
        values={
            "printed": Text(fr="imprimé par le compagnon", en="printed by the companion"),
            "own": Text(fr="un autre, que la table apporte", en="another one, which the table brings"),
        },
    )
    bluff: bool = option(
        False,
        title=Text(fr="Bluff", en="Bluff"),
        what=Text(
            fr="Sur une face K, le deuxième pari se joue lui aussi valeur cachée.",
            en="On a K face the second bet too is played with its value hidden.",
        ),
        clause="4.8",
        values={True: Text(fr="avec bluff", en="with bluff"), False: Text(fr="sans bluff", en="without bluff")},
    )
    dice: bool = option(
        True,
        title=Text(fr="Dés", en="Dice"),
        what=Text(
            fr="Sans dés, chacun joue deux ou trois paris par tour sur les cartes de son choix, un seul par carte.",
            en="Without dice everybody makes two or three bets a turn on cards of their choice, one on each card.",
        ),
        clause="3.8",
        values={True: Text(fr="avec les dés", en="with dice"), False: Text(fr="sans dés", en="without dice")},
    )
    sorting: Sorting = option(
        "camera",
        title=Text(fr="Tri des cartes", en="Sorting the cards"),
        what=Text(
            fr="La caméra dit pour chaque carte s'il faut la garder, ou bien la table trie seule.",
            en="The camera says of each card whether to keep it, or the table sorts alone.",
        ),
        clause="2.12",
        values={
            "camera": Text(fr="avec la caméra", en="with the camera"),
            "hands": Text(fr="à la main", en="by hand"),
        },
    )
    show_own_bets: bool = option(
        False,
        title=Text(fr="Revoir ses paris cachés", en="Seeing one's own hidden bets"),
        what=Text(
            fr="Chacun peut relire sur sa page la valeur de ses jetons cachés, au lieu de devoir s'en souvenir.",
            en="Everybody can read the values of their own hidden tokens on their page instead of remembering them.",
        ),
        clause="4.13",
        values={
            True: Text(fr="chacun revoit les siens", en="everybody sees their own"),
            False: Text(fr="il faut s'en souvenir", en="they must be remembered"),
        },
    )


def check(seats: int, options: Options) -> None:
    """Check the number of players and the options.

    Raises:
        Illegal: the rules do not allow the number (2.1) or an option's value (the option's clause).
    """
    if seats not in SEATS:
        raise refuse("seats", seats=seats)
    wrong = unknown_value(options, Options)
    if wrong is not None:
        known = [written(value) for value, _ in wrong.values]
        raise refuse(
            "options",
            clause=wrong.clause,
            title=wrong.title,
            name=wrong.name,
            fr=" ou ".join(f"« {word} »" for word in known),
            en=" or ".join(f"“{word}”" for word in known),
        )
