"""The files that go onto the microcontroller. MicroPython and CPython both run them; only `main` needs pins."""
