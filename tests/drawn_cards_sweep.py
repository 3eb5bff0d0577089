"""`python -m tests.drawn_cards_sweep --decks N --seed S`: each side of a game's cards N times under a harsh camera.

`--game` says which game's; Leprechauns' if nothing is said.

Sides are dealt in handfuls that lie strewn about and overlap a little; hands hide a part of some. Counted are cards of
which at most a third is hidden, and apart from them those of which more is. A card is right when all that it says was
told, wrong when anything else was told of it, and unknown otherwise; a card that is half hidden is right when nothing
wrong was told and its value or its action was (Plic-Plac: its shape, its colour or what is special about it;
Kaléidoscope: its letter). A letter whose direction is told wrongly is wrong.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

import cv2
import numpy as np

from companion.core.capabilities.drawn_cards import DrawnCards, DrawnFace
from companion.games.kaleidoscope.eyes import drawn_cards as of_kaleidoscope
from companion.games.leprechauns.eyes import drawn_cards as of_leprechauns
from companion.games.plic_plac.eyes import drawn_cards as of_plic_plac
from companion.perception.drawn.enlarged import SmallCardReader
from companion.perception.drawn.reading import Conclusions, DrawnReading, conclusions
from tests.perception.handfuls import LARGE, SMALL, Handful, handful_of

MOST_HIDDEN = 1 / 3
SAME_CARD_MM = 12.0
COVERED_OFF = 0.15
"""What is said to be covered may be off by this."""
HANDS = 0.5
GAMES: dict[str, Callable[[], DrawnCards]] = {
    "leprechauns": of_leprechauns,
    "plic-plac": of_plic_plac,
    "kaleidoscope": of_kaleidoscope,
}
SMALL_MM = 40.0
"""Cards up to this wide lie closer together, and are seen from farther away."""
MOST_DEALT, MOST_SMALL_DEALT = 8, 14
MOST_OFF_DEG = 8.0
"""By which a letter's direction may be told wrongly."""
USEFUL = ("value", "action", "shape", "colour", "special", "letter")
"""A card of which one of these is told is told in part."""


def handfuls(cards: DrawnCards, seed: int) -> Iterator[tuple[list[int], Handful]]:
    """Every side once, shuffled: the sides dealt, and their picture."""
    rng = np.random.default_rng(seed)
    sides = [int(each) for each in rng.permutation(len(cards.faces))]
    how, most = (SMALL, MOST_SMALL_DEALT) if cards.width_mm <= SMALL_MM else (LARGE, MOST_DEALT)
    nth = 0
    while sides:
        count = 1 if rng.random() < 0.25 else int(rng.integers(3, most + 1))
        dealt, sides = sides[:count], sides[count:]
        nth += 1
        yield dealt, handful_of([cards.faces[side].art for side in dealt], nth, rng, HANDS, how)


def told(said: Conclusions, face: DrawnFace) -> str:
    """right, unknown, partly (right, but not all) or wrong."""
    true = {"kind": face.kind, "up": face.up, **dict(face.tells)}
    seen = {"kind": said.kind, "up": said.up, **said.tells}
    results = Counter[str]()
    for name, word in true.items():
        words = word if isinstance(word, tuple) else (word,)
        answer = seen[name] if isinstance(word, tuple) else [seen[name]]
        if len(words) != len(answer):
            return "wrong"
        for one, other in zip(words, answer, strict=True):
            results["right" if one == other else "unknown" if other is None else "wrong"] += 1
    if results["wrong"]:
        return "wrong"
    if not results["unknown"]:
        return "right"
    return "partly" if any(said.tells.get(name) is not None for name in USEFUL) else "unknown"


def off_deg(face: DrawnFace, reading: DrawnReading, up_deg: float) -> float:
    """By how much a letter's direction was told wrongly; other cards have none that matters."""
    if not face.up or "letter" not in dict(face.tells):
        return 0.0
    return abs((reading.up_deg - up_deg + 180.0) % 360.0 - 180.0)


