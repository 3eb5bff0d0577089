"""The drawing of a chest: its value in a green band, and on white two motifs, which a slapping hand must hide (l.
84)."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from companion.core.art import Art, Label, Polygon, Shape, rectangle
from companion.core.lettering import width_mm
from companion.core.placing import placed
from companion.games.leprechauns.art_animals import animal
from companion.games.leprechauns.art_shapes import dot, outlined, outlined_words, oval, panel
from companion.games.leprechauns.art_signs import sign
from companion.games.leprechauns.deck import chests
from companion.games.leprechauns.layout import CARD_HEIGHT_MM, CARD_WIDTH_MM
from companion.games.leprechauns.motifs import SOUNDS, WORDS, Motif, MotifKind
from companion.games.leprechauns.names import sum_words
from companion.games.leprechauns.palette import (
    CLOVER,
    CLOVER_DARK,
    CREAM,
    GOLD,
    GOLD_DARK,
    INKS,
    IRON,
    OUTLINE,
    RAINBOW,
    WHITE,
    WOOD,
    WOOD_DARK,
)

CARD_THICK_MM = 0.3
"""Thickness of a card."""
MOTIF_Y_MM = (-7.0, 25.0)
"""The centres of the upper and the lower motif; each has a height of 30 mm."""
MOTIF_ROOM_MM = 52.0
"""Width available to a motif."""
WHITE_TOP_MM = -23.0
"""y of the upper edge of the white area."""
BAND_MM = (0.0, -33.0, 58.0, 17.5)
"""The band with the value: x and y of its centre, width and height."""
_WORD_MM, _SOUND_MM, _SUM_MM = 11.5, 10.0, 11.0
"""Heights of the capitals of a colour word, a call and a sum."""
_MARK_Y_MM, _MARK_MM, _MARKS = 10.6, 2.0, 5
"""The row of ink marks below a word: its y, a mark's radius, and the number of marks."""
_EDGE_MM = 0.55
"""Width of the dark edge around a coloured word."""


@cache
def chest_front(ident: int) -> Art:
    """The side with the value and the formula.

    Raises:
        KeyError: no chest has the number `ident`.
    """
    card = chests()[ident]
    shapes = _front(card.value)
    for motif, y_mm in zip(card.motifs, MOTIF_Y_MM, strict=True):
        shapes += placed(motif_art(motif), (0.0, y_mm))
    return _card(CLOVER, shapes)


@cache
def chest_of_value(value: int) -> Art:
    """The front of a chest of which only the value is known."""
    shapes = _front(value)
    for y_mm in MOTIF_Y_MM:
        shapes.append(Label("?", (0.0, y_mm), 14.0, "#cfc8b8"))
    return _card(CLOVER, shapes)


@cache
def chest_back() -> Art:
    """A chest full of gold at the end of a rainbow; its lower edge shows which way round the card lies (l. 46)."""
    shapes: list[Shape] = [rectangle((0.0, 0.0), 57.0, 82.0, "#bfe3f2")]
    for number, colour in enumerate(RAINBOW):
        shapes.append(_arch((9.0, 8.0), 38.0 - 3.4 * number, colour))
    shapes.append(_arch((9.0, 8.0), 38.0 - 3.4 * len(RAINBOW), "#bfe3f2"))
    shapes.append(Polygon(((-28.5, 20.0), (28.5, 8.0), (28.5, 41.0), (-28.5, 41.0)), CLOVER))
    shapes += placed(treasure(), (-2.0, 12.0), 1.35)
    return _card(CLOVER_DARK, shapes)


def treasure() -> list[Shape]:
    """An open chest of gold, 30 mm wide, around the origin."""
    coins = [
        oval((x, y), 2.6, 2.6, GOLD) for x, y in ((-9, -1), (-4, -3), (1, -4), (6, -3), (10, -1), (-1, -1), (4, -0.5))
    ]
    return [
        outlined(((-14, -2), (-16, -10), (-10, -15), (10, -15), (16, -10), (14, -2)), WOOD_DARK),
        outlined(((-12, -3), (-12, -9), (-8, -12), (8, -12), (12, -9), (12, -3)), OUTLINE),
        *coins,
        outlined(((-15, 0), (15, 0), (13, 15), (-13, 15)), WOOD),
        outlined(((-15, 0), (15, 0), (14.5, 4), (-14.5, 4)), GOLD_DARK),
        *(outlined(((x - 1.4, 4), (x + 1.4, 4), (x * 0.93 + 1.3, 15), (x * 0.93 - 1.3, 15)), IRON) for x in (-9, 9)),
        oval((0, 4.5), 3.6, 4.2, GOLD),
        dot((0, 3.8), 1.2),
        Polygon(((-0.5, 4), (0.5, 4), (0.9, 7), (-0.9, 7)), OUTLINE),
    ]


