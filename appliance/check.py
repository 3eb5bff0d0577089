"""What a new release says of itself before it is used; run by its own Python as the service's user.

`python -m appliance.check`: leaves with 0 if it fits this system, with 2 and one sentence for each thing that does not.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from appliance.words import language
from companion.core.errors import Refusal
from companion.core.text import Text, same

PARTS = ("numpy", "cv2", "PIL", "flask", "companion.wiring")
"""What a table cannot do without; each brings compiled code of its own, or most of ours."""
CAMERA = "picamera2"
OF_THE_CAMERA = f"{CAMERA}://"


def findings(settings_camera: str) -> Iterator[tuple[Text, bool]]:
    """What does not fit, and whether the table can do without.

    Args:
        settings_camera: address of the camera in the settings.
    """
    for part in PARTS:
        why = _trouble(part)
        if why is not None:
            yield NOT_LOADED.filled(part=part, why=why), False
    if find_spec(CAMERA) is not None:
        why = _trouble(CAMERA)
        if why is not None:
            yield NOT_BESIDE.filled(numpy=_numpy(), why=why), not settings_camera.startswith(OF_THE_CAMERA)


def _trouble(module: str) -> Text | None:
    try:
        import_module(module)
    except Exception as error:  # compiled code raises whatever it likes
        return same(f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}")
    return None


def _numpy() -> str:
    try:
        return str(import_module("numpy").__version__)
    except Exception:  # said already
        return "?"


def main() -> int:
    """Print what does not fit. Returns 2 if the release cannot be used."""
    to = language()
    try:
        from companion.settings import load_settings

        camera = load_settings(None).camera
    except Refusal as refusal:
        print(refusal.what.to(to))
        return 2
    except ImportError as error:
        print(NOT_LOADED.filled(part="companion.settings", why=error).to(to))
        return 2
    usable = True
    for what, bearable in findings(camera):
        print(what.to(to))
        usable = usable and bearable
    return 0 if usable else 2


NOT_LOADED = Text(
    fr="{part} ne se charge pas sur ce système ({why}) ; dites-le à qui a fait cette version.",
    en="{part} cannot be loaded on this system ({why}); tell whoever made this version.",
)
NOT_BESIDE = Text(
    fr="picamera2, du système, ne se charge pas à côté de numpy {numpy} ({why}) ; mettez le système à jour "
    '(sudo apt full-upgrade), ou branchez une caméra USB et écrivez « camera = "usb://0" » dans les réglages.',
    en="The system's picamera2 cannot be loaded beside numpy {numpy} ({why}); bring the system up to date "
    '(sudo apt full-upgrade), or plug a USB camera in and write “camera = "usb://0"” in the settings.',
)

if __name__ == "__main__":
    sys.exit(main())
