"""How a board may lie on a table: tiles, discs, hands and the camera, in millimetres, before anything is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, radians, sin

import numpy as np

from companion.simulator.pinhole import PinholeCamera

Cell = tuple[int, int]
Board = Callable[[np.random.Generator], dict[Cell, str]]
"""Draws a board by lot: every tile with its mark."""
SIDES: tuple[Cell, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
LARGEST_ANGLE_DEG = 43.0  # nearer to 45 degrees nobody can say which of two sides is the top
MOST_ACROSS = 9  # tiles in a line
SQUARE_ON_SHARE = 0.5  # of the tables: most people lay the board as they sit
HOLED_SHARE, MOST_HOLES = 0.25, 3  # of the boards, beside what moving tiles leaves: table seen in the midst of tiles
GRAZING_SHARE = 0.25  # of the hands: fingertips that reach just over the board's edge


@dataclass(frozen=True, slots=True)
class Disc:
    """One disc: middle of its foot, radii at foot and top, height, mm; mark "w", "W", "r", "R"."""

    x_mm: float
    y_mm: float
    base_mm: float
    foot_radius_mm: float
    top_radius_mm: float
    height_mm: float
    mark: str


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile: its cell, its middle, how far it is turned (clockwise as seen); mark as in the board's text."""

    cell: Cell
    x_mm: float
    y_mm: float
    turn_deg: float
    mark: str


@dataclass(frozen=True, slots=True)
class Limb:
    """A part of a hand or an arm: a rounded bar between two points (x, y, z up), mm. sleeve: cloth, not skin."""

    start_mm: tuple[float, float, float]
    end_mm: tuple[float, float, float]
    start_radius_mm: float
    end_radius_mm: float
    sleeve: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """All that stands on one table, and the camera over it."""

    camera: PinholeCamera
    tiles: tuple[Tile, ...]
    strays: tuple[Tile, ...]  # tiles that lie apart: no part of the board
    discs: tuple[Disc, ...]  # on the board and beside it
    limbs: tuple[Limb, ...]
    tile_mm: float
    thick_mm: float

    @property
    def board(self) -> str:
        """The board's text, row 0 at the picture's top."""
        marks = {tile.cell: tile.mark for tile in self.tiles}
        rows, columns = max(r for r, _ in marks) + 1, max(c for _, c in marks) + 1
        return "/".join("".join(marks.get((r, c), ".") for c in range(columns)) for r in range(rows))


def any_board(rng: np.random.Generator) -> dict[Cell, str]:
    """Tiles and discs as no game might have them, each with its mark; the first row and column are 0."""
    return _marked(rng, _shape(rng))


def layout(
    rng: np.random.Generator, width_px: int, height_px: int, board: Board = any_board, hand_share: float = 0.25
) -> Layout:
    """One table, the whole board within the picture. hand_share: of pictures with a hand over or beside the board."""
    while True:
        marks = board(rng)
        made = _laid(rng, marks, width_px, height_px) if _fits(set(marks)) else None
        if made is not None:
            break
    beside = _beside(rng, made)
    if rng.random() < hand_share:
        beside = replace(beside, limbs=hand(rng, beside))
    return beside


