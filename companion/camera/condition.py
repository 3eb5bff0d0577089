"""How a camera is: one word for programs, and one sentence for people while it is not well."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from companion.core.text import Text


class Condition(enum.Enum):
    """What is the matter with a camera; the value is the word of `GET /api/v1/table`."""

    NONE = "none"
    STARTING = "starting"
    WELL = "well"
    ENDED = "ended"
    LOST = "lost"
    HANGS = "hangs"
    SLOW = "slow"
    RESIZED = "resized"
    TURNED = "turned"
    COVERED = "covered"
    DARK = "dark"
    BLEACHED = "bleached"
    FROZEN = "frozen"
    BLURRED = "blurred"
    FLICKERS = "flickers"
    MOVED = "moved"
    MAT_LOST = "mat lost"
    MAT_COVERED = "mat covered"


@dataclass(frozen=True, slots=True)
class CameraState:
    """How a camera is now.

    Attributes:
        condition: what is the matter.
        says: the sentence for people; None while there is nothing to say.
    """

    condition: Condition
    says: Text | None = None


def state_of(condition: Condition, says: Text | None = None) -> CameraState:
    """The state with this condition's own sentence, or with another one."""
    return CameraState(condition, SENTENCES.get(condition) if says is None else says)


GOES_ON = Text(
    fr=" Le compagnon la rouvre de lui-même ; d'ici là, dites sur un téléphone ce qui se passe.",
    en=" The companion opens it again by itself; until then tell on a phone what happens.",
)
"""Follows what a driver says of a camera that is gone."""
BROKEN = Text(
    fr="La caméra « {address} » ne marche pas ({error}) : vérifiez son branchement, et qu'aucun autre programme ne "
    "s'en sert.",
    en="The camera “{address}” does not work ({error}): check its connection, and that no other program uses it.",
)
"""Said of a driver that raises what no driver should."""
SENTENCES: dict[Condition, Text] = {
    Condition.STARTING: Text(
        fr="La caméra n'a pas encore donné d'image ; attendez un instant, ou dites sur un téléphone ce qui se passe.",
        en="The camera has given no picture yet; wait a moment, or tell on a phone what happens.",
    ),
    Condition.HANGS: Text(
        fr="La caméra ne répond plus : débranchez-la et rebranchez-la, ou vérifiez son réseau ; elle sera rouverte "
        "d'elle-même.",
        en="The camera does not answer: unplug it and plug it in again, or check its network; it is opened again by "
        "itself.",
    ),
    Condition.SLOW: Text(
        fr="La caméra donne moins de cinq images par seconde : éclairez mieux la table, choisissez une image plus "
        "petite, ou vérifiez son câble ou son réseau.",
        en="The camera gives fewer than five pictures a second: light the table better, choose a smaller picture, or "
        "check its cable or network.",
    ),
    Condition.RESIZED: Text(
        fr="La caméra donne des images d'une autre taille qu'avant : le compagnon s'y fait ; si ce n'est pas voulu, "
        "vérifiez ses réglages.",
        en="The camera gives pictures of another size than before: the companion adapts; if that is not wanted, check "
        "the camera's settings.",
    ),
    Condition.TURNED: Text(
        fr="L'image de la caméra a tourné : remettez la caméra comme avant, ou laissez le compagnon s'y faire.",
        en="The camera's picture is turned: put the camera back as it was, or let the companion adapt.",
    ),
    Condition.COVERED: Text(
        fr="La caméra ne voit rien : ôtez ce qui couvre l'objectif, ou allumez la lumière.",
        en="The camera sees nothing: take away what covers the lens, or switch on the light.",
    ),
    Condition.DARK: Text(
        fr="L'image de la table est trop sombre pour bien lire : allumez une lampe au-dessus de la table.",
        en="The picture of the table is too dark to read well: switch on a lamp above the table.",
    ),
    Condition.BLEACHED: Text(
        fr="L'image de la table est toute blanche : écartez la lampe, fermez un rideau, ou baissez l'exposition de la "
        "caméra.",
        en="The picture of the table is bleached: turn the lamp away, draw a curtain, or lower the camera's exposure.",
    ),
    Condition.FROZEN: Text(
        fr="L'image de la caméra est figée : débranchez la caméra et rebranchez-la, ou redémarrez-la.",
        en="The camera's picture is frozen: unplug the camera and plug it in again, or restart it.",
    ),
    Condition.BLURRED: Text(
        fr="L'image de la table est devenue floue : faites la mise au point, ou essuyez l'objectif.",
        en="The picture of the table has become blurred: focus the camera, or wipe its lens.",
    ),
    Condition.FLICKERS: Text(
        fr="Des bandes de lumière défilent dans l'image : réglez la caméra sur 50 Hz, ou changez de lampe.",
        en="Bands of light run through the picture: set the camera to 50 Hz (60 Hz in America), or use another lamp.",
    ),
    Condition.MOVED: Text(
        fr="La caméra ou le tapis a bougé : laissez-les un instant sans y toucher, le compagnon s'y retrouve.",
        en="The camera or the mat was moved: leave them alone for a moment, the companion finds its way again.",
    ),
    Condition.MAT_LOST: Text(
        fr="Le tapis n'est plus dans l'image : remettez-le sous la caméra, ou tournez la caméra vers lui.",
        en="The mat is no longer in the picture: put it back under the camera, or turn the camera towards it.",
    ),
    Condition.MAT_COVERED: Text(
        fr="Quelque chose couvre les repères du tapis : dégagez ses coins.",
        en="Something covers the mat's markers: clear its corners.",
    ),
}
"""What is said of each condition, where nothing better is known: what, where, what to do."""
