"""What the table should look like, and which actions explain a change at places of the pool."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import get_args

from companion.core.capabilities.open_pictures import UNREAD
from companion.core.capabilities.placed_cards import NOTHING, LaidPlace
from companion.core.game import Action
from companion.core.scene import Scene, Thing
from companion.core.text import Text
from companion.core.units import PointMm
from companion.games.plic_plac import layout
from companion.games.plic_plac.actions import (
    Announce,
    Announced,
    CardSeen,
    GiveUp,
    Pass,
    Pocket,
    PoolSeen,
    TakeSecret,
    TurnUp,
)
from companion.games.plic_plac.kinds import BACK, CARD
from companion.games.plic_plac.names import place_name
from companion.games.plic_plac.pieces import BY_FACE
from companion.games.plic_plac.position import CARDS_OF, Phase, Position

_PLACE = "place "


def name_of(place: int) -> str:
    """The name of a place of the pool in scenes: "place 7"."""
    return f"{_PLACE}{place}"


def place_of(name: str) -> int:
    """The number of the place with that name."""
    return int(name.removeprefix(_PLACE))


def depict(position: Position) -> Scene:
    """The expected table seen from above: the pool with its open cards, and each player's last won card."""
    things = [
        Thing(CARD, place.face, name, place.xy_mm, 0.0)
        for name, place in laid_out(position).items()
        if place.face not in (None, NOTHING)
    ]
    if position.due is not None and position.shown:  # the card lay there face down and has not been reported yet
        things.append(Thing(CARD, BACK, name_of(position.due), position.places[position.due].xy_mm, 0.0))
    for player in position.players:
        if player.won:
            things.append(Thing(CARD, player.won[-1].face, f"won {player.seat}", layout.pocket_mm(player.seat), 0.0))
    return Scene(tuple(things), frozenset({CARD}))


def laid_out(position: Position) -> dict[str, LaidPlace]:
    """The expected face at every place of the pool; None where any face may lie.

    That is the case at the place whose card is to be shown next, and everywhere once all cards are turned up after a
    blockage.
    """
    up = {each.place: each.card.face for each in position.shown}
    found: dict[str, LaidPlace] = {}
    for place, where in enumerate(position.places):
        face: str | None = up.get(place, BACK) if place in position.pool else NOTHING
        if place == position.secret:
            face = NOTHING
        if place == position.due or position.phase in (Phase.BLOCKED, Phase.OVER):
            face = None
        found[name_of(place)] = LaidPlace(where.xy_mm, face)
    return found


def may_come_up(position: Position) -> frozenset[str]:
    """The faces of all cards that are left in the pool."""
    return frozenset(card.face for card in position.left())


def happened(
    position: Position, changed: Mapping[str, str], unseen: Collection[str] = ()
) -> tuple[tuple[Action, ...], ...]:
    """Every sequence of actions that explains the changes; empty when people must report what happened.

    Args:
        changed: the new face by the name of its place. Changes at places without a card are ignored.
        unseen: names of places not visible now. While there are any, a missing card is not interpreted, because others
            may be missing too.
    """
    if unseen and NOTHING in changed.values():
        return ()
    seen = {place: face for place, face in ((place_of(name), face) for name, face in changed.items())
            if place in position.pool}  # fmt: skip
    explain = _EXPLAIN.get(position.phase)
    return () if explain is None or not seen else explain(position, seen)


_Seen = Mapping[int, str]
_Ways = tuple[tuple[Action, ...], ...]


def _taken(position: Position, seen: _Seen) -> _Ways:
    """One card is gone and nothing else has changed: it was taken as the secret card (clause 2.1)."""
    if list(seen.values()) != [NOTHING]:
        return ()
    (place,) = seen
    return ((TakeSecret(position.turn, place),),)


def _after_a_look(position: Position, seen: _Seen) -> _Ways:
    """The secret card lies at its place again: face down means a pass, face up means an announcement.

    Other cards may have been turned up at the same time; they are handled later.
    """
    place = position.secret
    if place is None:
        return ()
    if seen == {place: BACK}:
        return ((Pass(position.turn),),)
    card = BY_FACE.get(seen.get(place, ""))
    if card is None:
        return ()
    possible = [what for what in get_args(Announced) if CARDS_OF[what] <= len(position.pool)]
    return tuple((Announce(position.turn, what), CardSeen(place, card)) for what in possible)


def _shown(position: Position, seen: _Seen) -> _Ways:
    """The face of the card that is being turned up (clauses 4.1, 5.1); other changes are handled later."""
    if position.due is None:
        return ()
    card = BY_FACE.get(seen.get(position.due, ""))
    return () if card is None else ((CardSeen(position.due, card),),)


def _turned(position: Position, seen: _Seen) -> _Ways:
    """Cards were turned up, or all were turned down again, which gives a plic-plac-ploc up (clause 5.4)."""
    shown = [each.place for each in position.shown]
    own = shown if position.cutter is None else shown[CARDS_OF["plic-plac"] :]
    if own and position.announced == "plic-plac-ploc" and dict(seen) == dict.fromkeys(own, BACK):
        return ((GiveUp(position.active),),)
    if any(face not in BY_FACE for face in seen.values()) or set(shown) & set(seen):
        return ()
    # If several cards were turned up at once their order does not matter: the others are handled later.
    place = min(seen)
    return ((TurnUp(position.active, place), CardSeen(place, BY_FACE[seen[place]])),)


