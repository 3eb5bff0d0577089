"""The web room: an app factory, and the pages on the players' phones."""

from __future__ import annotations

from flask import Flask

from companion.table.session import Session
from companion.web import chance, live, mend, partner_pages, pictures, rules, seat, simulated_table, watch
from companion.web.game_pages import find_game_pages
from companion.web.phones import Phones
from companion.web.room import KEY, new_room
from companion.web.safety import keep_safe
from companion.web.simulated import SimulatedTable
from companion.web.words import give_words

__all__ = ["Phones", "SimulatedTable", "create_app"]


def create_app(session: Session, *, phones: Phones | None = None, simulated: SimulatedTable | None = None) -> Flask:
    """The pages of one table.

    Args:
        session: the match; the only thing that the pages read and act through.
        phones: who holds which seat; None forgets it when the app goes.
        simulated: the table that people may push about on `/table`; None with a real camera.
    """
    app = Flask(__name__)
    app.extensions[KEY] = new_room(session, phones or Phones(), simulated)
    app.secret_key = app.extensions[KEY].phones.key
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(reading_mark=mend.reading_mark, zip=zip)
    app.jinja_env.globals.update(story_shown=watch.STORY_SHOWN, die_faces=chance.reports_faces)
    app.jinja_env.globals.update(chance_reports=chance.chance_reports, few_buttons=chance.FEW_BUTTONS)
    app.jinja_env.globals.update(rules_address=rules.rules_address)
    give_words(app, "watch.screen")
    keep_safe(app)
    find_game_pages(app)
    for area in (watch, seat, mend, partner_pages, chance, live, pictures, rules, simulated_table):
        app.register_blueprint(area.bp)
    return app
