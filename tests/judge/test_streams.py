"""`judge` by kernels, compiled and not, against the same by the reader alone: the same bytes, the same errors."""

import random
import subprocess
import sys
from io import BytesIO
from math import isqrt
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.judge.problems import made
from tests.judge.streams import KERNELS, run

from grundy.judge import bulk, judge, judging, load_problem
from grundy.judge.plan import plan_of

BUILT_IN = {name: load_problem(name) for name in ("51nod1661", "poj1067", "poj2234", "soj1305")}
EXEMPT = "[[exception]]\nwhen = 'n == 0 or m in {2, 3} and n > 5'\nprint = 'Case {case}: {n} draw'"
PROBLEMS = [
    *BUILT_IN.values(),
    made("n x[n]", "nim[*x]", "count = true"),
    made("a b", "wythoff[a, b]", "count = true\nread = 'lines'"),
    made("a b", "wythoff[a, b]", "end = 'a == 0 and b == 0'\nbounds = { a = {least = 1}, b = {least = 1} }"),
    made("a b", "wythoff[a, b]", "end = 'a == 0 and b == 0'\nread = 'lines'\nbounds.a.least = 1"),
    made("n x[n]", "nim[*x]", "end = 'n <= 0'"),
    made("n x[n]", "nim[*x]", "end = 'n <= 0'\nread = 'lines'"),
    made("n x[n]", "nim[*x]", "read = 'lines'", "{case} {i} {y} {t} {value} {n}", "{value} {case}"),
    made("n x[n]", "nim[*x]", "misere = true", "{value}"),
    made("a b c", "nim[a] + nim[b+1, c] + nim[3]", "misere = true"),
    made("m n", "bash(m)[n]", f"read = 'lines'\nbounds.m.least = 1\n{EXEMPT}", "{t} of {n}"),
    made("k a b", "blackboard(k)[a] + bash(k+1)[b] + halving[b]", "", "{i} {y} {t} {value}", "{value}"),
    made("low high p n", "race(low, high, goal=n)[p]"),
    made("low n", "race(low, 5, goal=n)[1]", "read = 'lines'"),
    made("n", "race(3, 100, goal=n)[7]", "read = 'lines'"),
    made("a x[3]", "bash(5)[*x, a]", "", "{i} {y}"),
    made("a m b x[m]", "halving[a] + blackboard(b)[*x]", "end = 'a != 5'", "{i} {y} {a} {b}"),
    made("a b", "wythoff[a+3, b]", "bounds.b.most = 99"),
    made("a b", "wythoff_r(2)[a, b]", "read = 'lines'"),
]
EDGES = [n + i for n in (2**31, 2**32, 2**63, 2**64, 10**19, 10**20) for i in (-1, 0, 1)]
ODD = ["-1", "x", "+5", "-", "1.5", "1_0", "\0", "-0", "\xff", "0" * 25, "9" * 4000, "9" * 4001]
WORDS = (
    st.integers(0, 6).map(str)
    | st.integers(0, 6).map(str)
    | st.sampled_from(EDGES).map(str)
    | st.integers(0, 2**66).map(str)
    | st.sampled_from(ODD)
)


@st.composite
def inputs(draw, problem):
    """Text that is, more or less, cases of *problem*."""
    plain = draw(st.booleans())
    words = st.integers(0, 9).map(str) | st.integers(0, 10**18).map(str) if plain else WORDS
    gaps = st.just(" ") if plain else st.sampled_from([" ", " ", " ", "\t", "  ", "\v", "\f\r"])
    ends = st.just("\n") if plain else st.sampled_from(["\n", "\n", "\n", "\r\n", " \n", "\n\n", " ", ""])
    text = draw(st.sampled_from(["", "2\n", "3 "])) if problem.counted else ""
    for _ in range(draw(st.integers(0, 6))):
        size = draw(st.integers(0, 3))
        for name in problem.case.split():
            count = size if name.endswith(("[n]", "[m]")) else 3 if name.endswith("[3]") else 1
            counts = f"[{name}]" in problem.case
            for word in [str(size)] if counts else draw(st.lists(words, min_size=count, max_size=count)):
                text += word + draw(gaps)
        text = text[:-1] + draw(ends)
    return text.encode("latin1")


def test_all_these_problems_have_plans():
    assert None not in [plan_of(problem) for problem in PROBLEMS]


@settings(deadline=None, max_examples=300)
@given(st.data(), st.sampled_from(PROBLEMS), st.sampled_from([1, 2, 3, 7, 50, 1 << 20]), st.sampled_from([16, 1 << 18]))
def test_all_ways_agree(data, problem, size, block):
    text = data.draw(inputs(problem))
    expected = run(problem, text)
    room = data.draw(st.sampled_from([(1, 4, 3), (8192, 1 << 15, 1024), (2, 50, 0)]))
    with patch.multiple(bulk, _CASES=room[0], _WORDS=room[1], _MOST_CARRIED=room[2]):
        for kernels in KERNELS:
            assert run(problem, text, kernels, size, block) == expected


