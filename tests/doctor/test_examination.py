"""An examination: every check once, all well on a table in good health, and no exception ends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.text import Text
from companion.doctor.examination import CHECKS, examine
from companion.doctor.finding import Check, Finding
from companion.doctor.subject import Subject
from tests.doctor.conftest import Patient

NOT_HERE = {"box", "certificate"}
"""What the table in good health does not have."""


def test_all_is_well_on_a_table_in_good_health(patient: Patient) -> None:
    found = examine(patient.subject())
    assert {each.check: each.ok for each in found if each.ok is not True} == dict.fromkeys(NOT_HERE)
    assert [each.check for each in found] == [check.key for check in CHECKS]


def test_every_check_has_a_name_of_its_own() -> None:
    assert len({check.key for check in CHECKS}) == len(CHECKS)


def test_every_sentence_is_one_and_there_in_both_languages(patient: Patient) -> None:
    for each in examine(patient.subject()):
        for words in (each.say.fr, each.say.en):
            assert words.endswith("."), each
            assert "{" not in words
            assert "\n" not in words
        assert each.say.fr != each.say.en


def test_a_check_that_stumbles_is_a_finding_and_the_others_go_on(patient: Patient) -> None:
    def stumble(subject: Subject) -> Finding:
        raise KeyError("frame")

    def go_on(subject: Subject) -> Finding:
        return Finding(True, Text(fr="Bien.", en="Well."))

    first, second = examine(patient.subject(), (Check("odd", stumble), Check("even", go_on)))
    assert (first.check, first.ok) == ("odd", None)
    assert "“odd” did not come to its end (KeyError)" in first.say.en
    assert (second.check, second.ok) == ("even", True)


def test_a_folder_of_another_user_hides_what_is_in_it_and_says_so(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shut(folder: Path) -> None:
        raise PermissionError(13, "Permission denied", str(folder / "lock"))

    for module in ("companion.doctor.subject", "companion.doctor.storage"):
        monkeypatch.setattr(f"{module}.who_holds", shut)
    found = {each.check: each for each in examine(patient.subject())}
    assert found["lock"].ok is None
    assert found["lock"].say.en == (
        f"The check “lock” may not look at {patient.data}/lock; run companion doctor as the table's user."
    )
    assert found["camera"].ok is True, "the others go on"


@pytest.mark.parametrize(
    "address", ["http://ada:geheimnis@cam.local/live/s3cr3t?key=tokentoken", "htp://ada:geheimnis@x"]
)
def test_no_sentence_repeats_a_secret_of_the_settings(patient: Patient, address: str) -> None:
    from companion.core.errors import Unreadable

    patient.settings["camera"] = address
    patient.picture = Unreadable("camera", Text(fr=f"{address} ne répond pas.", en=f"{address} does not answer."))
    (camera, *_) = examine(patient.subject())
    assert camera.ok is False
    for secret in ("geheimnis", "s3cr3t", "tokentoken"):
        assert secret not in camera.say.fr + camera.say.en
