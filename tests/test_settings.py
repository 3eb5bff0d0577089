"""The settings file, whatever stands in it and whoever reads it."""

from __future__ import annotations

from pathlib import Path

import pytest
from platformdirs import user_data_path

from companion import settings
from companion.core.errors import Unreadable
from companion.settings import APP, OF_SERVICES, Settings, load_settings


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
