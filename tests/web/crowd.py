"""`make crowd`: a room full of phones against one server; prints how long they wait, and leaves with 1 when too long.

The server has one core and this program another. Each phone has an address of its own on the loopback network, follows
the table's events, and fetches its page's part anew after each, as a browser does.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

from tests.web.crowd_server import pin

HOST = "127.0.0.1"
CROWD_CORE = 1
PHONES, BACK_AT_ONCE = 100, 500
HELD_STREAMS, SLOW_CONNECTIONS = 200, 300
ACTIONS = 40
EVENT_MS, CONTENT_MS, BACK_MS, MEMORY_MB = 100.0, 300.0, 5000.0, 300.0
"""What is promised: the 95th percentile of an action's last event and last content, the last of those that come back
at once, and the server's memory."""
DRIP_S = 1.0
"""A slow connection sends one byte of its request each time this has passed."""
PATIENCE_S = 60.0
LENGTH = re.compile(rb"content-length: (\d+)")
TRIES = 3
"""Of a request whose connection the server closes, as it may between two."""


def address_of(number: int, block: int) -> str:
    """An address on the loopback network, which is all ours on Linux."""
    return f"127.{block}.{number // 250}.{number % 250 + 1}"


@dataclass
class Phone:
    """A browser at its own address.

    Attributes:
        path: of the part of its page that changes.
        cookie: what it carries.
        events: the revisions that it heard of, with the time.
        contents: the revisions for which its page has come, with the time.
    """

    port: int
    address: str
    path: str
    cookie: str
    events: dict[int, float] = field(default_factory=dict)
    contents: dict[int, float] = field(default_factory=dict)
    refused: int = 0
    bytes_read: int = 0
    _pages: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(HOST, self.port, local_addr=(self.address, 0))

    def request(self, path: str, method: str = "GET") -> bytes:
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\nOrigin: http://{HOST}:{self.port}\r\n"
            f"User-Agent: {self.address}\r\nCookie: {self.cookie}\r\nAccept-Encoding: gzip\r\n"
            "HX-Request: true\r\n\r\n"
        ).encode()

    async def get(self, path: str) -> None:
        """Ask over the connection that is open, or another where the server has closed that, as browsers do."""
        for _ in range(TRIES):
            if self._pages is None:
                self._pages = await self.open()
            reader, writer = self._pages
            try:
                writer.write(self.request(path))
                head = await reader.readuntil(b"\r\n\r\n")
                length = LENGTH.search(head)
                self.bytes_read += len(await reader.readexactly(int(length.group(1)) if length else 0))
                self.refused += not head.startswith(b"HTTP/1.1 200")
                return
            except (asyncio.IncompleteReadError, OSError):
                writer.close()
                self._pages = None
        self.refused += 1

    async def follow(self) -> None:
        """Hear of changes and fetch after each, until cancelled."""
        stream, asking = await self.open()
        try:
            asking.write(self.request("/events"))
            head = await stream.readuntil(b"\r\n\r\n")
            self.refused += not head.startswith(b"HTTP/1.1 200")
            while True:
                line = await stream.readuntil(b"\n")
                if line.startswith(b"data: "):
                    revision = int(line[6:])
                    self.events[revision] = time.monotonic()
                    await self.get(self.path)
                    self.contents[revision] = time.monotonic()
        except (asyncio.IncompleteReadError, OSError):
            self.refused += 1
        finally:
            asking.close()
            if self._pages is not None:
                self._pages[1].close()


@dataclass
class Server:
    """The process that is tried."""

    process: asyncio.subprocess.Process
    port: int
    seats: int

    async def play(self) -> tuple[float, int]:
        """Let an action happen; when it began, and the revision after it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        began = time.monotonic()
        self.process.stdin.write(b"\n")
        return began, int(await self.process.stdout.readline())

    def memory_mb(self) -> float:
        """What the process holds in memory; 0 where the system does not say."""
        status = Path(f"/proc/{self.process.pid}/status")
        if not status.exists():
            return 0.0
        return int(status.read_text().split("VmRSS:")[1].split()[0]) / 1024

    def processor_s(self) -> float:
        """How long the process has worked so far; 0 where the system does not say."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        if not stat.exists():
            return 0.0
        return sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")

    async def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        await self.process.wait()


async def start(game: str) -> Server:
    """Start the server process."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.web.crowd_server", game, HOST,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    port, seats = map(int, (await process.stdout.readline()).split())
    return Server(process, port, seats)


async def phones(server: Server, count: int, block: int = 1) -> list[Phone]:
    """Phones that have opened their page once; the first hold the seats, unless others have them."""
    made = []
    for number in range(count):
        phone = Phone(server.port, address_of(number, block), "/now", f"client={block}-{number}")
        if number < server.seats and block == 1:
            reader, writer = await phone.open()
            writer.write(phone.request(f"/join/{number}", "POST"))
            head = await reader.readuntil(b"\r\n\r\n")
            kept = re.findall(rb"set-cookie: ([^;]+)", head)
            phone.cookie = "; ".join([phone.cookie, *(each.decode() for each in kept)])
            phone.path = f"/seat/{number}/now"
            writer.close()
        made.append(phone)
    return made


async def until(reached: Callable[[], bool]) -> None:
    """Wait for what the phones do."""
    async with asyncio.timeout(PATIENCE_S):
        while not reached():
            await asyncio.sleep(0.002)


async def act(server: Server, room: list[Phone], actions: int) -> tuple[list[float], list[float]]:
    """Milliseconds from each action to the last phone's event and to the last phone's new content."""
    events, contents = list[float](), list[float]()

    async def come(told: Callable[[Phone], dict[int, float]], revision: int) -> float:
        await until(lambda: all(max(told(phone), default=0) >= revision for phone in room))
        return max(min(at for seen, at in told(phone).items() if seen >= revision) for phone in room)

    for _ in range(actions):
        began, revision = await server.play()
        events.append(1000 * (await come(lambda phone: phone.events, revision) - began))
        contents.append(1000 * (await come(lambda phone: phone.contents, revision) - began))
    return events, contents


def percentile(values: Iterable[float], percent: int) -> float:
    """The smallest value that `percent` in a hundred do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)]


