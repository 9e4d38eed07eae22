"""The answers of `grundy serve` to the moves of a match, for every game of the catalogue: time at the server.

python benchmarks/web.py [--moves N] [--port P]

First what the answers take of a processor, computed alone; then the times of a client on the same machine, HTTP
included: the server is started on loopback. From each game's example position a match is played: the state of the
position, the machine's reply, the state of that, and so on; then why. No request is made twice, so that no answer is a
remembered one, but for the last line.
"""

import argparse
import http.client
import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

Times = dict[str, list[float]]


@contextmanager
def serving(port: int = 0, *options: str) -> Iterator[tuple[str, int, int]]:
    """A server of its own: its host, port and process; ended with the block."""
    program = "import sys; from grundy.cli import main; sys.argv[0] = 'grundy'; main()"
    command = [sys.executable, "-c", program, "serve", "--port", str(port), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None  # noqa: S101 - a pipe was asked for
        try:
            found = re.search(r"http://([\d.]+):(\d+)/", process.stdout.readline())
            if found is None:
                raise SystemExit("the server did not start")
            yield found[1], int(found[2]), process.pid
        finally:
            process.terminate()


class Client:
    """One connection, whose requests are timed."""

    def __init__(self, host: str, port: int) -> None:
        self.connection = http.client.HTTPConnection(host, port)
        self.times: Times = {}

    def get(self, act: str, **query: object) -> dict[str, object]:
        """The answer of an act, its milliseconds noted."""
        address = f"/api/{act}?{urlencode(query)}"
        begun = time.perf_counter()
        self.connection.request("GET", address)
        response = self.connection.getresponse()
        body = response.read()
        self.times.setdefault(act, []).append((time.perf_counter() - begun) * 1_000)
        found: dict[str, object] = json.loads(body)
        if response.status != 200:
            raise SystemExit(f"{address}: {found}")
        return found


def match(client: Client, example: str, moves: int) -> str:
    """Play from a position; the last one."""
    position = example
    for number in range(moves):
        if client.get("state", position=position)["over"]:
            break
        position = str(client.get("reply", position=position, seed=number)["position"])
    return position


def alone(moves: int) -> Times:
    """The milliseconds of processor time of the same matches, without a server."""
    from grundy import games
    from grundy.web import answers

    answers.warm(thorough=True)
    times: Times = {}

    def get(act: str, **query: object) -> dict[str, object]:
        begun = time.process_time()
        _, body = answers.answered(act, query, lambda _: None)
        times.setdefault(act, []).append((time.process_time() - begun) * 1_000)
        found: dict[str, object] = json.loads(body)
        return found

    for game in games.summaries():
        position = game["example"]
        get("why", position=position)
        for number in range(moves):
            if get("state", position=position)["over"]:
                break
            position = get("reply", position=position, seed=str(number))["position"]
    return times


def line(name: str, times: list[float]) -> str:
    """Count, median, 99th percentile and largest of times."""
    ordered = sorted(times)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"{name:<34} {len(times):>6} {statistics.median(times):>9.1f} {p99:>9.1f} {ordered[-1]:>9.1f}"


def main() -> None:
    """Print a line for each game, then for each act."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=8)
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    print(f"{'moves of the catalogue games, ms':<34} {'number':>6} {'p50':>9} {'p99':>9} {'largest':>9}")
    for act, times in alone(options.moves).items():
        print(line(f"processor time of {act}", times))
    total: Times = {}
    with serving(options.port) as (host, port, _):
        first = Client(host, port)
        first.get("parse", text="nim[3]")
        first.connection.request("GET", "/api/games")
        games = json.loads(first.connection.getresponse().read())
        for game in games:
            client = Client(host, port)
            match(client, game["example"], options.moves)
            print(line(game["example"], client.times.get("state", []) + client.times.get("reply", [])))
            client.get("why", position=game["example"])
            for act, times in client.times.items():
                total.setdefault(act, []).extend(times)
        again = Client(host, port)
        for game in games:
            for _ in range(20):
                again.get("state", position=game["example"])
    for act, times in total.items():
        print(line(f"all: /api/{act}", times))
    print(line("all: state and reply", total["state"] + total["reply"]))
    print(line("all: /api/state, remembered", again.times["state"]))


if __name__ == "__main__":
    main()
