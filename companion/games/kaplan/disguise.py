"""Builds another position that looks the same to one viewer; the kit uses it to find leaks of secrets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from string import ascii_uppercase

from companion.core.actors import Viewer
from companion.games.kaplan.deck import deck
from companion.games.kaplan.pieces import ClueKind, Family
from companion.games.kaplan.position import WORD_IS_OPEN, PlacedToken, Player, Token
from companion.games.kaplan.spelling import PLURAL, SINGULAR
from companion.games.kaplan.state import Kaplan


def disguise(position: Kaplan, viewer: Viewer, random: Random) -> Kaplan:
    """The position with everything that `viewer` may not see replaced at random: letters, clues, hidden tokens,
    words."""
    changed = _other_cards(_other_sort(position, random), viewer, random)
    for player in changed.players:
        if player.seat == viewer:
            changed = _swapped_bets(changed, player, random)
        else:
            changed = _other_tokens(changed, player, random)
    players = tuple(_other_word(player, viewer, random) for player in changed.players)
    return replace(changed, players=players)


def _other_sort(position: Kaplan, random: Random) -> Kaplan:
    """Replace which cards have passed and which lie on the dial; nobody is told either."""
    idents = [card.ident for card in deck().cards]
    passed = frozenset(random.sample(idents, len(position.passed)))
    spots = tuple(s if s.card is None else replace(s, card=random.choice(idents)) for s in position.spots)
    return replace(position, passed=passed, spots=spots)


def _other_cards(position: Kaplan, viewer: Viewer, random: Random) -> Kaplan:
    if position.word is None or position.phase in WORD_IS_OPEN:
        return position
    lenses = ("", *ascii_uppercase)
    kinds = tuple(ClueKind)
    words = tuple(deck().words.values())
    places = tuple(
        p if p.turned or viewer in p.known_to else replace(p, letter=random.choice(lenses)) for p in position.places
    )
    clues = tuple(
        clue
        if viewer in clue.known_to
        else replace(clue, kind=random.choice(kinds), text=random.choice(words).clue(random.choice(kinds)))
        for clue in position.clues
    )
    other = random.choice(words)
    number = random.choice((SINGULAR, PLURAL))
    return replace(position, word=other.word, word_number=number, places=places, clues=clues)


def _other_tokens(position: Kaplan, player: Player, random: Random) -> Kaplan:
    """Shuffle a player's invisible values within each family: those in hand and those face down on sarcophagi."""
    for family in player.families:
        hand = sorted(token.value for token in player.hand if token.family is family)
        laid = [bet.value for place in position.places for bet in place.bets if _unseen(bet, player.seat, family)]
        pool = hand + laid
        random.shuffle(pool)
        others = frozenset(token for token in player.hand if token.family is not family)
        player = replace(player, hand=others | {Token(family, value) for value in pool[: len(hand)]})
        position = _relaid(position, player.seat, family, pool[len(hand) :])
    return position.with_player(player)


def _swapped_bets(position: Kaplan, player: Player, random: Random) -> Kaplan:
    """Shuffle the viewer's own hidden bets among themselves.

    The tokens left in hand tell the viewer which values are on the table, but nothing tells which lies where. With the
    option `show_own_bets` they stay.
    """
    if position.options.show_own_bets:
        return position
    for family in player.families:
        laid = [bet.value for place in position.places for bet in place.bets if _unseen(bet, player.seat, family)]
        random.shuffle(laid)
        position = _relaid(position, player.seat, family, laid)
    return position


def _relaid(position: Kaplan, seat: int, family: Family, values: Sequence[int]) -> Kaplan:
    left = iter(values)
    places = tuple(
        replace(
            place,
            bets=tuple(replace(bet, value=next(left)) if _unseen(bet, seat, family) else bet for bet in place.bets),
        )
        for place in position.places
    )
    return replace(position, places=places)


def _unseen(bet: PlacedToken, seat: int, family: Family) -> bool:
    return bet.hidden and bet.seat == seat and bet.family is family


def _other_word(player: Player, viewer: Viewer, random: Random) -> Player:
    written = player.announcement
    if written is None or written.revealed or player.seat == viewer:
        return player
    word = random.choice(tuple(deck().words.values())).word
    return replace(player, announcement=replace(written, word=word, stake=random.randrange(100)))
