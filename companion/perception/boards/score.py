"""How well boards were read: right, unknown, or wrong, against what lay there."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from companion.perception.boards.reader import BoardReading


@dataclass
class BoardFigures:
    """Counts over pictures, and the story of each slip.

    Attributes:
        boards: all pictures: the sum of right, unknown and wrong.
        right: the true text, or none where a hand covers part of the board.
        wrong: another text than the true one, or any under a hand; of these under_hand.
        called_covered: free boards that were taken for covered ones (these count as unknown).
        slips: one line each, wrong ones first.
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
        """Hold the reading of the picture called `name` against its true board."""
        self.boards += 1
        self.covered += covered
        told = f"{name} true {true_text}{' covered' if covered else ''}"
        seen = f"guess {reading.guess} {reading.confidence:.3f} unsure {list(reading.unsure)} occluded {reading.occluded}"
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
        """All counts, and shares of the boards."""
        counts = {key: held for key, held in asdict(self).items() if key != "slips"}
        shares = {f"{key}_share": round(counts[key] / max(1, self.boards), 4) for key in ("right", "unknown", "wrong")}
        return {**counts, **shares}
