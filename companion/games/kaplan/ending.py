""" "Kaplan" and the end of the game (clauses 7.1 to 7.8, 8.1)."""

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
"""Letter cards face up that end the game (l. 346)."""

EXAMPLE_WORD = "mystère"
"""Stands for whatever a player writes, in the lists of legal actions."""


def stake(position: Position) -> int:
    """What "Kaplan" is worth to a player who announces now: the others still silent x cards face down."""
    return (position.silent - 1) * position.face_down


def announce(position: Position, action: Announce) -> Position:
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
    """Whether enough letter cards are face up that nobody may announce any more (clauses 7.6, 7.9)."""
    return len(position.places) - position.face_down >= LETTERS_THAT_END


def announcements(position: Position) -> Iterator[Action]:
    """One example for each player who may say "Kaplan" now."""
    if position.phase in check.IN_PLAY and not eighth_letter_is_up(position):
        for player in position.players:
            ally = None if player.ally is None else position.players[player.ally].announcement
            if player.announcement is None and ally is None:
                yield Announce(player.seat, EXAMPLE_WORD)


def finish(position: Position) -> Position:
    """The game stops: sarcophagi and tokens leave, every letter card is turned, written words are shown."""
    players = tuple(_at_rest(position, player) for player in position.players)
    places = tuple(replace(place, cover=Cover.OFF, bets=(), turned=True) for place in position.places)
    ended = replace(
        position, players=players, places=places, claim=None, to_play=(), alliances_due=False,
        offers=frozenset(), alone=frozenset(), phase=Phase.TRUTH,
    )  # fmt: skip
    return ended if position.word is None else judged(ended)


def reveal(position: Position, action: Reveal) -> Position:
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
    """An example that fits the open cards, for every seat."""
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
