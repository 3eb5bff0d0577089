"""The web room: an app factory, and the pages on the players' phones."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask

from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import Clock
from companion.table.aiming import Aiming
from companion.table.session import Session
from companion.web import (
    api,
    camera_page,
    chance,
    cookie,
    correcting,
    doctor,
    evening_pages,
    film,
    history,
    host_pages,
    joining,
    keeping,
    live,
    mend,
    partner_pages,
    pictures,
    rules,
    seat,
    settings_pages,
    simulated_table,
    statistics,
    wall,
    watch,
)
from companion.web import looking_back as looking_back_pages
from companion.web.at_the_table import HostCode
from companion.web.authority import Manner
from companion.web.door import guard
from companion.web.game_pages import find_game_pages
from companion.web.looking_back import LookingBack
from companion.web.phones import Phones
from companion.web.presence import present_here, settle
from companion.web.room import KEY, PartOfEvening, Room, new_room, scene_of
from companion.web.safety import keep_safe
from companion.web.simulated import SimulatedTable
from companion.web.words import give_words

__all__ = ["HostCode", "LookingBack", "Manner", "Phones", "SimulatedTable", "create_app", "hears_buttons"]

AREAS = (
    watch, wall, seat, host_pages, mend, correcting, partner_pages, chance, evening_pages, live, api, pictures,
    rules, simulated_table, doctor, keeping, history, film, statistics, camera_page, settings_pages,
)  # fmt: skip


def create_app(
    session: Session,
    *,
    phones: Phones | None = None,
    simulated: SimulatedTable | None = None,
    manner: Manner = "home",
    clock: Clock | None = None,
    examine: doctor.Examine | None = None,
    back_up: keeping.BackUp | None = None,
    code: HostCode | None = None,
    evening: PartOfEvening | None = None,
    looking_back: LookingBack | None = None,
    aiming: Aiming | None = None,
    settings: settings_pages.TableSettings | None = None,
) -> Flask:
    """The pages of one table.

    Args:
        session: the match; the only thing that the pages read and act through.
        phones: who holds which seat; None forgets it when the app goes.
        simulated: the table that people may push about on `/table`; None with a real camera.
        manner: who becomes host, and what seats may do.
        clock: for what has its time, such as the answer to who asks for a seat; None takes the machine's.
        examine: examines the table for the host's page `/doctor`; None: there is no such page.
        back_up: makes a backup for the host's page; None: there is none.
        code: by which a phone becomes host in a café; None makes one.
        evening: what the match is a part of; None where nothing comes before and after it.
        looking_back, settings: what its pages look back on, and change on `/settings`; None: there are no such pages.
        aiming: looks through the camera for the host's page `/camera`; None: there is no such page.

    Raises:
        Undeclared: some address does not say who may use it.
    """
    app = Flask(__name__)
    app.extensions[KEY] = room = new_room(session, phones or Phones(), simulated, manner, clock, code, evening)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(lines_to_correct=correcting.lines_to_correct, last_reading=correcting.last_reading)
    app.jinja_env.globals.update(reading_mark=correcting.reading_mark, dropped_words=session.dropped_words)
    app.jinja_env.globals.update(story_shown=watch.STORY_SHOWN, die_faces=chance.reports_faces)
    app.jinja_env.globals.update(chance_reports=chance.chance_reports, few_buttons=chance.FEW_BUTTONS)
    app.jinja_env.globals.update(rules_address=rules.rules_address, age_s=session.age_s)
    app.jinja_env.globals.update(deeds=lambda: session.live.deeds, to_put_back=lambda: session.to_put_back)
    app.jinja_env.globals.update(own_seats=cookie.own_seats, asked_here=joining.asked_here, evening=evening)
    app.jinja_env.globals.update(code_shown=host_pages.code_shown, **wall.FIGURES)
    app.jinja_env.globals.update(is_demo=simulated is not None, match_number=session.number, scene=scene_of(session))
    give_words(app, "watch.screen")
    keep_safe(app, room.phones.table)
    app.before_request(settle)
    doctor.install(app, examine, clock)
    keeping.install(app, back_up)
    looking_back_pages.install(app, looking_back)
    camera_page.install(app, aiming, session)
    settings_pages.install(app, settings, clock)
    find_game_pages(app)
    for area in AREAS:
        app.register_blueprint(area.bp)
    guard(app, present_here, room.authority.pace)
    return app


def hears_buttons(app: Flask) -> Callable[[ButtonPress], None]:
    """What a table's device tells each press to: the match, and who is about to become host by it."""
    room: Room = app.extensions[KEY]

    def pressed(press: ButtonPress) -> None:
        room.authority.pressed(press)
        room.session.button_pressed(press)

    return pressed
