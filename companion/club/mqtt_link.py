"""A connection to an MQTT broker such as Mosquitto: `mqtt://name:password@host:1883`, or `mqtts://` (TLS)."""

from __future__ import annotations

import contextlib
import logging
import ssl
import sys
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, unquote, urlsplit

from companion.club.certificates import trusting, untrusted
from companion.club.link import Subscription
from companion.core.errors import Unreadable
from companion.core.text import Text

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessageInfo

log = logging.getLogger(__name__)

PORTS = {"mqtt": 1883, "mqtts": 8883}
"""MQTT's registered port of each scheme."""
KEEPALIVE_S = 20
"""MQTT's keep-alive, seconds: after 1.5 times this without a packet the broker publishes a client's will."""
AGAIN_S = 0.2
"""Seconds between two tries to reconnect, always the same: a broker that is back has heard all within a second. Five
packets a second are nothing to a network, nor are those of a hundred tables."""
ARRIVES_S = 2.0
"""Most seconds that `close` waits for the last message to arrive."""
QOS = 1
"""MQTT's quality of service: a message arrives at least once."""


class MqttLink:
    """A `Link` over MQTT, with paho-mqtt.

    Args:
        address: as above.
        authority: the certificate of whoever vouches for the broker's, a PEM file; None: one that this machine knows.

    Raises:
        Unreadable: the address is not of that form, the file holds no certificate, or paho-mqtt is not installed.
    """

    def __init__(self, address: str, authority: Path | None = None) -> None:
        url = _parsed(address)
        self.public_address = f"{url.scheme}://{url.hostname}:{url.port or PORTS[url.scheme]}"
        self._host, self._port = url.hostname or "", url.port or PORTS[url.scheme]
        self._client = _client()
        if url.username is not None:
            self._client.username_pw_set(unquote(url.username), unquote(url.password or ""))
        if url.scheme == "mqtts":
            self._client.tls_set_context(trusting(authority))
        self._client.reconnect_delay_set(AGAIN_S, AGAIN_S)  # type: ignore[arg-type] # it waits for parts of seconds, too
        self._subscription = Subscription()
        self._last: MQTTMessageInfo | None = None
        self._leaves = self._refused = False

    def open(self, subscription: Subscription) -> None:
        """See `Link.open`."""
        self._subscription, client = subscription, self._client
        if subscription.will is not None:
            topic, payload = subscription.will
            client.will_set(topic, payload, QOS, retain=True)
        client.on_connect, client.on_disconnect = self._connected, self._disconnected
        client.on_connect_fail, client.on_message = self._failed, self._message
        client.connect_async(self._host, self._port, KEEPALIVE_S)
        client.loop_start()

    def publish(self, topic: str, payload: bytes) -> None:
        """See `Link.publish`."""
        # Without a connection paho would queue the message and send it late, after newer ones.
        if self._client.is_connected():
            self._last = self._client.publish(topic, payload, QOS, retain=True)

    def close(self) -> None:
        """See `Link.close`."""
        self._leaves = True
        if self._last is not None and self._client.is_connected():
            with contextlib.suppress(RuntimeError, ValueError):  # the connection was lost meanwhile
                self._last.wait_for_publish(ARRIVES_S)
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(self, client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self._refused = reason.is_failure
        if self._refused:
            self._subscription.on_lost(REFUSED.filled(address=self.public_address, why=reason))
            return
        wanted = (*self._subscription.topics, *self._subscription.commands)
        if wanted:
            client.subscribe([(topic, QOS) for topic in wanted])
        self._subscription.on_connected()

    def _disconnected(self, _client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        # A refusal was reported already, with its reason.
        if not self._leaves and not self._refused:
            self._subscription.on_lost(LOST.filled(address=self.public_address))

    def _failed(self, _client: Client, _data: Any) -> None:
        error = sys.exception()  # paho calls this while it handles what went wrong, and does not pass it on
        told = untrusted(error, self.public_address) if isinstance(error, ssl.SSLError) else None
        self._subscription.on_lost(told or UNREACHED.filled(address=self.public_address))

    def _message(self, _client: Client, _data: Any, message: Any) -> None:
        try:
            if message.topic not in self._subscription.commands:
                self._subscription.on_message(message.topic, message.payload)
            elif not message.retain:
                self._subscription.on_command(message.topic, message.payload)
        except Exception:  # what others publish must not end the thread that listens: the next message is heard
            log.warning("a message of the broker is not understood", exc_info=True)


def _parsed(address: str) -> SplitResult:
    try:
        url = urlsplit(address.strip())
        well = url.scheme in PORTS and url.hostname and url.port != 0 and not url.path.strip("/")
    except ValueError:
        well = False
    if not well:
        raise Unreadable("club.broker", NO_ADDRESS)  # the address may hold a password: do not repeat it
    return url


def _client() -> Client:
    try:
        from paho.mqtt.client import CallbackAPIVersion, Client
    except ImportError:
        raise Unreadable("club.paho", NO_PAHO) from None
    return Client(CallbackAPIVersion.VERSION2, client_id=f"table-companion-{token_hex(6)}")


NO_ADDRESS = Text(
    fr="L'adresse du courtier ne se comprend pas ; écrivez-la ainsi : mqtt://hôte:1883, ou mqtt://nom:secret@hôte.",
    en="The broker's address makes no sense; write it like this: mqtt://host:1883, or mqtt://name:secret@host.",
)
NO_PAHO = Text(
    fr="Pour parler à un courtier, il manque paho-mqtt ; installez-le avec : pip install paho-mqtt.",
    en="To speak to a broker, paho-mqtt is needed; install it with: pip install paho-mqtt.",
)
UNREACHED = Text(
    fr="Le courtier {address} ne répond pas ; vérifiez son adresse, et qu'il est en marche.",
    en="The broker {address} does not answer; check its address, and that it is running.",
)
REFUSED = Text(
    fr="Le courtier {address} refuse ({why}) ; vérifiez le nom et le mot de passe.",
    en="The broker {address} refuses ({why}); check name and password.",
)
LOST = Text(
    fr="Le courtier {address} ne répond plus ; vérifiez qu'il est en marche.",
    en="The broker {address} no longer answers; check that it is running.",
)