def told(what: str, values: list[float], asked: float) -> bool:
    """Print how a figure came out; whether it is as promised."""
    at_50, at_95 = percentile(values, 50), percentile(values, 95)
    print(f"  {what}: p50 {at_50:.0f} ms, p95 {at_95:.0f} ms (asked {asked:.0f}), max {max(values):.0f} ms", flush=True)
    return at_95 <= asked


async def hold_stream(server: Server, number: int) -> None:
    """A stream of the one client that wants them all; opened anew when it is ended."""
    phone = Phone(server.port, address_of(0, 2), "/now", "client=greedy")
    while True:
        reader, writer = await phone.open()
        writer.write(phone.request("/events"))
        while await reader.read(4096):
            pass
        writer.close()
        await asyncio.sleep(DRIP_S)


async def drip(server: Server, number: int) -> None:
    """A request that never comes to its end; begun anew when it is cut off."""
    phone = Phone(server.port, address_of(1, 2), "/now", "")
    while True:
        try:
            _, writer = await phone.open()
            for letter in phone.request("/now")[:-1]:
                writer.write(bytes([letter]))
                await writer.drain()
                await asyncio.sleep(DRIP_S)
        except OSError:
            await asyncio.sleep(DRIP_S)


async def come_back(server: Server, count: int) -> tuple[list[float], int]:
    """Milliseconds until each of many phones that open their page at the same moment has it and hears of changes, and
    how many were refused."""
    room = await phones(server, count, block=3)
    began = time.monotonic()
    following = [asyncio.ensure_future(phone.follow()) for phone in room]
    await until(lambda: all(phone.contents for phone in room))
    took = [1000 * (min(phone.contents.values()) - began) for phone in room]
    await stop(following)
    return took, sum(phone.refused for phone in room)


async def stop(tasks: Iterable[Awaitable[None]]) -> None:
    """End what phones do."""
    for task in tasks:
        task.cancel()  # type: ignore[attr-defined]
    await asyncio.gather(*tasks, return_exceptions=True)


async def try_out(game: str, actions: int) -> bool:
    """Print all figures of one game; whether every promise is kept."""
    server = await start(game)
    room = await phones(server, PHONES)
    following = [asyncio.ensure_future(phone.follow()) for phone in room]
    await until(lambda: all(phone.contents for phone in room))
    print(f"{game}: {PHONES} phones, {server.seats} of them at seats, load {os.getloadavg()[0]:.1f}")
    worked_s = server.processor_s()
    events, contents = await act(server, room, actions)
    worked_ms = 1000 * (server.processor_s() - worked_s) / actions
    print(f"  an action and all that follows: {worked_ms:.0f} ms of the server's core")
    kept = [told("last event", events, EVENT_MS), told("last content", contents, CONTENT_MS)]
    greedy = [asyncio.ensure_future(hold_stream(server, number)) for number in range(HELD_STREAMS)]
    greedy += [asyncio.ensure_future(drip(server, number)) for number in range(SLOW_CONNECTIONS)]
    await asyncio.sleep(2 * DRIP_S)
    print(f" beside {HELD_STREAMS} held streams of one client and {SLOW_CONNECTIONS} slow connections")
    events, contents = await act(server, room, actions)
    kept += [told("last event", events, EVENT_MS), told("last content", contents, CONTENT_MS)]
    kept.append(server.memory_mb() <= MEMORY_MB)
    print(f"  memory {server.memory_mb():.0f} MB (asked {MEMORY_MB:.0f}), {sum(each.refused for each in room)} refused")
    await stop([*greedy, *following])
    took, refused = await come_back(server, BACK_AT_ONCE)
    kept.append(max(took) <= BACK_MS and not refused)
    print(
        f" {BACK_AT_ONCE} come back at once: the last after {max(took):.0f} ms (asked {BACK_MS:.0f}), {refused} refused"
    )
    await server.close()
    return all(kept)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.crowd")
    parser.add_argument("games", nargs="*", default=["kaplan", "karo", "leprechauns", "plic-plac", "kaleidoscope"])
    parser.add_argument("--actions", type=int, default=ACTIONS)
    chosen = parser.parse_args()
    pin(CROWD_CORE)
    kept = [asyncio.run(try_out(game, chosen.actions)) for game in chosen.games]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
