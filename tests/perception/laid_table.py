"""Cards in rows under the simulated camera, and their watcher; every answer is compared with what lies there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import hypot
from random import Random

from companion import catalog
from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.core.art import Art, Circle, Label, Polygon, rectangle
from companion.core.clock import ManualClock
from companion.core.scene import Thing
from companion.games.leprechauns.eyes import drawn_cards
from companion.perception.drawn.laid import LaidCards
from companion.perception.drawn.place_state import Lying, PlaceState
from companion.perception.drawn.placed_reader import NEAR_SHARE
from companion.simulator.bodies import Side
from companion.simulator.source import open_source
from companion.simulator.world import World

MOTIFS = (1, 2, 5, 7, 8, 9, 12, 13, 14, 24, 30, 33, 41, 42, 44, 51, 56, 60)
"""As many as a memory game has motifs; 2 and 41, 5 and 42 have a motif in common."""
IN_THE_DECK = ("back", *(str(motif) for motif in MOTIFS))
CARDS = replace(drawn_cards(), faces=tuple(each for each in drawn_cards().faces if each.faces[0] in IN_THE_DECK))
FPS = 8
CAMERA = f"rendered://?width=1320&height=990&fps={FPS}"
KNOWN_S = 1.0
"""A place is known so soon after all has come to rest."""
PITCH_MM = (71.0, 96.0)
PALM_MM = 75.0
"""From a finger's end back to where a hand hides a whole card."""
PHONE = Art(72.0, 146.0, 8.0, False, "#101010", (rectangle((0.0, 0.0), 66.0, 134.0, "#16181c"),))
WALLET = Art(110.0, 90.0, 12.0, False, "#1d2422")
BROWNS = ("#9e7048", "#a47549", "#93683f", "#8e6440", "#a97a50")
BOARD = Art(
    700.0,
    440.0,
    0.1,
    False,
    "#9e7048",
    tuple(rectangle((0.0, 2.5 * nth - 218.0), 700.0, 2.6, BROWNS[nth * nth % 11 % 5]) for nth in range(176)),
)
"""Wood, of the colour of some people's skin."""
OTHER_ART = {"phone": PHONE, "wallet": WALLET, "board": BOARD}

PointMm = tuple[float, float]


def larger(art: Art, times: float) -> Art:
    """A card as it looks when it is held nearer to the camera."""

    def point(xy: PointMm) -> PointMm:
        return xy[0] * times, xy[1] * times

    def shape(each: Polygon | Circle | Label) -> Polygon | Circle | Label:
        if isinstance(each, Polygon):
            points = tuple(point(xy) for xy in each.points_mm)
            return replace(each, points_mm=points, stroke_mm=each.stroke_mm * times)
        if isinstance(each, Circle):
            return replace(each, centre_mm=point(each.centre_mm), radius_mm=each.radius_mm * times)
        return replace(each, centre_mm=point(each.centre_mm), height_mm=each.height_mm * times)

    shapes = tuple(shape(each) for each in art.shapes)
    return replace(art, width_mm=art.width_mm * times, height_mm=art.height_mm * times, shapes=shapes)


def art(kind: str, face: str) -> Art:
    game = catalog.game("leprechauns")
    if kind == "held":
        return larger(game.art("chest", face), 1.08)
    return OTHER_ART[kind] if kind in OTHER_ART else game.art(kind, face)


def pool(columns: int, rows: int) -> dict[str, PointMm]:
    wide, high = PITCH_MM
    return {
        f"{row}.{column}": ((column - (columns - 1) / 2) * wide, (row - (rows - 1) / 2) * high)
        for row in range(rows)
        for column in range(columns)
    }


def number(face: str) -> int:
    """A chest's side of the deck."""
    return next(n for n, each in enumerate(CARDS.faces) if each.kind == "chest" and face in each.faces)


@dataclass
class Table:
    """Cards in rows under the camera; every answer is compared with what really lies there."""

    camera: str = CAMERA
    columns: int = 4
    rows: int = 3
    said: int = 0
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.places = pool(self.columns, self.rows)
        self.world = World(art)
        self.source = open_source(SourceUrl.parse(self.camera), ManualClock(), self.world)
        self.idents: dict[str, int] = {}
        self.eyes = LaidCards(CARDS)
        self.fulls = 0
        self.now: Mapping[str, PlaceState] = {}
        self.now_s = 0.0

    def lay(self, name: str, face: str = "back", off_mm: PointMm = (0.0, 0.0), turn_deg: float = 0.0) -> None:
        x, y = self.places[name]
        self.idents[name] = self.world.lay(Thing("chest", face, name), (x + off_mm[0], y + off_mm[1]), turn_deg)

    def lay_all(self, random: Random | None = None) -> None:
        for name in self.places:
            self.lay(name, "back", *(askew(random) if random else ((0.0, 0.0), 0.0)))

    def take(self, name: str) -> None:
        self.world.remove(self.idents.pop(name))

    def turn(self, name: str, face: str) -> None:
        self.world.turn_over(self.idents[name], face)

    def hand(self, name: str, side: Side = "south", owner: str = "somebody") -> None:
        (x, y), (dx, dy) = self.places[name], {"south": (0, -1), "north": (0, 1), "west": (1, 0), "east": (-1, 0)}[side]
        self.world.put_hand(owner, side, (x + PALM_MM * dx, y + PALM_MM * dy))

    def begin(self) -> None:
        self.eyes.begin(self.places, self.source.full().pixels)

    def full(self) -> Pixels:
        self.fulls += 1
        return self.source.full().pixels

    def watch(self, seconds: float) -> Mapping[str, PlaceState]:
        for _ in range(round(seconds * FPS)):
            frame = self.source.small()
            self.now, self.now_s = self.eyes.update(frame, self.full), frame.taken_s
            self._check()
        return self.now

    def _check(self) -> None:
        snapshot = self.world.snapshot()
        for name, laid in self.now.items():
            x, y = self.places[name]
            near_mm = NEAR_SHARE * CARDS.width_mm
            here = [
                each.thing
                for each in snapshot.things
                if each.thing.kind == "chest" and hypot(each.xy_mm[0] - x, each.xy_mm[1] - y) <= near_mm
            ]
            self.said += 1
            truth = Lying.NOTHING if not here else Lying.DOWN if here[-1].face == "back" else Lying.UP
            faces = () if laid.face is None else CARDS.faces[laid.face].faces
            if laid.lies is not truth or (here and faces and here[-1].face not in faces):
                self.wrong.append(f"{self.now_s:.2f} s, {name}: {laid.lies} {faces}, but {here}")

    def lying(self) -> dict[str, Lying]:
        return {name: laid.lies for name, laid in self.now.items()}


def askew(random: Random) -> tuple[PointMm, float]:
    off_mm = random.uniform(-6.0, 6.0), random.uniform(-6.0, 6.0)
    return off_mm, random.uniform(-10.0, 10.0) + random.choice((0.0, 180.0))
