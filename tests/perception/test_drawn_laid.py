"""Places where cards lie: face down, face up, none, or unknown; no wrong state may be reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest

from companion.camera.source import Frame
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from companion.core.scene import Thing
from companion.perception.drawn.place_state import Lying
from companion.simulator.lamp import Lamp
from companion.simulator.source import open_source
from tests.perception.laid_table import CAMERA, KNOWN_S, PITCH_MM, PointMm, Table, number

pytestmark = [pytest.mark.usefixtures("one_thread"), pytest.mark.whole]


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
            assert set(found.lying().values()) == {Lying.DOWN}
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
    assert table.eyes.update(frame, table.full) == {}
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
    assert table.lying()["1.2"] is Lying.NOTHING
    gone = table.now["1.2"]
    assert (gone.reading, gone.picture, gone.face) == (None, None, None)
    assert gone.since_s < table.now_s
    table.lay("1.2", off_mm=(4.0, -3.0), turn_deg=184.0)
    table.watch(KNOWN_S)
    assert table.lying()["1.2"] is Lying.DOWN
    assert table.now["1.2"].since_s > gone.since_s


def test_a_card_is_turned_up_and_down_again(make: Make) -> None:
    table = make()
    down = table.now["0.3"]
    table.turn("0.3", "12")
    table.watch(KNOWN_S)
    up = table.now["0.3"]
    assert (up.lies, up.face) == (Lying.UP, number("12"))
    assert up.reading is not None
    assert up.picture is not None
    height, width = up.picture.shape[:2]
    assert (np.clip(up.reading.corners_px, 0, (width, height)) == up.reading.corners_px).all()
    assert up.since_s > down.since_s
    table.turn("0.3", "back")
    table.watch(KNOWN_S)
    assert table.lying()["0.3"] is Lying.DOWN


def test_two_at_once(make: Make) -> None:
    table = make()
    table.turn("0.0", "7")
    table.turn("2.3", "51")
    table.watch(KNOWN_S)
    ups = {name: laid.face for name, laid in table.now.items() if laid.lies is Lying.UP}
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
    assert (table.lying()["1.1"], table.lying()["1.2"]) == (Lying.NOTHING, Lying.NOTHING)
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
    assert table.lying() == {name: Lying.NOTHING if name == "1.2" else Lying.DOWN for name in table.places}


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
    for name, face, off_mm, turn_deg in lying:
        table.take(name)
        table.lay(name, face, off_mm, turn_deg)
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
    assert (table.now["1.2"].lies, table.now["1.2"].face) == (Lying.UP, None)
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
    assert {name: laid.since_s for name, laid in table.eyes.update(frame, table.full).items()} == {"1.2": before}
