"""Install, start, update, update in vain, remove, in a bare root of Debian: `python -m tests.appliance.in_root trixie`.

Needs root, mmdebstrap and the package mirrors; takes a quarter of an hour on two free cores. The root has, as the Pi's
system, a picamera2 that is built for the system's numpy: the one of the driver's tests, with a package of Debian's
beside it that cannot be imported beside a numpy of another kind.
"""

from __future__ import annotations

import http.client
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from tests.appliance.bare_root import ROOT, BareRoot, bare_root
from tests.appliance.booted import Booted, booted
from tests.appliance.user_data import written_file

WAIT_S = 120.0
"""How long a table may take to say that it is ready, or alive."""
LOOK_S = 0.1
"""Between two looks at what a program has come to."""
CLONE = "/srv/clone"
PICAMERA2 = "import bottleneck\nfrom picamera2.fakes import FakePicamera2 as Picamera2\n"
"""bottleneck is compiled against the system's numpy, as simplejpeg of the real one is."""
MATCH = ("karo", "--players", "Ada,Basile")
USER = "table-companion"


def say(words: str) -> None:
    print(f"-- {words}", flush=True)


def clone_into(root: BareRoot) -> None:
    """Put what git knows of this clone into the root."""
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    for name in names.stdout.splitlines():
        if not name.startswith("tests/") and (ROOT / name).is_file():
            to = root.at(CLONE) / name
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to)


def add_picamera2(root: BareRoot) -> None:
    """Put the stand-in and what it is built with among the system's packages."""
    root.run("apt-get", "update", "-qq")
    packages = ("python3", "python3-bottleneck", "systemd")
    root.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages, DEBIAN_FRONTEND="noninteractive")
    folder = root.at("/usr/lib/python3/dist-packages/picamera2")
    folder.mkdir()
    (folder / "__init__.py").write_text(PICAMERA2)
    shutil.copy(ROOT / "tests/camera/fakes.py", folder)


def exec_start(root: BareRoot) -> tuple[list[str], dict[str, str]]:
    """The words and the environment of the unit's ExecStart."""
    unit = root.at("/etc/systemd/system/table-companion.service").read_text().splitlines()
    (words,) = (line.partition("=")[2].split() for line in unit if line.startswith("ExecStart="))
    (told,) = (line.partition("=")[2].split() for line in unit if line.startswith("Environment="))
    return words, dict(each.split("=", 1) for each in told)


