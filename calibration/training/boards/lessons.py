"""Makes the training files: small pictures for the finder, full-size ones with labelled places for the cell reader.

    python -m calibration.training.boards.lessons drawn OUT.npz --first 0 --count 600 [--width 720] [--wood DIR]
    python -m calibration.training.boards.lessons traced OUT.npz --folder DIR

Arrays of the file, for N pictures with M places:

- pictures (N, 300, 400, 3) uint8 BGR, for the finder.
- tiles (N, 48, 5) float32: x, y, side (px of `pictures`), angle (rad), and 1 for a visible tile, 2 for one whose middle
  a hand hides, 0 for an unused row.
- hands (N, 75, 100) uint8, 0 to 255: share of each 4 x 4 px that a hand covers.
- wholes (N, H, W, 3) uint8 BGR, for the cell reader.
- of (M,): index of the picture that a place lies in.
- places (M, 3, 2) float32, px of `wholes`: the place's middle, and the steps to the next place on the right and below.
- value (M,): index into CLASSES, or UNLABELLED.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.boards.colours import random_finish, with_faint_rings
from calibration.training.boards.drawing import Drawing
from calibration.training.boards.layout import SIDES, Board, Cell, Disc, Layout, random_board, random_layout
from calibration.training.boards.legible import is_ring_lost
from calibration.training.boards.surfaces import surfaces
from calibration.training.boards.truth import limb_mask, tile_outline
from calibration.training.tracing.sensor import simulated_sensor
from companion.perception.boards.cell import CLASSES, HIDDEN, NO_TILE
from companion.perception.boards.finder import FoundTiles, TileFinder

DRAWN_WIDTH_PX = 720  # default width of drawn pictures
SMALL_PX = (400, 300)  # width and height of the finder's pictures
MOST_TILES = 48  # rows of `tiles`: more than a board and its stray tiles have
SPOTS = 3  # a picture: places on bare table, and at most as many on discs that lie on the table
MOST_FALSE_TILES, APART_SIDES = 8, 0.8
"""Most false tiles of the finder that a picture teaches, and their least distance from any tile, tile sides."""
UNLABELLED = -1  # no label: partly covered by a hand, or a circle that is invisible in the picture
SEEN_SHARE, HIDDEN_SHARE = 0.015, 0.08  # covered share of a tile up to which it is labelled; from which it is HIDDEN
BARE_SHARE, LOST_SHARE = 0.35, 0.6  # the same for a gap without a tile, which is recognised from less
TRACED_SEED = 20261121  # of path-traced tables, as in `pathtrace`


def main() -> None:
    """Draws or reads pictures, and writes their lessons to OUT."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", choices=["drawn", "traced"])
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--width", type=int, default=DRAWN_WIDTH_PX)
    parser.add_argument("--wood", type=Path)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--finder", type=Path, help="what this model mistakes for tiles is taught, too")
    parser.add_argument("--faint", action="store_true", help="drawn: with circles that are hard to see")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    size_px = (args.width, args.width * 3 // 4)
    if args.source == "drawn":
        tables = drawn_tables(args.first, args.count, args.wood, size_px, faint=args.faint)
    else:
        tables = traced_tables(args.folder)
    finder = TileFinder(args.finder) if args.finder else None
    rows = [lesson(rng, picture, table, finder, part) for rng, picture, table, part in tables]
    whole = {key: np.stack([row[key] for row in rows]) for key in ("pictures", "tiles", "hands", "wholes")}
    parts = {key: np.concatenate([row[key] for row in rows]) for key in ("places", "value")}
    of = np.repeat(np.arange(len(rows)), [len(row["value"]) for row in rows])
    args.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(args.out, **whole, **parts, of=of)  # type: ignore[arg-type]  # arrays all
    labelled = parts["value"][parts["value"] != UNLABELLED]
    print(len(rows), "pictures,", dict(zip(CLASSES, np.bincount(labelled, minlength=len(CLASSES)), strict=True)))


def drawn_tables(
    first: int,
    count: int,
    wood: Path | None,
    size_px: tuple[int, int],
    board: Board = random_board,
    faint: bool = False,
) -> Any:
    """Yields (rng, picture, layout, None) of drawn tables, for `lesson`.

    Args:
        first, count: the seeds first to first + count - 1.
        wood: folder of wood photographs (*.jpg) for surfaces, or None.
        size_px: width and height of the pictures.
        board: draws the boards.
        faint: make circles hard to see.
    """
    bank = surfaces(np.random.default_rng([20261122, first]), sorted(wood.glob("*.jpg")) if wood else [])
    for seed in range(first, first + count):
        rng = np.random.default_rng([20261122, seed])
        layout = random_layout(rng, *size_px, board)
        finish = random_finish(rng)
        if faint:
            finish = with_faint_rings(rng, finish)
        yield rng, as_photographed(rng, Drawing(rng, layout, finish, bank).draw()), layout, None


def as_photographed(rng: np.random.Generator, picture: NDArray[np.float32]) -> NDArray[np.uint8]:
    """A drawn picture, (H, W, 3) float32 BGR 0 to 1, as a cheap camera's JPEG: (H, W, 3) uint8 BGR."""
    soiled, quality = simulated_sensor(np.clip(picture * 255, 0, 255).astype(np.uint8), rng)
    packed = cv2.imencode(".jpg", soiled, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def traced_tables(folder: Path, board: Board = random_board) -> Any:
    """Yields (rng, picture, layout, part) of the path-traced tables in a folder of `pathtrace`, for `lesson`.

    Layouts are generated again from the pictures' seeds; `board` must be the one that they were made with.

    Raises:
        ValueError: a layout differs from the truth file: the generator has changed since.
    """
    for text in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(text)
        picture = np.asarray(cv2.imread(str(folder / row["image"])), dtype=np.uint8)
        seed = int(row["image"][3:8])
        layout = random_layout(np.random.default_rng([TRACED_SEED, seed]), picture.shape[1], picture.shape[0], board)
        if layout.board != row["board"]:
            raise ValueError(f"{row['image']}: the layout of its seed has changed since it was rendered")
        yield np.random.default_rng([TRACED_SEED, seed, 1]), picture, layout, row.get("part")


def lesson(
    rng: np.random.Generator,
    picture: NDArray[np.uint8],
    layout: Layout,
    finder: TileFinder | None,
    part: Sequence[int] | None = None,
) -> dict[str, Any]:
    """The lessons of one picture, as arrays by the names of the file (without the index over pictures).

    Args:
        rng: source of the random places.
        picture: (H, W, 3) uint8 BGR.
        layout: what the picture shows.
        finder: its false detections become NO_TILE places; None leaves them out.
        part: left, top, right, bottom (px) outside of which no places are taken; None is everywhere.
    """
    hidden = limb_mask(layout)
    small = cv2.resize(picture, SMALL_PX, interpolation=cv2.INTER_AREA)
    scale = SMALL_PX[0] / picture.shape[1]
    hands = cv2.resize(hidden * 255, (SMALL_PX[0] // 4, SMALL_PX[1] // 4), interpolation=cv2.INTER_AREA)
    tiles = np.zeros((MOST_TILES, 5), np.float32)
    for i, tile in enumerate((*layout.tiles, *layout.strays)[:MOST_TILES]):
        outline = tile_outline(layout, tile)
        along = outline[1] - outline[0] + outline[2] - outline[3]
        side = np.linalg.norm(np.roll(outline, -1, 0) - outline, axis=1).mean()
        x, y = outline.mean(axis=0)
        inside = 0 <= x < picture.shape[1] and 0 <= y < picture.shape[0]
        under = inside and hidden[int(y), int(x)]
        tiles[i] = [*((np.array([x, y]) + 0.5) * scale - 0.5), side * scale, np.arctan2(along[1], along[0]), 1 + under]
    at, values = labelled_places(rng, layout, hidden)
    parts = [(at, without_lost_rings(picture, layout, values))] + (
        [false_tiles(finder.find(picture), layout, hidden)] if finder else []
    )
    at, values = (np.concatenate(each) for each in zip(*parts, strict=True))
    if part is not None:
        shown = ((at[:, 0] >= part[:2]) & (at[:, 0] < part[2:])).all(axis=1)
        at, values = at[shown], values[shown]
    return {"pictures": small, "tiles": tiles, "hands": hands, "wholes": picture, "places": at, "value": values}


def false_tiles(
    found: FoundTiles, layout: Layout, hidden: NDArray[np.uint8]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Places where the finder detected a tile and there is none (squares of a cloth, cards), as `labelled_places`."""
    middles = np.array([tile_outline(layout, tile).mean(axis=0) for tile in (*layout.tiles, *layout.strays)])
    seen = list[list[NDArray[np.float64]]]()
    for middle, side, angle in zip(found.middles, found.sides, found.angles, strict=True):
        x, y = np.clip(middle.astype(int), 0, [hidden.shape[1] - 1, hidden.shape[0] - 1])
        apart = np.hypot(*(middles - middle).T).min() > APART_SIDES * side
        if apart and not hidden[y, x] and len(seen) < MOST_FALSE_TILES:
            right, down = np.array([cos(angle), sin(angle)]) * side, np.array([-sin(angle), cos(angle)]) * side
            seen.append([middle, right, down])
    return np.array(seen, np.float32).reshape(-1, 3, 2), np.full(len(seen), NO_TILE)


def labelled_places(
    rng: np.random.Generator, layout: Layout, hidden: NDArray[np.uint8]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """All tiles, all gaps beside them, and some bare table.

    Args:
        rng: source of the random places.
        layout: the table.
        hidden: (H, W) uint8, 1 where a hand or an arm is seen.

    Returns:
        `places` (M, 3, 2) float32 and `value` (M,) int64, as in the file.
    """
    turn = float(np.median([t.turn_deg for t in layout.tiles]))
    a, step = radians(turn), layout.tile_mm * 1.01
    right, down = np.array([cos(a), sin(a)]) * step, np.array([-sin(a), cos(a)]) * step
    at = {t.cell: np.array([t.x_mm, t.y_mm]) for t in layout.tiles}
    wanted = [(at[t.cell], a, CLASSES.index(t.mark)) for t in layout.tiles]
    gaps = sorted({(r + y, c + x) for r, c in at for y, x in SIDES} - set(at))
    for r, c in gaps:
        near = [(y, x) for y, x in SIDES if (r - y, c - x) in at]
        wanted.append((np.mean([at[r - y, c - x] + right * x + down * y for y, x in near], axis=0), a, NO_TILE))
    for spot in _spots(rng, layout):
        wanted.append((spot, rng.uniform(0, 2 * np.pi), NO_TILE))
    seen, values = [], []
    for spot, angle, value in wanted:
        ahead, below = np.array([cos(angle), sin(angle)]) * step, np.array([-sin(angle), cos(angle)]) * step
        points = np.array(
            [spot, spot + ahead, spot + below, *(spot + ahead * i / 2 + below * j / 2 for i, j in _QUARTERS)]
        )
        pixels = layout.camera.project(np.column_stack([points, np.full(len(points), layout.thick_mm)]))
        seen.append([pixels[0], pixels[1] - pixels[0], pixels[2] - pixels[0]])
        share = _share(pixels[3:], hidden) if layout.limbs else 0.0
        clear, gone = (BARE_SHARE, LOST_SHARE) if value == NO_TILE else (SEEN_SHARE, HIDDEN_SHARE)
        values.append(HIDDEN if share >= gone else UNLABELLED if share > clear else value)
    return np.array(seen, np.float32), np.array(values, np.int64)


def without_lost_rings(picture: NDArray[np.uint8], layout: Layout, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """The values of `labelled_places` with UNLABELLED for discs whose circle is invisible in the picture."""
    discs, kept = {_nearest(layout, disc): disc for disc in layout.discs if disc.base_mm > 0}, values.copy()
    for number, tile in enumerate(layout.tiles):
        if (
            values[number] not in (HIDDEN, UNLABELLED)
            and tile.cell in discs
            and is_ring_lost(picture, layout, discs[tile.cell])
        ):
            kept[number] = UNLABELLED
    return kept


def _nearest(layout: Layout, disc: Disc) -> Cell:
    """The cell of the tile that a disc lies on."""
    return min(layout.tiles, key=lambda tile: float(np.hypot(tile.x_mm - disc.x_mm, tile.y_mm - disc.y_mm))).cell


def _spots(rng: np.random.Generator, layout: Layout) -> list[NDArray[np.float64]]:
    """Points (x, y) mm without a tile: under discs that lie on the table, and random ones away from all tiles."""
    size = np.array([layout.camera.width_px, layout.camera.height_px])
    beside = [np.array([disc.x_mm, disc.y_mm]) for disc in layout.discs if disc.base_mm == 0]
    anywhere = [layout.camera.on_table(rng.uniform(0, 1, 2)[None] * size)[0] for _ in range(SPOTS)]
    tiles = (*layout.tiles, *layout.strays)
    apart = [
        spot for spot in anywhere if min(np.hypot(*(spot - [t.x_mm, t.y_mm])) for t in tiles) > 1.5 * layout.tile_mm
    ]
    return beside[:SPOTS] + apart


def _share(outline: NDArray[np.float64], hidden: NDArray[np.uint8]) -> float:
    own = np.zeros_like(hidden)
    cv2.fillConvexPoly(own, np.rint(outline).astype(np.int32), 1)
    return float((own & hidden).sum() / max(1, int(own.sum())))


_QUARTERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))

if __name__ == "__main__":
    main()
