"""A table that runs takes in what changed in its settings file when its system says so (SIGHUP)."""

from __future__ import annotations

import signal
from pathlib import Path
from urllib.request import urlopen

from tests.cli.serving import address_of, companion, settings_for

MOST_LOOKS = 2000
"""At the page, one after the other, until it speaks the other language."""


def test_sighup_reads_the_settings_again_and_the_table_runs_on(tmp_path: Path) -> None:
    path = settings_for(tmp_path)
    with companion("serve", "--settings", str(path)) as process:
        address = address_of(process)
        assert '<html lang="fr">' in urlopen(address).read().decode()
        path.write_text(path.read_text() + 'langage = "en"\n')
        process.send_signal(signal.SIGHUP)
        assert process.stderr is not None
        assert "write “language”" in process.stderr.readline()
        path.write_text(path.read_text().replace("langage", "language"))
        process.send_signal(signal.SIGHUP)
        assert any('<html lang="en">' in urlopen(address).read().decode() for _ in range(MOST_LOOKS))
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
