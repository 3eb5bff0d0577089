"""A Pico as mpremote sees it, under MicroPython's unix port: the raw prompt, files, and what starts at a reset. Not a
module of CPython's.

Works in the folder that it is called in. At every start it runs that folder's `main.py`, if there is one, with pins
that do nothing; after that, or with nothing there, it is at the prompt.
"""

import io
import os
import sys

sys.path.insert(0, "")
source, sink = sys.stdin.buffer, sys.stdout.buffer


class Pin:
    IN, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 4, 8

    def __init__(self, *how):
        pass

    def value(self):
        return 1

    def irq(self, *how, **more):
        pass


class PWM:
    def __init__(self, pin, freq, duty_u16):
        pass

    def freq(self, hertz):
        pass

    def duty_u16(self, duty):
        pass


class NeoPixel(list):
    def __init__(self, pin, count):
        super().__init__([None] * count)

    def write(self):
        pass


class Module:
    def __init__(self, **members):
        for name in members:
            setattr(self, name, members[name])


sys.modules["machine"] = Module(Pin=Pin, PWM=PWM, reset=lambda: None)
sys.modules["neopixel"] = Module(NeoPixel=NeoPixel)
sys.modules["micropython"] = Module(kbd_intr=lambda byte: None)


def run_main():
    for name in [name for name in sys.modules if name.startswith("table_box")]:
        del sys.modules[name]
    try:
        with open("main.py") as file:
            exec(file.read(), {})
    except Exception as error:
        sys.print_exception(error, sys.stdout)


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
        run_main()
    try:
        prompt()
    except ResetError:
        pass
