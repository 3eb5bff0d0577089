"""Widths of condensed letters, to fit and align texts on cards and sheets without a font library."""

from __future__ import annotations

import re

from companion.core.art import Label

CAPITAL = 700
"""Height of a capital of Barlow Condensed SemiBold, in thousandths of an em, like the widths below."""
X_HEIGHT = 511 / CAPITAL
"""Height of an x over the height of a capital."""
_WIDTHS = {
    152: "'", 165: "’", 171: "|", 182: "îï", 199: ",l", 200: " \u00a0", 206: "`", 211: ".j", 215: "i·", 218: ";",
    224: "IÎÏ", 252: ":", 269: "!", 274: "1", 279: "()", 282: "t", 291: "f", 302: "•", 306: '"', 313: "r", 319: "{}",
    325: "-", 330: "[]", 359: "°", 361: "*", 368: "z", 377: "–", 386: "/\\", 389: "×", 392: "7", 398: "s", 403: "yÿ",
    405: "_", 406: "Z", 413: "?^", 415: "FLv", 417: "x", 422: "cç", 423: "9", 425: "2", 426: "3eéèêë", 428: "5",
    429: "6", 431: "g", 432: "oôö", 433: "kàâä", 434: "$8Sa", 435: "EÉÈÊË", 437: "bd", 438: "u", 439: "+<=>hnùûü",
    441: "pq", 443: "J", 450: "0", 452: "T", 455: "Q", 456: "AYÀÂ", 457: "CPÇ", 459: "4", 460: "X", 461: "R",
    462: "BG", 463: "«»", 467: "OÔÖ", 471: "V", 472: "D", 477: "HK", 478: "UÙÛÜ", 480: "~", 507: "N", 538: "M",
    581: "&", 592: "w", 593: "—", 606: "#", 665: "Wm", 674: "æ", 679: "œ…", 690: "Œ", 735: "Æ", 759: "@", 772: "%",
}  # fmt: skip
ADVANCES = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
"""Advance width of each letter that French uses, in thousandths of an em."""


def width_mm(words: str, capital_mm: float) -> float:
    """Width of a text whose capitals are `capital_mm` high. Raises KeyError for a character without a known width."""
    return sum(ADVANCES[letter] for letter in words) * capital_mm / CAPITAL


def from_left(words: str, left_mm: float, y_mm: float, capital_mm: float, ink: str) -> Label:
    """A condensed label that begins at `left_mm`; `y_mm` is the middle of its capitals, `capital_mm` their height."""
    return Label(words, (left_mm + width_mm(words, capital_mm) / 2, y_mm), capital_mm, ink, font="condensed")


def wrapped(words: str, capital_mm: float, room_mm: float) -> list[str]:
    """The text broken into lines at most `room_mm` wide (unless one word is wider), never before French double
    punctuation.

    Raises:
        KeyError: a character has no known width.
    """
    lines: list[str] = []
    for word in re.sub("(?<=«) | (?=[:;!?»])", "\u00a0", words).split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_mm(longer, capital_mm) <= room_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
