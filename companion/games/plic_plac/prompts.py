"""What the table waits for, in one sentence, said to whoever must act and to those who look on."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.actors import Viewer
from companion.core.text import Text, seat_name
from companion.core.winners import winners_said
from companion.games.plic_plac.position import CARDS_OF, Phase, Position
from companion.games.plic_plac.state import awaited

_Both = tuple[Text, Text]
"""What the player reads whom the table waits for, and what the others read."""


def prompt(position: Position, viewer: Viewer) -> Text:
    """One sentence for `viewer`."""
    seat = awaited(position)
    yours, others = _WANTED[position.phase](position)
    said = yours if viewer is not None and viewer == seat else others
    return said.filled(who=seat_name(position.active if seat is None else seat))


def _turn(position: Position) -> _Both:
    """How many cards are still to be turned up."""
    assert position.announced is not None
    more = CARDS_OF[position.announced] - len(position.tried)
    if more > 1:
        return (
            Text(fr="Retournez tout de suite deux autres cartes.", en="At once turn up two other cards."),
            Text(fr="{who} retourne deux autres cartes.", en="{who} turns up two other cards."),
        )
    return (
        Text(fr="Retournez tout de suite une autre carte.", en="At once turn up another card."),
        Text(fr="{who} retourne une autre carte.", en="{who} turns up another card."),
    )


def _shown(position: Position) -> _Both:
    if position.shown:
        said = Text(
            fr="Laissez voir la carte que {who} retourne, ou dites-la sur un téléphone.",
            en="Let everybody see the card that {who} turns up, or tell it on a phone.",
        )
    else:
        said = Text(
            fr="{who} montre la carte secrète : posez-la à sa place, face visible.",
            en="{who} shows the secret card: lay it in its place, face up.",
        )
    return said, said


def _over(position: Position) -> _Both:
    assert position.scores is not None
    if len(position.players) > 1:
        said = winners_said(position.scores)
    elif any(position.scores):
        said = Text(fr="Partie finie : {points} plic-plac-ploc.", en="Game over: {points} plic-plac-ploc.")
        said = said.filled(points=f"{position.scores[0]:g}")
    else:
        said = Text(
            fr="Partie finie sans un point : il reste des cartes, ou aucun plic-plac-ploc n'a été empoché.",
            en="Game over without a point: cards are left, or no plic-plac-ploc was won.",
        )
    return said, said


_WANTED: dict[Phase, Callable[[Position], _Both]] = {
    Phase.FIRST: lambda position: (Text(fr="Tirez au sort qui commence.", en="Draw lots for who begins."),) * 2,
    Phase.TAKE: lambda position: (
        Text(
            fr="Prenez une carte de la cagnotte et regardez-la, vous seul.",
            en="Take a card of the pool and look at it, you alone.",
        ),
        Text(fr="{who} prend une carte secrète.", en="{who} takes a secret card."),
    ),
    Phase.SECRET: lambda position: (
        Text(
            fr="Annoncez, ou remettez la carte à sa place sans la montrer.",
            en="Announce, or put the card back in its place without showing it.",
        ),
        Text(fr="{who} annonce, ou passe.", en="{who} announces, or passes."),
    ),
    Phase.TURN: _turn,
    Phase.SHOWN: _shown,
    Phase.TRAITOR: lambda position: (
        Text(
            fr="La carte traître ! Remplacez-la par une carte d'un adversaire, si vous voulez.",
            en="The traitor! Replace it by a card that an opponent has won, if you like.",
        ),
        Text(fr="La carte traître ! {who} peut trahir.", en="The traitor! {who} may betray."),
    ),
    Phase.CUT: lambda position: (
        Text(
            fr="Plic-plac ! Demandez si quelqu'un coupe, puis empochez les deux cartes.",
            en="Plic-plac! Ask whether anybody cuts, then take the two cards.",
        ),
        Text(
            fr="Plic-plac ! Quelqu'un coupe ? Sinon {who} empoche les deux cartes.",
            en="Plic-plac! Does anybody cut? If not, {who} takes the two cards.",
        ),
    ),
    Phase.BLOCKED: lambda position: (
        Text(
            fr="Blocage, c'est vrai ! Retournez tout, et empochez une carte de votre choix.",
            en="Blocked indeed! Turn everything up, and win one card of your choice.",
        ),
        Text(
            fr="Blocage, c'est vrai ! {who} retourne tout et choisit une carte.",
            en="Blocked indeed! {who} turns everything up and chooses a card.",
        ),
    ),
    Phase.OVER: _over,
}