def motif_art(motif: Motif) -> list[Shape]:
    """A motif around the origin, at most 52 mm wide and 28 mm high."""
    if motif.kind is MotifKind.ANIMAL:
        return animal(motif.name)
    if motif.kind is MotifKind.SIGN:
        return sign(motif.name)
    if motif.kind is MotifKind.SOUND:
        return _sound(SOUNDS[motif.name])
    if motif.kind is MotifKind.SUM:
        return _sum(sum_words(motif.name))
    return _colour(WORDS[motif.name], motif.ink)


def ink_mark(ink: str) -> list[Shape]:
    """The 4 mm mark that identifies an ink for colour-blind people."""
    colour, r = INKS[ink], _MARK_MM
    outlines = {
        "red": ((0, -r), (r, r * 0.8), (-r, r * 0.8)),
        "yellow": ((0, -r), (r, 0), (0, r), (-r, 0)),
        "green": ((-r * 0.8, -r * 0.8), (r * 0.8, -r * 0.8), (r * 0.8, r * 0.8), (-r * 0.8, r * 0.8)),
        "black": ((-r, -r * 0.35), (r, -r * 0.35), (r, r * 0.35), (-r, r * 0.35)),
        "violet": tuple((x * r / 3, y * r / 3) for x, y in _CROSS),
    }
    return [oval((0, 0), r * 0.9, r * 0.9, colour)] if ink == "blue" else [outlined(outlines[ink], colour)]


_CROSS = ((-1, -3), (1, -3), (1, -1), (3, -1), (3, 1), (1, 1), (1, 3), (-1, 3), (-1, 1), (-3, 1), (-3, -1), (-1, -1))


def _front(value: int) -> list[Shape]:
    """The value, the same number of coins, and the white area."""
    shapes: list[Shape] = [panel(BAND_MM[:2], *BAND_MM[2:], 2.5, CLOVER_DARK)]
    shapes += outlined_words(str(value), (-18.5, -33.0), 12.0, GOLD, 0.7)
    for number in range(value):
        column, row = number % 5, number // 5
        place = (-3.5 + 6.6 * column, -33.0 if value <= 5 else -36.5 + 7.0 * row)
        shapes += [oval(place, 2.7, 2.7, GOLD), dot(place, 1.1, GOLD_DARK)]
    bottom = CARD_HEIGHT_MM / 2 - 2.5
    middle = (WHITE_TOP_MM + bottom) / 2
    shapes.append(panel((0.0, middle), 58.0, bottom - WHITE_TOP_MM, 2.5, CREAM))
    shapes.append(rectangle((0.0, (MOTIF_Y_MM[0] + MOTIF_Y_MM[1]) / 2), 46.0, 0.5, "#cfc8b8"))
    return shapes


def _colour(word: str, ink: str) -> list[Shape]:
    tall_mm = min(_WORD_MM, (MOTIF_ROOM_MM - 2) / width_mm(word, 1.0))
    around_mm = _EDGE_MM if ink != "black" else 0.0  # black needs no edge; it would only make the letters bolder
    shapes = outlined_words(word, (0.0, -2.8), tall_mm, INKS[ink], around_mm)
    for number in range(_MARKS):
        shapes += placed(ink_mark(ink), ((number - (_MARKS - 1) / 2) * 7.0, _MARK_Y_MM))
    return shapes


def _sound(words: str) -> list[Shape]:
    """The call in a jagged bubble, on two lines when it consists of two calls."""
    points = []
    for step in range(32):
        share = 1.0 if step % 2 == 0 else 0.86
        angle = 2 * pi * step / 32
        points.append((26.0 * share * cos(angle), 14.0 * share * sin(angle)))
    shapes: list[Shape] = [outlined(points, "#ffe98a")]
    calls = [f"{call.strip()} !" for call in words.split("!") if call.strip()]
    tall_mm = min(_SOUND_MM if len(calls) == 1 else 6.8, *(40.0 / width_mm(call, 1.0) for call in calls))
    for line, call in enumerate(calls):
        y_mm = (line - (len(calls) - 1) / 2) * tall_mm * 1.45
        shapes.append(Label(call, (0.0, y_mm), tall_mm, OUTLINE, font="condensed"))
    return shapes


def _sum(words: str) -> list[Shape]:
    """A sum in chalk on a slate."""
    return [
        panel((0.0, 0.0), 46.0, 24.0, 2.0, WOOD),
        panel((0.0, 0.0), 41.0, 19.0, 1.0, "#24332e"),
        Label(words, (0.0, 0.0), _SUM_MM, WHITE, font="condensed"),
    ]


def _arch(foot_mm: tuple[float, float], radius_mm: float, colour: str) -> Polygon:
    """Half a disc standing on the line through `foot_mm`, clipped at the picture's edges."""
    points = []
    for step in range(25):
        angle = pi * step / 24
        x, y = foot_mm[0] + radius_mm * cos(angle), foot_mm[1] - radius_mm * sin(angle)
        points.append((max(-28.5, min(28.5, x)), max(-41.0, y)))
    return Polygon(tuple(points), fill=colour)


def _card(ground: str, shapes: list[Shape]) -> Art:
    return Art(CARD_WIDTH_MM, CARD_HEIGHT_MM, CARD_THICK_MM, False, ground, tuple(shapes))
