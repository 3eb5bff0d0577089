"""Actions in words, as one viewer may read them (clauses 10.1 to 10.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.actors import Viewer
from companion.core.game import Action
from companion.core.text import Text, same, seat_name, seat_names
from companion.games.kaplan import actions
from companion.games.kaplan.card_face import KEPT
from companion.games.kaplan.dice import Spot, ways
from companion.games.kaplan.names import (
    CARD_METALS,
    COLOURS,
    FAMILIES,
    FILLS,
    SHAPES,
    VERDICTS,
    letter_name,
    listed,
    spot_name,
)
from companion.games.kaplan.position import Phase, Position, Shows
from companion.games.kaplan.spelling import Verdict

_Phrase = Callable[[Position, Any, Viewer], Text]


def label(position: Position, action: Action, viewer: Viewer) -> Text:
    """The action in words; nothing that `viewer` may not see is in them."""
    return _PHRASES[type(action)](position, action, viewer)


def _colour(position: Position, action: actions.DrawColour, viewer: Viewer) -> Text:
    said = Text(fr="Pion-couleur : {colour}, fenêtre {position}", en="Colour pawn: {colour}, window {position}")
    return said.filled(colour=COLOURS[action.colour], position=action.position)


def _symbol(position: Position, action: actions.DrawSymbol, viewer: Viewer) -> Text:
    said = Text(fr="Pion-symbole : {shape} {fill}", en="Symbol pawn: {fill} {shape}")
    return said.filled(shape=SHAPES[action.shape], fill=FILLS[action.fill])


def _passed(position: Position, action: actions.CardPassed, viewer: Viewer) -> Text:
    kept = Text(fr="Une carte est gardée", en="A card is kept")
    discarded = Text(fr="Une carte est écartée", en="A card is discarded")
    return kept if action.keep else discarded


def _sorted(position: Position, action: actions.SortedByHand, viewer: Viewer) -> Text:
    said = Text(fr="Le tri est fait à la main : {kept} cartes", en="The cards are sorted by hand: {kept} cards")
    return said.filled(kept=KEPT.get(position.phase, KEPT[Phase.SECOND_SORT]))


def _spot_seen(position: Position, action: actions.SpotSeen, viewer: Viewer) -> Text:
    return _SHOWS[action.shows].filled(spot=spot_name(action.spot))


_SHOWS = {
    Shows.RIGHT: Text(fr="Cadran, {spot} : la carte est bonne", en="Dial, {spot}: the card is right"),
    Shows.WRONG: Text(fr="Cadran, {spot} : ce n'est pas la bonne carte", en="Dial, {spot}: this is not the right card"),
    Shows.EMPTY: Text(fr="Cadran, {spot} : la carte est partie", en="Dial, {spot}: the card is gone"),
}


def _laid(position: Position, action: actions.LayOut, viewer: Viewer) -> Text:
    return Text(fr="Les 18 cartes sont en place", en="The 18 cards are in place")


def _covered(position: Position, action: actions.CoverCards, viewer: Viewer) -> Text:
    return Text(fr="{who} : les sarcophages sont posés, face K", en="{who}: the sarcophagi are laid, K up").filled(
        who=seat_name(action.seat)
    )


def _family(position: Position, action: actions.ChooseFamily, viewer: Viewer) -> Text:
    said = Text(fr="{who} prend la famille « {family} »", en="{who} takes the family “{family}”")
    return said.filled(who=seat_name(action.seat), family=FAMILIES[action.family])


def _first(position: Position, action: actions.FirstPlayer, viewer: Viewer) -> Text:
    return Text(fr="{who} commence", en="{who} begins").filled(who=seat_name(action.first))


def _throw(position: Position, action: actions.Throw, viewer: Viewer) -> Text:
    return Text(fr="Les dés donnent {dice}", en="The dice show {dice}").filled(dice=listed(action.values))


def _use(position: Position, action: actions.UseDice, viewer: Viewer) -> Text:
    found = {} if position.dice is None else ways(position.dice)
    spots = found.get(action.places) or tuple(Spot(place, (place,)) for place in action.places)
    said = Text(fr="{who} joue sur {places}", en="{who} plays on {places}")
    return said.filled(who=seat_name(action.seat), places=", ".join(_spot(spot) for spot in spots))


def _spot(spot: Spot) -> str:
    if not spot.sign:
        return str(spot.place)
    high, low = spot.dice
    return f"{spot.place} ({high} {'−' if spot.sign == '-' else '+'} {low})"


def _bet(position: Position, action: actions.Bet, viewer: Viewer) -> Text:
    """A bet in words.

    A hidden value is in nobody's sentence, not even its owner's, unless the option `show_own_bets` allows it (clause
    4.13); buttons draw the token instead.
    """
    if action.hidden and not (position.options.show_own_bets and viewer == action.seat):
        said = Text(fr="{who} pose un jeton caché sur le {place}", en="{who} lays a hidden token on {place}")
        return said.filled(who=seat_name(action.seat), place=action.place)
    hidden = Text(fr=" caché", en=" hidden") if action.hidden else Text(fr="", en="")
    said = Text(
        fr="{who} pose le jeton {value} ({family}){hidden} sur le {place}",
        en="{who} lays token {value} ({family}){hidden} on {place}",
    )
    family = FAMILIES[action.family]
    return said.filled(who=seat_name(action.seat), value=action.value, family=family, hidden=hidden, place=action.place)


def _turn(position: Position, action: actions.TurnLetter, viewer: Viewer) -> Text:
    said = Text(fr="{who} retourne la lettre de la place {place}", en="{who} turns the letter at place {place}")
    return said.filled(who=seat_name(action.seat), place=action.place)


def _letter(position: Position, action: actions.LetterSeen, viewer: Viewer) -> Text:
    said = Text(fr="La place {place} montre : {letter}", en="Place {place} shows: {letter}")
    return said.filled(place=action.place, letter=letter_name(action.letter))


def _take_back(position: Position, action: actions.TakeBack, viewer: Viewer) -> Text:
    said = Text(fr="{who} reprend ses jetons dépensés", en="{who} takes the spent tokens back")
    return said.filled(who=seat_name(action.seat))


def _pass(position: Position, action: actions.Pass, viewer: Viewer) -> Text:
    stops = Text(fr="{who} s'arrête là", en="{who} stops here")
    passes = Text(fr="{who} passe son tour", en="{who} passes")
    return (stops if position.bets_made else passes).filled(who=seat_name(action.seat))


def _clue(position: Position, action: actions.ChooseClue, viewer: Viewer) -> Text:
    said = Text(
        fr="{who} prend l'indice {metal} nº {number}{shared}", en="{who} takes {metal} clue no. {number}{shared}"
    )
    winners = () if position.claim is None else position.claim.winners
    others = tuple(seat for seat in winners if seat != action.seat)
    shared = Text(fr=", à lire aussi par {others}", en=", for {others} to read too")
    shared = shared.filled(others=seat_names(others)) if others else same("")
    metal = CARD_METALS[action.metal]
    return said.filled(who=seat_name(action.seat), metal=metal, number=action.number, shared=shared)


def _ally(position: Position, action: actions.Ally, viewer: Viewer) -> Text:
    said = Text(fr="{who} propose une alliance à {partner}", en="{who} offers {partner} an alliance")
    accepted = Text(fr="{who} s'allie à {partner}", en="{who} and {partner} become allies")
    offered = any((o.seat, o.partner) == (action.partner, action.seat) for o in position.offers)
    return (accepted if offered else said).filled(who=seat_name(action.seat), partner=seat_name(action.partner))


def _alone(position: Position, action: actions.StayAlone, viewer: Viewer) -> Text:
    return Text(fr="{who} reste seul", en="{who} stays alone").filled(who=seat_name(action.seat))


def _announce(position: Position, action: actions.Announce, viewer: Viewer) -> Text:
    said = Text(fr="{who} annonce « Kaplan »", en="{who} announces “Kaplan”")
    return said.filled(who=seat_name(action.seat))


def _reveal(position: Position, action: actions.Reveal, viewer: Viewer) -> Text:
    said = Text(fr="{who} lit le mot sur le cadran", en="{who} reads the word on the dial")
    return said.filled(who=seat_name(action.seat))


def _confirm(position: Position, action: actions.ConfirmNumber, viewer: Viewer) -> Text:
    verdict = Verdict.NUMBER if action.only_number else Verdict.WRONG
    return _judge(position, actions.JudgeWord(action.seat, action.writer, verdict), viewer)


def _judge(position: Position, action: actions.JudgeWord, viewer: Viewer) -> Text:
    written = position.players[action.writer].announcement
    word = written.word if written is not None and written.revealed else "…"
    said = Text(
        fr="{who}, pour la table : le mot de {writer}, « {word} », {verdict}",
        en="{who}, for the table: {writer}'s word “{word}” {verdict}",
    )
    writer, verdict = seat_name(action.writer), VERDICTS[action.verdict]
    return said.filled(who=seat_name(action.seat), writer=writer, word=word, verdict=verdict)


_PHRASES: dict[type[Action], _Phrase] = {
    actions.DrawColour: _colour,
    actions.CardPassed: _passed,
    actions.SortedByHand: _sorted,
    actions.DrawSymbol: _symbol,
    actions.SpotSeen: _spot_seen,
    actions.LayOut: _laid,
    actions.CoverCards: _covered,
    actions.ChooseFamily: _family,
    actions.FirstPlayer: _first,
    actions.Throw: _throw,
    actions.UseDice: _use,
    actions.Bet: _bet,
    actions.TurnLetter: _turn,
    actions.LetterSeen: _letter,
    actions.TakeBack: _take_back,
    actions.Pass: _pass,
    actions.ChooseClue: _clue,
    actions.Ally: _ally,
    actions.StayAlone: _alone,
    actions.Announce: _announce,
    actions.Reveal: _reveal,
    actions.ConfirmNumber: _confirm,
    actions.JudgeWord: _judge,
}
