"""Statistics over evenings: who counts, what a win is, which figure is the best; each match is counted once."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import catalog
from companion.core.capabilities import offers
from companion.core.capabilities.figures import Figure, TellsFigures
from companion.core.clock import ManualClock
from companion.core.errors import NotSaved
from companion.core.kit import random_match
from companion.core.match import Match, begin
from companion.core.text import same
from companion.hardware.cues import RecordingCues
from companion.table.backing_up import back_up
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.past import Past
from companion.table.session import Session
from companion.table.statistics import STATISTICS_FILE, Count, Counted, Statistics, figures_by_player, winners_of

TIME_S = 1_800_000_000.0
KARO = random_match(catalog.game("karo"), 2, seed=1)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "journal.sqlite", ManualClock(TIME_S))
    yield journal
    journal.close()


def statistics(journal: Journal, folder: Path) -> Statistics:
    return Statistics(Past(journal, ManualClock(TIME_S)), folder / STATISTICS_FILE)


def begun(journal: Journal, names: tuple[str, ...] = ("Ada", "Bob")) -> Session:
    return open_session(journal, RecordingCues(), KARO.game, 2, KARO.options, names)


def play(session: Session) -> None:
    for action in KARO.actions:
        session.play(action, "table")


def test_seats_of_the_partner_are_left_out(journal: Journal, tmp_path: Path) -> None:
    session = begun(journal)
    play(session)
    session.give_seat(1, "beginner", None, "table")
    assert [each.name for each in statistics(journal, tmp_path).players()] == ["Ada"]


def test_names_that_look_alike_are_one_player() -> None:
    """As `checked_names` looks at them: the last way to write it stays."""
    found = figures_by_player(
        [Counted("karo", ("ada", "Bob"), frozenset({0})), Counted("karo", ("Bob", "ADA"), frozenset({1}))]
    )
    assert [(each.name, each.all) for each in found] == [("ADA", Count(2, 2)), ("Bob", Count(2, 0))]


@pytest.mark.parametrize(
    ("key", "scores", "winners"),
    [
        ("leprechauns", (3.0, 5.0, 5.0), {1, 2}),
        ("kaplan", (-2.0, -7.0), {0}),
        ("kaleidoscope", (4.0, 4.0), {0, 1}),
        ("karo", (0.5, 0.5), set()),
        ("karo", (0.0, 1.0), {1}),
        ("plic-plac", (4.0,), set()),
        ("plic-plac", None, set()),
    ],
)
def test_the_highest_score_wins_alone_or_together_and_a_draw_nobody(
    key: str, scores: tuple[float, ...] | None, winners: set[int]
) -> None:
    ended = SimpleNamespace(game=catalog.game(key), scores=scores)
    assert winners_of(ended) == winners  # type: ignore[arg-type]


def test_the_best_figure_of_each_kind_stays() -> None:
    def match(value: int, word: str) -> Counted:
        return Counted("x", ("Ada",), frozenset(), (Figure("word", same("Word"), 0, value, word),))

    (ada,) = figures_by_player([match(4, "LUNE"), match(7, "LANTERN"), match(5, "PLUIE")])
    assert ada.best["x", "word"].words == "LANTERN"
    assert ada.games == {"x": Count(3, 0)}


def test_each_match_is_played_again_once_also_after_a_restart(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(begun(journal))
    looked, match = list[int](), Past.match

    def watched(past: Past, number: int) -> Any:
        looked.append(number)
        return match(past, number)

    monkeypatch.setattr(Past, "match", watched)
    first = statistics(journal, tmp_path)
    assert first.players() == first.players() == statistics(journal, tmp_path).players()
    assert looked == [1]
    session = begun(journal)
    play(session)
    assert first.players()[0].all.games == 2
    session.undo("table")
    assert first.players()[0].all.games == 1
    assert looked == [1, 2]


def test_a_running_match_counts_for_nothing(journal: Journal, tmp_path: Path) -> None:
    begun(journal).play(KARO.actions[0], "table")
    assert statistics(journal, tmp_path).players() == ()


@pytest.mark.parametrize("damage", [b"", b"{", b'{"version": 99, "after": 5}', b"\xff"])
def test_a_file_that_cannot_be_read_says_nothing(journal: Journal, tmp_path: Path, damage: bytes) -> None:
    play(begun(journal))
    (tmp_path / STATISTICS_FILE).write_bytes(damage)
    assert len(statistics(journal, tmp_path).players()) == 2


def test_what_earlier_programs_have_counted_still_counts(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / STATISTICS_FILE).write_text('{"version": 1, "after": 1, "counted": {}}', encoding="utf-8")
    play(begun(journal))  # the match of number 1
    assert statistics(journal, tmp_path).players() == ()


def test_what_cannot_be_written_down_is_not_erased(journal: Journal, tmp_path: Path) -> None:
    play(begun(journal))
    found = statistics(journal, tmp_path / "none")
    with pytest.raises(NotSaved):
        found.erase()
    assert len(found.players()) == 2


def test_a_backup_remembers_what_was_erased_and_the_one_for_phones_does_not(journal: Journal, tmp_path: Path) -> None:
    play(begun(journal))
    statistics(journal, tmp_path).erase()
    for over_only in (False, True):
        back_up(tmp_path, None, tmp_path / "table.zip", TIME_S, over_only=over_only)
        with zipfile.ZipFile(tmp_path / "table.zip") as file:
            assert (STATISTICS_FILE in file.namelist()) is not over_only


# What the games remember -----------------------------------------------------------------------------


def told(key: str, **players: Any) -> tuple[tuple[int, str], ...]:
    """The figures of a game whose first state was changed so."""
    game = catalog.game(key)
    match = begin(game, game.seats[0])
    changed: Any = replace(match.state, **players)  # type: ignore[type-var]
    tells = offers(game, TellsFigures)
    assert tells is not None
    ended = Match(game, match.seats, match.options, (), (changed,))
    return tuple((each.seat, each.words) for each in tells.figures_of(ended))


def first_of(key: str, field: str) -> tuple[Any, ...]:
    game = catalog.game(key)
    return tuple(getattr(begin(game, game.seats[0]).state, field))


def test_the_longest_word_of_kaleidoscope_is_remembered() -> None:
    south, north = first_of("kaleidoscope", "boards")
    boards = (replace(south, words=("lune", "lanterne"), granted=("abeille",)), north)
    assert told("kaleidoscope", boards=boards) == ((0, "LANTERNE"),)


def test_first_hands_of_leprechauns_are_remembered() -> None:
    one, *others = first_of("leprechauns", "players")
    assert told("leprechauns", players=(replace(one, first_hands=3), *others)) == ((0, "3"),)


def test_plocs_are_remembered() -> None:
    one, *others = first_of("plic-plac", "players")
    assert told("plic-plac", players=(replace(one, plocs=2), *others)) == ((0, "2"),)


@pytest.mark.parametrize(("verdict", "figures"), [("exact", ((0, "LUNE"),)), ("wrong", ()), (None, ())])
def test_a_word_of_kaplan_is_remembered_when_it_was_the_hidden_one(
    verdict: str | None, figures: tuple[tuple[int, str], ...]
) -> None:
    from companion.games.kaplan.position import Announcement

    one, *others = first_of("kaplan", "players")
    said = Announcement(0, "LUNE", 8, revealed=True, verdict=verdict)
    assert told("kaplan", players=(replace(one, announcement=said), *others)) == figures
