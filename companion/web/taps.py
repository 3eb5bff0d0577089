"""An act that is sent twice, because no answer came the first time, is carried out once."""

from __future__ import annotations

from threading import Condition

from flask import Flask, Response, g, request

HEADER = "Tap"
"""The request's header that holds the number of the act: random, made by the page for each tap."""
MOST_LETTERS = 64
MOST_KEPT = 1024
"""Acts that are remembered: minutes of a room full of people who tap."""


class Taps:
    """The last acts that were carried out, and those that are under way. Shared by threads."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most, self._settled = most, Condition()
        self._under_way: set[str] = set()
        self._done: dict[str, None] = {}

    def begin(self, tap: str) -> bool:
        """Whether the act is to be carried out now: not if it was before. Waits while it is under way."""
        with self._settled:
            self._settled.wait_for(lambda: tap not in self._under_way)
            if tap in self._done:
                return False
            self._under_way.add(tap)
            return True

    def end(self, tap: str, carried_out: bool) -> None:
        """The act has been carried out, or refused: then it may be tried again."""
        with self._settled:
            self._under_way.discard(tap)
            if carried_out:
                self._done[tap] = None
                if len(self._done) > self._most:
                    del self._done[next(iter(self._done))]
            self._settled.notify_all()


def count_once(app: Flask) -> None:
    """Let every POST that carries a number be carried out once."""
    taps = Taps()

    def begin() -> Response | None:
        tap = request.headers.get(HEADER, "")[:MOST_LETTERS]
        if request.method != "POST" or not tap:
            return None
        if not taps.begin(tap):
            return Response(status=204, headers={"HX-Trigger": "changed"})
        g.tap, g.carried_out = tap, False
        return None

    def note(response: Response) -> Response:
        g.carried_out = response.status_code < 400
        return response

    def end(error: BaseException | None) -> None:
        tap = g.pop("tap", None)
        if tap is not None:
            taps.end(tap, g.carried_out)

    app.before_request(begin)
    app.after_request(note)
    app.teardown_request(end)
