"""What the table waits for, in one sentence, addressed to whoever must act or to the others."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.actors import Viewer
from companion.core.text import Text, seat_name, seat_names
from companion.core.winners import winners_said
from companion.games.leprechauns import hands, performing, settling, setup
from companion.games.leprechauns.names import action_name
from companion.games.leprechauns.pieces import ActionKind
from companion.games.leprechauns.position import ROUNDS, Phase, Position
from companion.games.leprechauns.state import awaited

_Both = tuple[Text, Text]
"""(what the players read whom the table waits for, what the others read)."""


def prompt(position: Position, viewer: Viewer) -> Text:
    """One sentence for `viewer`."""
    if position.phase is Phase.HANDS:
        return _hands(position, viewer)
    seats = awaited(position)
    yours, others = _WANTED[position.phase](position)
    said = yours if viewer in seats else others
    return said.filled(who=seat_names(seats) if seats else "")


def asked_of_hands(position: Position) -> Text:
    """What the holder of PREM'S must check on the hands of this round, because no camera can (clause 3.12)."""
    if position.playing(ActionKind.BACK_OF_HAND):
        return Text(fr="Le dos de la main partout ? ", en="The back of every hand? ")
    if position.playing(ActionKind.LEFT_RIGHT):
        return Text(fr="La main non directrice partout ? ", en="The weaker hand everywhere? ")
    return Text(fr="Tous les motifs sont cachés ? ", en="Are all motifs hidden? ")


def _hands(position: Position, viewer: Viewer) -> Text:
    contested, waiting = hands.contested(position), hands.waiting(position)
    if contested:
        return _which_first(contested, viewer)
    if viewer in waiting:
        return _slap(position)
    if waiting:
        said = Text(
            fr="On attend encore une main sur un coffre : {who}.", en="A hand on a chest is still to come: {who}."
        )
        if viewer is not None:
            said += Text(fr=" Si elle tarde trop, signalez-le.", en=" If it takes too long, call it late.")
        return said.filled(who=seat_names(waiting))
    if not performing.candidates(position):
        yours = Text(fr="Personne n'a de formule à répéter : continuez.", en="Nobody has a formula to repeat: go on.")
        others = Text(
            fr="Personne n'a de formule à répéter : {who} continue.",
            en="Nobody has a formula to repeat: {who} goes on.",
        )
        return yours if viewer == position.holder else others.filled(who=seat_name(position.holder))
    look = asked_of_hands(position)
    if viewer == position.holder:
        return look + Text(
            fr="Regardez les mains, signalez les fautes, puis continuez.",
            en="Look at the hands, call the faults, then go on.",
        )
    said = Text(fr="{who} vérifie les mains.", en="{who} looks at the hands.")
    return look + said.filled(who=seat_name(position.holder))


def _which_first(contested: tuple[int, ...], viewer: Viewer) -> Text:
    """Hands tie for chests; their owners must decide."""
    if viewer in contested:
        return Text(
            fr="Plusieurs mains ensemble sur votre coffre : dites laquelle était la première.",
            en="Several hands together on your chest: say which one came first.",
        )
    said = Text(
        fr="Plusieurs mains ensemble sur un coffre : {who} dit laquelle était la première.",
        en="Several hands together on one chest: {who} says which one came first.",
    )
    if len(contested) > 1:
        said = Text(
            fr="Plusieurs mains ensemble sur des coffres : {who} disent laquelle était la première sur le leur.",
            en="Several hands together on some chests: {who} say which one came first on theirs.",
        )
    return said.filled(who=seat_names(contested))


def _slap(position: Position) -> Text:
    """For players who may still slap: which chests the action card allows, and with which hand."""
    whose = Text(fr="le coffre d'un autre", en="somebody else's chest")
    number = hands.forbidden(position)
    if position.playing(ActionKind.NEIGHBOUR):
        whose = Text(fr="le coffre d'un voisin", en="a neighbour's chest")
    elif position.playing(ActionKind.BACK_OF_HAND):
        whose = Text(fr="du dos de la main le coffre d'un autre", en="somebody else's chest with the back of your hand")
    elif position.playing(ActionKind.LEFT_RIGHT):
        whose = Text(
            fr="de la main non directrice le coffre d'un autre", en="somebody else's chest with your weaker hand"
        )
    elif number is not None:
        whose = Text(fr=f"le coffre d'un autre, sauf les {number}", en=f"somebody else's chest, but no {number}")
    said = Text(
        fr="Tapez vite {whose}, cachez les deux motifs, puis dites lequel.",
        en="Quick, slap {whose}, hide both motifs, then say which one.",
    )
    return said.filled(whose=whose)


def _signal(position: Position) -> _Both:
    card = Text(fr="sans carte Action", en="no action card")
    card = card if position.action is None else action_name(position.action)
    at = Text(fr="Manche {n}/{of}, {card}. ", en="Round {n}/{of}, {card}. ").filled(
        n=position.round, of=ROUNDS, card=card
    )
    return (
        at + Text(fr="{who}, donnez le signal.", en="{who}, give the signal."),
        at + Text(fr="Main sur la pile : {who} donne le signal.", en="Hand on the pile: {who} gives the signal."),
    )


