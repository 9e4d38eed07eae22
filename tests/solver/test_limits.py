"""Long chains, refusals that name the limit, and functions that never end."""

import resource
import subprocess
import sys
import time

import pytest

from grundy import GrundyError, LimitExceeded, expression, ruleset, successors, table
from grundy.solver.solving import outcome, solve, value

BIG = 10**18


@pytest.fixture
def quickly():
    start = time.process_time()
    yield
    assert time.process_time() - start < 10


def test_a_chain_of_100_000_moves_by_a_rule_text(quickly):
    assert value(ruleset("n -> n-1")[100_000]) == 0
    assert outcome(ruleset("n -> n-1 where n % 2 == 0 | n-1 where n % 2 == 1")[99_999]) == "N"


def test_a_chain_of_100_000_moves_that_no_kernel_computes(quickly):
    rules = ruleset("a, b, c -> a-1, b, c | a, b, c-1 where a == 0")
    solved = solve(rules[99_990, 0, 10])
    assert (solved.outcome, solved.remoteness) == ("P", 100_000)


def test_a_chain_of_100_000_moves_by_a_function(quickly):
    game = successors(lambda n: [n - 1] if n else [])
    solved = solve(game[100_000])
    assert (solved.outcome, solved.remoteness) == ("P", 100_000)
    assert solve(game[99_999], misere=True).outcome == "P"


@pytest.mark.parametrize(
    "text",
    [
        "octal('0.6')[10**18]",
        pytest.param("take_a_square[10**18]", marks=pytest.mark.slow),
        "octal('0.1234567')[10**18]",
        "hexadecimal('0.3F')[10**18]",
        "subtraction({1, 3, 41})[10**18]",
        pytest.param(
            "ruleset('a, b -> a-t*b, b where b >= 1 and t <= 9 | a, b-t*a where a >= 1')[10**18, 10**17 + 1]",
            marks=pytest.mark.slow,
        ),
        "ruleset('a, b -> a-1, b | a, b-1 | a-3, b-1')[10**18, 10**18]",
        pytest.param("ruleset('n, m -> n-t, 3*t where 1 <= t <= m')[10**18, 10**18]", marks=pytest.mark.slow),
        pytest.param("wythoff_r(50)[10**18, 10**18]", marks=pytest.mark.slow),
        pytest.param("blocking(wythoff, 9)[10**18, 10**18]", marks=pytest.mark.slow),
        pytest.param("ruleset('n -> n-t where t in coprime(n) and t != 5', least=1)[10**18]", marks=pytest.mark.slow),
        pytest.param("grundy_game[10**9]", marks=pytest.mark.slow),
    ],
)
def test_too_large_without_a_law_is_refused(text, quickly):
    with pytest.raises(LimitExceeded, match=r"work=?") as caught:
        value(expression(text)) if "blocking" not in text else outcome(expression(text))
    assert any(c.isdigit() for c in str(caught.value))
    assert len(str(caught.value)) < 500


def test_heaps_of_nim_as_one_component_have_a_law():
    assert value(expression("nim[:, :][10**18, 10**18 + 1]")) == 1


@pytest.mark.parametrize("text", ["nim[2, 10**18] + bash(3)[10**18] + kayles[10**6]"])
@pytest.mark.slow
def test_misere_play_too_large_is_refused(text, quickly):
    with pytest.raises(LimitExceeded, match="work"):
        solve(expression(text), misere=True)


@pytest.mark.parametrize(
    "text", ["kayles[:10**9]", "octal('0.6')[10**18:10**18+5]", "wythoff[:10**6, :10**6]", "nim[:10**5, :10**5, :10**5]",
             "nim[:10**8]", "wythoff[10**9:10**9+3, 10**9:10**9+3]"],
)  # fmt: skip
def test_regions_too_large_are_refused(text, quickly):
    with pytest.raises(LimitExceeded, match="work"):
        table(expression(text))


@pytest.mark.slow
def test_work_raises_the_default_limit(quickly):
    game = successors(lambda n: [n - 1] if n else [])
    with pytest.raises(LimitExceeded, match="work"):
        value(game[300_000])
    assert value(game[300_000], work=10**7) == 0


def test_work_raises_the_limit(quickly):
    game = successors(lambda n: [n - 1] if n else [])
    with pytest.raises(LimitExceeded, match="1,000 moves"):
        value(game[1_000], work=1_000)
    assert value(game[1_000], work=20_000) == 0


def test_work_lowers_the_limit_of_tables_too(quickly):
    rules = ruleset("n -> s & t where s+t == n-2 and s >= 1 and t >= 1")
    with pytest.raises(LimitExceeded, match="work"):
        table(rules, 600, work=1000)
    with pytest.raises(LimitExceeded, match="work"):
        table(expression("octal('0.15')"), 600, work=1000)
    with pytest.raises(LimitExceeded, match="work"):
        table(ruleset("a, b -> a-t, b-s where t >= 1 and s >= 1")[:30, :30], work=1000)
    assert len(table(rules, 60, work=10**6).values) == 61


@pytest.mark.parametrize("work", [0, -1, True, 1.5, "10"])
def test_what_is_no_work_is_refused(work):
    for act in (solve, value, outcome):
        with pytest.raises(GrundyError):
            act(expression("kayles[5]"), work=work)


LIMITED = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
from itertools import count
from grundy import GrundyError, LimitExceeded, solve, split, successors, value
games = [
    successors(lambda n: [n + 1]),
    successors(lambda n: [n + 1, n + 2, 2 * n + 5]),
    successors(lambda n: count(n + 1)),
    successors(lambda n: (0 for _ in count())),
    successors(lambda n: [split(n + 1, n + 2)]),
    successors(lambda n: [split(*range(n + 1, n + 50))]),
]
for game, misere in [*((game, False) for game in games), (games[1], True), (games[4], True)]:
    try:
        print(value(game[1], misere=misere))
    except LimitExceeded as error:
        assert "work=" in str(error) and len(str(error)) < 500, error
        print("refused")
"""


@pytest.mark.slow
def test_functions_that_never_end_meet_the_limit_in_4_gigabytes():
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True, timeout=280, check=False)
    assert done.stdout.split() == ["refused"] * 8, done.stderr[-2000:]
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 8 * 10
