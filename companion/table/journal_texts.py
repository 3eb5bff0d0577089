"""What people read about a journal that cannot be used."""

from __future__ import annotations

from companion.core.text import Text

UNREADABLE = Text(
    fr="Le journal {path} ne s'ouvre pas ({why}) ; déplacez-le ou choisissez un autre dossier.",
    en="The journal {path} does not open ({why}); move it away or choose another folder.",
)
LATER = Text(
    fr="Le journal {path} est d'une version plus récente ({version}, ce programme connaît {known}) ; mettez le "
    "programme à jour, ou choisissez un autre dossier avec --data.",
    en="The journal {path} is of a later version ({version}, this program knows {known}); bring the program up to "
    "date, or choose another folder with --data.",
)
