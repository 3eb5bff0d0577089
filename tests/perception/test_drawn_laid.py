"""Places where cards lie: face down, face up, none, or nobody knows; nothing that is said may be wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import hypot
from random import Random

import cv2
import numpy as np
import pytest

from companion import catalog
from companion.camera.rendered.bodies import Side
from companion.camera.rendered.lamp import Lamp
from companion.camera.rendered.source import open_source
from companion.camera.rendered.world import World
from companion.camera.source import Frame, Pixels
from companion.camera.url import SourceUrl
from companion.core.art import Art, Circle, Label, Polygon, rectangle
from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from companion.core.scene import Thing
from companion.games.leprechauns.eyes import drawn_cards
from companion.perception.drawn.at_place import NEAR_SHARE
from companion.perception.drawn.laid import LaidCards
from companion.perception.drawn.place import Laid, Lies

IN_THE_DECK = (
    "1",
    "2",
    "5",
    "7",
    "8",
    "9",
    "12",
    "13",
    "14",
    "24",
    "30",
    "33",
    "41",
    "42",
    "44",
    "51",
    "56",
    "60",
    "back",
)
"""As many as a memory game has motifs; 2 and 41, 5 and 42 have a motif in common."""
CARDS = replace(drawn_cards(), faces=tuple(each for each in drawn_cards().faces if each.faces[0] in IN_THE_DECK))
FPS = 8
CAMERA = f"rendered://?width=1320&height=990&fps={FPS}"
KNOWN_S = 1.0
"""A place is known so soon after all has come to rest."""
PITCH_MM = (71.0, 96.0)
SIDES: tuple[Side, ...] = ("north", "east", "south", "west")
FACES = ("2", "5", "12", "24", "33", "41", "42", "60")
"""Those that are turned up in random play: few, as each is drawn when it is seen first."""
PALM_MM = 75.0
"""From a finger's end back to where a hand hides a whole card."""
PHONE = Art(72.0, 146.0, 8.0, False, "#101010", (rectangle((0.0, 0.0), 66.0, 134.0, "#16181c"),))
WALLET = Art(110.0, 90.0, 12.0, False, "#1d2422")
BROWNS = ("#9e7048", "#a47549", "#93683f", "#8e6440", "#a97a50")
BOARD = Art(
    700.0,
    440.0,
    0.1,
    False,
    "#9e7048",
    tuple(rectangle((0.0, 2.5 * nth - 218.0), 700.0, 2.6, BROWNS[nth * nth % 11 % 5]) for nth in range(176)),
)
"""Wood, of the colour of some people's skin."""
OTHER_ART = {"phone": PHONE, "wallet": WALLET, "board": BOARD}

PointMm = tuple[float, float]


def larger(art: Art, times: float) -> Art:
    """A card that is held nearer to the camera."""

    def point(xy: PointMm) -> PointMm:
        return xy[0] * times, xy[1] * times

    def shape(each: Polygon | Circle | Label) -> Polygon | Circle | Label:
        if isinstance(each, Polygon):
            points = tuple(point(xy) for xy in each.points_mm)
            return replace(each, points_mm=points, stroke_mm=each.stroke_mm * times)
        if isinstance(each, Circle):
            return replace(each, centre_mm=point(each.centre_mm), radius_mm=each.radius_mm * times)
        return replace(each, centre_mm=point(each.centre_mm), height_mm=each.height_mm * times)

    size = {"width_mm": art.width_mm * times, "height_mm": art.height_mm * times}
    return replace(art, **size, shapes=tuple(shape(each) for each in art.shapes))  # type: ignore[arg-type]


def art(kind: str, face: str) -> Art:
    game = catalog.game("leprechauns")
    if kind == "held":
        return larger(game.art("chest", face), 1.08)
    return OTHER_ART[kind] if kind in OTHER_ART else game.art(kind, face)


