"""A game's choices on the command line: listed in the help, read by name, and the nearest named when one is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import catalog
from companion.cli import run
from companion.cli.game_options import read_options
from companion.core.errors import Unreadable
from companion.core.options import options_of, written
from companion.core.text import LANGUAGES, Language

GAMES_PAGE = Path(__file__).resolve().parents[2] / "docs" / "games.md"


@pytest.mark.parametrize("key", catalog.games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_a_game_lists_every_choice(
    key: str, language: Language, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_LANG", language)
    assert run(["serve", key, "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    for option in options_of(catalog.game(key).options):
        assert f"--option {option.name}=" in told
        assert " ".join(option.what.to(language).split()) in told
        for value, words in option.values:
            assert f"{written(value)} {words.to(language)}" in told


def test_the_help_without_a_game_names_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--help"]) == 0
    assert "--option form=" not in capsys.readouterr().out


@pytest.mark.parametrize("key", catalog.games())
def test_the_games_page_names_every_choice(key: str) -> None:
    page = GAMES_PAGE.read_text(encoding="utf-8")
    for option in options_of(catalog.game(key).options):
        assert f"`{option.name}`" in page, option.name
        for value, _ in option.values:
            assert f"`{written(value)}`" in page, f"{option.name}={written(value)}"


@pytest.mark.parametrize(
    ("key", "words", "says"),
    [
        ("plic-plac", "frm=ring", "Did you mean “form”?"),
        ("plic-plac", "Specials=yes", "Did you mean “specials”?"),
        ("kaleidoscope", "length=shrt", "Did you mean “short”?"),
        ("kaleidoscope", "words_to_win=12", "Did you mean “9”?"),
        ("kaleidoscope", "turn_s=20", "Did you mean “15”?"),
        ("kaplan", "bluff=maybe", "The values: yes, no."),
        ("leprechauns", "edition=printed", "Did you mean “print”?"),
        ("leprechauns", "zzz=1", "The options: edition"),
    ],
)
def test_a_wrong_name_or_value_gets_the_nearest(key: str, words: str, says: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_options(catalog.game(key), (words,))
    assert says in refusal.value.what.en
    assert "reload" not in refusal.value.what.en


def test_values_are_read_as_what_they_are() -> None:
    assert read_options(catalog.game("kaplan"), ("bluff=oui", "dice=no", "deck=own")) == {
        "bluff": True,
        "dice": False,
        "deck": "own",
    }
    assert read_options(catalog.game("kaleidoscope"), ("words_to_win=7",)) == {"words_to_win": 7}


def test_what_the_rules_refuse_is_said_in_their_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(f'data = "{tmp_path}"\n', encoding="utf-8")
    call = [
        "serve",
        "plic-plac",
        "--players",
        "Ada,Bob",
        "--camera",
        f"replay://{tmp_path}",
        "--settings",
        str(settings),
    ]
    assert run([*call, "--option", "form=7,7"]) == 2
    said = capsys.readouterr().err
    assert "14" in said
    assert "36" in said
    assert "reload" not in said


def test_a_word_without_a_value_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "plic-plac", "--players", "Ada,Bob", "--option", "form"]) == 2
    assert "NOM=VALEUR" in capsys.readouterr().err
