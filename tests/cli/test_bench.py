"""`companion bench`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import catalog
from companion.cli import bench_reveal, run
from companion.cli.bench_cards import Case, figures_in_words, figures_of, single_cards
from companion.games.kaplan.eyes import symbol_cards
from companion.perception.cards.reader import CardReader

pytestmark = pytest.mark.whole


def swapped(cases: Iterator[Case]) -> Iterator[Case]:
    """The same pictures, said to show other cards."""
    for picture, truth, areas in cases:
        yield picture, tuple((ident % 120 + 1, where) for ident, where in truth), areas


def test_cards_are_counted_and_timed() -> None:
    reader, cases = CardReader(symbol_cards()), list(single_cards(symbol_cards(), 2))
    figures = figures_of(reader, cases)
    assert (figures["pictures"], figures["cards"], figures["right"]) == (2, 2, 2)
    assert 0 < figures["ms_median"] <= figures["ms_90"]
    assert "right 2, unknown 0, wrong 0" in figures_in_words({"station": figures, "board": figures})
    told = figures_of(reader, swapped(iter(cases)))
    assert (told["right"], told["unknown"], told["wrong"]) == (0, 0, 2)


def test_cards_that_are_turned_up_are_counted_and_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_reveal, "REVEALS", 1)
    monkeypatch.setattr(bench_reveal, "WARM_UP", 0)
    figures = bench_reveal.reveal_figures(catalog.game("leprechauns"))
    assert (figures["reveals"], figures["cards"], figures["right"], figures["wrong"]) == (1, 6, 6, 0)
    assert 0 < figures["ms_median"] <= figures["ms_most"]
    assert "right 6, unknown 0, wrong 0" in bench_reveal.reveal_in_words(figures)


def test_a_folder_with_too_few_pictures_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")
    (tmp_path / "truth.jsonl").write_text("")
    assert run(["bench", str(tmp_path)]) == 2
    assert "at least 4 pictures" in capsys.readouterr().err


def test_cards_are_not_read_in_a_folder_of_dice(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--cards", "."]) == 2
    assert "--cards" in capsys.readouterr().err
