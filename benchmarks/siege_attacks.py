"""The attacks of benchmarks/siege.py: each is a coroutine that goes on until the siege is over."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

FORM = "application/x-www-form-urlencoded"
BLOCK = bytes(1 << 18)
PATIENCE = 30.0  # seconds until no answer is an answer
TEXTS = itertools.count()


@dataclass
class Siege:
    """What is besieged, until when, and what came of it."""

    port: int
    until: float
    text: str  # rules to compare
    other: str  # the ruleset that they are compared with
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    taken: int = 0  # bytes of uploads

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return time.monotonic() >= self.until

    def count(self, attack: str, what: str) -> None:
        """Note what came of something."""
        self.counts.setdefault(attack, Counter())[what] += 1


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def opened(siege: Siege, address: str) -> Streams:
    """A new connection from that address of this machine."""
    where = {"local_addr": (address, 0)}
    return await asyncio.open_connection("127.0.0.1", siege.port, **where)  # type: ignore[arg-type]


async def ask(siege: Siege, address: str, request: bytes) -> int:
    """The status of an answer, on a connection of its own; 0 where there was none."""
    writer = None
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await opened(siege, address)
            writer.write(request)
            head = await reader.readexactly(12)
            while await reader.read(1 << 16):
                pass
            return int(head[9:12])
    except (OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
        return 0
    finally:
        if writer is not None:
            writer.close()


def get(path: str) -> bytes:
    """A request for a page."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()


def post(path: str, body: bytes, kind: str = FORM, length: int | None = None) -> bytes:
    """A request that sends something, or the beginning of it."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: {kind}\r\n"
        f"Content-Length: {len(body) if length is None else length}\r\n\r\n"
    )
    return head.encode() + body


async def held(siege: Siege, name: str, address: str, beginning: bytes) -> None:
    """Connections that begin and never end; when one is closed, the next is opened."""
    while not siege.over:
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await opened(siege, address)
        except (OSError, TimeoutError):
            siege.count(name, "not opened")
            await asyncio.sleep(0.5)
            continue
        siege.count(name, "opened")
        with contextlib.suppress(OSError, TimeoutError):
            writer.write(beginning)
            async with asyncio.timeout(max(0.1, siege.until - time.monotonic())):
                while await reader.read(1 << 16):
                    pass
            siege.count(name, "ended by the site")
        writer.close()
        await asyncio.sleep(random.random() / 2)


async def upload(siege: Siege, address: str, size: int) -> None:
    """A large file, sent as fast as it is taken; again and again."""
    start = b'--edge\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
    kind = "multipart/form-data; boundary=edge"
    request = post("/rulesets/shodra/games/log/", start, kind, len(start) + size)
    while not siege.over:
        status = "cut"
        with contextlib.suppress(OSError, TimeoutError, ValueError, asyncio.IncompleteReadError):
            async with asyncio.timeout(PATIENCE):
                reader, writer = await opened(siege, address)
                sending = asyncio.create_task(_send(siege, writer, request, size))
                try:
                    status = str(int((await reader.readexactly(12))[9:12]))
                finally:
                    sending.cancel()
                    writer.close()
        siege.count("uploads", status)
        await asyncio.sleep(1)


async def _send(siege: Siege, writer: asyncio.StreamWriter, request: bytes, size: int) -> None:
    writer.write(request)
    sent = 0
    with contextlib.suppress(OSError):
        while sent < size and not siege.over:
            writer.write(BLOCK)
            await writer.drain()
            sent += len(BLOCK)
            siege.taken += len(BLOCK)


async def compare(siege: Siege, address: str) -> None:
    """Texts that are all different, one after the other without a pause."""
    from urllib.parse import urlencode

    while not siege.over:
        text = f"// {next(TEXTS)}\n{siege.text}"
        body = urlencode({"text": text, "with": siege.other}).encode()
        siege.count("compares", str(await ask(siege, address, post("/compare/", body))))


async def flood(siege: Siege, rate: float, addresses: int) -> None:
    """So many requests a second, whether those before were answered or not."""
    began, number = time.monotonic(), 0
    tasks: set[asyncio.Task[None]] = set()

    async def one(address: str) -> None:
        siege.count("flood", str(await ask(siege, address, get("/evidence/"))))

    while not siege.over:
        while number < (time.monotonic() - began) * rate:
            task = asyncio.create_task(one(f"127.0.2.{1 + number % addresses}"))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            number += 1
        await asyncio.sleep(0.01)
    siege.count("flood", f"asked {number}")
    await asyncio.gather(*tasks)


async def besiege(siege: Siege, attacks: Sequence[Callable[[], Awaitable[None]]]) -> None:
    """All of them together."""
    await asyncio.gather(*(attack() for attack in attacks))