def sweep(
    decks: int, seed: int, verbose: bool = False, most: int | None = None, game: str = "leprechauns"
) -> Counter[str]:
    """Counts: cards, right, partly, unknown (or not found), wrong; the same of half hidden ones; strangers (cards where
    none lies; wrong when the nearest says something else); covers, and covers that were told wrongly; pictures, and ms.

    most: handfuls of a deck, if not all.
    """
    cv2.setNumThreads(1)
    cards = GAMES[game]()
    reader = SmallCardReader(cards)
    counts: Counter[str] = Counter()
    for nth in range(decks):
        for number, (dealt, handful) in enumerate(islice(handfuls(cards, seed * 1000 + nth), most)):
            start_s = time.perf_counter()
            left = list(reader.read(handful.picture))
            counts["ms"] += round(1000 * (time.perf_counter() - start_s))
            counts["pictures"] += 1
            for (index, centre, hidden), up_deg in zip(handful.cards, handful.ups_deg, strict=True):
                face = cards.faces[dealt[index]]
                mine = [each for each in left if handful.off_mm(each.centre_xy_px, centre) < SAME_CARD_MM]
                best = min(mine, key=lambda each: handful.off_mm(each.centre_xy_px, centre), default=None)
                if best is not None:
                    left.remove(best)
                result = "unknown" if best is None else told(conclusions(cards, best), face)
                if best is not None and result == "right" and off_deg(face, best, up_deg) > MOST_OFF_DEG:
                    result = "wrong"
                of = "half hidden " if hidden > MOST_HIDDEN else ""
                counts[f"{of}cards"] += 1
                counts[f"{of}{result}"] += 1
                if best is not None and result != "wrong":
                    counts["covers"] += 1
                    counts["covers off"] += abs(best.covered - hidden) > COVERED_OFF
                if verbose and (result == "wrong" or (not of and result != "right")):
                    print(f"seed {seed * 1000 + nth} handful {number} {face.kind} {face.faces[0]} {result} hidden "
                          f"{hidden:.2f} {handful.how} {handful.px_per_mm:.2f} px/mm {_of(cards, best)}")  # fmt: skip
            for each in left:
                off_mm = {index: handful.off_mm(each.centre_xy_px, centre) for index, centre, _ in handful.cards}
                nearest = min(off_mm, key=off_mm.__getitem__)
                result = told(conclusions(cards, each), cards.faces[dealt[nearest]])
                counts["strangers"] += 1
                counts["strangers wrong"] += result == "wrong"
                if verbose:
                    print(f"seed {seed * 1000 + nth} handful {number} stranger {result} {_of(cards, each)}")
        print(f"{nth + 1} of {decks}: {dict(counts)}", flush=True)
    return counts


def _of(cards: DrawnCards, reading: DrawnReading | None) -> str:
    if reading is None:
        return "not found"
    return f"{cards.faces[reading.likeliest()].faces[0]} {conclusions(cards, reading)} covered {reading.covered:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--game", choices=sorted(GAMES), default="leprechauns")
    options = parser.parse_args()
    counts = sweep(options.decks, options.seed, options.verbose, game=options.game)
    for of in ("", "half hidden "):
        cards, wrong = max(1, counts[f"{of}cards"]), counts[f"{of}wrong"]
        print(f"{of}cards {cards}: {counts[f'{of}right']} right, {counts[f'{of}partly']} in part, "
              f"{counts[f'{of}unknown']} unknown, {wrong} wrong ({wrong / cards:.2%})")  # fmt: skip
    print(f"{counts['strangers']} cards told to lie where none does, {counts['strangers wrong']} of them with what the "
          f"nearest does not say; covered share off by more than {COVERED_OFF} of "
          f"{counts['covers off']} in {counts['covers']}; {counts['ms'] / max(1, counts['pictures']):.0f} ms a picture "
          f"of {counts['pictures']}")  # fmt: skip


if __name__ == "__main__":
    main()
