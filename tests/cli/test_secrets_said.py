"""A mistake in an address is said without the password that the address holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import run

SECRET = "geh-eim77"
MISTYPED = [
    f"rtps://ada:{SECRET}@cam.local/live",
    f"ada:{SECRET}@cam.local",
    f"rtsp:/ada:{SECRET}@cam.local",
    f"usb://ada:{SECRET}@cam.local/live?x",
    f"usb://ada:{SECRET}@cam.local/live?{SECRET}=1&{SECRET}=2",
    f"htpp://cam.local/live?{SECRET}",
    f"none://ada:{SECRET}@cam.local",
    f"replay://ada:{SECRET}@cam.local",
]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("address", MISTYPED)
@pytest.mark.parametrize("option", ["--camera", "--hardware", "--broker"])
def test_a_mistyped_address_is_said_without_its_secret(
    option: str,
    address: str,
    language: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COMPANION_LANG", language)
    settings = tmp_path / "companion.toml"
    settings.write_text(f'camera = "none://"\nport = 0\ndata = "{tmp_path / "data"}"\ntable = "Table 4"\n')
    assert run(["serve", option, address, "--settings", str(settings)]) == 2
    said = capsys.readouterr()
    assert SECRET not in said.err + said.out, said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("address", [*MISTYPED, f"rtsp://ada:{SECRET}@cam.local/live"])
@pytest.mark.parametrize(
    "key", ["camera = [{}]", "port = {}", "names = {}", "pins = {}", "manner = {}", "address = {}"]
)
def test_a_settings_file_with_an_address_at_the_wrong_place_is_said_without_it(
    key: str, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text(key.format(json.dumps(address)))
    assert run(["serve", "--settings", str(settings)]) == 2
    said = capsys.readouterr()
    assert SECRET not in said.err + said.out, said.err
