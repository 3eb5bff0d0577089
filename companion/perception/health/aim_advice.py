"""What to do about a camera that is not aimed well, in one sentence: what spoils most comes first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.camera.lenses import FILLS
from companion.core.mat import TABLE_MAT
from companion.core.text import Text
from companion.perception.health.aim import Aim, Place
from companion.perception.health.light import DARK as DARK_ANYWAY
from companion.perception.health.one_picture import BLEACHED, DARK, WIDEST_EDGE
from companion.perception.rectify import FEWEST_MARKERS

MOST_TILT_DEG = 20.0
"""To which dice were learnt, and cards are read as well as from above."""
LEAST_EVEN = 0.5
"""Brightness of the darkest corner's paper over the lightest one's: where the lightest is just not bleached, the
darkest then has half of the grey values that tell inks apart."""
MAY_COME_NEARER = 0.9
"""Share of the picture: a mat that fills more of it is as near as it can be seen whole, and what lacks is pixels."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a reader needs.

    Attributes:
        key: for programs ("dice").
        name: for people.
        px_per_mm: pixels a millimetre on the mat from which it reads.
    """

    key: str
    name: Text
    px_per_mm: float


NEEDS = (
    Need("dice", Text(fr="les dés", en="dice"), 2.0),
    Need("cards", Text(fr="les cartes", en="cards"), 2.0),
    Need("letters", Text(fr="les lettres", en="letters"), 1.8),
)
"""Dice of 19 mm: drawn ones are read from 2.0 on, and one in six is not at 1.4 (`tests/perception/test_aim_advice.py`).
Cards: the sweeps of docs/figures.md go down to 2.0. Letters and boards: games are played to their end at 1.8, which is
`CAMERA_B` there."""
MOST_NEEDED = max(each.px_per_mm for each in NEEDS)


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to do.

    Attributes:
        key: for programs and tests ("too-dark").
        applies: whether it is to be done.
        say: the sentence, with `{name}` for each of `_numbers`.
    """

    key: str
    applies: Callable[[Aim], bool]
    say: Text


def advice_on(aim: Aim) -> tuple[str, Text]:
    """What to do first, its key and its sentence; "well" where nothing is to be done."""
    found = next((each for each in ADVICE if each.applies(aim)), None)
    return ("well", WELL) if found is None else (found.key, found.say.filled(**_numbers(aim)))


def _placed(applies: Callable[[Place], bool]) -> Callable[[Aim], bool]:
    """The same of a picture in which the mat was found; False of others."""
    return lambda aim: aim.place is not None and applies(aim.place)


def _shows_enough(place: Place) -> bool:
    return place.px_per_mm >= MOST_NEEDED


def _numbers(aim: Aim) -> dict[str, object]:
    """What the sentences name."""
    values: dict[str, object] = {
        "white": round(aim.white),
        "bleached": round(100 * aim.bleached),
        "spots": len(aim.glare),
        "even": round(100 * (aim.evenness or 0.0)),
        "seen": len(aim.markers),
        "all": len(TABLE_MAT.markers),
        "need": in_words(MOST_NEEDED),
        "most_tilt": round(MOST_TILT_DEG),
        "lost": aim.lost,
    }
    place = aim.place
    if place is not None:
        lacking = (each.name for each in NEEDS if place.px_per_mm < each.px_per_mm)
        values |= {
            "tilt": round(place.tilt_deg),
            "scale": in_words(place.px_per_mm),
            "what": _listed(lacking),
            "off": place.off_picture,
            "height": round(place.height_mm / 10),
            "best": round(place.best_height_mm / 10),
            "width": 10 * round(aim.size_xy[0] * MOST_NEEDED / place.px_per_mm / 10 + 0.5),
        }
    return values


def in_words(value: float) -> Text:
    """A number with one decimal, as each language writes it."""
    written = f"{value:.1f}"
    return Text(fr=written.replace(".", ","), en=written)


def _listed(names: Iterable[Text]) -> Text:
    listed = tuple(names)
    return Text(fr=", ".join(each.fr for each in listed), en=", ".join(each.en for each in listed))


