"""`grundy study` from bare rules: CPU seconds of the command in a fresh process, and of Wythoff's proof step alone.

There is no rival: no other program goes from rules to a proof. Beside each figure stands the limit set for it.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

from grundy.automata.automaton import from_json
from grundy.automata.moves import heap_tracks
from grundy.prover.outcomes import prove, refutation
from grundy.rules.budget import Budget
from grundy.rules.family import ruleset

WYTHOFF = "a, b -> a-t, b | a, b-t | a-t, b-t"
TERMINAL = " | ".join(f"{move} where a+b > {{0}}" for move in ("a-t, b", "a, b-t", "a-t, b-t"))
CASES = (
    *((rules, 2.0) for rules in ("bash", "nim", "nim[:, :]", "nim[:, :, :]", "blackboard(2)", "blackboard(3)")),
    *((rules, 2.0) for rules in ("blackboard(10)", "halving", "kayles", "dawson_kayles", "lasker")),
    *((rules, 2.0) for rules in ("race(2, 9, goal=162)", "race", "fibonacci_nim")),
    (WYTHOFF, 3.0),
    *((rules, 20.0) for rules in ("moore(2)[:, :, :]", "moore(2)[:, :, :, :]", "nim[:, :, :] --misere")),
    *((f"wythoff_r({r})", 20.0) for r in (2, 3, 4)),
    *((f"blocking(wythoff, {k})", 20.0) for k in (2, 3)),
    *((f"a, b -> {TERMINAL.format(l)}", 20.0) for l in (1, 2, 3, 4)),  # noqa: E741 - the sources' letter
    *((rules, 20.0) for rules in ("king", "rook", "knight")),
)


def cpu_of_command(rules: str) -> tuple[float, str]:
    """The CPU seconds of one `grundy study`, start-up included, and the evidence that it gave."""
    words = rules.split(" --")
    options = [f"--{word}" for word in words[1:]]
    before = os.times()
    command = [sys.executable, "-c", "from grundy.cli import main; main()", "study", words[0], *options, "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    after = os.times()
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    return seconds, str(json.loads(done.stdout)["evidence"])


def proof_step(rounds: int) -> float:
    """The median CPU seconds of showing, warm, that Wythoff's automaton is right."""
    rules = ruleset(WYTHOFF)
    law = prove(rules, Budget()).certificate["law"]
    candidate = from_json(law, heap_tracks(2))
    times = []
    for _ in range(rounds):
        start = time.process_time()
        if refutation(rules, candidate, Budget()) is not None:
            raise ValueError("the law of Wythoff's game is refuted")
        times.append(time.process_time() - start)
    return statistics.median(times)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    print(f"{'rules':<84} {'evidence':<10} {'CPU s':>7} {'limit':>6}")
    for rules, limit in CASES:
        runs = [cpu_of_command(rules) for _ in range(rounds)]
        seconds = statistics.median(run[0] for run in runs)
        print(f"{rules[:84]:<84} {runs[0][1]:<10} {seconds:>7.2f} {limit:>6.1f}", flush=True)
    print(f"proof step of Wythoff alone, warm: {1000 * proof_step(max(9, rounds)):.1f} ms of CPU (limit 50)")


if __name__ == "__main__":
    main()
