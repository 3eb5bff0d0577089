"""Something counts as wrong when it has lasted, and as well again when it has been well for a while."""

from __future__ import annotations


class Lasting:
    """One thing that may be wrong.

    Args:
        begins_s: how long it must be seen without a break.
        ends_s: how long it must then not be seen.
    """

    def __init__(self, begins_s: float, ends_s: float) -> None:
        self._begins_s, self._ends_s = begins_s, ends_s
        self._since_s: float | None = None
        self._seen = False
        self.stands = False
        """Whether it counts as wrong now."""

    def update(self, seen: bool, now_s: float) -> bool:
        """Take in what one frame says. Returns whether it counts as wrong now."""
        if seen != self._seen or self._since_s is None:
            self._seen, self._since_s = seen, now_s
        if seen != self.stands and now_s - self._since_s >= (self._begins_s if seen else self._ends_s):
            self.stands = seen
        return self.stands
