"""`companion read` for games whose cards have windows of symbols: cards, verdicts, pawns and the board's places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.camera.arrays import Pixels
from companion.core.capabilities.symbol_cards import SymbolCards
from companion.core.errors import Unreadable
from companion.core.options import nearest
from companion.core.text import Text, same
from companion.perception.cards.dial import Placed, placed_on_board
from companion.perception.cards.pawns import PawnReader, PawnReading
from companion.perception.cards.reader import CardReader
from companion.perception.cards.reading import READING_SIDE, CardReading
from companion.perception.cards.verdict import AskedDraw, verdict


def asked_draw(cards: SymbolCards, colour: str | None, symbol: str | None) -> AskedDraw | None:
    """The draw that `NAME:POSITION` and `SHAPE:FILL` name together; None unless both are given.

    Raises:
        Unreadable: one of them names nothing that these cards have.
    """
    colours = {f"{name}:{nth}": (name, nth) for name, _ in cards.inks for nth in range(1, len(cards.windows_xy_mm) + 1)}
    symbols = {f"{look.shape}:{look.fill}": (look.shape, look.fill) for look in cards.looks}
    for option, given, known in (("--colour", colour, colours), ("--symbol", symbol, symbols)):
        if given is not None and given not in known:
            raise Unreadable(
                "cli.no-such-value",
                NO_SUCH_VALUE.filled(
                    option=option, given=given, near=nearest(given, tuple(known)), known=", ".join(known)
                ),
            )
    if colour is None or symbol is None:
        return None
    return AskedDraw(*colours[colour], *symbols[symbol])


def card_reader(
    cards: SymbolCards, colour: str | None = None, symbol: str | None = None
) -> Callable[[Pixels], dict[str, Any]]:
    """Reads what lies on the table; verdicts only when `colour` and `symbol` name the draw."""
    asked = asked_draw(cards, colour, symbol)
    reader, pawns = CardReader(cards), PawnReader(cards)

    def read(picture: Pixels) -> dict[str, Any]:
        readings = reader.read(picture)
        seen = pawns.read(picture, readings)
        answer: dict[str, Any] = {"cards": [_card(cards, reading, asked) for reading in readings]}
        if seen:
            answer["pawns"] = [_pawn(pawn) for pawn in seen]
        placed = placed_on_board(cards, readings, asked or _shown_draw(seen))
        if placed:
            answer["places"] = [_place(each) for each in placed]
        return answer

    return read


def cards_in_words(answer: Mapping[str, Any]) -> Text:
    """One reading as a person would say it."""
    if not answer["cards"]:
        return Text(fr="aucune carte", en="no card")
    return same(", ".join(_in_words(card) for card in answer["cards"]))


def _in_words(card: Mapping[str, Any]) -> str:
    if card["face"] == READING_SIDE:
        return f"! (x {card['x']:.0f}, y {card['y']:.0f})"
    verdict = card.get("verdict")
    return f"{card['id'] or '?'}{'' if verdict is None else f' {verdict}'} (x {card['x']:.0f}, y {card['y']:.0f})"


def _card(cards: SymbolCards, reading: CardReading, asked: AskedDraw | None) -> dict[str, Any]:
    x, y = (round(value, 1) for value in reading.centre_xy_px)
    if reading.face == READING_SIDE:
        return {"x": x, "y": y, "face": READING_SIDE, "sure": round(reading.confidence, 4)}
    told: dict[str, Any] = {
        "x": x,
        "y": y,
        "face": reading.face,
        "id": reading.ident,
        "windows": list(reading.colours or [None] * len(cards.windows_xy_mm)),
    }
    if asked is not None:
        judged = verdict(cards, reading, asked)
        told["verdict"] = None if judged.keep is None else "keep" if judged.keep else "discard"
        told["holds"] = judged.holds
    return {**told, "metal": reading.header, "sure": round(reading.confidence, 4)}


def _pawn(pawn: PawnReading) -> dict[str, Any]:
    (x, y), names = pawn.centre_xy_px, dict(pawn.names)
    return {"kind": pawn.kind, **names, "x": round(x, 1), "y": round(y, 1), "sure": round(pawn.confidence, 4)}


def _place(placed: Placed) -> dict[str, Any]:
    place = int(placed.place) if placed.place.isdigit() else placed.place
    return {"place": place, "id": placed.reading.ident, "ok": placed.ok}


def _shown_draw(seen: tuple[PawnReading, ...]) -> AskedDraw | None:
    """The draw that one colour pawn and one symbol pawn name."""
    names = {kind: [dict(pawn.names) for pawn in seen if pawn.kind == kind] for kind in ("colour", "symbol")}
    if any(len(each) != 1 for each in names.values()):
        return None
    (colour,), (symbol,) = names["colour"], names["symbol"]
    return AskedDraw(str(colour["colour"]), int(colour["position"]), str(symbol["shape"]), str(symbol["fill"]))


NO_SUCH_VALUE = Text(
    fr="{option} : « {given} » n'existe pas.{near} Ce qui existe : {known}.",
    en="{option}: there is no “{given}”.{near} There are: {known}.",
)
