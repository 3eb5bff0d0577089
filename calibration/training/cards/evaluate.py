"""Measures the card readers on folders of path-traced tables (`calibration.training.cards.pathtrace`).

python -m calibration.training.cards.evaluate FOLDER ... [--quiet]

Cards are read as `companion read GAME` reads them. A card is right when all that its side tells was told, and wrong
when anything else was told of it or of a card where none lies; else it is unknown. A letter whose direction is told
wrongly is wrong. Kaplan's cards are asked one draw a picture, and their verdict counts; their reading sides are right
when they are noticed.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.cards.decks import DRAWN, KAPLAN, KAPLAN_READING_SIDES
from companion.core.capabilities.drawn_cards import DrawnCards, DrawnFace
from companion.games.kaplan.deck import Draw, deck
from companion.games.kaplan.eyes import symbol_cards
from companion.perception.cards.reader import CardReader
from companion.perception.cards.reading import READING_SIDE
from companion.perception.cards.verdict import AskedDraw, verdict
from companion.perception.drawn.enlarged import SmallCardReader
from companion.perception.drawn.reading import DrawnReading, conclusions

SAME_CARD = 0.3
"""A reading belongs to a card when its middle is no farther from the card's than this share of its shorter side."""
MOST_OFF_DEG = 8.0
"""By which a letter's direction may be told wrongly."""
RIGHT, UNKNOWN, WRONG = "right", "unknown", "wrong"


@dataclass(frozen=True, slots=True)
class Judged:
    """One card, or a reading where none lies.

    Attributes:
        image: the picture's path.
        card: its row of truth.jsonl; None where no card lies.
        result: RIGHT, UNKNOWN or WRONG.
        said: what was said of it, for people; "" when nothing was found there.
        confidence: of the likeliest reading, 0 to 1; 0 when nothing was found there.
        likeliest: whether the likeliest reading, sure or not, is right.
        row: the picture's row of truth.jsonl.
    """

    image: Path
    card: dict[str, Any] | None
    result: str
    said: str
    confidence: float
    likeliest: bool
    row: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """What a reader told of one card: its middle (px), and judgement of a side: result, whether the likeliest is
    right."""

    xy: tuple[float, float]
    said: str
    confidence: float
    judge: Callable[[dict[str, Any]], tuple[str, bool]]


Reader = Callable[[NDArray[np.uint8], int], list[Told]]
"""Reads a picture (H, W, 3) uint8 BGR; the number chooses the draw that is asked."""


def reader_of(game: str) -> Reader:
    """Return the reader of a game's cards, as `companion read` uses it.

    Raises:
        KeyError: the game has no cards.
    """
    readers = {KAPLAN: _kaplan, KAPLAN_READING_SIDES: _reading_sides}
    return readers[game]() if game in readers else _drawn(DRAWN[game]())


def evaluate(folder: Path) -> Iterator[Judged]:
    """Yield the cards of a folder, and the readings where none lies.

    Raises:
        FileNotFoundError: there is no truth.jsonl, or a picture that it names is missing.
    """
    readers: dict[str, Reader] = {}
    for nth, text in enumerate((folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()):
        row = json.loads(text)
        picture = cv2.imread(str(folder / row["image"]))
        if picture is None:
            raise FileNotFoundError(folder / row["image"])
        game = row["game"]
        if game not in readers:
            readers[game] = reader_of(game)
        yield from judged(folder / row["image"], row, readers[game](np.asarray(picture, np.uint8), nth))


def judged(image: Path, row: dict[str, Any], left: list[Told]) -> Iterator[Judged]:
    """Yield the cards of a row of truth.jsonl with what was told of them, then what was told where none lies.

    Args:
        image: the picture's path.
        row: needs "game" and "cards" alone.
        left: what was told; emptied of what belongs to a card.
    """
    for card in row["cards"]:
        corners = np.array(card["corners"])
        side_px = float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).min())
        off = [float(np.hypot(told.xy[0] - card["x"], told.xy[1] - card["y"])) for told in left]
        nearest = min(range(len(left)), key=lambda nth: off[nth], default=None)
        if nearest is None or off[nearest] > SAME_CARD * side_px:
            yield Judged(image, card, UNKNOWN, "", 0.0, False, row)
            continue
        told = left.pop(nearest)
        result, likeliest = told.judge(card)
        yield Judged(image, card, result, told.said, told.confidence, likeliest, row)
    for told in left:
        yield Judged(image, None, WRONG, told.said, told.confidence, False, row)


