"""Send a server messages and requests that nobody should send, and see that it stays: no 500, no trace, others served.

    python tools/fuzz_server.py --number 50000      so many messages and requests
    python tools/fuzz_server.py --seed 3 --json     others, and one JSON document

What is sent is drawn from what docs/protocol.md allows and then spoilt: other types, huge numbers, deep nesting, NUL,
lone surrogates and bidirectional marks, missing and unknown keys, broken UTF-8, frames and headers cut off, paths that
lead elsewhere. Meanwhile somebody in another process plays a match of their own and counts how long each answer takes.

The result: `sent`, how often each `status` or message came back, `faults` (answers of 500 and what was sent, lines of
the log, a server that is gone), the `slowest` requests, and the `latency` of the others: how many answers, the median,
the 99th of a hundred and the worst, in milliseconds; `alone` is the same before anything was sent. Exit code 0 when
there are no faults.
"""

import argparse
import asyncio
import json
import logging
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

sys.path.insert(0, str(Path(__file__).resolve().parent))
from load import Server
from load_clients import ask, offered

TEAMS: Final = (
    ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"],
    ["percedal", "evangelyne", "ruel-stroud", "amalia"],
)
AT_ONCE: Final = 4
PATIENCE: Final = 60.0
QUIET: Final = 0.3  # seconds for the answers to a websocket's messages before it is closed
ALONE: Final = 5.0  # seconds that the others play before anything is sent, for comparison
DEEP: Final = 20_000
NASTY: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 1 << 31, 1 << 63, 1 << 64, 1.5, -0.0, 1e308),
    *("", " ", "\u0000", "a\u0000b", "\u202eabc", "\u200b", "é" * 50, "x" * 41, "x" * 301, "x" * 5000, "\ud800"),
    *("../../etc/passwd", "%00", "end", "dice", "p1", "krosmaster", "kaos", "1" * 5000, "-" * 300, "cast con d4"),
    *([], {}, [[]], [None] * 50, {"": ""}, {"position": {}}, ["oscar-kass"] * 41, {"a": {"b": [1, {"c": None}]}}),
)
RAW: Final = (
    b"1" * 5000,
    b"-" + b"9" * 5000,
    b"1e400",
    b"[" * DEEP,
    b"[" * DEEP + b"]" * DEEP,
    b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    b'"\\ud800"',
    b'"\\u0000"',
    b'"\xff\xfe"',
    b"NaN",
    b"Infinity",
    b"{}" * 40,
    b"",
    b"\x00",
)
PARAMETERS: Final = (
    *("%00", "%", "%zz", "%2e%2e%2f", "..", ".", "%ff%fe", "%E2%80%AE", "a%00b", "x" * 300, "x" * 7000, "9" * 5000),
    *("-1", "0", "1", "99999999999999999999", "1e5", "%0d%0aX: y", "{}", "%25", "'", '"', "~", "example", "4.7", "R50"),
)
ADDRESSES: Final = (
    *("/api/catalogue", "/api/clauses", "/api/clauses/{}", "/api/compare", "/api/compare/{}", "/api/teams/check"),
    *("/api/dice", "/api/matches", "/api/matches/{}", "/api/matches/{}/record", "/api/matches/{}/seats"),
    *("/api/matches/{}/replay", "/api/matches/{}/replay/{}", "/api/replays", "/api/replays/{}", "/api/replays/{}/{}"),
    *("/docs/{}", "/schema", "/schema/openapi.json", "/{}", "/", "/assets/{}", "/api/{}", "/api/matches/{}/ws"),
    *("/healthz", "/metrics"),
)
QUERIES: Final = ("lang", "game", "release", "token", "one", "other", "format", "step", "")
METHODS: Final = ("GET",) * 8 + ("POST",) * 8 + ("HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get", "X" * 50)


