"""Numpy works on one thread: on a busy machine more of them wait for each other longer than they work."""

from __future__ import annotations

import os
import subprocess
import sys

ASKED = "import companion, os; print(os.environ['OPENBLAS_NUM_THREADS'])"


def _asked(**environment: str) -> str:
    own = {key: value for key, value in os.environ.items() if key != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", ASKED], capture_output=True, text=True, check=True, env={**own, **environment}
    )
    return done.stdout.strip()


def test_numpy_works_on_one_thread_unless_told_otherwise() -> None:
    assert _asked() == "1"
    assert _asked(OPENBLAS_NUM_THREADS="3") == "3"


def test_nothing_loads_numpy_before() -> None:
    loaded = "import companion, sys; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
