"""What the table should look like, and what it means that places of the pool look otherwise."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import get_args

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
    return f"{_PLACE}{place}"


def place_of(name: str) -> int:
    return int(name.removeprefix(_PLACE))


def depict(position: Position) -> Scene:
    """The table from above: the pool, with what is shown in it, and of each player's cards the last one won."""
    things = [
        Thing(CARD, place.face, name, place.xy_mm, 0.0)
        for name, place in laid_out(position).items()
        if place.face not in (None, NOTHING)
    ]
    if position.due is not None and position.shown:  # it lay there face down, and nobody has told yet what it is
        things.append(Thing(CARD, BACK, name_of(position.due), position.places[position.due].xy_mm, 0.0))
    for player in position.players:
        if player.won:
            things.append(Thing(CARD, player.won[-1].face, f"won {player.seat}", layout.pocket_mm(player.seat), 0.0))
    return Scene(tuple(things), frozenset({CARD}))


def laid_out(position: Position) -> dict[str, LaidPlace]:
    """Every place of the pool. The card that is shown next may already lie there; when all are turned up after a
    blockage, any may."""
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
    return frozenset(card.face for card in position.left())


def happened(
    position: Position, changed: Mapping[str, str], unseen: Collection[str] = ()
) -> tuple[tuple[Action, ...], ...]:
    """Every explanation, none when people must tell. What comes to lie where no card is left explains nothing. Cards
    that are gone are no news before all places were looked at: others may be gone, too."""
    if unseen and NOTHING in changed.values():
        return ()
    seen = {place: face for place, face in ((place_of(name), face) for name, face in changed.items())
            if place in position.pool}  # fmt: skip
    explain = _EXPLAIN.get(position.phase)
    return () if explain is None or not seen else explain(position, seen)


_Seen = Mapping[int, str]
_Ways = tuple[tuple[Action, ...], ...]


def _taken(position: Position, seen: _Seen) -> _Ways:
    """One card is gone and nothing else has changed: it is the secret card (clause 2.1)."""
    if list(seen.values()) != [NOTHING]:
        return ()
    (place,) = seen
    return ((TakeSecret(position.turn, place),),)


def _after_a_look(position: Position, seen: _Seen) -> _Ways:
    """The secret card lies there again: face down, so the player passes; face up, so something was announced. Another
    card may have come up with it, and is told in its turn."""
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
    """What the card shows that is turned up (clauses 4.1, 5.1); others are told in their turn."""
    if position.due is None:
        return ()
    card = BY_FACE.get(seen.get(position.due, ""))
    return () if card is None else ((CardSeen(position.due, card),),)


def _turned(position: Position, seen: _Seen) -> _Ways:
    """Cards have come up, or all are turned down again: the plic-plac-ploc is given up (clause 5.4)."""
    shown = [each.place for each in position.shown]
    own = shown if position.cutter is None else shown[CARDS_OF["plic-plac"] :]
    if own and position.announced == "plic-plac-ploc" and dict(seen) == dict.fromkeys(own, BACK):
        return ((GiveUp(position.active),),)
    if any(face not in BY_FACE for face in seen.values()) or set(shown) & set(seen):
        return ()
    # Of several that came up at once the order does not matter: each is told in its turn.
    place = min(seen)
    return ((TurnUp(position.active, place), CardSeen(place, BY_FACE[seen[place]])),)


def _pocketed(position: Position, seen: _Seen) -> _Ways:
    """Both cards of the plic-plac are taken away: nobody has cut (clause 4.2)."""
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
    """How places look once people have done it, before anything goes back."""
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
    """What is wrong at a place. No card is named: the page is no memory (clause 7.5)."""
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
    return WHICH_CARD.filled(where=_where(position, place_of(name)))


def may_show(position: Position, seen: Mapping[str, str]) -> bool:
    """While cards are up, or may be, a picture would be a memory (clause 7.5)."""
    all_down = seen.keys() == laid_out(position).keys() and set(seen.values()) <= {BACK, NOTHING}
    return all_down and not position.shown and position.phase not in (Phase.SHOWN, Phase.BLOCKED)


def awaits_places(position: Position) -> bool:
    """Whether the places of the pool are to be taken from how the cards lie (clause 1.7)."""
    return position.phase is Phase.POOL


def places_found(backs_mm: Sequence[PointMm]) -> Action:
    """What the eyes have seen before the first turn: cards face down, their middles on the mat."""
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
