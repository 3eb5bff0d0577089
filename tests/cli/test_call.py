"""Calls that cannot be understood: one sentence, status 2, no traceback. And help with an example for every command."""

from __future__ import annotations

from pathlib import Path

import pytest
from click import Context

from companion.cli import companion, run


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "command"),
        (["sing"], "sing"),
        (["read"], "GAME"),
        (["read", "chess", "a.png"], "chess"),
        (["read", "dice"], "IMAGE"),
        (["read", "dice", "a.png", "--colour"], "--colour"),
        (["read", "dice", "nowhere.png"], "nowhere.png"),
        (["demo", "chess", "--headless"], "chess"),
        (["demo", "--headless", "--seats", "9"], "8"),
        (["demo", "--headless", "--speed", "0"], "--speed"),
        (["demo", "--headless", "--camera", "rendered://?tilt=8"], "tilt"),
        (["serve", "karo", "--partner", "Robot=strong"], "--players"),
        (["serve", "--players", "Ada,Bob"], "GAME"),
        (["serve", "karoo", "--players", "Ada,Bob"], "« karo »"),
        (["serve", "kaplan", "--players", "Ada,Bob", "--camera", "cine://0", "--port", "0"], "cine://…"),
        (["serve", "kaplan", "--players", "Ada,Bob", "--option", "bluff"], "bluff"),
        (["serve", "kaplan", "--players", "Ada,Bob", "--settings", "nowhere.toml"], "nowhere.toml"),
        (["bench", "nowhere"], "nowhere"),
    ],
)
def test_one_sentence_that_names_what_is_wrong(
    arguments: list[str],
    named: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert named in captured.err
    assert "Traceback" not in captured.err


@pytest.mark.parametrize(("language", "example"), [("fr", "Exemple :"), ("en", "Example:")])
@pytest.mark.parametrize("name", [None, *companion.list_commands(Context(companion))])
def test_help_shows_an_example(
    name: str | None, language: str, example: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--language", language, *([name] if name else []), "--help"]) == 0
    assert f"{example}\n    companion {name or ''}" in capsys.readouterr().out


def test_a_settings_file_with_an_unknown_key_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text('kamera = "usb://0"\n')
    assert run(["serve", "kaplan", "--players", "Ada,Bob", "--settings", str(settings)]) == 2
    error = capsys.readouterr().err
    assert "kamera" in error
    assert str(settings) in error
