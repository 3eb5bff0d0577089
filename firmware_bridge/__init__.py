"""Host and microcontroller talk over a serial line. Usable without the companion.

`device/` runs under MicroPython and on the host alike: both ends share its message table and line code, so they
cannot drift apart.
"""
