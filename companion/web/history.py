"""Looking back on matches that are over: all of them, the result of one with a picture to share, and each of its steps.
A match that runs is not found here, whoever asks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, Response, g, render_template, request

from companion.core.capabilities import offers
from companion.core.capabilities.introduction import Introduces
from companion.core.errors import Refusal
from companion.core.text import Text
from companion.drawing.result_picture import SIZE_PX, Result, height_px, result_png
from companion.table.past import PastMatch
from companion.web.authority import Role, may
from companion.web.forms import whole_number
from companion.web.game_pages import address_of_style, style_of
from companion.web.looking_back import CAFE, look_back
from companion.web.safety import sorry
from companion.web.scenes import HERE
from companion.web.standing import rows_of
from companion.web.words import language, say

MATCHES_A_PAGE = 20
"""What a thumb scrolls through in two strokes."""
DATES = {"fr": "%d/%m/%Y", "en": "%Y-%m-%d"}

bp = Blueprint("history", __name__)


class NotFound(Refusal):
    """There is nothing of that number to look back on."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in the list. date: "" where nobody knows."""

    number: int
    title: Text
    names: tuple[str, ...]
    actions: int
    date: str


@bp.app_errorhandler(NotFound)
def not_found(refusal: NotFound) -> Response:
    """One sentence with status 404, also where other addresses that are not there lead on."""
    return sorry(refusal.what, 404)


@bp.get("/history")
@may(Role.SPECTATOR, cafe=CAFE)
def matches() -> str:
    """The matches that are over, the newest first; `?page=2` has the next ones."""
    past = look_back().past
    found, page = past.finished(), max(1, whole_number(request.args.get("page", "1")) or 1)
    first = (page - 1) * MATCHES_A_PAGE
    listed = [
        Listed(each.number, each.title, each.names, each.actions, _date(past.begun_s(each)))
        for each in found[first : first + MATCHES_A_PAGE]
    ]
    more = len(found) > first + MATCHES_A_PAGE
    return render_template("history.html", matches=listed, number=page, more=more, here=HERE)


@bp.get("/history/<int:match>")
@may(Role.SPECTATOR, cafe=(*CAFE, Role.OF_MATCH))
def match(match: int) -> str:
    """The result of a match, and all that happened in it."""
    past = past_match(match)
    page = past.page(past.steps)
    rows = () if past.scores is None else rows_of(past)
    date = date_of(past)
    picture_px = SIZE_PX, height_px(len(rows))
    evening = look_back().past.evening(past)
    return render_template(
        "past_match.html",
        match=past,
        page=page,
        rows=rows,
        date=date,
        picture_px=picture_px,
        evening=evening,
        here=HERE,
    )


@bp.get("/history/<int:match>/<int:step>")
@may(Role.SPECTATOR, cafe=(*CAFE, Role.OF_MATCH))
def step(match: int, step: int) -> str:
    """The board after `step` actions, beside what happened last, and what the camera saw of it."""
    past = past_match(match)
    if step > past.steps:
        raise NotFound("history.no-such-step", NO_SUCH_STEP.filled(match=match, steps=past.steps))
    line = past.lines[step - 1] if step else None
    sheet = address_of_style(past.game.key, "history.style", key=past.game.key)
    return render_template(
        "past_step.html", match=past, page=past.page(step), line=line, step=step, style_address=lambda: sheet
    )


@bp.get("/history/<int:match>/<int:step>/<int:number>.jpg")
@may(Role.SPECTATOR, cafe=(*CAFE, Role.OF_MATCH))
def seen(match: int, step: int, number: int) -> Response:
    """What the camera saw for thing `number` of what happened at `step`, as long as its picture is kept."""
    past = past_match(match)
    evidence = past.lines[step - 1].evidence if 0 < step <= past.steps else ()
    crop = evidence[number].crop_jpeg if number < len(evidence) else b""
    if not crop:
        raise NotFound("history.no-picture", NO_PICTURE)
    return Response(crop, mimetype="image/jpeg")


@bp.get("/history/<int:match>/result.png")
@may(Role.SPECTATOR, cafe=(*CAFE, Role.OF_MATCH))
def result(match: int) -> Response:
    """The result as a picture, in the reader's language."""
    past = past_match(match)
    if past.scores is None:
        raise NotFound("history.no-end", NO_END)
    introduces = offers(past.game, Introduces)
    things = () if introduces is None else introduces.introduction.cover
    pieces = [(past.game.art(each.kind, each.face), each.xy_mm or (0, 0), each.turn_deg or 0) for each in things]
    date, closing = date_of(past), say(past.page(past.steps).prompt)
    said = Result(say(past.game.title), date, closing, rows_of(past))
    answer = Response(result_png(said, pieces), mimetype="image/png")
    answer.headers["Content-Disposition"] = f'inline; filename="{past.game.key}-{match}.png"'
    return answer


@bp.get("/history/style/<key>.css")
@may(Role.SPECTATOR)
def style(key: str) -> Response:
    """The style sheet of a game, for its boards of old."""
    return style_of(key)


def past_match(number: int) -> PastMatch:
    """The match that is over; its players' names are those of the page. Raises `NotFound`."""
    past = look_back().past.match(number)
    if past is None:
        raise NotFound("history.no-such-match", NO_SUCH_MATCH.filled(match=number))
    g.names = past.names
    return past


def date_of(past: PastMatch) -> str:
    """When a match was played; "" where nobody knows."""
    return _date(look_back().past.begun_s(past))


def _date(at_s: float | None) -> str:
    return "" if at_s is None else f"{datetime.fromtimestamp(at_s):{DATES[language()]}}"


NO_SUCH_MATCH = Text(
    fr="Il n'y a pas de partie finie {match} ; celles qu'on joue encore se regardent à la table.",
    en="There is no finished match {match}; those that are still played are seen at the table.",
)
NO_SUCH_STEP = Text(
    fr="La partie {match} n'a que {steps} étapes ; revenez à la dernière.",
    en="Match {match} has only {steps} steps; go back to the last one.",
)
NO_PICTURE = Text(
    fr="Cette image n'est plus gardée ; celles des vingt dernières parties le sont.",
    en="This picture is not kept any more; those of the last twenty matches are.",
)
NO_END = Text(
    fr="La fin de cette partie ne se lit plus dans le journal : elle n'a pas d'image à partager.",
    en="The end of this match can no longer be read in the journal: it has no picture to share.",
)
