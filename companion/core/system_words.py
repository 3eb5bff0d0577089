"""Why the system did not do what it was asked for, in our own words."""

from __future__ import annotations

import errno
from socket import gaierror

from companion.core.text import Text

WORDS = {
    errno.ENOENT: Text(fr="il n'y a rien à cet endroit", en="nothing is there"),
    errno.ENOTDIR: Text(fr="un fichier est à la place d'un dossier", en="a file is in a folder's place"),
    errno.EISDIR: Text(fr="c'est un dossier", en="it is a folder"),
    errno.EEXIST: Text(fr="autre chose est à cet endroit", en="something else is there"),
    errno.EACCES: Text(fr="cet utilisateur n'en a pas le droit", en="this user may not"),
    errno.EPERM: Text(fr="cet utilisateur n'en a pas le droit", en="this user may not"),
    errno.EROFS: Text(fr="le disque est en lecture seule", en="the disk is read-only"),
    errno.ENOSPC: Text(fr="le disque est plein", en="the disk is full"),
    errno.EDQUOT: Text(fr="la place de cet utilisateur est épuisée", en="this user's share of the disk is used up"),
    errno.EFBIG: Text(fr="le fichier serait trop grand pour ce disque", en="the file would be too large for this disk"),
    errno.EIO: Text(fr="une lecture ou une écriture a échoué", en="reading or writing failed"),
    errno.ELOOP: Text(fr="des liens tournent en rond", en="links go round in a circle"),
    errno.ENAMETOOLONG: Text(fr="le nom est trop long", en="the name is too long"),
    errno.EMFILE: Text(fr="trop de fichiers sont ouverts", en="too many files are open"),
    errno.EBUSY: Text(fr="un autre programme s'en sert", en="another program uses it"),
    errno.EADDRINUSE: Text(fr="un autre programme s'en sert", en="another program uses it"),
    errno.EADDRNOTAVAIL: Text(fr="cette machine n'a pas cette adresse", en="this machine does not have that address"),
    errno.ECONNREFUSED: Text(fr="personne n'y répond", en="nobody answers there"),
    errno.ENETUNREACH: Text(fr="aucun réseau n'y mène", en="no network leads there"),
    errno.EHOSTUNREACH: Text(fr="aucun réseau n'y mène", en="no network leads there"),
    errno.ETIMEDOUT: Text(fr="pas de réponse à temps", en="no answer in time"),
}
"""By the number that the system gives."""
NO_JOURNAL = Text(fr="ce n'est pas un journal", en="it is no journal")
OF_JOURNAL = {
    5: WORDS[errno.EBUSY],
    8: Text(fr="le fichier est en lecture seule", en="the file is read-only"),
    10: WORDS[errno.EIO],
    11: Text(fr="le fichier est abîmé", en="the file is damaged"),
    13: WORDS[errno.ENOSPC],
    14: Text(fr="le fichier ne s'ouvre pas", en="the file does not open"),
    26: NO_JOURNAL,
}
"""By SQLite's primary code."""
NO_NAME = Text(fr="aucune machine ne porte ce nom", en="no machine bears that name")
ANOTHER = Text(fr="le système le refuse, erreur {number}", en="the system refuses, error {number}")
UNKNOWN = Text(fr="une erreur du genre {kind}", en="an error of the kind {kind}")
"""For what no number says; kind: the exception's name."""


def why(error: BaseException) -> Text:
    """What an error of the system, or of SQLite, means."""
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, TimeoutError):
        number = errno.ETIMEDOUT
    if isinstance(error, gaierror):
        return NO_NAME
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & 0xFF in OF_JOURNAL:
        return OF_JOURNAL[code & 0xFF]
    if number is None:
        return UNKNOWN.filled(kind=type(error).__name__)
    return WORDS.get(number) or ANOTHER.filled(number=number)
