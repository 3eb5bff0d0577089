"""What may be chosen, who is a child and who the youngest, how a round begins (clauses 1.5 to 1.8, 2.1 to 2.5, 5.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.core.options import unknown_value
from companion.games.leprechauns.actions import ChestSeen, ChestTold, PlayAs, Signal, TakePrems, TurnAction
from companion.games.leprechauns.deck import chests, deck
from companion.games.leprechauns.names import action_name, answer
from companion.games.leprechauns.options import SEATS, Options
from companion.games.leprechauns.pieces import (
    ACTION_CARDS,
    MOST_OWN_FORBIDDEN,
    SERIES,
    VALUES,
    ActionCard,
    ActionKind,
    Chest,
)
from companion.games.leprechauns.position import Phase, Position, Turned
from companion.games.leprechauns.refusals import refuse, require

Outcomes = tuple[tuple[Action, float], ...]

TOLD_SHARE = 0.2
"""Of chance, where eyes could read the chest: how often people are quicker."""


def check(seats: int, options: Options) -> None:
    """Raises `Illegal` for a number of players or options that the rules do not know (clauses 1.5, 1.6)."""
    if seats not in SEATS:
        raise refuse("seats", count=seats)
    wrong = unknown_value(options, Options)
    if wrong is not None:
        raise refuse(
            "options",
            clause=wrong.clause,
            name=wrong.name,
            title=wrong.title,
            value=getattr(options, wrong.name, options),
            known=", ".join(wrong.words),
        )


def first_phase(options: Options) -> Phase:
    return Phase.AGES if options.needed == "by-age" else Phase.YOUNGEST


def age_choices(position: Position) -> Iterator[Action]:
    return (PlayAs(p.seat, child) for p in position.players if p.child is None for child in (True, False))


def play_as(position: Position, action: PlayAs) -> Position:
    require(position, Phase.AGES, action)
    player = position.players[action.seat]
    if player.child is not None:
        raise refuse("age-said", who=(action.seat,))
    after = position.with_player(replace(player, child=action.child))
    done = all(each.child is not None for each in after.players)
    return replace(after, phase=Phase.YOUNGEST) if done else after


def youngest_choices(position: Position) -> Iterator[Action]:
    return (TakePrems(seat) for seat in position.seats)


def take_prems(position: Position, action: TakePrems) -> Position:
    require(position, Phase.YOUNGEST, action)
    return begin_round(replace(position, prems=action.seat))


def begin_round(position: Position) -> Position:
    """The next round, before its action card is turned up."""
    fresh = tuple(replace(player, out=None, no_chest=False, tried=False) for player in position.players)
    phase = Phase.ACTION if position.options.action_cards else Phase.SIGNAL
    return replace(
        position, players=fresh, phase=phase, round=position.round + 1, action=None, turned=(), hands=(),
        chooser=None, performer=None, votes=(), smallest=(), owing=(),
    )  # fmt: skip


def action_outcomes(position: Position) -> Outcomes:
    """Every action card that may come next."""
    own = position.options.deck == "own" and position.options.edition == "print"
    odds = _odds_of_own_cards(position) if own else dict.fromkeys(_left(position), 1.0)
    whole = sum(odds.values())
    return tuple((TurnAction(card), share / whole) for card, share in odds.items())


def _left(position: Position) -> list[ActionCard]:
    """The edition's action cards that have not come up yet."""
    return [card for card in ACTION_CARDS[position.options.edition] if card not in position.played]


def _odds_of_own_cards(position: Position) -> dict[ActionCard, float]:
    """As many of a table's own forbidden numbers as may be left; which ones is not known, so each may come."""
    odds = {card: 1.0 for card in _left(position) if card.kind is not ActionKind.FORBIDDEN}
    gone = _forbidden_so_far(position)
    still, unseen = MOST_OWN_FORBIDDEN - len(gone), [value for value in VALUES if value not in gone]
    if still:
        odds |= {ActionCard(ActionKind.FORBIDDEN, value): still / len(unseen) for value in unseen}
    return odds