def pool(columns: int, rows: int) -> dict[str, PointMm]:
    wide, high = PITCH_MM
    return {
        f"{row}.{column}": ((column - (columns - 1) / 2) * wide, (row - (rows - 1) / 2) * high)
        for row in range(rows)
        for column in range(columns)
    }


def number(face: str) -> int:
    """A chest's side of the deck."""
    return next(n for n, each in enumerate(CARDS.faces) if each.kind == "chest" and face in each.faces)


@dataclass
class Table:
    """Cards in rows under the camera; every answer is compared with what really lies there."""

    camera: str = CAMERA
    columns: int = 4
    rows: int = 3
    said: int = 0
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.places = pool(self.columns, self.rows)
        self.world = World(art)
        self.source = open_source(SourceUrl.parse(self.camera), ManualClock(), self.world)
        self.idents: dict[str, int] = {}
        self.eyes = LaidCards(CARDS)
        self.fulls = 0
        self.now: Mapping[str, Laid] = {}
        self.now_s = 0.0

    def lay(self, name: str, face: str = "back", off_mm: PointMm = (0.0, 0.0), turn_deg: float = 0.0) -> None:
        x, y = self.places[name]
        self.idents[name] = self.world.lay(Thing("chest", face, name), (x + off_mm[0], y + off_mm[1]), turn_deg)

    def lay_all(self, random: Random | None = None) -> None:
        for name in self.places:
            self.lay(name, "back", *(askew(random) if random else ((0.0, 0.0), 0.0)))

    def take(self, name: str) -> None:
        self.world.remove(self.idents.pop(name))

    def turn(self, name: str, face: str) -> None:
        self.world.turn_over(self.idents[name], face)

    def hand(self, name: str, side: Side = "south", owner: str = "somebody") -> None:
        (x, y), (dx, dy) = self.places[name], {"south": (0, -1), "north": (0, 1), "west": (1, 0), "east": (-1, 0)}[side]
        self.world.put_hand(owner, side, (x + PALM_MM * dx, y + PALM_MM * dy))

    def begin(self) -> None:
        self.eyes.begin(self.places, self.source.full().pixels)

    def full(self) -> Pixels:
        self.fulls += 1
        return self.source.full().pixels

    def watch(self, seconds: float) -> Mapping[str, Laid]:
        for _ in range(round(seconds * FPS)):
            frame = self.source.small()
            self.now, self.now_s = self.eyes.look(frame, self.full), frame.taken_s
            self._check()
        return self.now

    def _check(self) -> None:
        snapshot = self.world.snapshot()
        for name, laid in self.now.items():
            x, y = self.places[name]
            near_mm = NEAR_SHARE * CARDS.width_mm
            here = [
                each.thing
                for each in snapshot.things
                if each.thing.kind == "chest" and hypot(each.xy_mm[0] - x, each.xy_mm[1] - y) <= near_mm
            ]
            self.said += 1
            truth = Lies.NOTHING if not here else Lies.DOWN if here[-1].face == "back" else Lies.UP
            faces = () if laid.face is None else CARDS.faces[laid.face].faces
            if laid.lies is not truth or (here and faces and here[-1].face not in faces):
                self.wrong.append(f"{self.now_s:.2f} s, {name}: {laid.lies} {faces}, but {here}")

    def lying(self) -> dict[str, Lies]:
        return {name: laid.lies for name, laid in self.now.items()}


def askew(random: Random) -> tuple[PointMm, float]:
    off_mm = random.uniform(-6.0, 6.0), random.uniform(-6.0, 6.0)
    return off_mm, random.uniform(-10.0, 10.0) + random.choice((0.0, 180.0))


