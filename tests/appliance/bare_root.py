"""A bare root of a Debian release, in which programs run as on a machine that has nothing yet."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "roots"
"""Folder of roots as they were made, packed; the next run takes them."""
OF_THE_HOST = ("/etc/resolv.conf", "/etc/pip.conf")
"""How this machine finds names and Python packages, so that the root finds them too."""
OF_PIP = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "http_proxy", "https_proxy", "no_proxy")
"""Variables that say the same."""
TRUSTED = "/etc/trusted-by-pip.crt"
"""In the root: whom this machine's pip trusts, where that is said in PIP_CERT."""


@dataclass(frozen=True, slots=True)
class BareRoot:
    """A folder with a system in it; `path` is its root."""

    path: Path

    def run(self, *words: str, check: bool = True, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a program in the root as its root. Raises CalledProcessError when it fails and `check` is set."""
        done = subprocess.run(self.call(*words), env=self.environment(**more), capture_output=True, text=True)
        if check and done.returncode:
            print(done.stdout, done.stderr)
            done.check_returncode()
        return done

    def call(self, *words: str) -> list[str]:
        """The call of a program in the root."""
        return ["chroot", str(self.path), *words]

    def environment(self, **more: str) -> dict[str, str]:
        """What programs in the root are told: where to find Python packages, English, and `more`."""
        pip = {name: os.environ[name] for name in OF_PIP if name in os.environ}
        if self.at(TRUSTED).exists():
            pip["PIP_CERT"] = TRUSTED
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return {"PATH": path, "HOME": "/root", "COMPANION_LANG": "en", "LC_ALL": "C.UTF-8", **pip, **more}

    def at(self, path: str | Path) -> Path:
        """Where a path of the root lies on this machine."""
        return self.path / str(path).lstrip("/")


@contextmanager
def bare_root(release: str) -> Iterator[BareRoot]:
    """A fresh root of a Debian release ("trixie"), deleted at the end.

    Raises:
        CalledProcessError: it cannot be made; this needs root, mmdebstrap and the package mirrors.
    """
    packed = KEPT / f"{release}.tar"
    if not packed.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        part = packed.with_suffix(".part.tar")
        subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", release, str(part)], check=True)
        part.rename(packed)
    path = Path(tempfile.mkdtemp(prefix=f"root-{release}-"))
    mounted = [path / "proc", path / "dev", path / "var/cache/apt/archives"]
    try:
        subprocess.run(["tar", "-C", str(path), "-xf", str(packed)], check=True)
        for host in OF_THE_HOST:
            if Path(host).exists():
                (path / host.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
                (path / host.lstrip("/")).unlink(missing_ok=True)
                shutil.copy(host, path / host.lstrip("/"))
        subprocess.run(["mount", "-t", "proc", "proc", str(mounted[0])], check=True)
        subprocess.run(["mount", "--bind", "/dev", str(mounted[1])], check=True)
        if "PIP_CERT" in os.environ:
            shutil.copy(os.environ["PIP_CERT"], path / TRUSTED[1:])
        debs = KEPT / f"apt-{release}"  # fetched once
        debs.mkdir(exist_ok=True)
        subprocess.run(["mount", "--bind", str(debs), str(mounted[2])], check=True)
        yield BareRoot(path)
    finally:
        for each in reversed(mounted):
            subprocess.run(["umount", "--lazy", str(each)], check=False, capture_output=True)
        if not any(each.is_mount() for each in mounted):
            shutil.rmtree(path, ignore_errors=True)
