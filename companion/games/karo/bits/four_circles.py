"""Four Circles, one bit a cell (part 3 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.karo.bits.frame import Frame, Move, Spot, single_bits


class FourCircles:
    """Turns are (tile, tile_to, disc, end, turned over)."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._ways = frame.ways

    def moves(self, at: Spot) -> list[Move]:
        """Every legal turn; a pass where there is no other."""
        tiles, mine, theirs, _, my_hand, their_hand, _ = at
        taken = mine | theirs
        free = tiles & ~taken
        if my_hand or their_hand:
            return [(cell,) for cell in single_bits(free if my_hand else 0)] or [()]
        reached = list(self._landings(mine, taken))
        found: list[Move] = []
        for shift, back, landing, jumps in reached:
            ends = landing & free
            while ends:
                end = ends & -ends
                ends ^= end
                found.append((0, 0, end >> shift if back else end << shift, end, jumps))
        outside = 0
        for _, _, landing, _ in reached:
            outside |= landing
        outside &= ~tiles
        for tile, places in self.frame.lifts(tiles):
            if not tile & free or not places & outside:
                continue
            for shift, back, landing, jumps in reached:
                ends = landing & places
                while ends:
                    end = ends & -ends
                    ends ^= end
                    found.append((tile, end, end >> shift if back else end << shift, end, jumps))
        return found or [()]

    def count(self, at: Spot) -> int:
        """How many turns `moves` would list."""
        tiles, mine, theirs, _, my_hand, their_hand, _ = at
        taken = mine | theirs
        free = tiles & ~taken
        if my_hand or their_hand:
            return (free.bit_count() if my_hand else 0) or 1
        landings = [landing for _, _, landing, _ in self._landings(mine, taken)]
        total = sum((landing & free).bit_count() for landing in landings)
        for tile, places in self.frame.lifts(tiles):
            if tile & free:
                total += sum((landing & places).bit_count() for landing in landings)
        return total or 1

    def after(self, at: Spot, move: Move) -> Spot:
        tiles, mine, theirs, circles, my_hand, their_hand, seat = at
        if len(move) > 1:
            tile, tile_to, disc, end, jumps = move
            if circles & disc:
                circles ^= disc
                if not jumps:
                    circles |= end
            elif jumps:
                circles |= end
            return tiles ^ tile ^ tile_to, theirs, mine ^ disc ^ end, circles, their_hand, my_hand, 1 - seat
        if move:
            return tiles, theirs, mine | move[0], circles, their_hand, my_hand - 1, 1 - seat
        return tiles, theirs, mine, circles, their_hand, my_hand, 1 - seat

    def won(self, at: Spot) -> int:
        """-1 when the player who just moved has won, 1 when the player to move has, 0 when the game goes on."""
        _, mine, theirs, circles, _, _, _ = at
        return -1 if self.line(theirs & circles) else 1 if self.line(mine & circles) else 0

    def line(self, circles: int) -> int:
        """Not 0 when four of these stand in a line."""
        found = 0
        for way in self._ways:
            pairs = circles & circles >> way
            found |= pairs & pairs >> 2 * way
        return found

    def _landings(self, mine: int, taken: int) -> Iterator[tuple[int, bool, int, bool]]:
        """For each direction: how far, whether towards higher bits, where discs would land, whether by a jump."""
        for way in self._ways:
            ahead, behind = mine << way, mine >> way
            yield way, True, ahead, False
            yield way, False, behind, False
            yield 2 * way, True, (ahead & taken) << way, True
            yield 2 * way, False, (behind & taken) >> way, True
