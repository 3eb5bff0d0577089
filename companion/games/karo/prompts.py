"""What the table waits for, in one sentence, said to whoever must act and to those who look on."""

from __future__ import annotations

from companion.core.actors import Viewer
from companion.core.text import Text, seat_name
from companion.games.karo.actions import Pass
from companion.games.karo.state import Karo

_Both = tuple[Text, Text]
"""What the player whose turn it is reads, and what the others read."""

_PLACE: _Both = (
    Text(
        fr="{who}, posez un de vos pions, face pleine visible, sur une case libre ({left} en main).",
        en="{who}, put one of your discs, plain face up, on a free tile ({left} in hand).",
    ),
    Text(fr="{who} pose un pion ({left} en main).", en="{who} puts a disc on the board ({left} in hand)."),
)
_PLACE_OTHERS: _Both = (
    Text(
        fr="{who}, posez un pion de l'adversaire, face pleine visible, sur une case libre ({left} en main).",
        en="{who}, put one of the opponent's discs, plain face up, on a free tile ({left} in hand).",
    ),
    Text(
        fr="{who} pose un pion de l'adversaire ({left} en main).",
        en="{who} puts one of the opponent's discs on the board ({left} in hand).",
    ),
)
_ARRANGE: _Both = (
    Text(fr="{who}, disposez vos six pions dans votre camp.", en="{who}, lay out your six discs in your camp."),
    Text(fr="{who} dispose ses six pions.", en="{who} lays out six discs."),
)
_MOVE: _Both = (
    Text(fr="{who}, à vous de jouer.", en="{who}, it is your turn."),
    Text(fr="{who} joue.", en="{who} plays."),
)
_STUCK: _Both = (
    Text(fr="{who}, aucun coup n'est possible : passez.", en="{who}, no move is possible: pass."),
    Text(fr="{who} ne peut pas jouer et passe.", en="{who} cannot move and passes."),
)
_WON = Text(fr="{who} gagne la partie.", en="{who} wins the game.")
_DRAWN = Text(
    fr="La même position s'est présentée trois fois : la partie est nulle.",
    en="The same position has come up three times: the game is a draw.",
)


def prompt(state: Karo, viewer: Viewer) -> Text:
    """One sentence; nothing in KARO is secret, so it differs only in whom it speaks to."""
    if state.over:
        return _DRAWN if state.winner is None else _WON.filled(who=seat_name(state.winner))
    said = _wanted(state)[0 if viewer == state.turn else 1]
    return said.filled(who=seat_name(state.turn), left=state.hand[state.turn])


def _wanted(state: Karo) -> _Both:
    if isinstance(state.legal_actions()[0], Pass):
        return _STUCK
    if not state.placing:
        return _MOVE
    return {"four-circles": _PLACE, "movers-hoppers": _ARRANGE, "clear-out": _PLACE_OTHERS}[state.options.rules]
