"""The names of players and pieces in both languages."""

from __future__ import annotations

from companion.core.text import Text, same
from companion.games.kaplan.pieces import Colour, Family, Fill, Metal, SymbolShape
from companion.games.kaplan.position import CardLook
from companion.games.kaplan.spelling import Verdict

CARD_METALS = {
    # what follows or precedes "card": "une carte d'or", "a gold card"
    Metal.GOLD: Text(fr="d'or", en="gold"),
    Metal.COPPER: Text(fr="de cuivre", en="copper"),
    Metal.SILVER: Text(fr="d'argent", en="silver"),
}
COLOURS = {
    Colour.RED: Text(fr="rouge", en="red"),
    Colour.BLUE: Text(fr="bleu", en="blue"),
    Colour.GREEN: Text(fr="vert", en="green"),
    Colour.YELLOW: Text(fr="jaune", en="yellow"),
}
SHAPES = {
    SymbolShape.HEXAGON: Text(fr="hexagone", en="hexagon"),
    SymbolShape.CIRCLE: Text(fr="rond", en="circle"),
    SymbolShape.SQUARE: Text(fr="carré", en="square"),
    SymbolShape.TRIANGLE: Text(fr="triangle", en="triangle"),
    SymbolShape.STAR: Text(fr="étoile", en="star"),
    SymbolShape.CROSS: Text(fr="croix", en="cross"),
    SymbolShape.DIAMOND: Text(fr="losange", en="diamond"),
    SymbolShape.HEART: Text(fr="cœur", en="heart"),
}
FILLS = {
    Fill.TRANSPARENT: Text(fr="transparent", en="transparent"),
    Fill.SOLID: Text(fr="plein", en="solid"),
    Fill.STRIPED: Text(fr="à rayures", en="striped"),
    Fill.DOTTED: Text(fr="à points", en="dotted"),
}
FAMILIES = {
    Family.SQUARE: Text(fr="carré", en="square"),
    Family.CIRCLE: Text(fr="rond", en="circle"),
    Family.TRIANGLE: Text(fr="triangle", en="triangle"),
    Family.DIAMOND: Text(fr="losange", en="diamond"),
    Family.STAR: Text(fr="étoile", en="star"),
    Family.CROSS: Text(fr="croix", en="cross"),
    Family.HEXAGON: Text(fr="hexagone", en="hexagon"),
    Family.MOON: Text(fr="lune", en="moon"),
}
VERDICTS = {
    Verdict.EXACT: Text(fr="est juste", en="is right"),
    Verdict.NUMBER: Text(fr="ne diffère que par le nombre", en="differs in number only"),
    Verdict.WRONG: Text(fr="est faux", en="is wrong"),
}
BLANK = Text(fr="vide", en="blank")


def card_look(look: CardLook) -> Text:
    """A card described by its draw side: "carte d'argent, fenêtres rouge-vert-bleu"."""
    windows = [COLOURS[colour] for colour in look.windows]
    said = Text(fr="carte {metal}, fenêtres {fr}", en="{metal} card, windows {en}")
    return said.filled(
        metal=CARD_METALS[look.metal],
        fr="-".join(colour.fr for colour in windows),
        en="-".join(colour.en for colour in windows),
    )


def spot_name(name: str) -> Text:
    """The name of a spot of the dial: "place 4", "indices d'or"."""
    metal = next((metal for metal in Metal if name.startswith(metal.value)), None)
    if metal is None:
        return same(f"place {name}")
    return Text(fr="indices {metal}", en="{metal} clues").filled(metal=CARD_METALS[metal])


def any_of(metals: tuple[Metal, ...]) -> Text:
    """Alternatives joined by "or": "d'or ou de cuivre", "gold or copper"."""
    named = [CARD_METALS[metal] for metal in metals]
    return Text(fr=" ou ".join(metal.fr for metal in named), en=" or ".join(metal.en for metal in named))


def letter_name(letter: str) -> Text:
    """The letter itself, or "vide" for a blank lens."""
    return same(letter) if letter else BLANK


def any_place(numbers: tuple[int, ...]) -> Text:
    """Places of the dial to choose from, each once: "le 3, le 7 ou le 10", "3, 7 or 10"."""
    places = [Text(fr=f"le {number}", en=str(number)) for number in dict.fromkeys(numbers)]
    *others, last = places
    if not others:
        return last
    return Text(
        fr=f"{', '.join(each.fr for each in others)} ou {last.fr}",
        en=f"{', '.join(each.en for each in others)} or {last.en}",
    )


def listed(numbers: tuple[int, ...]) -> Text:
    """Numbers separated by commas: "3, 7, 10"."""
    return same(", ".join(str(number) for number in numbers))
