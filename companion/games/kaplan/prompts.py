"""What the table waits for, in one sentence, said to whoever must act and to those who look on."""

from __future__ import annotations

from companion.core.actors import Viewer
from companion.core.text import Text, same, seat_name, seat_names
from companion.games.kaplan.alliance import undecided
from companion.games.kaplan.bets import unseen
from companion.games.kaplan.card_face import KEPT
from companion.games.kaplan.names import COLOURS, FILLS, METALS, SHAPES, card_look, listed, spot_name
from companion.games.kaplan.pieces import SARCOPHAGUS_METALS
from companion.games.kaplan.position import Phase, Position, Shows
from companion.games.kaplan.setup import families_each, next_without_family
from companion.games.kaplan.throwing import good_ways
from companion.games.kaplan.turns import LEAST_BETS, can_bet

_ANYBODY = {
    Phase.COLOUR: Text(fr="Tirez un pion-couleur.", en="Draw a colour pawn."),
    Phase.SYMBOL: Text(fr="Tirez un pion-symbole.", en="Draw a symbol pawn."),
    Phase.COVER: Text(
        fr="Recouvrez chaque lettre de son sarcophage, face K visible.",
        en="Cover each letter with its sarcophagus, K up.",
    ),
    Phase.FIRST: Text(fr="Tirez au sort le premier joueur.", en="Draw the first player by lot."),
    Phase.TRUTH: Text(
        fr="La partie est finie : retournez toutes les lettres et tapez le mot du cadran.",
        en="The game is over: turn all letters and type the dial's word.",
    ),
}

_ON_TURN = {
    Phase.THROW: (
        Text(fr="lancez les trois dés", en="throw the three dice"),
        Text(fr="lance les trois dés", en="throws the three dice"),
    ),
    Phase.DICE: (
        Text(fr="choisissez comment utiliser les dés", en="choose how to use the dice"),
        Text(fr="choisit comment utiliser les dés", en="chooses how to use the dice"),
    ),
}
"""What the player whose turn it is reads, and what the others read."""

_STUCK = (
    Text(fr="aucun pari possible, passez", en="no bet is possible, pass"),
    Text(fr="ne peut pas parier et passe", en="cannot bet and passes"),
)


def prompt(position: Position, viewer: Viewer) -> Text:
    """One sentence; it tells nothing that `viewer` may not see."""
    said = _ANYBODY.get(position.phase)
    if said is not None:
        return said
    if position.phase in KEPT:
        return _sort(position)
    if position.phase is Phase.LAY_OUT:
        return _lay_out(position)
    if position.phase is Phase.FAMILIES:
        return _families(position, viewer)
    if position.phase is Phase.DICE and not good_ways(position):
        return _to_turn(position, viewer, *_STUCK)
    if position.phase in _ON_TURN:
        return _to_turn(position, viewer, *_ON_TURN[position.phase])
    if position.phase is Phase.BETS:
        return _bets(position, viewer)
    if position.phase is Phase.LETTER:
        said = Text(fr="Que montre la lettre de la place {place} ?", en="What does the letter at place {place} show?")
        return said.filled(place=unseen(position).number)
    if position.phase is Phase.CLUE:
        return _clue(position, viewer)
    if position.phase is Phase.ALLIANCES:
        return _alliances(position, viewer)
    return _over(position)


def _sort(position: Position) -> Text:
    assert position.colour is not None
    said = _SORTS[position.phase, position.options.sorting].filled(
        colour=COLOURS[position.colour], window=position.window, symbol=_symbol(position)
    )
    if not position.lacking:
        return said
    looks = [card_look(look) for look in position.lacking]
    lacks = Text(fr=" Encore à trouver : {fr}.", en=" Still to be found: {en}.")
    return said + lacks.filled(fr=" ; ".join(each.fr for each in looks), en="; ".join(each.en for each in looks))


def _symbol(position: Position) -> Text:
    if position.shape is None or position.fill is None:
        return same("")
    said = Text(fr="{shape} {fill}", en="{fill} {shape}")
    return said.filled(shape=SHAPES[position.shape], fill=FILLS[position.fill])


_SORTS = {
    (Phase.FIRST_SORT, "camera"): Text(
        fr="Premier tri : passez toutes les cartes sous la caméra, face de tirage visible.",
        en="First sort: pass all the cards under the camera, draw side up.",
    ),
    (Phase.FIRST_SORT, "hands"): Text(
        fr="Premier tri : gardez les 30 cartes dont la fenêtre {window} est de couleur « {colour} ».",
        en="First sort: keep the 30 cards whose window {window} is {colour}.",
    ),
    (Phase.SECOND_SORT, "camera"): Text(
        fr="Deuxième tri : passez les 30 cartes gardées sous la caméra.",
        en="Second sort: pass the 30 cards that were kept under the camera.",
    ),
    (Phase.SECOND_SORT, "hands"): Text(
        fr="Deuxième tri : gardez les 18 cartes dont le symbole « {symbol} » porte un numéro ou K.",
        en="Second sort: keep the 18 cards whose symbol “{symbol}” holds a number or K.",
    ),
}


