"""Clear Out, one bit a cell (part 5 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.karo.bits.frame import Frame, Move, Spot, single_bits

LEFT_TO_WIN = 1

Path = tuple[int, ...]


class ClearOut:
    """Turns are (tile, tile_to, disc, path, my discs, their discs, circles): what a chain leaves is known with it."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    def moves(self, at: Spot) -> list[Move]:
        """Every legal turn; a pass where there is no other."""
        tiles, mine, theirs, circles, my_hand, their_hand, _ = at
        if my_hand or their_hand:
            free = tiles & ~(mine | theirs)
            return [(cell,) for cell in single_bits(free if my_hand else 0)] or [()]
        found: list[Move] = []
        for disc in single_bits(mine):
            found += [(0, 0, disc, *rest) for rest in self._paths(tiles, mine, theirs, circles, disc)]
        for tile, places in self.frame.lifts(tiles):
            if tile & mine:
                for place in single_bits(places):
                    lifted = mine ^ tile ^ place, theirs, circles ^ tile ^ place if circles & tile else circles
                    paths = self._paths(tiles ^ tile ^ place, *lifted, place)
                    found += [(tile, place, tile, *rest) for rest in paths]
        return found or [()]

    def count(self, at: Spot) -> int:
        """How many turns `moves` would list."""
        return len(self.moves(at))

    def after(self, at: Spot, move: Move) -> Spot:
        tiles, mine, theirs, circles, my_hand, their_hand, seat = at
        if len(move) > 1:
            tile, tile_to, _, _, mine, theirs, circles = move
            return tiles ^ tile ^ tile_to, theirs, mine, circles, their_hand, my_hand, 1 - seat
        if move:
            return tiles, theirs | move[0], mine, circles, their_hand, my_hand - 1, 1 - seat
        return tiles, theirs, mine, circles, their_hand, my_hand, 1 - seat

    def won(self, at: Spot) -> int:
        """-1 when the player who just moved has won, 1 when the player to move has, 0 when the game goes on.

        Both may have one disc left after a chain; the clause that then decides (5.15) needs the chain, so the search
        takes the player who moved for the winner.
        """
        _, mine, theirs, _, my_hand, their_hand, _ = at
        if my_hand or their_hand:
            return 0
        return -1 if theirs.bit_count() <= LEFT_TO_WIN else 1 if mine.bit_count() <= LEFT_TO_WIN else 0

    def _paths(
        self, tiles: int, mine: int, theirs: int, circles: int, disc: int
    ) -> Iterator[tuple[Path, int, int, int]]:
        """Every step and chain of one disc, with my discs, their discs and the circles that it leads to."""
        s = self.frame.stride
        row = disc << 1 | disc | disc >> 1
        ends = (row | row << s | row >> s) & tiles & ~(mine | theirs)
        for end in single_bits(ends):
            yield (end,), mine ^ disc ^ end, theirs, circles ^ disc ^ end if circles & disc else circles
        yield from self._chains(tiles, mine, theirs, circles, disc, (), disc)

    def _chains(
        self, tiles: int, mine: int, theirs: int, circles: int, disc: int, path: Path, trail: int
    ) -> Iterator[tuple[Path, int, int, int]]:
        taken = mine | theirs
        free = tiles & ~taken & ~trail
        circle = circles & disc
        for way in self.frame.sides:
            for over, end in ((disc << way, disc << 2 * way), (disc >> way, disc >> 2 * way)):
                if not over & taken or not end & free:
                    continue
                mine_now, theirs_now, circles_now = mine ^ disc ^ end, theirs, circles
                if circle:
                    circles_now ^= disc ^ end
                if circle and circles & over:
                    mine_now, theirs_now, circles_now = mine_now & ~over, theirs & ~over, circles_now ^ over
                else:
                    circles_now ^= over
                so_far = (*path, end)
                yield so_far, mine_now, theirs_now, circles_now
                yield from self._chains(tiles, mine_now, theirs_now, circles_now, end, so_far, trail | end)
