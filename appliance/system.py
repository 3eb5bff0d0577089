"""What the system gives to a table: packages, a user of its own, a name on the network."""

from __future__ import annotations

import re

from appliance.machine import SYSTEM_PYTHON, Machine
from appliance.places import SERVICE, Places
from appliance.words import Failed, say
from companion.core.text import Text

NEEDED = ("python3-venv", "avahi-daemon", "ca-certificates")
"""Debian packages of every table: environments, its name by multicast DNS, and whom to trust when downloading."""
CAMERA = "python3-picamera2"
"""Debian package that Raspberry Pi OS alone has."""
OF_A_PI = (CAMERA, "python3-lgpio")
"""Debian packages of a Raspberry Pi: its camera and its pins."""
GROUPS = ("video", "render", "gpio", "dialout")
"""Groups that own cameras, their buffers, pins and serial ports, where the system has them."""
UNATTENDED = {"DEBIAN_FRONTEND": "noninteractive"}
OWN_NAME = re.compile(r"^host-name=(.*)$", re.MULTILINE)
ANY_NAME = re.compile(r"^#?host-name=.*$", re.MULTILINE)
AS_DELIVERED = "#host-name=foo"
"""Avahi's line as Debian delivers it: the machine's own name is announced."""


def add_packages(machine: Machine, more: tuple[str, ...] = ()) -> None:
    """Install what is missing of the system's packages; without a network, if nothing is missing.

    Args:
        more: packages that this source needs.

    Raises:
        Failed: this is no Debian, or a package cannot be had.
    """
    if not machine.has("apt-get"):
        raise Failed(NO_DEBIAN)
    wanted = (*NEEDED, *more)
    if all(_is_installed(machine, each) for each in (*wanted, *(OF_A_PI if _is_pi_os(machine) else ()))):
        return
    machine.run("apt-get", "update", "-qq")
    if _is_pi_os(machine):
        wanted = (*wanted, *OF_A_PI)
    machine.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *wanted, more=UNATTENDED)


def _is_installed(machine: Machine, package: str) -> bool:
    try:
        return "ok installed" in machine.run("dpkg-query", "-W", "-f=${Status}", package)
    except Failed:
        return False


def _is_pi_os(machine: Machine) -> bool:
    return machine.works("apt-cache", "show", CAMERA)


def system_numpy(machine: Machine) -> str | None:
    """Version of the system's numpy where picamera2 is among the system's packages; None where it is not, or has
    none."""
    found = "import importlib.util as u, sys; sys.exit(u.find_spec('picamera2') is None)"
    if not machine.works(SYSTEM_PYTHON, "-c", found):
        return None
    version = "from importlib.metadata import version as v; print(v('numpy'))"
    try:
        return machine.run(SYSTEM_PYTHON, "-c", version).strip()
    except Failed:
        return ""


def add_user(machine: Machine, places: Places) -> None:
    """Make the service's user, or bring one that is there into the groups.

    Raises:
        Failed: it cannot be made.
    """
    if not machine.works("getent", "passwd", SERVICE):
        home = str(places.data)
        shell = "/usr/sbin/nologin"
        machine.run("useradd", "--system", "--user-group", "--no-create-home", "-d", home, "-s", shell, SERVICE)
    groups = [each for each in GROUPS if machine.works("getent", "group", each)]
    machine.run("usermod", "-aG", ",".join(groups), SERVICE)


def remove_user(machine: Machine) -> None:
    """Delete the service's user, if there is one."""
    if machine.works("getent", "passwd", SERVICE):
        machine.run("userdel", SERVICE)


def take_name(machine: Machine, places: Places, name: str) -> str:
    """Let the machine answer to `name`.local on its network, whatever it is called itself.

    Returns:
        The name to which it answers: another one than `name` if somebody chose that before.

    Raises:
        Failed: it is no name for a machine.
    """
    if not re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", name):
        raise Failed(NO_NAME.filled(name=name))
    written = places.avahi.read_text(encoding="utf-8")
    chosen = OWN_NAME.search(written)
    if chosen and not places.name.exists():
        return chosen[1].strip()
    places.avahi.write_text(ANY_NAME.sub(f"host-name={name}", written, count=1), encoding="utf-8")
    places.name.write_text(name + "\n", encoding="utf-8")
    announce(machine)
    return name


def give_name_back(machine: Machine, places: Places) -> None:
    """Let the machine answer to its own name again, if the installer changed that."""
    if places.name.exists() and places.avahi.exists():
        written = places.avahi.read_text(encoding="utf-8")
        given = f"host-name={places.name.read_text(encoding='utf-8').strip()}"
        places.avahi.write_text(written.replace(given, AS_DELIVERED, 1), encoding="utf-8")
    announce(machine)


def announce(machine: Machine) -> None:
    """Have the system read its multicast DNS settings anew."""
    if machine.runs_systemd() and not machine.works("systemctl", "restart", "avahi-daemon"):
        say(NOT_ANNOUNCED)


NO_DEBIAN = Text(
    fr="Ce système n'a pas « apt-get » ; il faut Raspberry Pi OS, Debian ou Ubuntu.",
    en="This system has no “apt-get”; Raspberry Pi OS, Debian or Ubuntu is needed.",
)
NO_NAME = Text(
    fr="« {name} » n'est pas un nom de machine ; prenez des lettres de a à z, des chiffres et des traits d'union.",
    en="“{name}” is no name for a machine; take letters from a to z, digits and hyphens.",
)
NOT_ANNOUNCED = Text(
    fr="Le nom de la table n'est pas annoncé sur le réseau : « systemctl status avahi-daemon » dit pourquoi.",
    en="The table's name is not announced on the network: “systemctl status avahi-daemon” says why.",
)
