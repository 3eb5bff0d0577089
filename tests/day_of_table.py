"""What happens at a table in the course of a day: `day_soak` lets it happen."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from companion import catalog
from companion.camera.kept import the_camera
from companion.camera.source import NoFrameNow
from companion.camera.supervised import SupervisedSource
from companion.core.clock import ManualClock
from companion.core.errors import Refusal
from companion.core.evidence import Evidence, SeenThing
from companion.core.game import legal_for, open_fields, pick_chance
from companion.core.scene import Thing
from companion.evening import Evening, RunningMatch
from companion.table import codec
from companion.table.camera_watch import camera_state
from companion.table.session import Session
from companion.web.serve import Serving
from tests.day_camera import FAULTS, DayCamera
from tests.day_phone import Phone

HOUR_S = 3600.0
NAMES = ("Ada", "Basile")
ACT_S = 4.0
"""Table time between two acts of a match: slower than any limit of the pages."""
BY_PHONE = 20
"""Acts of a match that are sent over HTTP; what comes after them the session hears directly, as it does of a camera."""
FEW_ACTS, MOST_ACTS = 30, 150
"""After as many a match is stopped as it is; the first one of an hour is played on."""
CYCLE = 5
"""Hours in which all games have been played, and everything else has happened once."""
UNDO_S = 40.0
"""Table time before an undo: they are limited to some in half a minute."""
LOOKS = 6
"""Frames that the referee looks at between two acts that it looks at at all."""
LOOKS_EVERY = 10
"""Acts between two such looks."""
FAULT_FRAMES = 200
"""Looks within which a fault must have been noticed, or have healed."""
FRAME_S = 0.1
WORK_S = 120.0
"""Real time that a film, the doctor and the aiming page may take on a busy machine."""
WAIT_S = 0.05
FILMED_ACTS = 60
"""Of matches that are filmed: drawing takes a second for some ten."""
CROP_BYTES = 5600
"""Of the picture of one reading: as large as those of cards are."""


class Day:
    """Lets a day go by at one table, an hour at a time.

    Args:
        evening: with its lobby open.
        server: where phones find it.
        clock: the table's; it is moved here and by the camera.
        folder: where its data lie.
    """

    def __init__(
        self, evening: Evening, server: Serving, camera: DayCamera, clock: ManualClock, folder: Path, random: Random
    ) -> None:
        self.evening, self._server, self._camera, self._clock, self._random = evening, server, camera, clock, random
        self.folder = folder
        camera.look_at(None)
        self.matches = self.entries = self._hours = 0
        self.usual_threads = 6
        self._games = catalog.game_keys()
        self._phones = tuple(Phone(server.port) for _ in NAMES)

    @property
    def is_busy(self) -> bool:
        """Whether something that was asked for is still being done."""
        films, aiming = self.evening.looking_back.films, self.evening.setting.aiming
        assert films is not None
        assert aiming is not None
        return bool(len(self._server.streams)) or films.making is not None or aiming._running

    def hour(self) -> None:
        """An hour of the table's time: a match of one game, a rematch, a fault of the camera, and what else there is.
        `CYCLE` hours have everything."""
        began_s = self._clock.now_s()
        key, fault = self._games[self._hours % len(self._games)], list(FAULTS)[self._hours % len(FAULTS)]
        self._arrive()
        self._choose(key)
        self._play(fault, MOST_ACTS)
        if self._hours % CYCLE == 0:
            self._examine()
        self._leave("rematch")
        self._play("", FEW_ACTS)
        self._leave("lobby")
        self._look_back()
        self._aim()
        self._go()
        self._hours += 1
        self._pass(began_s + HOUR_S - self._clock.now_s())

    # In the lobby -----------------------------------------------------------------------------------------

    def _arrive(self) -> None:
        """Phones join: those of before, and one that nobody has seen."""
        guest = Phone(self._server.port)
        for phone, name in zip((*self._phones, guest), (*NAMES, f"Guest {self._hours}"), strict=True):
            phone.get("/join")
            with phone.listening():
                self._tap(phone, "/lobby/join", name=name)
        self._tap(guest, "/lobby/leave")

    def _choose(self, key: str) -> None:
        host = self._phones[0]
        host.get("/join")
        Phone(self._server.port).get("/wall")
        self._tap(host, "/lobby/game", game=key)
        if key == "kaplan":
            self._tap(host, "/lobby/option", option="sorting", value="hands")
        self._tap(host, "/lobby/begin")

    def _go(self) -> None:
        for phone in self._phones:
            phone.get("/join")
            self._tap(phone, "/lobby/leave")

    def _tap(self, phone: Phone, address: str, **form: str) -> None:
        status = phone.tap(address, **form)
        assert status < 400, (address, status)

    # In a match -------------------------------------------------------------------------------------------

    def _play(self, fault: str, acts: int) -> None:
        match = self.evening.match
        assert match is not None, "no match has begun"
        self.matches += 1
        self._camera.look_at(match.session)
        with self._phones[0].listening(), self._phones[1].listening():
            for seat, phone in enumerate(self._phones):
                assert "/seat/" in phone.get(f"/seat/{seat}")
                phone.get(f"/seat/{seat}/now")
            self._look(match, LOOKS if fault else 0)
            for number in range(acts):
                self._pass(ACT_S)
                if match.session.match.state.scores is not None:
                    break
                self._act(match.session, by_phone=number < BY_PHONE)
                if number % LOOKS_EVERY == 0 and number < 4 * LOOKS_EVERY:
                    self._between(match, LOOKS if fault else 0)
                if number == LOOKS_EVERY:
                    self._fail(match, fault)
        self.entries += self.evening.setting.journal.written(match.session.number)

    def _examine(self) -> None:
        """The host lets the doctor look at everything, and takes a backup home."""
        host = self._phones[0]
        host.get("/doctor")
        self._wait(lambda: "every 1s" not in host.get("/doctor/now"), "the doctor")
        self._tap(host, "/backup")

    def _leave(self, where: str) -> None:
        """Let another match begin, or go back to the lobby."""
        match = self.evening.match
        assert match is not None
        self._phones[0].get("/seat/0")
        self._tap(self._phones[0], f"/evening/{where}", match=str(match.session.number))

    def _act(self, session: Session, *, by_phone: bool) -> None:
        state, random = session.match.state, self._random
        for question in session.questions:
            session.answer(question.id, len(question.choices) - 1, "seat 0")
        outcomes = state.chance_outcomes()
        if outcomes:
            session.play(pick_chance(outcomes, random), "camera", self._evidence())
            return
        legal = [each for seat in range(len(NAMES)) for each in legal_for(state, seat)]
        action = random.choice(legal)
        if not by_phone:
            with suppress(Refusal):
                session.play(action, f"seat {action.seat}")
            return
        plain = codec.to_json(action)
        values = {"action": json.dumps(plain), **{name: str(plain[name]) for name in open_fields(action)}}
        self._phones[action.seat].tap(f"/seat/{action.seat}/play", **values)

    def _evidence(self) -> Evidence:
        return (SeenThing(Thing("die", "1"), 0.99, b"\xff\xd8" + self._random.randbytes(CROP_BYTES)),)

    def _between(self, match: RunningMatch, looks: int) -> None:
        """The table is looked at, and pages are opened: a player's, the wall, somebody's who only watches."""
        self._camera.look_at(match.session)
        self._look(match, looks)
        host = self._phones[0]
        for address in ("/seat/0/now", "/wall/now", "/host", "/story", "/api/v1/table"):
            host.get(address)
        Phone(self._server.port).get("/")
        if match.session.match.actions:
            self._pass(UNDO_S)
            host.tap("/undo", length=str(len(match.session.match.actions)))

    def _look(self, match: RunningMatch, frames: int) -> None:
        for _ in range(frames):
            with suppress(NoFrameNow):
                match.referee.step()

    def _fail(self, match: RunningMatch, fault: str) -> None:
        """The camera fails; that is said on every page, and is over when the camera is well."""
        if not fault:
            return
        self._until(match, lambda: match.session.camera == "well", "well before")
        self._camera.healed.clear()
        self._camera.fault = fault
        due = {each.value for each in FAULTS[fault]}
        self._until(match, lambda: match.session.camera in due, fault)
        self._camera.fault = ""
        self._camera.healed.set()
        self._until(match, lambda: match.session.camera == "well", f"{fault}, and well again")

    def _until(self, match: RunningMatch, happens: Callable[[], bool], what: str) -> None:
        for _ in range(FAULT_FRAMES):
            if happens():
                return
            self._clock.wait_s(FRAME_S)
            self._look(match, 1)
        raise AssertionError(f"{what}: {match.session.camera}, {camera_state(match.setting.source)}")

    # Beside a match ---------------------------------------------------------------------------------------

    def _look_back(self) -> None:
        """History, statistics, and a film that is made and erased."""
        host = self._phones[0]
        host.get("/join")
        text = host.get("/history")
        host.get("/statistics")
        assert "/history/" in text or not self.evening.looking_back.past.finished()
        numbers = [each.number for each in self.evening.looking_back.past.finished() if each.actions <= FILMED_ACTS]
        for number in numbers[:3]:
            host.get(f"/history/{number}")
            host.get(f"/history/{number}/1")
        if numbers and self._hours % CYCLE == CYCLE - 1:
            film = f"/history/{numbers[0]}/film/0"
            self._tap(host, film)
            self._wait(lambda: self.evening.looking_back.films.making is None, "a film")
            host.get(film)
            self._tap(host, f"{film}/erase") if self._hours % 2 else None

    def _aim(self) -> None:
        host = self._phones[0]
        self._camera.look_at(None)

        def shown() -> bool:
            self._pass(1.0)
            return "picture.jpg" in host.get("/camera")

        self._wait(shown, "the aiming page")
        host.get("/camera/picture.jpg")

    def _pass(self, seconds: float) -> None:
        """Let time pass, in which the camera's driver would have answered; one that hangs does not."""
        supervised = the_camera(self.evening.setting.source)
        assert isinstance(supervised, SupervisedSource)

        def answered() -> bool:
            driver = supervised._driver
            return driver is None or driver.called_s is None or self._camera.fault == "hangs"

        self._wait(answered, "the camera")
        self._clock.wait_s(seconds)

    def _wait(self, happens: Callable[[], bool], what: str) -> None:
        end_s = time.monotonic() + WORK_S
        while not happens():
            assert time.monotonic() < end_s, what
            time.sleep(WAIT_S)
