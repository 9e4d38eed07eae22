"""Surveys: games a second in one process, and by Dask with several; a survey's rows against published periods.

``benchmarks/survey.py`` measures; ``benchmarks/survey.py --compare DIR`` compares the rows of a survey of octal codes
with tests/known/octal_periods.csv, line by line. There is no rival: no other program surveys a family.
"""

import argparse
import csv
import os
import sys
import tempfile
import time
from pathlib import Path

from grundy.survey.families import Survey
from grundy.survey.results import open_results
from grundy.survey.running import run

KNOWN = Path(__file__).resolve().parent.parent / "tests" / "known" / "octal_periods.csv"
CASES = (
    Survey("octal", 2, heaps=4_000),
    Survey("octal", 3, heaps=1_000),
    Survey("subtraction", 10, heaps=100_000),
    Survey("allbut", 8, heaps=100_000),
)


def measure(survey: Survey, workers: int) -> tuple[float, float]:
    """The seconds that a survey takes with so many processes, and the CPU seconds of its games alone."""
    with tempfile.TemporaryDirectory() as directory:
        begun = time.monotonic()
        done = run(survey, Path(directory) / "out", workers=workers)
        return time.monotonic() - begun, done.seconds


def compare(directory: str) -> int:
    """Print how each published period compares with the row of its code; 1 where one contradicts it."""
    rows = {row["code"]: row for row in open_results(directory).read().rows.values()}
    wrong = proved = open_ = 0
    with KNOWN.open(encoding="utf-8") as lines:
        for entry in csv.DictReader(lines):
            row = rows.get(entry["code"])
            if row is None:
                continue
            known = (int(entry["period"]), int(entry["preperiod"]))
            if row["status"] != "proved":
                open_ += 1
                print(f"{entry['code']:>8}  period {known[0]} from {known[1]}: {row['status']} to {row['to_heap']}")
            elif (row["period"], row["preperiod"]) != known:
                wrong += 1
                print(
                    f"{entry['code']:>8}  period {known[0]} from {known[1]}: WRONG, {row['period']} {row['preperiod']}"
                )
            else:
                proved += 1
    print(f"{proved} published periods proved, {open_} not reached, {wrong} contradicted")
    return int(wrong > 0)


def main() -> int:
    """Print the table, or the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compare", metavar="DIR")
    directory = parser.parse_args().compare
    if directory is not None:
        return compare(directory)
    count = min(os.cpu_count() or 1, 4)
    print(f"{'survey':<44} {'games':>6} {'processes':>9} {'wall s':>8} {'games s':>8} {'games/s':>8}")
    for survey in CASES:
        for workers in (0, 1, count):
            wall, games = measure(survey, workers)
            name = survey.about if workers == 0 else ""
            rate = survey.count / wall
            print(f"{name:<44} {survey.count:>6} {workers:>9} {wall:>8.2f} {games:>8.2f} {rate:>8.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
