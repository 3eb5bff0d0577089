"""`python -m tests.cards_sweep --draws N --seed S`: whole sorts of a deck under a harsh camera, and what went wrong.
`--reading-sides N`: draws N single cards with their secret side up, and counts how many are noticed.

Each draw sorts every card of the deck, dealt in handfuls that lie strewn about and overlap a little. Three handfuls
of four are drawn by tests.perception.card_pictures, the fourth by the simulated table. A card of which more than a
third is hidden or outside of the picture does not count.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

import cv2
import numpy as np

from companion.games.kaplan.deck import Draw, deck
from companion.games.kaplan.eyes import symbol_cards
from companion.perception.cards.reader import CardReader
from companion.perception.cards.reading import READING_SIDE
from companion.perception.cards.verdict import AskedDraw, verdict
from tests.perception.card_pictures import PlacedPiece, harsh_shot, picture_of
from tests.perception.handfuls import SIZE_XY, Handful, handful_of

MOST_HIDDEN = 1 / 3
SAME_CARD_MM = 12.0
SURE_BINS = (0.5, 0.8, 0.95, 0.99, 0.999, 1.001)


def handfuls(seed: int) -> Iterator[tuple[list[int], Handful]]:
    """The whole deck once, shuffled: the cards dealt, and their picture."""
    rng = np.random.default_rng(seed)
    idents = [int(each) for each in rng.permutation([card.ident for card in deck().cards])]
    nth = 0
    while idents:
        count = 1 if rng.random() < 0.25 else int(rng.integers(4, 13))
        dealt, idents = idents[:count], idents[count:]
        nth += 1
        yield dealt, handful_of([symbol_cards().draw_side(ident) for ident in dealt], nth, rng)


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
        for number, (dealt, handful) in enumerate(handfuls(seed * 1000 + nth)):
            left = list(reader.read(handful.picture))
            for index, centre, hidden in handful.cards:
                ident = dealt[index]
                mine = [r for r in left if handful.off_mm(r.centre_xy_px, centre) < SAME_CARD_MM]
                best = min(mine, key=lambda r: handful.off_mm(r.centre_xy_px, centre), default=None)
                if best is not None:
                    left.remove(best)
                told = None if best is None else verdict(cards, best, question).keep
                if best is not None and best.guess is not None:
                    counts[f"sure {_bin(best.confidence)}"] += 1
                    counts[f"sure {_bin(best.confidence)} right"] += best.guess == ident
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


def _bin(confidence: float) -> str:
    """The bin of a reliability table."""
    return next(f"under {limit}" for limit in SURE_BINS if confidence < limit or limit == SURE_BINS[-1])


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
        readings = reader.read(picture_of(shot, [PlacedPiece(side, (x, y), float(rng.uniform(0, 360)))], rng))
        counts["cards"] += 1
        counts["noticed"] += any(each.face == READING_SIDE for each in readings)
        counts["taken for a draw side"] += any(each.face != READING_SIDE for each in readings)
    return counts


def _kept(ident: int, draw: Draw) -> bool:
    return bool(deck().card(ident).holds(draw))


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
