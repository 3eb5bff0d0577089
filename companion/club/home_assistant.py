"""MQTT discovery messages, by which Home Assistant finds the tables by itself."""

from __future__ import annotations

import json
from typing import Any

from companion import __version__
from companion.club.topics import PRESS, ROOT, buzzer_topic, online_topic, state_topic
from companion.core.text import Language, Text

PREFIX = "homeassistant"
"""First level of discovery topics: Home Assistant's default."""
LONGEST = 255
"""Most characters in a Home Assistant state; longer ones are rejected."""

SENSORS: dict[str, tuple[Text, str, str]] = {
    "game": (Text(fr="Jeu", en="Game"), "{{{{ value_json.title.{language} }}}}", "mdi:cards"),
    "prompt": (
        Text(fr="À faire", en="To do"),
        "{{{{ value_json.prompt.{language} | truncate({longest}, true, '…', 0) }}}}",
        "mdi:message-text",
    ),
    "turn": (
        Text(fr="Au tour de", en="Whose turn"),
        "{{{{ value_json.players[value_json.turn] if value_json.turn is not none else '' }}}}",
        "mdi:account",
    ),
}
"""Name, value template and icon of each text sensor, by its key."""

SWITCHES: dict[str, tuple[Text, str, str]] = {
    "asks": (Text(fr="Pose une question", en="Asks something"), "value_json.asks > 0", "mdi:help-circle"),
    "over": (Text(fr="Partie finie", en="Match over"), "value_json.over", "mdi:flag-checkered"),
    "help": (Text(fr="A besoin d'aide", en="Needs help"), "value_json.needs_help", "mdi:hand-back-right"),
}
"""Name, condition and icon of each binary sensor, by its key."""
SCORE = Text(fr="Score, place {seat}", en="Score, seat {seat}")
"""Name of the sensor of a seat's score; unknown until the match is over. Its attribute `player` says whose it is."""
MOST_SEATS = 8
"""Sensors of scores, at most: the games seat no more."""
BUZZER = Text(fr="Essai du buzzer", en="Buzzer test")


def discovery_messages(
    table: str, name: str, language: Language, *, seats: int = 0, buzzer: bool = False
) -> dict[str, bytes]:
    """The discovery messages of a table, payload by topic.

    Args:
        table: the table's id.
        name: the table's name, as people say it.
        language: language of the sensors' names and values.
        seats: of the match at the table, each with its sensor.
        buzzer: whether the table sounds its buzzer when it is asked to.
    """
    found: dict[str, dict[str, Any]] = {}
    for key, (label, template, icon) in SENSORS.items():
        value = template.format(language=language, longest=LONGEST)
        found[discovery_topic("sensor", table, key)] = _entity(table, name, key, label.to(language), icon, value)
    for key, (label, template, icon) in SWITCHES.items():
        value = f"{{{{ 'ON' if {template} else 'OFF' }}}}"
        found[discovery_topic("binary_sensor", table, key)] = _entity(table, name, key, label.to(language), icon, value)
    for seat in range(min(seats, MOST_SEATS)):
        config = _entity(
            table, name, f"score-{seat + 1}", SCORE.filled(seat=seat + 1).to(language), "mdi:counter",
            f"{{{{ value_json.scores[{seat}] if value_json.scores is not none else none }}}}",
        )  # fmt: skip
        config["json_attributes_topic"] = state_topic(table)
        config["json_attributes_template"] = f"{{{{ {{'player': value_json.players[{seat}]}} | tojson }}}}"
        found[discovery_topic("sensor", table, f"score-{seat + 1}")] = config
    if buzzer:
        config = _entity(table, name, "buzzer", BUZZER.to(language), "mdi:bell-ring", None)
        config |= {"command_topic": buzzer_topic(table), "payload_press": PRESS.decode(), "entity_category": "config"}
        found[discovery_topic("button", table, "buzzer")] = config
    return {topic: json.dumps(config, ensure_ascii=False).encode() for topic, config in found.items()}


def _entity(table: str, name: str, key: str, label: str, icon: str, value: str | None) -> dict[str, Any]:
    """The discovery message of one entity of the table called `name`; value: its template, None without a state."""
    state = {} if value is None else {"state_topic": state_topic(table), "value_template": value}
    return {
        "name": label,
        "unique_id": f"{ROOT}-{table}-{key}",
        "availability_topic": online_topic(table),
        "icon": icon,
        **state,
        "device": {
            "identifiers": [f"{ROOT}-{table}"],
            "name": name,
            "model": "Table companion",
            "sw_version": __version__,
        },
    }


def discovery_topic(component: str, table: str, key: str) -> str:
    """The discovery topic of one entity; component: "sensor", "binary_sensor" or "button"."""
    return f"{PREFIX}/{component}/{table}/{key}/config"


def discovery_topics(table: str) -> tuple[str, ...]:
    """All discovery topics that a table may have, by the table's id."""
    return tuple(discovery_messages(table, table, "fr", seats=MOST_SEATS, buzzer=True))
