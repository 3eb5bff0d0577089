"""The sentence that says who has won."""

from __future__ import annotations

from companion.core.text import Text, seat_names


def winners_said(scores: tuple[float, ...]) -> Text:
    """The closing sentence of a game that the highest score wins, shared on a tie; `scores` has one for each seat."""
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    said = Text(fr="Partie finie : {winners} gagne avec {best}.", en="Game over: {winners} wins with {best}.")
    if len(winners) > 1:
        said = Text(fr="Partie finie : {winners} gagnent avec {best}.", en="Game over: {winners} win with {best}.")
    return said.filled(winners=seat_names(winners), best=f"{best:g}")
