"""Entries as JSON and back, for the journal. Pictures lie beside the entries; a body names them."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Literal

from companion.core.entries import (
    Corrected,
    Entry,
    NoteWritten,
    PartnerAsked,
    Played,
    PutBack,
    SampleKept,
    SeatGiven,
    TakenBack,
)
from companion.core.errors import Unreadable
from companion.core.evidence import Evidence, SeenThing
from companion.core.game import Game, SeatAction
from companion.core.partner_seats import PartnerRequest, PartnerSeat
from companion.core.scene import Thing
from companion.core.text import Text
from companion.table import codec

SCHEMA = 3
"""The version of what is written here; a reader refuses entries of a later one. In 1 the pictures were base64; up to 2
a correction dropped all that followed the first action that no longer fitted."""
PICTURES_NAMED = 2
"""The first version whose bodies name pictures instead of holding them."""
NO_CROPS: Mapping[str, bytes] = MappingProxyType({})
CropNamed = Callable[[str], bytes]
"""Finds a picture, JPEG, by what a body says of it; empty when it is not kept any more."""
NAME_LETTERS = 32
"""Hexadecimal digits of a picture's name, the first half of its SHA-256: no two pictures share it."""
EntryKind = Literal["play", "back", "put-back", "correct", "note", "sample", "given", "asked"]


def entry_to_json(entry: Entry) -> tuple[EntryKind, dict[str, Any]]:
    """The entry's kind and body. Raises TypeError for a kind of entry that is not written."""
    match entry:
        case Played(_, _, action, evidence):
            return "play", {"action": codec.to_json(action), "seen": evidence_to_json(evidence)}
        case TakenBack(_, _, length):
            return "back", {"length": length}
        case PutBack():
            return "put-back", {}
        case Corrected(_, _, index, corrected, evidence, goes_on):
            told = None if corrected is None else codec.to_json(corrected)
            seen = evidence_to_json(evidence)
            return "correct", {"index": index, "action": told, "seen": seen, "goes_on": goes_on}
        case NoteWritten(_, _, seat, words):
            return "note", {"seat": seat, "words": words}
        case SampleKept(_, _, seen, read_as):
            return "sample", {"seen": evidence_to_json((seen,)), "read_as": read_as}
        case SeatGiven(_, _, seat, how):
            return "given", {"seat": seat, "given": None if how is None else _seat_to_json(how)}
        case PartnerAsked(_, _, request):
            outlook = request.outlook
            return "asked", {"action": codec.to_json(request.action), "fr": outlook.fr, "en": outlook.en}
    raise TypeError(f"{type(entry).__name__} is no kind of entry")


def crops_of(entry: Entry) -> dict[str, bytes]:
    """The pictures that the entry's body names, JPEG by name."""
    match entry:
        case Played(evidence=evidence) | Corrected(evidence=evidence):
            seen = evidence
        case SampleKept(seen=thing):
            seen = (thing,)
        case _:
            seen = ()
    return {_name(each.crop_jpeg): each.crop_jpeg for each in seen if each.crop_jpeg}


def entry_from_json(
    game: Game, kind: str, source: str, at_s: float, schema: int, body: Any, crops: Mapping[str, bytes] = NO_CROPS
) -> Entry:
    """The entry that `entry_to_json` wrote, with the pictures that are still among `crops`.

    Raises:
        Unreadable: it is anything else.
    """
    try:
        if int(schema) > SCHEMA:
            raise Unreadable("journal.later-schema", LATER_SCHEMA.filled(schema=schema, known=SCHEMA))
        named: CropNamed = b64decode if int(schema) < PICTURES_NAMED else lambda name: crops.get(name, b"")
        return _entry(game, kind, str(source), float(at_s), body, named)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Unreadable("journal.broken-entry", BROKEN.filled(kind=kind, why=type(error).__name__)) from None


def _entry(game: Game, kind: str, source: str, at_s: float, body: Any, named: CropNamed) -> Entry:
    match kind:
        case "play":
            action = codec.action_from_json(game, body["action"])
            return Played(source, at_s, action, evidence_from_json(body["seen"], named))
        case "back":
            return TakenBack(source, at_s, _whole(body["length"]))
        case "put-back":
            return PutBack(source, at_s)
        case "correct":
            told = body["action"]
            corrected = None if told is None else codec.action_from_json(game, told)
            seen = evidence_from_json(body["seen"], named)
            return Corrected(source, at_s, _whole(body["index"]), corrected, seen, bool(body.get("goes_on", False)))
        case "note":
            return NoteWritten(source, at_s, _whole(body["seat"]), str(body["words"]))
        case "sample":
            return SampleKept(source, at_s, evidence_from_json(body["seen"], named)[0], str(body["read_as"]))
        case "given":
            how = body["given"]
            seat = None if how is None else PartnerSeat(str(how["strength"]), float(how["time_s"]))
            return SeatGiven(source, at_s, _whole(body["seat"]), seat)
        case "asked":
            action = codec.action_from_json(game, body["action"])
            if not isinstance(action, SeatAction):
                raise TypeError("the partner asks for an action of a seat")
            return PartnerAsked(source, at_s, PartnerRequest(action, Text(fr=body["fr"], en=body["en"])))
    raise ValueError("there is no such kind of entry")


def evidence_to_json(evidence: Evidence) -> list[dict[str, Any]]:
    """What was seen, as plain data; pictures by their names, "" where there is none."""
    return [
        {
            "kind": seen.thing.kind,
            "face": seen.thing.face,
            "name": seen.thing.name,
            "xy_mm": list(seen.thing.xy_mm) if seen.thing.xy_mm else None,
            "sure": round(seen.confidence, 4),
            "crop": _name(seen.crop_jpeg) if seen.crop_jpeg else "",
        }
        for seen in evidence
    ]


def evidence_from_json(data: list[dict[str, Any]], named: CropNamed) -> Evidence:
    """What `evidence_to_json` wrote. Raises KeyError, TypeError or ValueError for anything else."""
    return tuple(_seen(each, named) for each in data)


def _name(jpeg: bytes) -> str:
    return sha256(jpeg).hexdigest()[:NAME_LETTERS]


def _seen(data: dict[str, Any], named: CropNamed) -> SeenThing:
    xy_mm = (float(data["xy_mm"][0]), float(data["xy_mm"][1])) if data["xy_mm"] else None
    thing = Thing(str(data["kind"]), str(data["face"]), str(data.get("name", "")), xy_mm=xy_mm)
    return SeenThing(thing, float(data["sure"]), named(str(data["crop"])))


def _seat_to_json(how: PartnerSeat) -> dict[str, Any]:
    return {"strength": how.strength, "time_s": how.time_s}


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("a whole number is wanted")
    return value


LATER_SCHEMA = Text(
    fr="une version plus récente du compagnon l'a écrite ({schema}, celle-ci lit {known})",
    en="a later version of the companion wrote it ({schema}, this one reads {known})",
)
BROKEN = Text(fr="elle est abîmée (« {kind} », {why})", en="it is damaged (“{kind}”, {why})")