def _pocketed(position: Position, seen: _Seen) -> _Ways:
    """Both cards of the plic-plac were taken away: nobody has cut (clause 4.2)."""
    taken = dict.fromkeys((each.place for each in position.shown), NOTHING)
    return ((Pocket(position.turn),),) if dict(seen) == taken else ()


_EXPLAIN = {
    Phase.TAKE: _taken,
    Phase.SECRET: _after_a_look,
    Phase.SHOWN: _shown,
    Phase.TURN: _turned,
    Phase.CUT: _pocketed,
}


def carried_out(position: Position, action: Action) -> dict[str, str]:
    """The faces at the places that an action changes, once people have carried it out and before anything goes back."""
    up = [each.place for each in position.shown]
    match action:
        case TakeSecret():
            return {name_of(action.place): NOTHING}
        case Pass() if position.secret is not None:
            return {name_of(position.secret): BACK}
        case CardSeen():
            return {name_of(action.place): action.card.face}
        case GiveUp():
            own = up if position.cutter is None else up[CARDS_OF["plic-plac"] :]
            return {name_of(place): BACK for place in own}
        case Pocket():
            return {name_of(place): NOTHING for place in up}
    return {}


def out_of_place(position: Position, name: str, seen: str) -> Text:
    """What is wrong at a place. No card is named, because pages must not help to remember (clause 7.5)."""
    place, due = place_of(name), laid_out(position)[name].face
    where = _where(position, place)
    if due == NOTHING:
        if place != position.secret:
            return TOO_MANY.filled(where=where)
        return (PUT_BACK if seen == BACK else NOT_YET).filled(where=where)
    if due == BACK:
        return (GONE if seen == NOTHING else STILL_UP).filled(where=where)
    if seen == NOTHING:
        return GONE_UP.filled(where=where)
    return (TURNED_DOWN if seen == BACK else OTHER).filled(where=where)


def card_asked(position: Position, name: str) -> Text:
    """The question which card lies at a place."""
    return WHICH_CARD.filled(where=_where(position, place_of(name)))


def thing_is_open(position: Position, thing: Thing) -> bool:
    """Whether pages may show a card: a back, or a card of the pool that lies face up now and in that very place.

    One that has gone back is shown no more (clause 7.5). A card that is not read yet may be shown where one is being
    turned up.
    """
    if thing.kind != CARD or not thing.name.startswith(_PLACE):
        return False
    place = place_of(thing.name)
    if thing.face == BACK or position.phase is Phase.BLOCKED:
        return True
    if thing.face == UNREAD:
        return place == position.due or (position.phase is Phase.TURN and place in position.pool)
    return (place, thing.face) in {(each.place, each.card.face) for each in position.shown}


def awaits_places(position: Position) -> bool:
    """Whether the places of the pool are still to be taken from how the cards lie (clause 1.7)."""
    return position.phase is Phase.POOL


def places_found(backs_mm: Sequence[PointMm]) -> Action:
    """The action for face-down cards found before the first turn, given their centres on the mat in mm."""
    return PoolSeen(tuple(sorted((round(x), round(y)) for x, y in backs_mm)))


def _where(position: Position, place: int) -> Text:
    return place_name(position.options.form, position.places[place])


GONE = Text(
    fr="Il n'y a plus de carte à sa place ({where}) : remettez-la face cachée.",
    en="A card is gone from its place ({where}): put it back face down.",
)
GONE_UP = Text(
    fr="La carte montrée n'est plus à sa place ({where}) : remettez-la face visible.",
    en="The card that is shown is gone from its place ({where}): put it back face up.",
)
TURNED_DOWN = Text(
    fr="La carte montrée est retournée ({where}) : remettez-la face visible.",
    en="The card that is shown has been turned down ({where}): turn it face up again.",
)
STILL_UP = Text(
    fr="Une carte de la cagnotte est face visible ({where}) : retournez-la face cachée, à sa place.",
    en="A card of the pool lies face up ({where}): turn it face down in its place.",
)
NOT_YET = Text(
    fr="La carte secrète est montrée ({where}) avant l'annonce : annoncez, ou dites que vous passez.",
    en="The secret card is shown ({where}) before the announcement: announce, or say that you pass.",
)
PUT_BACK = Text(
    fr="La carte secrète est reposée face cachée ({where}) : dites que vous passez, ou reprenez-la.",
    en="The secret card lies face down again ({where}): say that you pass, or take it up again.",
)
TOO_MANY = Text(
    fr="Une carte est posée là où il n'y en a plus ({where}) : retirez-la de la cagnotte.",
    en="A card lies where there is none any more ({where}): take it out of the pool.",
)
OTHER = Text(
    fr="Une autre carte est posée ({where}) : remettez celle qui y était montrée.",
    en="Another card lies there ({where}): put back the one that was shown in that place.",
)
WHICH_CARD = Text(
    fr="Je n'ai pas pu lire la carte retournée ({where}) : laquelle est-ce ?",
    en="I could not read the upturned card ({where}): which one is it?",
)
