"""A Pico as mpremote sees it, under MicroPython's unix port: the raw prompt, files, and what starts at a reset. Not a
module of CPython's.

Works in the folder that it is called in. At every start it runs the box of that folder, without its pins, if there is a
`main.py`; after that, or with nothing there, it is at the prompt.
"""

import io
import os
import sys
import time

sys.path.insert(0, "")
source, sink = sys.stdin.buffer, sys.stdout.buffer


def run_box():
    for name in [name for name in sys.modules if name.startswith("table_box")]:
        del sys.modules[name]
    from table_box.box import Box, Outputs
    from table_box.loop import serve
    from table_box.stamps import Contacts, MonotonicClock
    from table_box.stdio import reader, write

    box, read = Box(8, int.from_bytes(os.urandom(4), "big") % 10**9, Outputs()), reader()
    growing, contacts = MonotonicClock(time.ticks_us(), time.ticks_diff), Contacts(8, time.ticks_diff)
    serve(box, contacts, growing, time.ticks_us, lambda: [False] * 8, read, write)


class ResetError(Exception):
    pass


def carry_out(code):
    if b"machine.reset()" in code:
        sink.write(b"OK\x04\x04>")
        raise ResetError
    sink.write(b"OK")
    wrong = b""
    try:
        exec(code, names)
    except Exception as error:
        told = io.StringIO()
        sys.print_exception(error, told)
        wrong = told.getvalue().encode()
    sink.write(b"\x04" + wrong + b"\x04>")


def prompt():
    raw, code = False, b""
    while True:
        byte = source.read(1)
        if not byte:
            sys.exit()
        if byte == b"\x01":
            raw, code = True, b""
            sink.write(b"raw REPL; CTRL-B to exit\r\n>")
        elif byte == b"\x02":
            raw = False
        elif byte == b"\x05" and raw:
            source.read(2)
            sink.write(b"R\x00")  # no raw paste here
        elif byte == b"\x03":
            code = b""
        elif byte == b"\x04" and raw:
            carry_out(code)
            code = b""
        elif raw:
            code += byte


while True:
    names = {}
    if "main.py" in os.listdir():
        run_box()
    try:
        prompt()
    except ResetError:
        pass
