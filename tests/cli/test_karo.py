"""`companion karo`: counts of turns and best lines; mistakes are one sentence and status 2."""

from __future__ import annotations

import re

import pytest

from companion import catalog
from companion.cli import run
from companion.cli.of_games import game_group
from companion.core.clock import ManualClock
from companion.core.text import same
from companion.games.karo.commands import MIDDLE_GAMES
from companion.games.karo.levels import Level, advise
from tests.games.karo.playing import CIRCLES, CLEARING, HOPPERS, at

MIDDLE = "ww_Wr/_r_w_/R_w_r/_wr_r"


def perft(rules: str, board: str, *more: str, to_move: str = "w", depth: str = "1") -> list[str]:
    return ["karo", "perft", "--rules", rules, "--board", board, "--to-move", to_move, "--depth", depth, *more]


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (perft(CIRCLES, MIDDLE, depth="0"), 1),
        (perft(CIRCLES, MIDDLE), 39),
        (perft(CIRCLES, MIDDLE, depth="2"), 1354),
        (perft(CIRCLES, "_____/_____/_____/_____", "--hand", "6,6", depth="2"), 380),
        (perft(CIRCLES, "wr_", "--hand", "0,1"), 1),
        (perft(CIRCLES, "WWWW/r___"), 0),
        (perft(HOPPERS, "rRr/RrR/___/___/___/___/wWw/WwW", to_move="r"), 4),
        (perft(CLEARING, "wr_rw"), 14),
    ],
)
def test_one_number(arguments: list[str], count: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 0
    assert capsys.readouterr() == (f"{count}\n", "")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["karo"], "command"),
        (["karo", "perft"], "--rules"),
        (perft("chess", MIDDLE), "--rules"),
        (perft(CIRCLES, "w_x"), "--board w_x"),
        (perft(CIRCLES, "w_/_"), "--board w_/_"),
        (perft(CIRCLES, "w./.r"), "--board w./.r"),
        (perft(CIRCLES, ".."), "--board .."),
        (perft(CIRCLES, ""), "--board"),
        (perft(CIRCLES, MIDDLE, to_move="x"), "--to-move"),
        (perft(CIRCLES, MIDDLE, depth="-1"), "--depth"),
        (perft(CIRCLES, MIDDLE, depth="two"), "--depth"),
        (perft(CIRCLES, MIDDLE, "--hand", "6"), "--hand 6"),
        (perft(CIRCLES, MIDDLE, "--hand", "6,x"), "--hand 6,x"),
        (perft(CIRCLES, MIDDLE, "--hand", "-1,2"), "--hand -1,2"),
        (perft(CIRCLES, MIDDLE, "--hand", "90,90"), "--hand 90,90"),
        (perft(HOPPERS, "w__/__r", "--hand", "1,1"), "--hand 1,1"),
        (["karo", "best", "--rules", CIRCLES, "--board", "WWWW", "--to-move", "r", "--depth", "2"], ""),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert named in captured.err


def test_the_best_line(capsys: pytest.CaptureFixture[str]) -> None:
    board = "WWW_/___r/___w/r__r"
    assert run(["karo", "best", "--rules", CIRCLES, "--board", board, "--to-move", "w", "--depth", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("depth 1, value 999999, ")
    assert lines[1:] == ["White jumps E4 → E2", "WWWW/___r/____/r__r"]


def test_the_bench_tells_depth_and_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["karo", "bench", "--depth", "2"]) == 0
    said = capsys.readouterr().out
    assert re.fullmatch(
        r"karo: 2 turns ahead in 3 open .*: \d+\.\d to \d+\.\d s of one core, \d+ positions a second\n", said
    )


def test_the_middle_games_are_open() -> None:
    for board, turn in MIDDLE_GAMES:
        state = at(CIRCLES, board, turn)
        assert not state.placing
        assert advise(state, Level("look", same("look"), 3, 3600.0), ManualClock()).wins_in is None


def test_each_command_shows_an_example(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    for name, first in (("perft", "--rules"), ("best", "--rules"), ("bench", "--depth")):
        assert run(["karo", name, "--help"]) == 0
        assert f"Example:\n    companion karo {name} {first}" in capsys.readouterr().out


def test_only_games_with_commands_have_a_group() -> None:
    assert [key for key in catalog.game_keys() if game_group(key) is not None] == ["kaleidoscope", "karo"]
