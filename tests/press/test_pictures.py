"""Pictures and deck.json in a folder."""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

from companion.press.pictures import write_pictures
from tests.press.samples import print_set

DPI = 100


def written(folder: Path) -> dict[str, bytes]:
    told: list[tuple[int, int]] = []
    folder.mkdir()
    write_pictures("toy", print_set(), folder, DPI, lambda done, of: told.append((done, of)))
    assert told == [(number, len(told)) for number in range(1, len(told) + 1)]
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_same_set_gives_the_same_bytes(tmp_path: Path) -> None:
    assert written(tmp_path / "one") == written(tmp_path / "two")


def test_deck_json_names_every_picture_and_its_size(tmp_path: Path) -> None:
    files = written(tmp_path / "out")
    deck = json.loads(files.pop("deck.json"))
    assert list(deck) == ["game", "width_mm", "height_mm", "dpi", "cards", "pieces", "boards", "sheets", "words"]
    assert (deck["game"], deck["width_mm"], deck["height_mm"], deck["words"]) == ("toy", 63.0, 88.0, ["PERCHE"])
    assert deck["cards"][0] == {"id": 1, "face": "card-1.png", "back": "card-1-back.png"}
    assert deck["pieces"][2] == {
        "kind": "token", "id": 3, "face": "token-3.png", "back": "token-3-back.png",
        "width_mm": 20.0, "height_mm": 20.0, "round": True,
    }  # fmt: skip
    assert [board["kind"] for board in deck["boards"]] == ["dial", "mat"]
    sizes = {deck["cards"][0]["face"]: (63.0, 88.0)}
    sizes |= {t["face"]: (t["width_mm"], t["height_mm"]) for key in ("pieces", "boards", "sheets") for t in deck[key]}
    for name, (width_mm, height_mm) in sizes.items():
        with Image.open(tmp_path / "out" / name) as image:
            assert image.mode == "RGB"
            assert image.size == (round(width_mm * DPI / 25.4), round(height_mm * DPI / 25.4))
            assert image.info["dpi"] == (99.9998, 99.9998)  # PNG counts dots a metre
    named = {
        t[side]
        for key in ("cards", "pieces", "boards", "sheets")
        for t in deck[key]
        for side in t.keys() & {"face", "back"}
    }
    assert named == set(files)
