"""How fast and how well cards are named when everybody turns one up at once, on the simulated table."""

from __future__ import annotations

import sys
import time
from collections import Counter
from random import Random
from statistics import median
from typing import Any

import cv2

from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.cli.yardstick import blur_ms
from companion.core.capabilities import offers
from companion.core.capabilities.reveals import RevealsCards
from companion.core.clock import ManualClock
from companion.core.game import Game, State, pick_chance
from companion.perception.drawn.reader import DrawnCardReader
from companion.perception.drawn.revealed import RevealedCard, RevealedCards
from companion.rehearsal.reveals import turn_up
from companion.simulator.source import open_source
from companion.simulator.world import World

FPS = 60
CAMERA = "rendered://?width=2304&height=1728&fps={fps}&seed={seed}&tilt_deg={tilt}"
REVEALS = 6
BEFORE = 6
"""Frames of the table before anything is turned up."""
MOST_FRAMES = 60
WARM_UP = 1
"""First reveals that are not timed: looks are prepared then."""


def reveal_figures(game: Game) -> dict[str, Any]:
    """As many seats as the game takes: `ms_median` and `ms_most` from the first frame in which all cards lie flat until
    the last one is named (frames waited for, and processor time of one core), and of a whole picture's reading.

    Raises:
        LookupError: no cards are turned up in the game.
    """
    reveals = offers(game, RevealsCards)
    if reveals is None:
        raise LookupError(f"{game.key} has no cards that are turned up")
    cv2.setNumThreads(1)
    counts: Counter[str] = Counter()
    watch, reader = RevealedCards(reveals.drawn_cards()), DrawnCardReader(reveals.drawn_cards())
    named_ms, picture_ms, blurs = list[float](), list[float](), list[float]()
    for number in range(REVEALS + WARM_UP):
        took_ms, picture = _one_reveal(game, reveals, watch, number, counts)
        start_s = time.process_time()
        reader.read(picture)
        whole_ms = (time.process_time() - start_s) * 1000
        if number < WARM_UP:
            counts.clear()
        else:
            named_ms.append(took_ms)
            picture_ms.append(whole_ms)
            blurs.append(whole_ms / blur_ms(picture))
        print(f"\r{number + 1}/{REVEALS + WARM_UP}", end="", file=sys.stderr)
    return {
        "reveals": len(named_ms),
        "cards": counts.total(),
        **{told: counts[told] for told in ("right", "unknown", "wrong")},
        "ms_median": round(median(named_ms), 1),
        "ms_most": round(max(named_ms), 1),
        "picture_ms": round(median(picture_ms), 1),
        "picture_blurs": round(median(blurs), 1),
    }


def reveal_in_words(figures: dict[str, Any]) -> str:
    """What `reveal_figures` says, for people."""
    return "\n".join((
        f"cards turned up at once: {figures['reveals']} times, {figures['cards']} cards (drawn here, not photographs)",
        f"  right {figures['right']}, unknown {figures['unknown']}, wrong {figures['wrong']}",
        f"  all named {figures['ms_median']} ms after they lay flat (at most {figures['ms_most']} ms), on one core",
        f"  a whole picture {figures['picture_ms']} ms, as long as {figures['picture_blurs']} Gaussian blurs of it",
    ))  # fmt: skip


def _one_reveal(
    game: Game, reveals: RevealsCards, watch: RevealedCards, seed: int, counts: Counter[str]
) -> tuple[float, Pixels]:
    """How many ms it took until all were named, and the table's picture."""
    random = Random(seed)
    state = _when_all_turn(game, reveals, random)
    due = reveals.turned_up(state)
    number = {(each.kind, face): n for n, each in enumerate(reveals.drawn_cards().faces) for face in each.faces}
    world, clock = World(game.art), ManualClock()
    world.arrange(game.depict(state))
    address = CAMERA.format(fps=FPS, seed=seed, tilt=random.randrange(-10, 11))
    with open_source(SourceUrl.parse(address), clock, world) as source:
        picture = source.full().pixels
        watch.begin(
            {card.name: (card.xy_mm, frozenset(number[card.kind, face] for face in card.outcomes)) for card in due},
            picture,
        )
        for _ in range(BEFORE):
            watch.update(source.small(), lambda: picture)
        lain = _turn_up(world, reveals, state, random)
        picture = source.full().pixels
        spent_ms, turned = 0.0, dict[str, RevealedCard]()
        looks = 0
        while looks < MOST_FRAMES and not (turned and all(each.face is not None for each in turned.values())):
            frame = source.small()
            start_s = time.process_time()
            turned = watch.update(frame, lambda: picture)
            spent_ms += (time.process_time() - start_s) * 1000
            looks += 1
    for name, true in lain.items():
        face = turned[name].face
        counts["unknown" if face is None else "right" if face == number[true] else "wrong"] += 1
    return spent_ms + (looks - 1) * 1000 / FPS, picture


def _when_all_turn(game: Game, reveals: RevealsCards, random: Random) -> State:
    """A moment of a match at which every seat turns up a card."""
    seats = game.seats[-1]
    state = game.start(seats, game.options())
    while len(reveals.turned_up(state)) < seats:
        outcomes, seat = state.chance_outcomes(), state.actor.seat
        if outcomes:
            state = state.apply(pick_chance(outcomes, random))
        else:
            assert seat is not None
            state = state.apply(game.choose(state, seat, random))
    return state


def _turn_up(world: World, reveals: RevealsCards, state: State, random: Random) -> dict[str, tuple[str, str]]:
    """Lay a card for every seat; the kind and face of each, by its name."""
    lain: dict[str, tuple[str, str]] = {}
    taken = set[str]()
    for card in reveals.turned_up(state):
        face = random.choice([each for each in card.outcomes if each not in taken])
        taken.add(face)
        turn_up(world, card, face, random)
        lain[card.name] = card.kind, face
    return lain
