"""How fast and how well cards with windows of symbols are read on the simulated table: one at the station under a
harsh camera, and a whole board of them in a large picture."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from statistics import median, quantiles
from typing import Any

import cv2

from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.cli.yardstick import blur_ms
from companion.core.capabilities.symbol_cards import SymbolCards
from companion.core.clock import ManualClock
from companion.core.scene import Thing
from companion.perception.cards.reader import CardReader
from companion.perception.cards.reading import CardReading
from companion.perception.eyes import Area
from companion.perception.settle import Box, Settle
from companion.simulator.source import RenderedSource, open_source
from companion.simulator.world import World

STATION_XY_PX = (1640, 1232)
BOARD_XY_PX = (4056, 3040)
"""12 megapixels."""
SINGLE_CARDS, BOARDS = 24, 3
NEAR_MM, FAR_MM = 300.0, 600.0
"""From the station's lens to the table: 4.4 to 2.2 pixels a millimetre."""
REACH_MM = 30.0
"""How far from the middle of the picture a single card may lie."""
BOARD_MM = 545.0
"""From the lens to the table where a whole board just fits into the picture."""
MOST_FRAMES = 200
"""In which a table with nothing moving on it has come to rest."""
WARM_UP = 2
"""First readings that are not timed."""

Truth = tuple[tuple[int, tuple[float, float]], ...]
"""The cards that lie there, and the pixels of their middles."""
Case = tuple[Pixels, Truth, list[Area] | None]
"""The picture, what lies there, and where something came to lie; None: anywhere."""


def card_figures(cards: SymbolCards) -> dict[str, Any]:
    """`station` and `board`, each as in `figures_of`."""
    reader = CardReader(cards)
    for picture, _, areas in single_cards(cards, WARM_UP):
        reader.read(picture, areas)
    return {
        "station": figures_of(reader, single_cards(cards, SINGLE_CARDS)),
        "board": figures_of(reader, boards(cards, BOARDS)),
    }


def figures_in_words(figures: dict[str, Any]) -> str:
    """What `card_figures` says, for people."""
    lines = []
    for where, words in (("station", "one card at a time"), ("board", "a whole board in 12 megapixels")):
        each = figures[where]
        lines.append(f"{words}: {each['pictures']} pictures, {each['cards']} cards (drawn here, not photographs)")
        lines.append(f"  right {each['right']}, unknown {each['unknown']}, wrong {each['wrong']}")
        lines.append(f"  {each['ms_median']} ms in the middle, {each['ms_90']} ms for nine of ten, on one core,")
        lines.append(f"  as long as {each['blurs']} and {each['blurs_90']} Gaussian blurs of the same picture here")
    return "\n".join(lines)


def figures_of(reader: CardReader, cases: Iterable[Case]) -> dict[str, Any]:
    """Milliseconds of one core's time a picture, and how many cards were named; two cases at least."""
    cv2.setNumThreads(1)
    took_ms, blurs = list[float](), list[float]()
    counts: Counter[str] = Counter()
    for picture, truth, areas in cases:
        start_s = time.process_time()
        readings = reader.read(picture, areas)
        took_ms.append((time.process_time() - start_s) * 1000)
        blurs.append(took_ms[-1] / blur_ms(picture))
        counts.update(_told(readings, ident, where) for ident, where in truth)
    return {
        "pictures": len(took_ms),
        "cards": counts.total(),
        **{told: counts[told] for told in ("right", "unknown", "wrong")},
        "ms_median": round(median(took_ms), 1),
        "ms_90": round(_nine_of_ten(took_ms), 1),
        "blurs": round(median(blurs), 1),
        "blurs_90": round(_nine_of_ten(blurs), 1),
    }


def _nine_of_ten(values: list[float]) -> float:
    return quantiles(values, n=10, method="inclusive")[-1]


def _told(readings: tuple[CardReading, ...], ident: int, where: tuple[float, float]) -> str:
    """What is said of the card that lies at a pixel."""
    named = {
        each.ident for each in readings if cv2.pointPolygonTest(each.corners_px.astype("float32"), where, False) >= 0
    }
    return "right" if named == {ident} else "wrong" if named - {ident, None} else "unknown"


def single_cards(cards: SymbolCards, count: int) -> Iterator[Case]:
    """One card laid down near the middle, under anything that the simulated camera and its light can do; what the
    small pictures tell of where it came to lie is what the referee goes by."""
    for seed in range(count):
        random = Random(seed)
        world = World(lambda kind, face: cards.draw_side(int(face)))
        xy_mm = random.uniform(-REACH_MM, REACH_MM), random.uniform(-REACH_MM, REACH_MM)
        ident, turn_deg = random.choice(cards.known).ident, random.uniform(0, 360)
        harsh = {
            "height_mm": random.uniform(NEAR_MM, FAR_MM),
            "tilt_deg": random.uniform(-30, 30),
            "turn_deg": random.uniform(-180, 180),
            "lens": random.uniform(-0.08, 0.04),
            "shadow": random.uniform(0, 1),
            "light": 2 ** random.uniform(-1.2, 0.6),
            "cast": random.uniform(-1, 1),
            "blur": random.uniform(0, 1.6),
            "noise": random.uniform(1, 9),
        }
        with _camera(world, STATION_XY_PX, seed, harsh) as source:
            settle = Settle()
            _rest(source, settle)
            world.lay(_thing(ident), xy_mm, turn_deg)
            boxes, width_px = _rest(source, settle)
            picture, truth = _taken(source)
        scale = picture.shape[1] / width_px
        yield picture, truth, [(x0 * scale, y0 * scale, x1 * scale, y1 * scale) for x0, y0, x1, y1 in boxes]
        print(f"\r{seed + 1}/{count}", end="", file=sys.stderr)


def boards(cards: SymbolCards, count: int) -> Iterator[Case]:
    """A card on each of the board's places."""
    for seed in range(count):
        random = Random(seed)
        world = World(lambda kind, face: cards.draw_side(int(face)))
        for slot, card in zip(cards.slots, random.sample(cards.known, len(cards.slots)), strict=True):
            world.lay(_thing(card.ident), slot.xy_mm, slot.turn_deg)
        with _camera(world, BOARD_XY_PX, seed, {"height_mm": BOARD_MM, "tilt_deg": random.uniform(-5, 5)}) as source:
            yield *_taken(source), None
        print(f"\r{seed + 1}/{count}   ", end="", file=sys.stderr)


def _thing(ident: int) -> Thing:
    return Thing("card", str(ident))


def _camera(world: World, size_xy: tuple[int, int], seed: int, options: dict[str, float]) -> RenderedSource:
    width, height = size_xy
    said = "&".join(f"{key}={value:.3f}" for key, value in options.items())
    url = SourceUrl.parse(f"rendered://?width={width}&height={height}&seed={seed}&{said}")
    return open_source(url, ManualClock(), world)


def _rest(source: RenderedSource, settle: Settle) -> tuple[tuple[Box, ...], int]:
    """Watch until the table has come to rest: where it is not as it was before, and how wide the small pictures are."""
    for _ in range(MOST_FRAMES):
        frame = source.small()
        rest = settle.update(frame)
        if rest.changed_xyxy:
            return rest.changed_xyxy, frame.pixels.shape[1]
    raise RuntimeError("the simulated table does not come to rest")


def _taken(source: RenderedSource) -> tuple[Pixels, Truth]:
    return source.full().pixels, tuple((int(thing.face), where) for thing, where in source.truth().things)
