"""The camera: whether it opens and gives a picture, and whether that picture is large, light and sharp enough and shows
the mat. All of them look at one and the same picture."""

from __future__ import annotations

import queue
from collections.abc import Callable
from threading import Thread

from companion.camera.arrays import Pixels
from companion.camera.source import FrameSource, SourceFailed
from companion.core.errors import Refusal, Unreadable
from companion.core.mat import TABLE_MAT
from companion.core.text import Text
from companion.doctor.finding import Check, Finding, unknown, well, wrong
from companion.doctor.secrets import shown_address
from companion.doctor.subject import Subject
from companion.perception.health.one_picture import (
    BLEACHED,
    DARK,
    FOCUS_WIDTH_PX,
    WIDEST_EDGE,
    bleached_share,
    edge_share,
    grey_of,
    white_in,
)
from companion.perception.rectify import find_table

NO_CAMERA = "none://"
"""The address of no camera at all."""
FEWEST_PX = 640
"""Width below which dice and letters on the A1 mat have under 0.8 pixels a millimetre: no reader names them."""
LONGEST_S = 20.0
"""How long a camera may take to open and give a picture; the slowest driver's own limit is under that."""


def taken_by(opens: Callable[[], FrameSource], most_s: float = LONGEST_S) -> Pixels:
    """Open a camera, take a full-size picture, (H, W, 3) uint8 BGR, and close it.

    Raises:
        Refusal: it does not open, or gives none within `most_s` seconds; a driver's own exception is one, too.
    """
    given: queue.Queue[Pixels | Exception] = queue.Queue()

    def take() -> None:
        try:
            with opens() as camera:
                camera.small()
                given.put(camera.full().pixels)
        except Exception as error:  # whatever a driver raises is told in words
            given.put(error)

    Thread(target=take, name="camera check", daemon=True).start()
    try:
        found = given.get(timeout=most_s)
    except queue.Empty:
        raise SourceFailed(HANGS.filled(seconds=round(most_s))) from None
    if isinstance(found, Refusal):
        raise found
    if isinstance(found, Exception):
        raise SourceFailed(STUMBLES.filled(why=type(found).__name__)) from None
    return found


def _camera(subject: Subject) -> Finding:
    address = shown_address(subject.settings.camera)
    if subject.settings.camera.startswith(NO_CAMERA):
        return unknown(NONE)
    if subject.elsewhere:
        return unknown(IN_USE, address=address)
    picture = subject.picture
    return Finding(False, picture.what) if isinstance(picture, Refusal) else well(GIVES, address=address)


def _seen(what: Text, look: Callable[[Pixels, tuple[int, int] | None], Finding]) -> Callable[[Subject], Finding]:
    """A check of the picture, which tells `what`; without a picture nothing can be told."""

    def check(subject: Subject) -> Finding:
        if subject.settings.camera.startswith(NO_CAMERA) or subject.elsewhere:
            return unknown(NO_PICTURE, what=what)
        picture = subject.picture
        return unknown(NO_PICTURE, what=what) if isinstance(picture, Refusal) else look(picture, subject.full_size_xy)

    return check


def _size(picture: Pixels, full_size_xy: tuple[int, int] | None) -> Finding:
    width, height = full_size_xy or (picture.shape[1], picture.shape[0])
    return (well if width >= FEWEST_PX else wrong)(
        LARGE if width >= FEWEST_PX else SMALL, width=width, height=height, least=FEWEST_PX
    )


def _light(picture: Pixels, _full_size_xy: tuple[int, int] | None) -> Finding:
    grey = grey_of(picture)
    bleached, white = bleached_share(grey), white_in(grey)
    if white < DARK:
        return wrong(TOO_DARK, value=round(white))
    if bleached > BLEACHED:
        return wrong(TOO_LIGHT, percent=round(100 * bleached))
    return well(LIGHT)


def _focus(picture: Pixels, _full_size_xy: tuple[int, int] | None) -> Finding:
    share, across_px = edge_share(picture), min(FOCUS_WIDTH_PX, picture.shape[1])
    if share is None:
        return unknown(NO_EDGES)
    width, most = share * across_px, WIDEST_EDGE * across_px
    return (wrong if width > most else well)(
        BLURRED if width > most else SHARP, width=f"{width:.1f}", most=f"{most:.1f}"
    )


