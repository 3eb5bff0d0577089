"""Clear Out, one bit a cell (part 5 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.karo.bits.frame import Frame, Move, Spot, single_bits

LEFT_TO_WIN = 1
FIRST = -1
"""In place of the number of discs in hand: this player was left with one disc first, in a chain that left both with one
(clause 5.15)."""

Path = tuple[int, ...]
Left = tuple[int, int, int]
"""My discs, their discs and the circles that a step or a jump leaves."""


class ClearOut:
    """Turns are (tile, tile_to, disc, path, my discs, their discs, circles, my hand, their hand) once discs are placed.

    What a chain leaves is known with the turn. Both hands are 0, but for `FIRST`.
    """

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
            tile, tile_to, _, _, mine, theirs, circles, my_hand, their_hand = move
            return tiles ^ tile ^ tile_to, theirs, mine, circles, their_hand, my_hand, 1 - seat
        if move:
            return tiles, theirs | move[0], mine, circles, their_hand, my_hand - 1, 1 - seat
        return tiles, theirs, mine, circles, their_hand, my_hand, 1 - seat

    def won(self, at: Spot) -> int:
        """-1 when the player who just moved has won, 1 when the player to move has, 0 when the game goes on."""
        _, mine, theirs, _, my_hand, their_hand, _ = at
        if my_hand or their_hand:
            return 1 if my_hand == FIRST else -1 if their_hand == FIRST else 0
        return -1 if theirs.bit_count() <= LEFT_TO_WIN else 1 if mine.bit_count() <= LEFT_TO_WIN else 0

    def _paths(
        self, tiles: int, mine: int, theirs: int, circles: int, disc: int
    ) -> Iterator[tuple[Path, int, int, int, int, int]]:
        """Every step and chain of one disc, with what it leaves: discs, circles and hands."""
        s = self.frame.stride
        row = disc << 1 | disc | disc >> 1
        ends = (row | row << s | row >> s) & tiles & ~(mine | theirs)
        for end in single_bits(ends):
            yield (end,), mine ^ disc ^ end, theirs, circles ^ disc ^ end if circles & disc else circles, 0, 0
        yield from self._chains(tiles, (mine, theirs, circles), disc, (), disc, (0, 0))

    def _chains(
        self, tiles: int, left: Left, disc: int, path: Path, trail: int, first: tuple[int, int]
    ) -> Iterator[tuple[Path, int, int, int, int, int]]:
        """Every chain that begins with `path`; `first` are the hands, with `FIRST` for who is left with one already."""
        mine, theirs, circles = left
        taken = mine | theirs
        free = tiles & ~taken & ~trail
        circle = circles & disc
        for way in self.frame.sides:
            for over, end in ((disc << way, disc << 2 * way), (disc >> way, disc >> 2 * way)):
                if not over & taken or not end & free:
                    continue
                mine_now, theirs_now, circles_now, first_now = mine ^ disc ^ end, theirs, circles, first
                if circle:
                    circles_now ^= disc ^ end
                if circle and circles & over:
                    mine_now, theirs_now, circles_now = mine_now & ~over, theirs & ~over, circles_now ^ over
                    if first == (0, 0):
                        first_now = _left_first(mine_now, theirs_now)
                else:
                    circles_now ^= over
                so_far = (*path, end)
                yield so_far, mine_now, theirs_now, circles_now, *first_now
                yield from self._chains(tiles, (mine_now, theirs_now, circles_now), end, so_far, trail | end, first_now)


def _left_first(mine: int, theirs: int) -> tuple[int, int]:
    """The hands, with `FIRST` for who has one disc left, me before them; (0, 0) while nobody has."""
    if mine.bit_count() <= LEFT_TO_WIN:
        return FIRST, 0
    return (0, FIRST) if theirs.bit_count() <= LEFT_TO_WIN else (0, 0)
