"""An evening at one table: the lobby and one match after the other, at one address, with one camera and one journal."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from flask import Flask

from companion import catalog
from companion.core.capabilities.buttons import ButtonPress
from companion.core.errors import Illegal, NotSaved, Refusal
from companion.core.game import Game
from companion.core.text import Language, Text
from companion.evening.running import RunningMatch, Setting
from companion.table.camera_watch import camera_state
from companion.table.codec import options_from_json
from companion.table.evening_figures import FiguresOfEvening, FinishedMatches
from companion.table.films import Films
from companion.table.folder import FILMS_FOLDER
from companion.table.journal import MatchRecord
from companion.table.lobby import NO_GAME, chosen, missing, partner_wishes, players, values_of
from companion.table.matches import MatchSummary, list_matches, match_numbered
from companion.table.opening import open_session, resumed
from companion.table.partner_turns import Partner
from companion.table.past import Past
from companion.table.session import Session
from companion.table.starting import PartnerWish, match_to_take_up, wished_seats
from companion.table.statistics import STATISTICS_FILE, Statistics
from companion.web import HostCode, LookingBack, Phones
from companion.web.addresses import found_at
from companion.web.hand_over import begun, holding_for, left, show_words
from companion.web.kept_lobby import KeptLobby
from companion.web.live import AT_TABLE
from companion.web.lobby import LOBBY, create_lobby, hears_lobby_buttons
from companion.web.phones import Phone
from companion.web.safety import SESSION_COOKIE, allow_names, cookie_of
from companion.web.scenes import Environ, StartResponse, in_scene
from companion.web.words import FIRST_LANGUAGE

log = logging.getLogger(__name__)

PHONES = "phones-{match}.json"
"""Who holds which seat, a file a match."""
LOBBY_FILE = "lobby.json"
MOST_OFFERED = 5
"""Matches that the lobby offers to take up: those of the last evenings."""
WAKE_S = 1.0
"""How soon whoever follows the evening notices that the program ends."""


class Evening:
    """The lobby, or the match that has taken its place. A WSGI app; shared by threads.

    Args:
        setting: closed with the evening.

    Raises:
        Refusal: the lobby's file cannot be written.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._finished = FinishedMatches(setting.journal)
        self.kept = KeptLobby(setting.data / LOBBY_FILE)
        self.code = HostCode() if setting.manner == "cafe" else None
        self._switching, self._changed = threading.RLock(), threading.Condition()
        self._ended = False
        self._names, self._language = setting.names, setting.language
        self.match: RunningMatch | None = None
        past = Past(setting.journal, setting.clock)
        statistics, films = Statistics(past, setting.data / STATISTICS_FILE), Films(setting.data / FILMS_FOLDER)
        self.looking_back = LookingBack(past, statistics, films)
        beside = self.looking_back, setting.aiming, setting.settings
        self.lobby = create_lobby(self, self.kept, setting.manner, self.code, setting.clock, *beside)
        self._serve(self.lobby)
        if setting.settings is not None:
            setting.settings.belong_to(self)

    # What is at the table -------------------------------------------------------------------------------

    def to_take_up(self) -> tuple[MatchSummary, ...]:
        """See `companion.web.lobby.FromLobby`."""
        found = (each for each in list_matches(self.setting.journal) if each.played and not each.over)
        return tuple(sorted(found, key=lambda each: -each.number)[:MOST_OFFERED])

    def camera(self) -> Text | None:
        """See `companion.web.lobby.FromLobby`."""
        return self.setting.camera()

    def camera_word(self) -> str:
        """See `companion.web.lobby.FromLobby`."""
        return camera_state(self.setting.source).condition.value

    @property
    def app(self) -> Flask:
        """What answers now."""
        match = self.match
        return self.lobby if match is None else match.app

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        match = self.match
        app, scene = (self.lobby, LOBBY) if match is None else (match.app, match.scene)
        return in_scene(app, scene, environ, start_response)

    def listen(self) -> None:
        """Begin to hear the device's buttons."""
        self.setting.device.listen(self._pressed, self._tell_hardware)

    def follow(self, work: Callable[[RunningMatch], None]) -> None:
        """Do `work` for one match after the other until the evening ends; it ends each time `stop` of the match is set.
        Matches of one follower never overlap."""
        seen: RunningMatch | None = None
        while not self._ended:
            match = self.match
            if match is not None and match is not seen and not match.stop.is_set():
                seen = match
                work(match)
                continue
            self._wait_for_another(match)

    def _wait_for_another(self, match: RunningMatch | None) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._ended or self.match is not match, WAKE_S)

    def end(self) -> None:
        """Let everyone who follows come to an end; what is at the table stays written down as it is."""
        self._ended = True
        if self.match is not None:
            self.match.stop.set()
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        """End, and close the camera and the journal."""
        self.end()
        self.setting.source.close()
        self.setting.journal.close()

    def open(
        self,
        key: str | None,
        names: tuple[str, ...],
        options: dict[str, Any],
        resume: bool | int,
        partners: Sequence[PartnerWish],
    ) -> None:
        """What a start asks for: a match to be taken up, a new one where there are `names`, or the lobby. Arguments and
        errors as of `companion.wiring.open_table`."""
        record = match_to_take_up(self.setting.journal, key, resume, names)
        if record is not None:
            self.take_up_record(record, partners)
        elif key is not None and names:
            self.begin_with(catalog.game(key), names, options, partners)
        elif key is not None:
            self.choose(catalog.game(key), options)
        else:
            self.go_on()

    # From one to the other ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin the match that the lobby has chosen, unless one has begun meanwhile. Raises `Refusal`; then the lobby
        stays, and no match is begun."""
        with self._switching:
            if self.match is None:
                self._begin()

    def begin_with(
        self, game: Game, names: tuple[str, ...], options: dict[str, Any], partners: Sequence[PartnerWish]
    ) -> None:
        """Begin a match of these people. Raises as `begin`."""
        with self._switching:
            seats, journal = wished_seats(game, names, partners), self.setting.journal
            told = options_from_json(game, options)
            session = open_session(journal, self.setting.device, game, len(names), told, names)
            try:
                match = self._laid(session, fresh=True)
                for seat, how in seats.items():
                    session.give_seat(seat, how.strength, how.time_s, "table")
                self._switch(match)
            except BaseException:
                journal.withdraw(session.number)
                raise

    def choose(self, game: Game, options: dict[str, Any]) -> None:
        """Open the lobby with this game chosen, and these of its options."""
        lobby = chosen(self.kept.now.lobby, game)
        of_game = {**lobby.options.get(game.key, {}), **options}
        self.kept.keep(lobby=replace(lobby, options={**lobby.options, game.key: of_game}), match=None)

    def take_up(self, number: int) -> None:
        """Go on with the match of this number, unless one has begun meanwhile. Raises `Refusal`; the lobby stays."""
        with self._switching:
            if self.match is None:
                self.take_up_record(match_numbered(self.setting.journal, number))

    def take_up_record(self, record: MatchRecord, partners: Sequence[PartnerWish] = ()) -> None:
        """Go on with a match of the journal. Raises as `take_up`.

        Args:
            partners: seats that the partner plays from now on.
        """
        with self._switching:
            game = catalog.game(record.game)
            seats = wished_seats(game, record.names, partners)
            session = resumed(self.setting.journal, self.setting.device, game, record)
            match = self._laid(session, fresh=False)
            for seat, how in seats.items():
                session.give_seat(seat, how.strength, how.time_s, "table")
            self._switch(match)

    def stop(self, match: int) -> None:
        """See `companion.web.room.PartOfEvening`."""
        with self._switching:
            if self.match is not None and self.match.session.number == match:
                self._leave()

    def rematch(self, match: int) -> None:
        """See `companion.web.room.PartOfEvening`. The lobby is left as it is where the rematch cannot begin."""
        with self._switching:
            if self.match is not None and self.match.session.number == match:
                self._leave()
                self._begin()

    def knows(self, phone: Phone) -> bool:
        """See `companion.web.room.PartOfEvening`."""
        return self.kept.knows(phone)

    def figures(self, session: Session) -> FiguresOfEvening:
        """See `companion.web.room.PartOfEvening`."""
        return self._finished.figures(session)

    # When its settings change ----------------------------------------------------------------------------

    def takes(self, names: tuple[str, ...], language: Language) -> None:
        """See `companion.evening.changing.Takes`."""
        self._names, self._language = names, language
        for app in {self.lobby, self.app}:
            self._call(app)

    def look_anew(self, *, camera: bool) -> None:
        """See `companion.evening.changing.Takes`."""
        with self._switching, self._changed:
            if self.match is not None:
                self.match = self.match.anew(camera=camera)
                self._changed.notify_all()

    def tell(self, deed: Text) -> None:
        """See `companion.evening.changing.Takes`."""
        match = self.match
        if match is None:
            self.kept.announce(deed)
        else:
            match.session.say(deed)

    def go_on(self) -> bool:
        """Take up the match that was played when the program ended. Returns False where there was none, or it cannot
        be read any more: then the lobby says so."""
        number = self.kept.now.match
        if number is None:
            return False
        try:
            self.take_up_record(match_numbered(self.setting.journal, number))
        except NotSaved:
            raise
        except Refusal as refusal:
            self.kept.keep(match=None)
            self.kept.announce(refusal.what)
        return self.match is not None

    def _begin(self) -> None:
        lobby = self.kept.now.lobby
        game = None if lobby.game is None else catalog.game(lobby.game)
        why = missing(lobby, game)
        if why is not None or game is None:
            raise Illegal("lobby.not-ready", why or NO_GAME)
        playing = players(lobby, game)
        self.begin_with(game, tuple(each.name for each in playing), values_of(lobby, game), partner_wishes(playing))

    # Inside ---------------------------------------------------------------------------------------------

    def _laid(self, session: Session, *, fresh: bool) -> RunningMatch:
        setting, path = self.setting, self.setting.data / PHONES.format(match=session.number)
        host = self.kept.host(sits=setting.manner == "home")
        holding, words = holding_for(session, self.kept.now, host, None if fresh else path)
        session.count_from(self.kept.revision)
        session.camera_is(camera_state(setting.source).condition.value)
        phones = Phones(path, session.saving, holding)
        laid = setting.lay(session, phones)
        app = setting.pages(session, phones, laid, self, self.looking_back, self.code)
        show_words(app, words)
        self._serve(app)
        return RunningMatch(setting, session, phones, app, Partner(session, setting.clock), laid)

    def _serve(self, app: Flask) -> None:
        """Let `app` answer at every name and address of this machine."""
        app.extensions[AT_TABLE] = lambda: self.app is app
        self._call(app)
        if self.setting.addresses is not None:
            found_at(app, self.setting.addresses)

    def _call(self, app: Flask) -> None:
        """Let `app` know by which names it is called, and what it speaks."""
        allow_names(app, self._names)
        app.config[FIRST_LANGUAGE] = self._language

    def _leave(self) -> None:
        """Back to the lobby, with everyone whose phone held a seat. Raises `NotSaved`; then the match stays."""
        match = self.match
        if match is None:
            return
        self.kept.keep(**left(match.session, self.kept.now, match.phones))
        self._put(None)
        if self.setting.tables is not None:
            self.setting.tables.clear()

    def _switch(self, match: RunningMatch) -> None:
        self.kept.keep(**begun(match.session, self.kept.now, match.phones))
        self.lobby.config[SESSION_COOKIE] = cookie_of(match.phones.table)
        match.session.tell_hardware(self.kept.hardware)
        self._put(match)

    def _put(self, match: RunningMatch | None) -> None:
        before = self.match
        with self._changed:
            self.match = match
            self._changed.notify_all()
        if before is not None:
            before.stop.set()
            before.session.withdraw_questions()
            before.session.announce()  # its pages ask for news, and are led here
            self.kept.count_from(before.session.revision)
        self.kept.announce()

    def _pressed(self, press: ButtonPress) -> None:
        match = self.match
        if match is None:
            hears_lobby_buttons(self.lobby, press)
        else:
            match.hears(press)

    def _tell_hardware(self, trouble: Text | None) -> None:
        self.kept.tell_hardware(trouble)
        match = self.match
        if match is not None:
            match.session.tell_hardware(trouble)
