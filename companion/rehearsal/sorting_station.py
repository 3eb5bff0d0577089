"""Simulated people at the sorting station: they lay things down by the handful, wait, take away what was counted.

Now and then they slip, as people do: a card with its secret side up, one that has passed already or is of the other
pile, two that changed places. The station has to tell them; then they put it right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random

from companion.core.capabilities import offers
from companion.core.capabilities.sorting_station import SortsThings, Station, station_of
from companion.core.errors import Refusal
from companion.core.evidence import Evidence
from companion.core.game import open_fields, pick_chance
from companion.core.scene import Thing
from companion.core.text import Text
from companion.core.units import PointMm
from companion.rehearsal.player import Act, Compared, Reach, SimulatedPlayer
from companion.simulator.world import World
from companion.table.session import Session

ROWS, COLUMNS = 4, 2
"""A handful, spread over the dice area and a little more: cards lie free of each other however askew."""
BEYOND_MM = 40.0
"""How far it reaches beyond the area where dice are thrown, at both ends, short of the mat's markers."""
ASKEW_DEG, ASKEW_MM = 8.0, 4.0
"""How carelessly people lay things down."""
ON_BOARD = 6
"""Things carried to the board at once."""
NUDGES = 3
"""How often people push a thing on the board that is not counted."""
ROUNDS = 6
"""How often they take up again what was not counted in a handful; then they say that the rest is done by hand."""
LOOK_S = 8.0
"""How long people wait for the station to look."""
SLIP_HANDFULS = (1, 4)
"""The first and the last handful in which a slip may happen."""


@dataclass(frozen=True, slots=True)
class Lain:
    """What lay with its open side up once `length` actions had been played: for checking, never for deciding."""

    length: int
    names: frozenset[str]


@dataclass
class _Hands:
    """What people know of the station that is open.

    Attributes:
        deck: what is still in hand.
        lying: what they have laid there, by its number in the world.
        unread: taken away without being counted, for later.
        over: a thing that lies with its secret side up. stray: one that has no business there.
        swapped: two things that changed places.
        nudges, rounds: how often the board was pushed, and how often the unread were taken up again.
        turn_at, stray_at: the handfuls in which the slips happen.
        pictures, laid_s, length: what the session showed, when, and how far the match was when they last acted.
    """

    station: Station
    deck: list[Thing]
    turn_at: int
    stray_at: int
    lying: dict[int, Thing] = field(default_factory=dict)
    passed: list[Thing] = field(default_factory=list)
    unread: list[Thing] = field(default_factory=list)
    over: int | None = None
    stray: int | None = None
    swapped: tuple[int, ...] = ()
    handful: int = 0
    nudges: int = 0
    rounds: int = 0
    pictures: int = 0
    laid_s: float = 0.0
    length: int = 0


