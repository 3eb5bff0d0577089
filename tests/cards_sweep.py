"""`python -m tests.cards_sweep --draws N --seed S`: whole sorts of a deck under a harsh camera, and what went wrong.
`--reading-sides N`: so many single cards that lie with their secret side up, and how many are noticed.

Each draw sorts every card of the deck, dealt in handfuls that lie strewn about and overlap a little. Three handfuls
of four are drawn by tests.perception.card_pictures, the fourth by the simulated table. A card of which more than a
third is hidden or outside of the picture does not count.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.camera.rendered.source import open_source
from companion.camera.rendered.world import World
from companion.camera.source import Pixels
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.core.scene import Thing
from companion.games.kaplan.deck import Draw, deck
from companion.games.kaplan.eyes import symbol_cards
from companion.perception.card_reader import CardReader
from companion.perception.card_reading import READING_SIDE
from companion.perception.card_verdict import AskedDraw, verdict
from tests.perception.card_pictures import Lies, harsh_shot, in_picture, picture_of, placed

SIZE_XY = (1640, 1232)
MOST_HIDDEN = 1 / 3
GRID = 9
"""Points across and down a card at which it is looked whether another one lies on them."""
SAME_CARD_MM = 12.0
SURE_BINS = (0.5, 0.8, 0.95, 0.99, 0.999, 1.001)


@dataclass(frozen=True)
class Handful:
    """A picture, its cards (number, centre px, share that is hidden), and pixels a mm."""

    picture: Pixels
    cards: tuple[tuple[int, tuple[float, float], float], ...]
    px_per_mm: float
    how: str


def handfuls(seed: int) -> Iterator[Handful]:
    """The whole deck once, shuffled."""
    rng = np.random.default_rng(seed)
    idents = [int(each) for each in rng.permutation([card.ident for card in deck().cards])]
    nth = 0
    while idents:
        count = 1 if rng.random() < 0.25 else int(rng.integers(4, 13))
        dealt, idents = idents[:count], idents[count:]
        nth += 1
        yield _simulated(dealt, rng) if nth % 4 == 0 else _drawn(dealt, rng)


def _drawn(dealt: list[int], rng: np.random.Generator) -> Handful:
    least = 2.0
    most = 6.0 if len(dealt) == 1 else 3.2
    shot = harsh_shot(rng, SIZE_XY, float(np.exp(rng.uniform(np.log(least), np.log(most)))))
    pieces = _strewn(dealt, shot.px_per_mm, rng)
    centres = in_picture(shot, [piece.xy_mm for piece in pieces])
    corners = [
        in_picture(shot, [placed(p, x, y) for x in _across(p.art.width_mm) for y in _across(p.art.height_mm)])
        for p in pieces
    ]
    cards = tuple(
        (ident, (float(x), float(y)), _hidden(pieces, index, corners[index]))
        for index, (ident, (x, y)) in enumerate(zip(dealt, centres, strict=True))
    )
    return Handful(picture_of(shot, pieces, rng), cards, shot.px_per_mm, "drawn")


def _simulated(dealt: list[int], rng: np.random.Generator) -> Handful:
    """The simulated table, at the far end of everything that its address can say."""
    px_per_mm = float(rng.uniform(2.0, 3.0))
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
    world = World(_art)
    pieces = _strewn(dealt, px_per_mm * 1.15, rng)
    for level, (ident, piece) in enumerate(zip(dealt, pieces, strict=True)):
        world.lay(Thing("card", str(ident), level=level), piece.xy_mm, piece.turn_deg)
    with open_source(SourceUrl.parse(address), ManualClock(), world) as source:
        picture = source.full().pixels
        where = {thing.face: xy for thing, xy in source.truth().things}
    cards = tuple(
        (ident, (float(where[str(ident)][0]), float(where[str(ident)][1])), _hidden(pieces, index, None))
        for index, ident in enumerate(dealt)
        if str(ident) in where
    )
    return Handful(picture, cards, px_per_mm, "simulated")


def _art(kind: str, face: str) -> Art:
    return symbol_cards().draw_side(int(face))


def _strewn(dealt: list[int], px_per_mm: float, rng: np.random.Generator) -> list[Lies]:
    """Cards at any turn, within the picture, on places where they cover each other a little or not at all."""
    reach = np.array(SIZE_XY) / px_per_mm / 2 * 0.86 - 44.0
    found: list[Lies] = []
    for ident in dealt:
        for attempt in range(200):
            xy = rng.uniform(-1, 1, 2) * np.maximum(reach, 1.0)
            apart = 62.0 if attempt < 100 else 50.0
            if all(np.linalg.norm(xy - other.xy_mm) > apart for other in found):
                break
        found.append(Lies(symbol_cards().draw_side(ident), (float(xy[0]), float(xy[1])), float(rng.uniform(0, 360))))
    return found


def _across(length_mm: float) -> list[float]:
    return [float(each) for each in np.linspace(-0.47, 0.47, GRID) * length_mm]


def _hidden(pieces: list[Lies], index: int, seen_px: np.ndarray | None) -> float:
    """The share of a card on which later ones lie, or which is outside of the picture."""
    piece = pieces[index]
    points = [placed(piece, x, y) for x in _across(piece.art.width_mm) for y in _across(piece.art.height_mm)]
    gone = np.zeros(len(points), bool)
    for other in pieces[index + 1 :]:
        a = np.radians(other.turn_deg)
        relative = np.array(points) - other.xy_mm
        x, y = relative @ [np.cos(a), np.sin(a)], relative @ [-np.sin(a), np.cos(a)]
        gone |= (np.abs(x) < other.art.width_mm / 2) & (np.abs(y) < other.art.height_mm / 2)
    if seen_px is not None:
        gone |= ((seen_px < 0) | (seen_px >= SIZE_XY)).any(axis=1)
    return float(gone.mean())


def sweep(draws: int, seed: int, verbose: bool = False) -> Counter[str]:
    """Counts: cards, right, asked (null or not found), wrong, strangers (cards where none lies)."""
    cv2.setNumThreads(1)
    cards = symbol_cards()
    reader = CardReader(cards)
    asked = list(deck().words)
    counts: Counter[str] = Counter()
    for nth in range(draws):
        draw = asked[int(np.random.default_rng((seed, nth)).integers(len(asked)))]
        question = AskedDraw(draw.colour.value, draw.position, draw.symbol.shape.value, draw.symbol.fill.value)
        for number, handful in enumerate(handfuls(seed * 1000 + nth)):
            left = list(reader.read(handful.picture))
            for ident, centre, hidden in handful.cards:
                mine = [r for r in left if _off_mm(r.centre_xy_px, centre, handful) < SAME_CARD_MM]
                best = min(mine, key=lambda r: _off_mm(r.centre_xy_px, centre, handful), default=None)
                if best is not None:
                    left.remove(best)
                told = None if best is None else verdict(cards, best, question).keep
                if best is not None and best.guess is not None:
                    counts[f"sure {_bin(best.sure)}"] += 1
                    counts[f"sure {_bin(best.sure)} right"] += best.guess == ident
                result = "asked" if told is None else "right" if told == _kept(ident, draw) else "wrong"
                if best is not None and best.ident not in (None, ident):
                    counts["wrong name"] += 1
                if hidden > MOST_HIDDEN:
                    counts[f"half hidden {result}"] += 1
                    continue
                counts["cards"] += 1
                counts[f"{handful.how} cards"] += 1
                counts[result] += 1
                if result != "right":
                    counts[f"{handful.how} {result}"] += 1
                    if verbose:
                        print(f"seed {seed * 1000 + nth} handful {number} card {ident} {result} hidden {hidden:.2f}"
                              f" {handful.how} {handful.px_per_mm:.2f} px/mm", flush=True)  # fmt: skip
            counts["strangers"] += len(left)
        print(f"{nth + 1} of {draws}: {dict(counts)}", flush=True)
    return counts


def _bin(sure: float) -> str:
    """The bin of a reliability table."""
    return next(f"under {limit}" for limit in SURE_BINS if sure < limit or limit == SURE_BINS[-1])


def reading_sides(count: int, seed: int) -> Counter[str]:
    """Counts: cards, noticed, taken for a draw side."""
    cv2.setNumThreads(1)
    cards = symbol_cards()
    reader = CardReader(cards)
    counts: Counter[str] = Counter()
    for nth in range(count):
        rng = np.random.default_rng((seed, nth))
        shot = harsh_shot(rng, SIZE_XY, float(np.exp(rng.uniform(np.log(2.0), np.log(6.0)))))
        reach = np.maximum(np.array(SIZE_XY) / shot.px_per_mm / 2 * 0.8 - 50.0, 1.0)
        x, y = (float(each) for each in rng.uniform(-1, 1, 2) * reach)
        side = cards.read_side(int(rng.integers(1, len(cards.known) + 1)))
        readings = reader.read(picture_of(shot, [Lies(side, (x, y), float(rng.uniform(0, 360)))], rng))
        counts["cards"] += 1
        counts["noticed"] += any(each.face == READING_SIDE for each in readings)
        counts["taken for a draw side"] += any(each.face != READING_SIDE for each in readings)
    return counts


def _kept(ident: int, draw: Draw) -> bool:
    return bool(deck().card(ident).holds(draw))


def _off_mm(one: tuple[float, float], other: tuple[float, float], handful: Handful) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1])) / handful.px_per_mm


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--reading-sides", type=int, default=0)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    if options.reading_sides:
        print(dict(reading_sides(options.reading_sides, options.seed)))
        return
    counts = sweep(options.draws, options.seed, options.verbose)
    cards = max(1, counts["cards"])
    print(f"{cards} verdicts: {counts['wrong']} wrong, {counts['asked'] / cards:.2%} asked again, "
          f"{counts['wrong name']} wrong names, {counts['strangers']} cards where none lies")  # fmt: skip
    for limit in SURE_BINS:
        said, right = counts[f"sure under {limit}"], counts[f"sure under {limit} right"]
        print(f"said to be sure under {limit}: {said} cards, {right} of them rightly named")


if __name__ == "__main__":
    main()
