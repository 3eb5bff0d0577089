"""Options, who is a child and who the youngest, and the beginning of a round (clauses 1.5 to 1.8, 2.1 to 2.5, 5.9)."""

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
"""What may happen next, with probabilities that sum to 1."""

TOLD_SHARE = 0.2
"""Probability, in random games where the readers can read a chest, that people report it first. Assumed."""


def check(seats: int, options: Options) -> None:
    """Check the number of players and the options.

    Raises:
        Illegal: the rules do not allow the number (1.5) or an option's value (the option's clause).
    """
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
    """The phase in which a game with these options begins."""
    return Phase.AGES if options.needed == "by-age" else Phase.YOUNGEST


def age_choices(position: Position) -> Iterator[Action]:
    """Both answers of every player who has not declared to be a child or a grown-up."""
    return (PlayAs(p.seat, child) for p in position.players if p.child is None for child in (True, False))


def play_as(position: Position, action: PlayAs) -> Position:
    """The position after a player declared to be a child or a grown-up.

    Raises:
        Illegal: everybody needs the same number of motifs (5.2, 5.8), or the player has answered (5.9).
    """
    require(position, Phase.AGES, action)
    player = position.players[action.seat]
    if player.child is not None:
        raise refuse("age-said", who=(action.seat,))
    after = position.with_player(replace(player, child=action.child))
    done = all(each.child is not None for each in after.players)
    return replace(after, phase=Phase.YOUNGEST) if done else after


def youngest_choices(position: Position) -> Iterator[Action]:
    """Every seat may take PREM'S as the youngest."""
    return (TakePrems(seat) for seat in position.seats)


def take_prems(position: Position, action: TakePrems) -> Position:
    """The position after the youngest took PREM'S; the first round begins.

    Raises:
        Illegal: wrong moment (1.8).
    """
    require(position, Phase.YOUNGEST, action)
    return begin_round(replace(position, prems=action.seat))


def begin_round(position: Position) -> Position:
    """The position at the beginning of the next round, before its action card is turned up."""
    fresh = tuple(replace(player, out=None, no_chest=False, tried=False) for player in position.players)
    phase = Phase.ACTION if position.options.action_cards else Phase.SIGNAL
    return replace(
        position, players=fresh, phase=phase, round=position.round + 1, action=None, turned=(), hands=(),
        chooser=None, performer=None, votes=(), smallest=(), owing=(),
    )  # fmt: skip


def action_outcomes(position: Position) -> Outcomes:
    """Every action card that may be turned up next, with probabilities."""
    own = position.options.deck == "own" and position.options.edition == "print"
    odds = _odds_of_own_cards(position) if own else dict.fromkeys(_left(position), 1.0)
    whole = sum(odds.values())
    return tuple((TurnAction(card), share / whole) for card, share in odds.items())


def _left(position: Position) -> list[ActionCard]:
    """The edition's action cards that have not been turned up yet."""
    return [card for card in ACTION_CARDS[position.options.edition] if card not in position.played]


def _odds_of_own_cards(position: Position) -> dict[ActionCard, float]:
    """Weights of the cards of a table's own deck. Which numbers its remaining forbidden-number cards have is
    unknown, so their weight is spread over all numbers not seen yet."""
    odds = {card: 1.0 for card in _left(position) if card.kind is not ActionKind.FORBIDDEN}
    gone = _forbidden_so_far(position)
    still, unseen = MOST_OWN_FORBIDDEN - len(gone), [value for value in VALUES if value not in gone]
    if still:
        odds |= {ActionCard(ActionKind.FORBIDDEN, value): still / len(unseen) for value in unseen}
    return odds


def _forbidden_so_far(position: Position) -> tuple[int | None, ...]:
    """The forbidden numbers that have been turned up."""
    return tuple(card.number for card in position.played if card.kind is ActionKind.FORBIDDEN)


def turn_action(position: Position, action: TurnAction) -> Position:
    """The position after the round's action card was turned up.

    Raises:
        Illegal: wrong moment or the card has come up before (2.2), all forbidden numbers have (1.4), the edition has no
            such card (1.3, 1.4), or the game has no action cards (2.5).
    """
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
    """The holder of PREM'S may give the signal."""
    yield Signal(position.holder)


def signal(position: Position, action: Signal) -> Position:
    """The position after the holder of PREM'S gave the signal; chests are turned up.

    Raises:
        Illegal: wrong moment, or not the holder of PREM'S (2.3).
    """
    require(position, Phase.SIGNAL, action)
    if action.seat != position.holder:
        raise refuse("not-holder", clause="2.3", who=(position.holder,))
    return replace(position, phase=Phase.REVEAL)


def next_owner(position: Position) -> int:
    """The seat whose chest is reported next: clockwise, starting with the holder of PREM'S."""
    return position.from_holder()[len(position.turned)]


def chest_outcomes(position: Position) -> Outcomes:
    """Every chest that the next player may turn up, as read by the readers or reported by people, with
    probabilities."""
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
    """The position after people reported the value of the next chest.

    Raises:
        Illegal: wrong moment or another chest is awaited (2.3), no such value (1.1), or all chests of that value have
            come up (2.4).
    """
    _require_next(position, action)
    return _turned_up(position, action.owner, Chest(action.value))


def chest_seen(position: Position, action: ChestSeen) -> Position:
    """The position after the readers read the next chest.

    Raises:
        Illegal: as for `chest_told`, or the deck is the table's own (1.6), it has no such chest, or the chest has come
            up before (2.4).
    """
    _require_next(position, action)
    if position.options.deck == "own":
        raise refuse("own-deck")
    card = chests().get(action.card)
    if card is None or card not in deck(position.options.edition) or card.value != action.value:
        raise refuse("no-such-chest", value=action.value)
    return _turned_up(position, action.owner, Chest(action.value, action.card))


def _require_next(position: Position, action: ChestTold | ChestSeen) -> None:
    """Check that this chest is the one reported next and that its value exists.

    Raises:
        Illegal: wrong moment or another chest is awaited (2.3), or no such value (1.1).
    """
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
