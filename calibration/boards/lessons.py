"""Training material: small pictures for the finder and squares for the cell reader, from drawn or path-traced tables.

    python -m calibration.boards.lessons drawn OUT.npz --first 0 --count 600 [--wood DIR]
    python -m calibration.boards.lessons traced OUT.npz --folder DIR

pictures (N, 300, 400, 3) uint8 BGR; tiles (N, 48, 5): x, y, side (px of those pictures), angle (rad), 1 when there is
such a tile (2 when a hand hides its middle); hands (N, 75, 100) uint8 0..255; crops (M, 80, 80, 3) uint8, value (M,).
"""

from __future__ import annotations

import argparse
import json
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.boards.colours import look
from calibration.boards.drawn import Drawing
from calibration.boards.layout import SIDES, Layout, layout
from calibration.boards.surfaces import surfaces
from calibration.boards.truth import limb_mask, tile_outline
from calibration.tracing.sensor import sensor
from companion.perception.board_cell import CLASSES, HIDDEN, NO_TILE, READ_PX, READ_REACH, cut

DRAWN_PX = (720, 540)
SMALL_PX = (400, 300)
WINDOW_PX = 80  # more than the reader's 64: room to shift and turn
MOST_TILES = 48
CROPS_A_PICTURE = 26
HIDDEN_SHARE, SEEN_SHARE = 0.08, 0.015  # of a place under a hand: hidden from here on; seen up to here
TRACED_SEED = 20261121


def main() -> None:
    """Draws or reads, cuts and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", choices=["drawn", "traced"])
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--wood", type=Path)
    parser.add_argument("--folder", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    made = drawn(args.first, args.count, args.wood) if args.source == "drawn" else traced(args.folder)
    rows = [lesson(rng, picture, table) for rng, picture, table in made]
    whole = {key: np.stack([row[key] for row in rows]) for key in ("pictures", "tiles", "hands")}
    parts = {key: np.concatenate([row[key] for row in rows]) for key in ("crops", "value")}
    args.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(args.out, **whole, **parts)  # type: ignore[arg-type]  # arrays all
    print(len(rows), "pictures,", dict(zip(CLASSES, np.bincount(parts["value"], minlength=len(CLASSES)), strict=True)))


def drawn(first: int, count: int, wood: Path | None, size_px: tuple[int, int] = DRAWN_PX) -> Any:
    """Yields (rng, picture, layout) of drawn tables."""
    bank = surfaces(np.random.default_rng([20261122, first]), sorted(wood.glob("*.jpg")) if wood else [])
    for seed in range(first, first + count):
        rng = np.random.default_rng([20261122, seed])
        made = layout(rng, *size_px)
        yield rng, photographed(rng, Drawing(rng, made, look(rng), bank).draw()), made


def photographed(rng: np.random.Generator, picture: NDArray[np.float32]) -> NDArray[np.uint8]:
    """(H, W, 3) float 0..1 as a cheap camera gives it, out of a JPEG."""
    soiled, quality = sensor(np.clip(picture * 255, 0, 255).astype(np.uint8), rng)
    packed = cv2.imencode(".jpg", soiled, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def traced(folder: Path) -> Any:
    """Yields (rng, picture, layout) of path-traced tables; the layout is made anew from the picture's seed."""
    for text in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(text)
        picture = np.asarray(cv2.imread(str(folder / row["image"])), dtype=np.uint8)
        seed = int(row["image"][3:8])
        made = layout(np.random.default_rng([TRACED_SEED, seed]), picture.shape[1], picture.shape[0])
        if made.board != row["board"]:
            raise ValueError(f"{row['image']}: the layout of its seed has changed since it was rendered")
        yield np.random.default_rng([TRACED_SEED, seed, 1]), picture, made


