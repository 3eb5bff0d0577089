"""What keeps the code readable: sizes, words and docstrings, checked by `make check`."""
