"""The serial line between a host computer and a microcontroller. Usable without the companion.

`device/` runs under MicroPython and on the host alike: both ends share its message table and line code, so they
cannot drift apart.
"""
