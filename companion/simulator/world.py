"""The state of the simulated table. It is mutable, as a table is, and safe between threads."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random
from threading import RLock

from companion.core.mat import TABLE_MAT, Mat
from companion.core.scene import Scene, Thing
from companion.core.units import PointMm
from companion.simulator.bodies import Die, Hand, Laid, Side, Snapshot
from companion.simulator.dice_area import DIE_RADIUS_MM, free_place
from companion.simulator.lamp import CEILING, Lamp
from companion.simulator.pile import arms_from_below
from companion.simulator.reach import Reach
from companion.simulator.stack import ArtOf, apart_mm, covers, ground_mm, same_thing
from companion.simulator.tumble import Tumble, lying, middle_over_ground_mm, thrown, turned_about_upright

DIE_KIND = "die"
"""The kind of thing that dice are."""
THROWN_FROM_MM = 60.0
"""Dice leave the hand this far on the viewer's side of the dice area."""
HAND_S = 0.35
"""Time that a hand takes from the table's edge to its place."""
MOST_DICE = 12
"""Dice in one throw."""
MOST_FACES = 1024
"""Faces whose art is cached: a game's whole deck with both sides."""


class World:
    """Things, dice and hands on a mat.

    Args:
        art: art(kind, face), how things look and how large they are.
        mat: what they lie on.
    """

    def __init__(self, art: ArtOf, mat: Mat = TABLE_MAT) -> None:
        self.art: ArtOf = lru_cache(maxsize=MOST_FACES)(art)
        self.mat = mat
        self._lock = RLock()
        self._revision = 0
        self._last_ident = 0
        self._things: dict[int, Laid] = {}
        self._dice: dict[int, Die] = {}
        self._tumbling: dict[int, tuple[Tumble, int]] = {}
        self._hands: dict[str, Hand] = {}
        self._leaving: set[str] = set()
        self._lamp = CEILING
        self._reaches: dict[str, Reach] = {}
        self._elapsed_s = 0.0

    @property
    def revision(self) -> int:
        """Grows with every change."""
        return self._revision

    @property
    def at_rest(self) -> bool:
        """Whether no die tumbles and no hand moves."""
        with self._lock:
            arriving = any(hand.reach < 1.0 for hand in self._hands.values())
            reaching = any(reach.ends_s > self._elapsed_s for reach in self._reaches.values())
            return not self._tumbling and not self._leaving and not arriving and not reaching

    @property
    def elapsed_s(self) -> float:
        """The world's own time, in which a `Reach` counts."""
        return self._elapsed_s

    def snapshot(self) -> Snapshot:
        """Return the table as it is now; things in drawing order, lower levels first."""
        with self._lock:
            things = sorted(self._things.values(), key=lambda laid: (laid.thing.level, laid.ident))
            dice, hands = tuple(self._dice.values()), tuple(self._hands.values())
            arms = arms_from_below(self.reaches, self._elapsed_s)
            return Snapshot(self._revision, tuple(things), dice, hands, self._lamp, arms)

    def arrange(self, scene: Scene) -> None:
        """Lay everything but the dice as `scene` shows it, and remove what it does not show.

        A thing without a place stays where it lies; one that lies nowhere yet must be added with `lay`.
        """
        with self._lock:
            old = dict(self._things)
            new: dict[int, Laid] = {}
            for thing in scene.things:
                if thing.kind == DIE_KIND:
                    continue
                before = same_thing(old.values(), thing)
                if before is not None:
                    del old[before.ident]
                if thing.xy_mm is not None:
                    ident = before.ident if before else self._new_ident()
                    kept_deg = before.turn_deg if before else 0.0
                    turn_deg = kept_deg if thing.turn_deg is None else thing.turn_deg
                    new[ident] = Laid(ident, thing, thing.xy_mm, turn_deg)
                elif before is not None:
                    new[before.ident] = replace(before, thing=thing)
            if new != self._things:
                self._things = new
                self._revision += 1

    def lay(self, thing: Thing, xy_mm: PointMm, turn_deg: float = 0.0) -> int:
        """Add one thing; return its number."""
        with self._lock:
            ident = self._new_ident()
            self._things[ident] = Laid(ident, thing, xy_mm, turn_deg)
            self._revision += 1
            return ident

    def throw_dice(self, random: Random, count: int = 3) -> tuple[int, ...]:
        """Pick all dice up and throw `count`; they tumble while time is advanced.

        Returns:
            The values that will lie on top, in the order of the dice's numbers.

        Raises:
            ValueError: `count` is not 1 to 12.
        """
        if not 1 <= count <= MOST_DICE:
            raise ValueError(f"throw 1 to {MOST_DICE} dice, not {count}")
        with self._lock:
            self._dice.clear()
            self._tumbling.clear()
            left, _, right, bottom = self.mat.dice_xyxy_mm
            values = tuple(random.randint(1, 12) for _ in range(count))
            taken: list[PointMm] = []
            for value in values:
                place = free_place(random, self.mat.dice_xyxy_mm, taken, self._ground_mm)
                taken.append(place)
                rotation = lying(value, random.uniform(0.0, 360.0))
                start = (random.uniform((left + right) / 2, right), bottom + THROWN_FROM_MM)
                tumble = thrown(random, start, place, self._ground_mm(place), rotation)
                ident = self._new_ident()
                middle, turned = tumble.pose()
                self._dice[ident] = Die(ident, None, middle, turned, moving=True, style=0)
                self._tumbling[ident] = (tumble, value)
            self._revision += 1
            return values

    def place_die(
        self,
        value: int,
        xy_mm: PointMm,
        yaw_deg: float = 0.0,
        lean_deg: float = 0.0,
        lean_toward_deg: float = 0.0,
        style: int = 0,
    ) -> int:
        """Put one more die down; return its number.

        Args:
            value: 1 to 12, on top.
            xy_mm: its place.
            yaw_deg: its rotation about the vertical axis.
            lean_deg: how far it leans ("cocked"); its value is then unknown.
            lean_toward_deg: the direction in which its top leans, from +x towards +y.
            style: which body and ink, see `die_body.STYLES`.
        """
        with self._lock:
            ident = self._new_ident()
            rotation = lying(value, yaw_deg, lean_deg, lean_toward_deg)
            z = self._ground_mm(xy_mm) + middle_over_ground_mm(rotation)
            shown = value if lean_deg == 0.0 else None
            self._dice[ident] = Die(ident, shown, (*xy_mm, z), rotation, moving=False, style=style)
            self._revision += 1
            return ident

    def move(self, ident: int, xy_mm: PointMm, turn_deg: float | None = None) -> None:
        """Push a thing or a die to a place.

        Args:
            ident: its number.
            xy_mm: the place.
            turn_deg: a thing's new rotation, or by how much a die is rotated; None: as it was.

        Raises:
            KeyError: nothing has that number.
        """
        with self._lock:
            if ident in self._things:
                laid = self._things[ident]
                kept_deg = laid.turn_deg if turn_deg is None else turn_deg
                self._things[ident] = replace(laid, xy_mm=xy_mm, turn_deg=kept_deg)
            else:
                die = self._rested(ident)
                rotation = turned_about_upright(die.rotation, turn_deg or 0.0)
                z = self._ground_mm(xy_mm) + middle_over_ground_mm(rotation)
                self._dice[ident] = replace(die, middle_xyz_mm=(*xy_mm, z), rotation=rotation)
            self._revision += 1

    def turn_over(self, ident: int, face: str) -> None:
        """Show another face of a thing, or lay a die with the value `face` on top.

        Raises:
            KeyError: nothing has that number.
        """
        with self._lock:
            if ident in self._things:
                laid = self._things[ident]
                self._things[ident] = replace(laid, thing=replace(laid.thing, face=face))
            else:
                die = self._rested(ident)
                x, y, _ = die.middle_xyz_mm
                rotation = lying(int(face), 0.0)
                z = self._ground_mm((x, y)) + middle_over_ground_mm(rotation)
                self._dice[ident] = replace(die, value=int(face), middle_xyz_mm=(x, y, z), rotation=rotation)
            self._revision += 1

    def remove(self, ident: int) -> None:
        """Take a thing or a die off the table.

        Raises:
            KeyError: nothing has that number.
        """
        with self._lock:
            if ident in self._things:
                del self._things[ident]
            else:
                del self._dice[ident]
                self._tumbling.pop(ident, None)
            self._revision += 1

    def clear_dice(self) -> None:
        """Take all dice off the table."""
        with self._lock:
            if self._dice:
                self._dice.clear()
                self._tumbling.clear()
                self._revision += 1

    def switch_lamp(self, lamp: Lamp) -> None:
        """Light the table with another lamp."""
        with self._lock:
            self._lamp = lamp
            self._revision += 1

    def put_hand(self, owner: str, side: Side, tip_xy_mm: PointMm) -> None:
        """Let a hand come in from `side`, or move when it is there already."""
        with self._lock:
            before = self._hands.get(owner)
            reach = before.reach if before is not None and before.side == side else 0.0
            self._hands[owner] = Hand(owner, side, tip_xy_mm, reach)
            self._leaving.discard(owner)
            self._revision += 1

    def remove_hand(self, owner: str) -> None:
        """Let a hand go back; nothing happens when there is none."""
        with self._lock:
            if owner in self._hands:
                self._leaving.add(owner)

    def reach(self, reach: Reach) -> None:
        """Let an arm move along `reach`, in place of its owner's earlier one; times are in `elapsed_s`."""
        with self._lock:
            self._reaches[reach.owner] = reach
            self._revision += 1

    @property
    def reaches(self) -> tuple[Reach, ...]:
        """The motions of all arms, earliest first."""
        with self._lock:
            return tuple(sorted(self._reaches.values(), key=lambda reach: reach.begins_s))

    def advance(self, duration_s: float) -> None:
        """Let time pass: dice roll, hands move."""
        with self._lock:
            rested = self.at_rest
            self._elapsed_s += max(0.0, duration_s)
            if duration_s <= 0.0 or rested:
                return
            for ident, (before, value) in list(self._tumbling.items()):
                tumble = replace(before, elapsed_s=before.elapsed_s + duration_s)
                if tumble.over:
                    self._tumbling[ident] = (tumble, value)
                    self._rested(ident)
                else:
                    middle, rotation = tumble.pose()
                    self._tumbling[ident] = (tumble, value)
                    self._dice[ident] = replace(self._dice[ident], middle_xyz_mm=middle, rotation=rotation)
            for owner, hand in list(self._hands.items()):
                step = duration_s / HAND_S
                reach = max(0.0, hand.reach - step) if owner in self._leaving else min(1.0, hand.reach + step)
                self._hands[owner] = replace(hand, reach=reach)
                if reach == 0.0 and owner in self._leaving:
                    del self._hands[owner]
                    self._leaving.discard(owner)
            self._revision += 1

    def pick(self, xy_mm: PointMm) -> int | None:
        """Return the number of the topmost die or thing at a point of the table; None where there is none."""
        with self._lock:
            for die in self._dice.values():
                if apart_mm((die.middle_xyz_mm[0], die.middle_xyz_mm[1]), xy_mm) <= DIE_RADIUS_MM:
                    return die.ident
            for laid in reversed(self.snapshot().things):
                if covers(laid, self.art(laid.thing.kind, laid.thing.face), xy_mm):
                    return laid.ident
            return None

    def _rested(self, ident: int) -> Die:
        """The die, brought to rest where its throw ends if it was in the air."""
        if ident in self._tumbling:
            tumble, value = self._tumbling.pop(ident)
            x, y = tumble.to_xy_mm
            middle = (x, y, tumble.base_mm + middle_over_ground_mm(tumble.rotation))
            self._dice[ident] = replace(
                self._dice[ident], value=value, middle_xyz_mm=middle, rotation=tumble.rotation, moving=False
            )
        return self._dice[ident]

    def _ground_mm(self, xy_mm: PointMm) -> float:
        return ground_mm(tuple(self._things.values()), self.art, xy_mm)

    def _new_ident(self) -> int:
        self._last_ident += 1
        return self._last_ident
