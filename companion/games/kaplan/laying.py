"""Laying the 18 cards on the dial, with a check of each spot (clauses 2.5 to 2.7, 2.16)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Action
from companion.games.kaplan import check
from companion.games.kaplan.actions import LayOut, SpotSeen
from companion.games.kaplan.card_face import draw_of, fits
from companion.games.kaplan.deck import deck
from companion.games.kaplan.names import spot_name
from companion.games.kaplan.pieces import CLUES_A_METAL, PLACES, Metal
from companion.games.kaplan.position import Clue, Phase, Place, Position, Shows, Spot
from companion.games.kaplan.refusals import refuse

BY_HAND_SHARE = 0.02
"""Probability, in random games, that people report the whole dial as laid. Assumed."""
RIGHT_SHARE = 0.9
"""Probability, in random games, that the next card is laid at its right spot, so that the dial fills. Assumed."""


def see_spot(position: Position, action: SpotSeen) -> Position:
    """The position after the camera reported a change at one spot; the last right card completes the dial.

    Raises:
        Illegal: the cards are not being laid (2.16) or the camera does not watch (2.12); no such spot, or the report is
            not new or contradicts the pawns (2.16); the card is not of this deck (2.13) or the deck is unknown (2.2).
    """
    check.moment(position, action, Phase.LAY_OUT)
    spot = position.spot(action.spot)
    if spot is None:
        raise refuse("no-spot" if position.spots else "laid-by-hand")
    name = spot_name(action.spot)
    if action.card is not None:
        _check_card(position, action, action.card)
    if action.shows is spot.shows and action.card in (None, spot.card):
        raise refuse("seen-already", spot=name)
    seen = Spot(action.spot, action.shows, action.card)
    spots = tuple(seen if each.name == seen.name else each for each in position.spots)
    after = replace(position, spots=spots)
    return _laid(after) if all(each.shows is Shows.RIGHT for each in spots) else after


def lay_out(position: Position, action: LayOut) -> Position:
    """The position after people reported that all 18 cards lie.

    Raises:
        Illegal: the cards are not being laid (2.5).
    """
    check.moment(position, action, Phase.LAY_OUT)
    return _laid(position)


def layings(position: Position) -> tuple[tuple[Action, float], ...]:
    """What may happen next while the cards are laid, with probabilities."""
    if not position.spots:
        return ((LayOut(), 1.0),)
    changes = [SpotSeen(spot.name, shows) for spot in position.spots for shows in Shows if shows is not spot.shows]
    right = [change for change in changes if change.shows is Shows.RIGHT]
    others = [change for change in changes if change.shows is not Shows.RIGHT]
    share = 1.0 - RIGHT_SHARE - BY_HAND_SHARE
    odds = [(change, RIGHT_SHARE / len(right)) for change in right]
    odds += [(change, share / len(others)) for change in others]
    return (*odds, (LayOut(), BY_HAND_SHARE))


def _check_card(position: Position, action: SpotSeen, ident: int) -> None:
    """Check that the reported card number agrees with the deck and the pawns.

    Raises:
        Illegal: see `see_spot`.
    """
    if position.options.deck == "own":
        raise refuse("unknown-deck")
    if not 1 <= ident <= len(deck().cards) or action.shows is Shows.EMPTY:
        raise refuse("no-such-card")
    right = fits(draw_of(position), deck().card(ident), action.spot)
    if right != (action.shows is Shows.RIGHT):
        raise refuse("other-verdict-there", spot=spot_name(action.spot))


def _laid(position: Position) -> Position:
    """All 18 cards lie. With the printed deck the companion now knows every letter and clue; no player has read one
    yet."""
    if position.options.deck == "own":
        places = tuple(Place(number) for number in PLACES)
        clues = tuple(Clue(metal, number) for metal in Metal for number in CLUES_A_METAL)
        return replace(position, places=places, clues=clues, spots=(), phase=Phase.COVER)
    layout = deck().layout(draw_of(position))
    places = tuple(Place(n, letter=deck().card(i).lens) for n, i in zip(PLACES, layout.letters, strict=True))
    kinds = {ident: kind for kind, ident in layout.clues}
    clues = tuple(
        Clue(metal, number, kind=kinds[ident], text=layout.word.clue(kinds[ident]))
        for metal in Metal
        for number, ident in zip(CLUES_A_METAL, _clue_cards(position, metal, tuple(kinds)), strict=True)
    )
    known = replace(position, word=layout.word.word, word_number=layout.word.number, places=places, clues=clues)
    return replace(known, spots=(), phase=Phase.COVER)


def _clue_cards(position: Position, metal: Metal, clues: tuple[int, ...]) -> tuple[int, ...]:
    """The metal's two clue cards in the order in which they lie, or by number when nobody saw them."""
    ordered = tuple(sorted(ident for ident in clues if deck().card(ident).metal is metal))
    lying = tuple(spot.card for n in CLUES_A_METAL for spot in position.spots if spot.name == f"{metal.value} {n}")
    return ordered[::-1] if lying == ordered[::-1] else ordered
