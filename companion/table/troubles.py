"""What may be wrong for a while beside the match, by name, and how it is said on every page."""

from __future__ import annotations

from companion.core.text import Text

SAVING = "saving"
"""Something could not be written to the disk."""
JOURNAL = "journal"
"""The journal was damaged, and was mended when it was opened."""
CAMERA, PARTNER, BROKER = "camera", "partner", "broker"
"""The thread that watches the table, the partner's, or the broker's met an error, and goes on."""
CAMERA_STATE = "camera state"
"""The camera itself or its pictures are not well."""
ANGLE = "angle"
"""The camera looks at the table from too far aside for its dice to be read."""
TOO_STEEP = Text(
    fr="La caméra voit les dés trop de côté pour lire leur face du dessus ; placez-la au-dessus de la table.",
    en="The camera sees the dice too much from the side to read their upper faces; place it above the table.",
)

CAMERA_STUMBLES = Text(
    fr="Le compagnon bute en regardant la table ({why}) ; il continue, et ce qu'il manque se dit sur un téléphone.",
    en="The companion stumbles over what it sees ({why}); it goes on, and what it misses is told on a phone.",
)
PARTNER_STUMBLES = Text(
    fr="Le partenaire bute sur son tour ({why}) ; il recommence, ou jouez sa place vous-mêmes.",
    en="The partner stumbles over its turn ({why}); it tries again, or play its seat yourselves.",
)
BROKER_STUMBLES = Text(
    fr="Le courtier n'apprend pas tout de cette table ({why}) ; la partie continue, et le compagnon réessaie.",
    en="The broker does not hear all of this table ({why}); the match goes on, and the companion tries again.",
)
