"""The sorting station: every thing that comes under the camera gets its verdict at once, and once.

Things pass one by one or lie spread by the handful. What lies there still, or is pushed about, has been judged. The
page sees the things with rings around them and nothing else of the picture: a card may lie with its secret side up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from companion.camera.source import Pixels
from companion.core.errors import Illegal
from companion.core.station import Finding, Mark, Station, sorter, station_of
from companion.core.text import Text
from companion.perception.eyes import Area, Sighting
from companion.perception.overlay import Bgr, crop_jpeg, jpeg, ringed, veiled
from companion.table.evidence import SeenThing
from companion.table.session import Session

INKS: dict[Mark, Bgr] = {
    Mark.KEEP: (80, 200, 60),
    Mark.DISCARD: (150, 150, 150),
    Mark.ALARM: (40, 40, 230),
    Mark.UNSURE: (0, 165, 255),
}
"""Blue, green, red of the rings."""
SAME_PLACE_RADII = 0.2
"""A thing without a name that moved less than this share of its radius, where the picture did not change, is the
same: reading jitter is a tenth of it."""

Asks = Callable[[Text, tuple[Text, ...], bytes | None, Callable[[int, str], None]], None]


class Sorting:
    """What was judged at the station that is open, for one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._station: str | None = None
        self._names: set[str] = set()
        self._told: list[Sighting] = []
        self._looked = False

    def is_new(self, station: Station) -> bool:
        """Whether nothing was judged at this station yet."""
        return station.ident != self._station

    def look(
        self, station: Station, picture: Pixels, seen: tuple[Sighting, ...], changed: Sequence[Area], ask: Asks
    ) -> None:
        """Judge one look at a table that has come to rest; play, tell and ask what it calls for.

        Args:
            picture: full-size (H, W, 3) uint8 BGR.
            seen: what lies there.
            changed: where the picture differs from the look before.
            ask: puts a question on the phones.
        """
        if self.is_new(station):
            self._station, self._names, self._told, self._looked = station.ident, set(), [], False
        found = self._findings(seen)
        clear = [s for s, finding in zip(seen, found, strict=False) if _is_clear(s, finding)]
        shown = veiled(picture, clear, [each for each in seen if each not in clear])
        self._session.show(jpeg(ringed(shown, [(s, INKS[f.mark]) for s, f in zip(seen, found, strict=False)])))
        if station.one_by_one:
            came = [not self._is_judged(each, changed) for each in seen]
            again = self._count(station, shown, seen, came)
        else:
            came, again = [True] * len(seen), False
            self._compare(station, shown, seen)
        self._names = {each.thing.name for each in seen if each.thing.name}
        self._told = [each for each in self._told if any(_same_place(each, now) for now in seen)]
        self._say(found, again and self._looked)
        self._looked = True
        self._ask_about(station, shown, seen, found, came, ask)

    def _findings(self, seen: tuple[Sighting, ...]) -> tuple[Finding, ...]:
        game = sorter(self._session.game)
        assert game is not None
        return game.findings(self._session.match.state, tuple(each.thing for each in seen))

    def _is_open(self, station: Station) -> bool:
        return station_of(self._session.game, self._session.match.state) == station

    def _is_judged(self, sighting: Sighting, changed: Sequence[Area]) -> bool:
        """Whether this very thing lay there before, and people or the rules know it."""
        if sighting.thing.name and sighting.thing.name in self._names:
            return True
        x, y = sighting.centre_xy_px
        stayed = not any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in changed)
        return stayed and any(_same_place(sighting, told) for told in self._told)

    def _count(self, station: Station, shown: Pixels, seen: tuple[Sighting, ...], came: list[bool]) -> bool:
        """Play what each new thing means. Returns whether one of them was counted long ago."""
        again = False
        for index in (index for index, new in enumerate(came) if new):
            if not self._is_open(station):
                break
            finding = self._findings(seen)[index]
            if finding.action is not None:
                self._play(shown, seen[index], finding)
            elif finding.mark in (Mark.KEEP, Mark.DISCARD):
                again = True
        return again

    def _compare(self, station: Station, shown: Pixels, seen: tuple[Sighting, ...]) -> None:
        """Play all that the match does not know yet of what lies there now."""
        while self._is_open(station):
            news = ((n, finding) for n, finding in enumerate(self._findings(seen)) if finding.action is not None)
            index, finding = next(news, (0, None))
            if finding is None or not self._play(shown, seen[index] if index < len(seen) else None, finding):
                return

    def _play(self, shown: Pixels, sighting: Sighting | None, finding: Finding, who: str = "camera") -> bool:
        assert finding.action is not None
        evidence = () if sighting is None else (_evidence(shown, sighting),)
        try:
            self._session.play(finding.action, who, evidence, finding.mark)
        except Illegal as refusal:  # somebody acted between the look and now
            self._session.tell(refusal.what)
            return False
        return True

    def _say(self, found: tuple[Finding, ...], again: bool) -> None:
        """One sentence on every page, the gravest there is to say."""
        alarms = [f.what for f in found if f.mark is Mark.ALARM and f.what is not None]
        others = [f.what for f in found if f.mark is not Mark.ALARM and f.what is not None and not f.offers]
        if alarms:
            self._session.alarm(alarms[0])
        else:
            self._session.tell(AGAIN if again else others[0] if others else None)

    def _ask_about(
        self,
        station: Station,
        shown: Pixels,
        seen: tuple[Sighting, ...],
        found: tuple[Finding, ...],
        came: list[bool],
        ask: Asks,
    ) -> None:
        """Ask about the first new thing that only people can tell."""
        asked = ((s, f) for s, f, new in zip(seen, found, came, strict=False) if new and f.offers)
        sighting, finding = next(asked, (None, None))
        if sighting is None or finding is None or not self._is_open(station):
            return

        def told(choice: int, who: str) -> None:
            self._told.append(sighting)
            if choice < len(finding.offers):
                self._play(shown, sighting, finding.offers[choice][1], f"camera, {who}")
            rest = [new and each is not sighting for each, new in zip(seen, came, strict=True)]
            self._ask_about(station, shown, seen, found, rest, ask)

        choices = (*(words for words, _ in finding.offers), SHOW_AGAIN)
        ask(finding.what or WHICH, choices, crop_jpeg(shown, sighting), told)


def _is_clear(sighting: Sighting, finding: Finding) -> bool:
    """Whether everybody may look at it: it has a verdict, or people are asked for one."""
    return bool(sighting.thing.face) and (finding.mark is not Mark.ALARM or bool(sighting.thing.name))


def _same_place(a: Sighting, b: Sighting) -> bool:
    (ax, ay), (bx, by) = a.centre_xy_px, b.centre_xy_px
    return hypot(ax - bx, ay - by) <= SAME_PLACE_RADII * max(a.radius_px, b.radius_px)


def _evidence(shown: Pixels, sighting: Sighting) -> SeenThing:
    return SeenThing(sighting.thing, sighting.sure, crop_jpeg(shown, sighting))


AGAIN = Text(
    fr="Une carte est déjà passée : elle compte une seule fois.",
    en="A card has passed already: it counts only once.",
)
WHICH = Text(fr="Que faut-il faire de cette carte ?", en="What is to be done with this card?")
SHOW_AGAIN = Text(fr="On la repasse", en="We pass it again")
