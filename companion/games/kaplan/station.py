"""The sorting station's verdicts on the cards that the readers see (clauses 2.12 to 2.16)."""

from __future__ import annotations

from collections import Counter
from math import dist

from companion.core.capabilities.sorting_station import Finding, Mark, Station
from companion.core.scene import Thing
from companion.core.text import Text
from companion.games.kaplan import layout
from companion.games.kaplan.actions import CardPassed, SpotSeen
from companion.games.kaplan.card_face import KEPT, SPOTS, UNKNOWN, draw_of, fits, kept, look_of, shown_card
from companion.games.kaplan.deck import CLUE_HOLDS, LETTER_HOLDS, Card, deck
from companion.games.kaplan.depiction import CARD, DRAW_SIDE, READING_SIDE
from companion.games.kaplan.names import CARD_METALS, COLOURS, FILLS, SHAPES, card_look, spot_name
from companion.games.kaplan.pieces import Metal
from companion.games.kaplan.position import Phase, Position, Shows, Spot

KEEP = Text(fr="À garder", en="Keep")
DISCARD = Text(fr="À écarter", en="Discard")
AT_SPOT_MM = 24.0
"""A card whose centre is at most this far from a spot lies there; neighbouring spots are at least 65 mm apart."""


def station(position: Position) -> Station | None:
    """The sorting station for this phase when the camera sorts, else None."""
    if position.phase in KEPT and position.options.sorting == "camera":
        return Station(position.phase.value, CARD, one_by_one=True)
    if position.phase is Phase.LAY_OUT and position.spots:
        return Station(position.phase.value, CARD, one_by_one=False)
    return None


def findings(position: Position, things: tuple[Thing, ...]) -> tuple[Finding, ...]:
    """One finding for each visible card, then one for each spot from which a card has disappeared."""
    names = Counter(thing.name for thing in things if thing.name.isdecimal())
    judge = _in_sort if position.phase in KEPT else _on_dial
    found = tuple(_alarm(thing, names) or judge(position, thing) for thing in things)
    return found if position.phase in KEPT else (*found, *_left(position, things))


def stock(position: Position) -> tuple[Thing, ...]:
    """The cards that people now have in hand, or, while they lay the dial, those cards at their right spots."""
    if position.phase is Phase.FIRST_SORT:
        return tuple(_thing(card.ident) for card in deck().cards)
    if position.phase is Phase.SECOND_SORT:
        assert position.colour is not None
        assert position.window is not None
        return tuple(_thing(card.ident) for card in deck().cards if card.has(position.colour, position.window))
    laid = deck().layout(draw_of(position))
    clues = sorted((ident for _, ident in laid.clues), key=lambda ident: (SPOTS.index(_first_clue(ident)), ident))
    return tuple(_thing(ident, spot) for ident, spot in zip((*laid.letters, *clues), SPOTS, strict=True))


def other_face(thing: Thing) -> str | None:
    """The face that a card of the printed deck shows once turned over; None for any other thing."""
    side, _, ident = thing.face.partition(" ")
    turned = {DRAW_SIDE: READING_SIDE, READING_SIDE: DRAW_SIDE}
    return f"{turned[side]} {ident}" if side in turned and ident else None


def _first_clue(ident: int) -> str:
    return f"{deck().card(ident).metal.value} 1"


def _thing(ident: int, spot: str | None = None) -> Thing:
    face, name = f"{DRAW_SIDE} {ident}", str(ident)
    if spot is None:
        return Thing(CARD, face, name)
    xy_mm, turn_deg = _where(spot)
    return Thing(CARD, face, name, xy_mm, turn_deg, level=1)


def _where(spot: str) -> tuple[tuple[float, float], float]:
    if spot in LETTER_HOLDS:
        return layout.place_xy_mm(int(spot)), layout.place_deg(int(spot))
    metal, number = spot.split(" ")
    return layout.clue_xy_mm(Metal(metal), int(number)), layout.clue_deg(Metal(metal), int(number))


def _alarm(thing: Thing, names: Counter[str]) -> Finding | None:
    """A finding for a card that is wrong wherever it lies; None when nothing is wrong."""
    if thing.face == READING_SIDE:
        return Finding(Mark.ALARM, what=TURN_IT_OVER)
    if not thing.face:
        return Finding(Mark.UNSURE, what=UNCLEAR)
    card = shown_card(thing.name) if thing.name else None
    if thing.face != DRAW_SIDE or (thing.name and card is None):
        return Finding(Mark.ALARM, what=NOT_OF_THE_DECK)
    if card is not None and names[thing.name] > 1:
        return Finding(Mark.ALARM, what=DOUBLED.filled(card=card_look(look_of(card))))
    return None


def _in_sort(position: Position, thing: Thing) -> Finding:
    card = shown_card(thing.name)
    if card is None:
        return Finding(Mark.UNSURE, what=_question(position), offers=_OFFERS)
    if position.phase is Phase.SECOND_SORT and not _stayed(position, card):
        return Finding(Mark.ALARM, what=WRONG_PILE.filled(card=card_look(look_of(card))))
    keep = kept(position, card)
    mark = Mark.KEEP if keep else Mark.DISCARD
    ident = _number(position, card)
    if ident is None:
        return Finding(mark, CardPassed(keep))
    return Finding(mark, None if ident in position.passed else CardPassed(keep, ident))


def _number(position: Position, card: Card) -> int | None:
    """The card's number in the printed deck; None when the table plays with another deck, whatever was read."""
    return None if position.options.deck == "own" or card.ident == UNKNOWN else card.ident


_OFFERS = (
    (KEEP, Finding(Mark.KEEP, CardPassed(True))),
    (DISCARD, Finding(Mark.DISCARD, CardPassed(False))),
)