def _reveal(position: Position) -> _Both:
    said = Text(
        fr="Retournez et tapez ! Puis dites le coffre de {owner}.", en="Turn up and slap! Then tell {owner}'s chest."
    ).filled(owner=seat_name(setup.next_owner(position)))
    return said, said


def _judging(position: Position) -> _Both:
    performer = position.performer
    assert performer is not None
    value = position.chest_under(performer).value
    if performing.motifs_needed(position, performer) == 2:
        yours = Text(
            fr="{performer} répète la formule du {value} : les deux motifs sont-ils justes ?",
            en="{performer} repeats the formula of the {value}: are both motifs right?",
        )
    else:
        yours = Text(
            fr="{performer} répète la formule du {value} : au moins un motif est-il juste ?",
            en="{performer} repeats the formula of the {value}: is at least one motif right?",
        )
    others = Text(
        fr="{performer} répète de mémoire la formule du {value}, la main posée ; jugent : {judges}.",
        en="{performer} repeats the formula of the {value} from memory, hand down; judging: {judges}.",
    )
    still = performing.still_to_judge(position)
    if len(still) == 1:
        others = Text(fr=others.fr.replace("jugent :", "juge :"), en=others.en)
    judges = seat_names(still)
    filled = [said.filled(performer=seat_name(performer), value=value, judges=judges) for said in (yours, others)]
    return filled[0], filled[1]


def _exchange(position: Position) -> _Both:
    seat = settling.exchanger(position)
    prize = None if seat is None else position.players[seat].prize
    assert prize is not None
    if seat in position.smallest:
        yours = Text(
            fr="Votre {value} est le plus petit coffre gagné : l'échanger ?",
            en="Your {value} is the smallest won: swap it?",
        )
        others = Text(
            fr="{who} peut échanger son {value}, le plus petit.", en="{who} may swap the {value}, the smallest."
        )
    else:
        yours = Text(
            fr="De plus petits coffres sont à égalité, c'est votre {value} qui compte : l'échanger ?",
            en="Smaller chests tie, so it is your {value} that counts: swap it?",
        )
        others = Text(
            fr="De plus petits coffres sont à égalité : {who} peut échanger son {value}.",
            en="Smaller chests tie: {who} may swap the {value}.",
        )
    who = seat_names(awaited(position))
    return yours.filled(value=prize.value), others.filled(value=prize.value, who=who)


def _discard(position: Position) -> _Both:
    parity = settling.parity_word(position)
    yours = Text(fr="Rendez un coffre {parity} gagné plus tôt.", en="Give up an {parity} chest won earlier.")
    others = Text(
        fr="{who} rend un coffre {parity} gagné plus tôt.", en="{who} gives up an {parity} chest won earlier."
    )
    if len(position.owing) > 1:
        others = Text(
            fr="{who} rendent chacun un coffre {parity} gagné plus tôt.",
            en="{who} each give up an {parity} chest won earlier.",
        )
    who = seat_names(position.owing)
    return yours.filled(parity=parity), others.filled(parity=parity, who=who)


def _over(position: Position) -> _Both:
    assert position.scores is not None
    said = winners_said(position.scores)
    return said, said


_WANTED: dict[Phase, Callable[[Position], _Both]] = {
    Phase.AGES: lambda position: (
        Text(fr="Jouez-vous comme enfant ou comme adulte ?", en="Do you play as a child or as a grown-up?"),
        Text(fr="On attend {who} : enfant ou adulte ?", en="Waiting for {who}: child or grown-up?"),
    ),
    Phase.YOUNGEST: lambda position: (
        (
            Text(
                fr="Six coffres cachés chacun. Le plus jeune prend PREM'S.",
                en="Six chests each, face down. The youngest takes PREM'S.",
            ),
        )
        * 2
    ),
    Phase.ACTION: lambda position: (
        (
            Text(
                fr="Retournez la première carte Action au milieu de la table.",
                en="Turn up the first action card in the middle.",
            ),
        )
        * 2
    ),
    Phase.SIGNAL: _signal,
    Phase.REVEAL: _reveal,
    Phase.NAMING: lambda position: (
        Text(fr="Désignez qui répète la prochaine formule.", en="Name who repeats the next formula."),
        Text(fr="{who} désigne qui répète la prochaine formule.", en="{who} names who repeats the next formula."),
    ),
    Phase.JUDGING: _judging,
    Phase.EXCHANGE: _exchange,
    Phase.DISCARD: _discard,
    Phase.PASS_PREMS: lambda position: (
        Text(
            fr="Égalité pour le plus petit coffre : à qui donnez-vous PREM'S ?",
            en="A tie for the smallest chest: who gets PREM'S?",
        ),
        Text(
            fr="Égalité pour le plus petit coffre : {who} donne PREM'S.",
            en="A tie for the smallest chest: {who} gives PREM'S away.",
        ),
    ),
    Phase.OVER: _over,
}
