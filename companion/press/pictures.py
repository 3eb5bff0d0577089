"""Writes a print set as PNG files, one for each face, with a `deck.json` that says what each one shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from companion.core.art import Art
from companion.core.capabilities.print_set import Face, Printed, PrintSet
from companion.core.files import write_whole
from companion.press.markers import marker_pieces
from companion.press.parts import EVERYTHING, Wanted, mat_board
from companion.press.raster import fitting_dpi, picture

DECK_FILE = "deck.json"
"""Name of the file with the facts; it is written last."""

Progress = Callable[[int, int], None]
"""Called after each picture with the number done and the number in all."""


def write_pictures(
    key: str, prints: PrintSet, folder: Path, dpi: int, progress: Progress, wanted: Wanted = EVERYTHING
) -> None:
    """Write all pictures of a game, then `deck.json`. The same set gives the same bytes each time.

    Args:
        key: the game's key.
        prints: what the game offers to print.
        folder: an existing folder to write into.
        dpi: resolution, dots per inch; very large pieces get less (`fitting_dpi`).
        progress: called after each picture.
        wanted: which parts; loose markers come as pieces.

    Raises:
        OSError: a file cannot be written.
    """
    prints = _with_boards(wanted.of(prints), wanted)
    things = (*prints.cards, *prints.pieces, *prints.boards, *prints.sheets)
    faces = {face.name: face for thing in things for face in (thing.face, thing.back) if face is not None}
    for number, face in enumerate(faces.values(), 1):
        _write(face, folder, dpi)
        progress(number, len(faces))
    text = json.dumps(deck_facts(key, prints, dpi), ensure_ascii=False, indent=1)
    write_whole(folder / DECK_FILE, f"{text}\n".encode())


def _with_boards(prints: PrintSet, wanted: Wanted) -> PrintSet:
    """The set with its mat as a board and loose markers as pieces, as `deck.json` has them."""
    markers = () if wanted.markers is None else marker_pieces(wanted.markers)
    boards = (*prints.boards, *mat_board(prints, wanted.ground))
    return replace(prints, pieces=(*prints.pieces, *markers), boards=boards, mat=None)


def deck_facts(key: str, prints: PrintSet, dpi: int) -> dict[str, Any]:
    """The content of `deck.json`; card width and height in mm are None where there are no cards."""
    size = prints.cards[0].face.art if prints.cards else None
    return {
        "game": key,
        "width_mm": None if size is None else size.width_mm,
        "height_mm": None if size is None else size.height_mm,
        "dpi": dpi,
        "cards": [{**card.facts, **_files(card)} for card in prints.cards],
        "pieces": [_piece(piece, dpi) for piece in prints.pieces],
        "boards": [_piece(board, dpi) for board in (*prints.boards, *mat_board(prints))],
        "sheets": [_piece(sheet, dpi) for sheet in prints.sheets],
        **prints.facts,
    }


def _piece(thing: Printed, dpi: int) -> dict[str, Any]:
    art = thing.face.art
    return {
        "kind": thing.kind,
        **thing.facts,
        **_files(thing),
        "width_mm": art.width_mm,
        "height_mm": art.height_mm,
        "round": art.round,
        **_dpi(art, dpi),
    }


def _dpi(art: Art, dpi: int) -> dict[str, int]:
    """The resolution of a piece where it is less than the one asked for, else nothing."""
    fits = fitting_dpi(art, dpi)
    return {} if fits == dpi else {"dpi": fits}


def _files(thing: Printed) -> dict[str, str]:
    files = {"face": file_name(thing.face)}
    return files if thing.back is None else {**files, "back": file_name(thing.back)}


def file_name(face: Face) -> str:
    """Name of the face's file: its name with ".png"."""
    return f"{face.name}.png"


def _write(face: Face, folder: Path, dpi: int) -> None:
    fits, png = fitting_dpi(face.art, dpi), BytesIO()
    Image.fromarray(picture(face.art, fits)).save(png, "PNG", dpi=(fits, fits))
    write_whole(folder / file_name(face), png.getvalue())
