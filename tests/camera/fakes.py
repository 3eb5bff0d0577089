"""Stand-ins for the libraries under the drivers, with the calls that the drivers make."""

from __future__ import annotations

from types import ModuleType
from typing import Any, ClassVar

import cv2
import numpy as np

from companion.camera.arrays import Pixels


def colour_card(width: int, height: int) -> Pixels:
    """A picture with known corners: blue at the top left, green at the top right, red below, with smooth shades."""
    across = np.linspace(0, 1, width, dtype=np.float32)
    picture = np.empty((height, width, 3), np.uint8)
    for row, down in zip(picture, np.linspace(0, 1, height, dtype=np.float32), strict=True):
        row[:, 0] = np.rint((1 - across) * (1 - down) * 200 + 20)
        row[:, 1] = np.rint(across * (1 - down) * 200 + 20)
        row[:, 2] = np.rint(down * 200 + 20)
    return picture


class FakeCapture:
    """`cv2.VideoCapture` of a camera that gives `pictures` over and over, or stops after `stops_after`."""

    made: ClassVar[list[FakeCapture]] = []
    opens = True
    stops_after: int | None = None
    picture: Pixels = colour_card(800, 600)

    def __init__(self, address: Any, backend: int = 0, limits: tuple[int, ...] = ()) -> None:
        self.address = address
        self.settings: dict[int, float] = {}
        self.grabbed = 0
        self.released = 0
        type(self).made.append(self)

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.opens

    def set(self, key: int, value: float) -> bool:
        self.settings[key] = value
        return True

    def get(self, key: int) -> float:
        return 0.0

    def grab(self) -> bool:
        self.grabbed += 1
        return self.stops_after is None or self.grabbed <= self.stops_after

    def retrieve(self) -> tuple[bool, Pixels]:
        return True, self.picture

    def release(self) -> None:
        self.released += 1


class PackedCapture(FakeCapture):
    """One that gives JPEG pictures, and hands them out as they are when it is asked to; the first `broken` cannot be
    decoded."""

    picture = colour_card(1920, 1080)
    broken = 1

    def get(self, key: int) -> float:
        return cv2.VideoWriter.fourcc(*"MJPG") if key == cv2.CAP_PROP_FOURCC else 0.0

    def retrieve(self) -> tuple[bool, Any]:
        if self.settings.get(cv2.CAP_PROP_CONVERT_RGB, 1):
            return True, self.picture
        data = cv2.imencode(".jpg", self.picture)[1].reshape(1, -1)
        return True, data[:, :100] if self.grabbed <= self.broken else data


class FakeRequest:
    def __init__(self, camera: FakePicamera2) -> None:
        self._camera = camera
        self.released = 0

    def make_buffer(self, name: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
        stream = self._camera.given[name]
        return encoded(colour_card(*stream["size"]), stream["format"], stream["stride"])

    def get_metadata(self) -> dict[str, Any]:
        return self._camera.metadata()

    def release(self) -> None:
        self.released += 1


class FakePicamera2:
    """`picamera2.Picamera2` with a 4608 x 2592 sensor and no auto-focus."""

    made: ClassVar[list[FakePicamera2]] = []
    cameras = 1
    busy = False
    stuck = False
    formats: ClassVar[dict[str, str]] = {"main": "RGB888", "lores": "YUV420"}
    sensor_resolution = (4608, 2592)
    camera_controls: ClassVar[dict[str, Any]] = {
        "ScalerCrop": ((0, 0, 64, 64), (0, 0, 4608, 2592), (0, 0, 4608, 2592)),
        **dict.fromkeys(("ExposureTime", "AnalogueGain", "ColourGains", "AeFlickerMode", "AeFlickerPeriod"), (0, 1, 0)),
    }
    """Each control's least, largest and usual value."""
    gains: ClassVar[list[tuple[float, float]]] = [(1.0, 1.0)]
    """Gains of colour of one picture after the other; the last one stays."""

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return [{"Num": number} for number in range(cls.cameras)]

    def __init__(self, number: int) -> None:
        if self.busy:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.number = number
        self.calls: list[Any] = []
        self.requests: list[FakeRequest] = []
        self.given: dict[str, Any] = {}
        type(self).made.append(self)

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        return wanted

    def configure(self, wanted: dict[str, Any]) -> None:
        for name in ("main", "lores"):
            width, height = wanted[name]["size"]
            # As the real one: rows are padded to 64 bytes, and what was asked for is not always what is given.
            bytes_wide = width * {"RGB888": 3, "BGR888": 3, "XRGB8888": 4, "XBGR8888": 4}.get(self.formats[name], 1)
            stride = -(-bytes_wide // 64) * 64
            self.given[name] = {"size": (width, height), "format": self.formats[name], "stride": stride}

    def camera_configuration(self) -> dict[str, Any]:
        return self.given

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.calls.append(controls)
        if "AfMode" in controls and "AfMode" not in self.camera_controls:
            raise RuntimeError("Control AfMode is not advertised by libcamera")

    def start(self) -> None:
        self.calls.append("start")

    def capture_request(self, wait: float, flush: bool | None) -> FakeRequest:
        if self.stuck:
            raise TimeoutError
        self.calls.append(("capture", flush))
        self.requests.append(FakeRequest(self))
        return self.requests[-1]

    def metadata(self) -> dict[str, Any]:
        taken = len(self.requests)
        return {"ColourGains": self.gains[min(taken, len(self.gains)) - 1]}

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")


def picamera2_module(camera: type[FakePicamera2]) -> ModuleType:
    module = ModuleType("picamera2")
    module.Picamera2 = camera  # type: ignore[attr-defined]
    return module


def encoded(picture: Pixels, name: str, stride: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The bytes of a libcamera buffer that shows `picture`, with rows of `stride` bytes."""
    height, width = picture.shape[:2]
    packed = {
        "RGB888": picture,
        "BGR888": picture[:, :, ::-1],
        "XRGB8888": cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA),
        "XBGR8888": cv2.cvtColor(picture, cv2.COLOR_BGR2RGBA),
    }
    if name in packed:
        rows = packed[name].reshape(height, -1)
        return np.pad(rows, ((0, 0), (0, stride - rows.shape[1]))).astype(np.uint8).ravel()
    planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).ravel()
    area = width * height
    luma = planes[:area].reshape(height, width)
    u, v = (planes[area + i * area // 4 :][: area // 4].reshape(height // 2, width // 2) for i in (0, 1))
    rows_of = [np.pad(luma, ((0, 0), (0, stride - width)))]
    if name in ("NV12", "NV21"):
        pair = (u, v) if name == "NV12" else (v, u)
        rows_of.append(np.pad(np.dstack(pair).reshape(height // 2, width), ((0, 0), (0, stride - width))))
    else:
        for plane in (u, v) if name == "YUV420" else (v, u):
            rows_of.append(np.pad(plane, ((0, 0), (0, (stride - width) // 2))))
    return np.concatenate([rows.ravel() for rows in rows_of]).astype(np.uint8)
