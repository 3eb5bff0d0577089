"""Cards that lie face down before a game begins: where they lie become its places, once the table has come to rest."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from companion.camera.arrays import Pixels
from companion.camera.source import Frame
from companion.core.capabilities import offers
from companion.core.capabilities.placed_cards import FindsPlaces
from companion.core.errors import Illegal, Unreadable
from companion.core.units import PointMm
from companion.perception.drawn.reader import DrawnCardReader
from companion.perception.drawn.reading import CONFIDENT
from companion.perception.rectify import find_table
from companion.perception.settle import Settle
from companion.table.session import Session


class FindingPlaces:
    """Looks for the cards of one session that wait to be found.

    A whole picture is read each time the table comes to rest, which takes seconds; people are told what is wrong with
    how the cards lie. What people take back is not found again before something has moved.
    """

    def __init__(self, session: Session) -> None:
        game = offers(session.game, FindsPlaces)
        if game is None:
            raise LookupError(f"{session.game.key} finds no places")
        self._session, self._game = session, game
        self._settle = Settle()
        self._reader: DrawnCardReader | None = None

    def look(self, frame: Frame, full: Callable[[], Pixels]) -> None:
        """Take in the next small frame while no places are known. full: takes a full-size picture."""
        state = self._session.match.state
        if not self._game.awaits_places(state) or not self._settle.update(frame).settled:
            return
        try:
            backs_mm = self._backs_mm(full())
            if backs_mm:
                self._session.play(self._game.places_found(state, backs_mm), "camera")
        except (Unreadable, Illegal) as refusal:  # no mat, or cards that do not lie as the rules want them
            self._session.tell(refusal.what)

    def _backs_mm(self, picture: Pixels) -> tuple[PointMm, ...]:
        """The middles of all cards that surely lie face down, on the mat. Raises `Unreadable` where it is not seen."""
        view = find_table(picture)
        if self._reader is None:  # made late: it takes a second, and most games never need it
            self._reader = DrawnCardReader(self._game.drawn_cards())
        backs = [nth for nth, face in enumerate(self._game.drawn_cards().faces) if not face.up]
        down = [each for each in self._reader.read(picture) if float(each.shares[backs].sum()) >= CONFIDENT]
        middles = np.array([each.centre_xy_px for each in down], np.float64).reshape(-1, 2)
        return tuple((float(x), float(y)) for x, y in view.table_mm(middles))
