"""Actions in words: on buttons before they are played, in the history afterwards.

No sentence repeats a card that goes back to the pool (clause 7.5).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.game import Action
from companion.core.text import Text, same, seat_name
from companion.games.plic_plac import actions
from companion.games.plic_plac.names import card_name
from companion.games.plic_plac.position import Position


def label(position: Position, action: Action) -> Text:
    """The action in words, the same for every viewer."""
    said = _SAID[type(action)]
    words: Text = said(position, action) if callable(said) else said
    names = {
        name: seat_name(getattr(action, field))
        for name, field in (("who", "seat"), ("first", "first"), ("owner", "owner"))
        if hasattr(action, field)
    }
    return words.filled(**names)


def played(before: Position, action: Action, after: Position) -> Text:
    """The action in words once it is known what became of it: the verdict on each blockage that was judged then.

    During a cut a blockage is judged when the cut is finished, by whatever finishes it (clause 7.9).
    """
    said = label(before, action)
    if isinstance(action, actions.CallBlockage):
        return said + _verdict(before, action.seat, after)
    for seat in before.claims:
        verdict = _verdict(before, seat, after)
        if verdict != same(""):
            said = _and_of(said, seat) + verdict
    return said


def _verdict(before: Position, seat: int, after: Position) -> Text:
    """What was found of a seat's blockage between two positions; no words where it was not judged then."""
    if after.players[seat].out and not before.players[seat].out:
        return WRONGLY
    return RIGHTLY if after.caller == seat and before.caller is None else same("")


def _and_of(said: Text, seat: int) -> Text:
    """`said`, of what finished a cut, and then whose blockage is judged."""
    more = Text(fr=" ; {who} a annoncé un blocage", en="; {who} has called a blockage")
    return said + more.filled(who=seat_name(seat))


WRONGLY = Text(fr=" à tort et ne joue plus", en=" wrongly and plays no more")
RIGHTLY = Text(fr=" : c'est vrai", en=": it is true")


def _announced(position: Position, action: actions.Announce) -> Text:
    if action.what == "plic-plac":
        return Text(fr="{who} annonce un plic-plac", en="{who} announces a plic-plac")
    return Text(fr="{who} annonce un plic-plac-ploc", en="{who} announces a plic-plac-ploc")


def _last(position: Position, action: actions.WinOne) -> Text:
    card = card_name(action.card)
    return Text(fr=f"{{who}} empoche : {card.fr}", en=f"{{who}} wins the {card.en}")


_SAID: dict[type[Action], Text | Callable[[Position, Any], Text]] = {
    actions.PoolSeen: Text(
        fr="La caméra a vu où sont les cartes de la cagnotte", en="The camera has seen where the cards of the pool lie"
    ),
    actions.PoolTold: Text(
        fr="{who} dit en quelles rangées sont les cartes", en="{who} says in what rows the cards lie"
    ),
    actions.DrawFirst: Text(fr="{first} commence", en="{first} begins"),
    actions.TakeSecret: Text(fr="{who} prend une carte secrète", en="{who} takes a secret card"),
    actions.Announce: _announced,
    actions.Pass: Text(fr="{who} passe", en="{who} passes"),
    actions.TurnUp: Text(fr="{who} retourne une carte", en="{who} turns up a card"),
    actions.CardSeen: Text(fr="La carte retournée est vue", en="The upturned card is seen"),
    actions.CardTold: Text(fr="{who} dit quelle est la carte", en="{who} says which card it is"),
    actions.GiveUp: Text(fr="{who} abandonne le plic-plac-ploc", en="{who} gives the plic-plac-ploc up"),
    actions.Pocket: Text(fr="{who} empoche le plic-plac", en="{who} wins the plic-plac"),
    actions.Cut: Text(fr="{who} coupe", en="{who} cuts"),
    actions.Betray: Text(
        fr="{who} trahit {owner}, la carte traître sort du jeu", en="{who} betrays {owner}, the traitor leaves the game"
    ),
    actions.LeaveTraitor: Text(fr="{who} laisse la carte traître", en="{who} leaves the traitor there"),
    actions.CallBlockage: Text(fr="{who} annonce un blocage", en="{who} calls a blockage"),
    actions.WinOne: _last,
}
