"""What every way to a broker keeps, the simulated one and MQTT's."""

from __future__ import annotations

import queue
import threading

import pytest

from companion.club.link import Link, Subscription
from companion.club.local_link import LocalBroker, LocalLink, simulated_link
from companion.club.mqtt_link import MqttLink
from companion.club.topics import matches
from companion.core.errors import Unreadable
from companion.core.text import Text
from tests.club.conftest import PATIENCE_S, MakeLink, Mosquitto


class Side:
    """One side of a link, and what it heard."""

    def __init__(self, link: Link, *topics: str, will: tuple[str, bytes] | None = None) -> None:
        self.link = link
        self.heard: queue.Queue[tuple[str, bytes]] = queue.Queue()
        self.up, self.down = threading.Semaphore(0), queue.Queue[Text]()
        link.open(
            Subscription(
                will, topics, lambda topic, said: self.heard.put((topic, said)), self.up.release, self.down.put
            )
        )

    def reached(self) -> Side:
        assert self.up.acquire(timeout=PATIENCE_S)
        return self

    def next(self) -> tuple[str, bytes]:
        return self.heard.get(timeout=PATIENCE_S)


def test_what_was_said_last_stays_for_who_comes_later(make_link: MakeLink) -> None:
    one = Side(make_link()).reached()
    for said in (b"first", b"last"):
        one.link.publish("root/a/state", said)
    one.link.close()
    later = Side(make_link(), "root/+/state").reached()
    assert later.next() == ("root/a/state", b"last")
    later.link.close()


def test_words_come_in_their_order_and_only_those_that_are_wanted(make_link: MakeLink) -> None:
    other, one = Side(make_link(), "root/+/state", "root/b/online").reached(), Side(make_link()).reached()
    for n in range(50):
        one.link.publish("root/a/state", b"%d" % n)
        one.link.publish("root/a/online", b"not wanted")
        one.link.publish("root/a/b/state", b"not wanted")
    one.link.publish("root/b/online", b"online")
    heard = [other.next() for _ in range(51)]
    assert heard == [*(("root/a/state", b"%d" % n) for n in range(50)), ("root/b/online", b"online")]
    for side in (one, other):
        side.link.close()


def test_nothing_takes_back_what_was_said(make_link: MakeLink) -> None:
    one = Side(make_link()).reached()
    one.link.publish("root/a/state", b"said")
    one.link.publish("root/a/state", b"")
    one.link.publish("root/b/state", b"other")
    one.link.close()
    later = Side(make_link(), "root/+/state").reached()
    assert later.next() == ("root/b/state", b"other")
    later.link.close()


def test_who_leaves_in_good_order_leaves_no_will(make_link: MakeLink) -> None:
    other = Side(make_link(), "root/+/online").reached()
    one = Side(make_link(), will=("root/a/online", b"offline")).reached()
    one.link.publish("root/a/online", b"closed")
    one.link.close()
    other.link.publish("root/z/online", b"end")
    assert [other.next(), other.next()] == [("root/a/online", b"closed"), ("root/z/online", b"end")]
    other.link.close()


def test_the_will_of_who_is_cut_off_is_carried_out() -> None:
    broker = LocalBroker()
    other, one = Side(LocalLink(broker), "root/+/online"), LocalLink(broker)
    side = Side(one, will=("root/a/online", b"offline"))
    one.cut()
    one.publish("root/a/online", b"lost")
    assert other.next() == ("root/a/online", b"offline")
    assert side.down.get_nowait()
    one.mend()
    one.publish("root/a/online", b"online")
    assert other.next() == ("root/a/online", b"online")


def test_mosquitto_carries_out_the_will_of_a_program_that_was_killed(mosquitto: Mosquitto) -> None:
    other = Side(MqttLink(mosquitto.address), "root/+/online").reached()
    killed = MqttLink(mosquitto.address)
    Side(killed, will=("root/a/online", b"offline")).reached()
    sock = killed._client.socket()
    assert sock is not None
    killed._leaves = True  # it does not come again
    killed._client.on_connect_fail = killed._client.on_connect = None
    sock.shutdown(2)
    assert other.next() == ("root/a/online", b"offline")
    killed._client.loop_stop()
    other.link.close()


def test_a_broker_that_comes_back_is_found_again(mosquitto: Mosquitto) -> None:
    side = Side(MqttLink(mosquitto.address), "root/+/state").reached()
    mosquitto.stop()
    assert str(mosquitto.port) in side.down.get(timeout=PATIENCE_S).fr
    side.link.publish("root/a/state", b"lost")  # nobody hears it, and nothing breaks
    mosquitto.start()
    side.reached()
    side.link.publish("root/a/state", b"again")
    assert side.next() == ("root/a/state", b"again")
    side.link.close()


def test_a_broker_that_is_not_there_is_told_of_in_one_sentence(mosquitto: Mosquitto) -> None:
    mosquitto.stop()
    side = Side(MqttLink(f"mqtt://Ada:geheim@127.0.0.1:{mosquitto.port}"))
    said = side.down.get(timeout=PATIENCE_S)
    assert f"mqtt://127.0.0.1:{mosquitto.port}" in said.en
    assert "geheim" not in said.fr + said.en
    side.link.close()


@pytest.mark.parametrize(
    "address",
    ["mqtt://", "mqtt:host", "http://host", "mqtt://host:port", "mqtt://host:99999", "mqtt://host/topic", "x"],
)
def test_an_address_that_makes_no_sense_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(Unreadable) as refused:
        MqttLink(address)
    assert "mqtt://" in refused.value.what.en


def test_an_address_may_name_the_port_or_not() -> None:
    assert MqttLink("mqtt://cafe.local").public_address == "mqtt://cafe.local:1883"
    assert MqttLink("mqtts://a:b@cafe.local:1").public_address == "mqtts://cafe.local:1"


def test_the_simulated_broker_has_one_address() -> None:
    assert simulated_link("sim://broker")
    with pytest.raises(Unreadable, match="sim://broker"):
        simulated_link("sim://other")


@pytest.mark.parametrize(
    ("wanted", "topic", "answer"),
    [
        ("a/b", "a/b", True),
        ("a/+", "a/b", True),
        ("a/+", "a/b/c", False),
        ("a/+/c", "a/b/c", True),
        ("a/b", "a/c", False),
        ("+", "a", True),
        ("a/+", "a", False),
    ],
)
def test_a_plus_stands_for_one_step(wanted: str, topic: str, answer: bool) -> None:
    assert matches(wanted, topic) is answer
