"""The files that go onto the microcontroller. Plain functions that MicroPython and CPython both run."""
