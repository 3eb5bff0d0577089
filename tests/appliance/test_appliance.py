"""Install, update, remove: what happens in which order, in a folder that stands for the system's root."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from appliance import command, releases, system
from appliance.command import install, main, remove, update
from appliance.machine import Machine
from appliance.places import Places
from appliance.sources import Source, at_hand, read_source
from appliance.words import Failed
from companion.core.text import same

FILES = Path(__file__).resolve().parents[2] / "appliance" / "files"
AVAHI = "[server]\n#host-name=foo\n#domain-name=local\n"
PI = ("python3-picamera2", "python3-lgpio")


class Noting(Machine):
    """A machine that does nothing but note what it is asked; what begins with one of `fails` fails.

    Making an environment makes its folder, with the files of this clone.
    """

    def __init__(self, *, numpy: str | None = None, packages: tuple[str, ...] = (), systemd: bool = True) -> None:
        self.asked: list[str] = []
        self.fails: list[str] = [] if numpy is not None else ["apt-cache show", "/usr/bin/python3 -c import importlib"]
        self.numpy, self.packages, self.systemd = numpy, packages, systemd

    def run(self, *words: str | Path, more: Mapping[str, str] | None = None) -> str:
        call = " ".join(map(str, words))
        self.asked.append(call)
        if any(call.startswith(each) or f" {each}" in call for each in self.fails):
            raise Failed(same(f"{call} fails"))
        if " -m venv" in call:
            shutil.copytree(FILES, Path(words[-1]) / "lib/python3.13/site-packages/appliance/files")
        if words[0] == "dpkg-query":
            return "install ok installed" if words[-1] in self.packages else ""
        return str(self.numpy) if "v('numpy')" in call else ""

    def has(self, program: str) -> bool:
        return self.systemd or program != "systemctl"

    def runs_systemd(self) -> bool:
        return self.systemd

    def said(self, part: str) -> list[str]:
        """What it was asked that has `part` in it."""
        return [call for call in self.asked if part in call]


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    places = Places(tmp_path / "root")
    places.avahi.parent.mkdir(parents=True)
    places.avahi.write_text(AVAHI)
    monkeypatch.setenv("COMPANION_LANG", "en")
    monkeypatch.setattr(shutil, "chown", lambda *_: None)
    monkeypatch.setattr(command, "try_out", lambda machine, places, release: machine.run("try", release))
    return places


@pytest.fixture
def wheel(tmp_path: Path) -> Source:
    (tmp_path / "table_companion-1-py3-none-any.whl").touch()
    return read_source(str(tmp_path / "table_companion-1-py3-none-any.whl"))


def running(places: Places) -> tuple[list[int], str]:
    return releases.numbers(places), str(places.current.readlink())


def test_the_program_stands_beside_the_systems_camera_with_a_numpy_of_its_kind(places: Places, wheel: Source) -> None:
    machine = Noting(numpy="1.24.2")
    install(machine, places, wheel, "companion")
    assert "--system-site-packages" in machine.said("-m venv")[0]
    (pip,) = machine.said("pip install")
    assert pip.endswith(f"table-companion[pi,box,club] @ {Path(wheel.words).as_uri()} numpy<2")
    assert all(each in machine.said("apt-get install")[0] for each in PI)
    assert 'camera = "picamera2://0"' in places.settings.read_text()
    assert machine.asked[-1] == "systemctl restart table-companion.service"


@pytest.mark.parametrize("numpy", ["2.2.4", None])
def test_elsewhere_numpy_is_the_newest(places: Places, wheel: Source, numpy: str | None) -> None:
    machine = Noting(numpy=numpy)
    install(machine, places, wheel, "companion")
    assert not machine.said("numpy<2")
    assert ("--system-site-packages" in machine.said("-m venv")[0]) == (numpy is not None)
    assert any(PI[0] in each for each in machine.said("apt-get install")) == (numpy is not None)


def test_what_is_there_is_not_fetched_again(places: Places, wheel: Source) -> None:
    machine = Noting(packages=system.NEEDED)
    install(machine, places, wheel, "companion")
    assert not machine.said("apt-get")


def test_an_update_keeps_settings_and_the_release_before(places: Places, wheel: Source) -> None:
    machine = Noting()
    install(machine, places, wheel, "companion")
    places.settings.write_text("port = 8080\n")
    (places.data / "journal.sqlite").write_text("matches")
    for number in (2, 3):
        update(machine, places, None)
        assert running(places) == ([number - 1, number], f"releases/{number}")
    assert places.settings.read_text() == "port = 8080\n"
    assert (places.data / "journal.sqlite").read_text() == "matches"


@pytest.mark.parametrize("fails", ["-m venv", "-m pip install", "try "])
def test_a_version_of_no_use_is_not_used(places: Places, wheel: Source, fails: str) -> None:
    machine = Noting()
    install(machine, places, wheel, "companion")
    machine.fails.append(fails)
    machine.asked.clear()
    with pytest.raises(Failed) as failed:
        update(machine, places, None)
    assert running(places) == ([1], "releases/1")
    assert not machine.said("systemctl"), "the table that runs is not disturbed"
    assert "fails" in failed.value.what.en


def test_a_version_that_does_not_become_ready_gives_way_to_the_one_before(places: Places, wheel: Source) -> None:
    class NotTheSecond(Noting):
        def run(self, *words: str | Path, more: Mapping[str, str] | None = None) -> str:
            if "restart" in words and places.current.resolve().name == "2":
                raise Failed(same("not ready"))
            return super().run(*words, more=more)

    machine = NotTheSecond()
    install(machine, places, wheel, "companion")
    with pytest.raises(Failed) as failed:
        update(machine, places, None)
    assert failed.value.what.en == "not ready\nThe version before stays in place."
    assert running(places) == ([1], "releases/1")
    assert machine.asked[-1] == "systemctl restart table-companion.service", "the one before runs"


def test_what_starts_only_later_is_installed_all_the_same(places: Places, wheel: Source) -> None:
    machine = Noting()
    machine.fails.append("systemctl restart table-companion")
    with pytest.raises(Failed) as failed:
        install(machine, places, wheel, "companion")
    assert "journalctl" in failed.value.what.en
    assert running(places) == ([1], "releases/1")


def test_without_systemd_it_is_said_that_nothing_starts(
    places: Places, wheel: Source, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = Noting(systemd=False)
    install(machine, places, wheel, "companion")
    assert "There is no systemd here" in capsys.readouterr().out
    assert not machine.said("systemctl")


@pytest.mark.parametrize("purge", [False, True])
def test_what_is_removed_leaves_settings_and_data_at_most(places: Places, wheel: Source, purge: bool) -> None:
    machine = Noting()
    before = {path for path in places.root.rglob("*") if path.is_file()}
    install(machine, places, wheel, "companion")
    assert "host-name=companion\n" in places.avahi.read_text()
    (places.data / "journal.sqlite").touch()
    remove(machine, places, purge=purge)
    left = {path for path in places.root.rglob("*") if path.is_file()} - before
    assert left == (set() if purge else {places.settings, places.data / "journal.sqlite"})
    assert places.avahi.read_text() == AVAHI
    assert machine.said("systemctl disable --quiet --now")
    assert machine.said("userdel")


def test_a_name_that_somebody_chose_stays(places: Places, wheel: Source) -> None:
    places.avahi.write_text("[server]\nhost-name=salon\n")
    machine = Noting()
    install(machine, places, wheel, "companion")
    assert 'names = ["salon.local"]' in places.settings.read_text()
    remove(machine, places, purge=True)
    assert places.avahi.read_text() == "[server]\nhost-name=salon\n"


def test_a_later_name_is_asked_into_the_settings_that_stay(
    places: Places, wheel: Source, capsys: pytest.CaptureFixture[str]
) -> None:
    install(Noting(), places, wheel, "companion")
    assert "refuses" not in capsys.readouterr().out
    install(Noting(), places, wheel, "salon")
    assert "host-name=salon\n" in places.avahi.read_text()
    assert "Add “salon.local” to “names”" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["", "Ma Table", "a.b", "-a", "x\nallow-interfaces=lo"])
def test_a_name_that_is_none_is_refused(places: Places, wheel: Source, name: str) -> None:
    with pytest.raises(Failed):
        install(Noting(), places, wheel, name)
    assert places.avahi.read_text() == AVAHI


def test_an_update_without_a_table_is_refused(places: Places) -> None:
    with pytest.raises(Failed) as failed:
        update(Noting(), places, None)
    assert "begin with “install”" in failed.value.what.en


def test_a_system_without_apt_is_refused(places: Places, wheel: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Noting()
    monkeypatch.setattr(machine, "has", lambda program: program != "apt-get")
    with pytest.raises(Failed) as failed:
        install(machine, places, wheel, "companion")
    assert "Debian" in failed.value.what.en
    assert not machine.asked


def test_who_is_not_root_is_told_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setenv("PYTHONPATH", "table_companion-1-py3-none-any.whl")
    assert main(["remove"]) == 2
    assert "PYTHONPATH" not in os.environ, "a release on trial must not find the installer's wheel before itself"
    assert capsys.readouterr().out == "This needs root: write “sudo” before it.\n"


def test_a_source_is_a_clone_a_wheel_or_an_address(tmp_path: Path) -> None:
    assert read_source("git+https://example.org/table.git").packages == ("git",)
    for wrong in ("nowhere", str(tmp_path), str(tmp_path / "a.whl")):
        with pytest.raises(Failed):
            read_source(wrong)


def test_a_clone_is_built_from_a_copy(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / ".git").mkdir()
    with at_hand(read_source(str(tmp_path))) as address:
        copy = Path(address.removeprefix("file://"))
        assert copy != tmp_path
        assert [each.name for each in copy.iterdir()] == ["pyproject.toml"]
    assert not copy.exists()


def test_a_program_that_fails_or_is_absent_is_one_sentence() -> None:
    with pytest.raises(Failed) as failed:
        Machine().run("sh", "-c", "echo this is why >&2; exit 3")
    assert failed.value.what.en.endswith("failed:\nthis is why")
    with pytest.raises(Failed) as failed:
        Machine().run("no-such-program-anywhere")
    assert "is missing" in failed.value.what.en
