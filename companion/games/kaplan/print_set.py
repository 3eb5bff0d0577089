"""What the companion prints for this game: cards, pawns, sarcophagi, tokens, dial, reminder, mat (clauses 1.1 to
1.5)."""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.core.capabilities.print_set import Face, Printed, PrintSet
from companion.core.mat import TABLE_MAT
from companion.core.text import Text
from companion.games.kaplan.art_round import colour_pawn, pawn_back, symbol_pawn, token, token_value
from companion.games.kaplan.art_sarcophagus import sarcophagus
from companion.games.kaplan.card_art import draw_side
from companion.games.kaplan.card_back_art import reading_side
from companion.games.kaplan.deck import Card, Window, deck
from companion.games.kaplan.dial_art import dial
from companion.games.kaplan.pieces import (
    PLACES,
    SARCOPHAGUS_METALS,
    VALUES,
    WINDOWS,
    ClueKind,
    Colour,
    Cover,
    Family,
    Fill,
    SymbolShape,
)
from companion.games.kaplan.reminder import reminder

TITLES = {
    "colour-pawn": Text(fr="pions-couleur", en="colour pawns"),
    "symbol-pawn": Text(fr="pions-symbole", en="symbol pawns"),
    "sarcophagus": Text(fr="sarcophages", en="sarcophagi"),
    "token": Text(fr="jetons-pari", en="bet tokens"),
    "dial": Text(fr="cadran", en="dial"),
    "reminder": Text(fr="aide-mémoire", en="reminder (in French)"),
}


@cache
def print_set() -> PrintSet:
    """The whole game on paper, except the dice."""
    return PrintSet(
        cards=tuple(_card(card) for card in deck().cards),
        pieces=(*_colour_pawns(), *_symbol_pawns(), *_sarcophagi(), *_tokens()),
        boards=(Printed("dial", Face("dial", dial())),),
        sheets=(Printed("reminder", Face("reminder", reminder())),),
        mat=TABLE_MAT,
        titles=TITLES,
        facts={
            "colours": [colour.value for colour in Colour],
            "shapes": [shape.value for shape in SymbolShape],
            "fills": [fill.value for fill in Fill],
            "words": _words(),
        },
    )


def _card(card: Card) -> Printed:
    number = f"{card.ident:03}"
    facts = {
        "id": card.ident,
        "metal": card.metal.value,
        "windows": [_window(position, window) for position, window in enumerate(card.windows, 1)],
        "lens": card.lens,
        "lucarnes": [
            {"colour": window.colour.value, "clues": _clues(card, position)}
            for position, window in enumerate(card.windows, 1)
        ],
    }
    face = Face(f"card-{number}-draw", draw_side(card.ident))
    back = Face(f"card-{number}-read", reading_side(card.ident))
    return Printed("card", face, back, facts)


def _window(position: int, window: Window) -> dict[str, Any]:
    symbols = [
        {"shape": cell.symbol.shape.value, "fill": cell.symbol.fill.value, "holds": cell.holds} for cell in window.cells
    ]
    return {"position": position, "colour": window.colour.value, "symbols": symbols}


def _clues(card: Card, position: int) -> list[dict[str, str]]:
    return [
        {"shape": symbol.shape.value, "fill": symbol.fill.value, "kind": kind.value, "text": text}
        for symbol, kind, text in deck().lucarne(card, position)
    ]


def _words() -> list[dict[str, Any]]:
    return [
        {
            "colour": draw.colour.value,
            "position": draw.position,
            "shape": draw.symbol.shape.value,
            "fill": draw.symbol.fill.value,
            "word": word.word,
            "clues": [
                {"kind": kind.value, "text": word.clue(kind), "card": deck().clue_cards[draw][kind]}
                for kind in ClueKind
            ],
        }
        for draw, word in deck().words.items()
    ]


def _colour_pawns() -> list[Printed]:
    back = Face("colour-pawn-back", pawn_back(colour_pawn(Colour.RED, 1)))
    return [
        Printed(
            "colour-pawn",
            Face(f"colour-pawn-{colour.value}-{position}", colour_pawn(colour, position)),
            back,
            {"colour": colour.value, "position": position},
        )
        for colour in Colour
        for position in WINDOWS
    ]


def _symbol_pawns() -> list[Printed]:
    back = Face("symbol-pawn-back", pawn_back(symbol_pawn(SymbolShape.CIRCLE, Fill.SOLID)))
    return [
        Printed(
            "symbol-pawn",
            Face(f"symbol-pawn-{shape.value}-{fill.value}", symbol_pawn(shape, fill)),
            back,
            {"shape": shape.value, "fill": fill.value},
        )
        for shape in SymbolShape
        for fill in Fill
    ]


def _sarcophagi() -> list[Printed]:
    return [
        Printed(
            "sarcophagus",
            Face(f"sarcophagus-{place:02}-k", sarcophagus(place, Cover.K)),
            Face(f"sarcophagus-{place:02}-eye", sarcophagus(place, Cover.EYE)),
            {"number": place, "metals": [metal.value for metal in SARCOPHAGUS_METALS[place]]},
        )
        for place in PLACES
    ]


def _tokens() -> list[Printed]:
    return [
        Printed(
            "token",
            Face(f"token-{family.value}", token(family)),
            Face(f"token-{family.value}-{value}", token_value(family, value)),
            {"family": family.value, "value": value},
        )
        for family in Family
        for value in VALUES
    ]
