"""Builds the refusals of this game: the clause and the filled-in sentence."""

from __future__ import annotations

from companion.core.errors import Illegal
from companion.core.game import Action
from companion.core.text import Text, seat_names
from companion.games.leprechauns.actions import Discard, PlayAs
from companion.games.leprechauns.clauses import OF_ACTION_CARDS, action_clause
from companion.games.leprechauns.position import Phase, Position
from companion.games.leprechauns.refusal_words import REFUSALS

WAITS = {
    "ages": Text(fr="de savoir qui est enfant", en="to hear who is a child"),
    "youngest": Text(fr="le plus jeune, qui prend la carte PREM'S", en="the youngest, who takes the PREM'S card"),
    "action": Text(fr="la carte Action de la manche", en="the action card of the round"),
    "signal": Text(fr="le signal du détenteur de PREM'S", en="the signal of the holder of PREM'S"),
    "reveal": Text(fr="les coffres retournés", en="the chests that were turned up"),
    "hands": Text(
        fr="les mains, puis l'accord du détenteur de PREM'S", en="the hands, then the word of the holder of PREM'S"
    ),
    "naming": Text(fr="le nom du prochain joueur", en="the name of the next player"),
    "judging": Text(fr="un avis sur la formule", en="a verdict on the formula"),
    "exchange": Text(fr="la décision sur l'échange", en="a decision on the exchange"),
    "discard": Text(fr="un coffre à rendre", en="a chest to be given up"),
    "pass-prems": Text(fr="le choix du prochain détenteur de PREM'S", en="the choice of the next holder of PREM'S"),
}
"""What the table waits for, by phase; once the game is over it waits for nothing."""


def refuse(code: str, *, clause: str = "", **values: object) -> Illegal:
    """The refusal with code "leprechauns.<code>".

    Args:
        clause: used where `REFUSALS` leaves the clause open.
        values: filled into the sentence; a tuple of seats becomes the players' names.
    """
    known, french, english = REFUSALS[code]
    filled = {word: seat_names(held) if isinstance(held, tuple) else held for word, held in values.items()}
    return Illegal(f"leprechauns.{code}", Text(fr=french, en=english).filled(**filled), known or clause)


def require(position: Position, phase: Phase, action: Action) -> None:
    """Check that the table is in `phase`, the only one in which `action` may happen.

    Raises:
        Illegal: it is in another phase (see `wrong_moment`).
    """
    if position.phase is not phase:
        raise wrong_moment(position, action)


def wrong_moment(position: Position, action: Action) -> Illegal:
    """The refusal of an action that is not possible now; it names the action's clause."""
    options = position.options
    if position.phase is Phase.OVER:
        return refuse("over")
    waits = WAITS[position.phase.value]
    if isinstance(action, OF_ACTION_CARDS) and not options.action_cards:
        return refuse("no-action-cards", waits=waits)
    if isinstance(action, Discard) and options.edition == "boxed":
        return refuse("nothing-to-give-up", waits=waits)
    if isinstance(action, PlayAs) and options.needed != "by-age":
        return refuse("not-by-age", clause="5.8" if options.needed == "one" else "5.2", waits=waits)
    return refuse("moment", clause=action_clause(position, action), waits=waits)
