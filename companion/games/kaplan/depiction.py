"""What the table should look like, and which actions explain what was seen."""

from __future__ import annotations

from companion.core.capabilities.open_pictures import UNREAD
from companion.core.game import Action
from companion.core.scene import Scene, Thing
from companion.games.kaplan import layout
from companion.games.kaplan.actions import Throw
from companion.games.kaplan.dice import ways
from companion.games.kaplan.pieces import DICE, DIE_FACES, Cover
from companion.games.kaplan.position import Clue, Phase, Place, PlacedToken, Position

DIAL, LETTER, CLUE, SARCOPHAGUS, BET, DIE = "dial", "letter", "clue", "sarcophagus", "bet", "die"
COLOUR_PAWN, SYMBOL_PAWN = "colour-pawn", "symbol-pawn"

CARD = "card"
"""A card that passes a sorting station, or is laid on the dial."""
DRAW_SIDE, READING_SIDE, BLANK = "draw", "read", "blank"
"""Faces of cards; a reading side whose lens is known has its letter as face, or `BLANK`."""

_LYING = frozenset({DIAL, LETTER, CLUE, SARCOPHAGUS, BET, COLOUR_PAWN, SYMBOL_PAWN})


def depict(position: Position) -> Scene:
    """The expected table seen from above: dial, pawns, cards, sarcophagi, tokens on them, dice.

    Tokens in front of players, and the dice until they are thrown, may lie anywhere and are left out.
    """
    things = [Thing(DIAL, DIAL, xy_mm=layout.DIAL_XY_MM, turn_deg=0.0), *_pawns(position)]
    for place in position.places:
        things.extend(_at_place(place))
    things.extend(_clue(clue) for clue in position.clues)
    things.extend(_dice(position))
    kinds = _LYING if position.dice is None else _LYING | {DIE}
    return Scene(tuple(things), kinds)


def explanations(position: Position, seen: Scene) -> tuple[Action, ...]:
    """The throw that three readable dice show while a throw is awaited; otherwise nothing."""
    dice = [thing.face for thing in seen.things if thing.kind == DIE]
    readable = len(dice) == DICE and all(face in _FACES for face in dice)
    if position.phase is not Phase.THROW or not readable:
        return ()
    low, middle, high = sorted(_FACES[face] for face in dice)
    return (Throw((low, middle, high)),)


def thing_is_open(position: Position, thing: Thing) -> bool:
    """Whether pages may show a thing: dice that were read, and cards with their draw side up. No reading side, whose
    ever it is, and no token: a page says in words what of them is open. A die that was not read may be shown when a
    throw is due and it is asked about; otherwise it may be anything."""
    if thing.kind == DIE:
        return thing.face in _FACES or (thing.face == UNREAD and position.phase is Phase.THROW)
    return thing.kind == CARD and thing.face == DRAW_SIDE


_FACES = {str(face): face for face in DIE_FACES}


def letter_face(place: Place) -> str:
    """The face of a letter card as anyone at the table sees it."""
    if not place.turned:
        return DRAW_SIDE
    if place.letter is None:
        return READING_SIDE
    return place.letter or BLANK


def token_face(bet: PlacedToken) -> str:
    """A token's face: the family's symbol when it lies face down, with the value when it lies open."""
    return bet.family.value if bet.hidden else f"{bet.family.value} {bet.value}"


def _pawns(position: Position) -> list[Thing]:
    pawns = []
    if position.colour is not None:
        face = f"{position.colour.value}:{position.window}"
        pawns.append(Thing(COLOUR_PAWN, face, xy_mm=layout.DIAL_XY_MM, level=1))
    if position.shape is not None and position.fill is not None:
        face = f"{position.shape.value}:{position.fill.value}"
        pawns.append(Thing(SYMBOL_PAWN, face, xy_mm=layout.DIAL_XY_MM, level=2))
    return pawns


def _at_place(place: Place) -> list[Thing]:
    number, turn_deg, xy_mm = place.number, layout.place_deg(place.number), layout.place_xy_mm(place.number)
    things = [Thing(LETTER, letter_face(place), str(number), xy_mm, turn_deg, level=1)]
    if place.cover is not Cover.OFF:
        things.append(Thing(SARCOPHAGUS, place.cover.value, str(number), xy_mm, turn_deg, level=2))
    for nth, bet in enumerate(place.bets):
        spot_mm = layout.bet_xy_mm(number, place.cover, nth)
        things.append(Thing(BET, token_face(bet), str(number), spot_mm, turn_deg, level=3))
    return things


def _clue(clue: Clue) -> Thing:
    name = f"{clue.metal.value} {clue.number}"
    if clue.on_shield:
        xy_mm, turn_deg = layout.clue_xy_mm(clue.metal, clue.number), layout.clue_deg(clue.metal, clue.number)
        return Thing(CLUE, DRAW_SIDE, name, xy_mm, turn_deg, level=1)
    return Thing(CLUE, DRAW_SIDE, name, layout.reserve_xy_mm(clue.metal, clue.number), 0.0)


def _dice(position: Position) -> list[Thing]:
    if position.dice is None:
        return []
    if position.used is None:
        return [Thing(DIE, str(face)) for face in position.dice]
    spots = ways(position.dice)[position.used]
    laid = [(spot.place, face) for spot in spots for face in spot.dice]
    return [_laid_die(laid, index) for index in range(len(laid))]


def _laid_die(laid: list[tuple[int, int]], index: int) -> Thing:
    place, face = laid[index]
    together = [at for at, (where, _) in enumerate(laid) if where == place]
    xy_mm = layout.die_xy_mm(place, together.index(index), len(together))
    return Thing(DIE, str(face), xy_mm=xy_mm, level=1)
