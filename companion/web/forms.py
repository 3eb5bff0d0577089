"""What pages send, and what they get back."""

from __future__ import annotations

import json
from typing import Any
from zlib import crc32

from flask import Response, abort, redirect, request
from werkzeug.routing import IntegerConverter
from werkzeug.wrappers import Response as AnyResponse

from companion.table.page import Choice

MOST_DIGITS = 9
"""Digits of a number that people or pages send: seats, faces and counts have a few, and all of nine digits fit
everywhere."""


class ShortNumber(IntegerConverter):
    """The converter `int` of addresses: a number of more than `MOST_DIGITS` digits is no address of ours."""

    regex = rf"\d{{1,{MOST_DIGITS}}}"


def whole_number(words: str) -> int | None:
    """The whole number that is written; None for anything else, and for one of more than `MOST_DIGITS` digits."""
    plain = words.strip()
    digits = plain.removeprefix("-")
    return int(plain) if digits.isdecimal() and len(digits) <= MOST_DIGITS else None


def number_sent(name: str) -> int:
    """A whole number from the form; anything else ends the request with the 400 sentence."""
    number = whole_number(request.form[name])
    if number is None:
        abort(400)
    return number


def done(where: str) -> AnyResponse:
    """The answer to an act that was carried out: htmx pages fetch what changed, others are sent to `where`."""
    if request.headers.get("HX-Request"):
        return Response(status=204, headers={"HX-Trigger": "changed"})
    return redirect(where, 303)


def led_to(where: str) -> AnyResponse:
    """The answer to an act after which the whole page is another."""
    if request.headers.get("HX-Request"):
        return Response(status=204, headers={"HX-Redirect": where})
    return redirect(where, 303)


def fixed_part(action: dict[str, Any], open_fields: tuple[str, ...]) -> dict[str, Any]:
    """What of an action its player does not fill in: two choices with the same fixed part are the same choice."""
    return {name: held for name, held in action.items() if name not in open_fields}


def choice_ident(choice: Choice) -> str:
    """A name for the form that stands for `choice`: another choice never takes over its element, so a finger that
    comes down late cannot press another button than the one that was seen."""
    fixed = fixed_part(choice.action, choice.open_fields)
    return f"c{crc32(json.dumps(fixed, sort_keys=True).encode()):08x}"


def name_ident(name: str) -> str:
    """A name for the form that stands for the person of this name: as `choice_ident`."""
    return f"n{crc32(name.encode()):08x}"
