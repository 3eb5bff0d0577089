"""Reading clue cards: which may be taken, the reserve, and what happens when the shield is empty (clauses 6.1 to
6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.core.text import seat_name
from companion.games.kaplan import check
from companion.games.kaplan.actions import ChooseClue
from companion.games.kaplan.alliance import FEWEST_PLAYERS, with_allies
from companion.games.kaplan.names import CARD_METALS, any_of
from companion.games.kaplan.pieces import SARCOPHAGUS_METALS, Metal
from companion.games.kaplan.position import Clue, Phase, Position
from companion.games.kaplan.refusals import refuse
from companion.games.kaplan.turns import go_on


def choices(position: Position, number: int) -> tuple[Clue, ...]:
    """The clue cards that the winner at place `number` may take; empty when the winner must pass."""
    from_shield = any(clue.on_shield for clue in position.clues)
    metals = SARCOPHAGUS_METALS[number]
    return tuple(clue for clue in position.clues if clue.on_shield == from_shield and clue.metal in metals)


def metals_of(clues: tuple[Clue, ...]) -> tuple[Metal, ...]:
    """The metals among these cards, each once."""
    return tuple(dict.fromkeys(clue.metal for clue in clues))


def choose(position: Position, action: ChooseClue) -> Position:
    """The position after a clue card was read by everyone who won it and by their allies.

    Raises:
        Illegal: no clue is to be read or the metal is wrong (6.1); the seat did not win it (6.1) or is not the one who
            chooses (6.7); no such card (1.1) or it is already in the reserve (6.4).
    """
    check.player(position, action.seat)
    check.moment(position, action, Phase.CLUE)
    claim = position.claim
    assert claim is not None
    if action.seat != claim.chooser:
        code = "shared-clue" if action.seat in claim.winners else "not-your-clue"
        raise refuse(code, who=seat_name(action.seat), chooser=seat_name(claim.chooser))
    wanted = [c for c in position.clues if (c.metal, c.number) == (action.metal, action.number)]
    allowed = choices(position, claim.place)
    if not wanted:
        raise refuse("no-clue")
    clue = wanted[0]
    if clue not in allowed:
        code = "not-on-shield" if clue.metal in SARCOPHAGUS_METALS[claim.place] else "other-metal"
        raise refuse(code, metal=CARD_METALS[clue.metal], place=claim.place, right=any_of(metals_of(allowed)))
    read = replace(
        clue,
        on_shield=False,
        consulted_by=clue.consulted_by | set(claim.winners),
        known_to=clue.known_to | with_allies(position, claim.winners),
    )
    after = replace(position.with_clue(read), claim=None)
    emptied = clue.on_shield and not any(each.on_shield for each in after.clues)
    return go_on(replace(after, alliances_due=emptied and len(position.players) >= FEWEST_PLAYERS))


def clue_choices(position: Position) -> Iterator[Action]:
    """Every clue card that the chooser may take."""
    assert position.claim is not None
    chooser, place = position.claim.chooser, position.claim.place
    yield from (ChooseClue(chooser, clue.metal, clue.number) for clue in choices(position, place))