ADVICE = (
    Advice(
        "too-dark",
        lambda aim: aim.white < (DARK if aim.markers else DARK_ANYWAY),
        Text(
            fr="Allumez une lampe ou rapprochez-la : le blanc du tapis n'est qu'à {white} sur 255.",
            en="Switch on a lamp or bring it nearer: the mat's white shows as only {white} of 255.",
        ),
    ),
    Advice(
        "bleached",
        lambda aim: aim.bleached > BLEACHED,
        Text(
            fr="Éloignez la lampe, ou baissez l'exposition de la caméra : l'image est brûlée à {bleached} %.",
            en="Move the lamp away, or lower the camera's exposure: {bleached} % of the picture is bleached.",
        ),
    ),
    Advice(
        "blurred",
        lambda aim: aim.edge_share is not None and aim.edge_share > WIDEST_EDGE,
        Text(
            fr="Réglez la mise au point de la caméra et essuyez l'objectif : l'image est floue.",
            en="Focus the camera and wipe its lens: the picture is blurred.",
        ),
    ),
    Advice(
        "no-edges",
        lambda aim: aim.edge_share is None and not aim.markers,
        Text(
            fr="Réglez la mise au point de la caméra, ou posez le tapis dessous : rien n'est net dans l'image.",
            en="Focus the camera, or lay the mat under it: nothing in the picture is sharp.",
        ),
    ),
    Advice(
        "no-mat",
        lambda aim: len(aim.markers) < FEWEST_MARKERS,
        Text(
            fr="Posez le tapis sous la caméra, imprimé à sa taille (A1, 100 %), ou montez la caméra : {seen} de ses "
            "{all} repères se voient.",
            en="Lay the mat under the camera, printed at its size (A1, 100 %), or put the camera higher: {seen} of its "
            "{all} markers are seen.",
        ),
    ),
    Advice("bent", lambda aim: aim.place is None, Text(fr="{lost}", en="{lost}")),
    Advice(
        "tilted",
        _placed(lambda place: place.tilt_deg > MOST_TILT_DEG),
        Text(
            fr="Tournez la caméra droit vers le bas : elle penche de {tilt}°, et {most_tilt}° au plus sont permis.",
            en="Turn the camera straight down: it leans by {tilt}°, and {most_tilt}° at most are allowed.",
        ),
    ),
    Advice(
        "higher",
        _placed(lambda place: place.off_picture > 0 and place.fills > FILLS),
        Text(
            fr="Montez la caméra de {height} à {best} cm environ : il manque {off} coin(s) du tapis à l'image.",
            en="Put the camera higher, from {height} to about {best} cm: {off} corner(s) of the mat are outside "
            "the picture.",
        ),
    ),
    Advice(
        "shift",
        _placed(lambda place: place.off_picture > 0),
        Text(
            fr="Placez la caméra au-dessus du milieu du tapis : {off} de ses coins sont hors de l'image.",
            en="Move the camera above the middle of the mat: {off} of its corners are outside the picture.",
        ),
    ),
    Advice(
        "covered",
        lambda aim: len(aim.markers) < len(TABLE_MAT.markers),
        Text(
            fr="Dégagez les coins du tapis : {seen} de ses {all} repères se voient.",
            en="Clear the mat's corners: {seen} of its {all} markers are seen.",
        ),
    ),
    Advice(
        "lower",
        _placed(lambda place: not _shows_enough(place) and place.fills < MAY_COME_NEARER),
        Text(
            fr="Baissez la caméra de {height} à {best} cm environ : {scale} pixel par millimètre est trop peu "
            "pour {what}, il en faut {need}.",
            en="Put the camera lower, from {height} to about {best} cm: {scale} pixels a millimetre are too few for "
            "{what}, which take {need}.",
        ),
    ),
    Advice(
        "larger-picture",
        _placed(lambda place: not _shows_enough(place)),
        Text(
            fr="Réglez la caméra sur une image d'au moins {width} pixels de large : {scale} pixel par millimètre est "
            "trop peu pour {what}, il en faut {need}.",
            en="Set the camera to a picture of at least {width} pixels wide: {scale} pixels a millimetre are too few "
            "for {what}, which take {need}.",
        ),
    ),
    Advice(
        "glare",
        lambda aim: bool(aim.glare),
        Text(
            fr="Tournez ou écartez la lampe : elle se reflète à {spots} endroit(s) de l'image.",
            en="Turn the lamp or move it aside: it is reflected in {spots} place(s) of the picture.",
        ),
    ),
    Advice(
        "uneven",
        lambda aim: aim.evenness is not None and aim.evenness < LEAST_EVEN,
        Text(
            fr="Éclairez le tapis plus uniformément : son coin le plus sombre n'a que {even} % de la clarté "
            "du plus clair.",
            en="Light the mat more evenly: its darkest corner has only {even} % of the brightness of its lightest.",
        ),
    ),
)
"""What may be to do; what spoils most, or hides what follows, comes first."""
WELL = Text(
    fr="Rien à faire : la caméra est bien placée, laissez-la où elle est.",
    en="Nothing to do: the camera is well placed, leave it where it is.",
)
