"""`python -m tests.idle_cost`: what a table at which nothing happens costs, as a share of one core.

A camera of its own process serves a drawn table at 1280 x 960, 30 pictures a second with noise; a whole table of Kaplan
watches it. `--plain` watches every frame, without judging the camera.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import cv2

from companion import wiring
from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock, SystemClock
from companion.simulator.source import open_source
from companion.simulator.world import World
from companion.table.referee import Referee
from companion.table.watchers.registry import watchers_for
from tests.camera.faulty_server import FaultyCamera, served

WARM_UP_S = 10.0


def no_art(kind: str, face: str) -> Art:
    raise KeyError(kind)


def bare_table() -> Pixels:
    url = SourceUrl.parse("rendered://?width=1280&height=960&noise=0&seed=4")
    return open_source(url, ManualClock(), World(no_art)).full().pixels


def serve() -> None:
    with served(FaultyCamera(bare_table(), fps=30.0)) as address:
        print(address, flush=True)
        sys.stdin.read()


def share_of_a_core(address: str, seconds: float, *, plain: bool) -> tuple[float, float]:
    """The share of a core, and the number of frames a second that were looked at."""
    with tempfile.TemporaryDirectory() as folder:
        clock, stop = SystemClock(), threading.Event()
        table = wiring.open_table("kaplan", address, Path(folder), clock, names=("Ada", "Bob"))
        match = table.match
        assert match is not None
        referee = match.referee
        if plain:
            watchers = watchers_for(wiring.WATCHERS, match.session, clock)
            referee = Referee(table.setting.source, match.session, watchers, clock)
        watching = threading.Thread(target=referee.run, args=(stop,))
        watching.start()
        time.sleep(WARM_UP_S)
        begun_s, used_s, frames = time.monotonic(), time.process_time(), referee._frames
        time.sleep(seconds)
        share = (time.process_time() - used_s) / (time.monotonic() - begun_s)
        per_s = (referee._frames - frames) / (time.monotonic() - begun_s)
        stop.set()
        watching.join()
        table.close()
    return share, per_s


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve()
        return
    cv2.setNumThreads(1)
    command = [sys.executable, "-m", "tests.idle_cost", "--serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as camera:
        assert camera.stdout is not None
        try:
            share, per_s = share_of_a_core(camera.stdout.readline().strip(), asked.seconds, plain=asked.plain)
        finally:
            camera.terminate()
    print(f"an idle table at 1280 x 960, 30 pictures a second: {share:.1%} of a core, {per_s:.1f} frames a second")


if __name__ == "__main__":
    main()