TALK = {
    "poj1067": b"2 1\n8 4\n\n4 7\r\n 3\t5 \n18446744073709551615 18446744073709551616\n7 4\n1 2",
    "poj2234": b"2 45 45\n3 3\n6 9\n0 1 18446744073709551615 1 99999999999999999999 2\n7 7\n1 5",
    "soj1305": b"162\n17\n0\n1\n34012226\n18446744073709551616\n\n5\n2",
    "51nod1661": b"4 2\n2 3 3 3\n1 18446744073709551617 7\n2 3 99999999999999999999 4 0 5\n3 1000000000000000000 9 8\n7\n",
}


@pytest.mark.parametrize("name", TALK)
def test_blocks_may_end_anywhere(name):
    problem, text = BUILT_IN[name], TALK[name]
    expected = run(problem, text)
    assert expected[1] is None
    for kernels in KERNELS:
        for size in range(1, len(text) + 1):
            assert run(problem, text, kernels, size) == expected
        for cut in range(len(text)):  # the input may end anywhere, too
            assert run(problem, text[:cut], kernels) == run(problem, text[:cut])


@pytest.mark.parametrize("name", TALK)
@pytest.mark.parametrize("text", [b"", b"\n", b" ", b" \r\n\t\n", b"5", b"5\n", b"1 5", b"1 5\r\n"])
def test_little_input(name, text):
    for kernels in KERNELS:
        assert run(BUILT_IN[name], text, kernels) == run(BUILT_IN[name], text)


def test_where_programs_in_floating_point_are_wrong():
    for d in (102334155, 141422324, 180510493, 370248451, 10**18, 7 * 10**18, 10**19):
        a = (d + isqrt(5 * d * d)) // 2
        text = "".join(f"{a + i} {a + d + i}\n{a + d} {a + i}\n" for i in (0, 1)).encode()
        for kernels in KERNELS:
            assert run(BUILT_IN["poj1067"], text, kernels) == (b"0\n0\n1\n1\n", None)


def test_a_long_file_with_odd_lines_here_and_there():
    draw = random.Random(1067)
    lines = [f"{draw.randint(0, 10**18)} {draw.randint(0, 10**18)}" for _ in range(20000)]
    for index in (0, 1, 2, 3, 5, 77, 78, 9000, 19999):
        lines[index] = f"{2**64 + index} \t{draw.randint(0, 99)}\r"
    text = "\n".join(lines).encode()
    assert run(BUILT_IN["poj1067"], text, KERNELS[0]) == run(BUILT_IN["poj1067"], text)


@pytest.mark.parametrize("place", [0, 1, 500, 1999])
@pytest.mark.parametrize("word", [str(2**64), "x", "-3"])
def test_an_odd_word_in_a_long_list(place, word):
    numbers = [str(10**17 + i) for i in range(2000)]
    numbers[place] = word
    text = ("1 5\n2000 " + " ".join(numbers) + "\n1 7\n" * 3).encode()
    for name in ("poj2234", "51nod1661"):
        given = text if name == "poj2234" else text.replace(b"2000 ", b"2000 3 ").replace(b"1 ", b"1 4 ")
        for kernels in KERNELS:
            assert run(BUILT_IN[name], given, kernels, 1 << 12, 1 << 12) == run(BUILT_IN[name], given)


def test_the_kernels_are_used_where_they_are_compiled(monkeypatch):
    used = []
    monkeypatch.setattr(bulk.Bulk, "run", lambda _self, _source: used.append(True))
    judge("poj1067", BytesIO(b"2 1\n"), BytesIO())
    assert bool(used) == all(module.COMPILED for module in KERNELS[0])
    assert judging._bulk(made("n", "kayles[n]"), None, None) is None


class Slow:
    """A stream with nothing but `read`."""

    def __init__(self, data):
        self.stream = BytesIO(data)

    def read(self, size):
        return self.stream.read(min(size, 5))


def test_streams_of_other_kinds(tmp_path):
    path, expected = tmp_path / "input.txt", b"0\n1\n0\n"
    path.write_bytes(b"2 1\n8 4\n4 7\n")
    for opened in (path.open("rb"), path.open("rb", buffering=0)):
        target = BytesIO()
        with opened as stream:
            judge("poj1067", stream, target)
        assert target.getvalue() == expected
    target = BytesIO()
    judge("poj1067", Slow(path.read_bytes()), target)
    assert target.getvalue() == expected


PEAK = """
import re, sys
from pathlib import Path
from grundy.judge import judge
judge(sys.argv[1], sys.stdin.buffer, sys.stdout.buffer)
print(re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1], file=sys.stderr)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the peak is in /proc")
@pytest.mark.parametrize("name", ["poj1067", "soj1305"])
def test_memory_of_ten_million_lines(name, tmp_path):
    part = {"poj1067": b"1000000000 618033988\n", "soj1305": b"4294967294\n"}[name] * 10**5
    path = tmp_path / "input.txt"
    with path.open("wb") as file:
        for _ in range(100 if all(module.COMPILED for module in KERNELS[0]) else 1):
            file.write(part)
    with path.open("rb") as file, (tmp_path / "output.txt").open("wb") as out:
        command = [sys.executable, "-c", PEAK, name]
        done = subprocess.run(command, stdin=file, stdout=out, stderr=subprocess.PIPE, check=True)
    assert int(done.stderr) < 64 << 10
