"""The start of the command line: CPU time of `grundy solve` against `python -c 'import click'`, whole processes.

python benchmarks/startup.py [--rounds N]
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

COMMANDS = {
    "solve 'nim[3, 6, 9]'": ["solve", "nim[3, 6, 9]"],
    "solve 'wythoff[10**18, 10**17]'": ["solve", "wythoff[10**18, 10**17]"],
    "table kayles --to 20": ["table", "kayles", "--to", "20"],
    "--help": ["--help"],
}
RIVAL = [sys.executable, "-c", "import click"]


def cpu_seconds(command: list[str]) -> float:
    """User and system time of one run of a command; byte code is cached, as it is for anybody who installed us."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    """Print a line for each command: median CPU times and the median of the paired ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=21)
    rounds = parser.parse_args().rounds
    program = str(Path(sys.executable).with_name("grundy"))
    print(f"{'grundy …':<34} {'grundy':>9} {'rival':>9} {'ratio':>7}   (rival: python -c 'import click'; medians)")
    for name, arguments in COMMANDS.items():
        command = [program, *arguments]
        cpu_seconds(command), cpu_seconds(RIVAL)
        pairs = [(cpu_seconds(command), cpu_seconds(RIVAL)) for _ in range(rounds)]
        ours, rival = (statistics.median(column) for column in zip(*pairs, strict=True))
        ratio = statistics.median(a / b for a, b in pairs)
        print(f"{name:<34} {ours:>7.3f} s {rival:>7.3f} s {ratio:>6.2f}x")


if __name__ == "__main__":
    main()
