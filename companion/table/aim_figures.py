"""The figures of the aiming page, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.mat import TABLE_MAT
from companion.core.text import Text, same
from companion.perception.health.aim import Aim
from companion.perception.health.aim_advice import LEAST_EVEN, MOST_TILT_DEG, NEEDS, in_words
from companion.perception.health.one_picture import BLEACHED, DARK, WIDEST_EDGE

FEWEST_PER_S = 5.0
"""Pictures a second below which hands are lost between two of them; a table at rest is looked at as often."""
SLACK = 0.9
"""Share of `FEWEST_PER_S` that is enough: the times between pictures vary."""
FULLY_SHARP = 0.8
"""The focus figure is 100 % where the edges are narrower than `WIDEST_EDGE` by this share of it: a fifth is left."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure.

    Attributes:
        key: for programs ("height").
        name: what it is.
        value: the number with its unit.
        ok: whether it is good enough; None: it cannot be told, or cannot be wrong.
    """

    key: str
    name: Text
    value: Text
    ok: bool | None = None


def figures_of(aim: Aim, per_s: float | None, *, watched: bool) -> tuple[Figure, ...]:
    """All figures of a look, in the order in which people read them.

    Args:
        per_s: small frames a second lately; None where they were not counted.
        watched: whether a match is at the table, and only as many frames are taken as it needs.
    """
    return (*_of_place(aim), *_of_light(aim), _focus(aim), _rate(per_s, watched=watched))


def found_in_words(markers: int, things: Mapping[str, int]) -> Text:
    """What was found in a picture: how many of the mat's markers, and how many things of each kind."""
    found = MARKERS.filled(seen=markers, all=len(TABLE_MAT.markers))
    for kind, count in sorted(things.items()):
        one, many = KINDS.get(kind, OTHERS)
        found += same(f", {count} ") + (one if count == 1 else many)
    return found


def _of_place(aim: Aim) -> tuple[Figure, ...]:
    place = aim.place
    if place is None:
        return (Figure("mat", MAT, NOT_FOUND, False),)
    scale = in_words(place.px_per_mm)
    return (
        Figure("height", HEIGHT, same(f"{place.height_mm / 10:.0f} cm")),
        Figure("tilt", TILT, same(f"{place.tilt_deg:.0f}°"), place.tilt_deg <= MOST_TILT_DEG),
        Figure("scale", SCALE, scale + same(" px/mm")),
        *(
            Figure(
                need.key,
                FOR.filled(what=need.name),
                (ENOUGH if place.px_per_mm >= need.px_per_mm else TOO_FEW).filled(need=in_words(need.px_per_mm)),
                place.px_per_mm >= need.px_per_mm,
            )
            for need in NEEDS
        ),
    )


def _of_light(aim: Aim) -> tuple[Figure, ...]:
    evenness = UNKNOWN if aim.evenness is None else _percent(aim.evenness)
    return (
        Figure("light", LIGHT, OF_255.filled(value=round(aim.white)), aim.white >= DARK and aim.bleached <= BLEACHED),
        Figure("evenness", EVENNESS, evenness, None if aim.evenness is None else aim.evenness >= LEAST_EVEN),
        Figure("glare", GLARE, same(str(len(aim.glare))), not aim.glare),
    )


def _focus(aim: Aim) -> Figure:
    if aim.edge_share is None:
        return Figure("focus", FOCUS, UNKNOWN)
    sharp = (1.0 - aim.edge_share / WIDEST_EDGE) / FULLY_SHARP
    return Figure("focus", FOCUS, _percent(min(1.0, max(0.0, sharp))), aim.edge_share <= WIDEST_EDGE)


def _rate(per_s: float | None, *, watched: bool) -> Figure:
    if per_s is None:
        return Figure("rate", RATE, UNKNOWN)
    return Figure("rate", LOOKED_AT if watched else RATE, same(f"{per_s:.0f}"), per_s >= SLACK * FEWEST_PER_S)


def _percent(share: float) -> Text:
    return Text(fr=f"{100 * share:.0f} %", en=f"{100 * share:.0f} %")


MAT = Text(fr="Tapis", en="Mat")
NOT_FOUND = Text(fr="pas trouvé", en="not found")
HEIGHT = Text(fr="Hauteur", en="Height")
TILT = Text(fr="Inclinaison", en="Tilt")
SCALE = Text(fr="Finesse", en="Scale")
FOR = Text(fr="Pour {what}", en="For {what}")
ENOUGH = Text(fr="assez (dès {need})", en="enough (from {need})")
TOO_FEW = Text(fr="trop peu (dès {need})", en="too few (from {need})")
LIGHT = Text(fr="Blanc du tapis", en="The mat's white")
OF_255 = Text(fr="{value} sur 255", en="{value} of 255")
EVENNESS = Text(fr="Lumière égale", en="Even light")
GLARE = Text(fr="Reflets", en="Glare spots")
FOCUS = Text(fr="Netteté", en="Focus")
RATE = Text(fr="Images par seconde", en="Pictures a second")
LOOKED_AT = Text(fr="Images regardées par seconde", en="Pictures looked at a second")
UNKNOWN = Text(fr="inconnu", en="unknown")
MARKERS = Text(fr="Vus : {seen} repères du tapis sur {all}", en="Seen: {seen} of the mat's {all} markers")
KINDS = {
    "die": (Text(fr="dé", en="die"), Text(fr="dés", en="dice")),
    "card": (Text(fr="carte", en="card"), Text(fr="cartes", en="cards")),
}
"""Words for one thing of a kind, and for several."""
OTHERS = (Text(fr="autre chose", en="other thing"), Text(fr="autres choses", en="other things"))