def lesson(rng: np.random.Generator, picture: NDArray[np.uint8], made: Layout) -> dict[str, Any]:
    """All that one picture teaches."""
    hidden = limb_mask(made)
    small = cv2.resize(picture, SMALL_PX, interpolation=cv2.INTER_AREA)
    scale = SMALL_PX[0] / picture.shape[1]
    hands = cv2.resize(hidden * 255, (SMALL_PX[0] // 4, SMALL_PX[1] // 4), interpolation=cv2.INTER_AREA)
    tiles = np.zeros((MOST_TILES, 5), np.float32)
    for i, tile in enumerate((*made.tiles, *made.strays)[:MOST_TILES]):
        outline = tile_outline(made, tile)
        along = outline[1] - outline[0] + outline[2] - outline[3]
        side = np.linalg.norm(np.roll(outline, -1, 0) - outline, axis=1).mean()
        x, y = outline.mean(axis=0)
        inside = 0 <= x < picture.shape[1] and 0 <= y < picture.shape[0]
        under = inside and hidden[int(y), int(x)]
        tiles[i] = [*((np.array([x, y]) + 0.5) * scale - 0.5), side * scale, np.arctan2(along[1], along[0]), 1 + under]
    middles, ways, values = places(rng, made, hidden)
    crops = cut(picture, middles, ways, WINDOW_PX, READ_REACH * WINDOW_PX / READ_PX)
    return {"pictures": small, "tiles": tiles, "hands": hands, "crops": crops, "value": values}


def places(
    rng: np.random.Generator, made: Layout, hidden: NDArray[np.uint8]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Places to cut, their ways to the right and down, and what is there: tiles, gaps beside them, bare table."""
    turn = float(np.median([t.turn_deg for t in made.tiles]))
    a, step = radians(turn), made.tile_mm * 1.01
    right, down = np.array([cos(a), sin(a)]) * step, np.array([-sin(a), cos(a)]) * step
    at = {t.cell: np.array([t.x_mm, t.y_mm]) for t in made.tiles}
    wanted = [(at[t.cell], a, CLASSES.index(t.mark)) for t in made.tiles]
    gaps = sorted({(r + y, c + x) for r, c in at for y, x in SIDES} - set(at))
    for r, c in gaps:
        near = [(y, x) for y, x in SIDES if (r - y, c - x) in at]
        wanted.append((np.mean([at[r - y, c - x] + right * x + down * y for y, x in near], axis=0), a, NO_TILE))
    plenty = {CLASSES.index("_"), NO_TILE}
    order = sorted(
        range(len(wanted)), key=lambda i: rng.uniform(0.4, 1.4) if wanted[i][2] in plenty else rng.uniform(0, 1)
    )
    wanted = [wanted[i] for i in order[: CROPS_A_PICTURE - 3]]
    size = np.array([made.camera.width_px, made.camera.height_px])
    everything = (*made.tiles, *made.strays)
    for _ in range(3):
        spot = made.camera.on_table(rng.uniform(0, 1, 2)[None] * size)[0]
        if min(np.hypot(*(spot - [t.x_mm, t.y_mm])) for t in everything) > 1.5 * made.tile_mm:
            wanted.append((spot, rng.uniform(0, 2 * np.pi), NO_TILE))
    middles, ways, values = [], [], []
    for spot, angle, value in wanted:
        ahead, below = np.array([cos(angle), sin(angle)]) * step, np.array([-sin(angle), cos(angle)]) * step
        level = np.full((7, 1), made.thick_mm)
        points = np.array(
            [spot, spot + ahead, spot + below, *(spot + ahead * i / 2 + below * j / 2 for i, j in _QUARTERS)]
        )
        seen = made.camera.project(np.column_stack([points, level]))
        own = np.zeros_like(hidden)
        cv2.fillConvexPoly(own, np.rint(seen[3:]).astype(np.int32), 1)
        share = (own & hidden).sum() / max(1, int(own.sum()))
        if SEEN_SHARE < share < HIDDEN_SHARE:
            continue
        middles.append(seen[0])
        ways.append(seen[1:3] - seen[0])
        values.append(HIDDEN if share >= HIDDEN_SHARE else value)
    return np.array(middles), np.array(ways), np.array(values, np.int64)


_QUARTERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))

if __name__ == "__main__":
    main()
