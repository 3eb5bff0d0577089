"""The table companion: it looks at a real table, knows the rules, and serves the players' phones."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("table-companion")
except PackageNotFoundError:  # run from a source tree that was never installed
    __version__ = "0+source"
