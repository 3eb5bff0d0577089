"""The unit, the shell scripts and the card's user data, as the programs that read them find them."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from appliance.places import Places
from companion.cli.watchdog import ANSWER_S
from companion.settings import NAMED_BY, load_settings
from tests.appliance.user_data import USER_DATA, written_file

FILES = Path(__file__).resolve().parents[2] / "appliance" / "files"
UNIT = FILES / "table-companion.service"
SETUP = FILES.parent / "setup"
FIRST = "/usr/local/sbin/table-companion-first"
FIRST_UNIT = "/etc/systemd/system/table-companion-first.service"
MOST_EXPOSED = 30
"""Tenths of what `systemd-analyze security` counts, at most."""


def needs(program: str) -> pytest.MarkDecorator:
    absent = shutil.which(program) is None and not os.environ.get("COMPANION_REQUIRE_SYSTEM_TOOLS")
    return pytest.mark.skipif(absent, reason=f"{program} is absent")


def unit() -> ConfigParser:
    """The unit's sections; of a key that stands there more than once, the last."""
    read = ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(UNIT.read_text(encoding="utf-8"))
    return read


def test_the_unit_starts_what_is_installed_where_it_is_installed() -> None:
    service, places = unit()["Service"], Places()
    assert service["ExecStart"] == f"{places.current}/bin/companion serve"
    told = dict(word.split("=", 1) for word in service["Environment"].split())
    assert told[NAMED_BY] == str(places.settings)
    assert (service["User"], f"/var/lib/{service['StateDirectory']}") == ("table-companion", str(places.data))
    assert service["ReadWritePaths"] == f"-{places.settings.parent}"
    assert (service["Type"], service["Restart"]) == ("notify", "always")
    assert unit()["Unit"]["StartLimitIntervalSec"] == "0", "it tries again for ever"
    assert int(service["WatchdogSec"]) > 2 * ANSWER_S


def test_the_unit_calls_nothing_that_a_bare_system_lacks() -> None:
    own = f"{Places().current}/bin/companion"
    called = {value.split()[0] for key, value in unit()["Service"].items() if key.startswith("Exec")}
    assert called == {own, "/bin/sh"}


def test_a_reload_is_a_hang_up_of_the_program() -> None:
    told = "import signal; signal.signal(signal.SIGHUP, lambda *_: exit(7)); print('ready', flush=True); signal.pause()"
    with subprocess.Popen([sys.executable, "-c", told], stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"ready\n"
        reload = [word.replace("$$", "$") for word in shlex.split(unit()["Service"]["ExecReload"])]
        subprocess.run(reload, env={"MAINPID": str(program.pid)}, check=True)
    assert program.returncode == 7


@needs("systemd-analyze")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    text = UNIT.read_text(encoding="utf-8").replace("/opt/table-companion/current/bin/companion", shutil.which("true"))
    (tmp_path / UNIT.name).write_text(text, encoding="utf-8")
    (tmp_path / "table-companion-first.service").write_text(
        written_file(FIRST_UNIT).replace(FIRST, shutil.which("true") or ""), encoding="utf-8"
    )
    for name in (UNIT.name, "table-companion-first.service"):
        call = ["systemd-analyze", "verify", "--man=no", str(tmp_path / name)]
        done = subprocess.run(call, capture_output=True, text=True)
        assert not [line for line in done.stderr.splitlines() if "companion" in line], done.stderr


@needs("systemd-analyze")
def test_systemd_rates_the_unit_as_well_shut() -> None:
    call = ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSED}", str(UNIT)]
    done = subprocess.run(call, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout.splitlines()[-1:]


@needs("shellcheck")
def test_shellcheck_finds_nothing_in_the_scripts(tmp_path: Path) -> None:
    (tmp_path / "first").write_text(written_file(FIRST), encoding="utf-8")
    scripts = (SETUP, FILES / "companion", FILES / "companion-setup", tmp_path / "first")
    done = subprocess.run(["shellcheck", *map(str, scripts)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@needs("cloud-init")
def test_cloud_init_understands_the_user_data() -> None:
    call = ["cloud-init", "schema", "--config-file", str(USER_DATA)]
    done = subprocess.run(call, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_user_data_install_once_from_the_wheel_or_the_address() -> None:
    script, first = written_file(FIRST), written_file(FIRST_UNIT)
    assert 'exec python3 -B -m appliance install "$wheel"' in script
    assert f"ExecStart={FIRST}\n" in first
    assert f"ConditionPathExists=!{Places().current}\n" in first
    assert "ADDRESS=\n" in written_file("/etc/default/table-companion-first")


def test_settings_at_the_first_start_are_settings(tmp_path: Path) -> None:
    path = tmp_path / "companion.toml"
    template = (FILES / "companion.toml").read_text(encoding="utf-8")
    path.write_text(template.format(name="window", camera="usb://0"), encoding="utf-8")
    read = load_settings(path)
    assert (read.port, read.names, read.data) == (80, ("window.local",), Places().data)


def test_the_service_announces_the_port_of_the_settings() -> None:
    announced = ElementTree.parse(FILES / "avahi.service").findtext("service/port")
    assert f"port = {announced}\n" in (FILES / "companion.toml").read_text(encoding="utf-8")
