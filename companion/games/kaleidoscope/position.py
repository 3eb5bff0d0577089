"""One moment of a game, as plain values; each field declares who may see it.

Face-down cards are not part of it, because nobody knows them.
"""

from __future__ import annotations

import enum
from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal, Self

from companion.core.views import EVERYONE, seen_by
from companion.games.kaleidoscope.layout import DISCARDS
from companion.games.kaleidoscope.options import Options
from companion.games.kaleidoscope.pieces import CAPITALS, SMALL

DEALT = 48
"""Small letters dealt to each player (clause 1.5)."""


class Phase(enum.Enum):
    """What the table waits for."""

    CAPITAL = "capital"
    TURN = "turn"
    SHOWN = "shown"
    HELD = "held"
    JUDGED = "judged"
    OVER = "over"


INTERRUPTIONS = (Phase.CAPITAL, Phase.JUDGED, Phase.OVER)
"""Phases that interrupt the others; the interrupted phase is resumed afterwards."""


@dataclass(frozen=True, slots=True)
class Board:
    """What a player has.

    Attributes:
        stock: number of cards face down.
        columns: the small letters after each capital, in order.
        discards: for each of the eight places the letters that lie there, all equal; "" when it is free.
        begun: the player has turned up a card (clause 2.9).
        words: words won, in order, in small letters; "*" is a joker.
        no_more: the player has declared to find no more words (clause 7.3).
        granted: words that the table refused first and accepted later: they count, without their cards (clause 6.6).
    """

    seat: int = seen_by(EVERYONE)
    stock: int = seen_by(EVERYONE)
    columns: tuple[str, ...] = seen_by(EVERYONE)
    discards: tuple[str, ...] = seen_by(EVERYONE, default=("",) * DISCARDS)
    begun: bool = seen_by(EVERYONE, default=False)
    words: tuple[str, ...] = seen_by(EVERYONE, default=())
    no_more: bool = seen_by(EVERYONE, default=False)
    granted: tuple[str, ...] = seen_by(EVERYONE, default=())

    @property
    def won(self) -> int:
        """Number of words that count for the player."""
        return len(self.words) + len(self.granted)

    def with_column(self, column: int, letters: str) -> Board:
        """This board with the small letters of one column replaced."""
        return replace(self, columns=(*self.columns[:column], letters, *self.columns[column + 1 :]))

    def with_discard(self, place: int, letters: str) -> Board:
        """This board with the letters of one place for discards replaced."""
        return replace(self, discards=(*self.discards[:place], letters, *self.discards[place + 1 :]))

    def place_for(self, letter: str) -> int | None:
        """Where a letter is discarded: on equal letters, else on the first free place; None when all are taken
        (5.3)."""
        like = next((place for place, pile in enumerate(self.discards) if pile[:1] == letter), None)
        return like if like is not None else next((n for n, pile in enumerate(self.discards) if not pile), None)

    def letters(self) -> str:
        """All small letters of the player that lie face up."""
        return "".join((*self.columns, *self.discards))


