"""Counts how well boards were read: right, unknown or wrong, compared with the true boards."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from companion.perception.boards.reader import BoardReading


@dataclass
class BoardFigures:
    """Counts over pictures, and one line for each board that was not read rightly.

    Attributes:
        boards: all pictures: the sum of right, unknown and wrong.
        right: boards whose true text was read; a board that a hand partly covers is right when no text is given.
        unknown: boards for which no text was given although none of their places was covered.
        wrong: boards for which another text than the true one was given, or any text although a hand covered a part.
        under_hand: those of `wrong` that a hand partly covered.
        covered: boards that a hand partly covered.
        called_covered: uncovered boards that were reported as covered; they count as unknown.
        slips: one line for each wrong and unknown board, wrong ones first.
    """

    boards: int = 0
    right: int = 0
    unknown: int = 0
    wrong: int = 0
    under_hand: int = 0
    covered: int = 0
    called_covered: int = 0
    slips: list[str] = field(default_factory=list)

    def count(self, name: str, reading: BoardReading, true_text: str, covered: bool) -> None:
        """Compare one reading with the truth and count it.

        Args:
            name: the picture's name, for the line in `slips`.
            reading: what was read.
            true_text: the true board as text, rows joined by "/".
            covered: whether a hand covers a part of the board.
        """
        self.boards += 1
        self.covered += covered
        told = f"{name} true {true_text}{' covered' if covered else ''}"
        seen = (
            f"guess {reading.guess} {reading.confidence:.3f} unsure {list(reading.unsure)} occluded {reading.occluded}"
        )
        if reading.text == (None if covered else true_text):
            self.right += 1
        elif reading.text is not None:
            self.wrong += 1
            self.under_hand += covered
            self.slips.insert(0, f"{told} WRONG {seen}")
        else:
            self.unknown += 1
            self.called_covered += reading.occluded
            self.slips.append(f"{told} unknown {seen}")

    def report(self) -> dict[str, float]:
        """Return all counts by name, and the shares of right, unknown and wrong boards (0 to 1, four decimals)."""
        counts = {key: value for key, value in asdict(self).items() if key != "slips"}
        shares = {f"{key}_share": round(counts[key] / max(1, self.boards), 4) for key in ("right", "unknown", "wrong")}
        return {**counts, **shares}
