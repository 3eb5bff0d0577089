"""The command line speaks both languages: help, mistakes, and nothing of what libraries say."""

from __future__ import annotations

import errno
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from companion.cli import PLACES, companion, run
from companion.cli.french import ALL, FRENCH
from companion.core.system_words import why
from companion.core.text import LANGUAGES
from companion.table.saving import not_saved

LIBRARIES = re.compile(
    r"Errno|pydantic|Input should|No such (file|option|command)|Permission denied|Traceback|Is a directory|not in use"
    r"|Address already|Invalid value|Missing (argument|option)|validation error|\bNone\b|codec|unexpected extra"
)
"""Words that pydantic, click and the system say, and we do not."""

ADDRESSES = re.compile(r"(\S+://\S*(, |$))+")
"""What needs no other words in another language."""


def commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group) and command is not companion:
        for inner, each in command.commands.items():
            yield from commands(each, f"{name} {inner}")


def all_commands() -> list[tuple[str, click.Command]]:
    found = list(commands(companion, "companion"))
    for name in PLACES:
        command = companion.get_command(click.Context(companion), name)
        assert command is not None
        found += commands(command, name)
    return found


def test_every_command_and_option_has_its_words_in_french() -> None:
    found = all_commands()
    assert {name for name, _ in found} == set(FRENCH)
    for name, command in found:
        options = {each.name for each in command.params if isinstance(each, click.Option)} - set(ALL)
        assert options == set(FRENCH[name].options) - set(ALL), name


def help_of_all(command: click.Command, words: str = "companion") -> Iterator[tuple[str, str]]:
    """Of every command that there is, groups' and games' own too: what it does, and what each of its parameters is, by
    its words. Arguments are told in what the command does."""
    context = click.Context(command)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from help_of_all(inner, f"{words} {name}")
    command.get_help(context)
    yield words, (command.help or "").partition("\b")[0]
    for each in command.params:
        if isinstance(each, click.Option):
            yield f"{words} --{each.name}", each.help or ""
        else:
            (name,) = re.findall(r"[A-Z]{2,}", each.make_metavar(context))
            assert name in (command.help or "").partition("\b")[0], f"{words}: {name} is not told"


def test_whatever_can_be_called_is_told_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    said: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        monkeypatch.setenv("COMPANION_LANG", language)
        said[language] = dict(help_of_all(companion))
    assert said["fr"].keys() == said["en"].keys()
    assert {"companion karo perft", "companion karo best --to_move", "companion box flash"} <= said["fr"].keys()
    for words, french in said["fr"].items():
        assert re.search(r"[^\W\d_]{2}", french), f"{words} is not told"
        same = french == said["en"][words] and not ADDRESSES.fullmatch(french)
        assert not same, f"{words} is told in one language: {french}"


def test_the_same_command_speaks_both_languages_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    said = {}
    before = os.environ.get("COMPANION_LANG")
    for language in ("fr", "en", "fr"):
        assert run(["--language", language, "demo", "--help"]) == 0
        out = capsys.readouterr().out
        assert said.setdefault(language, out) == out
    assert "Emploi : companion demo" in said["fr"]
    assert "Options :" in said["fr"]
    assert "À quelle vitesse on joue." in said["fr"]
    assert "Usage: companion demo" in said["en"]
    assert "How fast people play." in said["en"]
    assert os.environ.get("COMPANION_LANG") == before


MISTAKES = [
    (["serve", "--prot", "3"], "--port"),
    (["serv"], "serve"),
    (["serve", "Kaplan", "--players", "Ada,Bob"], "kaplan"),
    (["serve", "karoo", "--players", "Ada,Bob"], "karo"),
    (["serve", "karo", "--players", "Ada,Bob", "--option", "rule=x"], "rules"),
    (["serve", "karo", "--players", "Ada,Bob", "--option", "rules=clear-oud"], "clear-out"),
    (["serve", "--resume=x"], "matches"),
    (["serve", "--port"], "--port"),
    (["serve", "--port", "x"], "65535"),
    (["serve", "--port", "99999"], "65535"),
    (["demo", "--seats", "x"], "--seats"),
    (["demo", "--speed", "99"], "50"),
    (["--log-level", "loud", "demo"], "warning"),
    (["read", "dize", "a.png"], "dice"),
    (["read", "dice"], "IMAGE"),
    (["doctor", "a", "b"], "a b"),
    (["bench", "nowhere"], "nowhere"),
    (["serve", "--settings", "nowhere.toml"], "nowhere.toml"),
    (["serve", "--settings", "."], "companion.toml"),
    (["serve", "--data", "/proc/x", "--camera", "none://"], "/proc/x"),
    (["serve", "--data", "/dev/null/x", "--camera", "none://"], "/dev/null/x"),
    (["serve", "--port", "0", "--camera", "replay:///nowhere"], "/nowhere"),
    (["serve", "--port", "0", "--hardware", "gpio://"], "gpiozero://"),
    (["serve", "--broker", "mqt://cafe", "--table", "T"], "mqtt://"),
    (["serve", "--broker", "mqtt://cafe"], "--table"),
    (["read", "dice", "/etc"], "/etc"),
    (["restore", "/etc"], "/etc"),
    (["restore", "nowhere.zip"], "nowhere.zip"),
    (["print", "karo", "--out", "/dev/null/x"], "/dev/null/x"),
]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("arguments", "named"), MISTAKES)
def test_a_mistake_is_said_in_our_own_words(
    arguments: list[str],
    named: str,
    language: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert run(["--language", language, *arguments]) in (1, 2)
    said = capsys.readouterr()
    text = said.err + said.out
    assert named in text
    assert not LIBRARIES.search(text), text


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_port_in_use_is_said_in_our_own_words(
    language: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        settings = tmp_path / "companion.toml"
        settings.write_text(f'camera = "none://"\nhost = "127.0.0.1"\nport = {port}\ndata = "{tmp_path / "data"}"\n')
        assert run(["--language", language, "serve", "--settings", str(settings)]) == 2
    said = capsys.readouterr().err
    assert str(port) in said
    assert ("un autre programme s'en sert" if language == "fr" else "another program uses it") in said
    assert not LIBRARIES.search(said), said


@pytest.mark.parametrize("number", sorted(errno.errorcode))
def test_whatever_number_the_system_gives_is_said_in_our_own_words(number: int) -> None:
    error = OSError(number, os.strerror(number), "/somewhere")
    for said in (why(error), not_saved(Path("/somewhere"), error).what):
        assert os.strerror(number) not in said.en
        assert os.strerror(number) not in said.fr
