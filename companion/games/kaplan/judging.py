"""Verdicts on the written words, the scores, and corrections by the table (clauses 8.2 to 8.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.core.text import seat_name
from companion.games.kaplan import check
from companion.games.kaplan.actions import ConfirmNumber, JudgeWord
from companion.games.kaplan.position import Announcement, Phase, Player, Position
from companion.games.kaplan.refusals import refuse
from companion.games.kaplan.spelling import Verdict, compare, may_differ_in_number, plain

SHARE = {Verdict.EXACT: 1.0, Verdict.NUMBER: 0.5, Verdict.WRONG: -1.0}
"""Factor of the stake that each verdict yields (l. 356, 358; RULINGS 7). Binary fractions, so halves stay exact."""


def judged(position: Position) -> Position:
    """The position once the hidden word is known: a verdict on every written word, then the scores.

    For a deck that the companion does not know, the word's grammatical number is unknown; where it decides, the table
    is asked.
    """
    return _settled(replace(position, players=tuple(_judged(position, player) for player in position.players)))


def confirm_number(position: Position, action: ConfirmNumber) -> Position:
    """The position after the table answered whether an unjudged word is the hidden word in its other number.

    Raises:
        Illegal: the deck is the printed one, the moment is wrong, or the word is already judged (8.8); no word was
            written there (8.7); no such seat (2.1).
    """
    check.player(position, action.seat)
    check.own_deck(position, "8.8")
    check.moment(position, action, Phase.VERDICTS)
    writer, written = _written(position, action.writer)
    if written.verdict is not None:
        raise refuse("not-asked", who=seat_name(writer.seat))
    return _with_verdict(position, writer, Verdict.NUMBER if action.only_number else Verdict.WRONG)


def judge_word(position: Position, action: JudgeWord) -> Position:
    """The position after the table changed a verdict; the scores follow.

    Raises:
        Illegal: wrong moment, no word was written there, or it has that verdict already (8.7); the table must first
            answer about its number (8.8); no such seat (2.1).
    """
    check.player(position, action.seat)
    check.moment(position, action, Phase.VERDICTS, Phase.OVER)
    writer, written = _written(position, action.writer)
    if written.verdict is None:
        raise refuse("number-first", who=seat_name(writer.seat))
    if written.verdict == action.verdict.value:
        raise refuse("judged-already", who=seat_name(writer.seat))
    return _with_verdict(position, writer, action.verdict)


def judgements(position: Position) -> Iterator[Action]:
    """For every seat: answers about unjudged words, and other verdicts than the current ones."""
    for seat in position.seats:
        for player in position.players:
            written = player.announcement
            if written is not None and written.verdict is None:
                yield from (ConfirmNumber(seat, player.seat, only_number) for only_number in (True, False))
            elif written is not None:
                others = (verdict for verdict in Verdict if verdict.value != written.verdict)
                yield from (JudgeWord(seat, player.seat, verdict) for verdict in others)


def unjudged(position: Position) -> tuple[Announcement, ...]:
    """Written words about which the table must still say whether they differ only in number."""
    written = (player.announcement for player in position.players)
    return tuple(each for each in written if each is not None and each.verdict is None)


def final_scores(players: tuple[Player, ...]) -> tuple[float, ...]:
    """One score per seat in points, once every written word has a verdict; allies get half each (clause 9.4)."""
    scores = [0.0] * len(players)
    for player in players:
        written = player.announcement
        if written is not None and written.verdict is not None:
            points = SHARE[Verdict(written.verdict)] * written.stake
            sharing = (player.seat,) if player.ally is None else (player.seat, player.ally)
            for seat in sharing:
                scores[seat] += points / len(sharing)
    return tuple(score + 0.0 for score in scores)  # + 0.0 turns -0.0 into 0.0


def _written(position: Position, seat: int) -> tuple[Player, Announcement]:
    """The player at `seat` and the written word.

    Raises:
        Illegal: nothing was written there (8.7), or nobody sits there (2.1).
    """
    writer = check.player(position, seat)
    if writer.announcement is None:
        raise refuse("nothing-written", who=seat_name(seat))
    return writer, writer.announcement


def _with_verdict(position: Position, writer: Player, verdict: Verdict) -> Position:
    assert writer.announcement is not None
    said = replace(writer.announcement, verdict=verdict.value)
    return _settled(position.with_player(replace(writer, announcement=said)))


def _settled(position: Position) -> Position:
    """Compute the scores, or ask the table while a written word has no verdict."""
    if unjudged(position):
        return replace(position, phase=Phase.VERDICTS)
    return replace(position, scores=final_scores(position.players), phase=Phase.OVER)


def _judged(position: Position, player: Player) -> Player:
    written = player.announcement
    if written is None:
        return player
    verdict = _verdict(position, written.word)
    return replace(player, announcement=replace(written, verdict=None if verdict is None else verdict.value))


def _verdict(position: Position, written: str) -> Verdict | None:
    """The verdict on `written`; None when only the table can tell whether it is the word in its other number."""
    assert position.word is not None
    if position.word_number is not None:
        return compare(written, position.word, position.word_number)
    if may_differ_in_number(written, position.word):
        return None
    return Verdict.EXACT if plain(written) == plain(position.word) else Verdict.WRONG