class Fuzz:
    """What is sent, by chance, and what came of it."""

    def __init__(self, address: str, seed: str) -> None:
        host, _, port = address.removeprefix("http://").partition(":")
        self.host, self.port = host, int(port)
        self.address = address
        self.rng = random.Random(seed)
        self.sent = 0
        self.status: Counter[str] = Counter()
        self.faults: list[str] = []
        self.slowest: list[tuple[float, str]] = []  # milliseconds and the requests that took them
        self.made = self.new_match()

    def new_match(self) -> dict[str, Any]:
        """A match to be sent to."""
        players = [{"name": name, "cards": cards} for name, cards in zip(("Ann", "Bob"), TEAMS, strict=True)]
        players[1]["agent"] = "open"
        return dict(ask(f"{self.address}/api/matches", {"players": players}))

    def fault(self, text: str, sent: bytes) -> None:
        """Something that must not be."""
        if len(self.faults) < 50:
            self.faults.append(f"{text}: {sent[:300]!r}")

    # --------------------------------------------------------------------------------------------------- what is sent

    def spoilt(self, value: Any, depth: int = 0) -> Any:
        """A value with something in it exchanged, left out, or added."""
        rng = self.rng
        if isinstance(value, dict) and value and rng.random() < 0.8:
            found = dict(value)
            key = rng.choice(list(found))
            what = rng.random()
            if what < 0.15:
                del found[key]
            elif what < 0.25:
                found[str(rng.choice(NASTY))] = rng.choice(NASTY)
            else:
                found[key] = self.spoilt(found[key], depth + 1)
            return found
        if isinstance(value, list) and value and rng.random() < 0.8:
            place = rng.randrange(len(value))
            return [*value[:place], self.spoilt(value[place], depth + 1), *value[place + 1 :]]
        return rng.choice(NASTY)

    def encoded(self, value: Any) -> bytes:
        """As JSON, sometimes with a piece of text that is none."""
        rng = self.rng
        text = json.dumps(value, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
        what = rng.random()
        if what < 0.12:
            return rng.choice(RAW)
        if what < 0.24:
            pieces = text.split(b":")
            place = rng.randrange(len(pieces))
            pieces[place] = rng.choice(RAW) + b"," + pieces[place]
            return b":".join(pieces)
        if what < 0.36 and text:
            changed = bytearray(text)
            for _ in range(rng.randint(1, 5)):
                changed[rng.randrange(len(changed))] = rng.randrange(256)
            return bytes(changed)
        if what < 0.4:
            return text[: rng.randrange(len(text) + 1)]
        return text

    def body(self, path: str) -> bytes:
        """Something for an address."""
        players = [{"name": f"P{n}", "cards": cards, "nonce": "n"} for n, cards in enumerate(TEAMS)]
        bodies: dict[str, Any] = {
            "/api/matches": {"players": players, "format": "", "options": {}, "setup": {}, "game": "krosmaster"},
            "/api/teams/check": {"cards": TEAMS[0], "game": "krosmaster", "format": "", "release": "2.7"},
            "/api/matches/{}/seats": {"name": "Zoe", "seat": ""},
            "/api/dice": {},
        }
        if path == "/api/replays":
            header = {"record": 1, "game": "krosmaster", "content": "", "agents": [], "dice": {"kind": "table"}}
            record = {**header, "setup": {"arena": "elemental", "teams": list(TEAMS)}}
            lines = [record, {"by": "p1", "line": "end"}]
            return b"\n".join(self.encoded(self.spoilt(line)) for line in lines)
        return self.encoded(self.spoilt(bodies.get(path, {"a": 1})))

    def parameter(self) -> str:
        """A piece of a path or a query."""
        what = self.rng.random()
        if what < 0.5:
            return str(self.rng.choice((self.made["id"], self.made["token"])))
        if what < 0.8:
            return self.rng.choice(PARAMETERS)
        return quote(str(self.rng.choice(NASTY)), errors="surrogatepass")

    def request(self) -> bytes:
        """A request."""
        rng = self.rng
        path = rng.choice(ADDRESSES)
        target = path
        while "{}" in target:
            target = target.replace("{}", self.parameter(), 1)
        if rng.random() < 0.5:
            pairs = [f"{rng.choice(QUERIES)}={self.parameter()}" for _ in range(rng.randint(1, 3))]
            target += "?" + rng.choice("&&&;").join(pairs)
        method = rng.choice(METHODS)
        # A record is played in a process of its own: few of them, or nothing else is tried.
        if path == "/api/replays" and method == "POST" and rng.random() < 0.95:
            method = "GET"
        data = self.body(path) if method in ("POST", "PUT", "PATCH", "DELETE") else b""
        kind = rng.choice(("application/json",) * 8 + ("text/plain", "", "application/x-msgpack", "application/xml"))
        headers = [
            f"host: {self.host}:{self.port}",
            f"content-type: {kind}",
            f"content-length: {len(data)}",
            "connection: close",
        ]
        if rng.random() < 0.1:
            headers.append(
                rng.choice(("cookie: \xff=\x01", "accept: " + "x" * 5000, "x: " + "é" * 50, "range: bytes=9-1"))
            )
        if rng.random() < 0.03:
            headers[2] = rng.choice(("content-length: -1", "transfer-encoding: chunked", "content-length: 99999999999"))
        return f"{method} {target} HTTP/1.1\r\n".encode("latin-1", "replace") + (
            "\r\n".join(headers).encode("latin-1", "replace") + b"\r\n\r\n" + data
        )

    def message(self) -> bytes:
        """A message to a match."""
        templates: tuple[dict[str, Any], ...] = (
            {"type": "hello", "version": 0},
            {"type": "answer", "version": 0, "do": "end"},
            {"type": "why", "do": "end"},
            {"type": "compare", "do": "end", "release": "2.2"},
        )
        chosen: Any = self.rng.choice(templates)
        return self.encoded(self.spoilt(chosen) if self.rng.random() < 0.9 else chosen)

    def frame(self, data: bytes) -> bytes:
        """A frame of a websocket, masked as a client's must be; now and then one that is not as it should be."""
        rng = self.rng
        opcode = 1 if rng.random() < 0.99 else rng.choice((0, 2, 2, 3, 9, 10, 11))
        first = opcode | (0x80 if rng.random() < 0.995 else rng.choice((0, 0xC0, 0xF0)))
        if rng.random() < 0.005:
            data = b"x" * rng.choice((66_000, 1_000_000))
        size = len(data)
        if size < 126:
            head = bytes([first, 0x80 | size])
        elif size <= 0xFFFF:
            head = bytes([first, 0xFE]) + size.to_bytes(2, "big")
        else:
            head = bytes([first, 0xFF]) + size.to_bytes(8, "big")
        return head + b"\0\0\0\0" + data

    # ---------------------------------------------------------------------------------------------- sending and reading

    async def one_request(self) -> None:
        """Send a request and read the answer."""
        data = self.request()
        self.sent += 1
        began = time.monotonic()
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            writer.write(data)
            if b"content-length: 99999999999" in data or b"chunked" in data:
                writer.write_eof()
            await writer.drain()
            told = await asyncio.wait_for(reader.read(), PATIENCE)
            status = told[9:12].decode("latin-1") or "closed"
            self.status[status] += 1
            if status == "500" or b'"code":"server-fault"' in told:
                self.fault(f"{status} {told[-300:]!r}", data)
        except TimeoutError:
            self.fault("no answer", data)
        except ConnectionError:
            self.status["closed"] += 1
        finally:
            writer.close()
            took = round(1000 * (time.monotonic() - began), 1)
            self.slowest = sorted([*self.slowest, (took, data[:120].decode("latin-1"))], reverse=True)[:8]

    async def one_socket(self) -> None:
        """A websocket with some messages, until the server has had enough."""
        token = self.rng.choice((self.made["token"], ""))
        path = f"/api/matches/{self.made['id']}/ws"
        offers = ", ".join(offered(token))
        head = f"GET {path} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
        keys = (
            f"sec-websocket-protocol: {offers}\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
            "sec-websocket-version: 13\r\n\r\n"
        )
        reader, writer = await asyncio.open_connection(self.host, self.port)
        frames: list[bytes] = []
        try:
            writer.write((head + keys).encode())
            told = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            if b" 101 " not in told:
                self.status[told[9:12].decode("latin-1")] += 1
                return
            for _ in range(self.rng.randint(1, 30)):
                frames.append(self.frame(self.message()))
                self.sent += 1
                writer.write(frames[-1])
            reading = asyncio.create_task(self.heard(reader))
            await writer.drain()
            await asyncio.wait([reading], timeout=QUIET)
            writer.write(b"\x88\x80\0\0\0\0")
            heard = await reading
            for code in (
                "bad-message",
                "not-json",
                "stale-version",
                "bad-line",
                "over",
                "not-your-decision",
                "refused",
            ):
                self.status[code] += heard.count(f'"{code}"'.encode())
            self.status["state"] += heard.count(b'{"type":"state"')
            if b'"server-fault"' in heard:
                self.fault("server-fault", b"".join(frames))
        except TimeoutError:
            self.fault("the socket is not closed", b"".join(frames)[-300:])
        except (ConnectionError, asyncio.IncompleteReadError):
            self.status["cut off"] += 1
        finally:
            writer.close()

    async def heard(self, reader: asyncio.StreamReader) -> bytes:
        """Everything until the connection ends, however it does."""
        parts: list[bytes] = []
        try:
            while part := await asyncio.wait_for(reader.read(1 << 16), PATIENCE):
                parts.append(part)
        except ConnectionError:
            self.status["cut off"] += 1
        return b"".join(parts)

    async def run(self, number: int) -> None:
        """So many messages and requests, a few at a time."""

        async def worker() -> None:
            while self.sent < number:
                if self.rng.random() < 0.8:
                    await self.one_request()
                else:
                    await self.one_socket()

        await asyncio.gather(*(worker() for _ in range(AT_ONCE)))


def others(address: str) -> None:
    """Somebody plays a match of their own until the standard input ends, and prints how long each answer took."""
    players = [{"name": name, "cards": cards} for name, cards in zip(("Cleo", "Dan"), TEAMS, strict=True)]
    rng = random.Random(1)
    took: list[float] = []
    stop = False

    def is_over() -> bool:
        import select

        return bool(select.select([sys.stdin], [], [], 0.02)[0])

    while not stop:
        made = ask(f"{address}/api/matches", {"players": players})
        place = f"ws{address[4:]}/api/matches/{made['id']}/ws"
        with connect(place, max_size=None, subprotocols=offered(made["token"])) as socket:
            socket.send('{"type":"hello","version":0}')
            state = json.loads(socket.recv(timeout=PATIENCE))
            if not took:
                print("playing", flush=True)
            while not state["over"] and not (stop := is_over()):
                line = rng.choice(state["decision"]["options"])["do"]
                began = time.perf_counter()
                socket.send(json.dumps({"type": "answer", "version": state["version"], "do": line}))
                state = json.loads(socket.recv(timeout=PATIENCE))
                took.append(1000 * (time.perf_counter() - began))
    print(json.dumps(took))


def latency_of(took: list[float]) -> dict[str, float]:
    """Median, 99th of a hundred and worst of some times, rounded."""
    ordered = sorted(took) or [0.0]
    return {
        "answers": len(took),
        "p50_ms": round(ordered[len(ordered) // 2], 1),
        "p99_ms": round(ordered[len(ordered) * 99 // 100], 1),
        "worst_ms": round(ordered[-1], 1),
        "over_250_ms": sum(one > 250 for one in took),
    }


def lines_of(log: str) -> list[str]:
    """What a log says of faults: errors, and of a trace where it was and what."""
    found: list[str] = []
    where = ""
    for line in log.splitlines():
        if line.startswith("  File "):
            where = line.strip()
        elif where and line and not line.startswith(" "):
            found.append(f"{line} ({where})")
            where = ""
        elif "ERROR" in line or '"error"' in line:
            found.append(line)
    return found


def probing(address: str) -> "subprocess.Popen[str]":
    """The others, in a process of their own, once they play."""
    command = [sys.executable, __file__, "--others", address]
    probe = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert probe.stdout is not None
    probe.stdout.readline()
    return probe


def run(number: int, seed: str) -> dict[str, Any]:
    """A server, what is sent to it, and the result."""
    with tempfile.TemporaryDirectory(prefix="esquive-fuzz-") as folder:
        server = Server(str(Path(folder) / "matches.sqlite"), Path(folder) / "server.log")
        fuzz, told = Fuzz(server.address, seed), "[]"
        probes: list[subprocess.Popen[str]] = []
        alone: dict[str, float] = {}
        began = time.monotonic()
        try:
            for path in ("/api/clauses", "/api/catalogue", "/api/matches"):
                ask(server.address + path)  # what is made once a process
            probes.append(probing(server.address))
            time.sleep(min(ALONE, number / 100))
            alone = latency_of(json.loads(probes[0].communicate("over\n", PATIENCE)[0]))
            probes.append(probing(server.address))
            asyncio.run(fuzz.run(number))
            if server.process.poll() is not None:
                fuzz.faults.append("the server is gone")
            told, _ = probes[1].communicate("over\n", PATIENCE)
        except (OSError, WebSocketException) as error:
            fuzz.faults.append(f"{type(error).__name__}: {error}")
        finally:
            for probe in probes:
                probe.kill()
                probe.wait()
            server.stop()
        fuzz.faults += lines_of(server.log.read_text(errors="replace"))[:50]
    return {
        "sent": fuzz.sent,
        "seconds": round(time.monotonic() - began, 1),
        "status": dict(fuzz.status.most_common()),
        "faults": fuzz.faults,
        "slowest": fuzz.slowest,
        "alone": alone,
        "latency": latency_of(json.loads(told or "[]")),
    }


def main() -> int:
    """Send and tell."""
    parser = argparse.ArgumentParser(description="Messages and requests that nobody should send.")
    parser.add_argument("--number", type=int, default=50_000, help="messages and requests; default: 50000")
    parser.add_argument("--seed", default="1", help="default: 1")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--others", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # that the server has closed a connection is no news here
    if options.others:
        others(options.others)
        return 0
    found = run(options.number, options.seed)
    if options.json:
        print(json.dumps(found))
    else:
        print(f"{found['sent']} sent in {found['seconds']} s: {found['status']}")
        print(f"the others before: {found['alone']}\nthe others meanwhile: {found['latency']}")
        print("the slowest requests:", *(f"  {took} ms {text!r}" for took, text in found["slowest"]), sep="\n")
        print("\n".join(found["faults"]) or "no faults")
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
