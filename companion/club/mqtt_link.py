"""A broker that speaks MQTT, Mosquitto for one: `mqtt://name:password@host:1883`, or `mqtts://` (TLS)."""

from __future__ import annotations

import contextlib
from secrets import token_hex
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, unquote, urlsplit

from companion.club.link import Listening
from companion.core.errors import Unreadable
from companion.core.text import Text

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessageInfo

PORTS = {"mqtt": 1883, "mqtts": 8883}
KEEPALIVE_S = 20
"""A side that has said nothing for half as long again is gone, and its will is carried out."""
AGAIN_S = (1, 30)
"""How long after a failure the broker is tried again, at first and at most."""
ARRIVES_S = 2.0
"""How long the last word may take to arrive when a side leaves."""
QOS = 1
"""A word arrives at least once."""


class MqttLink:
    """One side's way to such a broker.

    Args:
        address: as above.

    Raises:
        Unreadable: the address names no host, or paho-mqtt is not installed.
    """

    def __init__(self, address: str) -> None:
        url = _parsed(address)
        self.shown = f"{url.scheme}://{url.hostname}:{url.port or PORTS[url.scheme]}"
        self._host, self._port = url.hostname or "", url.port or PORTS[url.scheme]
        self._client = _client()
        if url.username is not None:
            self._client.username_pw_set(unquote(url.username), unquote(url.password or ""))
        if url.scheme == "mqtts":
            self._client.tls_set()
        self._client.reconnect_delay_set(*AGAIN_S)
        self._listening = Listening()
        self._last: MQTTMessageInfo | None = None
        self._leaves = self._refused = False

    def open(self, listening: Listening) -> None:
        self._listening, client = listening, self._client
        if listening.will is not None:
            topic, payload = listening.will
            client.will_set(topic, payload, QOS, retain=True)
        client.on_connect, client.on_disconnect = self._connected, self._disconnected
        client.on_connect_fail, client.on_message = self._failed, self._message
        client.connect_async(self._host, self._port, KEEPALIVE_S)
        client.loop_start()

    def say(self, topic: str, payload: bytes) -> None:
        # Without a connection it would be kept, and said late: after what is newer.
        if self._client.is_connected():
            self._last = self._client.publish(topic, payload, QOS, retain=True)

    def close(self) -> None:
        self._leaves = True
        if self._last is not None and self._client.is_connected():
            with contextlib.suppress(RuntimeError, ValueError):  # it was lost on the way
                self._last.wait_for_publish(ARRIVES_S)
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(self, client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self._refused = reason.is_failure
        if self._refused:
            self._listening.down(REFUSED.filled(address=self.shown, why=reason))
            return
        if self._listening.topics:
            client.subscribe([(topic, QOS) for topic in self._listening.topics])
        self._listening.up()

    def _disconnected(self, _client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        # A refusal was told already, with its reason.
        if not self._leaves and not self._refused:
            self._listening.down(LOST.filled(address=self.shown))

    def _failed(self, _client: Client, _data: Any) -> None:
        self._listening.down(UNREACHED.filled(address=self.shown))

    def _message(self, _client: Client, _data: Any, message: Any) -> None:
        self._listening.heard(message.topic, message.payload)


def _parsed(address: str) -> SplitResult:
    try:
        url = urlsplit(address.strip())
        well = url.scheme in PORTS and url.hostname and url.port != 0 and not url.path.strip("/")
    except ValueError:
        well = False
    if not well:
        raise Unreadable("club.broker", NO_ADDRESS)  # which may hold a password: it is not repeated
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
    en="To speak to a broker paho-mqtt is missing; install it with: pip install paho-mqtt.",
)
UNREACHED = Text(
    fr="Le courtier {address} ne répond pas ; vérifiez l'adresse et qu'il tourne.",
    en="The broker {address} does not answer; check the address and that it runs.",
)
REFUSED = Text(
    fr="Le courtier {address} refuse ({why}) ; vérifiez le nom et le mot de passe.",
    en="The broker {address} refuses ({why}); check name and password.",
)
LOST = Text(
    fr="Le courtier {address} ne répond plus ; vérifiez qu'il tourne.",
    en="The broker {address} no longer answers; check that it runs.",
)
