"""What one viewer's page shows: plain data, made here and nowhere else, so that nothing secret has a second way out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.core.actors import Viewer
from companion.core.capabilities import offers
from companion.core.capabilities.outcome_words import words_played
from companion.core.capabilities.partner import PlaysSeats
from companion.core.capabilities.sorting_station import station_of
from companion.core.evidence import Evidence
from companion.core.game import Action, State, legal_for, open_fields
from companion.core.match import Match
from companion.core.partner_seats import PartnerSeats
from companion.core.session_state import SessionState
from companion.core.text import Text, named, same
from companion.core.views import view
from companion.table import codec
from companion.table.live import Live
from companion.table.questions import Question
from companion.table.signals import Signals


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
    confidence: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PartnerShown:
    """What is shown of a game that can play a seat itself.

    Attributes:
        strengths: key, name and seconds of each, weakest first.
        seats: the name of the strength and the seconds, by the seat that the partner plays.
        thinks: it is its turn, and it has not chosen yet.
        asked: the turn that people are to carry out, as plain data, or None.
        words: that turn in words; "" when there is none.
        outlook: how the partner stands; "" when nothing is asked.
        length: of the match, so that a late answer is noticed.
    """

    strengths: tuple[tuple[str, Text, float], ...]
    seats: dict[int, tuple[Text, float]]
    thinks: bool
    asked: dict[str, Any] | None
    words: Text
    outlook: Text
    length: int


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
        hardware: what is wrong with the table's buttons and lights, or None.
        troubles: what else is wrong and lasts: what could not be saved, a camera that is not followed.
        station: which sorting station is open, or None.
        signals: what was said at sorting stations so far, by mark, and the last one.
        partner: None when the game cannot play a seat itself.
        turn_time_s: seconds that are left of the turn, and that it may take in all; None while no time runs.
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
    hardware: Text | None
    troubles: tuple[Text, ...]
    note: str
    scores: tuple[float, ...] | None
    picture_number: int
    station: str | None
    signals: Signals
    partner: PartnerShown | None
    turn_time_s: tuple[float, float] | None


class ToldStory:
    """The story's words as each viewer may know them, kept from page to page: an action's words never change, and a
    long match has hundreds of them. Not for two threads at once."""

    def __init__(self) -> None:
        self._told: dict[Viewer, list[tuple[State, Action, Text]]] = {}

    def words(self, match: Match, viewer: Viewer, said: Callable[[Text], Text]) -> list[Text]:
        """One text for each action of `match`, as `viewer` may know it."""
        told = self._told.setdefault(viewer, [])
        steps = zip(match.states, match.actions, match.states[1:], strict=False)
        for index, (state, action, after) in enumerate(steps):
            if index < len(told) and told[index][0] is state and told[index][1] is action:
                continue
            del told[index:]  # taken back or corrected since
            told.append((state, action, said(words_played(match.game, state, action, after, viewer))))
        del told[len(match.actions) :]
        return [words for _, _, words in told]


def page_for(session: SessionState, viewer: Viewer, live: Live, told: ToldStory | None = None) -> Page:
    """The page of `viewer` at this moment of `session`, with what is shown beside it. told: of earlier pages."""
    match, names, given = session.match, session.names, session.partner_seats
    game, state, countdown = match.game, match.state, live.countdown
    station = station_of(game, state)

    def said(text: Text) -> Text:
        return Text(fr=named(text.fr, names), en=named(text.en, names))

    own = () if viewer is None or viewer in given.seats else legal_for(state, viewer)
    return Page(
        viewer=viewer,
        revision=live.revision,
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
        story=tuple(_story(session, (told or ToldStory()).words(match, viewer, said))),
        questions=live.questions,
        notice=live.notice and said(live.notice),
        hardware=live.hardware,
        troubles=tuple(said(each) for each in live.troubles.values()),
        note="" if viewer is None else session.notes.get(viewer, ""),
        scores=state.scores,
        picture_number=live.picture_number,
        station=None if station is None else station.ident,
        signals=live.signals,
        partner=_partner(match, given, said),
        turn_time_s=None if countdown is None else (countdown.left_s, countdown.total_s),
    )


def _story(session: SessionState, told: list[Text]) -> Iterator[StoryLine]:
    for index, (words, line) in enumerate(zip(told, session.lines, strict=True)):
        seen = correctable(line.evidence)
        yield StoryLine(
            index,
            words,
            line.source,
            line.at_s,
            tuple(each.thing.face for each in seen),
            tuple(each.confidence for each in seen),
        )


def _partner(match: Match, given: PartnerSeats, said: Callable[[Text], Text]) -> PartnerShown | None:
    game, asked = match.game, given.request
    plays = offers(game, PlaysSeats)
    if plays is None:
        return None
    names = {strength.key: strength.name for strength in plays.strengths}
    return PartnerShown(
        strengths=tuple((strength.key, strength.name, strength.time_s) for strength in plays.strengths),
        seats={seat: (names[held.strength], held.time_s) for seat, held in given.seats.items()},
        thinks=asked is None and given.turn(match) is not None,
        asked=None if asked is None else codec.to_json(asked.action),
        words=same("") if asked is None else said(game.label(match.state, asked.action, None)),
        outlook=same("") if asked is None else said(asked.outlook),
        length=len(match.actions),
    )


def correctable(evidence: Evidence) -> Evidence:
    """Readings that people can put right by naming the face. A thing with a name of its own is known by it, and the
    name is no matter for a page: what was said of it is taken back, and it is shown again."""
    return tuple(seen for seen in evidence if not seen.thing.name)