def _drawn(cards: DrawnCards) -> Reader:
    reader = SmallCardReader(cards)

    def read(picture: NDArray[np.uint8], _: int) -> list[Told]:
        return [_told(cards, reading) for reading in reader.read(picture)]

    return read


def _told(cards: DrawnCards, reading: DrawnReading) -> Told:
    said = conclusions(cards, reading)

    def judge(card: dict[str, Any]) -> tuple[str, bool]:
        face = cards.faces[card["side"]]
        seen = {"kind": said.kind, "up": said.up, **said.tells}
        results = set[str]()
        for name, word in {"kind": face.kind, "up": face.up, **dict(face.tells)}.items():
            words = word if isinstance(word, tuple) else (word,)
            answers = seen[name] if isinstance(word, tuple) else [seen[name]]
            results |= {_compared(one, other) for one, other in zip(words, answers or [None] * len(words), strict=True)}
        if _off_deg(face, reading, card["up_deg"]) > MOST_OFF_DEG and UNKNOWN not in results:
            results.add(WRONG)
        likeliest = cards.faces[min(reading.likeliest(), len(cards.faces) - 1)]
        same = (likeliest.kind, likeliest.up, likeliest.tells) == (face.kind, face.up, face.tells)
        return next((each for each in (WRONG, UNKNOWN) if each in results), RIGHT), same

    likeliest = cards.faces[min(reading.likeliest(), len(cards.faces) - 1)]
    return Told(reading.centre_xy_px, " ".join((likeliest.kind, likeliest.faces[0])), said.confidence, judge)


def _compared(true: object, told: object) -> str:
    return RIGHT if true == told else UNKNOWN if told is None else WRONG


def _off_deg(face: DrawnFace, reading: DrawnReading, up_deg: float) -> float:
    """By how much a letter's direction was told wrongly; other cards have none that matters."""
    if not face.up or "letter" not in dict(face.tells):
        return 0.0
    return abs((reading.up_deg - up_deg + 180.0) % 360.0 - 180.0)


def _kaplan() -> Reader:
    cards = symbol_cards()
    reader, draws = CardReader(cards), list(deck().words)

    def read(picture: NDArray[np.uint8], nth: int) -> list[Told]:
        draw = draws[(nth * 7919) % len(draws)]
        asked = AskedDraw(draw.colour.value, draw.position, draw.symbol.shape.value, draw.symbol.fill.value)
        told = []
        for reading in reader.read(picture):
            keep = verdict(cards, reading, asked).keep
            said = f"{reading.face} {reading.ident or '?'}"
            told.append(Told(reading.centre_xy_px, said, reading.confidence, _verdict(draw, keep, reading.ident)))
        return told

    return read


def _reading_sides() -> Reader:
    reader = CardReader(symbol_cards())

    def read(picture: NDArray[np.uint8], _: int) -> list[Told]:
        told = []
        for reading in reader.read(picture):
            noticed = reading.face == READING_SIDE
            result = RIGHT if noticed else WRONG
            told.append(Told(reading.centre_xy_px, reading.face, reading.confidence, _always(result, noticed)))
        return told

    return read


def _always(result: str, likeliest: bool) -> Callable[[dict[str, Any]], tuple[str, bool]]:
    return lambda _: (result, likeliest)


def _verdict(draw: Draw, keep: bool | None, ident: int | None) -> Callable[[dict[str, Any]], tuple[str, bool]]:
    def judge(card: dict[str, Any]) -> tuple[str, bool]:
        true = bool(deck().card(card["side"] + 1).holds(draw))
        return _compared(true, keep), ident == card["side"] + 1

    return judge


def main() -> None:
    """Prints the cards that are not right, and the counts of each game as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--quiet", action="store_true", help="leaves out the cards that are not right")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    counts: dict[str, Counter[str]] = {}
    for folder in args.folders:
        for each in evaluate(folder):
            counts.setdefault(each.row["game"], Counter())[each.result] += 1
            if each.result != RIGHT and not args.quiet:
                at = (
                    "no card"
                    if each.card is None
                    else f"side {each.card['side']} x {each.card['x']} y {each.card['y']}"
                )
                how = " ".join(f"{key} {each.row[key]}" for key in ("px_per_mm", "tilt_deg", "surface", "light"))
                print(f"{each.image} {at}: {each.result} {each.said or 'not found'} {each.confidence:.4f}, {how}")
    for game, count in counts.items():
        total = sum(count.values())
        print(json.dumps({"game": game, "cards": total, **{key: count[key] for key in (RIGHT, UNKNOWN, WRONG)}}))


if __name__ == "__main__":
    main()
