"""MQTT discovery messages, by which Home Assistant finds the tables by itself."""

from __future__ import annotations

import json
from typing import Any

from companion import __version__
from companion.club.topics import ROOT, online_topic, state_topic
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
}
"""Name, condition and icon of each binary sensor, by its key."""


def discovery_messages(table: str, name: str, language: Language) -> dict[str, bytes]:
    """The discovery messages of a table, payload by topic.

    Args:
        table: the table's id.
        name: the table's name, as people say it.
        language: language of the sensors' names and values.
    """
    said: dict[str, bytes] = {}
    for component, entities in (("sensor", SENSORS), ("binary_sensor", SWITCHES)):
        for key, (label, template, icon) in entities.items():
            config: dict[str, Any] = {
                "name": label.to(language),
                "unique_id": f"{ROOT}-{table}-{key}",
                "state_topic": state_topic(table),
                "availability_topic": online_topic(table),
                "icon": icon,
                "device": {
                    "identifiers": [f"{ROOT}-{table}"],
                    "name": name,
                    "model": "Table companion",
                    "sw_version": __version__,
                },
            }
            if component == "sensor":
                config["value_template"] = template.format(language=language, longest=LONGEST)
            else:
                config["value_template"] = f"{{{{ 'ON' if {template} else 'OFF' }}}}"
            said[discovery_topic(component, table, key)] = json.dumps(config, ensure_ascii=False).encode()
    return said


def discovery_topic(component: str, table: str, key: str) -> str:
    """The discovery topic of one sensor; component: "sensor" or "binary_sensor"."""
    return f"{PREFIX}/{component}/{table}/{key}/config"


def discovery_topics(table: str) -> tuple[str, ...]:
    """All discovery topics of a table, by the table's id."""
    return tuple(discovery_messages(table, table, "fr"))
