"""All checks, and an examination: each of them once."""

from __future__ import annotations

import logging

from companion.core.text import Text
from companion.doctor import devices, host, network, picture, storage
from companion.doctor.finding import Check, Finding, unknown
from companion.doctor.secrets import striker_of
from companion.doctor.subject import Subject

log = logging.getLogger(__name__)

CHECKS: tuple[Check, ...] = (
    *picture.CHECKS,
    *devices.CHECKS,
    *network.CHECKS,
    *storage.CHECKS,
    *host.CHECKS,
)
"""Every check, in the order in which people read them. One more is one more entry of its module's `CHECKS`."""


def examine(subject: Subject, checks: tuple[Check, ...] = CHECKS) -> tuple[Finding, ...]:
    """Carry out each check. None ends the examination, and no sentence holds a secret of the settings."""
    striker = striker_of(subject.settings)
    found = [(check.key, _carried_out(check, subject)) for check in checks]
    return tuple(Finding(each.ok, striker.text(each.say), key) for key, each in found)


def _carried_out(check: Check, subject: Subject) -> Finding:
    try:
        return check.look(subject)
    except PermissionError as error:
        return unknown(NOT_ALLOWED, check=check.key, path=error.filename or "?")
    except Exception as error:  # a check that stumbles over a machine of another make says nothing about the thing
        log.warning("the check %s has failed: %s", check.key, type(error).__name__)
        return unknown(STUMBLED, check=check.key, why=type(error).__name__)


NOT_ALLOWED = Text(
    fr="La vérification « {check} » n'a pas accès à {path} ; lancez companion doctor sous l'utilisateur de la table.",
    en="The check “{check}” may not look at {path}; run companion doctor as the table's user.",
)
STUMBLED = Text(
    fr="La vérification « {check} » n'a pas abouti ({why}) ; joignez le fichier de --bundle à une demande d'aide.",
    en="The check “{check}” did not come to its end ({why}); add the file of --bundle when you ask for help.",
)
