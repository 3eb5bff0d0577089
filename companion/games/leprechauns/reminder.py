"""The reminder cards, one per edition: both sides explain the action cards and the marks of the inks."""

from __future__ import annotations

from companion.core.art import Art, Shape, rectangle
from companion.core.lettering import from_left, wrapped
from companion.core.placing import placed
from companion.games.leprechauns.art_shapes import panel
from companion.games.leprechauns.chest_art import CARD_THICK_MM, ink_mark
from companion.games.leprechauns.layout import CARD_HEIGHT_MM, CARD_WIDTH_MM
from companion.games.leprechauns.names import ACTIONS, INKS, OTHER_NAMES
from companion.games.leprechauns.palette import AMBER, CREAM, GOLD, OUTLINE
from companion.games.leprechauns.pieces import ActionKind, Edition

_LEFT_MM, _ROOM_MM = -27.0, 54.0
"""Left edge and width of the text."""
_TITLE_MM, _TEXT_MM, _LINE_MM, _GAP_MM = 2.5, 2.1, 3.9, 2.0
"""Heights of titles and text, distance between lines, and extra gap after a paragraph."""
_FIRST_Y_MM = -32.6
"""y of the first line."""

_COMMON = {
    ActionKind.BACK_OF_HAND: "On tape avec le dos de la main.",
    ActionKind.LEFT_RIGHT: "On joue de la main gauche si l'on est droitier, de la droite si l'on est gaucher.",
    ActionKind.NEIGHBOUR: "On tape seulement la carte de son voisin de gauche ou de droite.",
}
_TEXTS: dict[Edition, tuple[dict[ActionKind, str], dict[ActionKind, str]]] = {
    "boxed": (
        _COMMON,
        {
            ActionKind.EXCHANGE: "Qui gagne le plus petit coffre peut l'échanger avec un autre gagnant de la manche. "
            "À égalité, rien.",
            ActionKind.GIFT: "Qui tape le plus petit coffre en jeu le gagne aussitôt, sans dire la formule.",
            ActionKind.NEGATIVE: "En cas d'erreur, gardez le coffre face cachée : il coûte la moitié de sa valeur, "
            "arrondie au supérieur.",
        },
    ),
    "print": (
        {
            **_COMMON,
            ActionKind.FORBIDDEN: f"Ou « {OTHER_NAMES[ActionKind.FORBIDDEN].fr} » : les coffres de ce chiffre "
            "ne se tapent pas, sauf s'il n'y a rien d'autre.",
        },
        {
            ActionKind.EXCHANGE: "Qui gagne le plus petit coffre peut l'échanger contre un coffre gagné par un autre, "
            "même plus tôt. À égalité, c'est le deuxième plus petit qui compte, et ainsi de suite.",
            ActionKind.NEGATIVE: "Coffre tapé et non gagné : gardez-le à part, sa valeur sera déduite.",
            ActionKind.EVEN: "Qui gagne un coffre pair rend un coffre pair gagné plus tôt.",
            ActionKind.ODD: "Qui gagne un coffre impair rend un coffre impair gagné plus tôt.",
        },
    ),
}
_TITLES: dict[Edition, str] = {"boxed": "PENSE-BÊTE · EN BOÎTE", "print": "PENSE-BÊTE · À IMPRIMER"}


def reminder(edition: Edition, side: int) -> Art:
    """One side (0 or 1) of the reminder card of an edition."""
    shapes: list[Shape] = [
        panel((0.0, 3.0), 59.0, 78.0, 2.5, CREAM),
        from_left(_TITLES[edition], _LEFT_MM, -39.8, 2.6, GOLD),
    ]
    y_mm = _FIRST_Y_MM
    for kind, text in _TEXTS[edition][side].items():
        shapes.append(from_left(ACTIONS[kind].fr.upper(), _LEFT_MM, y_mm, _TITLE_MM, AMBER))
        y_mm += _LINE_MM + 0.8
        for line in wrapped(text, _TEXT_MM, _ROOM_MM):
            shapes.append(from_left(line, _LEFT_MM, y_mm, _TEXT_MM, OUTLINE))
            y_mm += _LINE_MM
        y_mm += _GAP_MM
    return Art(CARD_WIDTH_MM, CARD_HEIGHT_MM, CARD_THICK_MM, False, AMBER, (*shapes, *_inks()))


def _inks() -> list[Shape]:
    """Two rows with the mark and the name of each ink."""
    shapes: list[Shape] = [rectangle((0.0, 29.2), _ROOM_MM, 0.4, GOLD)]
    for number, ink in enumerate(INKS):
        x_mm, y_mm = _LEFT_MM + 18.5 * (number % 3), 33.0 + 5.2 * (number // 3)
        shapes += placed(ink_mark(ink), (x_mm + 2.4, y_mm))
        shapes.append(from_left(INKS[ink].fr, x_mm + 6.0, y_mm, _TEXT_MM, OUTLINE))
    return shapes
