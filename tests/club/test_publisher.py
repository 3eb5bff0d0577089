"""What a table tells a broker: all that everyone may see, as soon as it changes, and nothing else."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from jinja2 import Environment

from companion.club import home_assistant
from companion.club.link import Link, Subscription
from companion.club.local_link import LocalBroker, LocalLink
from companion.club.public_table import PublicTable, parse, public_table
from companion.club.publisher import SAME_NAME, Publisher
from companion.club.tables import Tables
from companion.club.topics import table_id
from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from companion.core.text import Text, seat_name
from companion.table.session import Session
from tests.club.conftest import PATIENCE_S, MakeLink
from tests.core.toy import Keep, Throw, Wish

WISH = "canari-souhait"
ADDRESS = "http://192.0.2.1:8080/"


class Heard:
    """What stays at a broker, and how often each topic was said anew."""

    def __init__(self, broker: LocalBroker) -> None:
        self.stays: dict[str, bytes] = {}
        self.times: dict[str, int] = {}
        topics = ("table-companion/+/state", "table-companion/+/online", "homeassistant/+/+/+/config")
        LocalLink(broker).open(Subscription(topics=topics, on_message=self._hear))

    def _hear(self, topic: str, payload: bytes) -> None:
        self.stays[topic] = payload
        self.times[topic] = self.times.get(topic, 0) + 1

    def shown(self, table: str) -> PublicTable:
        found = parse(self.stays[f"table-companion/{table}/state"])
        assert found is not None
        return found


def publisher(
    session: Session, link: Link, trouble: Callable[[Text], None] = lambda _: None, table: str = "Fenêtre"
) -> Publisher:
    clock = ManualClock(50.0)
    return Publisher(session, link, clock, table=table, address=lambda: ADDRESS, language="fr", trouble=trouble)


@contextmanager
def running(publisher: Publisher) -> Iterator[None]:
    stop = threading.Event()
    thread = threading.Thread(target=publisher.run, args=(stop,))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def follow(tables: Tables, right: Callable[[PublicTable], bool], name: str) -> PublicTable:
    """Wait until a table shows what is right."""
    revision = -1
    while True:
        for table in tables.all:
            if table.name == name and table.shown is not None and table.online and right(table.shown):
                return table.shown
        before, revision = revision, tables.wait(revision, PATIENCE_S)
        assert revision > before, f"{name} does not come to that"


def test_a_whole_match_is_followed_from_afar(session: Session, make_link: MakeLink) -> None:
    tables = Tables(make_link())
    tables.open()
    own = Publisher(
        session, make_link(), ManualClock(50.0), table="Fenêtre", address=lambda: ADDRESS, language="fr", trouble=print
    )
    with running(own):
        begun = follow(tables, lambda shown: True, "Fenêtre")
        assert (begun.game, begun.players, begun.turn, begun.over) == ("toy", ("Ada", "Bob"), None, False)
        for seat in (0, 1, 0, 1):
            session.play(Throw((2,)), "camera")
            session.play(Keep(seat), f"seat {seat}")
        over = follow(tables, lambda shown: shown.over, "Fenêtre")
        assert over.scores == session.page(None).scores
        assert over.view == session.page(None).state
    revision = -1
    while tables.all[0].online:
        revision = tables.wait(revision, PATIENCE_S)
    assert [table.shown for table in tables.all] == [over]
    tables.close()


def test_what_is_told_is_the_shared_screen(session: Session) -> None:
    session.play(Wish(0, WISH), "seat 0")
    session.write_note(0, WISH)
    session.tell(Text(fr="Une tuile manque.", en="A tile is missing."))
    page = session.page(None)
    told = public_table(page, run="r", table="t", address=ADDRESS, at_s=5.0)
    assert WISH not in told.to_json().decode()
    assert told.view == page.state
    assert told.notice == page.notice
    assert parse(told.to_json()) == told


def test_who_listens_elsewhere_hears_names_and_no_seats(session: Session) -> None:
    session.tell(Text(fr="À {who} de lancer.", en="{who} throws.").filled(who=seat_name(1)))
    page = session.page(None)
    state = {"told": [{"fr": seat_name(0).fr, "en": seat_name(1).en}], "seat": 1, "none": None}
    told = public_table(replace(page, state=state), run="r", table="t", address=ADDRESS, at_s=5.0)
    assert told.notice == Text(fr="À Bob de lancer.", en="Bob throws.")
    assert told.view == {"told": [{"fr": "Ada", "en": "Bob"}], "seat": 1, "none": None}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seats_page_is_never_told(session: Session, seat: int) -> None:
    with pytest.raises(ValueError, match="shared screen"):
        public_table(session.page(seat), run="r", table="t", address=ADDRESS, at_s=5.0)


def test_what_did_not_change_is_not_said_again(session: Session, broker: LocalBroker) -> None:
    heard, link = Heard(broker), LocalLink(broker)
    own = publisher(session, link)
    with running(own):
        own.publish_state()
        session.show(b"picture")  # a new revision, and nothing that is told
        own.publish_state()
        assert heard.times["table-companion/fenetre/state"] == 1
        session.play(Throw((1,)), "camera")
        own.publish_state()
        assert heard.times["table-companion/fenetre/state"] == 2
        assert heard.shown("fenetre").turn == 0


def test_all_is_said_again_when_the_broker_is_back(session: Session, broker: LocalBroker) -> None:
    link, said = LocalLink(broker), list[Text]()
    own = publisher(session, link, said.append)
    with running(own):
        own.publish_state()
        link.cut()
        link.cut()
        session.play(Throw((1,)), "camera")
        own.publish_state()
        late = Heard(broker)
        assert late.shown("fenetre").turn is None, "nobody could be told"
        assert late.stays["table-companion/fenetre/online"] == b"offline"
        link.mend()
        assert late.shown("fenetre").turn == 0
        assert late.stays["table-companion/fenetre/online"] == b"online"
        assert len(said) == 1, "once, however often it was tried"
    assert late.stays["table-companion/fenetre/online"] == b"offline"


def test_a_table_that_is_at_another_address_says_so(session: Session, broker: LocalBroker) -> None:
    tables, at = Tables(LocalLink(broker)), ["http://192.0.2.1/"]
    tables.open()
    own = Publisher(
        session, LocalLink(broker), ManualClock(50.0), table="Fenêtre", address=lambda: at[0], language="fr",
        trouble=print,
    )  # fmt: skip
    with running(own):
        follow(tables, lambda shown: shown.address == "http://192.0.2.1/", "Fenêtre")
        at[0] = "http://198.51.100.1/"
        follow(tables, lambda shown: shown.address == "http://198.51.100.1/", "Fenêtre")


def test_the_score_of_each_seat_is_unknown_until_the_end(session: Session) -> None:
    found = home_assistant.discovery_messages("t", "t", "en", seats=2)
    config = json.loads(found[home_assistant.discovery_topic("sensor", "t", "score-2")])
    assert config["name"] == "Score, seat 2"

    def value(of: str) -> str:
        shown = public_table(session.page(None), run="r", table="t", address=ADDRESS, at_s=5.0)
        return Environment().from_string(config[of]).render(value_json=json.loads(shown.to_json()))

    assert value("value_template") == "None", "Home Assistant's word for unknown"
    assert json.loads(value("json_attributes_template")) == {"player": "Bob"}
    for seat in (0, 1, 0, 1):
        session.play(Throw((2,)), "camera")
        session.play(Keep(seat), f"seat {seat}")
    scores = session.page(None).scores
    assert scores is not None
    assert float(value("value_template")) == scores[1]


def test_two_tables_of_one_name_are_told_of(session: Session, broker: LocalBroker) -> None:
    first, second = list[Text](), list[Text]()
    one = publisher(session, LocalLink(broker), first.append)
    other = publisher(session, LocalLink(broker), second.append, table="fenetre")
    with running(one):
        one.publish_state()
        with running(other):
            other.publish_state()
            session.play(Throw((1,)), "camera")
            one.publish_state()
            other.publish_state()
    assert first == [SAME_NAME.filled(name="Fenêtre")]
    assert second == [SAME_NAME.filled(name="fenetre")]


def test_what_an_earlier_run_left_is_no_other_table(session: Session, make_link: MakeLink) -> None:
    tables, said, runs = Tables(make_link()), list[Text](), set[str]()
    tables.open()
    for number in range(3):
        with running(publisher(session, make_link(), said.append)):
            runs.add(follow(tables, lambda shown: shown.run not in runs, "Fenêtre").run)
            session.play(Throw((1,)) if number % 2 == 0 else Keep(0), "table")
            follow(tables, lambda shown: shown.view == session.page(None).state, "Fenêtre")
    assert said == []
    assert len(runs) == 3
    tables.close()


def test_home_assistant_finds_a_table_by_itself(session: Session, broker: LocalBroker) -> None:
    heard = Heard(broker)
    with running(publisher(session, LocalLink(broker))):
        pass
    configs = {
        topic: json.loads(said) for topic, said in heard.stays.items() if topic.startswith("homeassistant/") and said
    }
    assert set(configs) == set(home_assistant.discovery_messages("fenetre", "Fenêtre", "fr", seats=2))
    assert len({config["unique_id"] for config in configs.values()}) == len(configs) == 8
    for config in configs.values():
        assert config["state_topic"] in heard.stays
        assert config["availability_topic"] in heard.stays
        assert config["device"]["name"] == "Fenêtre"


def test_its_templates_say_what_the_table_says(session: Session) -> None:
    session.play(Throw((1,)), "camera")
    session.ask(session.game.title, (session.game.title,), lambda choice, source: None)
    value = json.loads(public_table(session.page(None), run="r", table="t", address=ADDRESS, at_s=5.0).to_json())
    said = {
        json.loads(config)["name"]: Environment()
        .from_string(json.loads(config)["value_template"])
        .render(value_json=value)
        for config in home_assistant.discovery_messages("t", "t", "en").values()
    }
    prompt = session.page(None).prompt.en
    assert said == {"Game": "Toy", "To do": prompt, "Whose turn": "Ada", "Asks something": "ON", "Match over": "OFF",
                    "Needs help": "ON"}  # fmt: skip


@pytest.mark.parametrize("length", [10, 254, 255, 256, 258, 261, 900])
def test_no_state_is_longer_than_home_assistant_takes(length: int) -> None:
    template = json.loads(
        home_assistant.discovery_messages("t", "t", "fr")[home_assistant.discovery_topic("sensor", "t", "prompt")]
    )
    value = {"prompt": {"fr": "mot " * (length // 4) + "x" * (length % 4)}}
    said = Environment().from_string(template["value_template"]).render(value_json=value)
    assert len(said) == min(length, home_assistant.LONGEST)


@pytest.mark.parametrize(
    ("name", "step"),
    [("Table 4", "table-4"), ("Fenêtre, à gauche", "fenetre-a-gauche"), ("  x/+#  ", "x"), ("Ⅳ", "iv")],
)
def test_a_table_has_a_name_that_topics_can_hold(name: str, step: str) -> None:
    assert table_id(name) == step


@pytest.mark.parametrize("name", ["", "…", "テーブル"])
def test_a_name_without_letters_is_refused(name: str) -> None:
    with pytest.raises(Unreadable, match="letters"):
        table_id(name)
