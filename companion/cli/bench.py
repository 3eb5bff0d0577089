"""`companion bench`: how fast and how well this machine reads."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import click
import cv2

from companion import catalog
from companion.camera.arrays import Pixels
from companion.camera.stills import load_picture
from companion.camera.url import SourceUrl
from companion.cli.bench_board import board_times
from companion.cli.bench_cards import card_figures, figures_in_words
from companion.cli.bench_reveal import reveal_figures, reveal_in_words
from companion.cli.yardstick import blur_ms
from companion.core.art import Art
from companion.core.capabilities import offers
from companion.core.capabilities.commands import BENCH
from companion.core.capabilities.reveals import RevealsCards
from companion.core.capabilities.symbol_cards import ShowsSymbolCards
from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.perception.dice.reader import DiceReader
from companion.perception.dice.score import Figures, TrueDie
from companion.simulator.source import open_source
from companion.simulator.world import World

DRAWN = 30
"""Pictures of three dice that are drawn when no folder is named."""
CAMERA = "rendered://?tilt_deg={tilt}&width=1024&height=768&height_mm=480&aim_x_mm=235&seed={seed}"
DICE_REST_S = 10.0
"""Longer than any throw tumbles."""
WARM_UP = 3
"""First readings that are not timed: the networks allocate then."""

Case = tuple[Pixels, tuple[TrueDie, ...]]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("pictures", required=False, type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--cards", "of_cards", is_flag=True, help="Read cards: one at a time, a whole board, and cards that are turned up."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def bench(pictures: Path | None, of_cards: bool, as_json: bool) -> int:
    """Read dice, or cards, on one core; print milliseconds a picture and the share right, unknown and wrong.

    PICTURES is a folder of pictures of dice with a truth.jsonl; without it, pictures of the simulated table are used,
    and games that measure something of their own add a line.

    \b
    Example:
      companion bench ../shared/frames/rendered/dice
      companion bench --cards
    """
    if of_cards:
        if pictures is not None:
            raise Unreadable("cli.own-pictures", OWN_PICTURES)
        return _bench_cards(as_json)
    cv2.setNumThreads(1)
    reader = DiceReader()
    figures, took_ms, yardstick_ms = Figures(), list[float](), list[float]()
    for number, (picture, truth) in enumerate(_of_folder(pictures) if pictures else _drawn()):
        start_s = time.process_time()
        readings = reader.read(picture)
        if number >= WARM_UP:
            took_ms.append((time.process_time() - start_s) * 1000)
            yardstick_ms.append(blur_ms(picture))
        figures.count(str(number), readings, truth, picture.shape[1], picture.shape[0])
    if not took_ms:
        raise Unreadable("bench.too-few", TOO_FEW.filled(folder=pictures, least=WARM_UP + 1))
    report: dict[str, Any] = {
        "pictures": len(took_ms) + WARM_UP,
        **figures.report(),
        "ms_median": round(median(took_ms), 1),
        "ms_most": round(max(took_ms), 1),
        "blurs": round(median(took_ms) / median(yardstick_ms), 1),
        "games": [] if pictures else list(_of_games()),
        **board_times(),
    }
    if as_json:
        print(json.dumps(report))
    else:
        _print_in_words(report, pictures)
    return 0


def _bench_cards(as_json: bool) -> int:
    """Of every game whose cards are read by their symbols, and of those in which everybody turns one up."""
    found = {
        key: card_figures(game.symbol_cards())
        for key, game in catalog.games().items()
        if isinstance(game, ShowsSymbolCards) and game.symbol_cards().known
    }
    revealed = {
        key: reveal_figures(game) for key, game in catalog.games().items() if offers(game, RevealsCards) is not None
    }
    print(file=sys.stderr)
    if as_json:
        print(json.dumps({**found, **revealed}))
    else:
        words = {key: figures_in_words(figures) for key, figures in found.items()}
        words |= {key: reveal_in_words(figures) for key, figures in revealed.items()}
        print("\n".join(f"{key}\n{each}" for key, each in words.items()))
    return 0


def _print_in_words(report: dict[str, Any], pictures: Path | None) -> None:
    flat = max(1, report["dice"])
    right, unknown, missed, wrong = (
        f"{report[key]} ({report[key] / flat:.1%})" for key in ("right", "unknown", "missed", "wrong")
    )
    source = pictures or "drawn here: renders, not photographs"
    print(f"{report['pictures']} pictures, {report['dice']} dice that lie flat ({source})")
    print(f"  right {right}, unknown {unknown}, not found {missed}, wrong {wrong}")
    print(f"  {report['leaning']} dice lean, {report['leaning_given_value']} of them were given a value")
    print(f"  values where no die lies: {report['of_these_given_value']}")
    print(f"  {report['ms_median']} ms a picture on one core (at most {report['ms_most']} ms),")
    print(f"  as long as {report['blurs']} Gaussian blurs of the same picture here")
    print("a board that is followed, CPU time of one core")
    print(f"  a turn {report['board_change_ms']} ms, as long as {report['board_change_blurs']} blurs")
    print(f"  a push of the whole board {report['board_push_ms']} ms, {report['board_push_blurs']} blurs")
    print(f"  a frame without a change {report['board_still_ms']} ms, {report['board_still_blurs']} blurs")
    for line in report["games"]:
        print(line)


def _of_games() -> Iterator[str]:
    """What games measure of themselves, a line each."""
    for key in catalog.games():
        for command in catalog.commands(key):
            if command.name == BENCH:
                yield command.run(**{option.name: option.default for option in command.options})


def _of_folder(folder: Path) -> Iterator[Case]:
    """Pictures that a truth.jsonl describes. Raises `Unreadable` when it does not."""
    try:
        lines = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
        entries = [json.loads(line) for line in lines if line.strip()]
        named = [(folder / entry["image"], tuple(map(_true_die, entry["dice"]))) for entry in entries]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Unreadable(
            "bench.no-truth",
            Text(
                fr="{folder} : il faut un truth.jsonl qui dit les dés de chaque image ({why}).",
                en="{folder}: a truth.jsonl must tell the dice of each picture ({why}).",
            ).filled(folder=folder, why=repr(error)),
        ) from None
    for path, truth in named:
        yield load_picture(path), truth


def _true_die(entry: dict[str, Any]) -> TrueDie:
    value = None if entry["cocked"] else int(entry["value"])
    return TrueDie(value, float(entry["x"]), float(entry["y"]), float(entry["radius"]))


def _drawn() -> Iterator[Case]:
    """Three dice on the bare simulated table under different cameras."""
    for seed in range(DRAWN):
        print(f"\r{seed + 1}/{DRAWN}", end="", file=sys.stderr)
        random, clock = Random(seed), ManualClock()
        world = World(_no_art)
        world.throw_dice(random, 3)
        world.advance(DICE_REST_S)
        address = CAMERA.format(tilt=random.randrange(15), seed=seed)
        with open_source(SourceUrl.parse(address), clock, world) as source:
            dice = source.truth().dice
            yield source.full().pixels, tuple(TrueDie(die.value, die.x_px, die.y_px, die.radius_px) for die in dice)
    print(file=sys.stderr)


def _no_art(kind: str, face: str) -> Art:
    raise KeyError(kind)


TOO_FEW = Text(
    fr="{folder} : il faut au moins {least} images pour mesurer ; ajoutez-en au truth.jsonl.",
    en="{folder}: it takes at least {least} pictures to measure; add more to its truth.jsonl.",
)
OWN_PICTURES = Text(
    fr="--cards dessine ses propres images : retirez PICTURES.",
    en="--cards draws its own pictures: leave PICTURES out.",
)
