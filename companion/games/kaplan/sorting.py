"""The two sorts: 120 cards pass and 30 stay, 30 pass and 18 stay (clauses 2.3, 2.4, 2.12 to 2.14)."""

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
"""So few cards short of its end, a sort says which ones: people can look for one card, not for a whole pile."""
BY_HAND_SHARE = 0.02
"""How often people break off a sort by camera, in random games: most are sorted far, and some to the end."""

_NEXT = {Phase.FIRST_SORT: Phase.SYMBOL, Phase.SECOND_SORT: Phase.LAY_OUT}


def pass_card(position: Position, action: CardPassed) -> Position:
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
    check.moment(position, action, Phase.FIRST_SORT, Phase.SECOND_SORT)
    return _sorted(position)


def sorts(position: Position) -> tuple[tuple[Action, float], ...]:
    """What may happen next in a sort, with odds: how many of the cards that are left are kept."""
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
    """Looks of the cards that are still to be kept, when they are few and every kept card was read."""
    if position.options.deck == "own" or KEPT[position.phase] - position.kept > LACKS_NAMED:
        return ()
    left = [ident for ident in kept_cards(position) if ident not in position.passed]
    if len(left) != KEPT[position.phase] - position.kept:
        return ()  # people told some of them, so nobody knows which are left
    return tuple(sorted((look_of(deck().card(ident)) for ident in left), key=str))
