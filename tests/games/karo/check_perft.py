"""Every count of perft.txt once more by brute.py, a few minutes: `python -m tests.games.karo.check_perft`."""

from __future__ import annotations

import sys

from tests.games.karo import brute
from tests.games.karo.test_perft import LINES, parsed


def main() -> int:
    for line in LINES:
        _, again, counts = parsed(line)
        for depth, count in enumerate(counts, start=1):
            found = brute.perft(again, depth)
            if found != count:
                print(f"{line}: the second counter finds {found} at depth {depth}")
                return 1
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
