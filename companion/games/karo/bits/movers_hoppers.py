"""Movers & Hoppers, one bit a cell (part 4 of RULES.md)."""

from __future__ import annotations

from companion.games.karo.bits.frame import Frame, Move, Spot


class MoversHoppers:
    """Turns are (0, 0, disc, end).

    Args:
        board: its tiles, which stay (clause 4.8).
        camps: the tiles of White's camp and of Red's.
    """

    def __init__(self, frame: Frame, board: int, camps: tuple[int, int]) -> None:
        self.frame = frame
        self.board = board
        self.camps = camps

    def moves(self, at: Spot) -> list[Move]:
        """Every legal turn; a pass where there is no other. Discs in hand are not this class's concern."""
        tiles, mine, theirs, circles, _, _, _ = at
        taken = mine | theirs
        free = tiles & ~taken
        movers, hoppers = mine & ~circles, mine & circles
        found: list[Move] = []
        for way in self.frame.ways:
            found += self._landed((movers << way) & free, way, True)
            found += self._landed((movers >> way) & free, way, False)
            ahead, behind, far = (hoppers << way) & taken, (hoppers >> way) & taken, way
            while ahead or behind:
                ahead, behind, far = ahead << way, behind >> way, far + way
                found += self._landed(ahead & free, far, True)
                found += self._landed(behind & free, far, False)
                ahead, behind = ahead & taken, behind & taken
        return found or [()]

    def count(self, at: Spot) -> int:
        """How many turns `moves` would list."""
        return len(self.moves(at))

    def after(self, at: Spot, move: Move) -> Spot:
        tiles, mine, theirs, circles, my_hand, their_hand, seat = at
        if move:
            _, _, disc, end = move
            circles = circles ^ disc if circles & disc else circles | end
            mine ^= disc ^ end
        return tiles, theirs, mine, circles, their_hand, my_hand, 1 - seat

    def won(self, at: Spot) -> int:
        """-1 when the player who just moved has won, 1 when the player to move has, 0 when the game goes on."""
        _, mine, theirs, _, _, _, seat = at
        if self._arrived(theirs, mine, self.camps[seat]):
            return -1
        return 1 if self._arrived(mine, theirs, self.camps[1 - seat]) else 0

    def _arrived(self, own: int, others: int, goal: int) -> bool:
        return bool(own) and (own & ~goal == 0 or bool(own & goal and (own | others) & goal == goal))

    def _landed(self, ends: int, shift: int, back: bool) -> list[Move]:
        found: list[Move] = []
        while ends:
            end = ends & -ends
            ends ^= end
            found.append((0, 0, end >> shift if back else end << shift, end))
        return found