@dataclass(frozen=True, slots=True)
class Judged:
    """A question that the table decides.

    Attributes:
        why: it was announced by its owner, or pointed out or doubted by the opponent.
        known: the lexicon, or an earlier decision, says that it is a word or, when doubted, the start of one.
    """

    why: Literal["announced", "pointed-out", "doubted"] = seen_by(EVERYONE)
    owner: int = seen_by(EVERYONE)
    column: int = seen_by(EVERYONE)
    known: bool = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Lifted:
    """A capital that was taken away with its word and has not been replaced by another.

    Attributes:
        pointed_out: the opponent had pointed the word out.
    """

    column: int = seen_by(EVERYONE)
    capital: str = seen_by(EVERYONE)
    pointed_out: bool = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class RefusedWord:
    """A word that its player announced and the table refused.

    Attributes:
        word: in small letters; "*" is a joker.
    """

    owner: int = seen_by(EVERYONE)
    word: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Position:
    """The state of one moment.

    Attributes:
        capitals: the capital of each column; None where one is to be laid.
        boards: South's, then North's.
        turn: the seat whose turn it is.
        held: the small letter that is turned up.
        late: the time has run out: the held letter must be discarded (clause 2.7).
        used: capitals of won words.
        judged: the question that the table decides.
        accepted_words, accepted_starts: what the table has accepted though the lexicon does not know it (clause 6.4).
        resumes: during an interruption, the phase that follows it: TURN, SHOWN or HELD.
        passed: the previous turn was passed without an action, and the opponent may still object (clause 2.10).
        declined: the opponent has objected, so the player in turn may not pass (clause 2.10).
        lifted: the capitals of won words whose columns are still free.
        refused: words that the table has refused and may still accept (clause 6.6).
        blocked: the seat that needed a ninth place for discards (clause 7.2).
    """

    options: Options = seen_by(EVERYONE)
    capitals: tuple[str | None, ...] = seen_by(EVERYONE)
    boards: tuple[Board, ...] = seen_by(EVERYONE)
    phase: Phase = seen_by(EVERYONE, default=Phase.CAPITAL)
    turn: int = seen_by(EVERYONE, default=0)
    held: str | None = seen_by(EVERYONE, default=None)
    late: bool = seen_by(EVERYONE, default=False)
    used: tuple[str, ...] = seen_by(EVERYONE, default=())
    judged: Judged | None = seen_by(EVERYONE, default=None)
    accepted_words: tuple[str, ...] = seen_by(EVERYONE, default=())
    accepted_starts: tuple[str, ...] = seen_by(EVERYONE, default=())
    resumes: Phase = seen_by(EVERYONE, default=Phase.TURN)
    passed: bool = seen_by(EVERYONE, default=False)
    declined: bool = seen_by(EVERYONE, default=False)
    lifted: tuple[Lifted, ...] = seen_by(EVERYONE, default=())
    refused: tuple[RefusedWord, ...] = seen_by(EVERYONE, default=())
    blocked: int | None = seen_by(EVERYONE, default=None)

    @property
    def scores(self) -> tuple[float, ...] | None:
        """Number of words of each seat once the game is over. `winners` tells who has won: not always the seat with
        most."""
        return tuple(float(board.won) for board in self.boards) if self.phase is Phase.OVER else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty before the end (clauses 7.1 to 7.3)."""
        if self.phase is not Phase.OVER:
            return ()
        if self.blocked is not None:
            return (other(self.blocked),)
        most = max(board.won for board in self.boards)
        return tuple(board.seat for board in self.boards if board.won == most)

    @property
    def going_on(self) -> Phase:
        """TURN, SHOWN or HELD: the current or the interrupted phase."""
        return self.resumes if self.phase in INTERRUPTIONS else self.phase

    @property
    def seats(self) -> range:
        """Both seats."""
        return range(len(self.boards))

    @property
    def columns(self) -> range:
        """All columns, from 0."""
        return range(len(self.capitals))

    @property
    def due(self) -> int | None:
        """The first column where a capital is to be laid; None when there is none."""
        return next((column for column in self.columns if self.capitals[column] is None), None)

    def with_board(self, board: Board) -> Self:
        """This position with one player's board replaced."""
        return replace(self, boards=(*self.boards[: board.seat], board, *self.boards[board.seat + 1 :]))

    def with_capital(self, column: int, letter: str | None) -> Self:
        """This position with one column's capital replaced."""
        return replace(self, capitals=(*self.capitals[:column], letter, *self.capitals[column + 1 :]))

    def unseen_capitals(self) -> tuple[str, ...]:
        """Capitals that nobody has seen: neither in the row nor on a won word."""
        return tuple(letter for letter in CAPITALS if letter not in self.capitals and letter not in self.used)

    def unseen_small(self) -> Counter[str]:
        """How many of each small letter lie face down, in both stocks together."""
        seen = Counter(self.held or "")
        for board in self.boards:
            seen.update(board.letters() + "".join(word[1:] for word in board.words))
        return SMALL - seen


def other(seat: int) -> int:
    """The opponent's seat."""
    return 1 - seat
