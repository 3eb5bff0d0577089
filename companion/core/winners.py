"""Who has won, in words."""

from __future__ import annotations

from companion.core.text import Text, seat_names


def winners_said(scores: tuple[float, ...]) -> Text:
    """The end of a game that the most points win, by several players where they tie. scores: one a seat."""
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    said = Text(fr="Partie finie : {winners} gagne avec {best}.", en="Game over: {winners} wins with {best}.")
    if len(winners) > 1:
        said = Text(fr="Partie finie : {winners} gagnent avec {best}.", en="Game over: {winners} win with {best}.")
    return said.filled(winners=seat_names(winners), best=f"{best:g}")
