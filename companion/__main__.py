"""`python -m companion` and the command `companion`."""

from __future__ import annotations

import io
import sys

from companion.cli import run


def main() -> None:
    """Run the command line and leave with its exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # the address must be in a service's log while it serves
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
