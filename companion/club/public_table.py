"""The state that a table publishes: what is on its shared screen, and nothing else."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.core.names import is_shown
from companion.core.text import Text, named
from companion.table.page import Page

MOST_BYTES = 256 * 1024
"""Bytes of a payload; a table's view has some ten thousand."""
MOST_PLAYERS = 20
"""More than any game seats."""
MOST_SCORE, MOST_ASKS = 1e6, 1000
"""Far above what games reach: a score, and questions that wait."""
MOST_LETTERS = 1000
"""Letters of a text; the longest sentence of our games has some two hundred."""
LATEST_S = 7_258_118_400.0
"""The year 2200 in seconds since 1970: within what every system can show as a date."""


class PublicTable(BaseModel):
    """One table as everyone may see it. Fields may be added; none is removed or changes its meaning.

    Attributes:
        run: differs for each start of a table's program.
        table: the table's name, as people say it.
        game, title: key and name of the game.
        players: names, clockwise from seat 0.
        turn: the seat whose turn it is, from 0, or None.
        prompt: what is to be done now.
        over: whether the match has ended; `scores` then has one number for each seat, else it is None.
        asks: number of questions that wait for an answer on the phones.
        notice: one sentence about what does not fit, or None.
        needs_help: whether somebody should come to the table: it asks something, something does not fit, or its camera,
            its box or its disk does not work.
        address: URL of the table's own page, http or https.
        at_s: when this state was reached, seconds since 1970-01-01 UTC.
        view: the match as the shared screen may see it, JSON data; its content depends on the game.
    """

    model_config = ConfigDict(frozen=True)

    run: str
    table: str
    game: str
    title: Text
    players: tuple[str, ...]
    turn: int | None
    prompt: Text
    over: bool
    scores: tuple[float, ...] | None
    asks: int
    notice: Text | None
    address: str = Field(pattern=r"^https?://")  # it becomes a link on another page
    at_s: float
    view: Any
    needs_help: bool = False  # tables of before it was told say nothing

    def to_json(self) -> bytes:
        """The payload that is published, UTF-8 JSON."""
        return self.model_dump_json().encode()


def public_table(page: Page, *, run: str, table: str, address: str, at_s: float) -> PublicTable:
    """The public state of a table.

    Args:
        page: the shared screen's page (viewer None).
        run, table, address, at_s: as in `PublicTable`.

    Raises:
        ValueError: the page is that of a seat.
    """
    if page.viewer is not None:
        raise ValueError(f"only the shared screen's page is for everyone, not that of seat {page.viewer}")
    return PublicTable(
        run=run,
        table=table,
        game=page.game,
        title=page.title,
        players=page.names,
        turn=page.turn,
        prompt=page.prompt,
        over=page.actor == "over",
        scores=page.scores,
        asks=len(page.questions),
        notice=None if page.notice is None else _said(page.notice, page.names),
        address=address,
        at_s=at_s,
        view=_named(page.state, page.names),
        needs_help=bool(page.questions or page.troubles) or (page.notice or page.hardware) is not None,
    )


def _said(words: Text, names: tuple[str, ...]) -> Text:
    return Text(fr=named(words.fr, names), en=named(words.en, names))


def _named(value: Any, names: tuple[str, ...]) -> Any:
    """JSON data with seat placeholders replaced by players' names: receivers do not know who sits where."""
    match value:
        case str():
            return named(value, names)
        case list():
            return [_named(each, names) for each in value]
        case dict():
            return {key: _named(each, names) for key, each in value.items()}
    return value


def parse(payload: bytes) -> PublicTable | None:
    """The state in a payload; None when it cannot be parsed, as with a table of another version, or when it holds what
    no table publishes: anyone who reaches the broker may have sent it."""
    if len(payload) > MOST_BYTES:
        return None
    try:
        state = PublicTable.model_validate_json(payload, strict=True)
    except (ValueError, RecursionError, OverflowError):
        return None
    return state if _is_possible(state) else None


def _is_possible(state: PublicTable) -> bool:
    """Whether every value is in the range that a table's have, and every text can be shown on a page."""
    seats, scores = len(state.players), state.scores
    texts = [state.title, state.prompt, *([] if state.notice is None else [state.notice])]
    words = [state.run, state.table, state.game, state.address, *state.players]
    words += [each for text in texts for each in (text.fr, text.en)]
    return (
        seats <= MOST_PLAYERS
        and (state.turn is None or 0 <= state.turn < seats)
        and (scores is None or (len(scores) == seats and all(abs(each) <= MOST_SCORE for each in scores)))
        and 0 <= state.asks <= MOST_ASKS
        and 0 <= state.at_s <= LATEST_S  # a number that is none is not in any range
        and all(len(each) <= MOST_LETTERS and all(map(is_shown, each)) for each in words)
    )