@contextmanager
def started(root: BareRoot) -> Iterator[socket.socket]:
    """The service as systemd would start it, with a socket of ours where systemd listens; stopped at the end."""
    words, told = exec_start(root)
    notify = root.at("/run/notify")
    bind = "+net_bind_service"
    as_user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", f"--inh-caps={bind}"]
    call = root.call(*as_user, f"--ambient-caps={bind}", "--no-new-privs", *words, *MATCH)
    told = {**root.environment(**told), "NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "4000000"}
    told["HOME"] = "/var/lib/table-companion"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as line:
        notify.unlink(missing_ok=True)
        line.bind(str(notify))
        notify.chmod(0o777)
        with subprocess.Popen(call, env=told, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
            try:
                hear(line, "READY=1", process)
                yield line
            finally:
                process.send_signal(signal.SIGTERM)
            code = process.wait(WAIT_S)
            assert code == 0, (code, process.stdout and process.stdout.read())
            hear(line, "STOPPING=1", process)


def hear(line: socket.socket, wanted: str, process: subprocess.Popen[str] | None = None) -> None:
    """Wait for one assignment. Raises AssertionError when it does not come."""
    while True:
        heard, _, _ = select.select([line], [], [], WAIT_S)
        if not heard and process is not None and process.poll() is not None and process.stdout is not None:
            print(process.stdout.read())
        assert heard, f"{wanted} is not said"
        if wanted in line.recv(4096).decode().splitlines():
            return


def page() -> int:
    """The status of the page at port 80."""
    with closing(http.client.HTTPConnection("127.0.0.1", 80, timeout=WAIT_S)) as line:
        line.request("GET", "/")
        return line.getresponse().status


def releases_in(root: BareRoot) -> tuple[list[str], str]:
    """The releases there, and the one that runs."""
    folder = root.at("/opt/table-companion")
    return sorted(each.name for each in (folder / "releases").iterdir()), str((folder / "current").readlink())


def check_installed(root: BareRoot) -> None:
    """The program sees the camera's package, beside a numpy of its kind; data and settings are the service's own."""
    python = "/opt/table-companion/current/bin/python"
    seen = root.run(python, "-c", "import picamera2, numpy, cv2; print(numpy.__version__, cv2.__version__)").stdout
    say(f"numpy and OpenCV beside the system's picamera2: {seen.strip()}")
    system = root.run("/usr/bin/python3", "-c", "import numpy; print(numpy.__version__)").stdout
    assert seen.split(".")[0] == system.split(".")[0]
    groups = root.run("id", "-nG", USER).stdout.split()
    assert {"video", "dialout"} <= set(groups), groups
    assert root.run("companion", "--version").stdout.startswith("companion, version")
    doctor = root.run("companion", "doctor", check=False).stdout
    assert "picamera2://0 gives a picture" in doctor, doctor
    assert root.at("/etc/systemd/system/multi-user.target.wants/table-companion.service").is_symlink()
    assert "host-name=companion\n" in root.at("/etc/avahi/avahi-daemon.conf").read_text()


def check_unit(root: BareRoot) -> None:
    """systemd of this release finds nothing wrong with the unit, and rates it."""
    unit = "/etc/systemd/system/table-companion.service"
    root.run("systemd-analyze", "verify", "--man=no", unit)
    rated = root.run("systemd-analyze", "security", "--offline=true", "--threshold=30", "--no-pager", unit).stdout
    say(rated.strip().splitlines()[-1])


def check_it_runs(root: BareRoot, signs: int = 2) -> None:
    """Started as systemd does, it is ready, its page answers at port 80, and it lives."""
    with started(root) as line:
        assert page() == 200
        for _ in range(signs):
            hear(line, "WATCHDOG=1")


def spoil(root: BareRoot, name: str, line: str) -> str:
    """Put `line` before all others of a file of the clone; returns what the file was."""
    path = root.at(CLONE) / name
    was = path.read_text()
    path.write_text(line + was)
    return was


def check_update(root: BareRoot) -> None:
    """An update keeps settings and data; one that is of no use leaves the table as it is."""
    settings = root.at("/etc/table-companion/companion.toml")
    settings.write_text(settings.read_text() + 'table = "Window"\n')
    before = settings.read_text()
    root.run("companion-setup", "update")
    assert releases_in(root) == (["1", "2"], "releases/2")
    assert settings.read_text() == before
    check_it_runs(root)
    for name, line in (
        ("companion/__main__.py", "raise ImportError('spoilt')\n"),
        ("companion/web/serve.py", "raise RuntimeError('spoilt')\n"),
    ):
        was = spoil(root, name, line)
        failed = root.run("companion-setup", "update", check=False)
        (root.at(CLONE) / name).write_text(was)
        say(f"an update with a broken {name} says: {failed.stdout.strip().splitlines()[-1]}")
        assert failed.returncode == 2
        assert releases_in(root) == (["1", "2"], "releases/2")
    settings.write_text(before + "kamera = 1\n")
    failed = root.run("companion-setup", "update", check=False)
    assert failed.returncode == 2
    assert "kamera" in failed.stdout, failed.stdout
    settings.write_text(before)
    check_it_runs(root)
    matches = root.run("companion", "matches").stdout
    assert len(matches.strip().splitlines()) >= 3, matches


def check_name(root: BareRoot) -> None:
    """Avahi answers for companion.local, in a network of its own."""
    settings = root.at("/etc/avahi/avahi-daemon.conf").read_text()
    root.at("/srv/avahi.conf").write_text(settings.replace("#enable-dbus=yes", "enable-dbus=no"))
    avahi = root.call("avahi-daemon", "--no-drop-root", "--no-chroot", "--no-rlimits", "-f", "/srv/avahi.conf")
    network = 'ip link set lo up; ip link set lo multicast on; ip route add 224.0.0.0/4 dev lo; exec "$@"'
    call = ["unshare", "--net", "sh", "-c", network, "sh", *avahi]
    with subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as daemon:
        try:
            while daemon.poll() is None and not in_a_network_of_its_own(daemon.pid):
                time.sleep(LOOK_S)
            ask = ["nsenter", f"--target={daemon.pid}", "--net", sys.executable, "-m", "tests.appliance.ask_name"]
            done = subprocess.run([*ask, "companion.local"], cwd=ROOT, capture_output=True, text=True)
        finally:
            daemon.terminate()
    assert done.stdout.strip() == "127.0.0.1", done.stderr


def in_a_network_of_its_own(pid: int) -> bool:
    """Whether a process has left this one's network."""
    return Path(f"/proc/{pid}/ns/net").readlink() != Path("/proc/self/ns/net").readlink()


def check_wheel(root: BareRoot) -> None:
    """What a card does at its first start, with a wheel."""
    root.run("/opt/table-companion/current/bin/python", "-m", "pip", "wheel", "-q", "--no-deps", "-w", "/boot", CLONE)
    first = root.at("/usr/local/sbin/table-companion-first")
    first.write_text(written_file("/usr/local/sbin/table-companion-first"))
    first.chmod(0o755)
    root.run("/usr/local/sbin/table-companion-first", ADDRESS="")
    first.unlink()
    assert releases_in(root) == (["2", "3"], "releases/3")
    check_it_runs(root, signs=1)


def check_under_systemd(root: BareRoot) -> None:
    """The root's own systemd starts the service with all that the unit forbids it; it answers, and it is started anew
    when it is killed and when it stands still."""
    words, _ = exec_start(root)
    more = root.at("/etc/systemd/system/table-companion.service.d/match.conf")
    more.parent.mkdir()
    more.write_text(f"[Service]\nExecStart=\nExecStart={' '.join((*words, *MATCH))}\n")
    with booted(root) as system:
        if system is None:
            say("this kernel lets no second systemd run: not tried")
            return
        system.wait_until("it starts", lambda: system.service("ActiveState") == "active")
        ask = "import urllib.request as u; print(u.urlopen('http://127.0.0.1/').status)"
        assert system.run("python3", "-c", ask).strip() == "200"
        for times, number in ((1, signal.SIGKILL), (2, signal.SIGSTOP)):
            system.send(number)
            system.wait_until(f"it starts again after {number.name}", partial(is_again, system, times))
    shutil.rmtree(more.parent)


def is_again(system: Booted, times: int) -> bool:
    """Whether the service runs and was started anew `times` times."""
    return system.service("NRestarts") == str(times) and system.service("ActiveState") == "active"


def files_of(root: BareRoot) -> set[str]:
    """All files and folders of the root that belong to no package and are no cache or log."""
    found = root.run("find", "/opt", "/etc", "/usr/local", "/var/lib/table-companion", "-xdev", check=False).stdout
    return set(found.splitlines())


def check_removed(root: BareRoot, before: set[str]) -> None:
    """Nothing is left but settings and data, and with --purge nothing."""
    shutil.copytree(root.at(CLONE), root.at("/srv/again"))
    root.run("companion-setup", "remove")
    left = {each for each in files_of(root) - before if "table-companion" in each or "companion" in each}
    kept = ("/etc/table-companion", "/var/lib/table-companion")
    assert left, "settings and data are kept"
    assert all(each.startswith(kept) for each in left), left
    assert "host-name=companion" not in root.at("/etc/avahi/avahi-daemon.conf").read_text()
    assert root.run("getent", "passwd", USER, check=False).returncode
    root.run("/srv/again/appliance/setup", "install")
    assert 'table = "Window"' in root.at("/etc/table-companion/companion.toml").read_text()
    matches = root.run("companion", "matches").stdout
    assert len(matches.strip().splitlines()) >= 3, matches
    root.run("companion-setup", "remove", "--purge")
    left = {each for each in files_of(root) - before if "companion" in each}
    assert not left, left


def main(release: str) -> None:
    """Try everything in one root. Raises AssertionError or CalledProcessError at the first thing that fails."""
    with bare_root(release) as root:
        say(f"{release}: a bare root with a stand-in of picamera2")
        add_picamera2(root)
        clone_into(root)
        before = files_of(root)
        say("install from a clone")
        root.run(f"{CLONE}/appliance/setup", "install")
        check_installed(root)
        check_unit(root)
        say("start")
        check_it_runs(root)
        check_name(root)
        say("update")
        check_update(root)
        say("from a wheel")
        check_wheel(root)
        say("under the root's own systemd")
        check_under_systemd(root)
        say("remove")
        check_removed(root, before)
        say(f"{release}: all well")


if __name__ == "__main__":
    main(sys.argv[1])
