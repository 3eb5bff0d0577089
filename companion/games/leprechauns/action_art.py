"""Drawings of the action cards (what the round asks for, with its name), of their back (a leprechaun), and of
PREM'S."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from companion.core.art import Art, Circle, Label, Polygon, Shape, rectangle
from companion.core.lettering import width_mm
from companion.core.placing import placed
from companion.games.leprechauns.art_shapes import dot, limb, outlined, outlined_words, oval, panel
from companion.games.leprechauns.art_signs import hand
from companion.games.leprechauns.chest_art import CARD_THICK_MM, treasure
from companion.games.leprechauns.layout import CARD_HEIGHT_MM, CARD_WIDTH_MM
from companion.games.leprechauns.names import ACTIONS, OTHER_NAMES
from companion.games.leprechauns.palette import (
    AMBER,
    CLOVER,
    CLOVER_DARK,
    CREAM,
    GOLD,
    GOLD_DARK,
    OUTLINE,
    RED,
    SKIN,
    WHITE,
)
from companion.games.leprechauns.pieces import ActionCard, ActionKind, Edition

_NAME_MM, _NAME_ROOM_MM = 6.4, 51.0
"""Height of the name's capitals, and the width available to it."""
_EDITIONS = {"boxed": "édition en boîte", "print": "édition à imprimer"}
_ORANGE, _BLUE = "#e2752a", "#2f6db5"


@cache
def action_front(card: ActionCard, edition: Edition) -> Art:
    """The front of an action card: what the round asks for, in French as on the boxed cards."""
    name = ACTIONS[card.kind].fr
    lines = [name] if width_mm(name, _NAME_MM) <= _NAME_ROOM_MM else name.split(" ", 1)
    shapes: list[Shape] = [panel((0.0, -9.0), 57.0, 64.0, 3.0, CREAM)]
    shapes += placed(_drawing(card, edition), (0.0, -9.0))
    for line, words in enumerate(lines):
        y_mm = 30.5 + (line - (len(lines) - 1) / 2) * 8.2
        shapes.append(Label(words.upper(), (0.0, y_mm), _fitting_mm(words.upper()), WHITE, font="condensed"))
    shapes.append(Label(_small_print(card, edition), (0.0, 40.6), 1.7, CREAM, font="condensed"))
    return _card(AMBER, shapes)


@cache
def action_back() -> Art:
    """The back of an action card: a leprechaun."""
    return _card(AMBER, [panel((0.0, 0.0), 57.0, 82.0, 3.0, "#f4d9a0"), *placed(_leprechaun(), (0.0, 7.0), 1.5)])


@cache
def prems() -> Art:
    """The PREM'S card, the same on both sides (l. 258-262)."""
    shapes: list[Shape] = [panel((0.0, 0.0), 57.0, 82.0, 3.0, CLOVER), *placed(_hat(), (0.0, 8.0), 1.6)]
    shapes += outlined_words("PREM'S", (0.0, 28.0), 11.0, GOLD, 0.7)
    return _card(GOLD, shapes)


def _small_print(card: ActionCard, edition: Edition) -> str:
    """The edition, preceded by the card's other name if it has one (clause 1.4)."""
    other = OTHER_NAMES.get(card.kind)
    return _EDITIONS[edition] if other is None else f"ou « {other.fr} » · {_EDITIONS[edition]}"


def _fitting_mm(words: str) -> float:
    return min(_NAME_MM, _NAME_ROOM_MM / width_mm(words, 1.0))


def _card(ground: str, shapes: list[Shape]) -> Art:
    return Art(CARD_WIDTH_MM, CARD_HEIGHT_MM, CARD_THICK_MM, False, ground, tuple(shapes))


def _drawing(card: ActionCard, edition: Edition) -> list[Shape]:
    """The drawing of a card around the origin, at most 52 mm wide and 58 mm high."""
    if card.kind is ActionKind.FORBIDDEN:
        return _forbidden(card.number)
    if card.kind is ActionKind.NEGATIVE:
        return _negative(edition)
    return _DRAWINGS[card.kind]()


def _back_of_hand() -> list[Shape]:
    return placed(hand((0, 1, 2, 3), thumb_out=True, nails=True), (2.0, -2.0), 1.9)


def _left_right() -> list[Shape]:
    spread = hand((0, 1, 2, 3), thumb_out=True)
    return [
        *placed(spread, (13.5, 8.0), 0.95, mirrored=False),
        *placed(spread, (-13.5, 8.0), 0.95, mirrored=True),
        *_arrow(-1, (0.0, -14.0), 34.0),
        *_arrow(1, (0.0, -22.5), 34.0),
    ]


def _neighbour() -> list[Shape]:
    return [
        *_person((-18.0, 4.0), 0.8, _BLUE),
        *_person((18.0, 4.0), 0.8, _BLUE),
        *_person((0.0, 8.0), 1.15, CLOVER),
        *_arrow(-1, (-11.5, -20.0), 19.0),
        *_arrow(1, (11.5, -20.0), 19.0),
    ]


def _exchange() -> list[Shape]:
    return [
        *placed(treasure(), (-12.0, -15.0), 0.75),
        *placed(treasure(), (13.0, 17.0), 0.55),
        *_arrow(1, (10.0, -5.0), 26.0),
        *_arrow(-1, (-10.0, 6.0), 26.0),
    ]


