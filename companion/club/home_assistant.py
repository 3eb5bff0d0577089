"""What Home Assistant is told, so that it finds the tables by itself (its "MQTT discovery")."""

from __future__ import annotations

import json
from typing import Any

from companion import __version__
from companion.club.topics import ROOT, online_topic, state_topic
from companion.core.text import Language, Text

PREFIX = "homeassistant"
LONGEST = 255
"""Letters that a state of Home Assistant may have."""

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
"""Name, template and icon of what is a word."""

SWITCHES: dict[str, tuple[Text, str, str]] = {
    "asks": (Text(fr="Pose une question", en="Asks something"), "value_json.asks > 0", "mdi:help-circle"),
    "over": (Text(fr="Partie finie", en="Match over"), "value_json.over", "mdi:flag-checkered"),
}
"""The same of what is so or is not."""


def found(table: str, name: str, language: Language) -> dict[str, bytes]:
    """Topics and payloads by which a table is found. name: the table's, as people say it."""
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
            said[topic(component, table, key)] = json.dumps(config, ensure_ascii=False).encode()
    return said


def topic(component: str, table: str, key: str) -> str:
    return f"{PREFIX}/{component}/{table}/{key}/config"


def topics(table: str) -> tuple[str, ...]:
    """All under which a table is found."""
    return tuple(found(table, table, "fr"))
