"""Programs for many rules and every question, compared with brute force and with the laws."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.write.running import LANGUAGES, brute, compare_with_laws, edges, needs_compiler

from grundy.games import rules
from grundy.laws.beatty import BeattyLaw
from grundy.laws.reading import law_from_json
from grundy.rules.errors import Unsupported
from grundy.write.forms import build
from grundy.write.program import LARGEST, Program
from grundy.write.python import python_program
from grundy.write.replies import ASKS, program_of


def window(least, *lines):
    return {"kind": "window", "least": least, "lower": [list(line) for line in lines]}


def periodic(text, preperiod, period, saltus=0, least=0):
    value = brute(rules(text))
    values = [value((n,)) for n in range(least, preperiod + period)]
    return {
        "kind": "periodic",
        "least": least,
        "preperiod": preperiod,
        "period": period,
        "saltus": saltus,
        "values": values,
    }


LASKER = {
    "kind": "residues",
    "modulus": 4,
    "cases": [{"residue": r, "linear": [4, c]} for r, c in ((0, -1), (1, 1), (2, 2), (3, 4))],
    "start": [0],
    "least": 0,
}
XOR = {
    "kind": "automatic",
    "about": "grundy",
    "system": {"kind": "base", "base": 2},
    "tracks": 3,
    "delta": [[0 if (c >> 2) ^ (c >> 1 & 1) == c & 1 else 1 for c in range(8)], [1] * 8],
    "final": [0],
    "start": 0,
}
GAMES = [
    ("nim", window(0)),
    ("bash(3)", window(0, (1, -3, 1))),
    ("blackboard(2)", window(1, (1, 0, 2))),
    ("halving", window(0, (1, 0, 2))),
    ("n -> n-t where 2*t <= n and t <= 5", window(0, (1, 0, 2), (1, -5, 1))),
    ("n -> n-t where 3*t <= n+2", window(0, (2, -2, 3))),
    ("subtraction({1, 3, 4})", periodic("subtraction({1, 3, 4})", 0, 7)),
    ("subtraction({2, 4, 7})", periodic("subtraction({2, 4, 7})", 8, 3)),
    ("allbut({1, 2})", periodic("allbut({1, 2})", 0, 3, 1)),
    ("kayles", periodic("kayles", 71, 12)),
    ("n -> a & b where n-2 <= a+b < n", periodic("kayles", 71, 12)),
    ("dawson_chess", periodic("dawson_chess", 52, 34)),
    ("lasker", LASKER),
    ("race(2, 3, 50)", {"kind": "scaling", "low": 2, "high": 3, "goal": 50}),
    ("divisor_nim", {"kind": "arithmetic", "name": "valuation", "args": [2]}),
    ("divisor_replacement", {"kind": "arithmetic", "name": "omega", "args": []}),
    ("wythoff", {"kind": "beatty", "r": 1}),
    ("wythoff_r(2)", {"kind": "beatty", "r": 2}),
    ("wythoff_r(3)", BeattyLaw(3).automatic().to_json()),
    ("rook", XOR),
    ("nim[:, :, :]", {"kind": "sum", "laws": [window(0)] * 3}),
    ("bishop", {"kind": "pairs", "of": "min(a, b)", "law": window(0)}),
    ("take_a_square", None),
    ("n -> n-t where t in primes", None),
    ("n -> n//2 | n//3 where n >= 1", None),
    ("n -> n-1 | a & b where a == b and 2*a == n and a >= 1", None),
    ('hexadecimal("0.3F")', None),
    ("grundy_game", None),
    ("coprime_nim", None),
    ("race(2, 3, 50)", None),
    ("knight", None),
    ("fibonacci_nim", None),
    ("moore(2)[:, :, :]", None),
    ("int, double -> int-unsigned, double | int, double-unsigned where unsigned <= 2", None),
]


def lines_of(ruleset):
    low, size = ruleset.least, ruleset.heaps
    if size > 1:
        return list(product(range(low, low + (10 if size == 2 else 5)), repeat=size))
    return (
        [(n,) for n in range(low, low + 60)]
        + list(product(range(low, low + 8), repeat=2))
        + [(low + 3, low + 5, low + 12)]
    )


def require(ruleset, value, line, answer, ask):
    parts = [(n,) for n in line] if ruleset.heaps == 1 else [line]
    total = 0
    for part in parts:
        total ^= value(part)
    if answer == "?":
        assert len(parts) > 1
    elif ask == "value":
        assert answer == str(total), line
    elif ask == "outcome" or total == 0:
        assert answer == ("N" if total else "P"), line
    else:
        numbers = list(map(int, answer.split()))
        place, new = (numbers[0] - 1, numbers[1:]) if ruleset.heaps == 1 else (0, numbers)
        options = [tuple(sorted(o) if ruleset.heaps == 1 else o) for o in ruleset.options(parts[place])]
        option = tuple(tuple(new[i : i + ruleset.heaps]) for i in range(0, len(new), ruleset.heaps))
        assert tuple(sorted(option) if ruleset.heaps == 1 else option) in options, (line, answer)
        left = 0
        for part in (*parts[:place], *option, *parts[place + 1 :]):
            left ^= value(part)
        assert left == 0, (line, answer)


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize(("text", "law"), GAMES, ids=[f"{text}-{law and law['kind']}" for text, law in GAMES])
def test_a_python_program_answers_as_brute_force_does(text, law, ask, run):
    ruleset = rules(text)
    program, _ = program_of(ruleset, law, ask)
    lines, value = lines_of(ruleset), brute(ruleset)
    answers = run(program, "python", lines)
    assert len(answers) == len(lines)
    for line, answer in zip(lines, answers, strict=True):
        require(ruleset, value, line, answer, ask)


ASKED = [(text, law, "option") for text, law in GAMES] + [
    (*GAMES[i], ask) for i in (1, 9, 16, 18, 30) for ask in ASKS[:2]
]


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(
    ("text", "law", "ask"), ASKED, ids=[f"{text}-{law and law['kind']}-{ask}" for text, law, ask in ASKED]
)
def test_a_cpp_program_answers_as_brute_force_does(text, law, ask, run):
    ruleset = rules(text)
    program, _ = program_of(ruleset, law, ask)
    lines, value = lines_of(ruleset), brute(ruleset)
    for line, answer in zip(lines, run(program, "cpp", lines), strict=True):
        require(ruleset, value, line, answer, ask)


WINDOWS = [
    window(0),
    window(1, (1, 0, 2)),
    window(1, (1, 0, 10**18)),
    window(1, (1, 0, LARGEST)),
    window(1, (1, 0, 1)),
    window(0, (1, -7, 1)),
    window(0, (1, -(10**18), 1)),
    window(0, (1, 0, 2), (1, -10, 1)),
    window(0, (3, 5, 7)),
    window(2, (1, 5, 3), (2, -9, 5)),
    window(0, (999, 0, 1000)),
]
RACES = [
    {"kind": "scaling", "low": low, "high": high, "goal": goal}
    for goal in (1, 163, 2**32 - 1, 10**18, LARGEST)
    for low, high in ((2, 9), (2, 2), (0, 9), (5, 3), (10**9, 10**9 + 5))
]
FUNCTIONS = [
    {"kind": "arithmetic", "name": name, "args": list(args), "shift": shift, "least": 0}
    for name, args in (
        ("valuation", (3,)),
        ("power_part", (2,)),
        ("popcount", ()),
        ("odious", ()),
        ("evil", ()),
        ("floor_div", (7,)),
        ("ceil_div", (7,)),
        ("isqrt", ()),
        ("bit_length", ()),
        ("log", (3,)),
    )
    for shift in (0, 1)
]
LISTS = [
    {
        "kind": "runs",
        "least": 0,
        "ends": [1, 2],
        "growth": "linear",
        "terms": [0, 2],
        "values": [0, 1],
        "period": 2,
        "saltus": 1,
    },
    {
        "kind": "runs",
        "least": 0,
        "ends": [2],
        "growth": "square",
        "terms": [1, 0, 1],
        "values": [0, 3],
        "period": 1,
        "saltus": 0,
    },
    LASKER,
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("laws", [WINDOWS, RACES, FUNCTIONS, LISTS], ids=["windows", "races", "functions", "lists"])
def test_laws_of_one_heap_are_written_right_up_to_the_largest_heaps(laws, language, run):
    compare_with_laws(laws, [(n,) for n in edges()], run, language)


def pairs(r):
    law = BeattyLaw(r)
    found = [(LARGEST, LARGEST), (0, LARGEST), (LARGEST, 0), (LARGEST // 2, LARGEST), (LARGEST // 3, LARGEST)]
    for i in (*range(12), 102334155, 370248451, 10**12, 10**17, 10**18 // (r + 2), LARGEST // (r + 2)):
        a, b = law.pair(i)
        if b < LARGEST:
            found += [(a, b), (b, a), (a + 1, b + 1), (max(0, a - 1), b), (a, b + 1)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_beatty_pairs_are_exact(language, run):
    for r in (1, 2, 3, 7, 10**6) if language == "python" else (1, 3, 10**6):
        compare_with_laws([{"kind": "beatty", "r": r}], pairs(r), run, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_automata_are_exact(language, run):
    laws = [BeattyLaw(1).automatic().to_json(), BeattyLaw(2).automatic().to_json(), XOR]
    compare_with_laws(laws, pairs(1) + pairs(2), run, language)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(-20, 20), st.integers(1, 9)), max_size=3), st.integers(0, 5))
def test_options_of_windows_are_right(lines, least):
    lines = [(min(a, d), b, d) for a, b, d in lines]
    law = window(least, *lines)
    form = build(law)
    known = law_from_json(law)
    scope = {}
    text = python_program(
        Program(
            (), form.piece.constants, form.piece.functions + "\n\ndef answer(heaps: Heaps) -> str:\n    return ''\n"
        )
    )
    exec(text.replace("\nmain()\n", "\n"), scope)
    for n in [*range(least, 40), 10**18]:
        own = known.value((n,))
        for value in range(8):
            found = scope["replacement"](n, value)
            right = [option for part in known.options_of_value((n,), value) for option in part]
            assert found == ([right[0][0]] if right and value != own else []), (n, value)


def test_a_strategy_whose_moves_the_rules_lack_is_not_written_for_them():
    less = rules("a, b -> a-t, b | a, b-t | a-t, b-t where t <= 100")
    program, form = program_of(less, {"kind": "beatty", "r": 1}, "option")
    assert form.method.startswith("their digits are chosen")
    assert "index_below" not in program.functions


def test_what_cannot_be_written_is_refused():
    with pytest.raises(Unsupported, match="blocking rules have outcomes only"):
        program_of(rules("blocking(wythoff, 2)"), None, "value")
    with pytest.raises(Unsupported, match="not linear"):
        program_of(rules("euclid"), None, "outcome")
    with pytest.raises(Unsupported, match="2 heaps"):
        program_of(rules("nim"), {"kind": "beatty", "r": 1}, "outcome")


def test_blocking_rules_are_computed(run):
    program, _ = program_of(rules("blocking(wythoff, 2)"), None, "outcome")
    lines = list(product(range(12), repeat=2))
    lost = {}
    inner = rules("wythoff")
    for line in sorted(lines, key=sum):
        lost[line] = sum(lost[option[0]] for option in inner.options(line)) < 2
    assert run(program, "python", lines) == ["P" if lost[line] else "N" for line in lines]


def test_lines_without_heaps_and_with_the_leading_ones_only(run):
    program, _ = program_of(rules("nim"), window(0), "outcome")
    assert run(program, "python", [], text="3 3\n\n  \n5\n") == ["P", "N"]
    program, _ = program_of(rules("wythoff"), {"kind": "beatty", "r": 1}, "outcome")
    assert run(program, "python", [(1, 2), (4, 7)]) == ["P", "P"]
    program, _ = program_of(rules("fibonacci_nim"), None, "outcome")
    assert run(program, "python", [(13,), (14,), (13, 13)]) == ["P", "N", "N"]
