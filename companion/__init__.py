"""The table companion: it looks at a real table, knows the rules, and serves the players' phones."""

import os
from typing import Any

# Before numpy is loaded. Our matrices are small: on a busy machine its threads wait for each other more than they work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Before OpenCV is loaded. It would set aside gigabytes for what a broken file says of itself; our largest picture has
# 64 megapixels (camera/decoding.py).
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "64000000")

__version__: str


def __getattr__(name: str) -> Any:
    """`__version__`, looked up when somebody asks: most starts of the program do not."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("table-companion")
    except PackageNotFoundError:  # run from a source tree that was never installed
        return "0+source"
