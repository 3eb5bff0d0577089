"""Following KARO's board on small simulated pictures: real tracker, real rules, real session; every look is at rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion import catalog
from companion.core.capabilities.board import Cell, Outcome
from companion.core.partner_seats import PartnerRequest
from companion.core.text import same
from companion.games.karo import seen
from companion.games.karo.actions import Arrange, Pass, PlaceDisc, Turn
from companion.games.karo.board import read_board, write_board
from companion.perception.boards.align import LastSeen
from companion.perception.boards.appearances import MARKS
from companion.perception.boards.sight import LEAST_LOG_LIKELIHOOD, BoardSight
from companion.perception.boards.tracker import BoardTracker
from companion.simulator.board_set import SETS
from companion.table.watchers.board.texts import NONE, OTHERWISE, UNFINISHED
from companion.table.watchers.board.watcher import PATIENCE_S, SOON_S
from tests.table.watchers.board_table import CLEAR_OUT_PLACED, PLACED, BoardTable, after, first_jump, settled

BOXES = range(len(SETS))


@pytest.fixture
def placing(tmp_path: Path) -> BoardTable:
    table = BoardTable(tmp_path)
    table.look()
    return table


def test_a_disc_that_is_put_down_is_placed_though_none_was_seen_before(placing: BoardTable) -> None:
    """3.2, 3.3"""
    assert settled(placing, "_____/__w__/_____/_____") == (PlaceDisc(0, (1, 2)),)
    assert settled(placing, "_____/__w__/_____/r____")[-1] == PlaceDisc(1, (3, 0))
    assert placing.look("_____/_ww__/_____/r____")[-1] == PlaceDisc(0, (1, 1))
    assert placing.session.page(None).story[-1].source == "camera"
    assert placing.session.evidence(0)[0].crop_jpeg.startswith(b"\xff\xd8")


def test_the_first_disc_of_all_is_not_played_in_the_wrong_colour(placing: BoardTable) -> None:
    """3.2: White places first; no disc was seen before, but red is red."""
    assert placing.look("_____/__r__/_____/_____") == ()


def test_nothing_changed_plays_nothing(placing: BoardTable) -> None:
    assert placing.look() == ()
    assert placing.notice == ""


@pytest.mark.parametrize("chosen", BOXES)
def test_a_circle_is_known_though_only_plain_faces_were_seen(tmp_path: Path, chosen: int) -> None:
    """3.7: of every box, of either colour, and a groove that can hardly be seen."""
    table = BoardTable(tmp_path, chosen=chosen, tilt=12.0)
    table.tell(*PLACED)
    table.look()
    for _ in range(2):
        jump = first_jump(table)
        assert settled(table, after(table, jump))[-1] == jump


@pytest.mark.parametrize("chosen", BOXES)
@pytest.mark.parametrize("camp", ["wwW/WwW", "WWW/www"])
def test_a_camp_of_faces_never_seen_is_told_from_all_others(tmp_path: Path, chosen: int, camp: str) -> None:
    """4.2: three look one way and three another; and which are the circles is seen, too."""
    table = BoardTable(tmp_path, "movers-hoppers", chosen=chosen, tilt=12.0)
    table.look()
    rows = write_board(table.places)[0].split("/")
    assert settled(table, "/".join([*rows[:6], camp])) == (Arrange(0, camp),)


def test_a_disc_put_down_with_its_circle_up_is_not_played(placing: BoardTable) -> None:
    """3.3: once the plain face has been seen, the other is told from it."""
    settled(placing, "_____/__w__/_____/_____")
    settled(placing, "_____/__w__/_____/r____")
    assert len(placing.look("_____/__w__/__W__/r____")) == 2
    assert placing.session.questions or "plain face up" in placing.notice


def test_the_other_players_disc_is_not_placed(placing: BoardTable) -> None:
    settled(placing, "_____/__w__/_____/_____")
    settled(placing, "_____/__w__/_____/r____")
    assert len(placing.look("_____/__w__/_____/rr___")) == 2
    assert "other colour" in placing.notice


def test_a_step_and_a_jump_that_turns_over(middle: BoardTable) -> None:
    """3.5, 3.6, 3.7"""
    step = Turn(0, (0, 0), ((1, 0),))
    assert middle.look(after(middle, step))[-1] == step
    jump = first_jump(middle)
    assert middle.look(after(middle, jump))[-1] == jump
    assert middle.places[jump.path[0]] == "R"


def test_a_tile_and_a_disc_move_together(middle: BoardTable) -> None:
    """3.10, 3.11: half of the turn is waited for, the whole is one action."""
    legal = middle.session.match.state.legal_actions()
    turn = next(a for a in legal if isinstance(a, Turn) and a.tile is not None)
    for stage in middle.board.stages(middle.session.match.state, turn):
        middle.look(stage)
    assert middle.session.match.actions[len(PLACED) :] == (turn,)


def test_a_turn_that_is_half_done_is_waited_for_and_remarked_upon(middle: BoardTable) -> None:
    lifted = {**middle.places, (0, 0): "_"}
    assert len(middle.look(lifted)) == len(PLACED)
    assert not middle.following.is_late(middle.clock.now_s())
    assert middle.following.is_late(middle.clock.now_s() + PATIENCE_S)
    assert middle.notice == UNFINISHED.en


def test_what_no_rule_allows_is_told_with_what_to_put_back_and_shown_before_and_after(middle: BoardTable) -> None:
    shown = middle.session.live.picture_number
    wrong = {**middle.places, (0, 0): "_", (3, 3): "w"}
    assert len(middle.look(wrong)) == len(PLACED)
    assert "neither a step nor a jump" in middle.notice
    assert "B2 white disc, plain" in middle.notice
    assert middle.session.live.picture_number == shown + 1
    middle.look()
    assert middle.notice == ""


def test_a_fault_is_looked_at_once_more_and_stays_one(middle: BoardTable) -> None:
    wrong = {**middle.places, (0, 0): "_", (3, 3): "w"}
    middle.look(wrong)
    assert not middle.following.is_late(middle.clock.now_s())
    assert middle.following.is_late(middle.clock.now_s() + SOON_S)
    assert len(middle.look_again(anew=True)) == len(PLACED)
    assert "neither a step nor a jump" in middle.notice
    assert not middle.following.is_late(middle.clock.now_s() + PATIENCE_S)


def altered(monkeypatch: pytest.MonkeyPatch, cell: Cell, likely: dict[str, float], hidden: bool = False) -> None:
    """Let one place be seen otherwise than it is."""
    real = BoardTracker.read

    def read(self: BoardTracker, picture: Any, at: Any = None) -> BoardSight:
        sight = real(self, picture, at)
        scores = {**sight.scores, cell: {mark: likely.get(mark, LEAST_LOG_LIKELIHOOD) for mark in MARKS}}
        covered = sight.hidden | {cell} if hidden else sight.hidden
        return replace(sight, scores=scores, changed=sight.changed | {cell}, hidden=covered)

    monkeypatch.setattr(BoardTracker, "read", read)


def test_a_fault_is_asked_where_the_face_that_makes_it_is_only_guessed_at(
    placing: BoardTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """3.3: no circle was ever seen on this table, and it may be none."""
    altered(monkeypatch, (1, 2), {"W": 0.0, "w": -6.6})
    assert placing.look("_____/__w__/_____/_____") == ()
    (question,) = placing.session.questions
    assert placing.notice == ""
    placing.session.answer(question.id, 0, "seat 0")
    assert placing.session.match.actions == (PlaceDisc(0, (1, 2)),)


def test_one_place_that_looks_like_nothing_known_is_waited_for_and_then_asked_about(
    middle: BoardTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Turn(0, (0, 0), ((1, 0),))
    altered(monkeypatch, (1, 0), dict.fromkeys(MARKS, 0.0), hidden=True)
    middle.look(after(middle, step))
    assert not middle.session.questions
    assert middle.following.is_late(middle.clock.now_s() + PATIENCE_S)
    assert len(middle.look_again(anew=True)) == len(PLACED)
    (question,) = middle.session.questions
    middle.session.answer(question.id, 0, "seat 0")
    assert middle.session.match.actions[-1] == step


def test_a_turn_told_on_a_phone_is_waited_for_on_the_table(middle: BoardTable) -> None:
    before, turn = middle.places, Turn(0, (0, 0), ((1, 0),))
    middle.tell(turn)
    assert middle.following._judged_length != len(middle.session.match.actions)
    middle.look(before)
    assert middle.notice == ""
    assert middle.following.is_late(middle.clock.now_s() + PATIENCE_S)
    assert "not yet as the match has it" in middle.notice
    middle.look()
    assert middle.notice == ""


def test_the_partners_turn_is_carried_out_on_the_board_and_no_other(middle: BoardTable) -> None:
    session = middle.session
    asked, other = Turn(0, (0, 0), ((1, 0),)), Turn(0, (3, 0), ((2, 0),))
    session.give_seat(0, "beginner", None, "table")
    assert len(middle.look(after(middle, other))) == len(PLACED)
    assert "still thinks" in middle.notice
    middle.look()
    assert session.ask_hands(session.match, session.partner_seats.seats[0], PartnerRequest(asked, same("")))
    assert len(middle.look(after(middle, other))) == len(PLACED)
    assert "The partner asks" in middle.notice
    assert middle.look(after(middle, asked))[-1] == asked


def test_a_turn_taken_back_may_be_made_again_otherwise(middle: BoardTable) -> None:
    middle.look(after(middle, Turn(0, (0, 0), ((1, 0),))))
    middle.session.undo("seat 0")
    other = Turn(0, (0, 0), ((0, 1),))
    middle.look(after(middle, other))
    assert middle.session.match.actions[-1] == other


def test_movers_and_hoppers_turn_over_as_they_go(tmp_path: Path) -> None:
    """4.2, 4.4 to 4.6; a camp that is being laid out is waited for."""
    table = BoardTable(tmp_path, "movers-hoppers", chosen=4)
    table.look()
    empty = write_board(table.places)[0]
    rows = empty.split("/")
    assert table.look("/".join([*rows[:6], "wW_", "___"])) == ()
    settled(table, "/".join([*rows[:6], "wWw", "WwW"]))
    settled(table, "/".join(["rRr", "RrR", *rows[2:6], "wWw", "WwW"]))
    assert len(table.session.match.actions) == 2
    step = Turn(0, (6, 0), ((5, 0),))
    assert table.look(after(table, step))[-1] == step
    assert table.places[5, 0] == "W"


def clear_out(tmp_path: Path) -> BoardTable:
    table = BoardTable(tmp_path, "clear-out", chosen=2)
    table.tell(*CLEAR_OUT_PLACED)
    table.look()
    return table


def test_a_chain_is_one_turn_though_every_stop_was_seen(tmp_path: Path) -> None:
    """5.6, 5.8: the first stop is a legal end; when the same disc goes on, the record is put right."""
    table = clear_out(tmp_path)
    length = len(table.session.match.actions)
    chain = Turn(0, (0, 0), ((0, 2), (0, 4)))
    for stage in table.board.stages(table.session.match.state, chain):
        settled(table, stage)
    assert table.session.match.actions[length:] == (chain,)
    assert table.places[0, 1] == "R"


def test_a_player_who_can_do_nothing_passes_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """1.4"""
    table = BoardTable(tmp_path)
    state = table.session.match.state
    monkeypatch.setattr(type(state), "legal_actions", lambda self: (Pass(self.turn),) if not self.past else ())
    monkeypatch.setattr(type(table.game), "outcomes", lambda self, state: ())
    assert table.look() == (Pass(0),)


def test_two_turns_that_look_alike_are_asked_about_with_the_picture(
    placing: BoardTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = seen.outcomes

    def twice(self: Any, state: Any) -> tuple[Outcome, ...]:
        own = real(state)
        return (*own, *(Outcome(PlaceDisc(0, (3, 3)), each.changes) for each in own))

    monkeypatch.setattr(type(placing.game), "outcomes", twice)
    assert placing.look("_____/__w__/_____/_____") == ()
    (question,) = placing.session.questions
    assert [words.en for words in question.choices][-1] == NONE.en
    assert question.crop_jpeg is not None
    assert question.crop_jpeg.startswith(b"\xff\xd8")
    placing.session.answer(question.id, 0, "seat 1")
    assert placing.session.match.actions == (PlaceDisc(0, (1, 2)),)
    assert placing.session.page(None).story[0].source == "camera, seat 1"


def test_who_says_that_it_was_something_else_is_told_what_to_do(
    placing: BoardTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.watchers.board.watcher.CONFIDENT", 1.1)
    assert placing.look("_____/__w__/_____/_____") == ()
    (question,) = placing.session.questions
    placing.session.answer(question.id, len(question.choices) - 1, "seat 1")
    assert placing.session.match.actions == ()
    assert placing.session.page(None).notice == OTHERWISE
    placing.look()
    assert placing.look("_____/__w__/_____/_____") == ()
    placing.session.answer(placing.session.questions[0].id, 0, "seat 1")
    assert placing.session.match.actions == (PlaceDisc(0, (1, 2)),)


Check = Callable[[BoardTable], None]


def _push_check(table: BoardTable) -> None:
    table.push_mm = (16.0, -12.0)
    table.look()
    step = Turn(0, (0, 0), ((1, 0),))
    assert table.look(after(table, step))[-1] == step


def _tile_check(table: BoardTable) -> None:
    legal = table.session.match.state.legal_actions()
    turn = next(a for a in legal if isinstance(a, Turn) and a.tile is not None)
    assert table.look(after(table, turn))[-1] == turn


def _fault_check(table: BoardTable) -> None:
    assert len(table.look({**table.places, (0, 0): "_", (3, 3): "w"})) == len(PLACED)


def _nailed_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LastSeen, "find_in", lambda self, work, place: (-1.0, place))


def _no_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    real = BoardTracker.read

    def blind(self: BoardTracker, picture: Any, at: Any = None) -> Any:
        sight = real(self, picture, at)
        for cell, scores in sight.scores.items():
            if (cell in self.marks) != (max(scores, key=lambda mark: scores[mark]) != "."):
                sight.scores[cell].update(
                    {mark: 0.0 if mark == self.marks.get(cell, ".") else -16.0 for mark in scores}
                )  # type: ignore[attr-defined]
        return sight

    monkeypatch.setattr(BoardTracker, "read", blind)


def _lax_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    real = seen.outcomes
    monkeypatch.setattr(
        catalog.game("karo"),
        "outcomes",
        lambda state: (*real(state), Outcome(Turn(0, (0, 0), ((1, 0),)), {(0, 0): "_", (3, 3): "w"})),
        raising=False,
    )


FAULTS = [(_nailed_down, _push_check), (_no_tiles, _tile_check), (_lax_rules, _fault_check)]


@pytest.mark.parametrize(("fault", "check"), FAULTS)
def test_a_seeded_fault_is_caught(
    middle: BoardTable, monkeypatch: pytest.MonkeyPatch, fault: Callable[[pytest.MonkeyPatch], None], check: Check
) -> None:
    """A tracker that follows no push, one that ignores tiles, rules that let a disc fly: the checks above bite."""
    with monkeypatch.context() as seeded:
        fault(seeded)
        with pytest.raises(AssertionError):
            check(middle)
    assert read_board(write_board(middle.places)[0])
