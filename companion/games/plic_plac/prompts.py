"""What the table waits for, in one sentence, addressed to whoever must act or to the others."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.actors import Viewer
from companion.core.text import Text, same, seat_name, seat_names
from companion.games.plic_plac import prompts_end
from companion.games.plic_plac.pieces import NULL, TRAITOR
from companion.games.plic_plac.position import CARDS_OF, Phase, Position
from companion.games.plic_plac.state import awaited

_Both = tuple[Text, Text]
"""(what the player reads whom the table waits for, what the others read)."""


def prompt(position: Position, viewer: Viewer) -> Text:
    """One sentence for `viewer`; a second one during a cut about called blockages, and to who is out."""
    seat = awaited(position)
    seat = position.active if seat is None else seat
    yours, others = _WANTED[position.phase](position)
    waited_for = viewer == seat and position.phase not in (Phase.POOL, Phase.FIRST)
    said = (yours if waited_for else others).filled(who=seat_name(seat))
    if position.claims:
        said = said + _claimed(position)
    is_out = viewer is not None and position.phase is not Phase.OVER and position.players[viewer].out
    return YOU_ARE_OUT + said if is_out else said


YOU_ARE_OUT = Text(
    fr="Blocage annoncé à tort : vous ne jouez plus, et vos cartes comptent à la fin. ",
    en="You called a blockage wrongly: you play no more, and your cards count at the end. ",
)
"""Before what the table waits for (clause 7.4)."""


def _claimed(position: Position) -> Text:
    """Says that the cut is finished before the blockage is judged (clause 7.9)."""
    one = len(position.claims) == 1
    said = Text(
        fr="{who} " + ("a" if one else "ont") + " annoncé un blocage : il sera vérifié après la coupe.",
        en="{who} " + ("has" if one else "have") + " called a blockage: it is verified after the cut.",
    )
    return same(" ") + said.filled(who=seat_names(position.claims))


def _alone(position: Position) -> bool:
    return len(position.players) == 1


def _pool(position: Position) -> _Both:
    said = Text(
        fr="Posez les {count} cartes face cachée, sans qu'elles se touchent : la caméra prend leurs places ; ou "
        "écrivez vos rangées sur un téléphone.",
        en="Lay the {count} cards face down and apart: the camera takes their places; or write your rows on a phone.",
    ).filled(count=len(position.pool))
    return said, said


def _first(position: Position) -> _Both:
    said = Text(fr="Tirez au sort qui commence.", en="Draw lots for who begins.")
    return said, said


def _take(position: Position) -> _Both:
    yours = Text(
        fr="Prenez une carte de la cagnotte et regardez-la sans la montrer.",
        en="Take a card of the pool and look at it without showing it.",
    )
    if _alone(position):
        yours = Text(fr="Prenez une carte de la cagnotte et regardez-la.", en="Take a card of the pool and look at it.")
    return yours, Text(fr="{who} prend une carte secrète.", en="{who} takes a secret card.")


def _secret(position: Position) -> _Both:
    yours = Text(
        fr="Annoncez, ou remettez la carte à sa place sans la montrer.",
        en="Announce, or put the card back in its place without showing it.",
    )
    if _alone(position):
        yours = Text(
            fr="Annoncez, ou remettez la carte à sa place, face cachée.",
            en="Announce, or put the card back in its place, face down.",
        )
    return yours, Text(fr="{who} annonce, ou passe.", en="{who} announces, or passes.")


def _turn(position: Position) -> _Both:
    """Says how many cards are still to be turned up."""
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
    if not position.shown:
        return (
            Text(
                fr="Montrez votre carte secrète : posez-la à sa place, face visible.",
                en="Show your secret card: lay it in its place, face up.",
            ),
            Text(
                fr="{who} montre sa carte secrète et la pose à sa place, face visible.",
                en="{who} shows the secret card and lays it in its place, face up.",
            ),
        )
    return (
        Text(
            fr="Laissez voir la carte que vous retournez, ou dites-la sur un téléphone.",
            en="Let the card that you turn up be seen, or tell it on a phone.",
        ),
        Text(
            fr="{who} laisse voir la carte retournée ; on peut aussi la dire sur un téléphone.",
            en="{who} lets the upturned card be seen; it can be told on a phone, too.",
        ),
    )


def _traitor(position: Position) -> _Both:
    return (
        Text(
            fr="La carte traître ! Remplacez-la par une carte empochée par un adversaire, ou laissez-la.",
            en="The traitor! Replace it by a card that an opponent has won, or leave it.",
        ),
        Text(
            fr="La carte traître ! {who} peut la remplacer par une carte d'un adversaire.",
            en="The traitor! {who} may replace it by a card of an opponent's.",
        ),
    )


def _cut(position: Position) -> _Both:
    if not position.cutters:  # everybody who could have cut has wrongly called a blockage since
        return (
            Text(
                fr="Plic-plac ! Plus personne ne peut couper : empochez les deux cartes.",
                en="Plic-plac! Nobody can cut any more: take the two cards.",
            ),
            Text(fr="Plic-plac ! {who} empoche les deux cartes.", en="Plic-plac! {who} takes the two cards."),
        )
    return (
        Text(
            fr="Plic-plac ! Demandez si quelqu'un coupe ; sinon, empochez les deux cartes.",
            en="Plic-plac! Ask whether anybody cuts; if not, take the two cards.",
        ),
        Text(
            fr="Plic-plac ! Quelqu'un coupe ? Sinon {who} empoche les deux cartes.",
            en="Plic-plac! Does anybody cut? If not, {who} takes the two cards.",
        ),
    )


def _blocked(position: Position) -> _Both:
    but = same("")
    if {NULL, TRAITOR} & set(position.left()):
        but = Text(fr=", mais ni la nulle ni le traître", en=", but neither the null card nor the traitor")
    yours = Text(
        fr="Blocage, c'est vrai ! Retournez tout, et empochez une carte de votre choix{but}.",
        en="Blocked indeed! Turn everything up, and win one card of your choice{but}.",
    )
    if _alone(position):
        yours = Text(
            fr="Blocage, c'est vrai ! Retournez tout et empochez une carte{but} : il restait des cartes, vous ne "
            "marquez aucun point.",
            en="Blocked indeed! Turn everything up and win one card{but}: cards were left, so you score nothing.",
        )
    others = Text(
        fr="Blocage, c'est vrai ! {{who}} retourne tout et choisit une carte{but}.",
        en="Blocked indeed! {{who}} turns everything up and chooses a card{but}.",
    )
    return yours.filled(but=but), others.filled(but=but)


_WANTED: dict[Phase, Callable[[Position], _Both]] = {
    Phase.POOL: _pool,
    Phase.FIRST: _first,
    Phase.TAKE: _take,
    Phase.SECRET: _secret,
    Phase.TURN: _turn,
    Phase.SHOWN: _shown,
    Phase.TRAITOR: _traitor,
    Phase.CUT: _cut,
    Phase.BLOCKED: _blocked,
    Phase.OVER: lambda position: (prompts_end.over(position),) * 2,
}
