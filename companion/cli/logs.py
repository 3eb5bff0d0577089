"""Log lines on standard error: quiet unless asked for, and in systemd's own form where its journal listens.

No line ever holds what only one player may see: entries are named by their kind and number, never by their content.
"""

from __future__ import annotations

import logging
import os
import sys

LEVELS = ("error", "warning", "info", "debug")
DEFAULT_LEVEL = "warning"
PRIORITIES = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6, logging.DEBUG: 7}
"""What systemd's journal calls the levels (sd-daemon(3)): a line begins with <priority>."""


class JournalFormatter(logging.Formatter):
    """Lines for systemd's journal, which adds time and program itself."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line or more, each beginning with its priority."""
        lines = super().format(record).splitlines()
        return "\n".join(f"<{PRIORITIES.get(record.levelno, 6)}>{line}" for line in lines)


def log_to_stderr(level: str) -> None:
    """Write log lines of `level`, one of LEVELS, and above to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    if os.environ.get("JOURNAL_STREAM"):
        handler.setFormatter(JournalFormatter("%(name)s: %(message)s"))
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.captureWarnings(True)