def corners(x_mm: float, y_mm: float, turn_deg: float, side_mm: float, z_mm: float) -> np.ndarray:
    """A square's corners (4, 3) mm."""
    a, h = radians(turn_deg), side_mm / 2
    right, down = np.array([cos(a), sin(a)]), np.array([-sin(a), cos(a)])
    at = [np.array([x_mm, y_mm]) + right * i * h + down * j * h for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return np.column_stack([np.array(at), np.full(4, z_mm)])


def _shape(rng: np.random.Generator) -> set[Cell]:
    """10 to 30 tiles that hang together: a rectangle, one with some tiles moved, or a wild one."""
    kind = rng.random()
    if kind < 0.75:
        rows, columns = [(4, 5), (5, 4), (8, 3), (3, 8), (4, 6), (6, 4)][int(rng.integers(6))]
        cells = {(r, c) for r in range(rows) for c in range(columns)}
        for _ in range(int(rng.integers(0, 9)) if kind > 0.15 else 0):
            _move_one(rng, cells)
        if rng.random() < HOLED_SHARE:
            for _ in range(int(rng.integers(1, MOST_HOLES + 1))):
                _hole(rng, cells)
        return cells
    cells = {(0, 0)}
    goal = int(rng.integers(10, 31))
    while len(cells) < goal:
        around = sorted({(r + y, c + x) for r, c in cells for y, x in SIDES} - cells)
        spot = around[int(rng.integers(len(around)))]
        if _fits(cells | {spot}):
            cells.add(spot)
    return cells


def _move_one(rng: np.random.Generator, cells: set[Cell]) -> None:
    loose = [c for c in sorted(cells) if sum((c[0] + y, c[1] + x) in cells for y, x in SIDES) <= 2]
    tile = loose[int(rng.integers(len(loose)))]
    rest = cells - {tile}
    around = sorted({(r + y, c + x) for r, c in rest for y, x in SIDES} - cells)
    spot = around[int(rng.integers(len(around)))]
    if _one_piece(rest) and _fits(rest | {spot}):
        cells.remove(tile)
        cells.add(spot)


def _hole(rng: np.random.Generator, cells: set[Cell]) -> None:
    """One tile out of the midst of others."""
    inner = [c for c in sorted(cells) if sum((c[0] + y, c[1] + x) in cells for y, x in SIDES) >= 3]
    if inner:
        tile = inner[int(rng.integers(len(inner)))]
        if _one_piece(cells - {tile}):
            cells.remove(tile)


def _fits(cells: set[Cell]) -> bool:
    return all(max(values) - min(values) < MOST_ACROSS for values in zip(*cells, strict=True))


def _one_piece(cells: set[Cell]) -> bool:
    left = set(cells)
    edge = [left.pop()]
    while edge:
        r, c = edge.pop()
        near = {(r + y, c + x) for y, x in SIDES} & left
        left -= near
        edge += near
    return not left


def _marked(rng: np.random.Generator, cells: set[Cell]) -> dict[Cell, str]:
    """Discs on some of the tiles; rows and columns counted from the top left."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    free = [(r - top, c - left) for r, c in sorted(cells)]
    marks = dict.fromkeys(free, "_")
    rng.shuffle(free)
    circles = rng.choice([0.0, 0.3, 0.5, 0.8])
    for letter in "wr":
        for _ in range(int(rng.integers(0, 9))):
            if free:
                marks[free.pop()] = letter.upper() if rng.random() < circles else letter
    return marks


def _laid(rng: np.random.Generator, marks: dict[Cell, str], width_px: int, height_px: int) -> Layout | None:
    """The tiles on the table, a camera that sees them; None when the board does not fit this time."""
    tile_mm = rng.uniform(34, 52)
    pitch_mm = tile_mm * (1 + rng.choice([0.0, rng.uniform(0, 0.02), rng.uniform(0.01, 0.06)]))
    crooked_deg, shifted = rng.choice([0.3, 1.0, 2.0, 3.5]), rng.choice([0.002, 0.01, 0.02, 0.035])
    square_on = rng.random() < SQUARE_ON_SHARE
    angle = rng.normal(0, 8) if square_on else rng.uniform(-LARGEST_ANGLE_DEG, LARGEST_ANGLE_DEG)
    turn = rng.uniform(-180, 180)
    a = radians(angle + turn)
    right, down = np.array([cos(a), sin(a)]), np.array([-sin(a), cos(a)])
    middle = np.array([[r, c] for r, c in marks]).mean(axis=0)
    middle = (middle + (np.max(list(marks), axis=0) / 2)) / 2
    tiles = []
    for (r, c), mark in marks.items():
        x, y = ((c - middle[1]) * right + (r - middle[0]) * down) * pitch_mm + rng.normal(0, shifted, 2) * tile_mm
        tiles.append(Tile((r, c), float(x), float(y), float(angle + turn + rng.normal(0, crooked_deg)), mark))
    reach = max(np.hypot(t.x_mm, t.y_mm) for t in tiles) + tile_mm
    focal = width_px * rng.uniform(0.75, 1.6)
    field_mm = reach * rng.uniform(1.5, 4.2)
    camera = PinholeCamera(
        width_px,
        height_px,
        focal,
        focal * field_mm / width_px,
        min(abs(float(rng.normal(0, 9))), 28.0),
        float(turn),
        tuple(rng.uniform(-0.3, 0.3, 2) * field_mm),
    )
    thick_mm = rng.uniform(2, 9)
    outline = np.concatenate([corners(t.x_mm, t.y_mm, t.turn_deg, tile_mm, thick_mm) for t in tiles])
    seen = camera.project(outline)
    if seen.min() < 4 or (seen > [width_px - 5, height_px - 5]).any():
        return None
    ends = camera.project(np.array([[0, 0, thick_mm], [*(right * tile_mm), thick_mm], [*(down * tile_mm), thick_mm]]))
    across, along = ends[1] - ends[0], ends[2] - ends[0]
    tilted = (degrees(atan2(across[1], across[0])) + degrees(atan2(-along[0], along[1]))) / 2
    if abs(tilted) > LARGEST_ANGLE_DEG or np.linalg.norm(across) < 0.033 * width_px:
        return None
    discs = _discs(rng, tiles, tile_mm, thick_mm)
    return Layout(camera, tuple(tiles), (), discs, (), tile_mm, thick_mm)


def _discs(rng: np.random.Generator, tiles: list[Tile], tile_mm: float, thick_mm: float) -> tuple[Disc, ...]:
    radius = tile_mm * rng.uniform(0.27, 0.43)
    height = rng.uniform(2.5, 13)
    narrow = radius * rng.choice([1.0, 1.0, rng.uniform(0.68, 0.97)])
    wide_is_circle = rng.random() < 0.7  # the boxed discs have their circle on the wide face
    off = rng.choice([0.01, 0.03, 0.06]) * tile_mm
    discs = []
    for tile in tiles:
        if tile.mark != "_":
            top, foot = (radius, narrow) if tile.mark.isupper() == wide_is_circle else (narrow, radius)
            dx, dy = np.clip(rng.normal(0, off, 2), -0.12 * tile_mm, 0.12 * tile_mm)
            discs.append(Disc(tile.x_mm + dx, tile.y_mm + dy, thick_mm, foot, top, height, tile.mark))
    return tuple(discs)


def _beside(rng: np.random.Generator, made: Layout) -> Layout:
    """The same with spare discs and tiles on the table, apart from the board."""
    pattern = made.discs[0] if made.discs else Disc(0, 0, 0, 0.35 * made.tile_mm, 0.35 * made.tile_mm, 6, "w")
    reach = np.array([made.camera.width_px, made.camera.height_px])
    discs = list(made.discs)
    strays: list[Tile] = []
    turn = rng.uniform(0, 90)
    for is_tile in [False] * int(rng.choice([0, 0, 2, 6])) + [True] * int(rng.choice([0, 0, 0, 0, 2])):
        x, y = made.camera.on_table(rng.uniform(0.02, 0.98, 2)[None] * reach)[0]
        far = min(np.hypot(x - t.x_mm, y - t.y_mm) for t in (*made.tiles, *strays))
        if is_tile and far > 2.1 * made.tile_mm:
            strays.append(Tile((-1, -1), float(x), float(y), float(turn), "_"))
        elif not is_tile and far > 1.25 * made.tile_mm:
            discs.append(
                replace(pattern, x_mm=float(x), y_mm=float(y), base_mm=0.0, mark=str(rng.choice(list("wWrR"))))
            )
    return replace(made, discs=tuple(discs), strays=tuple(strays))


def hand(rng: np.random.Generator, made: Layout) -> tuple[Limb, ...]:
    """A forearm from outside the picture with a hand over the board, or (one in four) beside it."""
    camera, size = made.camera, np.array([made.camera.width_px, made.camera.height_px])
    away = rng.uniform(-np.pi, np.pi)
    back = np.array([cos(away), sin(away)])
    kind = rng.random()
    if kind < GRAZING_SHARE:
        outermost = max(made.tiles, key=lambda tile: tile.x_mm * back[0] + tile.y_mm * back[1])
        goal = np.array([outermost.x_mm, outermost.y_mm]) + back * rng.uniform(0.0, 1.2) * made.tile_mm
    elif kind < 0.8:
        tile = made.tiles[int(rng.integers(len(made.tiles)))]
        goal = np.array([tile.x_mm, tile.y_mm]) + rng.normal(0, 0.4, 2) * made.tile_mm
    else:
        goal = camera.on_table(rng.uniform(0, 1, 2)[None] * size)[0]
    bend = back @ np.array([[cos(t := rng.normal(0, 0.35)), -sin(t)], [sin(t), cos(t)]])
    level = made.thick_mm + rng.uniform(12, 60)
    scale = rng.uniform(0.8, 1.15)
    wrist = goal + back * 150 * scale
    elbow = wrist + bend * 420

    def limb(a: np.ndarray, b: np.ndarray, za: float, zb: float, ra: float, rb: float, sleeve: bool = False) -> Limb:
        ends = ((float(a[0]), float(a[1]), float(za)), (float(b[0]), float(b[1]), float(zb)))
        return Limb(*ends, float(ra * scale), float(rb * scale), sleeve)

    side = np.array([-back[1], back[0]])
    parts = []
    cuff = wrist + bend * rng.uniform(0, 140) * (rng.random() < 0.7)
    parts.append(limb(wrist, cuff + bend, level + 12, level + 16, 24, 28))
    if rng.random() < 0.7:
        parts.append(limb(cuff, elbow, level + 18, level + 40, 36, rng.uniform(38, 55), True))
    else:
        parts.append(limb(cuff, elbow, level + 18, level + 40, 29, 42))
    for k in (-1.5, -0.5, 0.5, 1.5):
        knuckle = goal + back * rng.uniform(72, 82) * scale + side * k * 19 * scale
        parts.append(limb(wrist + side * k * 8, knuckle, level + 14, level + 14, 17, 12))
        curl = rng.uniform(0.1, 1.0)
        tip = goal + back * (10 + 45 * curl) * scale + side * k * 15 * scale + rng.normal(0, 4, 2)
        parts.append(limb(knuckle, tip, level + 14, level + 2, 10, 7.5))
    root = wrist - back * 30 * scale + side * 26 * scale
    tip = goal + back * rng.uniform(20, 80) * scale + side * rng.uniform(20, 55) * scale
    parts.append(limb(root, tip, level + 8, level + 2, 14, 9))
    return tuple(parts)
