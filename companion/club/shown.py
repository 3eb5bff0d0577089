"""What a table tells a broker: its shared screen's page, and nothing that is not on it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.core.text import Text, named
from companion.table.page import Page


class TableShown(BaseModel):
    """One table as everyone may see it. More fields may come; none goes, and none changes its meaning.

    Attributes:
        run: differs from run to run of a table's program.
        table: its name, as people say it.
        game, title: the game's key and name.
        players: names, clockwise.
        turn: the seat whose turn it is, or None.
        prompt: what is to be done now.
        over: the match has ended; `scores` has then one number a seat.
        asks: so many questions wait for an answer on the phones.
        notice: one sentence about what does not fit, or None.
        address: of the table's own page.
        at_s: when this was so first, seconds since 1970-01-01 UTC.
        view: the match as the shared screen may see it; what is in it is the game's.
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

    def to_json(self) -> bytes:
        return self.model_dump_json().encode()


def shown(page: Page, *, run: str, table: str, address: str, at_s: float) -> TableShown:
    """A table as its shared screen shows it; page: the one of viewer None."""
    if page.viewer is not None:
        raise ValueError(f"only the shared screen's page is for everyone, not that of seat {page.viewer}")
    return TableShown(
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
    )


def _said(words: Text, names: tuple[str, ...]) -> Text:
    return Text(fr=named(words.fr, names), en=named(words.en, names))


def _named(value: Any, names: tuple[str, ...]) -> Any:
    """Plain data with the players' names in its words: elsewhere nobody knows whose seat is which."""
    match value:
        case str():
            return named(value, names)
        case list():
            return [_named(each, names) for each in value]
        case dict():
            return {key: _named(each, names) for key, each in value.items()}
    return value


def read(payload: bytes) -> TableShown | None:
    """What a table told; None when it speaks otherwise, as a table of another version may."""
    try:
        return TableShown.model_validate_json(payload)
    except ValidationError:
        return None