@pytest.fixture(autouse=True, scope="module")
def one_thread() -> Iterator[None]:
    """Pictures are small pieces here: waking other threads for them takes longer than the work."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)


@pytest.fixture
def make() -> Iterator[Callable[..., Table]]:
    """Tables of which all cards lie face down and are known; nothing wrong may have been said at the end."""
    made: list[Table] = []

    def table(camera: str = CAMERA + "&seed=1", known: bool = True, columns: int = 4, rows: int = 3) -> Table:
        found = Table(camera, columns, rows)
        made.append(found)
        if known:
            found.lay_all()
            found.begin()
            found.watch(1.0)
            assert set(found.lying().values()) == {Lies.DOWN}
            assert len(found.now) == len(found.places)
        return found

    yield table
    for each in made:
        each.source.close()
        assert each.wrong == []


Make = Callable[..., Table]


def test_nothing_is_seen_before_the_mat_is(make: Make) -> None:
    table = make(known=False)
    frame = Frame(np.zeros((480, 640, 3), np.uint8), 0.0, 1)
    with pytest.raises(Unreadable):
        table.eyes.begin(table.places, np.zeros((990, 1320, 3), np.uint8))
    assert table.eyes.look(frame, table.full) == {}
    assert table.fulls == 0


def test_a_whole_pool_is_known_within_two_seconds_and_then_left_alone(make: Make) -> None:
    table = make("rendered://?seed=2", known=False, columns=9, rows=4)
    table.lay_all(Random(5))
    table.begin()
    table.watch(0.5)
    assert 0 < len(table.now) < 36  # no frame waits for all
    table.watch(1.5)
    assert len(table.now) >= 35  # neighbours may hide a card's edges
    before = table.fulls
    table.watch(1.0)
    assert table.fulls - before <= 1


def test_a_card_is_taken_away_and_put_back(make: Make) -> None:
    table = make()
    table.take("1.2")
    table.watch(0.1)
    assert "1.2" not in table.now
    table.watch(KNOWN_S)
    assert table.lying()["1.2"] is Lies.NOTHING
    gone = table.now["1.2"]
    assert (gone.reading, gone.picture, gone.face) == (None, None, None)
    assert gone.since_s < table.now_s
    table.lay("1.2", off_mm=(4.0, -3.0), turn_deg=184.0)
    table.watch(KNOWN_S)
    assert table.lying()["1.2"] is Lies.DOWN
    assert table.now["1.2"].since_s > gone.since_s


def test_a_card_is_turned_up_and_down_again(make: Make) -> None:
    table = make()
    down = table.now["0.3"]
    table.turn("0.3", "12")
    table.watch(KNOWN_S)
    up = table.now["0.3"]
    assert (up.lies, up.face) == (Lies.UP, number("12"))
    assert up.reading is not None
    assert up.picture is not None
    height, width = up.picture.shape[:2]
    assert (np.clip(up.reading.corners_px, 0, (width, height)) == up.reading.corners_px).all()
    assert up.since_s > down.since_s
    table.turn("0.3", "back")
    table.watch(KNOWN_S)
    assert table.lying()["0.3"] is Lies.DOWN


def test_two_at_once(make: Make) -> None:
    table = make()
    table.turn("0.0", "7")
    table.turn("2.3", "51")
    table.watch(KNOWN_S)
    ups = {name: laid.face for name, laid in table.now.items() if laid.lies is Lies.UP}
    assert ups == {"0.0": number("7"), "2.3": number("51")}


def test_a_hand_that_stays_hides_what_it_is_over_and_all_is_as_before_when_it_goes(make: Make) -> None:
    table = make()
    table.take("1.1")
    table.watch(KNOWN_S)
    before = {name: laid.since_s for name, laid in table.now.items()}
    assert len(before) == 12
    for name in ("1.1", "1.3"):
        table.hand(name)
        table.watch(2.0)
        assert name not in table.now
        assert "0.0" in table.now
        table.world.remove_hand("somebody")
        table.watch(0.4 + KNOWN_S)
        assert {each: laid.since_s for each, laid in table.now.items()} == before


def test_a_hand_of_the_table_s_colour_is_no_empty_place(make: Make) -> None:
    table = make(known=False)
    table.world.lay(Thing("board", "", "board"), (0.0, 0.0))
    table.lay_all()
    table.take("1.2")  # no card is ever seen there
    table.begin()
    table.watch(KNOWN_S)
    table.take("1.1")
    table.watch(KNOWN_S)
    assert (table.lying()["1.1"], table.lying()["1.2"]) == (Lies.NOTHING, Lies.NOTHING)
    for name in ("1.1", "1.2"):
        table.hand(name, "south", "fred")
        table.watch(1.5)
        assert name not in table.now
        table.world.remove_hand("fred")
        table.watch(0.5)


def test_a_hand_takes_a_card_away_with_it(make: Make) -> None:
    table = make()
    table.hand("1.2", "north")
    table.watch(0.6)
    table.take("1.2")
    table.watch(0.4)
    assert "1.2" not in table.now
    table.world.remove_hand("somebody")
    table.watch(0.4 + KNOWN_S)
    assert table.lying() == {name: Lies.NOTHING if name == "1.2" else Lies.DOWN for name in table.places}


@pytest.mark.parametrize("lamp", [Lamp(light=0.55, cast=0.6), Lamp(light=1.3, cast=-0.8, slope_xy=(0.15, -0.15))])
def test_another_lamp_changes_nothing(make: Make, lamp: Lamp) -> None:
    table = make()
    table.take("1.1")
    table.turn("2.2", "30")
    table.watch(KNOWN_S)
    before = {name: (laid.lies, laid.face, laid.since_s) for name, laid in table.now.items()}
    assert len(before) == 12
    table.world.switch_lamp(lamp)
    table.watch(0.1)
    assert len(table.now) < 12
    table.watch(2.0)
    assert {name: (laid.lies, laid.face, laid.since_s) for name, laid in table.now.items()} == before


def test_a_bumped_camera_finds_the_places_again(make: Make) -> None:
    table = make()
    table.turn("0.0", "7")
    table.take("1.2")
    table.watch(KNOWN_S)
    before = table.lying()
    table.source.close()
    table.source = open_source(
        SourceUrl.parse(CAMERA + "&seed=1&aim_x_mm=36&aim_y_mm=-20"), ManualClock(10.0), table.world
    )
    table.watch(2.0)
    assert table.lying() == before


def test_cards_may_lie_askew(make: Make) -> None:
    table = make()
    lying: tuple[tuple[str, str, PointMm, float], ...] = (
        ("0.0", "back", (6.0, 5.0), 10.0),
        ("0.2", "back", (-6.0, -6.0), -10.0),
        ("1.3", "44", (-5.0, 6.0), 190.0),
        ("2.1", "8", (6.0, -6.0), -10.0),
    )
    for name, *how in lying:
        table.take(name)
        table.lay(name, *how)  # type: ignore[arg-type]
    table.watch(KNOWN_S)
    assert {name: table.now[name].face for name, *_ in lying} == {name: number(face) for name, face, *_ in lying}


@pytest.mark.parametrize("kind", ["phone", "wallet"])
def test_a_dark_thing_is_no_empty_place(make: Make, kind: str) -> None:
    table = make()
    table.take("1.2")
    table.watch(KNOWN_S)
    for name in ("1.2", "1.0"):
        thing = table.world.lay(Thing(kind, "", kind, level=1), table.places[name], 4.0)
        table.watch(2.5)
        assert name not in table.now
        table.world.remove(thing)
        table.watch(KNOWN_S)
        assert name in table.now


def test_a_card_between_two_places_belongs_to_neither(make: Make) -> None:
    table = make()
    table.take("1.2")
    table.take("1.3")
    table.watch(KNOWN_S)
    x, y = table.places["1.2"]
    table.world.lay(Thing("chest", "back", "stray"), (x + PITCH_MM[0] / 2, y + 4.0), 3.0)
    table.watch(2.0)
    assert not {"1.2", "1.3"} & set(table.now)


def test_a_card_that_is_held_over_a_place_does_not_lie_there(make: Make) -> None:
    table = make()
    table.take("1.2")
    table.watch(KNOWN_S)
    table.world.lay(Thing("held", "9", "in the air"), table.places["1.2"])
    table.watch(2.0)
    assert "1.2" not in table.now


def test_where_no_card_was_ever_seen_nothing_is_not_known(make: Make) -> None:
    table = make(known=False)
    table.begin()
    assert table.watch(2.0) == {}


def test_what_is_won_already_is_not_named(make: Make) -> None:
    table = make()
    table.turn("1.2", "12")
    table.watch(KNOWN_S)
    table.eyes.expect([number("13"), number("14")])
    table.watch(0.1)
    assert (table.now["1.2"].lies, table.now["1.2"].face) == (Lies.UP, None)
    assert table.now["1.1"].face == number("back")
    table.eyes.expect([number("12"), number("13")])
    table.watch(0.1)
    assert table.now["1.2"].face == number("12")
    table.eyes.expect(None)
    table.watch(0.1)
    assert table.now["1.2"].face == number("12")


def test_places_that_are_watched_on_keep_what_is_known(make: Make) -> None:
    table = make()
    kept, moved = table.places["1.2"], table.places["1.3"]
    table.eyes.begin({"1.2": kept, "1.3": (moved[0] + 2.0, moved[1])}, table.full())
    before = table.now["1.2"].since_s
    frame = table.source.small()
    assert {name: laid.since_s for name, laid in table.eyes.look(frame, table.full).items()} == {"1.2": before}


class Play:
    """People who take, put back, turn and hide cards, with hands or so quickly that none is seen."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.random = table, Random(seed)
        self.up: set[str] = set()

    def act(self) -> str:
        """One act, until all has come to rest; the place that was touched."""
        table, random = self.table, self.random
        name = random.choice(list(table.places))
        with_hand = random.random() < 0.35
        if with_hand:
            table.hand(name, random.choice(SIDES))
            table.watch(random.uniform(0.4, 0.6))
        if random.random() < 0.85:
            self._change(name)
        if with_hand:
            table.watch(random.uniform(0.0, 0.3))
            table.world.remove_hand("somebody")
            while not table.world.at_rest:
                table.watch(1 / FPS)
        return name

    def _change(self, name: str) -> None:
        table, random = self.table, self.random
        if name not in table.idents:
            table.lay(name, "back", *askew(random))
        elif random.random() < 0.4:
            table.take(name)
        elif name in self.up:
            table.turn(name, "back")
            self.up.discard(name)
            return
        else:
            table.turn(name, random.choice(FACES))
            self.up.add(name)
            return
        self.up.discard(name)


def played(camera: str, seed: int, acts: int, columns: int = 4, rows: int = 2) -> tuple[Table, int]:
    """A table after so many acts, and after how many of them the place that was touched was known in time."""
    table = Table(camera, columns, rows)
    table.lay_all(Random(seed))
    table.begin()
    table.watch(2.0)
    play, known = Play(table, seed), 0
    for _ in range(acts):
        name = play.act()
        for _ in range(round(KNOWN_S * FPS)):
            if name in table.watch(1 / FPS):
                break
        known += name in table.now
        table.watch(1 / FPS)
    table.source.close()
    return table, known


@pytest.mark.parametrize(
    "camera", ["&seed=21", "&seed=22&light=0.6&noise=4&tilt_deg=13", "&seed=23&blur=1.1&cast=-0.5&turn_deg=12"]
)
def test_in_random_play_nothing_wrong_is_said(camera: str) -> None:
    table, known = played(CAMERA + camera, seed=int(camera[6:8]), acts=20)
    assert table.wrong == []
    assert table.said > 600
    assert known >= 18