class SortingPlayer(SimulatedPlayer):
    """The hands at the station.

    Args:
        random: decides how things lie, and when people slip.
    """

    counted = Text(fr="{count} cartes triées et posées", en="{count} cards sorted and laid")
    sets_up = True

    def __init__(self, world: World, session: Session, random: Random) -> None:
        self._world, self._session, self._random = world, session, random
        self._hands: _Hands | None = None
        self._other_pile: tuple[Thing, ...] = ()
        self._looks: dict[tuple[str, str], tuple[str, str]] = {}
        self.lain: list[Lain] = []

    @property
    def is_on(self) -> bool:
        return self._station() is not None

    def _station(self) -> Station | None:
        match = self._session.match
        return station_of(match.game, match.state)

    def compared(self, index: int, evidence: Evidence) -> Compared | None:
        match = self._session.match
        if station_of(match.game, match.states[index]) is None:
            return None
        seen = tuple(each.thing.name for each in evidence)
        before = (lain.names for lain in reversed(self.lain) if lain.length <= index)
        lay = next(before, frozenset[str]())
        return Compared(tuple(name for name in seen if name in lay), seen)

    def next_act(self, now_s: float) -> Reach | None:
        """What the hands do next; None while they wait for the station to look."""
        station = self._station()
        assert station is not None
        act = self._next_act(station, now_s)
        if act is None:
            return None
        left, top, right, bottom = self._world.mat.dice_xyxy_mm
        middle = ((left + right) / 2, (top + bottom) / 2)
        return Reach(0, middle if station.one_by_one else (0.0, 0.0), act)

    def _next_act(self, station: Station, now_s: float) -> Act | None:
        if self._hands is None or self._hands.station != station:
            self._hands = self._begin(station, now_s)
        hands = self._hands
        waited = now_s - hands.laid_s >= LOOK_S
        if hands.lying and self._session.live.picture_number == hands.pictures and not waited:
            return None
        if self._at_an_end(hands):
            return self._by_hand
        return self._sort if station.one_by_one else self._fill_board

    def _at_an_end(self, hands: _Hands) -> bool:
        """Whether the eyes will not count more than they have."""
        if not hands.station.one_by_one:
            return hands.nudges > NUDGES
        return not hands.deck and (hands.rounds >= ROUNDS or not (hands.lying or hands.unread))

    def dressed(self, things: Iterable[Thing]) -> tuple[Thing, ...]:
        """The things with the looks that people laid there themselves: the rules only say which side is up."""
        things = tuple(things)
        hands = self._hands
        if hands is not None and not hands.station.one_by_one:
            laid = {(thing.xy_mm, thing.level): thing.face for thing in hands.lying.values()}
            for each in things:
                if (each.xy_mm, each.level) in laid:
                    key = (each.kind, each.name)
                    self._looks.setdefault(key, (each.face, laid[each.xy_mm, each.level]))
            self._hands = None
        return tuple(self._dressed(each) for each in things)

    def _dressed(self, thing: Thing) -> Thing:
        plain, own = self._looks.get((thing.kind, thing.name), ("", ""))
        return replace(thing, face=own) if own and thing.face == plain else thing

    def _begin(self, station: Station, now_s: float) -> _Hands:
        match = self._session.match
        game = offers(match.game, SortsThings)
        assert game is not None
        stock = game.stock(match.state)
        deck = list(stock)
        if station.one_by_one:
            self._random.shuffle(deck)
        before = self._hands.passed if self._hands is not None else []
        names = {thing.name for thing in stock}
        self._other_pile = tuple(thing for thing in before if thing.name not in names)
        self._clear()
        turn_at, stray_at = self._random.randint(*SLIP_HANDFULS), self._random.randint(*SLIP_HANDFULS)
        return _Hands(station, deck, turn_at, stray_at, length=len(match.actions), laid_s=now_s)

    def _clear(self) -> None:
        """Take away what still lies there from the station before."""
        lying = {laid.ident for laid in self._world.snapshot().things}
        for ident in lying & set(self._hands.lying if self._hands is not None else ()):
            self._world.remove(ident)

    def _sort(self, now_s: float) -> None:
        """Take away what was counted, put right what is wrong, lay the next handful."""
        hands = self._known()
        if hands.over is not None:
            self._world.turn_over(hands.over, hands.lying[hands.over].face)
            hands.over = None
        else:
            self._take_away(hands)
            self._lay_handful(hands)
        self._done(hands, now_s)

    def _take_away(self, hands: _Hands) -> None:
        """All that lies there; what was not counted is for later."""
        counted = self._counted(hands)
        for ident, thing in hands.lying.items():
            known = ident == hands.stray or thing.name in counted
            (hands.passed if known else hands.unread).append(thing)
            self._world.remove(ident)
        hands.lying, hands.stray = {}, None

    def _lay_handful(self, hands: _Hands) -> None:
        if not hands.deck:
            hands.deck, hands.unread = hands.unread, []
            hands.rounds += 1
        hands.handful += 1
        places = self._places()
        for thing in (hands.deck.pop() for _ in range(min(len(places) - 1, len(hands.deck)))):
            hands.lying[self._lay(thing, places.pop())] = thing
        if hands.lying and hands.handful == hands.turn_at:
            hands.over = self._random.choice(list(hands.lying))
            game = offers(self._session.game, SortsThings)
            assert game is not None
            face = game.other_face(hands.lying[hands.over])
            assert face is not None
            self._world.turn_over(hands.over, face)
        strays = self._other_pile or tuple(hands.passed)
        if hands.handful == hands.stray_at and strays:
            thing = self._random.choice(strays)
            hands.stray = self._lay(thing, places.pop())
            hands.lying[hands.stray] = thing

    def _fill_board(self, now_s: float) -> None:
        """Lay the next things where they belong; two of the first ones change places, until the alarm."""
        hands = self._known()
        if hands.swapped:
            for ident in hands.swapped:
                self._put(ident, hands.lying[ident])
            hands.swapped = ()
        elif hands.deck:
            first = not hands.lying
            for thing in hands.deck[:ON_BOARD]:
                assert thing.xy_mm is not None
                hands.lying[self._world.lay(thing, thing.xy_mm, thing.turn_deg or 0.0)] = thing
            del hands.deck[:ON_BOARD]
            if first:
                hands.swapped = (one, other) = tuple(self._random.sample(list(hands.lying), 2))
                self._put(one, hands.lying[other])
                self._put(other, hands.lying[one])
        else:
            self._nudge(hands)
        self._done(hands, now_s)

    def _put(self, ident: int, where: Thing) -> None:
        assert where.xy_mm is not None
        self._world.move(ident, where.xy_mm, where.turn_deg)

    def _nudge(self, hands: _Hands) -> None:
        """Push what is not counted on the board a little: it may be easier to read then."""
        hands.nudges += 1
        counted = self._counted(hands)
        for laid in self._world.snapshot().things:
            if laid.ident in hands.lying and laid.thing.name not in counted:
                x, y = hands.lying[laid.ident].xy_mm or laid.xy_mm
                turn_deg = hands.lying[laid.ident].turn_deg or laid.turn_deg
                self._world.move(laid.ident, self._near((x, y)), turn_deg + self._askew(ASKEW_DEG))

    def _by_hand(self, now_s: float) -> None:
        """Say that the rest is done by hand: what needs no eyes to be told."""
        outcomes = self._session.match.state.chance_outcomes()
        told = [(action, odds) for action, odds in outcomes if not open_fields(action)]
        try:
            self._session.play(pick_chance(told, self._random), "table")
        except Refusal:  # a person at the page was quicker
            return

    def _counted(self, hands: _Hands) -> set[str]:
        """Names of what the station has counted since it opened, as the rings in its picture show."""
        actions = range(hands.length, len(self._session.match.actions))
        return {seen.thing.name for index in actions for seen in self._session.evidence(index)}

    def _done(self, hands: _Hands, now_s: float) -> None:
        hands.pictures, hands.laid_s = self._session.live.picture_number, now_s
        up = frozenset(thing.name for ident, thing in hands.lying.items() if ident != hands.over)
        self.lain.append(Lain(len(self._session.match.actions), up))

    def _known(self) -> _Hands:
        assert self._hands is not None
        return self._hands

    def _lay(self, thing: Thing, xy_mm: PointMm) -> int:
        return self._world.lay(thing, self._near(xy_mm), self._askew(ASKEW_DEG))

    def _places(self) -> list[PointMm]:
        """The middles of a handful's places, in any order."""
        left, top, right, bottom = self._world.mat.dice_xyxy_mm
        top, bottom = top - BEYOND_MM, bottom + BEYOND_MM
        wide, tall = (right - left) / COLUMNS, (bottom - top) / ROWS
        places = [
            (left + (column + 0.5) * wide, top + (row + 0.5) * tall) for column in range(COLUMNS) for row in range(ROWS)
        ]
        self._random.shuffle(places)
        return places

    def _near(self, xy_mm: PointMm) -> PointMm:
        return xy_mm[0] + self._askew(ASKEW_MM), xy_mm[1] + self._askew(ASKEW_MM)

    def _askew(self, most: float) -> float:
        return self._random.uniform(-most, most)
