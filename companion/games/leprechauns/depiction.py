"""What the table should look like, and which actions explain what was seen."""

from __future__ import annotations

from companion.core.capabilities.open_pictures import UNREAD
from companion.core.capabilities.slaps import HAND
from companion.core.game import Action
from companion.core.scene import NEAR_MM, Scene, Thing
from companion.core.units import PointMm
from companion.games.leprechauns import layout
from companion.games.leprechauns.actions import ChestSeen, ChestTold, TurnAction
from companion.games.leprechauns.names import is_called
from companion.games.leprechauns.pieces import ActionCard, Chest, Edition
from companion.games.leprechauns.position import Phase, Player, Position
from companion.games.leprechauns.setup import action_outcomes, chest_outcomes, next_owner

CHEST, ACTION, PREMS = "chest", "action", "prems"
CHEST_VALUE = "chest value"
"""Kind of the evidence kept of a chest that was read: only its value, because formulas are to be remembered (clause
5.10)."""
ACTION_NAME = "action name"
"""Kind of the evidence kept of an action card that was read: one of its printed names (clause 1.4)."""
BACK = "back"
ROUND = "round"
"""Name of this round's action card in a scene."""


def turned_name(seat: int) -> str:
    """The name, in a scene, of the chest that a seat has turned up."""
    return f"turned {seat}"


def chest_face(chest: Chest) -> str:
    """A chest's face: its number in the printed deck ("17"), or its value alone ("value 7")."""
    return f"value {chest.value}" if chest.card is None else str(chest.card)


def action_face(edition: Edition, card: ActionCard) -> str:
    """An action card's face: "boxed gift", "print forbidden-number 8"."""
    return f"{edition} {card.kind.value}" + ("" if card.number is None else f" {card.number}")


def depict(position: Position) -> Scene:
    """The expected table seen from above: piles, turned chests, chests won and lost, the action card, PREM'S.

    A turned chest is shown with its formula, which everybody sees until a hand hides it. Hands are not depicted.
    """
    things = [Thing(ACTION, BACK, "pile", layout.ACTION_PILE_XY_MM, 0.0)] if position.options.action_cards else []
    if position.action is not None:
        things.append(
            Thing(ACTION, action_face(position.options.edition, position.action), ROUND, layout.ACTION_XY_MM, 0.0)
        )
    for player in position.players:
        things.extend(_before(player, len(position.players)))
    if position.prems is not None:
        xy_mm = layout.prems_xy_mm(position.prems, len(position.players))
        things.append(Thing(PREMS, PREMS, xy_mm=xy_mm, turn_deg=layout.pile_deg(position.prems, len(position.players))))
    things.extend(_turned(position))
    return Scene(tuple(things), frozenset({CHEST, ACTION, PREMS}))


def explanations(position: Position, seen: Scene) -> tuple[Action, ...]:
    """The actions that explain the action card in the middle, or the chest of the player who is reported next.

    A card is matched by its face or by the evidence that is kept of it.
    """
    if position.phase is Phase.ACTION:
        faces = [thing.face for thing in seen.things if thing.kind == ACTION and _near(thing, layout.ACTION_XY_MM)]
        names = [thing.face for thing in seen.things if thing.kind == ACTION_NAME and _near(thing, layout.ACTION_XY_MM)]
        turns = [action for action, _ in action_outcomes(position) if isinstance(action, TurnAction)]
        return tuple(
            turn
            for turn in turns
            if faces == [action_face(position.options.edition, turn.action)]
            or (len(names) == 1 and is_called(turn.action, names[0]))
        )
    if position.phase is Phase.REVEAL:
        place = layout.turned_xy_mm(next_owner(position), len(position.players))
        faces = [thing.face for thing in seen.things if thing.kind == CHEST and _near(thing, place)]
        values = [thing.face for thing in seen.things if thing.kind == CHEST_VALUE and _near(thing, place)]
        return tuple(
            action
            for action, _ in chest_outcomes(position)
            if (isinstance(action, ChestSeen) and faces == [str(action.card)])
            or (isinstance(action, ChestTold) and values == [str(action.value)])
        )
    return ()


def thing_is_open(position: Position, thing: Thing) -> bool:
    """Whether pages may show a thing: the round's action card, values, names and hands, never a formula (clause 5.10).

    A picture of a hand is a drawing; of a value, the card's band.
    """
    if thing.kind in (ACTION_NAME, CHEST_VALUE, HAND):
        return True
    if thing.kind != ACTION or thing.name != ROUND:
        return False
    if position.action is None:
        return position.phase is Phase.ACTION and thing.face == UNREAD
    return thing.face == action_face(position.options.edition, position.action)


def _near(thing: Thing, place_mm: PointMm) -> bool:
    if thing.xy_mm is None:
        return False
    return all(abs(at - there) <= NEAR_MM for at, there in zip(thing.xy_mm, place_mm, strict=True))


def _before(player: Player, seats: int) -> list[Thing]:
    """A player's pile, the lost chests, and on top of them the last chest won."""
    seat, turn_deg = player.seat, layout.pile_deg(player.seat, seats)
    things = []
    if player.pile:
        things.append(Thing(CHEST, BACK, f"pile {seat}", layout.pile_xy_mm(seat, seats), turn_deg))
    if player.lost:
        things.append(Thing(CHEST, BACK, f"lost {seat}", layout.lost_xy_mm(seat, seats), turn_deg))
    if player.won:
        face, xy_mm = chest_face(player.won[-1]), layout.won_xy_mm(seat, seats)
        things.append(Thing(CHEST, face, f"won {seat}", xy_mm, turn_deg, level=1 if player.lost else 0))
    return things


def _turned(position: Position) -> list[Thing]:
    """This round's turned chests; won and lost ones stay in place until the round is over."""
    if position.phase is Phase.OVER:
        return []
    seats = len(position.players)
    return [
        Thing(
            CHEST,
            chest_face(turned.chest),
            turned_name(turned.seat),
            layout.turned_xy_mm(turned.seat, seats),
            layout.turned_deg(turned.seat, seats),
        )
        for turned in position.turned
    ]
