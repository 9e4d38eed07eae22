"""`grundy serve` under load on loopback: mixed requests on many connections, some of them absurd.

python benchmarks/load.py [--connections 200] [--seconds 20] [--absurd 0.05] [--pause 0.25] [--workers N]
                          [--leaving N]

The server is a process of its own, and the client runs beside it on the same processors. Each connection sends one
request after another, with pauses of a random length between them, *pause* seconds on the mean. Simple requests are
those of pages, of matches of the catalogue's games and of typing; absurd ones are numbers of a million digits, rules
without end, deep expressions, slow rules, tables and sets that are too large. With *leaving* so many connections of
another address (127.0.0.2) send hard requests and close after 40 ms, again and again, while "medium" ones are timed.
Printed: times of each kind, statuses, the largest memory of all processes of the server together.
"""

import argparse
import asyncio
import json
import os
import random
import time
from collections import Counter
from pathlib import Path
from urllib.parse import quote, urlencode

from web import Times, line, serving

Request = tuple[str, bytes]
"""The kind of a request, and its bytes."""

_MANY = ",".join(map(str, range(1, 400)))
_HOSTILE = {
    "a million digits": ("state", {"position": f"nim[{'9' * 1_000_000}]"}),
    "60,000 digits": ("state", {"position": f"nim[{'9' * 60_000}]"}),
    "1,900 digits": ("state", {"position": f"nim[{'9' * 1_900}]"}),
    "power": ("state", {"position": "nim[10**10**10]"}),
    "endless rules": ("state", {"position": 'ruleset("n -> n+t where t <= 5")[3]'}),
    "endless cycle": ("parse", {"text": "a, b -> b, a-1 | a-1, b+1000"}),
    "brackets": ("state", {"position": f"{'(' * 900}nim[3]{')' * 900}"}),
    "operations": ("parse", {"text": f"n -> {'-' * 1_000}n"}),
    "no end of a sum": ("state", {"position": "+".join(["nim[3]"] * 250)}),
    "components": ("state", {"position": f"nim[{','.join(['9'] * 700)}]"}),
    "table too large": ("table", {"rules": "wythoff[:1000, :1000]"}),
    "table of misere sums": ("table", {"rules": "nim[:150, :150]", "misere": True}),
    "slow why": ("why", {"position": "grundy_game[100000]"}),
    "huge set": ("state", {"position": f"subtraction({{{_MANY},10**999}})[10**999]"}),
    "set of 10^300": ("table", {"rules": "subtraction(range(1, 10**300))", "to": 10**9}),
    "slow measure": (
        "parse",
        {"text": f"a,b,c,d -> {' | '.join(f'a-{i},b+{i},c-{i + 1},d+{i}' for i in range(1, 60))}"},
    ),
    "conditions": ("parse", {"text": f"n -> n-t where {' and '.join(f'(t < {i} or t > {i + 3})' for i in range(70))}"}),
    "python": ("parse", {"text": "__import__('os').system('id')"}),
    "file": ("parse", {"text": "/etc/passwd.py:moves"}),
    "no certificate": ("check", {"format": "grundy certificate", "rules": {"text": "x" * 1_000}}),
    "long budget": ("study", {"rules": "kayles", "budget": 1e9}),
}


def get(kind: str, path: str) -> Request:
    """A GET request."""
    return kind, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def post(kind: str, act: str, data: dict[str, object], number: int) -> Request:
    """A POST request of JSON; *number* makes it differ from others, so that its answer is no remembered one."""
    text = json.dumps(data).replace("]", f"{' ' * (number % 50)}]", 1)
    body = text.encode()
    head = f"POST /api/{act} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return kind, f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


class Mix:
    """Requests at random, from a fixed seed."""

    def __init__(self, games: list[dict[str, str]], absurd: float) -> None:
        self.chance = random.Random(1)
        self.absurd = absurd
        self.games = games
        self.number = 0

    def next(self) -> Request:
        """The next request."""
        self.number += 1
        if self.chance.random() < self.absurd:
            name = self.chance.choice(list(_HOSTILE))
            act, data = _HOSTILE[name]
            return post(f"absurd: {name}", act, data, self.number)  # type: ignore[arg-type]
        game = self.chance.choice(self.games)
        position = game["example"]
        part = self.chance.random()
        if part < 0.15:
            return get("simple: page", self.chance.choice(["/", f"/play?position={quote(position)}", "/about"]))
        if part < 0.25:
            return get("simple: file", "/static/grundy.css")
        if part < 0.55:
            return get("simple: state", f"/api/state?{urlencode({'position': position})}")
        if part < 0.65:
            heaps = [self.chance.randint(1, 30) for _ in range(self.chance.randint(1, 4))]
            return get("simple: state, new", f"/api/state?{urlencode({'position': f'nim{heaps}'})}")
        if part < 0.85:
            seed = self.chance.randint(0, 10**9)
            return get("simple: reply, new", f"/api/reply?{urlencode({'position': position, 'seed': seed})}")
        if part < 0.95:
            return get("simple: why", f"/api/why?{urlencode({'position': position})}")
        typed = position[: self.chance.randint(1, len(position))]
        return get("simple: parse", f"/api/parse?{urlencode({'text': typed})}")