def _forbidden_so_far(position: Position) -> tuple[int | None, ...]:
    """The forbidden numbers that have come up."""
    return tuple(card.number for card in position.played if card.kind is ActionKind.FORBIDDEN)


def turn_action(position: Position, action: TurnAction) -> Position:
    require(position, Phase.ACTION, action)
    if action not in [outcome for outcome, _ in action_outcomes(position)]:
        if action.action in position.played:
            raise refuse("card-again", card=action_name(action.action))
        if action.action.kind is ActionKind.FORBIDDEN and len(_forbidden_so_far(position)) == MOST_OWN_FORBIDDEN:
            raise refuse("no-more-forbidden", most=MOST_OWN_FORBIDDEN)
        clause = "1.3" if position.options.edition == "boxed" else "1.4"
        raise refuse("not-in-edition", clause=clause, card=action_name(action.action))
    played = (*position.played, action.action)
    return replace(position, phase=Phase.SIGNAL, action=action.action, played=played)


def signal_choices(position: Position) -> Iterator[Action]:
    yield Signal(position.holder)


def signal(position: Position, action: Signal) -> Position:
    require(position, Phase.SIGNAL, action)
    if action.seat != position.holder:
        raise refuse("not-holder", clause="2.3", who=(position.holder,))
    return replace(position, phase=Phase.REVEAL)


def next_owner(position: Position) -> int:
    """Whose chest is reported next: clockwise from the holder of PREM'S."""
    return position.from_holder()[len(position.turned)]


def chest_outcomes(position: Position) -> Outcomes:
    """Every chest that the next player's pile may show, as the eyes read it or as people tell it."""
    owner = next_owner(position)
    left = {value: SERIES - sum(chest.value == value for chest in position.out) for value in VALUES}
    whole = sum(left.values())
    known = position.options.deck == "printed"
    told_share = TOLD_SHARE if known else 1.0
    found: list[tuple[Action, float]] = [
        (ChestTold(owner, value), told_share * count / whole) for value, count in left.items() if count
    ]
    if known:
        gone = {chest.card for chest in position.out}
        for value, count in left.items():
            cards = [c for c in deck(position.options.edition) if c.value == value and c.ident not in gone]
            each = 0.0 if not count else (1 - told_share) * count / whole / len(cards)
            found += [(ChestSeen(owner, value, card.ident), each) for card in cards if count]
    return tuple(found)


def chest_told(position: Position, action: ChestTold) -> Position:
    _require_next(position, action)
    return _turned_up(position, action.owner, Chest(action.value))


def chest_seen(position: Position, action: ChestSeen) -> Position:
    _require_next(position, action)
    if position.options.deck == "own":
        raise refuse("own-deck")
    card = chests().get(action.card)
    if card is None or card not in deck(position.options.edition) or card.value != action.value:
        raise refuse("no-such-chest", value=action.value)
    return _turned_up(position, action.owner, Chest(action.value, action.card))


def _require_next(position: Position, action: ChestTold | ChestSeen) -> None:
    """Raises `Illegal` unless that chest is the one that is told next, and its value one that there is."""
    require(position, Phase.REVEAL, action)
    if action.owner != next_owner(position):
        raise refuse("not-this-chest", who=(next_owner(position),))
    if action.value not in VALUES:
        raise refuse("no-such-value", value=action.value)


def _turned_up(position: Position, owner: int, chest: Chest) -> Position:
    if chest.card is not None and chest.card in [each.card for each in position.out]:
        raise refuse("chest-again", value=chest.value)
    if sum(each.value == chest.value for each in position.out) >= SERIES:
        raise refuse("value-again", value=chest.value)
    player = position.players[owner]
    after = position.with_player(replace(player, pile=player.pile - 1))
    formula = () if chest.card is None else tuple(answer(motif) for motif in chests()[chest.card].motifs)
    turned = (*position.turned, Turned(owner, chest.value, chest.card, formula))
    phase = Phase.HANDS if len(turned) == len(position.players) else Phase.REVEAL
    return replace(after, turned=turned, out=(*position.out, chest), phase=phase)
