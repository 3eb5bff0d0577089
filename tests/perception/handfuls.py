"""Handfuls of cards on a table, strewn about so that they overlap a little, under a harsh camera: for whole sweeps.

Three of four are drawn by `card_pictures`, the fourth by the simulated table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.core.scene import Thing
from companion.simulator.source import RenderedSource, open_source
from companion.simulator.world import World
from tests.perception.card_pictures import PlacedPiece, hand_over, harsh_shot, in_picture, picture_of, placed

SIZE_XY = (1640, 1232)
GRID = 9
"""Points across and down a card at which it is looked whether another one lies on them."""


@dataclass(frozen=True)
class Strewing:
    """How cards come to lie in pictures.

    px_per_mm: least and most of one that is drawn; alone_px_per_mm: most where one card lies alone;
    simulated_px_per_mm: least and most of the simulated table. apart_mm: middles, at first, and where there is no such
    room. within_mm: middles lie no farther from the picture's, to each side.
    """

    px_per_mm: tuple[float, float] = (2.0, 3.2)
    alone_px_per_mm: float = 6.0
    simulated_px_per_mm: tuple[float, float] = (2.0, 3.0)
    apart_mm: tuple[float, float] = (62.0, 50.0)
    within_mm: float = np.inf


LARGE = Strewing()
SMALL = Strewing((1.6, 2.4), 4.0, (1.6, 2.4), (42.0, 28.0), 100.0)
"""Of square cards half as wide."""


@dataclass(frozen=True)
class Handful:
    """A picture, its cards (index among those dealt, centre px, share that is hidden), and pixels a mm.

    ups_deg: where the tops of `cards` point in the picture, 0 up, clockwise.
    """

    picture: Pixels
    cards: tuple[tuple[int, tuple[float, float], float], ...]
    px_per_mm: float
    how: str
    ups_deg: tuple[float, ...]

    def off_mm(self, one: tuple[float, float], other: tuple[float, float]) -> float:
        return float(np.hypot(one[0] - other[0], one[1] - other[1])) / self.px_per_mm


def handful_of(
    arts: Sequence[Art], nth: int, rng: np.random.Generator, hands: float = 0.0, how: Strewing = LARGE
) -> Handful:
    """The `nth` handful of a sweep. hands: how often a hand hides a part of one of its cards (never simulated)."""
    return _simulated(arts, rng, how) if nth % 4 == 0 else _drawn(arts, rng, hands, how)


def _drawn(arts: Sequence[Art], rng: np.random.Generator, hands: float, how: Strewing) -> Handful:
    least, most = how.px_per_mm
    most = how.alone_px_per_mm if len(arts) == 1 else most
    shot = harsh_shot(rng, SIZE_XY, float(np.exp(rng.uniform(np.log(least), np.log(most)))))
    pieces = _strewn(arts, shot.px_per_mm, rng, how)
    over = []
    if hands and rng.random() < hands:
        over.append(hand_over(pieces[int(rng.integers(len(pieces)))], float(rng.uniform(0.1, 0.7)), rng))
    cards = tuple(
        (index, (float(x), float(y)), _hidden(pieces, index, in_picture(shot, _points(pieces[index])), over))
        for index, (x, y) in enumerate(in_picture(shot, [piece.xy_mm for piece in pieces]))
    )
    tops = in_picture(shot, [placed(piece, 0.0, -1.0) for piece in pieces])
    ups = tuple(_up_deg(top - xy) for top, (_, xy, _) in zip(tops, cards, strict=True))
    return Handful(picture_of(shot, pieces, rng, over), cards, shot.px_per_mm, "drawn", ups)


def _simulated(arts: Sequence[Art], rng: np.random.Generator, how: Strewing) -> Handful:
    """The same on the simulated table, at the extremes of its options."""
    px_per_mm = float(rng.uniform(*how.simulated_px_per_mm))
    height_mm = 0.8 * SIZE_XY[0] / px_per_mm
    options = {
        "width": SIZE_XY[0],
        "height": SIZE_XY[1],
        "height_mm": round(height_mm, 1),
        "tilt_deg": round(float(rng.uniform(-30, 30)), 1),
        "turn_deg": round(float(rng.uniform(-180, 180)), 1),
        "lens": round(float(rng.uniform(-0.08, 0.04)), 3),
        "shadow": round(float(rng.uniform(0, 1)), 2),
        "light": round(float(2 ** rng.uniform(-1.2, 0.6)), 2),
        "cast": round(float(rng.uniform(-1, 1)), 2),
        "blur": round(float(rng.uniform(0, 1.6)), 2),
        "noise": round(float(rng.uniform(1, 9)), 1),
        "seed": int(rng.integers(1, 10**6)),
    }
    address = "rendered://?" + "&".join(f"{key}={value}" for key, value in options.items())
    world = World(lambda kind, face: arts[int(face)])
    pieces = _strewn(arts, px_per_mm * 1.15, rng, how)
    for index, piece in enumerate(pieces):
        world.lay(Thing("card", str(index), level=index), piece.xy_mm, piece.turn_deg)
    with open_source(SourceUrl.parse(address), ManualClock(), world) as source:
        picture = source.full().pixels
        where = {int(thing.face): xy for thing, xy in source.truth().things}
        ups = tuple(_up_deg(_seen_way(source, where[index], pieces[index].turn_deg)) for index in sorted(where))
    cards = tuple(
        (index, (float(xy[0]), float(xy[1])), _hidden(pieces, index, None, [])) for index, xy in sorted(where.items())
    )
    return Handful(picture, cards, px_per_mm, "simulated", ups)


def _up_deg(way_px: np.ndarray) -> float:
    return float(np.degrees(np.arctan2(way_px[0], -way_px[1])) % 360)


def _seen_way(source: RenderedSource, xy_px: tuple[float, float], turn_deg: float) -> np.ndarray:
    """Where the top of a card points in the picture, computed from the pixels beside its middle."""
    here, right, below = (
        np.array(source.table_point_mm((xy_px[0] + dx, xy_px[1] + dy))) for dx, dy in ((0, 0), (4, 0), (0, 4))
    )
    up_mm = np.array([np.sin(np.radians(turn_deg)), -np.cos(np.radians(turn_deg))])
    return np.asarray(np.linalg.solve(np.stack([right - here, below - here], axis=1), up_mm))


def _strewn(arts: Sequence[Art], px_per_mm: float, rng: np.random.Generator, how: Strewing) -> list[PlacedPiece]:
    """Cards at any turn, within the picture, on places where they cover each other a little or not at all."""
    reach = np.array(SIZE_XY) / px_per_mm / 2 * 0.86 - 44.0
    reach = np.minimum(reach, how.within_mm)
    found: list[PlacedPiece] = []
    for art in arts:
        for attempt in range(200):
            xy = rng.uniform(-1, 1, 2) * np.maximum(reach, 1.0)
            apart = how.apart_mm[0] if attempt < 100 else how.apart_mm[1]
            if all(np.linalg.norm(xy - other.xy_mm) > apart for other in found):
                break
        found.append(PlacedPiece(art, (float(xy[0]), float(xy[1])), float(rng.uniform(0, 360))))
    return found


def _points(piece: PlacedPiece) -> list[tuple[float, float]]:
    """Of a grid all over a card, table mm."""
    across, down = (np.linspace(-0.47, 0.47, GRID) * length for length in (piece.art.width_mm, piece.art.height_mm))
    return [placed(piece, float(x), float(y)) for x in across for y in down]


def _hidden(pieces: list[PlacedPiece], index: int, seen_px: np.ndarray | None, over: Sequence[np.ndarray]) -> float:
    """The share of a card on which later ones or hands lie, or which is outside of the picture."""
    points = np.array(_points(pieces[index]))
    gone = np.zeros(len(points), bool)
    for other in pieces[index + 1 :]:
        a = np.radians(other.turn_deg)
        relative = points - other.xy_mm
        x, y = relative @ [np.cos(a), np.sin(a)], relative @ [-np.sin(a), np.cos(a)]
        gone |= (np.abs(x) < other.art.width_mm / 2) & (np.abs(y) < other.art.height_mm / 2)
    for outline in over:
        gone |= [cv2.pointPolygonTest(outline.astype(np.float32), (x, y), False) >= 0 for x, y in points.tolist()]
    if seen_px is not None:
        gone |= ((seen_px < 0) | (seen_px >= SIZE_XY)).any(axis=1)
    return float(gone.mean())
