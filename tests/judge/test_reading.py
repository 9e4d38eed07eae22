"""Input that is no case: what stands before is answered, and the error says where and what."""

import os
import subprocess
import sys
import tracemalloc
from io import BytesIO

import pytest

from grundy.judge import InputError, judge, judge_text

PROGRAM = """
import sys
from grundy.judge import judge
judge(sys.argv[1], sys.stdin.buffer, sys.stdout.buffer)
"""


def run(problem, data):
    target = BytesIO()
    with pytest.raises(InputError) as caught:
        judge(problem, BytesIO(data), target)
    return target.getvalue().decode(), caught.value


WRONG = [
    ("poj1067", b"2 1\n3 five\n4 7\n", "0\n", 2, 3, "b, an integer >= 0", "'five'"),
    ("poj1067", b"2 1\n8 -4\n", "0\n", 2, 3, "b, an integer >= 0", "'-4'"),
    ("poj1067", b"2 1\n8.5 4\n", "0\n", 2, 1, "a, an integer >= 0", "'8.5'"),
    ("poj1067", b"3 5\n7", "0\n", 2, 2, "b, an integer >= 0", "the end of the input"),
    ("poj1067", b"3 5\n7\n8 4\n", "0\n", 2, 2, "b, an integer >= 0", "the end of the line"),
    ("poj1067", b"3 5\r\n7\r\n", "0\n", 2, 2, "b, an integer >= 0", "the end of the line"),
    ("poj1067", b"3 5\n\n1 2 3\n", "0\n", 3, 5, "the end of the line", "'3'"),
    ("poj1067", b"+5 3\n", "", 1, 1, "a, an integer >= 0", "'+5'"),
    ("poj1067", b"1_000 3\n", "", 1, 1, "a, an integer >= 0", "'1_000'"),
    ("poj1067", b"1e3 3\n", "", 1, 1, "a, an integer >= 0", "'1e3'"),
    ("poj1067", b"0x10 3\n", "", 1, 1, "a, an integer >= 0", "'0x10'"),
    ("poj1067", b"- 3\n", "", 1, 1, "a, an integer >= 0", "'-'"),
    ("poj1067", b"1\0 3\n", "", 1, 1, "a, an integer >= 0", r"'1\x00'"),
    ("poj1067", "٣ 5\n".encode(), "", 1, 1, "a, an integer >= 0", r"'\xd9\xa3'"),
    ("poj1067", b"\xff\xfe", "", 1, 1, "a, an integer >= 0", r"'\xff\xfe'"),
    ("poj1067", "1\u00a02\n".encode(), "", 1, 1, "a, an integer >= 0", r"'1\xc2\xa02'"),
    ("soj1305", b"162\n\n17\n-1\n", "Nic wins.\nSusan wins.\n", 4, 1, "n, an integer >= 0", "'-1'"),
    ("soj1305", b"162 17\n", "", 1, 5, "the end of the line", "'17'"),
    ("poj2234", b"1 5\n2 45\n", "Yes\n", 3, 1, "x (2 of 2), an integer >= 0", "the end of the input"),
    ("poj2234", b"1 5\n3 3 -6 9\n", "Yes\n", 2, 5, "x (2 of 3), an integer >= 0", "'-6'"),
    ("poj2234", b"1 5\n-1 3\n", "Yes\n", 2, 1, "M, an integer >= 0", "'-1'"),
    ("51nod1661", b"1 2\n2\n2 2\n3 0\n", "Alice 1 1\n", 4, 3, "a (2 of 2), an integer >= 1", "'0'"),
    ("51nod1661", b"1 0\n2\n", "", 1, 3, "k, an integer >= 1", "'0'"),
    ("51nod1661", b"2 2\n3 0 x", "", 2, 3, "a (2 of 2), an integer >= 1", "'0'"),
    ("51nod1661", b"1 2\n2\nbob\n", "Alice 1 1\n", 3, 1, "n, an integer >= 0", "'bob'"),
]


@pytest.mark.parametrize(("problem", "data", "printed", "line", "column", "expected", "read"), WRONG)
def test_wrong_input(problem, data, printed, line, column, expected, read):
    before, error = run(problem, data)
    assert before == printed
    assert (error.line, error.column, error.expected, error.read) == (line, column, expected, read)
    assert str(error) == f"line {line}, column {column}: expected {expected}; read {read}"


def test_numbers_of_more_than_4000_digits():
    longest = "9" * 4000
    assert judge_text("poj2234", f"2 {longest} {longest}\n") == "No\n"
    before, error = run("poj2234", f"1 5\n1 9{longest}\n".encode())
    assert before == "Yes\n"
    assert (error.line, error.column) == (2, 3)
    assert "4,000 digits" in str(error)
    assert len(str(error)) < 200


@pytest.mark.parametrize("problem", ["poj1067", "poj2234", "51nod1661", "soj1305"])
def test_empty_input(problem):
    for text in ("", "\n", " \r\n\t\n"):
        assert judge_text(problem, text) == ""


@pytest.mark.parametrize("problem", ["poj1067", "poj2234"])
@pytest.mark.parametrize("junk", [b"\0", b"9", b"a"])
def test_junk_without_end_is_refused_soon(problem, junk):
    class Endless(BytesIO):
        def read1(self, size=-1):
            return junk * size

    with pytest.raises(InputError):
        judge(problem, Endless(), BytesIO())


def test_blanks_without_end_take_no_memory():
    class Blanks(BytesIO):
        left = 100

        def read1(self, size=-1):
            self.left -= 1
            return b" " * size if self.left else b""

    tracemalloc.start()
    try:
        judge("poj1067", Blanks(), BytesIO())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 16 << 20


def test_memory_does_not_grow_with_the_input(monkeypatch):
    monkeypatch.setattr("grundy.judge.reading.BLOCK", 1 << 12)

    class Lines(BytesIO):
        left = 4

        def read1(self, size=-1):
            self.left -= 1
            return b"1 1\n" * (size // 4) if self.left else b""

    peaks = []
    for left in (5, 40):
        stream = Lines()
        stream.left = left
        tracemalloc.start()
        try:
            judge("poj1067", stream, Discarding())
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


class Discarding(BytesIO):
    def write(self, data):
        return len(data)


def test_a_list_longer_than_a_block_is_read_whole(monkeypatch):
    monkeypatch.setattr("grundy.judge.reading.BLOCK", 64)
    numbers = [str(10**9 + i) for i in range(1000)]
    text = f"1000 {' '.join(numbers)}\n" * 2
    assert judge_text("poj2234", text) == judge_text("poj2234", f"1000\n{chr(10).join(numbers)} " * 2)
    before, error = run("poj2234", (text + "1000\n" + " ".join(numbers[:500]) + " x").encode())
    assert before.count("\n") == 2
    assert (error.line, error.column) == (4, 500 * 11 + 1)
    assert error.expected == "x (501 of 1000), an integer >= 0"


@pytest.mark.parametrize(
    ("problem", "talk"),
    [
        ("poj1067", [(b"2 1\n", b"0\n"), (b"8 4\n4 7\n", b"1\n0\n")]),
        ("poj2234", [(b"2 45 45\n", b"No\n"), (b"1\n5\n", b"Yes\n")]),
    ],
)
def test_answers_come_before_more_input_is_read(problem, talk):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, problem],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    ) as program:
        for given, printed in talk:
            program.stdin.write(given)
            program.stdin.flush()
            assert b"".join(program.stdout.readline() for _ in printed.splitlines()) == printed
        program.stdin.close()
        assert program.stdout.read() == b""
        assert program.wait(20) == 0
