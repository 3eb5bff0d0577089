"""What the table waits for, in one sentence, addressed to whoever must act or to the others."""

from __future__ import annotations

from companion.core.actors import Viewer
from companion.core.text import Text, same, seat_name, seat_names
from companion.games.kaplan.actions import Ally
from companion.games.kaplan.alliance import alliance_choices, undecided
from companion.games.kaplan.bets import may_take_back, token_places, unseen
from companion.games.kaplan.card_face import KEPT
from companion.games.kaplan.clues import choices, metals_of
from companion.games.kaplan.judging import unjudged
from companion.games.kaplan.names import COLOURS, FILLS, SHAPES, any_of, any_place, card_look, spot_name
from companion.games.kaplan.position import Phase, Position, Shows
from companion.games.kaplan.setup import families_each, next_without_family
from companion.games.kaplan.throwing import good_ways, must_make
from companion.games.kaplan.turns import can_bet, may_stop

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
"""What the player in turn reads, and what the others read."""

_USE_OR_PASS = (
    Text(fr="choisissez comment utiliser les dés, ou passez", en="choose how to use the dice, or pass"),
    Text(fr="peut utiliser les dés ou passer", en="may use the dice or pass"),
)
_STUCK = (
    Text(fr="aucun pari possible, passez", en="no bet is possible, pass"),
    Text(fr="ne peut pas parier et passe", en="cannot bet and passes"),
)


def prompt(position: Position, viewer: Viewer) -> Text:
    """One sentence for `viewer`; it reveals nothing that `viewer` may not see."""
    said = _ANYBODY.get(position.phase)
    if said is not None:
        return said
    if position.phase in KEPT:
        return _sort(position)
    if position.phase is Phase.LAY_OUT:
        return _lay_out(position)
    if position.phase is Phase.FAMILIES:
        return _families(position, viewer)
    if position.phase is Phase.DICE and must_make(position) == 0:
        return _to_turn(position, viewer, *(_USE_OR_PASS if good_ways(position) else _STUCK))
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
    return _verdict(position) if position.phase is Phase.VERDICTS else _over(position)


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
        fr="Deuxième tri : gardez les 18 cartes dont la fenêtre {window} ({colour}) porte un numéro ou K "
        "dans le symbole « {symbol} ».",
        en="Second sort: keep the 18 cards whose window {window} ({colour}) holds a number or K "
        "in the symbol “{symbol}”.",
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
    if not can_bet(position):
        return _to_turn(position, viewer, *_STUCK)
    told, seen = _BETS[may_take_back(position), may_stop(position)]
    where = Text(fr=" sur {places}", en=" on {places}").filled(places=any_place(_bet_places(position)))
    if not position.options.dice:
        where = same("")
    made = position.bets_made + 1
    nth = Text(fr="1er" if made == 1 else f"{made}e", en=str(made))
    return _to_turn(position, viewer, told.filled(nth=nth, where=where), seen.filled(nth=nth, where=where))


def _bet_places(position: Position) -> tuple[int, ...]:
    """Where the player in turn can bet, one entry for each possible bet; without tokens only letters can be turned."""
    assert position.turn is not None
    player, tokens = position.players[position.turn], token_places(position)
    if may_take_back(position):
        return tokens
    return tuple(number for number in position.to_play if player.hand or number not in tokens)


_BETS = {
    (False, False): (
        Text(fr="votre {nth} pari{where}", en="bet {nth}{where}"),
        Text(fr="fait son {nth} pari{where}", en="makes bet {nth}{where}"),
    ),
    (False, True): (
        Text(fr="votre {nth} pari{where}, si vous voulez", en="bet {nth}{where}, if you like"),
        Text(fr="peut faire son {nth} pari{where}", en="may make bet {nth}{where}"),
    ),
    (True, True): (
        Text(
            fr="votre main est vide, reprenez vos jetons pour votre {nth} pari{where}, ou passez",
            en="your hand is empty, take your tokens back for bet {nth}{where}, or pass",
        ),
        Text(
            fr="peut reprendre ses jetons pour son {nth} pari{where}",
            en="may take the tokens back for bet {nth}{where}",
        ),
    ),
}
"""What the player in turn and the others read, by (tokens may be taken back, the turn may end). With an empty hand
no bet is required, so (True, False) cannot occur."""


def _clue(position: Position, viewer: Viewer) -> Text:
    claim = position.claim
    assert claim is not None
    if viewer == claim.chooser:
        said = Text(
            fr="Vous avez gagné un indice : prenez une carte {metal}.", en="You won a clue: take a {metal} card."
        )
    elif viewer in claim.winners:
        said = Text(
            fr="Vous avez gagné un indice à égalité : {who} prend une carte {metal}, et vous la lirez aussi.",
            en="You won a clue in a tie: {who} takes a {metal} card, and you will read it too.",
        )
    else:
        said = Text(fr="{who} prend une carte indice {metal}.", en="{who} takes a {metal} clue card.")
    return said.filled(who=seat_name(claim.chooser), metal=any_of(metals_of(choices(position, claim.place))))


def _verdict(position: Position) -> Text:
    written = unjudged(position)[0]
    said = Text(
        fr="Le mot de {who}, « {written} », est-il {word} au singulier ou au pluriel ? À la table de le dire.",
        en="Is {who}'s word “{written}” {word} in the singular or the plural? It is for the table to say.",
    )
    return said.filled(who=seat_name(written.seat), written=written.word, word=position.word)


def _alliances(position: Position, viewer: Viewer) -> Text:
    waited = undecided(position)
    if viewer not in waited:
        said = Text(
            fr="Le bouclier est vide, c'est le moment des alliances : on attend {who}.",
            en="The shield is empty, it is time for alliances: waiting for {who}.",
        )
        return said.filled(who=seat_names(waited))
    assert viewer is not None
    offering = tuple(offer.seat for offer in position.offers if offer.partner == viewer)
    if offering:
        said = Text(
            fr="{who} vous propose une alliance : acceptez, ou restez seul.",
            en="You are offered an alliance by {who}: accept, or stay alone.",
        )
        return said.filled(who=seat_names(tuple(sorted(offering))))
    if any(isinstance(choice, Ally) and choice.seat == viewer for choice in alliance_choices(position)):
        return Text(
            fr="Le bouclier est vide : proposez une alliance, ou restez seul.",
            en="The shield is empty: offer an alliance, or stay alone.",
        )
    return Text(
        fr="Le bouclier est vide : attendez une réponse, ou restez seul.",
        en="The shield is empty: wait for an answer, or stay alone.",
    )


def _over(position: Position) -> Text:
    assert position.scores is not None
    best = max(position.scores)
    winners = tuple(seat for seat in position.seats if position.scores[seat] == best)
    wins = Text(fr="{who} gagne avec {points}", en="{who} wins with {points}")
    if len(winners) > 1:
        wins = Text(fr="{who} gagnent à égalité avec {points}", en="{who} win in a tie with {points}")
    said = Text(fr="Partie finie, le mot était {word} : {wins}.", en="Game over, the word was {word}: {wins}.")
    return said.filled(word=position.word, wins=wins.filled(who=seat_names(winners), points=points(best)))


def points(score: float) -> Text:
    """A score as people write it: "10", "2,5" in French."""
    return Text(fr=f"{score:g}".replace(".", ","), en=f"{score:g}")
