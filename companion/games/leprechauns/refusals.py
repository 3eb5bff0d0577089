"""Every "no" of this game: its clause, and a sentence that says what, where and what to do."""

from __future__ import annotations

from companion.core.errors import Illegal
from companion.core.text import Text, seat_names
from companion.games.leprechauns.position import Phase, Position

WAITS = {
    "ages": Text(fr="de savoir qui est enfant", en="to hear who is a child"),
    "youngest": Text(fr="le plus jeune, qui prend la carte PREM'S", en="the youngest, who takes the PREM'S card"),
    "action": Text(fr="la carte Action de la manche", en="the action card of the round"),
    "signal": Text(fr="le signal du détenteur de PREM'S", en="the signal of the holder of PREM'S"),
    "reveal": Text(fr="les coffres retournés", en="the chests that were turned up"),
    "hands": Text(fr="les mains sur les coffres", en="hands on chests"),
    "naming": Text(fr="le nom du prochain joueur", en="the name of the next player"),
    "judging": Text(fr="un avis sur la formule", en="a verdict on the formula"),
    "exchange": Text(fr="l'échange du plus petit coffre", en="the exchange of the smallest chest"),
    "discard": Text(fr="un coffre à rendre", en="a chest to be given up"),
    "pass-prems": Text(fr="le choix du prochain détenteur de PREM'S", en="the choice of the next holder of PREM'S"),
    "over": Text(fr="une nouvelle partie, celle-ci est finie", en="a new game, this one is over"),
}
"""What the table waits for, by phase."""

