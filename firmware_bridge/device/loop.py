"""The box's program: look at the contacts, read, answer, again. Runs under MicroPython and CPython; knows no pins."""

from .box import Box
from .stamps import Contacts, Growing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def serve(
    box: Box,
    contacts: Contacts,
    growing: Growing,
    ticks: "Callable[[], int]",
    closed: "Callable[[], list[bool]]",
    read: "Callable[[], bytes | None]",
    write: "Callable[[bytes], object]",
) -> None:
    """Serve the line until the host asks the program to end, or the line does.

    Args:
        ticks: the wrapping clock, in microseconds.
        closed: which contacts are closed now.
        read: what has come over the line, after a millisecond at most; None when the line has ended.
        write: sends bytes.
    """
    while not box.leaving:
        data = read()
        if data is None:
            return
        now_ticks = ticks()
        now_us = growing.now(now_ticks)
        for seat, pressed_ticks in contacts.presses(now_ticks, closed()):
            box.press(seat, growing.at(pressed_ticks))
        answers = box.receive(data, now_us) + box.poll(now_us)
        if answers:
            write(answers)
