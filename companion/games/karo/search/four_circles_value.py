"""How good a position of Four Circles is.

Each side is worth something by itself, whatever the other side does: so a side that stands still is looked up, and what
a player's last turn can gain is found without listing the turns (`frontier`). Only a player who can win at once is told
from others by what both sides do (`wins_at_once`): four jumps make a line, and a search that stopped short of the last
of them would walk into it.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.karo.bits.four_circles import FourCircles
from companion.games.karo.bits.frame import Lift, Move, Spot
from companion.games.karo.search.negamax import GUESS_WEIGHT, History, Recall
from companion.games.karo.search.scores import WON

LINE = WON
"""A side with four circles in a line is worth this alone, which no sum of the others reaches."""
CIRCLE = 24
"""A circle is one of the four that a line needs."""
TWO, THREE = 9, 46
"""A line of four cells that holds two or three of the side's circles, whatever else: tiles and discs come and go."""
MATE = 8
"""Added for a line of four cells with two circles and another disc of the side: that disc need only be turned over."""
MASSED = 6
"""A line of four cells with three discs of the side, circles or not: what will be a line once they have jumped."""
TOUCH = 2
"""Two discs of a side side by side or corner to corner: each can jump the other."""
KEPT_SIDES = 400_000
"""Sides whose worth is remembered: 240 bytes each, 100 MB at most."""


REPLIES = 4
"""Good replies that are remembered: the one that refutes a move mostly refutes its neighbours too."""
NOTHING = -2 * LINE
WINS_NEXT = WON - 1
"""The value of a position whose player to move wins at once."""


