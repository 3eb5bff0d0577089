"""Watching a sorting station: every thing that comes under the camera gets its verdict at once, and once.

Things pass one by one or lie spread by the handful. What lies there still, or is pushed about, has been judged. The
page sees them with rings around them; what lies with its secret side up it does not see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import hypot

from companion.camera.arrays import Pixels
from companion.core.capabilities import offers
from companion.core.capabilities.sorting_station import Finding, Mark, SortsThings, Station, station_of
from companion.core.errors import Illegal
from companion.core.evidence import SeenThing
from companion.core.text import Text
from companion.perception.eyes import Area, Eyes, Sighting
from companion.perception.overlay import Bgr, ringed
from companion.table.open_pictures import Part, part_of, placed
from companion.table.session import Session
from companion.table.watchers.watcher import Ask, Handled, Moment, Watcher

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


class SortingStationWatcher(Watcher):
    """What lies under the camera of one session's table while a sorting station is open.

    Args:
        eyes: has a reader for every kind of thing that the game's stations sort.
    """

    def __init__(self, session: Session, eyes: Eyes) -> None:
        self._session, self._eyes = session, eyes
        self._seen: tuple[Sighting, ...] = ()
        self._next_number, self._anew = -1, False
        self._station: str | None = None
        self._names: set[str] = set()
        self._told: list[Sighting] = []
        self._looked = False

    def look(self, moment: Moment) -> Handled | None:
        """Judge what lies there when the table has come to rest; None while no station is open."""
        station = station_of(self._session.game, self._session.match.state)
        if station is None:
            return None
        self._anew |= moment.number != self._next_number
        self._next_number = moment.number + 1
        if not moment.rest.still:
            return moment.moving()
        begins, again = self._anew or self._is_new(station), moment.look_again
        if moment.rest.changed_xyxy or begins or again:
            self._anew = False
            self._read(station, moment, anew=begins or not moment.rest.changed_xyxy)
        return Handled.WATCHED

    def _read(self, station: Station, moment: Moment, *, anew: bool) -> None:
        """Everything that is new gets its verdict. anew: all that lies there is read, not what changed alone."""
        picture = moment.full()
        scale = picture.shape[1] / moment.frame.pixels.shape[1]
        changed = [(x0 * scale, y0 * scale, x1 * scale, y1 * scale) for x0, y0, x1, y1 in moment.rest.changed_xyxy]
        areas = None if anew or not station.one_by_one else changed
        new = self._eyes.read(picture, frozenset({station.kind}), areas)
        old = () if areas is None else self._seen
        lying = (each for each in old if not any(_is_in(each, area) for area in areas or ()))
        self._seen = (*(each for each in lying if not any(_same_spot(each, other) for other in new)), *new)
        self.judge(station, picture, self._seen, changed, moment.ask)

    def _is_new(self, station: Station) -> bool:
        """Whether nothing was judged at this station yet."""
        return station.ident != self._station

    def judge(
        self, station: Station, picture: Pixels, seen: tuple[Sighting, ...], changed: Sequence[Area], ask: Ask
    ) -> None:
        """Judge one look at a table that has come to rest; play, tell and ask what it calls for.

        Args:
            picture: full-size (H, W, 3) uint8 BGR.
            seen: what lies there.
            changed: where the picture differs from the look before.
            ask: puts a question on the phones.
        """
        if self._is_new(station):
            self._station, self._names, self._told, self._looked = station.ident, set(), [], False
        found = self._findings(seen)
        judged = zip(seen, found, strict=False)
        parts = [replace(part_of(each), ring=_ring(each, INKS[finding.mark])) for each, finding in judged]
        self._session.pictures.show(picture, parts)
        if station.one_by_one:
            came = [not self._is_judged(each, changed) for each in seen]
            again = self._count(station, picture, seen, came)
        else:
            came, again = [True] * len(seen), False
            self._compare(station, picture, seen)
        self._names = {each.thing.name for each in seen if each.thing.name}
        self._told = [each for each in self._told if any(_same_place(each, now) for now in seen)]
        self._say(found, again and self._looked)
        self._looked = True
        self._ask_about(station, picture, seen, found, came, ask)

    def _findings(self, seen: tuple[Sighting, ...]) -> tuple[Finding, ...]:
        game = offers(self._session.game, SortsThings)
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

    def _count(self, station: Station, picture: Pixels, seen: tuple[Sighting, ...], came: list[bool]) -> bool:
        """Play what each new thing means. Returns whether one of them was counted long ago."""
        again = False
        for index in (index for index, new in enumerate(came) if new):
            if not self._is_open(station):
                break
            finding = self._findings(seen)[index]
            if finding.action is not None:
                self._play(picture, seen[index], finding)
            elif finding.mark in (Mark.KEEP, Mark.DISCARD):
                again = True
        return again

    def _compare(self, station: Station, picture: Pixels, seen: tuple[Sighting, ...]) -> None:
        """Play all that the match does not know yet of what lies there now."""
        while self._is_open(station):
            news = ((n, finding) for n, finding in enumerate(self._findings(seen)) if finding.action is not None)
            index, finding = next(news, (0, None))
            if finding is None or not self._play(picture, seen[index] if index < len(seen) else None, finding):
                return

    def _play(self, picture: Pixels, sighting: Sighting | None, finding: Finding, who: str = "camera") -> bool:
        assert finding.action is not None
        evidence = () if sighting is None else (self._evidence(picture, sighting),)
        try:
            self._session.play(finding.action, who, evidence, finding.mark)
        except Illegal as refusal:  # somebody acted between the look and now
            self._session.tell(refusal.what)
            return False
        return True

    def _evidence(self, picture: Pixels, sighting: Sighting) -> SeenThing:
        cut = self._session.pictures.cut(picture, part_of(sighting))
        return SeenThing(sighting.thing, sighting.confidence, cut)

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
        picture: Pixels,
        seen: tuple[Sighting, ...],
        found: tuple[Finding, ...],
        came: list[bool],
        ask: Ask,
    ) -> None:
        """Ask about the first new thing that only people can tell."""
        asked = ((s, f) for s, f, new in zip(seen, found, came, strict=False) if new and f.offers)
        sighting, finding = next(asked, (None, None))
        if sighting is None or finding is None or not self._is_open(station):
            return

        def told(choice: int, who: str) -> None:
            self._told.append(sighting)
            if choice < len(finding.offers):
                self._play(picture, sighting, finding.offers[choice][1], f"camera, {who}")
            rest = [new and each is not sighting for each, new in zip(seen, came, strict=True)]
            self._ask_about(station, picture, seen, found, rest, ask)

        choices = (*(words for words, _ in finding.offers), SHOW_AGAIN)
        crop = self._session.pictures.crop(picture, part_of(sighting))
        ask(finding.what or WHICH, choices, crop, told)


def _ring(sighting: Sighting, ink: Bgr) -> Callable[[Pixels, Part], Pixels]:
    return lambda picture, part: ringed(picture, [(placed(sighting, part), ink)])


def _is_in(sighting: Sighting, area: Area) -> bool:
    (x, y), (left, top, right, bottom) = sighting.centre_xy_px, area
    return left <= x <= right and top <= y <= bottom


def _same_spot(one: Sighting, other: Sighting) -> bool:
    """Whether two things would lie more than half on each other."""
    (x0, y0), (x1, y1) = one.centre_xy_px, other.centre_xy_px
    return hypot(x0 - x1, y0 - y1) < min(one.radius_px, other.radius_px) / 2


def _same_place(a: Sighting, b: Sighting) -> bool:
    (ax, ay), (bx, by) = a.centre_xy_px, b.centre_xy_px
    return hypot(ax - bx, ay - by) <= SAME_PLACE_RADII * max(a.radius_px, b.radius_px)


AGAIN = Text(
    fr="Une carte est déjà passée : elle compte une seule fois.",
    en="A card has passed already: it counts only once.",
)
WHICH = Text(fr="Que faut-il faire de cette carte ?", en="What is to be done with this card?")
SHOW_AGAIN = Text(fr="On la repasse", en="We pass it again")
