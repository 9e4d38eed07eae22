"""The four built-in problems: samples, facts, and the inputs on which published programs fail."""

import csv
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.judge import InputError, judge, judge_text

KNOWN = Path(__file__).resolve().parent.parent / "known" / "classics"


def rows(name):
    with (KNOWN / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def lines(problem, cases):
    return judge_text(problem, "".join(f"{case}\n" for case in cases)).splitlines()


# ---------------------------------------------------------------- samples and facts


@pytest.mark.parametrize(
    ("problem", "given", "printed"),
    [
        ("poj1067", "2 1\n8 4\n4 7\n", "0\n1\n0\n"),
        ("poj2234", "2 45 45\n3 3 6 9\n", "No\nYes\n"),
        ("soj1305", "162\n17\n34012226\n", "Nic wins.\nSusan wins.\nNic wins.\n"),
        ("51nod1661", "4 2\n2\n3\n3\n3\n", "Alice 1 1\n"),
    ],
)
def test_sample(problem, given, printed):
    assert judge_text(problem, given) == printed


def test_wythoff_facts():
    facts = rows("wythoff")
    assert lines("poj1067", [f"{f['a']} {f['b']}" for f in facts]) == [f["first_player_wins"] for f in facts]


def test_nim_facts():
    facts = rows("nim")
    cases = [f["piles"].split() for f in facts]
    assert lines("poj2234", [" ".join([str(len(c)), *c]) for c in cases]) == [f["answer"] for f in facts]


def test_race_facts():
    facts = rows("multiplication_2to9")
    assert lines("soj1305", [f["n"] for f in facts]) == [f"{f['winner']} wins." for f in facts]


def test_blackboard_facts():
    facts = rows("blackboard")
    cases = [f["numbers"].split() for f in facts]
    printed = lines("51nod1661", [f"{len(c)} {f['k']}\n{' '.join(c)}" for c, f in zip(cases, facts, strict=True)])
    for fact, answer in zip(facts, printed, strict=True):
        moves = [tuple(map(int, m.split(":"))) for m in fact["all_winning_moves_index:new"].split(";") if m]
        assert answer == (f"Alice {min(moves)[0]} {min(moves)[1]}" if moves else "Bob")
        assert answer.split()[0] == fact["winner"]


# ---------------------------------------------------------------- traps


D = [
    *[102334155, 141422324, 180510493, 204668310, 219598662, 243756479, 267914296, 282844648],
    *[307002465, 321932817, 336863169, 346090634, 361020986, 370248451],
]


@pytest.mark.parametrize("d", D)
def test_where_double_precision_fails(d):
    """The least a with a*a > a*d + d*d is one more than the lower member of the P-pair of difference d."""
    low, high = 0, 2 * d
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle * middle <= middle * d + d * d else (low, middle - 1)
    assert lines("poj1067", [f"{low + e} {low + e + d}" for e in (-1, 0, 1)]) == ["1", "0", "1"]


def test_the_first_of_them_as_published():
    assert lines("poj1067", ["165580140 267914295", "165580141 267914296"]) == ["0", "1"]


def test_numbers_beyond_machine_words():
    assert lines("poj1067", ["4294967297 2", "2147483648 0", "0 0"]) == ["1", "1", "0"]
    assert lines("poj2234", [f"2 {2**32} 0", f"21 {' '.join(['1'] * 21)}", "3 2 4 5"]) == ["Yes"] * 3
    huge = 10**1000
    assert lines("poj2234", [f"2 {huge} {huge}", f"2 {huge} {huge + 1}"]) == ["No", "Yes"]
    assert lines("soj1305", [str(18**e) for e in (1, 15, 800)]) == ["Susan wins."] * 3
    assert lines("soj1305", [str(9 * 18**e) for e in (1, 15, 800)]) == ["Nic wins."] * 3
    assert lines("soj1305", ["9223372036854775801", "4294967294"]) == ["Nic wins.", "Nic wins."]


def test_golden_pairs_of_a_thousand_digits():
    a, b = 1, 2
    while a < 10**1000:
        a, b = a + b, a + 2 * b  # (1, 2), (3, 5), (8, 13), …: every second pair of Fibonacci numbers is P
    assert lines("poj1067", [f"{a} {b}", f"{b} {a}", f"{a + 1} {b}"]) == ["0", "0", "1"]


def test_race_conventions():
    assert lines("soj1305", ["0", "1", "2", "37", "72", "162", "163"]) == [
        *["Nic wins."] * 3,
        *["Nic wins."] * 3,
        "Susan wins.",
    ]


def test_blackboard_cases_do_not_leak_into_each_other():
    assert judge_text("51nod1661", "1 3\n2\n2 3\n4 5\n") == "Alice 1 1\nAlice 2 4\n"


def test_blackboard_edges():
    assert judge_text("51nod1661", "2 1\n5 9\n0 2\n1 5\n1\n") == "Bob\nBob\nBob\n"
    assert judge_text("51nod1661", f"1 {10**18}\n{10**18}\n") == "Alice 1 1\n"
    assert judge_text("51nod1661", f"2 2\n{2**60 - 1} {2**60 - 1}\n") == "Bob\n"
    assert judge_text("51nod1661", f"1 {10**1000}\n{10**1000 - 1}\n") == "Alice 1 1\n"


def test_zero_heaps():
    assert judge_text("poj2234", "0\n1 5\n0") == "No\nYes\nNo\n"


# ---------------------------------------------------------------- brute force


@cache
def race_is_won(p, n):
    return p < n and any(d * p >= n or not race_is_won(d * p, n) for d in range(2, 10))


def test_race_by_brute_force():
    numbers = range(1500)
    expected = ["Nic wins." if n <= 1 or race_is_won(1, n) else "Susan wins." for n in numbers]
    assert lines("soj1305", numbers) == expected


def wythoff_outcomes(size):
    won = {}
    for a in range(size):
        for b in range(size):
            options = [(a - t, b) for t in range(1, a + 1)] + [(a, b - t) for t in range(1, b + 1)]
            options += [(a - t, b - t) for t in range(1, min(a, b) + 1)]
            won[a, b] = any(not won[o] for o in options)
    return won


def test_wythoff_by_brute_force():
    won = wythoff_outcomes(40)
    assert lines("poj1067", [f"{a} {b}" for a, b in won]) == [str(int(w)) for w in won.values()]


def blackboard_values(k, top):
    values = [0, 0]
    for n in range(2, top + 1):
        seen = {values[y] for y in range(1, n) if n <= k * y}
        values.append(next(g for g in range(n) if g not in seen))
    return values


@given(st.integers(1, 9), st.lists(st.integers(1, 60), max_size=6))
def test_blackboard_by_brute_force(k, numbers):
    values = blackboard_values(k, 60)
    total = 0
    for n in numbers:
        total ^= values[n]
    expected = "Bob"
    for i, n in reversed(list(enumerate(numbers, 1))):
        for y in range(n - 1, 0, -1):
            if n <= k * y and total ^ values[n] ^ values[y] == 0:
                expected = f"Alice {i} {y}"
    assert judge_text("51nod1661", f"{len(numbers)} {k} {' '.join(map(str, numbers))}\n") == expected + "\n"


# ---------------------------------------------------------------- the same tokens, split otherwise


SPACES = st.text("\t\n\r\v\f ", min_size=1, max_size=4)


@given(st.lists(st.lists(st.integers(1, 50), max_size=5), min_size=1, max_size=8), st.data())
def test_tokens_may_be_split_anyhow(cases, data):
    words = [str(n) for case in cases for n in (len(case), *case)]
    plain = "".join(f"{len(c)} {' '.join(map(str, c))}\n" for c in cases)
    split = "".join(word + data.draw(SPACES) for word in words)
    assert judge_text("poj2234", split) == judge_text("poj2234", plain)
    assert judge_text("poj2234", split.rstrip()) == judge_text("poj2234", plain)


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=8), st.data())
def test_blanks_of_lines_do_not_matter(pairs, data):
    ends = st.sampled_from(["\n", "\r\n", " \n", "\t\r\n", "\n\n", "\n \r\n"])
    gaps = st.sampled_from([" ", "\t", "  ", " \t "])
    plain = "".join(f"{a} {b}\n" for a, b in pairs)
    other = "".join(f"{a}{data.draw(gaps)}{b}{data.draw(ends)}" for a, b in pairs)
    assert judge_text("poj1067", other) == judge_text("poj1067", plain)
    assert judge_text("poj1067", other.rstrip()) == judge_text("poj1067", plain)


class Dripping(BytesIO):
    """A stream that gives a few bytes at a time."""

    def __init__(self, data, sizes):
        super().__init__(data)
        self.sizes = sizes

    def read1(self, size=-1):
        return super().read1(min(size, next(self.sizes)))


@given(st.text("0123459 \n\t-x", max_size=60), st.sampled_from(["poj1067", "poj2234", "soj1305"]), st.data())
def test_how_the_bytes_come_does_not_matter(text, problem, data):
    def run(stream):
        target = BytesIO()
        try:
            judge(problem, stream, target)
        except InputError as error:
            return target.getvalue(), str(error)
        return target.getvalue(), None

    sizes = data.draw(st.lists(st.integers(1, 9), min_size=60, max_size=60))
    assert run(Dripping(text.encode(), iter(sizes))) == run(BytesIO(text.encode()))
