"""Buttons, lights and buzzers: the pins of a Raspberry Pi, or a table box and its program."""

from __future__ import annotations

from companion.core.errors import Refusal
from companion.core.text import Text
from companion.doctor.finding import Check, Finding, unknown, well, wrong
from companion.doctor.subject import Subject
from companion.hardware.box_device import BoxDevice, not_found
from companion.hardware.box_walk import find
from firmware_bridge.device.wire import VERSION

NO_DEVICE = "none"
BOXES = ("serial", "sim")
"""Schemes of addresses that name a table box."""


def _pins(subject: Subject) -> Finding:
    address = subject.settings.hardware
    scheme = _scheme(address)
    if scheme == NO_DEVICE:
        return unknown(NO_HARDWARE)
    if scheme in BOXES:
        return unknown(BOX_INSTEAD)
    if subject.device is not None:
        trouble = subject.device.trouble
        return well(PINS_AT_WORK, address=address) if trouble is None else Finding(False, trouble)
    if subject.elsewhere:
        return unknown(IN_USE, address=address)
    try:
        subject.open_device().close()
    except Refusal as refusal:
        return Finding(False, refusal.what)
    return well(PINS, address=address)


def _box(subject: Subject) -> Finding:
    address = subject.settings.hardware
    if _scheme(address) not in BOXES:
        return unknown(NO_BOX)
    if subject.device is None and subject.elsewhere:
        return unknown(IN_USE, address=address)
    if isinstance(subject.device, BoxDevice):  # a thread of the running table serves it
        return _found(subject.device, address)
    try:
        device = subject.open_device()
    except Refusal as refusal:
        return Finding(False, refusal.what)
    try:
        if isinstance(device, BoxDevice):
            find(device.box, subject.clock)
            return _found(device, address)
    except Refusal as refusal:
        if isinstance(device, BoxDevice) and device.box.other_version is not None:
            return _found(device, address)
        return wrong(SILENT, address=address, why=refusal.what)
    finally:
        device.close()
    return unknown(NO_BOX)


def _found(device: BoxDevice, address: str) -> Finding:
    box = device.box
    if box.other_version is not None:
        return wrong(OTHER_VERSION, address=address, theirs=box.other_version, ours=VERSION)
    if box.seats is None:
        return wrong(SILENT, address=address, why=not_found(box))
    return well(BOX, address=address, seats=box.seats, version=VERSION)


def _scheme(address: str) -> str:
    return address.strip().partition("://")[0].lower()


CHECKS = (Check("pins", _pins), Check("box", _box))

NO_HARDWARE = Text(
    fr="Ni boutons ni lumières ne sont réglés : les téléphones les remplacent.",
    en="No buttons or lights are set: phones take their place.",
)
BOX_INSTEAD = Text(
    fr="Aucune broche n'est employée : une boîte de table est réglée.", en="No pin is used: a table box is set."
)
PINS = Text(fr="Les broches s'ouvrent ({address}).", en="The pins open ({address}).")
PINS_AT_WORK = Text(
    fr="Les broches servent à cette table ({address}).", en="The pins are at work for this table ({address})."
)
IN_USE = Text(
    fr="{address} sert à la table qui tourne : ouvrez la page /doctor de cette table.",
    en="{address} is at work for the table that runs: open /doctor on that table's page.",
)
NO_BOX = Text(fr="Aucune boîte de table n'est réglée.", en="No table box is set.")
BOX = Text(
    fr="La boîte de table {address} répond : {seats} places, protocole {version}.",
    en="The table box {address} answers: {seats} seats, protocol {version}.",
)
SILENT = Text(fr="{address} : {why}", en="{address}: {why}")
OTHER_VERSION = Text(
    fr="La boîte de table {address} parle le protocole {theirs}, le compagnon le {ours} : lancez companion box flash.",
    en="The table box {address} speaks protocol {theirs}, the companion {ours}: run companion box flash.",
)
