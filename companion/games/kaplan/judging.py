"""What the written words are worth: the verdict on each, the scores, and the table's own word (clauses 8.2 to 8.8)."""

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
"""What a written word brings of its stake (l. 356, 358; RULINGS 7); binary fractions, so that halves stay exact."""


def judged(position: Position) -> Position:
    """The end, once the hidden word is known: a verdict on every written word, then the scores.

    Of a deck that the companion does not know, nobody knows the word's number: where that decides, the table is asked.
    """
    return _settled(replace(position, players=tuple(_judged(position, player) for player in position.players)))


def confirm_number(position: Position, action: ConfirmNumber) -> Position:
    """The table says whether a word that has no verdict yet is the hidden word in its other number."""
    check.player(position, action.seat)
    check.own_deck(position, "8.8")
    check.moment(position, action, Phase.VERDICTS)
    writer, written = _written(position, action.writer)
    if written.verdict is not None:
        raise refuse("not-asked", who=seat_name(writer.seat))
    return _with_verdict(position, writer, Verdict.NUMBER if action.only_number else Verdict.WRONG)


def judge_word(position: Position, action: JudgeWord) -> Position:
    """The table judges a word otherwise than before; the scores follow."""
    check.player(position, action.seat)
    check.moment(position, action, Phase.VERDICTS, Phase.OVER)
    writer, written = _written(position, action.writer)
    if written.verdict is None:
        raise refuse("number-first", who=seat_name(writer.seat))
    if written.verdict == action.verdict.value:
        raise refuse("judged-already", who=seat_name(writer.seat))
    return _with_verdict(position, writer, action.verdict)


def judgements(position: Position) -> Iterator[Action]:
    """For any seat to say: answers about words without a verdict, and other verdicts than those that stand."""
    for seat in position.seats:
        for player in position.players:
            written = player.announcement
            if written is not None and written.verdict is None:
                yield from (ConfirmNumber(seat, player.seat, only_number) for only_number in (True, False))
            elif written is not None:
                others = (verdict for verdict in Verdict if verdict.value != written.verdict)
                yield from (JudgeWord(seat, player.seat, verdict) for verdict in others)


def unjudged(position: Position) -> tuple[Announcement, ...]:
    """Written words on which the table still has to say whether they differ in number only."""
    written = (player.announcement for player in position.players)
    return tuple(each for each in written if each is not None and each.verdict is None)


def final_scores(players: tuple[Player, ...]) -> tuple[float, ...]:
    """One score a seat, once every written word has its verdict; allies have half each (clause 9.4)."""
    scores = [0.0] * len(players)
    for player in players:
        written = player.announcement
        if written is not None and written.verdict is not None:
            points = SHARE[Verdict(written.verdict)] * written.stake
            sharing = (player.seat,) if player.ally is None else (player.seat, player.ally)
            for seat in sharing:
                scores[seat] += points / len(sharing)
    return tuple(score + 0.0 for score in scores)  # + 0.0 makes a negative zero plain


def _written(position: Position, seat: int) -> tuple[Player, Announcement]:
    """The player at `seat` with the written word. Raises `Illegal` when there is none."""
    writer = check.player(position, seat)
    if writer.announcement is None:
        raise refuse("nothing-written", who=seat_name(seat))
    return writer, writer.announcement


def _with_verdict(position: Position, writer: Player, verdict: Verdict) -> Position:
    assert writer.announcement is not None
    said = replace(writer.announcement, verdict=verdict.value)
    return _settled(position.with_player(replace(writer, announcement=said)))


def _settled(position: Position) -> Position:
    """The scores, or a question to the table where a written word has no verdict yet."""
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
    """What `written` is; None where only the table can tell whether it is the word in its other number."""
    assert position.word is not None
    if position.word_number is not None:
        return compare(written, position.word, position.word_number)
    if may_differ_in_number(written, position.word):
        return None
    return Verdict.EXACT if plain(written) == plain(position.word) else Verdict.WRONG