class FourCirclesValue:
    """Values for the player to move, in points; more is better."""

    def __init__(self, rules: FourCircles) -> None:
        self.rules = rules
        self._ways = rules.frame.ways
        self._sides: dict[tuple[int, int], int] = {}
        self._replies: tuple[tuple[int, int, bool, int], ...] = ()
        self._gaps: dict[int, int] = {}

    def value(self, at: Spot) -> int:
        tiles, mine, theirs, circles, my_hand, their_hand, _ = at
        other = self.side(theirs, circles & theirs)
        if other >= LINE:
            return -WON
        if not (my_hand or their_hand) and self.wins_at_once(tiles, mine, theirs, circles):
            return WINS_NEXT
        return self.side(mine, circles & mine) - other

    def wins_at_once(self, tiles: int, mine: int, theirs: int, circles: int) -> bool:
        """Whether the player of `mine`, to move in the second phase, completes a line with this turn."""
        own = circles & mine
        gaps = self.gaps(own) & ~theirs & ~mine
        if not gaps:
            return False
        taken = mine | theirs
        free = tiles & ~taken
        if self._completes(mine, own, taken, gaps & free):
            return True
        outside = gaps & ~tiles
        if not outside:
            return False
        places = _allowed(0, self._lifts(tiles, free))
        return self._completes(mine, own, taken, outside & places)

    def _lifts(self, tiles: int, free: int) -> list[Lift]:
        """The tiles that may leave and on which nothing stands."""
        return [lift for lift in self.rules.frame.lifts(tiles) if lift[0] & free]

    def _completes(self, mine: int, own: int, taken: int, ends: int) -> bool:
        """Whether a disc of `mine` can land on one of `ends` so that four circles stand in a line."""
        return any(
            self.side(mine ^ disc ^ end, turned(own, disc, end, jumps)) >= LINE
            for disc, end, jumps in self._landings(mine, taken, ends)
        )

    def gaps(self, circles: int) -> int:
        """The cells that would make a line of three of these circles a line of four."""
        known = self._gaps.get(circles)
        if known is not None:
            return known
        if len(self._gaps) >= KEPT_SIDES:
            self._gaps.clear()
        found = 0
        for way in self._ways:
            second, third, fourth = circles >> way, circles >> 2 * way, circles >> 3 * way
            found |= second & third & fourth | (circles & third & fourth) << way
            found |= (circles & second & fourth) << 2 * way | (circles & second & third) << 3 * way
        found = self._gaps[circles] = found & ~circles
        return found

    def ordered(self, at: Spot, history: History) -> tuple[list[Move], bool]:
        tiles, mine, theirs, circles, my_hand, their_hand, _ = at
        if my_hand or their_hand:
            return self._placings(at), False
        own, taken = circles & mine, mine | theirs
        free = tiles & ~taken
        lifts = self._lifts(tiles, free)
        promises = []
        for disc, end, jumps in self._landings(mine, taken, _allowed(free, lifts)):
            worth = self.side(mine ^ disc ^ end, turned(own, disc, end, jumps))
            if worth >= LINE:
                return [next(_with_tiles(disc, end, jumps, free, lifts))], True
            promises.append((-worth * GUESS_WEIGHT - history.get((disc, end), 0), disc, end, jumps))
        promises.sort()
        found = [move for _, disc, end, jumps in promises for move in _with_tiles(disc, end, jumps, free, lifts)]
        return found or [()], False

    def recall(self, at: Spot, move: Move) -> Recall:
        tiles, mine, theirs, circles, my_hand, their_hand, _ = at
        if len(move) < 2 or move[0] or my_hand or their_hand:
            return Recall.UNKNOWN
        _, _, disc, end, jumps = move
        taken = mine | theirs
        if not (disc & mine and end & tiles & ~taken) or (jumps and not _between(disc, end) & taken):
            return Recall.UNKNOWN
        worth = self.side(mine ^ disc ^ end, turned(circles & mine, disc, end, jumps))
        return Recall.WINS if worth >= LINE else Recall.LEGAL

    def frontier(self, at: Spot, beta: int) -> int:
        tiles, mine, theirs, circles, my_hand, their_hand, _ = at
        other = self.side(theirs, circles & theirs)
        own = circles & mine
        if my_hand or their_hand:
            moves = self.rules.moves(at)
            return max(self.side(mine | move[0], own) if move else self.side(mine, own) for move in moves) - other
        if self.gaps(circles & theirs):
            return self._defended(at, other)
        taken = mine | theirs
        free = tiles & ~taken
        best, enough, sides = NOTHING, beta + other, self._sides
        for disc, end, jumps, over in self._replies:  # tried before it is worked out which tiles could move
            if disc & mine and end & free and (not jumps or over & taken):
                best = max(best, self.side(mine ^ disc ^ end, turned(own, disc, end, jumps)))
                if best >= LINE:
                    return WON
                if best >= enough:
                    return best - other
        allowed = _allowed(free, self._lifts(tiles, free))
        for disc, end, jumps in self._landings(mine, taken, allowed):
            moved, changed = mine ^ disc ^ end, turned(own, disc, end, jumps)
            worth = sides.get((moved, changed))
            if worth is None:
                worth = self.side(moved, changed)
            if worth > best:
                best = worth
                if best >= LINE:
                    self._note(disc, end, jumps)
                    return WON
                if best >= enough:
                    self._note(disc, end, jumps)
                    return best - other
        return best - other if best > NOTHING else self.value(at)

    def _defended(self, at: Spot, other: int) -> int:
        """The value of the best turn after which the other player does not win at once; a lost game when none is left.

        Not every line of three can be completed, and not every turn leaves it so: each is tried, the best first.
        """
        tiles, mine, theirs, circles, _, _, _ = at
        own, taken = circles & mine, mine | theirs
        free = tiles & ~taken
        lifts = self._lifts(tiles, free)
        promises = []
        for disc, end, jumps in self._landings(mine, taken, _allowed(free, lifts)):
            worth = self.side(mine ^ disc ^ end, turned(own, disc, end, jumps))
            if worth >= LINE:
                return WON
            promises.append((worth, disc, end, jumps))
        if not promises:
            return -WINS_NEXT if self.wins_at_once(tiles, theirs, mine, circles) else self.value(at)
        promises.sort(reverse=True)
        for worth, disc, end, jumps in promises:
            after, turned_circles = mine ^ disc ^ end, turned(own, disc, end, jumps) | circles & theirs
            for tile, tile_to, _, _, _ in _with_tiles(disc, end, jumps, free, lifts):
                if not self.wins_at_once(tiles ^ tile ^ tile_to, theirs, after, turned_circles):
                    return worth - other
        return -WINS_NEXT

    def _landings(self, mine: int, taken: int, allowed: int) -> Iterator[tuple[int, int, bool]]:
        """Every (disc, end, jumps), jumps first: they make circles."""
        for way in self._ways:
            ends = (mine << way & taken) << way & allowed
            while ends:
                end = ends & -ends
                ends ^= end
                yield end >> 2 * way, end, True
            ends = (mine >> way & taken) >> way & allowed
            while ends:
                end = ends & -ends
                ends ^= end
                yield end << 2 * way, end, True
        for way in self._ways:
            ends = mine << way & allowed
            while ends:
                end = ends & -ends
                ends ^= end
                yield end >> way, end, False
            ends = mine >> way & allowed
            while ends:
                end = ends & -ends
                ends ^= end
                yield end << way, end, False

    def _note(self, disc: int, end: int, jumps: bool) -> None:
        """Keep a reply that was good enough, to be tried first next time."""
        over = _between(disc, end) if jumps else 0
        self._replies = ((disc, end, jumps, over), *self._replies[: REPLIES - 1])

    def _placings(self, at: Spot) -> list[Move]:
        _, mine, _, circles, _, _, _ = at
        moves = self.rules.moves(at)
        return sorted(moves, key=lambda move: -self.side(mine | move[0], circles & mine) if move else 0)

    def given(self, at: Spot) -> bool:
        return False  # a turn moves the player's own disc alone, so it can only win for the player

    def side(self, discs: int, circles: int) -> int:
        """What one side is worth."""
        known = self._sides.get((discs, circles))
        if known is not None:
            return known
        if len(self._sides) >= KEPT_SIDES:
            self._sides.clear()
        worth = self._sides[discs, circles] = self._worth(discs, circles)
        return worth

    def _worth(self, discs: int, circles: int) -> int:
        total = CIRCLE * circles.bit_count()
        for way in self._ways:
            second, third, fourth = circles >> way, circles >> 2 * way, circles >> 3 * way
            near, far = circles & second, third & fourth
            some, others = circles | second, third | fourth
            if near & far:
                return LINE
            three = near & others | far & some
            two = (near | far | some & others) & ~three
            any_near, any_far = discs & discs >> way, discs >> 2 * way & discs >> 3 * way
            filled = any_near & (discs >> 2 * way | discs >> 3 * way) | any_far & (discs | discs >> way)
            total += THREE * three.bit_count() + TWO * two.bit_count() + MATE * (two & filled).bit_count()
            total += MASSED * (filled & ~three).bit_count() + TOUCH * any_near.bit_count()
        return total


def turned(circles: int, disc: int, end: int, jumps: bool) -> int:
    """A side's circles after its disc has gone from `disc` to `end`."""
    if circles & disc:
        return circles ^ disc if jumps else circles ^ disc ^ end
    return circles | end if jumps else circles


def _between(disc: int, end: int) -> int:
    """The cell half way between two."""
    return min(disc, end) << abs(disc.bit_length() - end.bit_length()) // 2


def _allowed(free: int, lifts: list[Lift]) -> int:
    """Where discs may land: free tiles, and places where a tile can be put first."""
    for _, places in lifts:
        free |= places
    return free


def _with_tiles(disc: int, end: int, jumps: bool, free: int, lifts: list[Lift]) -> Iterator[Move]:
    """The turns that take a disc to `end`: one, or one for each tile that can be put there."""
    if end & free:
        yield 0, 0, disc, end, jumps
    else:
        for tile, places in lifts:
            if end & places:
                yield tile, end, disc, end, jumps