def _mat(picture: Pixels, _full_size_xy: tuple[int, int] | None) -> Finding:
    try:
        view = find_table(picture)
    except Unreadable as refusal:
        return Finding(False, refusal.what)
    seen = len(view.markers_seen)
    height_cm = round(view.camera_mm[2] / 10)
    return well(MAT, seen=seen, all=len(TABLE_MAT.markers), height=height_cm)


SIZE = Text(fr="la taille de l'image", en="the picture's size")
THE_LIGHT = Text(fr="la lumière", en="the light")
FOCUS = Text(fr="la netteté", en="the focus")
THE_MAT = Text(fr="la place du tapis", en="the mat")
CHECKS = (
    Check("camera", _camera),
    Check("picture", _seen(SIZE, _size)),
    Check("light", _seen(THE_LIGHT, _light)),
    Check("focus", _seen(FOCUS, _focus)),
    Check("mat", _seen(THE_MAT, _mat)),
)

NONE = Text(
    fr="Aucune caméra n'est réglée : les téléphones disent ce qui se passe sur la table.",
    en="No camera is set: phones tell what happens on the table.",
)
IN_USE = Text(
    fr="La caméra {address} sert à la table qui tourne : ouvrez la page /doctor de cette table.",
    en="The camera {address} is at work for the table that runs: open /doctor on that table's page.",
)
GIVES = Text(fr="La caméra {address} donne une image.", en="The camera {address} gives a picture.")
HANGS = Text(
    fr="La caméra ne donne pas d'image en {seconds} s : débranchez-la, rebranchez-la, et fermez ce qui s'en sert.",
    en="The camera gives no picture within {seconds} s: unplug it, plug it in again, and close what uses it.",
)
STUMBLES = Text(
    fr="La caméra ne s'ouvre pas ({why}) : vérifiez son câble et que rien d'autre ne s'en sert.",
    en="The camera does not open ({why}): check its cable and that nothing else uses it.",
)
NO_PICTURE = Text(
    fr="Sans image de la caméra, rien ne se sait de {what}.",
    en="Without a picture of the camera nothing is known of {what}.",
)
LARGE = Text(
    fr="L'image de la caméra est assez grande : {width} x {height} pixels.",
    en="The camera's picture is large enough: {width} x {height} pixels.",
)
SMALL = Text(
    fr="L'image de la caméra est trop petite, {width} x {height} pixels : réglez-la à {least} de large au moins.",
    en="The camera's picture is too small, {width} x {height} pixels: set it to at least {least} wide.",
)
LIGHT = Text(fr="La lumière sur la table suffit.", en="The light on the table is enough.")
TOO_DARK = Text(
    fr="Il fait trop sombre sur la table : le blanc y est à {value} sur 255 ; allumez ou rapprochez une lampe.",
    en="It is too dark on the table: white shows as {value} of 255; switch on a lamp or bring it nearer.",
)
TOO_LIGHT = Text(
    fr="L'image est brûlée sur {percent} % de sa surface : éloignez la lampe, ou baissez l'exposition de la caméra.",
    en="The picture is bleached over {percent} % of it: move the lamp away, or lower the camera's exposure.",
)
SHARP = Text(fr="L'image est nette.", en="The picture is sharp.")
BLURRED = Text(
    fr="L'image est floue, ses bords sont larges de {width} pixels au lieu de {most} au plus : réglez la mise au point "
    "et essuyez l'objectif.",
    en="The picture is blurred, its edges are {width} pixels wide instead of {most} at most: set the focus and wipe "
    "the lens.",
)
NO_EDGES = Text(
    fr="L'image n'a aucun bord net à mesurer : posez le tapis sous la caméra, puis recommencez.",
    en="The picture has no clear edge to measure: lay the mat under the camera, then try again.",
)
MAT = Text(
    fr="Le tapis est vu : {seen} repères sur {all}, caméra à {height} cm.",
    en="The mat is seen: {seen} of {all} markers, camera at {height} cm.",
)
