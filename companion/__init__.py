"""The table companion: it looks at a real table, knows the rules, and serves the players' phones."""

import os
from importlib.metadata import PackageNotFoundError, version

# Before numpy is loaded. Our matrices are small: on a busy machine its threads wait for each other more than they work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Before OpenCV is loaded. It would set aside gigabytes for what a broken file says of itself; our largest picture has
# 64 megapixels (camera/decoding.py).
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "64000000")

try:
    __version__ = version("table-companion")
except PackageNotFoundError:  # run from a source tree that was never installed
    __version__ = "0+source"
