"""`make box-soak`: the table box for minutes. Prints its figures and leaves with 1 at the first broken promise."""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path
from random import Random

from tests.firmware_bridge.bad_line import carried_over
from tests.firmware_bridge.lines import try_lines
from tests.firmware_bridge.test_micropython import ROOT, lines_under_micropython

LINES = 1_000_000
COMMANDS = 10_000
ROUNDS = 5


def main() -> int:
    broken = 0
    for sender in ("host", "device"):
        start_s = time.perf_counter()
        wrong, late = try_lines(Random(1), sender, LINES)
        broken += wrong + late
        print(
            f"lines of the {sender}: {LINES} broken ones, {wrong} wrong accepted, {late} times not in step after one "
            f"line, {time.perf_counter() - start_s:.0f} s"
        )
    found = os.environ.get("COMPANION_MICROPYTHON") or shutil.which("micropython")
    if found is None:
        print("MicroPython is absent, so the device's code was not tried under it: .ci/micropython FOLDER brings it")
    else:
        start_s = time.perf_counter()
        tried, wrong, late = lines_under_micropython(Path(found), ROOT / "firmware_bridge", seed=1, count=LINES)
        broken += wrong + late
        print(
            f"the device's code under MicroPython: {tried} broken lines, {wrong} wrong carried out, {late} times not "
            f"in step after one line, {time.perf_counter() - start_s:.0f} s"
        )
    for seed in range(ROUNDS):
        account = carried_over(Random(seed), COMMANDS, bit_errors=0.01, pulled_every_s=120.0)
        broken += account.broken_promises
        print(
            f"1 % of bits wrong, {account.pulled} times unplugged: {account.done} commands done, {account.lost} lost "
            f"(of these {account.lost_and_carried_out} carried out), {account.broken_promises} broken promises"
        )
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
