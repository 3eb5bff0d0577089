"""The two sorts: 30 of 120 cards are kept, then 18 of those 30 (clauses 2.3, 2.4, 2.12 to 2.14)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Action
from companion.games.kaplan import check
from companion.games.kaplan.actions import CardPassed, SortedByHand
from companion.games.kaplan.card_face import KEPT, PASSING, SPOTS, kept, kept_cards, look_of
from companion.games.kaplan.deck import deck
from companion.games.kaplan.names import card_look
from companion.games.kaplan.position import CardLook, Phase, Position, Spot
from companion.games.kaplan.refusals import refuse

LACKS_NAMED = 5
"""When at most this number of cards is missing, the sort names them: people can look for a few cards, not for a
pile."""
BY_HAND_SHARE = 0.02
"""Probability per card, in random games, that people finish a sort by hand. Assumed; most sorts then get far."""

_NEXT = {Phase.FIRST_SORT: Phase.SYMBOL, Phase.SECOND_SORT: Phase.LAY_OUT}


def pass_card(position: Position, action: CardPassed) -> Position:
    """The position after one card passed the camera; the last card to keep ends the sort.

    Raises:
        Illegal: no sort is going on or this table sorts by hand (2.12); the deck is unknown (2.2); the card is not of
            this deck, has passed already, or the pawns decide otherwise (2.13); all cards to discard are discarded
            (2.14).
    """
    check.moment(position, action, Phase.FIRST_SORT, Phase.SECOND_SORT)
    if position.options.sorting == "hands":
        raise refuse("sorted-by-hand")
    if action.card is not None:
        _check_card(position, action.card, action.keep)
    elif not action.keep and position.discarded == _most_discards(position):
        raise refuse("too-many-discards", most=_most_discards(position), kept=KEPT[position.phase])
    passed = position.passed if action.card is None else position.passed | {action.card}
    after = replace(
        position,
        kept=position.kept + action.keep,
        discarded=position.discarded + (not action.keep),
        passed=passed,
    )
    return _sorted(after) if after.kept == KEPT[after.phase] else replace(after, lacking=_lacking(after))


def sorted_by_hand(position: Position, action: SortedByHand) -> Position:
    """The position after people finished the sort by hand.

    Raises:
        Illegal: no sort is going on (2.12).
    """
    check.moment(position, action, Phase.FIRST_SORT, Phase.SECOND_SORT)
    return _sorted(position)


def sorts(position: Position) -> tuple[tuple[Action, float], ...]:
    """What may happen next in a sort, with probabilities proportional to the cards left to keep and to discard."""
    if position.options.sorting == "hands":
        return ((SortedByHand(), 1.0),)
    wanted = KEPT[position.phase] - position.kept
    unwanted = _most_discards(position) - position.discarded
    share = (1 - BY_HAND_SHARE) / (wanted + max(0, unwanted))
    discard = ((CardPassed(False), share * unwanted),) if unwanted > 0 else ()
    return ((CardPassed(True), share * wanted), *discard, (SortedByHand(), BY_HAND_SHARE))


def _most_discards(position: Position) -> int:
    return PASSING[position.phase] - KEPT[position.phase]


def _check_card(position: Position, ident: int, keep: bool) -> None:
    if position.options.deck == "own":
        raise refuse("unknown-deck")
    if not 1 <= ident <= len(deck().cards):
        raise refuse("no-such-card")
    card = deck().card(ident)
    said = card_look(look_of(card))
    if ident in position.passed:
        raise refuse("passed-already", card=said)
    if keep != kept(position, card):
        raise refuse("other-verdict", card=said)
    if not keep and position.discarded >= _most_discards(position):
        raise refuse("too-many-discards", most=_most_discards(position), kept=KEPT[position.phase])


def _sorted(position: Position) -> Position:
    """The sort is over: the next pawn is drawn, or the cards are laid out."""
    spots = tuple(Spot(name) for name in SPOTS) if position.phase is Phase.SECOND_SORT else ()
    done = replace(position, kept=0, discarded=0, passed=frozenset(), lacking=(), phase=_NEXT[position.phase])
    return replace(done, spots=spots if position.options.sorting == "camera" else ())


def _lacking(position: Position) -> tuple[CardLook, ...]:
    """What the cards still to be kept look like, when few are missing and every kept card was read; else empty."""
    if position.options.deck == "own" or KEPT[position.phase] - position.kept > LACKS_NAMED:
        return ()
    left = [ident for ident in kept_cards(position) if ident not in position.passed]
    if len(left) != KEPT[position.phase] - position.kept:
        return ()  # some kept cards were reported without a number, so the missing ones are unknown
    return tuple(sorted((look_of(deck().card(ident)) for ident in left), key=str))
