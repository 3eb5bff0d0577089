"""What the table should look like, and what it means that places of the pool look otherwise."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import get_args

from companion.core.game import Action
from companion.core.layouts import NOTHING, LaidPlace
from companion.core.scene import Scene, Thing
from companion.core.text import Text
from companion.games.plic_plac import layout
from companion.games.plic_plac.actions import Announce, Announced, CardSeen, GiveUp, Pass, Pocket, TakeSecret, TurnUp
from companion.games.plic_plac.kinds import BACK, CARD
from companion.games.plic_plac.names import place_name
from companion.games.plic_plac.pieces import BY_FACE, box
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
        things.append(Thing(CARD, BACK, name_of(position.due), _places_mm(position)[position.due], 0.0))
    for player in position.players:
        if player.won:
            things.append(Thing(CARD, player.won[-1].face, f"won {player.seat}", layout.pocket_mm(player.seat), 0.0))
    return Scene(tuple(things), frozenset({CARD}))


def laid_out(position: Position) -> dict[str, LaidPlace]:
    """Every place of the pool. The card that is shown next may already lie there; when all are turned up after a
    blockage, any may."""
    up = {each.place: each.card.face for each in position.shown}
    found: dict[str, LaidPlace] = {}
    for place, xy_mm in enumerate(_places_mm(position)):
        face: str | None = up.get(place, BACK) if place in position.pool else NOTHING
        if place == position.secret:
            face = NOTHING
        if place == position.due or position.phase in (Phase.BLOCKED, Phase.OVER):
            face = None
        found[name_of(place)] = LaidPlace(xy_mm, face)
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
    place = place_of(name)
    where = place_name(position.options.form, _count(position), place)
    due = laid_out(position)[name].face
    if seen == NOTHING:
        return GONE.filled(where=where)
    if due == NOTHING:
        return (NOT_YET if place == position.secret else TOO_MANY).filled(where=where)
    return (STILL_UP if due == BACK else OTHER).filled(where=where)


def card_asked(position: Position, name: str) -> Text:
    return WHICH_CARD.filled(where=place_name(position.options.form, _count(position), place_of(name)))


def may_show(position: Position, seen: Mapping[str, str]) -> bool:
    """While cards are up, or may be, a picture would be a memory (clause 7.5)."""
    all_down = seen.keys() == laid_out(position).keys() and set(seen.values()) <= {BACK, NOTHING}
    return all_down and not position.shown and position.phase not in (Phase.SHOWN, Phase.BLOCKED)


def _count(position: Position) -> int:
    return len(box(specials=position.options.specials))


def _places_mm(position: Position) -> tuple[layout.PointMm, ...]:
    return layout.places_mm(position.options.form, _count(position))


GONE = Text(
    fr="Il n'y a plus de carte {where} de la cagnotte : remettez-la à sa place, face cachée.",
    en="There is no card any more in {where} of the pool: put it back in its place, face down.",
)
STILL_UP = Text(
    fr="Une carte est face visible {where} de la cagnotte : retournez-la face cachée, à sa place.",
    en="A card lies face up in {where} of the pool: turn it face down in its place.",
)
NOT_YET = Text(
    fr="La carte secrète est posée {where} : annoncez d'abord plic-plac ou plic-plac-ploc, ou passez.",
    en="The secret card lies in {where}: first announce plic-plac or plic-plac-ploc, or pass.",
)
TOO_MANY = Text(
    fr="Une carte est posée {where}, où il n'y en a plus : retirez-la de la cagnotte.",
    en="A card lies in {where}, where there is none any more: take it out of the pool.",
)
OTHER = Text(
    fr="Une autre carte est posée {where} : remettez celle qui y était montrée.",
    en="Another card lies in {where}: put back the one that was shown there.",
)
WHICH_CARD = Text(
    fr="Je n'ai pas pu lire la carte retournée {where} : laquelle est-ce ?",
    en="I could not read the card turned up in {where}: which one is it?",
)
