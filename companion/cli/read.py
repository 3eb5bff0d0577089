"""`companion read`: what is in these pictures?"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import click

from companion import catalog
from companion.camera.arrays import Pixels
from companion.camera.stills import load_picture
from companion.cli.read_boards import board_in_words, board_reader
from companion.cli.terminal import json_line
from companion.core.capabilities import offers
from companion.core.capabilities.board import HasBoard
from companion.core.capabilities.drawn_cards import DrawnCards, ShowsDrawnCards
from companion.core.capabilities.slaps import HasSlaps
from companion.core.capabilities.symbol_cards import ShowsSymbolCards, SymbolCards
from companion.core.errors import Unreadable
from companion.core.options import nearest
from companion.core.text import Text, same
from companion.settings import language

log = logging.getLogger(__name__)

UNUSABLE = 2
"""Exit status when one of the pictures was unusable."""
Reader = Callable[[Pixels], dict[str, Any]]
"""Reads one picture and returns the fields of its answer."""


@dataclass(frozen=True, slots=True)
class Readable:
    """Something that can be read.

    Attributes:
        reader: makes the reader; called with what `--colour` and `--symbol` say.
        in_words: an answer for people.
        takes_draw: whether `--colour` and `--symbol` mean anything.
    """

    reader: Callable[[str | None, str | None], Reader]
    in_words: Callable[[Mapping[str, Any]], Text]
    takes_draw: bool = False


def dice_reader() -> Reader:
    """Reads twelve-sided dice."""
    from companion.perception.dice.reader import DiceReader

    dice = DiceReader()

    def read(picture: Pixels) -> dict[str, Any]:
        readings = dice.read(picture)
        entries = [
            {
                "value": reading.value,
                "x": round(reading.x_px, 1),
                "y": round(reading.y_px, 1),
                "sure": round(reading.confidence, 4),
            }
            for reading in readings
        ]
        view = {"view": {"tilt_deg": round(median(each.tilt_deg for each in readings), 1)}} if readings else {}
        return {"dice": entries, **view}

    return read


def dice_in_words(answer: Mapping[str, Any]) -> Text:
    """One reading as a person would say it."""
    words = ", ".join(
        f"{die['value'] or '?'} ({die['sure']:.0%}, x {die['x']:.0f}, y {die['y']:.0f})" for die in answer["dice"]
    )
    return same(words or "-")


def of_board(game: HasBoard) -> Readable:
    """Reading a game's board."""
    return Readable(lambda *_: board_reader(game), board_in_words)


def of_cards(cards: SymbolCards) -> Readable:
    """Reading a game's cards."""
    from companion.cli.read_cards import card_reader, cards_in_words

    return Readable(lambda colour, symbol: card_reader(cards, colour, symbol), cards_in_words, takes_draw=True)


def of_drawn_cards(cards: DrawnCards, hands: bool) -> Readable:
    """Reading cards that are known by their drawings, and the hands that come down on them where they do."""
    from companion.cli.read_letters import are_letters, letter_reader, letters_in_words

    if are_letters(cards):
        return Readable(lambda *_: letter_reader(cards), letters_in_words)
    from companion.cli.read_drawn_cards import drawn_card_reader, drawn_cards_in_words

    return Readable(lambda *_: drawn_card_reader(cards, hands), drawn_cards_in_words)


def readables() -> Mapping[str, Readable]:
    """All that can be read, by the word for it: dice, boards, and every game that says what its cards look like."""
    found = {"dice": Readable(lambda *_: dice_reader(), dice_in_words)}
    for key, game in catalog.games().items():
        if (board := offers(game, HasBoard)) is not None:
            found[key] = of_board(board)
        if isinstance(game, ShowsSymbolCards):
            found[key] = of_cards(game.symbol_cards())
        if isinstance(game, ShowsDrawnCards):
            found[key] = of_drawn_cards(game.drawn_cards(), hands=offers(game, HasSlaps) is not None)
    return found


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game", metavar="GAME")
@click.argument("images", metavar="IMAGE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, one line a picture.")
@click.option("--colour", metavar="NAME:POSITION", help="The draw's colour and window (kaplan), as red:2.")
@click.option("--symbol", metavar="SHAPE:FILL", help="The draw's symbol (kaplan), as hexagon:solid.")
def read(game: str, images: tuple[Path, ...], as_json: bool, colour: str | None, symbol: str | None) -> int:
    """Read pictures of a table: GAME is what to look for (dice, karo, kaplan, leprechauns, plic-plac,
    kaleidoscope), IMAGE one or more picture files.

    A value that is not sure enough is null: unknown is a good answer. With both --colour and --symbol every card
    has a verdict: keep or discard.

    \b
    Example:
      companion read dice table.jpg --json
      companion read kaplan card.jpg --colour red:2 --symbol hexagon:solid --json
    """
    known = readables()
    if game not in known:
        raise Unreadable(
            "cli.no-reader",
            NO_READER.filled(game=game, near=nearest(game, tuple(sorted(known))), known=", ".join(sorted(known))),
        )
    chosen = known[game]
    if not chosen.takes_draw and (colour or symbol):
        raise Unreadable("cli.no-draw", NO_DRAW.filled(game=game))
    reader = chosen.reader(colour, symbol)
    unusable = 0
    for path in images:
        answer = _answer(path, reader)
        if "error" in answer:
            unusable += 1
            print(answer["error"], file=sys.stderr)
        if as_json:
            print(json_line(answer), flush=True)
        elif "error" not in answer:
            words = chosen.in_words(answer).to(language())
            print(f"{path}: {words} [{answer['ms']:.0f} ms]", flush=True)
    return UNUSABLE if unusable else 0


def _answer(path: Path, reader: Reader) -> dict[str, Any]:
    """What is in one picture, or one sentence why it cannot be read: the next one is read all the same."""
    try:
        picture = load_picture(path)
        start_s = time.perf_counter()
        found = reader(picture)
        return {"image": str(path), **found, "ms": round((time.perf_counter() - start_s) * 1000, 1)}
    except Unreadable as refusal:
        what = refusal.what
    except Exception as error:  # a picture such as no reader was made for; whatever it raises is no answer
        log.debug("%s cannot be read", path, exc_info=True)
        what = READER_FAILED.filled(path=path, why=type(error).__name__)
    return {"image": str(path), "error": what.to(language())}


READER_FAILED = Text(
    fr="{path} : le lecteur ne vient pas à bout de cette image ({why}) ; prenez-en une autre, d'en haut.",
    en="{path}: the reader cannot cope with this picture ({why}); take another one, from above.",
)


NO_READER = Text(
    fr="GAME : « {game} » ne se lit pas ici.{near} Ce qui se lit : {known}.",
    en="GAME: “{game}” is not read here.{near} What is read: {known}.",
)


NO_DRAW = Text(
    fr="{game} n'a pas de tirage : retirez --colour et --symbol.",
    en="{game} knows no draw: leave --colour and --symbol out.",
)
