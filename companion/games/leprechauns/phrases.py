"""Actions in words: on buttons before they are played, in the history afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.game import Action
from companion.core.text import Text, seat_name
from companion.games.leprechauns import actions
from companion.games.leprechauns.hands import free_chests
from companion.games.leprechauns.names import FAULTS, all_names
from companion.games.leprechauns.position import Phase, Position
from companion.games.leprechauns.settling import swapped_for


def label(position: Position, action: Action) -> Text:
    """The action in words, the same for every viewer; no formula is revealed, they are to be remembered (clause
    5.10)."""
    said = _SAID[type(action)]
    words: Text = said(position, action) if callable(said) else said
    names = {
        name: seat_name(getattr(action, field))
        for name, field in (
            ("who", "seat"), ("owner", "owner"), ("hand", "hand"), ("performer", "performer"), ("partner", "partner"),
            ("to", "to"), ("on", "on"),
        )
        if hasattr(action, field)
    }  # fmt: skip
    value = getattr(action, "value", "")
    return words.filled(**names, value=value, article="an" if value == 8 else "a")


def _slap(position: Position, slap: actions.Slap) -> Text:
    if slap.tie:
        said = Text(
            fr="{who} tape le {number} de {on}, à égalité", en="{who} slaps {on}'s {number}, at the same moment"
        )
    else:
        said = Text(fr="{who} tape le {number} de {on}", en="{who} slaps {on}'s {number}")
    # `label` fills in the names later.
    number = next((turned.value for turned in position.turned if turned.seat == slap.on), "?")
    return Text(fr=said.fr.replace("{number}", str(number)), en=said.en.replace("{number}", str(number)))


def _no_chest(position: Position, said: actions.NoChest) -> Text:
    if position.phase is Phase.HANDS and free_chests(position, said.seat):
        return Text(fr="{who} n'a pas tapé à temps", en="{who} has not slapped in time")
    return Text(fr="{who} n'a plus de coffre à taper", en="{who} has no chest left to slap")


def _swap(position: Position, swap: actions.Exchange) -> Text:
    prize = position.players[swap.seat].prize
    own, taken = "?" if prize is None else prize.value, swapped_for(position, swap)
    if swap.value is None:
        said = Text(
            fr=f"{{who}} échange son {own} contre le {taken} de {{partner}}",
            en=f"{{who}} swaps the {own} for {{partner}}'s {taken}",
        )
    else:
        said = Text(
            fr=f"{{who}} échange son {own} contre le {taken} gagné plus tôt par {{partner}}",
            en=f"{{who}} swaps the {own} for the {taken} that {{partner}} won earlier",
        )
    return said


def _fault(fr: str, en: str) -> Callable[[Position, Any], Text]:
    def said(position: Position, call: Any) -> Text:
        name = FAULTS[call.fault]
        return Text(fr=fr + name.fr, en=en + name.en)

    return said


def _turned_action(position: Position, turn: actions.TurnAction) -> Text:
    return Text(fr="Carte Action : ", en="Action card: ") + all_names(turn.action)


def _age(position: Position, said: actions.PlayAs) -> Text:
    if said.child:
        return Text(fr="{who} joue comme enfant : un motif suffit", en="{who} plays as a child: one motif is enough")
    return Text(fr="{who} joue comme adulte : les deux motifs", en="{who} plays as a grown-up: both motifs")


def _verdict(position: Position, said: actions.Judge) -> Text:
    if said.right:
        return Text(fr="{who} : c'est juste", en="{who}: that is right")
    return Text(fr="{who} : c'est raté", en="{who}: that is wrong")


_CHEST = Text(fr="{owner} retourne un {value}", en="{owner} turns up {article} {value}")
_SAID: dict[type[Action], Text | Callable[[Position, Any], Text]] = {
    actions.PlayAs: _age,
    actions.TakePrems: Text(fr="{who} est le plus jeune et prend PREM'S", en="{who} is the youngest and takes PREM'S"),
    actions.TurnAction: _turned_action,
    actions.Signal: Text(fr="{who} donne le signal", en="{who} gives the signal"),
    actions.ChestSeen: _CHEST,
    actions.ChestTold: _CHEST,
    actions.Slap: _slap,
    actions.NoChest: _no_chest,
    actions.FirstHand: Text(fr="{who} : {hand} était là en premier", en="{who}: {hand} was there first"),
    actions.CallFoul: _fault("{who} signale {hand} : ", "{who} calls {hand}: "),
    actions.FoulSeen: _fault("{hand} est hors de la manche : ", "{hand} is out for the round: "),
    actions.HandsStand: Text(fr="{who} : les mains sont bonnes", en="{who}: the hands are good"),
    actions.Designate: Text(fr="{who} désigne {performer}", en="{who} names {performer}"),
    actions.Judge: _verdict,
    actions.Exchange: _swap,
    actions.KeepChest: Text(fr="{who} garde son coffre", en="{who} keeps the chest"),
    actions.Discard: Text(fr="{who} rend un {value}", en="{who} gives up {article} {value}"),
    actions.PassPrems: Text(fr="{who} donne PREM'S à {to}", en="{who} gives PREM'S to {to}"),
}
