"""Each fault of a camera and its picture is caused, and named by its own check alone."""

from __future__ import annotations

import threading

import cv2
import numpy as np
import pytest

from companion.camera.arrays import Pixels
from companion.camera.source import FrameSource, SourceFailed
from companion.core.errors import Refusal
from companion.core.text import same
from companion.doctor.finding import Finding
from companion.doctor.picture import taken_by
from companion.perception.health.one_picture import edge_width_px
from companion.table.folder import hold
from tests.doctor.conftest import Patient, mat_picture

OF_PICTURES = ("camera", "picture", "light", "focus", "mat")


def found(patient: Patient) -> dict[str, bool | None]:
    return {key: patient.finding(key).ok for key in OF_PICTURES}


def grown(picture: Pixels, share: float) -> Pixels:
    return np.clip(picture.astype(np.float32) * share, 0, 255).astype(np.uint8)


def test_a_good_picture(patient: Patient) -> None:
    assert found(patient) == dict.fromkeys(OF_PICTURES, True)
    assert patient.finding("mat").say.en.startswith("The mat is seen: 4 of 4 markers, camera at ")
    assert patient.finding("picture").say.en == "The camera's picture is large enough: 1280 x 960 pixels."


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda picture: cv2.resize(picture, (320, 240), interpolation=cv2.INTER_AREA), "picture"),
        (lambda picture: grown(picture, 0.2), "light"),
        (lambda picture: grown(picture, 8.0), "light"),
        (lambda picture: cv2.GaussianBlur(picture, (0, 0), 4.0), "focus"),
        (lambda picture: cv2.rectangle(picture.copy(), (0, 0), (1280, 420), (190, 190, 190), -1), None),
    ],
)
def test_a_fault_is_named_by_its_own_check(patient: Patient, change: object, fault: str | None) -> None:
    patient.picture = change(mat_picture())  # type: ignore[operator]
    told = found(patient)
    assert told["camera"] is True
    if fault is not None:
        assert told[fault] is False, told
        assert {key for key, ok in told.items() if ok is False} <= {fault, "mat"}


def test_a_mat_that_is_not_there_is_named_and_what_to_do(patient: Patient) -> None:
    patient.picture = np.full((960, 1280, 3), 150, np.uint8)
    told = found(patient)
    assert (told["mat"], told["focus"]) == (False, None)
    assert "clear its corners" in patient.finding("mat").say.en


@pytest.mark.parametrize("sigma_px", [0.0, 0.7, 1.5, 3.0, 4.0])
def test_the_width_of_edges_grows_with_the_blur(sigma_px: float) -> None:
    """A step through a Gaussian of sigma s is steepest by 1 / (s * sqrt(2 pi)) a pixel."""
    step = np.full((400, 400, 3), 40, np.uint8)
    step[:, 200:] = 200
    picture = cv2.GaussianBlur(step, (0, 0), sigma_px) if sigma_px else step
    width = edge_width_px(np.asarray(picture, np.uint8))
    assert width is not None
    assert width == pytest.approx(max(1.0, sigma_px * np.sqrt(2 * np.pi)), rel=0.15)


def test_without_a_picture_the_rest_cannot_be_told(patient: Patient) -> None:
    patient.picture = SourceFailed(same("The camera is gone."))
    assert found(patient) == {"camera": False, "picture": None, "light": None, "focus": None, "mat": None}
    assert patient.finding("camera").say.en == "The camera is gone."
    assert patient.finding("light").say.en == "Without a picture of the camera nothing is known of the light."


def test_no_camera_at_all_is_no_fault(patient: Patient) -> None:
    patient.settings["camera"] = "none://"
    assert found(patient) == dict.fromkeys(OF_PICTURES)


def test_a_camera_at_work_for_another_process_is_left_alone(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    patient.picture = SourceFailed(same("It was opened."))
    held = hold(patient.data)
    monkeypatch.setattr("companion.table.folder._HELD", {})  # as if another process held it
    told: dict[str, Finding] = {key: patient.finding(key) for key in OF_PICTURES}
    monkeypatch.undo()
    held.close()
    assert {key: each.ok for key, each in told.items()} == dict.fromkeys(OF_PICTURES)
    assert "open /doctor on that table's page" in told["camera"].say.en


def test_whatever_a_driver_raises_is_told_in_words() -> None:
    def opens() -> FrameSource:
        raise KeyError("SensorTimestamp")

    with pytest.raises(Refusal, match=r"does not open \(KeyError\): check its cable"):
        taken_by(opens)


def test_a_camera_that_hangs_is_given_up() -> None:
    never = threading.Event()

    def opens() -> FrameSource:
        never.wait()
        raise KeyError

    with pytest.raises(Refusal, match="gives no picture within 0 s"):
        taken_by(opens, most_s=0.05)
    never.set()