def _lay_out(position: Position) -> Text:
    wrong = [spot_name(spot.name) for spot in position.spots if spot.shows is Shows.WRONG]
    if wrong:
        said = Text(
            fr="À corriger sur le cadran : {fr}.",
            en="To be put right on the dial: {en}.",
        )
        places = dict.fromkeys(wrong)
        return said.filled(fr=", ".join(each.fr for each in places), en=", ".join(each.en for each in places))
    return Text(
        fr="Posez les 18 cartes gardées sur le cadran, face de tirage visible : les numéros sur la couronne, "
        "les K sur le bouclier.",
        en="Lay the 18 cards that were kept on the dial, draw side up: the numbers on the crown, the Ks on the shield.",
    )


def _families(position: Position, viewer: Viewer) -> Text:
    if viewer is not None and len(position.players[viewer].families) < families_each(position):
        return Text(fr="Choisissez une famille de jetons.", en="Choose a family of tokens.")
    waited = next_without_family(position)
    assert waited is not None
    said = Text(fr="{who} choisit une famille de jetons.", en="{who} chooses a family of tokens.")
    return said.filled(who=seat_name(waited.seat))


def _to_turn(position: Position, viewer: Viewer, told: Text, seen: Text) -> Text:
    assert position.turn is not None
    if viewer == position.turn:
        return Text(fr="À vous : {what}.", en="Your turn: {what}.").filled(what=told)
    return Text(fr="{who} {what}.", en="{who} {what}.").filled(who=seat_name(position.turn), what=seen)


def _bets(position: Position, viewer: Viewer) -> Text:
    nth = position.bets_made + 1
    where = _where(position)
    if not can_bet(position):
        return _to_turn(position, viewer, *_STUCK)
    asks = Text(fr="pari {nth}{where}", en="bet {nth}{where}")
    if position.bets_made >= LEAST_BETS:
        asks = Text(fr="pari {nth}{where}, si vous voulez", en="bet {nth}{where}, if you like")
    does = Text(fr="fait son pari {nth}{where}", en="makes bet {nth}{where}")
    return _to_turn(position, viewer, asks.filled(nth=nth, where=where), does.filled(nth=nth, where=where))


def _where(position: Position) -> Text:
    if not position.options.dice:
        return same("")
    return Text(fr=" sur {places}", en=" on {places}").filled(places=listed(position.to_play))


def _clue(position: Position, viewer: Viewer) -> Text:
    assert position.claim is not None
    metals = [METALS[metal] for metal in SARCOPHAGUS_METALS[position.claim.place]]
    metal = Text(fr=" ou ".join(m.fr for m in metals), en=" or ".join(m.en for m in metals))
    told = Text(fr="Vous avez gagné un indice : prenez une carte {metal}.", en="You won a clue: take a {metal} card.")
    seen = Text(fr="{who} prend une carte indice {metal}.", en="{who} takes a {metal} clue card.")
    told = told if viewer == position.claim.chooser else seen
    return told.filled(who=seat_name(position.claim.chooser), metal=metal)


def _alliances(position: Position, viewer: Viewer) -> Text:
    waited = undecided(position)
    if viewer in waited:
        return Text(
            fr="Le bouclier est vide : proposez une alliance, ou restez seul.",
            en="The shield is empty: offer an alliance, or stay alone.",
        )
    said = Text(
        fr="Le bouclier est vide, le temps des alliances : on attend {who}.",
        en="The shield is empty, time for alliances: waiting for {who}.",
    )
    return said.filled(who=seat_names(waited))


def _over(position: Position) -> Text:
    assert position.scores is not None
    best = max(position.scores)
    winners = tuple(seat for seat in position.seats if position.scores[seat] == best)
    said = Text(
        fr="Partie finie, le mot était {word} : {who} en tête avec {points}.",
        en="Game over, the word was {word}: {who} in front with {points}.",
    )
    return said.filled(word=position.word, who=seat_names(winners), points=points(best))


def points(score: float) -> Text:
    """A score as people write it: "10", "2,5"."""
    return Text(fr=f"{score:g}".replace(".", ","), en=f"{score:g}")
