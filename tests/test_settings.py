"""The settings file, whatever stands in it and whoever reads it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from platformdirs import user_data_path
from pydantic import ValidationError

from companion import settings
from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.settings import APP, NAMED_BY, OF_SERVICES, Settings, load_settings
from companion.settings_mistakes import ANOTHER, keys_of
from tests.house.settings import PAGE, page


def written(folder: Path, text: str) -> Path:
    path = folder / "companion.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_home_folder_may_be_written_as_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    written(tmp_path, 'data = "~/games"')
    assert load_settings(Path("~/companion.toml")).data == tmp_path / "games"
    assert load_settings(written(tmp_path, 'data = "/srv/~"')).data == Path("/srv/~")


def test_data_lie_in_the_users_own_folder() -> None:
    assert Settings().data == user_data_path(APP)


def test_a_user_without_a_home_has_settings_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(name: str) -> Path:
        raise RuntimeError("could not determine the home directory")

    for find in (nowhere, lambda name: Path("~/.local/share") / name):  # what versions of platformdirs do
        monkeypatch.setattr(settings, "user_data_path", find)
        monkeypatch.setattr(settings, "user_config_path", find)
        assert load_settings(None).data == OF_SERVICES


def test_settings_in_another_users_home_are_not_ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def closed(self: Path, **_: object) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(settings, "user_config_path", lambda name: tmp_path / name)
    monkeypatch.setattr(Path, "exists", closed)
    assert load_settings(None).host == Settings().host


@pytest.mark.parametrize(
    "text",
    [
        "port = " + "9" * 5000,
        "port = " + "9" * 400,
        "a = " + "[" * 5000,
        'data = "a\\u0000b"',
        'data = "~nobody-of-this-name/x"',
        "port = nan",
        "\x00",
    ],
    ids=["5000 digits", "400 digits", "deep", "null", "no such user", "nan", "control"],
)
def test_whatever_stands_there_is_one_sentence(tmp_path: Path, text: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        load_settings(written(tmp_path, text))
    assert len(refusal.value.what.fr) < 1000
    (tmp_path / "companion.toml").write_bytes(b"host = '\xff'")
    with pytest.raises(Unreadable):
        load_settings(tmp_path / "companion.toml")


def test_the_environment_names_the_file_where_the_call_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "port = 80")
    monkeypatch.setenv(NAMED_BY, str(path))
    assert load_settings(None).port == 80
    (tmp_path / "other.toml").write_text("port = 81")
    assert load_settings(tmp_path / "other.toml").port == 81
    path.unlink()
    with pytest.raises(Unreadable) as refusal:  # a service without its settings is not one with the defaults
        load_settings(None)
    assert "there is no such file" in refusal.value.what.en


def refused(path: Path) -> Text:
    with pytest.raises(Unreadable) as refusal:
        load_settings(path)
    assert str(path) in refusal.value.what.fr
    assert str(path) in refusal.value.what.en
    return refusal.value.what


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ('kamera = "usb://0"', "write “camera”"),
        ("Port = 80", "write “port”"),
        ("prot = 80", "write “port”"),
        ("[pin]\nbuzzer = 4", "write “pins”"),
        ("[pins]\nbuzer = 4", "write “pins.buzzer”"),
        ("buzzer = 4", "write “pins.buzzer”"),
        ("[pins]\nport = 80", "write “port”"),
        ("colour = 1", "The keys: camera, hardware, "),
    ],
)
def test_an_unknown_key_is_refused_with_the_nearest(tmp_path: Path, text: str, near: str) -> None:
    assert near in refused(written(tmp_path, text)).en


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("camera = 3", "“camera” is 3; it must be a text in quotes."),
        ('port = "eighty"', '“port” is "eighty"; it must be a whole number.'),
        ("port = 80.5", "“port” is 80.5; it must be a whole number."),
        ("port = -1", "“port” is -1; it must be at least 0."),
        ("port = 65536", "“port” is 65536; it must be at most 65535."),
        ('manner = "bar"', '“manner” is "bar"; it must be one of these values: "home", "cafe".'),
        ('names = "table.lan"', '“names” is "table.lan"; it must be a list in brackets.'),
        ('names = ["a", 3]', "“names[1]” is 3; it must be a text in quotes."),
        ("data = 3", "“data” is 3; it must be a path in quotes."),
        ('data = "a\\u0000b"', "“data” makes no sense; it must be a path without a null character."),
        ("pins = 3", "“pins” is 3; it must be a section of this name, [section]."),
        ("[pins]\nbuttons = []", "“pins.buttons” is []; it must be a list of at least 1."),
        ("[pins]\nbuttons = [2,3,4,5,6,7,8,9,10]", "it must be a list of at most 8."),
        ("[pins]\nbuttons = [5]\nlights = [6, 7]", "a button and a light for each seat (buttons: 1, lights: 2"),
        ("port = 1\nport = 2\n", ", line 2: this is no TOML"),
        ("port = 1\ncamera = usb", ", line 2: this is no TOML"),
        ("port = 1\nport = 2", ", last line: this is no TOML"),
        ("port = " + "9" * 5000, "companion.toml: this is no TOML"),
    ],
)
def test_a_mistake_names_the_key_what_was_found_and_what_is_allowed(tmp_path: Path, text: str, says: str) -> None:
    assert says in refused(written(tmp_path, text)).en


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (FileNotFoundError(2, "No such file or directory"), "there is no such file"),
        (PermissionError(13, "Permission denied"), "may not read them"),
        (IsADirectoryError(21, "Is a directory"), "this is a folder"),
        (OSError(5, "Input/output error"), "the disk does not let them be read"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), "no text in UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_in_our_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, says: str
) -> None:
    def fails(self: Path, **_: object) -> str:
        raise error

    path = written(tmp_path, "")
    monkeypatch.setattr(Path, "read_text", fails)
    what = refused(path)
    assert says in what.en
    assert "rrno" not in what.en


@pytest.mark.parametrize(
    "value", ["1", "-1", "1.5", "nan", "true", '"x"', "[]", "[1]", "[[]]", "2026-01-01", "{a = 1}"]
)
def test_pydantics_own_words_are_never_shown(tmp_path: Path, value: str) -> None:
    """Every key with a value of every kind: it is taken, or refused in our words."""
    for key in keys_of(Settings):
        section, _, last = key.rpartition(".")
        path = written(tmp_path, f"[{section}]\n{last} = {value}" if section else f"{last} = {value}")
        told = pydantics_words(path)
        if told:
            what = refused(path)
            assert told.lower() not in what.en.lower()
            assert "Input should" not in what.en + what.fr
            assert ANOTHER.en not in what.en, "each kind of mistake has words of its own"


def pydantics_words(path: Path) -> str:
    """What pydantic says of a file, "" where it finds nothing wrong."""
    try:
        Settings.model_validate(tomllib.loads(path.read_text()))
    except ValidationError as error:
        return error.errors()[0]["msg"]
    except Unreadable:
        return ""
    return ""


def test_the_page_of_settings_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.house.settings"
