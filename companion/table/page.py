"""What one viewer's page shows: plain data, made here and nowhere else, so that nothing secret has a second way out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.actors import Viewer
from companion.core.game import legal_for
from companion.core.kit import open_fields
from companion.core.match import Match
from companion.core.station import station_of
from companion.core.text import Text, named
from companion.core.views import view
from companion.table import codec
from companion.table.evidence import Evidence
from companion.table.questions import Question
from companion.table.signals import Signals
from companion.table.story import Line


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: its words, the action it sends, and the fields that the person fills in first."""

    label: Text
    action: dict[str, Any]
    open_fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One thing that happened, as the viewer may know it; `faces` and `sure` are what the camera read, if it did."""

    index: int
    words: Text
    source: str
    at_s: float
    faces: tuple[str, ...]
    sure: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """Everything on one viewer's page.

    Attributes:
        viewer: the seat, or None for the shared screen.
        state: `views.view` of the state.
        actor: "seat", "chance" or "over"; `turn` is the seat when it is a seat's turn.
        choices: the viewer's own legal actions; always empty for the shared screen.
        story: oldest first.
        scores: final scores, or None while the match is on.
        picture_number: grows with every new picture of the table; 0 before the first.
        station: which sorting station is open, or None.
        signals: what was said at sorting stations so far, by mark, and the last one.
    """

    viewer: Viewer
    revision: int
    game: str
    title: Text
    names: tuple[str, ...]
    state: Any
    actor: str
    turn: int | None
    prompt: Text
    choices: tuple[Choice, ...]
    story: tuple[StoryLine, ...]
    questions: tuple[Question, ...]
    notice: Text | None
    note: str
    scores: tuple[float, ...] | None
    picture_number: int
    station: str | None
    signals: Signals


def page_for(
    viewer: Viewer,
    *,
    match: Match,
    names: tuple[str, ...],
    lines: tuple[Line, ...],
    questions: tuple[Question, ...],
    notice: Text | None,
    note: str,
    revision: int,
    picture_number: int,
    signals: Signals,
) -> Page:
    """The page of `viewer` at this moment of `match`."""
    game, state = match.game, match.state
    station = station_of(game, state)

    def said(text: Text) -> Text:
        return Text(fr=named(text.fr, names), en=named(text.en, names))

    own = () if viewer is None else legal_for(state, viewer)
    return Page(
        viewer=viewer,
        revision=revision,
        game=game.key,
        title=game.title,
        names=names,
        state=view(state, viewer),
        actor=state.actor.kind,
        turn=state.actor.seat,
        prompt=said(game.prompt(state, viewer)),
        choices=tuple(
            Choice(said(game.label(state, a, viewer)), codec.to_json(a), tuple(sorted(open_fields(a)))) for a in own
        ),
        story=tuple(
            StoryLine(
                index,
                said(game.label(match.states[index], action, viewer)),
                line.source,
                line.at_s,
                tuple(seen.thing.face for seen in correctable(line.evidence)),
                tuple(seen.sure for seen in correctable(line.evidence)),
            )
            for index, (action, line) in enumerate(zip(match.actions, lines, strict=True))
        ),
        questions=questions,
        notice=notice and said(notice),
        note=note,
        scores=state.scores,
        picture_number=picture_number,
        station=None if station is None else station.ident,
        signals=signals,
    )


def correctable(evidence: Evidence) -> Evidence:
    """Readings that people can put right by naming the face. A thing with a name of its own is known by it, and the
    name is no matter for a page: what was said of it is taken back, and it is shown again."""
    return tuple(seen for seen in evidence if not seen.thing.name)
