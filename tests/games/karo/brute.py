"""A second counter of turns, written from the rules alone: it shares no line with the game and is in no hurry.

A position is a set of tiles and a dict from cells to (colour, circle?). Everything that could be tried is tried, and
kept when the rules allow it.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

Cell = tuple[int, int]
Disc = tuple[str, bool]


class Moment(NamedTuple):
    rules: str
    tiles: frozenset[Cell]
    discs: dict[Cell, Disc]
    to_move: str
    hand: dict[str, int]
    white_home: frozenset[Cell]
    red_home: frozenset[Cell]


def read(rules: str, text: str, to_move: str, hand: str, white_at_bottom: bool = True) -> Moment:
    tiles, discs = set(), {}
    rows = text.split("/")
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter == ".":
                continue
            tiles.add((y, x))
            if letter in "wWrR":
                discs[y, x] = (letter.lower(), letter.isupper())
    upper = frozenset(tile for tile in tiles if tile[0] < 2)
    lower = frozenset(tile for tile in tiles if tile[0] >= len(rows) - 2)
    white, red = hand.split(",")
    homes = (lower, upper) if white_at_bottom else (upper, lower)
    return Moment(rules, frozenset(tiles), discs, to_move, {"w": int(white), "r": int(red)}, *homes)


def perft(moment: Moment, depth: int) -> int:
    if depth == 0:
        return 1
    if winner_exists(moment):
        return 0
    return sum(perft(after, depth - 1) for after in every_turn(moment))


def every_turn(moment: Moment) -> list[Moment]:
    """What each legal turn leads to, one entry a turn."""
    if sum(moment.hand.values()):
        found = list(placings(moment))
    else:
        found = {"four-circles": circle_turns, "movers-hoppers": hopper_turns, "clear-out": clearing_turns}[
            moment.rules
        ](moment)
    return found or [moment._replace(to_move=other(moment.to_move))]


def other(colour: str) -> str:
    return "r" if colour == "w" else "w"


def side_by_side(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def one_piece(tiles: frozenset[Cell]) -> bool:
    groups: list[set[Cell]] = []
    for tile in tiles:
        joined = [group for group in groups if any(side_by_side(tile, member) for member in group)]
        groups = [group for group in groups if group not in joined]
        groups.append({tile}.union(*joined))
    return len(groups) == 1


def tile_moves(tiles: frozenset[Cell]) -> list[tuple[Cell, Cell]]:
    ys, xs = [y for y, _ in tiles], [x for _, x in tiles]
    places = set(product(range(min(ys) - 1, max(ys) + 2), range(min(xs) - 1, max(xs) + 2))) - tiles
    found = []
    for tile in tiles:
        rest = tiles - {tile}
        touching = sum(side_by_side(tile, each) for each in rest)
        if 4 - touching >= 2 and one_piece(rest):
            found += [(tile, place) for place in places if any(side_by_side(place, each) for each in rest)]
    return found


def placings(moment: Moment) -> list[Moment]:
    if not moment.hand[moment.to_move]:
        return []
    colour = other(moment.to_move) if moment.rules == "clear-out" else moment.to_move
    hand = {**moment.hand, moment.to_move: moment.hand[moment.to_move] - 1}
    return [
        moment._replace(discs={**moment.discs, cell: (colour, False)}, hand=hand, to_move=other(moment.to_move))
        for cell in moment.tiles
        if cell not in moment.discs
    ]


def circle_turns(moment: Moment) -> list[Moment]:
    found = []
    boards: list[tuple[frozenset[Cell], Cell | None]] = [(moment.tiles, None)]
    boards += [
        (moment.tiles - {start} | {end}, end) for start, end in tile_moves(moment.tiles) if start not in moment.discs
    ]
    for tiles, must_land in boards:
        for start, (colour, circle) in moment.discs.items():
            if colour != moment.to_move:
                continue
            for dy, dx in product((-1, 0, 1), repeat=2):
                for length in (1, 2):
                    end = (start[0] + dy * length, start[1] + dx * length)
                    over = (start[0] + dy, start[1] + dx)
                    if end not in tiles or end in moment.discs or must_land not in (None, end):
                        continue
                    if length == 2 and over not in moment.discs:
                        continue
                    discs = {cell: disc for cell, disc in moment.discs.items() if cell != start}
                    discs[end] = (colour, circle != (length == 2))
                    found.append(moment._replace(tiles=tiles, discs=discs, to_move=other(colour)))
    return found


def hopper_turns(moment: Moment) -> list[Moment]:
    found = []
    for start, (colour, circle) in moment.discs.items():
        if colour != moment.to_move:
            continue
        for dy, dx in product((-1, 0, 1), repeat=2):
            if not dy and not dx:
                continue
            end, jumped = (start[0] + dy, start[1] + dx), 0
            while circle and end in moment.discs:
                end, jumped = (end[0] + dy, end[1] + dx), jumped + 1
            if end not in moment.tiles or end in moment.discs or circle != bool(jumped):
                continue
            discs = {cell: disc for cell, disc in moment.discs.items() if cell != start}
            discs[end] = (colour, not circle)
            found.append(moment._replace(discs=discs, to_move=other(colour)))
    return found


def clearing_turns(moment: Moment) -> list[Moment]:
    found = []
    for start, (colour, _) in moment.discs.items():
        if colour != moment.to_move:
            continue
        found += disc_turns(moment, start)
        for tile, place in tile_moves(moment.tiles):
            if tile == start:
                discs = {place if cell == tile else cell: disc for cell, disc in moment.discs.items()}
                found += disc_turns(moment._replace(tiles=moment.tiles - {tile} | {place}, discs=discs), place)
    return found


def disc_turns(moment: Moment, start: Cell) -> list[Moment]:
    colour = moment.discs[start][0]
    found = []
    for dy, dx in product((-1, 0, 1), repeat=2):
        end = (start[0] + dy, start[1] + dx)
        if end in moment.tiles and end not in moment.discs:
            discs = {end if cell == start else cell: disc for cell, disc in moment.discs.items()}
            found.append(moment._replace(discs=discs, to_move=other(colour)))
    chains = [(start, moment.discs, {start})]
    while chains:
        at, discs, landed = chains.pop()
        for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            over, end = (at[0] + dy, at[1] + dx), (at[0] + 2 * dy, at[1] + 2 * dx)
            if over not in discs or end not in moment.tiles or end in discs or end in landed:
                continue
            after = dict(discs)
            after[end] = after.pop(at)
            over_colour, over_circle = after.pop(over)
            if not (over_circle and discs[at][1]):
                after[over] = (over_colour, not over_circle)
            found.append(moment._replace(discs=after, to_move=other(colour)))
            chains.append((end, after, landed | {end}))
    return found


def winner_exists(moment: Moment) -> bool:
    sides = {colour: {cell for cell, disc in moment.discs.items() if disc[0] == colour} for colour in "wr"}
    if moment.rules == "clear-out":
        return not sum(moment.hand.values()) and any(len(cells) <= 1 for cells in sides.values())
    if moment.rules == "movers-hoppers":
        goals = {"w": moment.red_home, "r": moment.white_home}
        return any(
            cells and (cells <= goals[colour] or (cells & goals[colour] and goals[colour] <= moment.discs.keys()))
            for colour, cells in sides.items()
        )
    circles = {(colour, cell) for cell, (colour, circle) in moment.discs.items() if circle}
    return any(
        all((colour, (y + dy * k, x + dx * k)) in circles for k in range(4))
        for colour, (y, x) in circles
        for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1))
    )
