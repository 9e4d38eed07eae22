"""Where the input begins and ends: a count of cases before them, a marker after them."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.judge import InputError, judge, judge_text
from grundy.judge.problem import parse_problem
from grundy.rules.errors import RuleError


def made(case, position, more=""):
    return parse_problem(f"case = '{case}'\nposition = '{position}'\n{more}\n[answer]\nN = 'N'\nP = 'P'\n", "my.toml")


NIM = made("n x[n]", "nim[*x]", "count = true")
PAIRS = made("a b", "wythoff[a, b]", "count = true\nread = 'lines'")
TO_ZERO = made("a b", "wythoff[a, b]", "end = 'a == 0 and b == 0'\nbounds = { a = {least = 1}, b = {least = 1} }")
ROWS = made("a b", "wythoff[a, b]", "end = 'a == 0 and b == 0'\nread = 'lines'\nbounds.a.least = 1")
LISTS = made("n x[n]", "nim[*x]", "end = 'n <= 0'")


class Dripping(BytesIO):
    """A stream that gives a few bytes at a time."""

    def __init__(self, data, size):
        super().__init__(data)
        self.size = size

    def read1(self, size=-1):
        return super().read1(min(size, self.size))


def run(problem, text, size=None):
    """What is printed, without line ends, and the error."""
    target = BytesIO()
    try:
        judge(problem, BytesIO(text.encode()) if size is None else Dripping(text.encode(), size), target)
    except InputError as error:
        return target.getvalue().decode().replace("\n", ""), str(error)
    return target.getvalue().decode().replace("\n", ""), None


THE_COUNT = "expected the number of cases, an integer >= 0; read "
FRAMED = [
    (NIM, "2\n3\n1 2 3\n2 1 2\n", "PN", None),
    (NIM, "2 1 5 0", "NP", None),
    (NIM, "0\n \n", "", None),
    (NIM, "", "", f"line 1, column 1: {THE_COUNT}the end of the input"),
    (NIM, "\n\n", "", f"line 3, column 1: {THE_COUNT}the end of the input"),
    (NIM, "-1\n", "", f"line 1, column 1: {THE_COUNT}'-1'"),
    (NIM, "x\n", "", f"line 1, column 1: {THE_COUNT}'x'"),
    (NIM, "3\n1 5\n0\n", "NP", "line 4, column 1: expected 3 cases; read the end of the input after case 2"),
    (NIM, "1", "", "line 1, column 2: expected 1 case; read the end of the input before the first case"),
    (NIM, "2\n1 5\n2 1", "N", "line 3, column 4: expected x (2 of 2), an integer >= 0; read the end of the input"),
    (NIM, "1\n1 5\n0\n", "N", "line 3, column 1: expected the end of the input; read '0'"),
    (NIM, "1\n1 5 x", "N", "line 2, column 5: expected the end of the input; read 'x'"),
    (NIM, "0 7", "", "line 1, column 3: expected the end of the input; read '7'"),
    (NIM, "2\n1 5\n1 -5 4", "N", "line 3, column 3: expected x (1 of 1), an integer >= 0; read '-5'"),
    (PAIRS, "2\n1 2\n\n2 2\n", "PN", None),
    (PAIRS, "\r\n2\r\n1 2\r\n2 2", "PN", None),
    (PAIRS, "0", "", None),
    (PAIRS, "", "", f"line 1, column 1: {THE_COUNT}the end of the input"),
    (PAIRS, "2 1 2\n", "", "line 1, column 3: expected the end of the line; read '1'"),
    (PAIRS, "2\n1 2\n", "P", "line 3, column 1: expected 2 cases; read the end of the input after case 1"),
    (PAIRS, "2", "", "line 1, column 2: expected 2 cases; read the end of the input before the first case"),
    (PAIRS, "1\n1 2\n2 2\n", "P", "line 3, column 1: expected the end of the input; read '2'"),
    (PAIRS, "1\n1 2\n?\n", "P", "line 3, column 1: expected the end of the input; read '?'"),
    (PAIRS, "1\n1 2 3\n", "", "line 2, column 5: expected the end of the line; read '3'"),
    (TO_ZERO, "1 2\n0 0\n2 2\n", "P", None),
    (TO_ZERO, "1 2 2 2 0\n0 what is this?", "PN", None),
    (TO_ZERO, "0 0", "", None),
    (TO_ZERO, "1 2", "P", None),
    (TO_ZERO, "", "", None),
    (TO_ZERO, "1 2\n0 1\n0 0\n", "P", "line 2, column 1: expected a, an integer >= 1; read '0'"),
    (TO_ZERO, "1 2\n1\n 0\n0 0\n", "P", "line 3, column 2: expected b, an integer >= 1; read '0'"),
    (TO_ZERO, "1 2\n-1\n\n-2\n0 0\n", "P", "line 2, column 1: expected a, an integer >= 1; read '-1'"),
    (TO_ZERO, "1 2\n0 x\n", "P", "line 2, column 3: expected b, an integer >= 1; read 'x'"),
    (TO_ZERO, "1 2\n0", "P", "line 2, column 2: expected b, an integer >= 1; read the end of the input"),
    (ROWS, "1 2\n2 2\n0 0\n5\n", "PN", None),
    (ROWS, "1 2\n2 2\n0 0 and more\n5\n", "PN", None),
    (ROWS, "1 2\n 0 -1\n", "P", "line 2, column 2: expected a, an integer >= 1; read '0'"),
    (ROWS, "1 2\n1 -1\n", "P", "line 2, column 3: expected b, an integer >= 0; read '-1'"),
    (ROWS, "1 2\n0\n", "P", "line 2, column 2: expected b, an integer >= 0; read the end of the line"),
    (LISTS, "1 5\n2 3 3\n0\n", "NP", None),
    (LISTS, "1 5\n-1", "N", None),
    (LISTS, "1 5\n-1 7 7", "N", None),
    (LISTS, "1 -5\n0", "", "line 1, column 3: expected x (1 of 1), an integer >= 0; read '-5'"),
]


@pytest.mark.parametrize(("problem", "text", "printed", "error"), FRAMED)
def test_where_the_input_begins_and_ends(problem, text, printed, error):
    assert run(problem, text) == (printed, error)
    for size in (1, 2, 5):
        assert run(problem, text, size) == (printed, error)


PROBLEMS = [NIM, PAIRS, TO_ZERO, ROWS, LISTS]


@given(st.sampled_from(PROBLEMS), st.text("0123 \n-x", max_size=40), st.integers(1, 7))
def test_how_the_bytes_come_does_not_matter(problem, text, size):
    assert run(problem, text, size) == run(problem, text)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=8), st.integers(0, 9), st.sampled_from("\n "))
def test_quick_and_slow_reading_agree(pairs, total, gap):
    """Rows with one blank between numbers are read in bulk, others word for word."""
    for problem, first in ((PAIRS, f"{total}\n"), (ROWS, "")):
        printed, error = run(problem, first + "".join(f"{a} {b}\n" for a, b in pairs))
        slow, why = run(problem, first + "".join(f"{a} {b} \n" for a, b in pairs))
        assert printed == slow
        assert error == why


def test_no_more_is_read_once_the_marker_has_come():
    class Talk(BytesIO):
        said = iter([b"1 2\n", b"0 0\n"])

        def read1(self, _size=-1):
            return next(self.said)

    target = BytesIO()
    judge(TO_ZERO, Talk(), target)
    assert target.getvalue() == b"P\n"


def test_a_marker_that_is_inside_the_bounds_is_seen_in_bulk():
    problem = made("a b", "wythoff[a, b]", "end = 'a + b == 0'\nread = 'lines'")
    assert run(problem, "1 2\n" * 1000 + "0 0\n2 2\n") == ("P" * 1000, None)


def test_a_huge_count_takes_no_memory():
    printed, error = run(NIM, f"{10**3000} 1 5")
    assert printed == "N"
    assert "cases; read the end of the input after case 1" in error
    assert len(error) < 200


def test_a_condition_that_has_no_value():
    for read in ("tokens", "lines"):
        problem = made("a b", "wythoff[a, b]", f"end = 'a % b == 1'\nread = '{read}'")
        assert run(problem, "2 1\n5 0\n") == (
            "P",
            "line 2, column 3: expected b, an integer >= 0, for which the condition of the end has a value; read '0'",
        )


def test_the_case_number_goes_on():
    problem = made("n", "nim[n]", "count = true\n[[exception]]\nwhen = 'n >= 0'\nprint = '{case}: {n}'")
    assert judge_text(problem, "2 7 8") == "1: 7\n2: 8\n"


@pytest.mark.parametrize(
    ("case", "more", "expected"),
    [
        ("n", "count = 1", "count: expected true or false, not 1"),
        ("n", "misere = 'yes'", "misere: expected true or false, not 'yes'"),
        ("n", "end = true", "end: expected a text in quotes"),
        ("n", "end = ''", 'end: expected a condition such as "n == 0"'),
        ("n", "end = 'n =='", "end: cannot read"),
        ("n", "end = 'm == 0'", "end: m is no number of the case n"),
        ("n x[n]", "end = 'x == 0'", "end: x is no number of the case n x[n]"),
        ("n", "end = '0 == 0'", "end: no name of the case stands in the condition"),
        ("n", "end = 'n == 0'\ncount = true", "end: the input ends after the count of cases already"),
        ("m x[m] n", "end = 'n == 0'", "end: n is read after the list x"),
    ],
)
def test_wrong_keys(case, more, expected):
    with pytest.raises(RuleError) as caught:
        made(case, "nim[3]", more)
    assert str(caught.value).startswith(f"my.toml: {expected}")
