"""Cards of every deck, drawn near what their readers were made with and beyond it, and on path-traced tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import numpy as np

from calibration.training.cards.decks import DRAWN, deck_of
from calibration.training.cards.evaluate import Judged, evaluate, judged, reader_of
from companion.camera.arrays import Pixels
from companion.camera.stills import load_picture
from companion.games.kaplan.deck import deck
from tests.perception.card_pictures import PlacedPiece, Shot, harsh_shot, in_picture, picture_of, placed
from tests.proof.claims import FAR, NEAR, Claim, crop_of

SIZE_XY = (1280, 960)
NEAR_PX_PER_MM, FAR_PX_PER_MM = (2.4, 4.0), (0.9, 1.6)
"""Of cards 60 mm wide and more; smaller ones are seen from nearer, as if they were as large."""
LARGE_MM = 60.0
APART = 1.5
"""Distance of middles in longer sides of a card."""
MOST = 8


def drawn(game: str, pictures: int, first: int) -> Iterator[Claim]:
    """What the reader says of drawn pictures: of `pictures` like those it was taught on, and of as many that are not.

    first: the seed of the first picture.
    """
    own, read = deck_of(game), reader_of(game)
    for where in (NEAR, FAR):
        for seed in range(first, first + pictures):
            rng = np.random.default_rng([crc32(game.encode()), crc32(where.encode()), seed])
            shot = shot_at(where, rng, max(1.0, LARGE_MM / own.width_mm))
            places = places_in(shot, APART * max(own.width_mm, own.height_mm), rng)
            sides = rng.permutation(len(own.sides))[: len(places)]
            pieces = [
                PlacedPiece(own.sides[side], xy, float(rng.uniform(0, 360)))
                for side, xy in zip(sides, places, strict=True)
            ]
            picture = picture_of(shot, pieces, rng)
            cards = [_truth(shot, piece, int(side)) for piece, side in zip(pieces, sides, strict=True)]
            row = {"game": game, "cards": cards}
            for each in judged(Path(), row, read(picture, seed)):
                if each.card is not None:
                    yield _claim(game, where, each, picture)


def traced(folder: Path) -> Iterator[Claim]:
    """Claims of a folder that `calibration.training.cards.pathtrace` made; its pictures are near."""
    for each in evaluate(folder):
        if each.card is not None:
            yield _claim(f"{each.row['game']}, path-traced", NEAR, each, load_picture(each.image))


def shot_at(where: str, rng: np.random.Generator, larger: float) -> Shot:
    """Near: harsh, but tilted by at most 25 degrees. Far: tilted further, seen from far away, or blurred."""
    if where == NEAR:
        shot = harsh_shot(rng, SIZE_XY, larger * float(rng.uniform(*NEAR_PX_PER_MM)))
        return replace(shot, tilt_deg=min(shot.tilt_deg, 25.0))
    kind = rng.choice(["aside", "from far", "blurred"])
    px_per_mm = FAR_PX_PER_MM if kind == "from far" else NEAR_PX_PER_MM
    shot = harsh_shot(rng, SIZE_XY, larger * float(rng.uniform(*px_per_mm)))
    if kind == "aside":
        return replace(shot, tilt_deg=float(rng.uniform(45, 62)))
    return replace(shot, blur_mm=float(rng.uniform(0.8, 2.0)) / larger) if kind == "blurred" else shot


def places_in(shot: Shot, apart_mm: float, rng: np.random.Generator) -> list[tuple[float, float]]:
    """Middles of cards that do not touch and are wholly in the picture, mm."""
    across, down = ((length / shot.px_per_mm - apart_mm) / 2 for length in SIZE_XY)
    columns, rows = (
        range(-int(max(0, each) // apart_mm), int(max(0, each) // apart_mm) + 1) for each in (across, down)
    )
    grid = [(column * apart_mm, row * apart_mm) for column in columns for row in rows]
    seen = in_picture(shot, [(x + dx, y + dy) for x, y in grid for dx, dy in _corners(apart_mm)]).reshape(-1, 4, 2)
    inside = [place for place, corners in zip(grid, seen, strict=True) if ((corners > 0) & (corners < SIZE_XY)).all()]
    return [inside[nth] for nth in rng.permutation(len(inside))[:MOST]]


def _corners(apart_mm: float) -> list[tuple[float, float]]:
    half = 0.4 * apart_mm
    return [(-half, -half), (half, -half), (half, half), (-half, half)]


def _truth(shot: Shot, piece: PlacedPiece, side: int) -> dict[str, object]:
    """A card as a row of truth.jsonl has it."""
    w, h = piece.art.width_mm / 2, piece.art.height_mm / 2
    points = [placed(piece, x, y) for x, y in ((0, 0), (-w, -h), (w, -h), (w, h), (-w, h), (0, -1))]
    middle, *corners, top = in_picture(shot, points)
    way = top - middle
    return {
        "side": side,
        "x": float(middle[0]),
        "y": float(middle[1]),
        "corners": np.array(corners).tolist(),
        "up_deg": float(np.degrees(np.arctan2(way[0], -way[1])) % 360),
    }


def _claim(reader: str, where: str, each: Judged, picture: Pixels) -> Claim:
    assert each.card is not None
    corners = np.array(each.card["corners"], np.float32)
    half_px = float(np.linalg.norm(corners - corners.mean(axis=0), axis=1).max()) / 1.5
    crop = crop_of(picture, (each.card["x"], each.card["y"]), half_px)
    said = (
        each.said
        if each.result == "right" or not each.said
        else f"{each.said}?"
        if each.result != "wrong"
        else each.said
    )
    confidence = each.confidence if each.said else None
    return Claim(reader, where, name_of(each.row["game"], each.card["side"]), said, each.result, each.likeliest,
                 confidence, crop)  # fmt: skip


def name_of(game: str, side: int) -> str:
    """What a side is called."""
    if game in DRAWN:
        face = DRAWN[game]().faces[side]
        return f"{face.kind} {face.faces[0]}"
    return f"card {deck().cards[side].ident}"
