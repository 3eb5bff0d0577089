"""What the camera may report of hands, and what it means in this game (clauses 3.1 to 3.13)."""

from __future__ import annotations

from companion.core.capabilities.slaps import SlapPlace, SlapTexts
from companion.core.text import Text
from companion.core.units import PointMm
from companion.games.leprechauns import layout
from companion.games.leprechauns.actions import FoulSeen, Slap
from companion.games.leprechauns.chest_art import MOTIF_ROOM_MM, MOTIF_Y_MM
from companion.games.leprechauns.fouls import FOUL_PHASES, foul_fault
from companion.games.leprechauns.pieces import Fault
from companion.games.leprechauns.position import Position

MOTIF_TALL_MM = 24.0
"""Height of the drawn part of a motif; the area reserved for it is higher."""

TEXTS = SlapTexts(
    whose=Text(fr="À qui est la main sur le coffre de {owner} ?", en="Whose hand is on the chest of {owner}?"),
    nobody=Text(fr="Il n'y en a pas", en="There is none"),
    where=Text(fr="Sur le coffre de qui est la main de {who} ?", en="On whose chest is the hand of {who}?"),
    nowhere=Text(fr="Sur aucun", en="On none"),
    lifted=Text(fr="La main de {who} s'est-elle levée ou déplacée ?", en="Was the hand of {who} lifted or moved?"),
    uncovered=Text(fr="La main de {who} cache-t-elle les deux motifs ?", en="Does the hand of {who} hide both motifs?"),
    well=Text(fr="Tout va bien", en="All is well"),
    fault=Text(fr="C'est une faute", en="It is a fault"),
)


def slap_places(position: Position) -> tuple[SlapPlace, ...]:
    """The turned chests while hands lie on them: position, rotation, size and the areas of the motifs in mm."""
    if position.phase not in FOUL_PHASES:
        return ()
    seats, half = len(position.players), MOTIF_ROOM_MM / 2
    motifs = tuple((-half, y - MOTIF_TALL_MM / 2, half, y + MOTIF_TALL_MM / 2) for y in MOTIF_Y_MM)
    return tuple(
        SlapPlace(
            turned.seat,
            layout.turned_xy_mm(turned.seat, seats),
            layout.turned_deg(turned.seat, seats),
            (layout.CARD_WIDTH_MM, layout.CARD_HEIGHT_MM),
            motifs,
        )
        for turned in sorted(position.turned, key=lambda turned: turned.seat)
    )


def seats_mm(position: Position) -> tuple[PointMm, ...]:
    """Where each player sits, in mm from the mat's centre."""
    return tuple(layout.sits_xy_mm(seat, len(position.players)) for seat in position.seats)


def slapped(seat: int, on: int, *, tie: bool) -> Slap:
    """The action for a hand of `seat` that landed on the chest of seat `on`."""
    return Slap(seat, on, tie)


def holds(position: Position, on: int) -> int | None:
    """The seat whose hand holds the chest if it takes no other hand, even if that player is out (clauses 3.3, 3.10);
    else None."""
    if position.options.shared:
        return None
    return next((hand.seat for hand in position.hands if hand.on == on), None)


def seen_fault(position: Position, seat: int, fault: Fault) -> FoulSeen | None:
    """The action for a fault that the camera saw; None where it cannot be one (clauses 3.7, 3.8, 3.12)."""
    if position.phase not in FOUL_PHASES or foul_fault(position, seat, fault) is not None:
        return None
    return FoulSeen(seat, fault)
