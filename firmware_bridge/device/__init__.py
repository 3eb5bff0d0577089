"""The files that go onto the microcontroller. Both interpreters run them; only `main` needs pins."""
