"""The settings that the host changes on a phone: language, camera, names, buttons and lights, broker. What an address
holds in confidence is never shown; a field that is left empty keeps what there is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Blueprint, Flask, abort, current_app, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.core.clock import Clock, SystemClock
from companion.core.shown_address import CONFIDENTIAL, address_in_words, holds_no_secret
from companion.core.text import LANGUAGES
from companion.settings import Settings
from companion.web.authority import Role, may
from companion.web.forms import led_to
from companion.web.pace import Limit, Pace
from companion.web.scenes import HERE

bp = Blueprint("settings", __name__)
KEY = "companion.settings"
"""Under this name an app keeps its `OpenSettings`; None where nothing can be changed, as in a demo."""
CHANGES = Limit(10, 60.0)
"""Somebody who tries one camera address after the other; each opens a camera."""
ADDRESSES = ("camera", "hardware", "broker")
"""Settings that are addresses, which may hold a password."""
BETWEEN = re.compile(r"[\s,;]+")
"""What may stand between two names of the machine."""


class TableSettings(Protocol):
    """The settings as the table runs with them, and the ways to change them."""

    can_restart: bool
    """Whether somebody starts the table anew when it ends."""

    @property
    def now(self) -> Settings:
        """As the table runs with them."""

    @property
    def later(self) -> tuple[str, ...]:
        """The keys that stand otherwise in the file, and count from the next start."""

    def change(self, values: Mapping[str, Any]) -> None:
        """Write these keys (None: out of the file) and take them in. Raises `Refusal`; then nothing has changed."""

    def reload(self) -> None:
        """Take in what changed in the file. Raises `Refusal`; then the table runs on as it did."""

    def restart(self) -> None:
        """Let the table end and be started anew, in a moment."""


@dataclass(frozen=True)
class OpenSettings:
    """What the pages of one app share."""

    settings: TableSettings
    pace: Pace


@dataclass(frozen=True, slots=True)
class Field:
    """An address as the page shows it.

    Attributes:
        value: what stands in the field: "" where the address may hold a secret.
        kept: what is said of such an address.
    """

    value: str
    kept: str = ""


def install(app: Flask, settings: TableSettings | None, clock: Clock | None) -> None:
    """Give the app the settings that its pages change; with None there are no such pages."""
    app.extensions[KEY] = None if settings is None else OpenSettings(settings, Pace(clock or SystemClock()))
    app.jinja_env.globals.update(can_be_set=lambda: settings is not None)


def _open() -> OpenSettings:
    found: OpenSettings | None = current_app.extensions.get(KEY)
    if found is None:
        abort(404)
    return found


@bp.get("/settings")
@may(Role.HOST)
def page() -> str:
    """All that the host may change, and what waits for the next start."""
    settings = _open().settings
    now = settings.now
    return render_template(
        "settings.html",
        now=now,
        fields={key: field_of(getattr(now, key)) for key in ADDRESSES},
        later=settings.later,
        can_restart=settings.can_restart,
        done=request.args.get("done", ""),
        here=HERE,
    )


@bp.post("/settings")
@may(Role.HOST)
def change() -> AnyResponse:
    """Change what the form says otherwise. Raises `Refusal`; then nothing has changed."""
    found = _open()
    found.pace.step("change", CHANGES)
    values = said_otherwise(found.settings.now, request.form)
    if values:
        found.settings.change(values)
    return led_to(url_for("settings.page", done="saved" if values else "same"))


@bp.post("/settings/reload")
@may(Role.HOST)
def reload() -> AnyResponse:
    """Take in what somebody changed in the file. Raises `Refusal`; then the table runs on as it did."""
    found = _open()
    found.pace.step("change", CHANGES)
    found.settings.reload()
    return led_to(url_for("settings.page", done="read"))


@bp.post("/settings/restart")
@may(Role.HOST)
def restart() -> AnyResponse:
    """Start the table anew, where somebody does that; the match is taken up."""
    found = _open()
    if not found.settings.can_restart:
        abort(404)
    found.pace.step("change", CHANGES)
    found.settings.restart()
    return led_to(url_for("settings.page", done="restarts"))


def field_of(address: str | None) -> Field:
    """How the page shows an address: whole only where nothing of it can be a secret."""
    if not address:
        return Field("")
    if holds_no_secret(address) and CONFIDENTIAL.search(address) is None:
        return Field(address)
    return Field("", address_in_words(address))


def said_otherwise(now: Settings, sent: Mapping[str, str]) -> dict[str, Any]:
    """What a form says otherwise than the table runs with; an address that is left empty is kept."""
    wanted: dict[str, Any] = {}
    if sent.get("language") in LANGUAGES:
        wanted["language"] = sent["language"]
    if "names" in sent:
        wanted["names"] = tuple(each for each in BETWEEN.split(sent["names"].strip()) if each)
    if "table" in sent:
        wanted["table"] = sent["table"].strip()
    for key in ADDRESSES:
        if sent.get(key, "").strip():
            wanted[key] = sent[key].strip()
    if sent.get("no_broker"):
        wanted["broker"] = None
    return {key: value for key, value in wanted.items() if value != getattr(now, key)}