def _gift() -> list[Shape]:
    return [
        rectangle((0.0, 8.0), 36.0 + 1.8, 28.0 + 1.8, OUTLINE),
        rectangle((0.0, 8.0), 36.0, 28.0, _BLUE),
        rectangle((0.0, -8.0), 42.0 + 1.8, 9.0 + 1.8, OUTLINE),
        rectangle((0.0, -8.0), 42.0, 9.0, "#5b93d6"),
        rectangle((0.0, 5.0), 7.5, 34.0, GOLD),
        oval((-8.0, -17.5), 8.0, 4.6, GOLD, turn_deg=25),
        oval((8.0, -17.5), 8.0, 4.6, GOLD, turn_deg=-25),
        oval((-8.0, -17.5), 4.0, 1.8, CREAM, turn_deg=25),
        oval((8.0, -17.5), 4.0, 1.8, CREAM, turn_deg=-25),
        oval((0.0, -14.5), 3.6, 3.4, GOLD),
    ]


def _negative(edition: Edition) -> list[Shape]:
    """A lost chest of 5 costs 3 in the boxed edition (l. 134), and its full value in the other one (l. 246)."""
    return [
        *placed(treasure(), (0.0, -11.0), 1.0),
        limb((-17.0, -27.0), (17.0, 5.0), 1.5, RED),
        limb((17.0, -27.0), (-17.0, 5.0), 1.5, RED),
        Label("5  =  −3" if edition == "boxed" else "5  =  −5", (0.0, 19.0), 11.0, RED, font="condensed"),
    ]


def _forbidden(number: int | None) -> list[Shape]:
    return [
        Circle((0.0, 0.0), 22.5, fill=WHITE, stroke=RED, stroke_mm=5.5),
        Polygon(((-17.4, -14.2), (-14.2, -17.4), (17.4, 14.2), (14.2, 17.4)), RED),
        *outlined_words(str(number), (0.0, 0.0), 24.0, WHITE, 1.3),  # above the bar, lest an 8 look like a 6
    ]


def _parity(numbers: tuple[int, int, int]) -> list[Shape]:
    """Three numbers of that parity, and a chest that is given up."""
    shapes: list[Shape] = []
    for nth, number in enumerate(numbers):
        place = ((nth - 1) * 17.0, -17.0)
        shapes += [oval(place, 7.6, 7.6, GOLD), Label(str(number), place, 8.0, OUTLINE)]
    return [*shapes, *placed(treasure(), (-8.0, 9.0), 0.8), *_arrow(1, (16.0, 14.0), 18.0)]


_DRAWINGS: dict[ActionKind, Callable[[], list[Shape]]] = {
    ActionKind.BACK_OF_HAND: _back_of_hand,
    ActionKind.LEFT_RIGHT: _left_right,
    ActionKind.NEIGHBOUR: _neighbour,
    ActionKind.EXCHANGE: _exchange,
    ActionKind.GIFT: _gift,
    ActionKind.EVEN: lambda: _parity((2, 4, 6)),
    ActionKind.ODD: lambda: _parity((1, 3, 5)),
}


def _arrow(way: int, middle_mm: tuple[float, float], length_mm: float) -> list[Shape]:
    """An arrow to the right (`way` 1) or to the left (-1)."""
    x, y, half = *middle_mm, length_mm / 2
    neck = half - 7.0
    side = ((-half, -1.7), (neck, -1.7), (neck, -4.6), (half, 0.0), (neck, 4.6), (neck, 1.7), (-half, 1.7))
    return [outlined(((x + way * dx, y + dy) for dx, dy in side), _ORANGE)]


def _person(at_mm: tuple[float, float], scale: float, coat: str) -> list[Shape]:
    body = outlined(((-9.0, 16.0), (-8.0, 5.0), (-3.0, 1.0), (3.0, 1.0), (8.0, 5.0), (9.0, 16.0)), coat)
    smile = outlined(((-2.4, -3.0), (0.0, -1.9), (2.4, -3.0), (0.0, -1.9)), None)
    face: list[Shape] = [oval((0.0, -6.0), 6.2, 7.0, SKIN), dot((-2.2, -7.0), 0.9), dot((2.2, -7.0), 0.9), smile]
    return placed([body, *face], at_mm, scale)


def _leprechaun() -> list[Shape]:
    """A head with hat, face and red beard."""
    beard = ((-12, 0), (-11, 10), (-6, 18), (0, 21), (6, 18), (11, 10), (12, 0), (7, 5), (-7, 5))
    return [
        oval((-11.5, 0.5), 3.0, 4.0, SKIN),
        oval((11.5, 0.5), 3.0, 4.0, SKIN),
        oval((0.0, 0.5), 11.0, 10.5, SKIN),
        outlined(beard, _ORANGE),
        oval((0.0, 9.0), 4.6, 2.4, RED),
        oval((0.0, 2.6), 2.6, 2.4, "#e99a6a"),
        *(dot((side * 4.4, -1.6), 2.1, WHITE) for side in (-1, 1)),
        *(dot((side * 4.2, -1.3), 1.2) for side in (-1, 1)),
        limb((-7.0, -4.6), (-2.4, -4.9), 0.7, _ORANGE),
        limb((2.4, -4.9), (7.0, -4.6), 0.7, _ORANGE),
        *placed(_hat(), (0.0, -8.0), 0.9),
    ]


def _hat() -> list[Shape]:
    """A tall hat with a buckle; its brim is at the origin."""
    return [
        outlined(((-9.5, -2.0), (-8.0, -21.0), (8.0, -21.0), (9.5, -2.0)), CLOVER_DARK),
        outlined(((-9.6, -2.0), (-9.1, -8.0), (9.1, -8.0), (9.6, -2.0)), OUTLINE),
        outlined(((-4.0, -9.0), (4.0, -9.0), (4.0, -1.6), (-4.0, -1.6)), GOLD),
        outlined(((-1.8, -6.8), (1.8, -6.8), (1.8, -3.8), (-1.8, -3.8)), GOLD_DARK),
        limb((-15.0, 0.0), (15.0, 0.0), 2.1, CLOVER_DARK),
    ]