_REFUSALS: dict[str, tuple[str, str, str]] = {
    "seats": (
        "1.5",
        "Leprechauns se joue de 2 à 6, pas à {count} : changez le nombre de joueurs.",
        "Leprechauns is for 2 to 6 players, not {count}: change the number of players.",
    ),
    "options": (
        "1.6",
        "Ces choix ne sont pas ceux de Leprechauns : voyez la clause 1.6 de RULES.md.",
        "These choices are not those of Leprechauns: see clause 1.6 of RULES.md.",
    ),
    "no-such-action": (
        "1.6",
        "Ceci n'existe pas à Leprechauns : choisissez parmi ce que la page propose.",
        "There is no such thing in Leprechauns: choose what the page offers.",
    ),
    "moment": (
        "2.1",
        "Ce n'est pas le moment : la table attend {waits}.",
        "This is not the moment: the table waits for {waits}.",
    ),
    "age-said": (
        "5.9",
        "{who} a déjà répondu : reprenez la dernière action pour changer.",
        "{who} has answered already: take the last action back to change it.",
    ),
    "no-such-action-card": (
        "2.2",
        "Cette carte Action n'est plus dans le tas de cette édition : relisez la carte.",
        "That action card is not in this edition's pile any more: read the card again.",
    ),
    "not-holder": (
        "2.3",
        "C'est à {who}, qui détient PREM'S : attendez.",
        "This is for {who}, who holds PREM'S: wait.",
    ),
    "not-this-chest": (
        "2.3",
        "On attend le coffre de {who} : dites d'abord celui-là.",
        "The chest of {who} comes first: tell that one.",
    ),
    "no-such-chest": (
        "2.4",
        "Ce coffre n'existe pas dans ce paquet : relisez la carte.",
        "There is no such chest in this deck: read the card again.",
    ),
    "chest-again": (
        "2.4",
        "Ce coffre ({value}) est déjà sorti : relisez la carte, ou corrigez l'ancienne lecture.",
        "That chest ({value}) has come up already: read the card again, or correct the earlier reading.",
    ),
    "own-chest": (
        "3.2",
        "{who} ne tape jamais son propre coffre : la main va sur celui d'un autre, ou sur aucun.",
        "{who} never slaps the own chest: the hand goes to somebody else's, or to none.",
    ),
    "held": (
        "3.3",
        "La main de {holder} tient déjà le coffre de {owner} : prenez-en un autre, ou dites que vous étiez ensemble.",
        "The hand of {holder} holds the chest of {owner}: take another one, or say that you came together.",
    ),
    "settled": (
        "3.4",
        "Le coffre de {owner} est attribué à {holder} : prenez-en un autre.",
        "The chest of {owner} has been given to {holder}: take another one.",
    ),
    "tie-alone": (
        "3.4",
        "Aucune main n'est encore posée : {who} est d'abord seul.",
        "No hand lies yet: {who} is alone at first.",
    ),
    "hand-lies": (
        "3.6",
        "La main de {who} est déjà placée et ne bouge plus : laissez-la.",
        "The hand of {who} has its place and moves no more: leave it there.",
    ),
    "is-out": (
        "3.7",
        "{who} ne joue plus dans cette manche : attendez la suivante.",
        "{who} is out for this round: wait for the next one.",
    ),
    "out-already": (
        "3.7",
        "{who} est déjà hors de la manche : continuez.",
        "{who} is already out for this round: go on.",
    ),
    "no-hand": (
        "3.7",
        "{who} n'a pas de main à surveiller sur un coffre : continuez.",
        "{who} has no hand on a chest that could be at fault: go on.",
    ),
    "no-hands-now": (
        "3.7",
        "Il n'y a pas de main sur les coffres en ce moment : attendez le signal.",
        "No hands lie on chests at this moment: wait for the signal.",
    ),
    "own-foul": (
        "3.12",
        "{who} ne signale pas sa propre faute : un autre joueur s'en charge.",
        "{who} does not call the own fault: another player does.",
    ),
    "cannot-be-seen": (
        "3.12",
        "La caméra ne peut pas juger cela : un joueur le signale sur son téléphone.",
        "The camera cannot judge that: a player calls it on a phone.",
    ),
    "no-contest": (
        "3.4",
        "Deux mains ne se disputent pas ce coffre : continuez.",
        "No two hands claim that chest: go on.",
    ),
    "not-claiming": (
        "3.4",
        "La main de {who} n'est pas sur ce coffre : choisissez parmi celles qui y sont.",
        "The hand of {who} is not on that chest: choose one of those that are.",
    ),
    "contested": (
        "3.4",
        "Plusieurs mains sur le coffre de {who}, qui dit d'abord laquelle était la première.",
        "Several hands lie on the chest of {who}, who first says which came first.",
    ),
    "still-landing": (
        "3.11",
        "On attend encore la main de {who}, sur un coffre ou sur aucun.",
        "The hand of {who} is still to come, onto a chest or none.",
    ),
    "not-this-round": (
        "4.1",
        "La carte Action de cette manche ne demande rien de tel : continuez.",
        "This round's action card asks for nothing of the kind: go on.",
    ),
    "hand-lies-well": (
        "4.1",
        "La main de {who} est là où elle peut être : continuez.",
        "The hand of {who} lies where it may: go on.",
    ),
    "not-neighbour": (
        "4.4",
        "{owner} n'est pas à côté de {who} : dans cette manche, tapez la carte d'un voisin.",
        "{owner} does not sit beside {who}: in this round, slap a neighbour's card.",
    ),
    "forbidden-number": (
        "4.5",
        "Le {value} est interdit dans cette manche : tapez un autre coffre.",
        "{value} is forbidden in this round: slap another chest.",
    ),
    "not-exchanger": (
        "4.7",
        "Seul {who}, qui a gagné le plus petit coffre, peut échanger : attendez.",
        "Only {who}, who won the smallest chest, may exchange: wait.",
    ),
    "no-prize": (
        "4.7",
        "On échange avec un autre joueur qui a gagné un coffre dans cette manche : choisissez-le.",
        "An exchange is with another player who won a chest in this round: choose one.",
    ),
    "owes-nothing": (
        "4.12",
        "Seul {who} doit rendre un coffre : attendez.",
        "Only {who} must give up a chest: wait.",
    ),
    "not-to-discard": (
        "4.12",
        "Rendez un coffre gagné plus tôt, pair ou impair comme le dit la carte Action.",
        "Give up a chest won earlier, even or odd as the action card says.",
    ),
    "not-chooser": (
        "5.6",
        "C'est à {who} de désigner le suivant : attendez.",
        "It is for {who} to name the next one: wait.",
    ),
    "not-to-try": (
        "5.6",
        "Ce joueur n'a plus de formule à dire : désignez-en un autre.",
        "That player has no formula to repeat: name another one.",
    ),
    "not-judge": ("5.3", "C'est à {who} de juger : attendez.", "It is for {who} to judge: wait."),
    "voted": (
        "5.4",
        "{who} a déjà donné son avis : reprenez la dernière action pour le changer.",
        "{who} has given a verdict already: take the last action back to change it.",
    ),
    "not-smallest": (
        "6.2",
        "PREM'S va à un joueur qui a gagné le plus petit coffre : choisissez parmi eux.",
        "PREM'S goes to a player who won the smallest chest: choose one of them.",
    ),
}


def refuse(
    code: str,
    *,
    seats: tuple[int, ...] = (),
    holder: tuple[int, ...] = (),
    owner: tuple[int, ...] = (),
    **values: object,
) -> Illegal:
    """The refusal "leprechauns.<code>"; `seats` are named in it as {who}, `holder` and `owner` by those words."""
    clause, french, english = _REFUSALS[code]
    said = {"who": seats, "holder": holder, "owner": owner}
    names = {word: seat_names(each) for word, each in said.items() if each}
    return Illegal(f"leprechauns.{code}", Text(fr=french, en=english).filled(**names, **values), clause)


def require(position: Position, phase: Phase) -> None:
    """Raises `Illegal` unless the table waits for that."""
    if position.phase is not phase:
        raise refuse("moment", waits=WAITS[position.phase.value])
