"""An evening at one table: the lobby and one match after the other."""

from companion.evening.evening import Evening
from companion.evening.running import RunningMatch, Setting

__all__ = ["Evening", "RunningMatch", "Setting"]
