"""Kaplan's pawns, and its cards with the secret side up, drawn near what their readers were made with and beyond."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

import numpy as np

from companion.games.kaplan.eyes import symbol_cards
from companion.perception.cards.pawns import PawnReader, PawnReading
from companion.perception.cards.reader import CardReader
from companion.perception.cards.reading import READING_SIDE
from tests.perception.card_pictures import PlacedPiece, in_picture, picture_of
from tests.proof.cards import places_in, shot_at
from tests.proof.claims import FAR, NEAR, RIGHT, UNKNOWN, WRONG, Claim, crop_of

PAWNS, SIDES = "pawns", "reading sides"
APART_MM = 70.0
"""Distance of the middles of pawns."""
MOST_PAWNS = 6
NOTHING = "no pawn"
NO_SIDE = "draw side"


def drawn_pawns(pictures: int, first: int) -> Iterator[Claim]:
    """What the reader says of drawn pawns that lie apart: of `pictures` near, and of as many far.

    first: the seed of the first picture.
    """
    cards = symbol_cards()
    reader, looks = PawnReader(cards), cards.pawns()
    for where in (NEAR, FAR):
        for seed in range(first, first + pictures):
            rng = np.random.default_rng([crc32(PAWNS.encode()), crc32(where.encode()), seed])
            shot = shot_at(where, rng, 1.0)
            places = places_in(shot, APART_MM, rng)[:MOST_PAWNS]
            own = [looks[nth] for nth in rng.permutation(len(looks))[: len(places)]]
            pieces = [
                PlacedPiece(look.art, xy, float(rng.uniform(0, 360))) for look, xy in zip(own, places, strict=True)
            ]
            picture = picture_of(shot, pieces, rng)
            left = list(reader.read(picture, ()))
            for look, xy in zip(own, in_picture(shot, places), strict=True):
                half_px = look.art.width_mm / 2 * shot.px_per_mm
                crop = crop_of(picture, (float(xy[0]), float(xy[1])), half_px)
                mine = next((each for each in left if np.hypot(*(xy - each.centre_xy_px)) < half_px), None)
                if mine is None:
                    yield Claim(PAWNS, where, _named(look.names), "", UNKNOWN, False, None, crop)
                    continue
                left.remove(mine)
                right = mine.names == look.names
                result = RIGHT if right else WRONG
                yield Claim(PAWNS, where, _named(look.names), _named(mine.names), result, right, mine.confidence, crop)
            yield from (_stranger(where, each, picture) for each in left)


def _stranger(where: str, pawn: PawnReading, picture: np.typing.NDArray[np.uint8]) -> Claim:
    crop = crop_of(picture, pawn.centre_xy_px, APART_MM / 2)
    return Claim(PAWNS, where, NOTHING, _named(pawn.names), WRONG, False, pawn.confidence, crop)


def _named(names: tuple[tuple[str, str | int], ...]) -> str:
    return " ".join(str(value) for _, value in names)


def drawn_sides(pictures: int, first: int) -> Iterator[Claim]:
    """What the reader says of cards of which the secret side is up; it tells that it is one, never what is on it."""
    cards = symbol_cards()
    reader = CardReader(cards)
    for where in (NEAR, FAR):
        for seed in range(first, first + pictures):
            rng = np.random.default_rng([crc32(SIDES.encode()), crc32(where.encode()), seed])
            shot = shot_at(where, rng, 1.0)
            side = cards.read_side(int(rng.integers(1, len(cards.known) + 1)))
            picture = picture_of(shot, [PlacedPiece(side, (0.0, 0.0), float(rng.uniform(0, 360)))], rng)
            middle = picture.shape[1] / 2, picture.shape[0] / 2
            crop = crop_of(picture, middle, cards.height_mm / 2 * shot.px_per_mm)
            readings = reader.read(picture)
            best = next((each for each in readings if each.face == READING_SIDE), next(iter(readings), None))
            if best is None:
                yield Claim(SIDES, where, SIDES, "", UNKNOWN, False, None, crop)
                continue
            right = best.face == READING_SIDE
            result = RIGHT if right else WRONG
            yield Claim(SIDES, where, SIDES, SIDES if right else NO_SIDE, result, right, best.confidence, crop)
