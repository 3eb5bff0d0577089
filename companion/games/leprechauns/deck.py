"""The printed chests: values, series and formulas (clauses 1.1, 1.2).

Words, sounds and sums, with their values, are from the rule text (l. 348-355, 410-421). Its pictures and inks are lost,
so animals, signs and inks are ours. The boxed edition has no sums: 20 substitute chests replace those with a sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from companion.games.leprechauns.motifs import ANIMALS, SIGNS, SOUNDS, SUMS, Motif, MotifKind
from companion.games.leprechauns.pieces import VALUES, Edition


@dataclass(frozen=True, slots=True)
class ChestCard:
    """A printed chest.

    Attributes:
        ident: 1 to 40, series by series; 41 to 60 are the substitutes for chests with a sum.
        value: 1 to 10.
        series: 1 to 4.
        motifs: the upper and the lower motif.
        edition: the only edition that contains it, or None when both do.
    """

    ident: int
    value: int
    series: int
    motifs: tuple[Motif, Motif]
    edition: Edition | None


# One line per series, values 1 to 10; a colour motif is written word/ink.
_CHESTS = """
red/violet cat, 2-1 thumb, vrouum cow, blue/yellow fist, 8:4 duck, pouet victory, yellow/green pig, 7x5 frog, pif-paf open, green/red rooster
2-1 brown/black, 8:4 dog, 2x9 hiii, 7+4 violet/blue, 5-2 horns, 9:3 gnagna, 7x5 grey/red, 1+3 sheep, 8-5 mouhaha, 6:2 orange/green
red/blue 6:2, blue/red index, yellow/black gnark, green/yellow 8-5, brown/violet sheep, violet/green aargh, grey/blue 1+3, orange/violet call, black/red yeehaa, white/black 7x5
vrouum three, pouet white/violet, pif-paf 9:3, hiii dog, gnagna blue/green, mouhaha 5-2, boing cat, yeehaa red/yellow, aargh 2x9, gnark cow
"""  # noqa: E501 - one line per series
_STAND_INS = {
    "2-1 thumb": "bouhou thumb", "8:4 duck": "gngn duck", "7x5 frog": "boing frog",
    "2-1 brown/black": "pig brown/black", "8:4 dog": "gnark dog", "2x9 hiii": "rooster hiii",
    "7+4 violet/blue": "fist violet/blue", "5-2 horns": "aargh horns", "9:3 gnagna": "frog gnagna",
    "7x5 grey/red": "open grey/red", "1+3 sheep": "pouet sheep", "8-5 mouhaha": "victory mouhaha",
    "6:2 orange/green": "duck orange/green", "red/blue 6:2": "red/blue bouhou", "green/yellow 8-5": "green/yellow call",
    "grey/blue 1+3": "grey/blue gngn", "white/black 7x5": "white/black three", "pif-paf 9:3": "pif-paf index",
    "mouhaha 5-2": "mouhaha sheep", "aargh 2x9": "aargh thumb",
}  # fmt: skip


@cache
def chests() -> dict[int, ChestCard]:
    """All 60 printed chests by their numbers."""
    found: dict[int, ChestCard] = {}
    instead: list[tuple[int, int, str]] = []
    for series, line in enumerate(_CHESTS.strip().splitlines(), 1):
        for value, formula in zip(VALUES, line.split(", "), strict=True):
            stand_in = _STAND_INS.get(formula)
            found[len(found) + 1] = _card(len(found) + 1, value, series, formula, "print" if stand_in else None)
            if stand_in is not None:
                instead.append((value, series, stand_in))
    for value, series, formula in instead:
        found[len(found) + 1] = _card(len(found) + 1, value, series, formula, "boxed")
    return found


@cache
def deck(edition: Edition) -> tuple[ChestCard, ...]:
    """The 40 chests of an edition."""
    return tuple(card for card in chests().values() if card.edition in (None, edition))


def _card(ident: int, value: int, series: int, formula: str, edition: Edition | None) -> ChestCard:
    upper, lower = (_motif(word) for word in formula.split(" "))
    return ChestCard(ident, value, series, (upper, lower), edition)


def _motif(word: str) -> Motif:
    name, _, ink = word.partition("/")
    if ink:
        return Motif(MotifKind.COLOUR, name, ink)
    kinds = {
        **dict.fromkeys(ANIMALS, MotifKind.ANIMAL),
        **dict.fromkeys(SIGNS, MotifKind.SIGN),
        **dict.fromkeys(SOUNDS, MotifKind.SOUND),
        **dict.fromkeys(SUMS, MotifKind.SUM),
    }
    return Motif(kinds[name], name)
