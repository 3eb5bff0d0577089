"""Announcing "Kaplan" and the end of the game (clauses 7.1 to 7.8, 8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.core.text import seat_name
from companion.games.kaplan import check
from companion.games.kaplan.actions import Announce, Reveal
from companion.games.kaplan.judging import judged
from companion.games.kaplan.pieces import LONGEST_WORD, PLACES, SHORTEST_WORD, Cover
from companion.games.kaplan.position import Announcement, Phase, Player, Position, Token
from companion.games.kaplan.refusals import refuse
from companion.games.kaplan.ringfit import ring, starts_of
from companion.games.kaplan.spelling import is_writable, plain

LETTERS_THAT_END = 8
"""Number of face-up letter cards that ends the game (l. 346)."""

EXAMPLE_WORD = "mystère"
"""Stands for any written word in lists of legal actions."""


def stake(position: Position) -> int:
    """Points at stake for a player who announces now: other players who have not announced x letter cards face down."""
    return (position.silent - 1) * position.face_down


def announce(position: Position, action: Announce) -> Position:
    """The position after a player announced "Kaplan"; it ends the game when at most one side has not announced.

    Raises:
        Illegal: not in play (7.1); the eighth letter is face up (7.9); the player (7.4) or the ally (9.5) has
            announced; the word is not one of Latin letters (7.2); no such seat (2.1).
    """
    player = check.player(position, action.seat)
    check.moment(position, action, *check.IN_PLAY)
    if eighth_letter_is_up(position):
        raise refuse("eighth-letter")
    if player.announcement is not None:
        raise refuse("announced-already", who=seat_name(action.seat))
    if player.ally is not None and position.players[player.ally].announcement is not None:
        raise refuse("ally-announced", who=seat_name(action.seat), ally=seat_name(player.ally))
    if not is_writable(action.word):
        raise refuse("unwritable")
    written = Announcement(action.seat, action.word.strip(), stake(position))
    after = position.with_player(replace(player, announcement=written))
    return finish(after) if after.silent_sides <= 1 else after


def eighth_letter_is_up(position: Position) -> bool:
    """Whether at least `LETTERS_THAT_END` letter cards are face up, which ends announcing (clauses 7.6, 7.9)."""
    return len(position.places) - position.face_down >= LETTERS_THAT_END


def announcements(position: Position) -> Iterator[Action]:
    """One example announcement for each player who may announce now."""
    if position.phase in check.IN_PLAY and not eighth_letter_is_up(position):
        for player in position.players:
            ally = None if player.ally is None else position.players[player.ally].announcement
            if player.announcement is None and ally is None:
                yield Announce(player.seat, EXAMPLE_WORD)


def finish(position: Position) -> Position:
    """The end of play: sarcophagi and tokens are removed, all letter cards turned, written words shown and judged if
    the word is known."""
    players = tuple(_at_rest(position, player) for player in position.players)
    places = tuple(replace(place, cover=Cover.OFF, bets=(), turned=True) for place in position.places)
    ended = replace(
        position, players=players, places=places, claim=None, to_play=(), alliances_due=False,
        offers=frozenset(), alone=frozenset(), phase=Phase.TRUTH,
    )  # fmt: skip
    return ended if position.word is None else judged(ended)


def reveal(position: Position, action: Reveal) -> Position:
    """The position after the word of the table's own deck was typed; written words are then judged.

    Raises:
        Illegal: the deck is the printed one, the moment is wrong, the length is not 6 to 12 letters, or the word
            contradicts the open letters (7.8); no such seat (2.1).
    """
    check.player(position, action.seat)
    check.own_deck(position, "7.8")
    check.moment(position, action, Phase.TRUTH)
    word = plain(action.word).upper()
    if not SHORTEST_WORD <= len(word) <= LONGEST_WORD or not is_writable(action.word):
        raise refuse("word-length", shortest=SHORTEST_WORD, longest=LONGEST_WORD)
    starts = starts_of(word, _open_letters(position))
    if not starts:
        raise refuse("word-does-not-fit", word=word)
    if len(starts) == 1:
        lenses = ring(word, starts[0])
        places = tuple(replace(p, letter=letter) for p, letter in zip(position.places, lenses, strict=True))
        position = replace(position, places=places)
    return judged(replace(position, word=word))


def reveal_choices(position: Position) -> Iterator[Action]:
    """For every seat, one example word that agrees with the open cards."""
    example = _fitting_word(position)
    yield from (Reveal(seat, example) for seat in position.seats)


def _at_rest(position: Position, player: Player) -> Player:
    laid = (bet for place in position.places for bet in place.bets if bet.seat == player.seat)
    spent = player.spent | {Token(bet.family, bet.value) for bet in laid}
    written = player.announcement
    shown = None if written is None else replace(written, revealed=True)
    return replace(player, spent=spent, announcement=shown)


def _open_letters(position: Position) -> dict[int, str]:
    return {place.number: place.letter for place in position.places if place.letter is not None}


def _fitting_word(position: Position) -> str:
    known = _open_letters(position)
    for length in range(SHORTEST_WORD, LONGEST_WORD + 1):
        for start in PLACES:
            offsets = {(number - start) % len(PLACES): letter for number, letter in known.items()}
            if all((at < length) == bool(letter) for at, letter in offsets.items()):
                return "".join(offsets.get(at) or "A" for at in range(length))
    raise AssertionError("the open cards were checked one by one, so some word fits them")
