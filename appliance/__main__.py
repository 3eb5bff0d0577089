"""`python3 -m appliance install|update|remove`."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - whatever Python the system has starts this
    sys.exit(
        "Il faut Python 3.11 ou plus récent : Debian 12, Ubuntu 23.04 ou Raspberry Pi OS bookworm.\n"
        "Python 3.11 or newer is needed: Debian 12, Ubuntu 23.04 or Raspberry Pi OS bookworm."
    )

from appliance.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
