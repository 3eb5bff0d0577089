"""What a table believes of a broker's certificate (TLS), and one sentence for each way in which that fails."""

from __future__ import annotations

import ssl
from pathlib import Path

from companion.core.errors import Unreadable
from companion.core.text import Text

EXPIRED, NOT_YET = 10, 9
"""OpenSSL's X509_V_ERR codes: the certificate's time is over; it has not begun."""
OTHER_NAME = frozenset({62, 64})
"""Its codes for a certificate that is another machine's: by name, by address."""
UNKNOWN_AUTHORITY = frozenset({18, 19, 20, 21})
"""Its codes for an authority that is not known here: the certificate vouches for itself, or for one that does."""


def trusting(authority: Path | None) -> ssl.SSLContext:
    """Believes the certificates of one authority.

    Args:
        authority: its certificate, a PEM file; None believes the authorities that this machine knows.

    Raises:
        Unreadable: the file is missing, closed to this user, or holds no certificate.
    """
    if authority is None:
        return ssl.create_default_context()
    try:
        return ssl.create_default_context(cafile=str(authority))
    except ssl.SSLError:
        raise Unreadable("club.authority", NO_CERTIFICATE.filled(path=authority)) from None
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise Unreadable("club.authority", NO_FILE.filled(path=authority, why=why)) from None


def untrusted(error: ssl.SSLError, address: str) -> Text:
    """Why no secure connection to the broker at `address` came about."""
    if not isinstance(error, ssl.SSLCertVerificationError):
        return NO_TLS.filled(address=address)
    code = error.verify_code
    if code in OTHER_NAME:
        return WRONG_HOST.filled(address=address)
    if code in UNKNOWN_AUTHORITY:
        return WRONG_AUTHORITY.filled(address=address)
    words = {EXPIRED: TOO_OLD, NOT_YET: TOO_NEW}.get(code, REFUSED)
    return words.filled(address=address, why=error.verify_message)


NO_FILE = Text(
    fr="Réglage « broker_ca » : {path} ne se lit pas ({why}) ; vérifiez le chemin et les droits.",
    en="Setting “broker_ca”: {path} cannot be read ({why}); check the path and who may read it.",
)
NO_CERTIFICATE = Text(
    fr="Réglage « broker_ca » : {path} ne contient pas de certificat ; donnez celui de l'autorité, un fichier PEM.",
    en="Setting “broker_ca”: {path} holds no certificate; give the authority's own, a PEM file.",
)
WRONG_AUTHORITY = Text(
    fr="Le certificat du courtier {address} vient d'une autorité inconnue ici ; donnez le certificat de cette "
    "autorité avec « broker_ca » dans les réglages.",
    en="The certificate of the broker {address} comes from an authority that is not known here; give that "
    "authority's certificate with “broker_ca” in the settings.",
)
TOO_OLD = Text(
    fr="Le certificat du courtier {address} a expiré ; renouvelez-le chez le courtier, ou mettez cette machine à "
    "l'heure.",
    en="The certificate of the broker {address} has expired; renew it at the broker, or set this machine's clock.",
)
TOO_NEW = Text(
    fr="Le certificat du courtier {address} ne vaut pas encore ; mettez cette machine à l'heure.",
    en="The certificate of the broker {address} is not valid yet; set this machine's clock.",
)
WRONG_HOST = Text(
    fr="Le certificat du courtier {address} est celui d'une autre machine ; écrivez « broker » avec le nom qui s'y "
    "trouve, ou refaites-le pour ce nom.",
    en="The certificate of the broker {address} is another machine's; write “broker” with the name that stands in it, "
    "or make one for this name.",
)
REFUSED = Text(
    fr="Le certificat du courtier {address} n'est pas accepté ({why}) ; faites-en un autre chez le courtier.",
    en="The certificate of the broker {address} is not accepted ({why}); make another at the broker.",
)
NO_TLS = Text(
    fr="Le courtier {address} ne parle pas TLS sur ce port ; vérifiez le port, ou écrivez mqtt:// au lieu de mqtts://.",
    en="The broker {address} does not speak TLS on this port; check the port, or write mqtt:// instead of mqtts://.",
)
