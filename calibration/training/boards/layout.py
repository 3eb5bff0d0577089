"""Random tables with a board: tiles, discs, hands and the camera, in millimetres, before anything is drawn.

Table coordinates: x right, y towards the viewer, z up; angles clockwise as seen from above.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, radians, sin

import numpy as np

from companion.simulator.pinhole import PinholeCamera

Cell = tuple[int, int]
"""Row and column of a tile."""
Board = Callable[[np.random.Generator], dict[Cell, str]]
"""Makes a random board: every tile's (row, column) with its mark."""
SIDES: tuple[Cell, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Row and column offsets of the four neighbours."""
LARGEST_ANGLE_DEG = 43.0  # of the board in the picture: near 45 degrees it is ambiguous which side is the top
MOST_ACROSS = 9  # most rows and columns of a board
SQUARE_ON_SHARE = 0.5  # share of boards that lie nearly straight, as people lay them from their seats
HOLED_SHARE, MOST_HOLES = 0.25, 3  # share of boards with added holes (bare table among tiles), and how many at most
GRAZING_SHARE = 0.25  # share of hands of which only the fingertips reach over the board's edge


@dataclass(frozen=True, slots=True)
class Disc:
    """One disc, a truncated cone.

    Attributes:
        x_mm, y_mm, base_mm: centre of its foot; base_mm is 0 on the table.
        foot_radius_mm, top_radius_mm, height_mm: its shape.
        mark: "w" or "r" with a plain top, "W" or "R" with a circle (white, red).
    """

    x_mm: float
    y_mm: float
    base_mm: float
    foot_radius_mm: float
    top_radius_mm: float
    height_mm: float
    mark: str


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile: its (row, column), centre and rotation; mark as in the board's text."""

    cell: Cell
    x_mm: float
    y_mm: float
    turn_deg: float
    mark: str


@dataclass(frozen=True, slots=True)
class Limb:
    """A part of a hand or an arm: a rounded bar between two points (x, y, z); `sleeve` is cloth, else skin."""

    start_mm: tuple[float, float, float]
    end_mm: tuple[float, float, float]
    start_radius_mm: float
    end_radius_mm: float
    sleeve: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything on one table, and the camera above it.

    Attributes:
        camera: the camera.
        tiles: the board's tiles.
        strays: tiles apart from the board, which do not belong to it.
        discs: discs on the board and beside it.
        limbs: hands and arms.
        tile_mm, thick_mm: side and thickness of a tile.
    """

    camera: PinholeCamera
    tiles: tuple[Tile, ...]
    strays: tuple[Tile, ...]
    discs: tuple[Disc, ...]
    limbs: tuple[Limb, ...]
    tile_mm: float
    thick_mm: float

    @property
    def board(self) -> str:
        """The board as text: rows from the top of the picture, joined by "/", "." where there is no tile."""
        marks = {tile.cell: tile.mark for tile in self.tiles}
        rows, columns = max(r for r, _ in marks) + 1, max(c for _, c in marks) + 1
        return "/".join("".join(marks.get((r, c), ".") for c in range(columns)) for r in range(rows))


def random_board(rng: np.random.Generator) -> dict[Cell, str]:
    """A random board that no game need allow: every tile with its mark, rows and columns from 0."""
    return _with_discs(rng, _shape(rng))


def random_layout(
    rng: np.random.Generator, width_px: int, height_px: int, board: Board = random_board, hand_share: float = 0.25
) -> Layout:
    """A random table whose board lies within the picture.

    Args:
        rng: source of all randomness.
        width_px, height_px: size of the picture.
        board: makes the board.
        hand_share: probability of a hand over or beside the board.
    """
    while True:
        marks = board(rng)
        layout = _lay(rng, marks, width_px, height_px) if _fits(set(marks)) else None
        if layout is not None:
            break
    beside = _with_spares(rng, layout)
    if rng.random() < hand_share:
        beside = replace(beside, limbs=random_hand(rng, beside))
    return beside


def corners(x_mm: float, y_mm: float, turn_deg: float, side_mm: float, z_mm: float) -> np.ndarray:
    """The corners of a horizontal square, (4, 3) float64 mm, clockwise from its own top left."""
    a, h = radians(turn_deg), side_mm / 2
    right, down = np.array([cos(a), sin(a)]), np.array([-sin(a), cos(a)])
    at = [np.array([x_mm, y_mm]) + right * i * h + down * j * h for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return np.column_stack([np.array(at), np.full(4, z_mm)])


def _shape(rng: np.random.Generator) -> set[Cell]:
    """A random connected shape of 10 to 30 tiles: a rectangle, perhaps with moved tiles or holes, or irregular."""
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
    """Remove a random tile with at least three neighbours, in place, if the rest stays connected."""
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


def _with_discs(rng: np.random.Generator, cells: set[Cell]) -> dict[Cell, str]:
    """The tiles with random discs on some of them; rows and columns are shifted to begin at 0."""
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


def _lay(rng: np.random.Generator, marks: dict[Cell, str], width_px: int, height_px: int) -> Layout | None:
    """Lay the tiles with random errors under a random camera; None when the board does not fit the picture."""
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
    wide_is_circle = rng.random() < 0.7  # on the game's own discs the circle is on the wide face
    off = rng.choice([0.01, 0.03, 0.06]) * tile_mm
    discs = []
    for tile in tiles:
        if tile.mark != "_":
            top, foot = (radius, narrow) if tile.mark.isupper() == wide_is_circle else (narrow, radius)
            dx, dy = np.clip(rng.normal(0, off, 2), -0.12 * tile_mm, 0.12 * tile_mm)
            discs.append(Disc(tile.x_mm + dx, tile.y_mm + dy, thick_mm, foot, top, height, tile.mark))
    return tuple(discs)


def _with_spares(rng: np.random.Generator, layout: Layout) -> Layout:
    """The table with random spare discs and stray tiles, apart from the board."""
    pattern = layout.discs[0] if layout.discs else Disc(0, 0, 0, 0.35 * layout.tile_mm, 0.35 * layout.tile_mm, 6, "w")
    reach = np.array([layout.camera.width_px, layout.camera.height_px])
    discs = list(layout.discs)
    strays: list[Tile] = []
    turn = rng.uniform(0, 90)
    for is_tile in [False] * int(rng.choice([0, 0, 2, 6])) + [True] * int(rng.choice([0, 0, 0, 0, 2])):
        x, y = layout.camera.on_table(rng.uniform(0.02, 0.98, 2)[None] * reach)[0]
        far = min(np.hypot(x - t.x_mm, y - t.y_mm) for t in (*layout.tiles, *strays))
        if is_tile and far > 2.1 * layout.tile_mm:
            strays.append(Tile((-1, -1), float(x), float(y), float(turn), "_"))
        elif not is_tile and far > 1.25 * layout.tile_mm:
            discs.append(
                replace(pattern, x_mm=float(x), y_mm=float(y), base_mm=0.0, mark=str(rng.choice(list("wWrR"))))
            )
    return replace(layout, discs=tuple(discs), strays=tuple(strays))


def random_hand(rng: np.random.Generator, layout: Layout) -> tuple[Limb, ...]:
    """A random forearm with a hand: over the board, at its edge (GRAZING_SHARE), or anywhere (one in five)."""
    away = rng.uniform(-np.pi, np.pi)
    back = np.array([cos(away), sin(away)])
    goal = _hand_goal(rng, layout, back)
    bend = back @ np.array([[cos(t := rng.normal(0, 0.35)), -sin(t)], [sin(t), cos(t)]])
    level = layout.thick_mm + rng.uniform(12, 60)
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


def _hand_goal(rng: np.random.Generator, layout: Layout, back: np.ndarray) -> np.ndarray:
    """Where a hand whose arm comes from direction `back` (2,) reaches: (2,) mm."""
    kind = rng.random()
    if kind < GRAZING_SHARE:
        outermost = max(layout.tiles, key=lambda tile: tile.x_mm * back[0] + tile.y_mm * back[1])
        return np.array([outermost.x_mm, outermost.y_mm]) + back * rng.uniform(0.0, 1.2) * layout.tile_mm
    if kind < 0.8:
        tile = layout.tiles[int(rng.integers(len(layout.tiles)))]
        return np.array([tile.x_mm, tile.y_mm]) + rng.normal(0, 0.4, 2) * layout.tile_mm
    size = np.array([layout.camera.width_px, layout.camera.height_px])
    return layout.camera.on_table(rng.uniform(0, 1, 2)[None] * size)[0]
