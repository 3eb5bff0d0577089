"""What chance did, told by people: draws that no camera sees, and dice when the eyes cannot read them.

Outcomes that look alike to everyone (a layout whose word is secret) are one report; which of them it is is drawn.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import SystemRandom

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from companion.core.capabilities import offers
from companion.core.capabilities.dice import DIE, ThrowsDice, die_faces
from companion.core.game import Action, open_fields, pick_chance
from companion.core.match import Match
from companion.core.scene import Scene, Thing
from companion.core.text import Text
from companion.core.views import view
from companion.web.authority import AT_THE_TABLE, Act, may
from companion.web.cookie import source_here
from companion.web.forms import done, number_sent
from companion.web.mend import home
from companion.web.room import the_room

MOST_REPORTS = 48
"""More than this are no choice any more; the largest real one is the 32 symbol pawns of Kaplan."""
FEW_BUTTONS = 8
"""More reports than this make a list to choose from: buttons would push everything else off a phone's screen."""

bp = Blueprint("chance", __name__)


@dataclass(frozen=True, slots=True)
class Reports:
    """How people can say what chance did.

    Attributes:
        outcomes: one for each thing that it may have done, or none when there are too many.
        dice: how many dice may be typed in instead; 0 when it is no matter of dice.
        length: of the match, so that a late report is noticed.
    """

    outcomes: tuple[Text, ...]
    dice: int
    length: int


def chance_reports() -> Reports | None:
    """What can be reported now; None unless chance is to act."""
    match = the_room().session.match
    outcomes = match.state.chance_outcomes()
    if not outcomes:
        return None
    dice = _dice_of(match, outcomes[0][0])
    groups = [] if dice else _groups(match)
    few = groups if len(groups) <= MOST_REPORTS else []
    told = tuple(match.game.label(match.state, group[0][0], None) for group in few)
    return Reports(told, dice, len(match.actions))


@bp.post("/chance")
@may(*AT_THE_TABLE, act=Act.TYPE_IN)
def report() -> Response:
    """Play what the person reports, if the table still waits for it."""
    session = the_room().session
    match = session.match
    if number_sent("length") != len(match.actions):
        abort(409)
    session.type_in(_typed(match) if "face" in request.form else _chosen(match), source_here())
    return done(home())


def _chosen(match: Match) -> Action:
    groups, number = _groups(match), number_sent("outcome")
    if not 0 <= number < len(groups):
        abort(400)
    return pick_chance(groups[number], SystemRandom())


def reports_faces() -> tuple[str, ...]:
    """What each die that is typed in may show."""
    return die_faces(offers(the_room().session.game, ThrowsDice))


def _typed(match: Match) -> Action:
    faces = request.form.getlist("face")
    if not set(faces) <= set(reports_faces()):
        abort(400)
    seen = Scene(tuple(Thing(DIE, face) for face in faces), frozenset({DIE}))
    actions = match.game.explanations(match.state, seen)
    if len(actions) != 1:
        abort(409)
    return actions[0]


def _groups(match: Match) -> list[list[tuple[Action, float]]]:
    """Chance's outcomes with their odds; those that everyone sees alike are together.

    What only the eyes can fill in (which card has passed) is nothing that people report.
    """
    groups: dict[str, list[tuple[Action, float]]] = {}
    for action, odds in match.state.chance_outcomes():
        if open_fields(action):
            continue
        seen = json.dumps([type(action).__name__, view(action, None)])
        groups.setdefault(seen, []).append((action, odds))
    return list(groups.values())


def _dice_of(match: Match, outcome: Action) -> int:
    """How many dice lie on the table after `outcome`, if the camera could tell it from them."""
    scene = match.game.depict(match.state.apply(outcome))
    dice = tuple(thing for thing in scene.things if thing.kind == DIE)
    return len(dice) if match.game.explanations(match.state, Scene(dice, frozenset({DIE}))) else 0
