"""Which parts of a print set are printed, and how: what people ask for with `--only`, `--ground` and `--sleeves`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal, get_args

from companion.core.capabilities.print_set import Face, Printed, PrintSet
from companion.core.mat import TABLE_MAT, Mat
from companion.drawing.mat_art import DARK_MAT, UNINKED_MAT, MatInks, mat_art

Part = Literal["mat", "markers", "cards", "pieces", "reminder"]
PARTS: tuple[Part, ...] = get_args(Part)
"""The words of `--only`; "pieces" are boards, too, and "markers" those of the mat without it."""
Ground = Literal["light", "dark"]
GROUNDS: tuple[Ground, ...] = get_args(Ground)
REMINDER = "reminder"
"""The kind of what is there to be read, whether it is a page or the size of a card."""
SLEEVED_MM = ((63.0, 88.0),)
"""Sizes of cards for which shops have sleeves."""
SLEEVE_MARGIN_MM = 0.75
"""How much smaller paper for a sleeve is cut on each side than the card that stiffens it: the error of a hand with
scissors, so that no paper stands out over that card."""

_INKS: dict[Ground, MatInks] = {"light": UNINKED_MAT, "dark": DARK_MAT}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to print of a set.

    Attributes:
        parts: None is all, with the mat and without loose markers.
        ground: of the mat.
        sleeves: cards are cut smaller by `SLEEVE_MARGIN_MM`, to go into sleeves.
    """

    parts: frozenset[Part] | None = None
    ground: Ground = "light"
    sleeves: bool = False

    def of(self, prints: PrintSet) -> PrintSet:
        """The set with nothing but the parts that are wanted. The table's mat belongs to every game."""
        if self.parts is None:
            return prints
        pieces = [piece for piece in prints.pieces if _part_of(piece) in self.parts]
        return replace(
            prints,
            cards=prints.cards if "cards" in self.parts else (),
            pieces=tuple(pieces),
            boards=prints.boards if "pieces" in self.parts else (),
            sheets=prints.sheets if "reminder" in self.parts else (),
            mat=(prints.mat or TABLE_MAT) if "mat" in self.parts else None,
        )

    @property
    def markers(self) -> Mat | None:
        """The mat whose markers are printed alone, or None."""
        return TABLE_MAT if self.parts is not None and "markers" in self.parts else None


EVERYTHING = Wanted()
"""All of a set, the mat with a light ground."""


def parts_of(prints: PrintSet) -> tuple[Part, ...]:
    """The parts that a set has; every game can be played with the table's mat or with its markers alone."""
    has: dict[Part, bool] = {
        "mat": True,
        "markers": True,
        "cards": bool(prints.cards),
        "pieces": bool(prints.boards) or any(_part_of(piece) == "pieces" for piece in prints.pieces),
        "reminder": bool(prints.sheets) or any(_part_of(piece) == "reminder" for piece in prints.pieces),
    }
    return tuple(part for part in PARTS if has[part])


def mat_board(prints: PrintSet, ground: Ground = "light") -> tuple[Printed, ...]:
    """The set's mat as a printed board, or () where it has none.

    Its facts give the ArUco dictionary and each marker's id, centre (mm from the mat's middle) and side (mm).
    """
    mat = prints.mat
    if mat is None:
        return ()
    markers = [
        {"id": marker.ident, "x_mm": marker.centre_xy_mm[0], "y_mm": marker.centre_xy_mm[1], "side_mm": marker.side_mm}
        for marker in mat.markers
    ]
    face = Face("mat", mat_art(mat, _INKS[ground]))
    return (Printed("mat", face, facts={"dictionary": mat.dictionary, "markers": markers}),)


def has_sleeves(cards: Collection[Printed]) -> bool:
    """Whether shops have sleeves for these cards."""
    return all((card.face.art.width_mm, card.face.art.height_mm) in SLEEVED_MM for card in cards)


def _part_of(piece: Printed) -> Part:
    return "reminder" if piece.kind == REMINDER else "pieces"
