"""`python -m companion` and the command `companion`."""

from __future__ import annotations

import sys

from companion.cli import run
from companion.cli.terminal import prepare_streams


def main() -> None:
    """Run the command line and leave with its exit status."""
    prepare_streams()
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
