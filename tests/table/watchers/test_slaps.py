"""Slaps at the table: what is sure is played in its order, the rest is asked, and the rules have the last word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion import catalog
from companion.camera.arrays import Pixels
from companion.camera.source import Frame
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.game import Action
from companion.core.scene import Thing
from companion.core.text import Text, seat_name
from companion.games.leprechauns.actions import ChestTold, Signal, Slap, TakePrems
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import Fault
from companion.games.leprechauns.slaps import TEXTS
from companion.hardware.cues import Cue, RecordingCues
from companion.perception.hands.order import in_order
from companion.perception.hands.seen import HandSeen
from companion.simulator.bodies import ArmLook
from companion.simulator.hand_motions import random_reach
from companion.simulator.source import open_source
from companion.simulator.world import World
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.referee import Referee
from companion.table.session import Session
from companion.table.watchers.slaps import REPORTED_S, SlapWatcher
from companion.table.watchers.watcher import Ask

CAMERA = "rendered://?width=640&height=480&fps=60&tilt_deg=4&noise=2"
FRAME_S = 1 / 60
ALL_HIDDEN = (1.0, 1.0)


def opened(folder: Path, seats: int, told: int | None = None, cues: RecordingCues | None = None) -> Session:
    """A match in which `told` chests, all by default, have been told: seat n has turned up an n + 3."""
    game, clock = catalog.game("leprechauns"), ManualClock()
    names = ("Ada", "Bob", "Cléo", "Dina", "Emil", "Flo")[:seats]
    journal = Journal(folder / "journal.sqlite", clock)
    options = Options(action_cards=False, deck="own")
    session = open_session(journal, cues or RecordingCues(), game, seats, options, names)
    chests = [ChestTold(seat, seat + 3) for seat in range(seats if told is None else told)]
    acts: list[Action] = [TakePrems(0), Signal(0), *chests]
    for action in acts:
        session.play(action, "test")
    return session


class ScriptedEyes:
    """Says what a test wrote down, frame by frame.

    later: what it knows from then on without saying so. taken_back: whose hands have not landed after all.
    """

    def __init__(
        self, news: dict[int, tuple[HandSeen, ...]], later: dict[int, tuple[HandSeen, ...]],
        taken_back: dict[int, int] | None = None,
    ) -> None:  # fmt: skip
        self._news, self._later, self._taken_back, self._frames = news, later, taken_back or {}, 0
        self._known: dict[int, HandSeen] = {}

    def update(self, frame: Frame) -> tuple[HandSeen, ...]:
        self._frames += 1
        news = self._news.get(self._frames, ())
        self._known |= {each.seat: each for each in (*news, *self._later.get(self._frames, ()))}
        self._known.pop(self._taken_back.get(self._frames, -1), None)
        return news

    @property
    def hands(self) -> tuple[HandSeen, ...]:
        return in_order(list(self._known.values()), {}, {}, FRAME_S)


def hand(
    seat: int, card: int | None, frame: float, *, confidence: float = 1.0, hidden: tuple[float, ...] = ALL_HIDDEN,
    within: float = 0.0, lifted: bool = False, known: bool = True,
) -> HandSeen:  # fmt: skip
    return HandSeen(
        seat,
        card,
        frame * FRAME_S,
        within * FRAME_S,
        hidden,
        confidence,
        (320.0, 240.0),
        1.0 if lifted else None,
        known,
    )


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return opened(tmp_path, 4)


def told(
    session: Session, news: dict[int, tuple[HandSeen, ...]], frames: int = 120,
    later: dict[int, tuple[HandSeen, ...]] | None = None, taken_back: dict[int, int] | None = None,
    chest: str | None = None,
) -> SlapWatcher:  # fmt: skip
    """Let the table take in frames in which the eyes say `news`; a chest may lie open in its middle."""
    world = World(catalog.game("leprechauns").art)
    if chest is not None:
        world.lay(Thing("chest", chest), (0.0, 0.0))
    picture = open_source(SourceUrl.parse(CAMERA), ManualClock(), world).small().pixels
    slapping = SlapWatcher(session)
    slapping.watch(Frame(picture, 0.0, 0), lambda: picture, session_ask(session))
    slapping._eyes = ScriptedEyes(news, later or {}, taken_back)  # type: ignore[assignment]
    for number in range(1, frames):
        slapping.watch(Frame(picture, number * FRAME_S, number), lambda: picture, session_ask(session))
    return slapping


def session_ask(session: Session) -> Ask:
    def ask(words: Text, choices: tuple[Text, ...], crop: bytes | None, then: Callable[[int, str], None]) -> None:
        session.ask(words, choices, then, crop)

    return ask


def lying(session: Session) -> list[tuple[int, int, int]]:
    """Seat, the seat whose chest is under the hand, and its rank."""
    state = session.match.state
    return [(each.seat, each.on, each.rank) for each in state.hands]  # type: ignore[attr-defined]


def test_3_3_hands_are_played_in_the_order_of_their_landing_not_of_their_sighting(session: Session) -> None:
    told(session, {30: (hand(1, 2, 20.0),), 33: (hand(0, 3, 12.0),), 36: (hand(2, 0, 25.0),)})
    assert lying(session) == [(0, 3, 1), (1, 2, 2), (2, 0, 3)]


def test_a_hand_that_has_not_landed_after_all_is_never_told_and_holds_up_nobody(session: Session) -> None:
    told(session, {30: (hand(1, 2, 20.0, known=False), hand(0, 3, 25.0))}, taken_back={60: 1})
    assert lying(session) == [(0, 3, 1)]
    assert session.questions == ()


def test_a_hand_that_lands_after_all_is_told_once(session: Session) -> None:
    told(session, {30: (hand(1, 2, 20.0, known=False),), 70: (hand(1, 0, 50.0),)}, 160, taken_back={60: 1})
    assert lying(session) == [(1, 0, 1)]


@pytest.mark.parametrize(("apart", "within", "ranks"), [(1.0, 0.0, [1, 1]), (2.0, 0.0, [1, 2]), (2.0, 4.0, [1, 1])])
def test_3_4_closer_than_can_be_told_is_a_tie(session: Session, apart: float, within: float, ranks: list[int]) -> None:
    told(session, {30: (hand(1, 2, 20.0), hand(0, 3, 20.0 + apart, within=within))})
    assert [rank for _, _, rank in lying(session)] == ranks


def test_3_4_a_tie_on_one_chest_is_left_to_its_owner(session: Session) -> None:
    told(session, {30: (hand(1, 3, 20.0), hand(0, 3, 20.5))})
    assert lying(session) == [(1, 3, 1), (0, 3, 1)]
    assert session.match.state.actor.seat == 3


@pytest.mark.parametrize(("card", "words"), [(1, "own chest"), (3, "holds the chest")])
def test_3_2_and_3_3_what_the_rules_forbid_is_told_with_their_words(session: Session, card: int, words: str) -> None:
    told(session, {30: (hand(0, 3, 20.0), hand(1, card, 40.0))})
    notice = session.page(None).notice
    assert notice is not None
    assert words in notice.en
    assert lying(session) == [(0, 3, 1)]


def test_a_hand_that_is_not_sure_is_asked_about_and_holds_up_those_after_it(session: Session) -> None:
    told(session, {30: (hand(1, 2, 20.0, confidence=0.5), hand(0, 3, 25.0))})
    assert lying(session) == []
    (question,) = session.questions
    assert question.crop_jpeg is not None
    assert "⟦2⟧" in question.words.en


def test_no_formula_is_in_the_picture_of_a_slap(tmp_path: Path) -> None:
    asked, kept = set(), set()
    for chest in ("1", "17"):
        session = opened(tmp_path / chest, 4)
        told(session, {30: (hand(1, 2, 20.0, confidence=0.5),)}, chest=chest)
        asked.add(session.questions[0].crop_jpeg)
        session.answer(session.questions[0].id, 0, "seat 3")
        kept.add(session.seen_jpeg(len(session.match.actions) - 1, 0))
    assert None not in asked | kept
    assert (len(asked), len(kept)) == (1, 1)


def test_what_a_second_look_makes_sure_of_in_time_is_not_asked(session: Session) -> None:
    doubtful, confidence = hand(1, 2, 20.0, confidence=0.5), hand(1, 2, 20.0)
    told(session, {30: (doubtful,)}, later={45: (confidence,)})
    assert lying(session) == [(1, 2, 1)]
    assert not session.questions


def test_one_tap_says_whose_hand_it_is(session: Session) -> None:
    slapping = told(session, {30: (hand(1, 2, 20.0, confidence=0.5), hand(0, 3, 25.0))})
    (question,) = session.questions
    session.answer(question.id, 0, "seat 3")
    picture = np.zeros((480, 640, 3), np.uint8)
    slapping.watch(Frame(picture, 130 * FRAME_S, 130), lambda: picture, session_ask(session))
    assert lying(session) == [(1, 2, 1), (0, 3, 2)]


def test_without_a_mat_it_is_said_once_and_the_phones_go_on(tmp_path: Path) -> None:
    cues = RecordingCues()
    session, bare = opened(tmp_path, 4, cues=cues), np.zeros((480, 640, 3), np.uint8)
    slapping, taken, before = SlapWatcher(session), [0], len(cues.played)

    def full() -> Pixels:
        taken[0] += 1
        return bare

    for number in range(20):
        if number == 10:
            session.play(Slap(0, 1), "seat 0")
        slapping.watch(Frame(bare, number * FRAME_S, number), full, session_ask(session))
    assert taken == [1]
    assert [played.cue for played in cues.played[before:]].count(Cue.FOUL) == 1
    assert lying(session) == [(0, 1, 1)]


def test_a_mat_that_hands_hide_lies_where_it_lay(session: Session) -> None:
    slapping = told(session, {}, frames=2)
    hidden = np.zeros((480, 640, 3), np.uint8)
    session.undo("test")  # the last chest is told anew: hands are due again
    slapping.watch(Frame(hidden, 0.9, 59), lambda: hidden, session_ask(session))
    session.play(ChestTold(3, 10), "test")
    slapping.watch(Frame(hidden, 1.0, 60), lambda: hidden, session_ask(session))
    slapping.watch(Frame(hidden, 1.0 + FRAME_S, 61), lambda: hidden, session_ask(session))
    assert session.page(None).notice is None


def test_a_hand_on_no_chest_is_not_reported(session: Session) -> None:
    told(session, {30: (hand(1, None, 20.0),)})
    assert lying(session) == []
    assert session.questions == ()


@pytest.mark.parametrize(("tap", "lies"), [(1, [(1, 2, 1)]), (3, [])])
def test_a_hand_whose_end_is_hidden_is_asked_where_it_lies(
    session: Session, tap: int, lies: list[tuple[int, int, int]]
) -> None:
    told(session, {30: (hand(1, None, 20.0, confidence=0.5),)})
    (question,) = session.questions
    assert question.words == TEXTS.where.filled(who=seat_name(1))
    assert question.choices == (seat_name(0), seat_name(2), seat_name(3), TEXTS.nowhere)
    session.answer(question.id, tap, "phone")
    assert lying(session) == lies


def test_hands_are_reported_when_earlier_ones_must_have_been_seen(session: Session) -> None:
    told(session, {30: (hand(1, 2, 20.0),)}, frames=20 + round(REPORTED_S / FRAME_S) - 1)
    assert lying(session) == []


def test_what_is_noticed_late_waits_until_all_is_known_of_it(session: Session) -> None:
    late, known = hand(1, 2, 20.0, known=False), hand(1, 2, 28.0)
    told(session, {30: (hand(0, 3, 25.0),), 70: (late,)}, frames=89)
    assert lying(session) == []
    told(session, {30: (hand(0, 3, 25.0),), 70: (late,)}, later={89: (known,)})
    assert lying(session) == [(0, 3, 1), (1, 2, 2)]


@pytest.mark.parametrize(
    ("first", "later", "fault"),
    [(hand(1, 2, 20.0, hidden=(1.0, 0.4)), None, Fault.UNCOVERED), (hand(1, 2, 20.0), True, Fault.LIFTED)],
)
def test_3_7_and_3_8_a_fault_is_asked_and_told_only_when_people_say_so(
    session: Session, first: HandSeen, later: bool | None, fault: Fault
) -> None:
    news = {30: (first,)} | ({100: (hand(1, 2, 20.0, lifted=True),)} if later else {})
    told(session, news)
    (question,) = session.questions
    assert session.match.state.players[1].out is None  # type: ignore[attr-defined]
    session.answer(question.id, 1, "seat 0")
    assert session.match.state.players[1].out is fault  # type: ignore[attr-defined]


@pytest.mark.parametrize("confidence", [1.0, 0.6])
def test_3_8_a_hand_that_left_before_it_was_played_is_asked_about_then(session: Session, confidence: float) -> None:
    news = (hand(1, 2, 20.0, confidence=confidence), hand(1, 2, 20.0, confidence=confidence, lifted=True))
    slapping = told(session, {30: news})
    if confidence < 1.0:  # whose it is comes first; the likeliest answer is the first one
        session.answer(session.questions[0].id, 0, "seat 0")
        picture = np.zeros((480, 640, 3), np.uint8)
        slapping.watch(Frame(picture, 130 * FRAME_S, 130), lambda: picture, session_ask(session))
    assert lying(session) == [(1, 2, 1)]
    (question,) = session.questions
    assert question.words == TEXTS.lifted.filled(who=seat_name(1))


def test_the_table_that_says_all_is_well_goes_on(session: Session) -> None:
    told(session, {30: (hand(1, 2, 20.0, hidden=(1.0, 0.4)),)})
    session.answer(session.questions[0].id, 0, "seat 0")
    assert session.match.state.players[1].out is None  # type: ignore[attr-defined]
    assert session.questions == ()


def test_a_doubt_outlives_the_next_slap(session: Session) -> None:
    told(session, {30: (hand(1, 2, 20.0, hidden=(1.0, 0.4)), hand(0, 3, 40.0))})
    assert lying(session) == [(1, 2, 1), (0, 3, 2)]
    assert len(session.questions) == 1


@pytest.mark.whole
def test_slaps_on_the_simulated_table_reach_the_match(tmp_path: Path) -> None:
    session = opened(tmp_path, 3, told=2)
    game, clock = session.game, ManualClock()
    world = World(game.art)
    last = ChestTold(2, 5)
    turned = game.depict(session.match.state.apply(last))
    world.arrange(turned)
    source = open_source(SourceUrl.parse(CAMERA), clock, world)
    referee = Referee(source, session, [SlapWatcher(session)])
    while clock.now_s() < 0.8:
        referee.step()
    session.play(last, "test")
    looks = ArmLook((120, 155, 205), (60, 60, 150))
    for seat, shoulder, to, lands_s in (
        (0, (150.0, 520.0), (177.0, -61.0), 1.6),
        (1, (-500.0, -400.0), (0.0, 122.0), 1.9),
    ):
        world.reach(random_reach(Random(seat), f"seat {seat}", looks, shoulder, to, world.elapsed_s + lands_s - 0.8))
    while clock.now_s() < 3.0:
        referee.step()
        for question in session.questions[:1]:  # the likeliest answer comes first
            session.answer(question.id, 0, "seat 2")
    assert lying(session) == [(0, 2, 1), (1, 0, 2)]
    assert session.evidence(len(session.match.actions) - 1)[0].thing.kind == "hand"
