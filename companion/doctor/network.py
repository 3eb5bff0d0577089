"""The network: the broker and its certificate, the page's port, and the address that phones can reach."""

from __future__ import annotations

import queue
import socket
import ssl
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from companion.club.certificates import trusting, untrusted
from companion.club.link import Subscription
from companion.core.errors import Refusal
from companion.core.system_words import why
from companion.core.text import Text
from companion.doctor.finding import Check, Finding, unknown, well, wrong
from companion.doctor.subject import Subject
from companion.web.serve import open_listener

ANSWERS_S = 10.0
"""How long a broker may take to answer."""
TLS = "mqtts"
TLS_PORT = 8883
"""MQTT's registered port with TLS."""
HANDSHAKE_S = 5.0
"""How long a broker may take to show its certificate."""
RENEWED_BEFORE_S = 7 * 24 * 3600
"""A certificate that expires within a week is renewed before the next evening, or that evening has no broker."""
DAY_S = 24 * 3600


def _broker(subject: Subject) -> Finding:
    if subject.settings.broker is None:
        return unknown(NO_BROKER)
    answers = queue.Queue[Text | None]()
    try:
        link = subject.open_link(subject.settings.broker)
    except Refusal as refusal:
        return Finding(False, refusal.what)
    link.open(Subscription(on_connected=lambda: answers.put(None), on_lost=answers.put))
    try:
        why = answers.get(timeout=ANSWERS_S)
    except queue.Empty:
        why = SILENT.filled(address=link.public_address)
    finally:
        link.close()
    return well(BROKER, address=link.public_address) if why is None else Finding(False, why)


def _certificate(subject: Subject) -> Finding:
    url = _url(subject.settings.broker or "")
    if url is None or url.scheme != TLS or not url.hostname:
        return unknown(NO_TLS)
    host, port = url.hostname, url.port or TLS_PORT
    try:
        trusts = (
            subject.machine.trusts() if subject.settings.broker_ca is None else trusting(subject.settings.broker_ca)
        )
        with (
            socket.create_connection((host, port), HANDSHAKE_S) as plain,
            trusts.wrap_socket(plain, server_hostname=host) as secured,
        ):
            shown = secured.getpeercert() or {}
    except Refusal as refusal:
        return Finding(False, refusal.what)
    except ssl.SSLCertVerificationError as error:
        return Finding(False, untrusted(error, f"{host}:{port}"))
    except OSError as error:
        return unknown(NOT_SHOWN, host=host, port=port, why=why(error))
    left_s = ssl.cert_time_to_seconds(str(shown["notAfter"])) - subject.machine.now_s()
    days = int(left_s // DAY_S)
    return wrong(EXPIRES, host=host, days=days) if left_s < RENEWED_BEFORE_S else well(VALID, host=host, days=days)


def _url(address: str) -> SplitResult | None:
    try:
        url = urlsplit(address.strip())
        url.port  # noqa: B018 - raises for one that is none
    except ValueError:
        return None
    return url


def _page_port(subject: Subject) -> tuple[int, str]:
    """The port of the table that runs, or that of the settings; and the running page's address or ""."""
    holder = None if subject.held is None else subject.held.holder
    url = _url(holder.address) if holder is not None else None
    if holder is None or url is None or url.port is None:
        return subject.settings.port, ""
    return url.port, holder.address


def _port(subject: Subject) -> Finding:
    port, address = _page_port(subject)
    if address:
        return well(SERVED, address=address)
    if port == 0:
        return well(ANY_PORT)
    try:
        open_listener(subject.settings.host, port).close()
    except Refusal as refusal:
        return Finding(False, refusal.what)
    return well(FREE, port=port)


def _address(subject: Subject) -> Finding:
    if _is_loopback(subject.settings.host):
        return wrong(ONLY_HERE, host=subject.settings.host)
    if subject.settings.address:
        return well(REACHED, address=subject.settings.address)
    address = subject.machine.address(_page_port(subject)[0])
    host = urlsplit(address).hostname or ""
    try:
        reached = not ip_address(host).is_loopback
    except ValueError:  # a name: this machine has no address of its own
        reached = False
    return well(REACHED, address=address) if reached else wrong(NO_NETWORK)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


CHECKS = (
    Check("broker", _broker),
    Check("certificate", _certificate),
    Check("port", _port),
    Check("address", _address),
)

NO_BROKER = Text(fr="Aucun courtier n'est réglé.", en="No broker is set.")
BROKER = Text(fr="Le courtier {address} répond.", en="The broker {address} answers.")
SILENT = Text(
    fr="Le courtier {address} ne dit rien ; vérifiez son adresse, et qu'il est en marche.",
    en="The broker {address} says nothing; check its address, and that it is running.",
)
NO_TLS = Text(
    fr="Le courtier n'a pas de certificat : son adresse n'est pas en mqtts://.",
    en="The broker has no certificate: its address is not mqtts://.",
)
NOT_SHOWN = Text(
    fr="Le courtier {host}:{port} ne montre pas de certificat ({why}) ; vérifiez son port et qu'il parle TLS.",
    en="The broker {host}:{port} shows no certificate ({why}); check its port and that it speaks TLS.",
)
EXPIRES = Text(
    fr="Le certificat du courtier {host} expire dans {days} jours ; renouvelez-le avant.",
    en="The certificate of the broker {host} expires in {days} days; renew it before.",
)
VALID = Text(
    fr="Le certificat du courtier {host} est bon pour {days} jours encore.",
    en="The certificate of the broker {host} is good for {days} more days.",
)
SERVED = Text(fr="La page est ouverte à {address}.", en="The page is open at {address}.")
ANY_PORT = Text(fr="La page prendra un port libre.", en="The page will take a free port.")
FREE = Text(fr="Le port {port} de la page est libre.", en="The page's port {port} is free.")
ONLY_HERE = Text(
    fr="La page n'écoute que cette machine ({host}) ; mettez « host » à 0.0.0.0 dans les réglages.",
    en="The page listens to this machine only ({host}); set “host” to 0.0.0.0 in the settings.",
)
REACHED = Text(fr="Les téléphones du même réseau ouvrent {address}.", en="Phones of the same network open {address}.")
NO_NETWORK = Text(
    fr="Cette machine n'est sur aucun réseau, aucun téléphone ne la trouve : branchez un câble, ou joignez un Wi-Fi.",
    en="This machine is on no network, no phone finds it: plug in a cable, or join a Wi-Fi.",
)
