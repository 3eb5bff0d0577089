"""A root whose own systemd runs, in namespaces of its own, with what is installed in it as a service."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.appliance.bare_root import BareRoot

GROUPS = (Path("/sys/fs/cgroup/unified"), Path("/sys/fs/cgroup"))
"""Where the kernel's second version of control groups may be mounted; systemd needs one of its own there."""
BOOT = """
set -eu
echo $$ > "$2/cgroup.procs"
exec unshare --cgroup --mount --pid --uts --ipc --net --fork sh -euc '
    mount --make-rprivate /
    mount --bind "$1" "$1"
    mount -t proc proc "$1/proc"
    mount -t sysfs -o ro sysfs "$1/sys"
    mount -t cgroup2 none "$1/sys/fs/cgroup"
    mount -t tmpfs tmpfs "$1/run"
    mount -t tmpfs tmpfs "$1/tmp"
    mount -t tmpfs -o mode=755 tmpfs "$1/dev"
    for name in null zero full random urandom tty; do
        touch "$1/dev/$name"
        mount --bind "/dev/$name" "$1/dev/$name"
    done
    mkdir "$1/dev/shm"
    ln -s /proc/self/fd "$1/dev/fd"
    ip link set lo up
    exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin container=lxc LANG=C.UTF-8 \
        /lib/systemd/systemd --system
' sh "$1"
"""
"""Starts systemd as the first process of its own, with $1 for its root and $2 for its control group."""
LOOK_S = 0.5
"""Between two looks at a service."""
WAIT_S = 150.0
"""How long a service may take to come to what is waited for: a start of 120 s at most, or a watchdog's minute."""
UNIT = "table-companion.service"


@dataclass(frozen=True, slots=True)
class Booted:
    """A system that runs; `pid` is its first process, as this machine counts."""

    root: BareRoot
    pid: int

    def run(self, *words: str) -> str:
        """Run a program in the system. Raises CalledProcessError when it fails."""
        inside = ["nsenter", f"--target={self.pid}", "--mount", "--pid", "--uts", "--ipc", "--net", "--cgroup"]
        call = [*inside, *self.root.call("env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", *words)]
        return subprocess.run(call, check=True, capture_output=True, text=True).stdout

    def service(self, key: str) -> str:
        """One property of the table's service; "" while systemd does not answer yet."""
        try:
            return self.run("systemctl", "show", "--value", f"--property={key}", UNIT).strip()
        except subprocess.CalledProcessError:
            return ""

    def wait_until(self, what: str, so: Callable[[], bool]) -> None:
        """Look until something is so. Raises AssertionError when it takes too long."""
        for _ in range(round(WAIT_S / LOOK_S)):
            if so():
                return
            time.sleep(LOOK_S)
        print(self.run("journalctl", "--no-pager", "-u", UNIT, "-n", "40"))
        raise AssertionError(what)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the table's process."""
        self.run("python3", "-c", f"import os; os.kill({self.service('MainPID')}, {int(number)})")


@contextmanager
def booted(root: BareRoot) -> Iterator[Booted | None]:
    """Start the root's systemd, and end all of it at the end; None where this kernel has no control groups for it."""
    parent = next((each for each in GROUPS if (each / "cgroup.controllers").exists()), None)
    if parent is None:
        yield None
        return
    group = parent / f"try-{root.path.name}"
    group.mkdir()
    try:
        with subprocess.Popen(["sh", "-c", BOOT, "sh", str(root.path), str(group)]) as process:
            try:
                yield Booted(root, _first_process(process.pid))
            finally:
                for child in _children(process.pid):
                    subprocess.run(["kill", "-9", str(child)], check=False)
    finally:
        _remove(group)


def _first_process(pid: int) -> int:
    for _ in range(round(WAIT_S / LOOK_S)):
        for child in _children(pid):
            if Path(f"/proc/{child}/comm").read_text().strip() == "systemd":
                return child
        time.sleep(LOOK_S)
    raise AssertionError("systemd does not start in namespaces of its own")


def _children(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def _remove(group: Path) -> None:
    """Remove a control group and those in it, as far as they are empty."""
    for folder in sorted((each for each in group.rglob("*") if each.is_dir()), reverse=True):
        subprocess.run(["rmdir", str(folder)], check=False, capture_output=True)
    subprocess.run(["rmdir", str(group)], check=False, capture_output=True)