async def connection(port: int, mix: Mix, until: float, pause: float, times: Times, statuses: Counter[str]) -> None:
    """One connection after another, each used until the server closes it."""
    await asyncio.sleep(mix.chance.uniform(0, 2 * pause))
    while time.monotonic() < until:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            while time.monotonic() < until:
                kind, request = mix.next()
                begun = time.perf_counter()
                writer.write(request)
                status, stays = await answer(reader)
                times.setdefault(kind, []).append((time.perf_counter() - begun) * 1_000)
                statuses[f"{kind.partition(':')[0]}: {status}"] += 1
                if not stays:
                    break
                await asyncio.sleep(mix.chance.uniform(0, 2 * pause))
        except (ConnectionError, asyncio.IncompleteReadError):
            statuses["closed"] += 1
        finally:
            writer.close()


async def leaving(port: int, number: int, until: float) -> None:
    """Hard requests of another address, each of which is given up after 40 ms."""
    while time.monotonic() < until:
        number += 100
        position = f"coprime_nim[10**202+{number}]"
        _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
        writer.write(get("", f"/api/state?{urlencode({'position': position})}")[1])
        await asyncio.sleep(0.04)
        writer.close()


async def medium(port: int, until: float, times: Times, statuses: Counter[str]) -> None:
    """Requests of a third address, of some tenths of a second each."""
    number = 10
    while time.monotonic() < until:
        number += 1
        position = f'ruleset("n -> n-t where t in {{1,{number},9}}")[2000]'
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.3", 0))
        begun = time.perf_counter()
        writer.write(get("", f"/api/state?{urlencode({'position': position})}")[1])
        status, _ = await answer(reader)
        times.setdefault("medium, of another", []).append((time.perf_counter() - begun) * 1_000)
        statuses[f"medium: {status}"] += 1
        writer.close()
        await asyncio.sleep(0.5)


async def answer(reader: asyncio.StreamReader) -> tuple[int, bool]:
    """The status of an answer, read to its end, and whether the connection stays open."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    status = int(head.split(" ", 2)[1])
    length = next((int(row[15:]) for row in head.split("\r\n") if row.startswith("content-length:")), 0)
    await reader.readexactly(length)
    return status, "connection: close" not in head


def used(process: int) -> tuple[float, dict[int, float]]:
    """The memory of a process and of those that it started, in MiB, and the seconds of processor time of each."""
    total = 0
    busy: dict[int, float] = {}
    for directory in Path("/proc").iterdir():
        if directory.name.isdigit():
            try:
                status = (directory / "status").read_text()
                fields = (directory / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            rows = dict(row.split(":\t", 1) for row in status.splitlines() if ":\t" in row)
            if str(process) in (rows["Pid"], rows["PPid"]):
                total += int(rows.get("VmRSS", "0 kB").split()[0])
                busy[int(rows["Pid"])] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total / 1024, busy


async def load(port: int, process: int, options: argparse.Namespace) -> None:
    """Send requests for some seconds, and print what was measured."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(get("", "/api/games")[1])
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    games = json.loads(await reader.readexactly(int(head.partition("content-length: ")[2].partition("\r")[0])))
    writer.close()
    mix, times, statuses = Mix(games, options.absurd), Times(), Counter[str]()
    begun = time.monotonic()
    until = begun + options.seconds
    tasks = [
        asyncio.create_task(connection(port, mix, until, options.pause, times, statuses))
        for _ in range(options.connections)
    ]
    if options.leaving:
        tasks += [asyncio.create_task(leaving(port, number, until)) for number in range(options.leaving)]
        tasks.append(asyncio.create_task(medium(port, until, times, statuses)))
    largest = 0.0
    before = used(process)[1]
    busy: dict[int, float] = {}
    while not all(task.done() for task in tasks):
        now, times_now = used(process)
        busy |= times_now
        largest = max(largest, now)
        await asyncio.wait(tasks, timeout=1.0)
    took = time.monotonic() - begun
    await asyncio.gather(*tasks)
    for kind in sorted(times):
        print(line(kind, times[kind]))
    for part in ("simple", "absurd"):
        found = [value for kind, values in times.items() if kind.startswith(part) for value in values]
        if found:
            print(line(f"all {part} ones", found))
    rate = sum(map(len, times.values())) / options.seconds
    print(f"{rate:,.0f} requests a second; memory of the server and its workers at most {largest:,.0f} MiB")
    spent = {pid: seconds - before.get(pid, 0.0) for pid, seconds in busy.items()}
    print(f"processor time: server {spent.pop(process):.1f} s, workers {sum(spent.values()):.1f} s in {took:.1f} s")
    print(", ".join(f"{status}: {count:,}" for status, count in sorted(statuses.items())))


def main() -> None:
    """Print a line for each kind of request."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--absurd", type=float, default=0.05, help="The share of absurd requests.")
    parser.add_argument("--pause", type=float, default=0.25, help="Mean seconds between two of a connection.")
    parser.add_argument("--leaving", type=int, default=0, help="Connections that give up what they ask for.")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    print(f"{'ms':<34} {'number':>6} {'p50':>9} {'p99':>9} {'largest':>9}")
    with serving(0, "--workers", str(options.workers)) as (_, port, process):
        asyncio.run(load(port, process, options))


if __name__ == "__main__":
    main()