def _question(position: Position) -> Text:
    """The question to people about a card that the readers cannot read."""
    assert position.colour is not None
    if position.shape is None or position.fill is None:
        said = Text(fr="La fenêtre {window} est-elle de couleur « {colour} » ?", en="Is window {window} {colour}?")
        return said.filled(window=position.window, colour=COLOURS[position.colour])
    said = Text(
        fr="Fenêtre {window}, « {colour} » : le symbole « {shape} {fill} » porte-t-il un numéro ou K ?",
        en="Window {window}, {colour}: does the symbol “{fill} {shape}” hold a number or K?",
    )
    colour, shape, fill = COLOURS[position.colour], SHAPES[position.shape], FILLS[position.fill]
    return said.filled(window=position.window, colour=colour, shape=shape, fill=fill)


def _stayed(position: Position, card: Card) -> bool:
    """Whether the first sort kept the card."""
    assert position.colour is not None
    assert position.window is not None
    return card.has(position.colour, position.window)


def _on_dial(position: Position, thing: Thing) -> Finding:
    spot, card = _spot_of(position, thing), shown_card(thing.name)
    if card is None:
        where = UNREAD_LOOSE if spot is None else UNREAD_THERE.filled(spot=spot_name(spot.name))
        return Finding(Mark.UNSURE, what=where)
    holds = card.holds(draw_of(position))
    if spot is None:
        return Finding(Mark.KEEP) if holds else Finding(Mark.DISCARD)
    right = fits(draw_of(position), card, spot.name)
    shows, ident = (Shows.RIGHT if right else Shows.WRONG), _number(position, card)
    known = spot.shows is shows and ident in (None, spot.card)
    action = None if known else SpotSeen(spot.name, shows, ident)
    if right:
        return Finding(Mark.KEEP, action)
    return Finding(Mark.ALARM, action, _belongs(card, holds).filled(spot=spot_name(spot.name)))


def _belongs(card: Card, holds: str | None) -> Text:
    """Where a card that lies at the wrong spot belongs, told by what everybody can see on it."""
    if not holds:
        return NOT_OF_THE_18
    if holds == CLUE_HOLDS:
        return Text(
            fr="Cadran, {spot} : cette carte n'est pas la bonne. Elle porte K : posez-la sur le bouclier, "
            "indices {metal}.",
            en="Dial, {spot}: this card is not the right one. It holds K: lay it on the shield, {metal} clues.",
        ).filled(spot=_KEPT_OPEN, metal=CARD_METALS[card.metal])
    return Text(
        fr="Cadran, {spot} : cette carte n'est pas la bonne. Elle porte le {number} : posez-la à la place {number}.",
        en="Dial, {spot}: this card is not the right one. It holds {number}: lay it at place {number}.",
    ).filled(spot=_KEPT_OPEN, number=holds)


_KEPT_OPEN = "{spot}"
"""Keeps the placeholder {spot} open, to be filled in later."""


def _spot_of(position: Position, thing: Thing) -> Spot | None:
    if thing.xy_mm is None:
        return None
    xy_mm = thing.xy_mm
    nearest = min(position.spots, key=lambda spot: dist(_where(spot.name)[0], xy_mm))
    return nearest if dist(_where(nearest.name)[0], xy_mm) <= AT_SPOT_MM else None


def _left(position: Position, things: tuple[Thing, ...]) -> tuple[Finding, ...]:
    """Findings for spots where a seen card no longer lies: a wrong card was removed, or the card now lies elsewhere.

    A right card that is merely hidden, for instance under a hand, still counts as right.
    """
    held = {spot.name for thing in things if (spot := _spot_of(position, thing)) is not None}
    elsewhere = {thing.name for thing in things}
    gone = (
        spot
        for spot in position.spots
        if spot.name not in held and (spot.shows is Shows.WRONG or (spot.card and str(spot.card) in elsewhere))
    )
    return tuple(Finding(Mark.DISCARD, SpotSeen(spot.name, Shows.EMPTY)) for spot in gone)


TURN_IT_OVER = Text(
    fr="Stop : une carte montre sa face de lecture. Retournez-la sans la lire.",
    en="Stop: a card shows its reading side. Turn it over without reading it.",
)
UNCLEAR = Text(
    fr="Une carte ne se voit pas assez : posez-la à plat, bien dégagée, face de tirage visible.",
    en="A card cannot be seen well enough: lay it flat, free of others, draw side up.",
)
NOT_OF_THE_DECK = Text(
    fr="Une carte n'est pas de ce paquet : retirez-la.",
    en="A card is not of this deck: take it away.",
)
DOUBLED = Text(
    fr="Deux fois la même carte sur la table ({card}) : retirez-en une.",
    en="The same card lies on the table twice ({card}): take one away.",
)
WRONG_PILE = Text(
    fr="Cette carte était à écarter au premier tri ({card}) : retirez-la.",
    en="This card was to be discarded in the first sort ({card}): take it away.",
)
NOT_OF_THE_18 = Text(
    fr="Cadran, {spot} : cette carte n'est pas la bonne. Elle n'est pas des 18 : écartez-la.",
    en="Dial, {spot}: this card is not the right one. It is none of the 18: put it aside.",
)
UNREAD_THERE = Text(
    fr="Cadran, {spot} : je ne lis pas bien cette carte. Dégagez-la, ou vérifiez-la vous-mêmes.",
    en="Dial, {spot}: I cannot read this card well. Clear it, or check it yourselves.",
)
UNREAD_LOOSE = Text(
    fr="Une carte hors du cadran ne se lit pas bien : posez-la à sa place.",
    en="A card beside the dial cannot be read well: lay it at its place.",
)
