"""Every kind of law as functions of a program, compared with the law itself up to the largest heaps."""

import random
from itertools import product

import pytest
from tests.write.running import LANGUAGES, compare_with_laws, edges

from grundy.laws.arithmetic import FUNCTIONS
from grundy.laws.composed import COMBINATIONS
from grundy.laws.functions import FORMS, MORE_FUNCTIONS
from grundy.laws.reading import _READERS
from grundy.laws.staircase import StaircaseLaw
from grundy.rules.errors import CertificateError, GrundyError, Unsupported
from grundy.write.forms import Parts, build
from grundy.write.program import LARGEST, Program, trimmed

NIM = {"kind": "window", "least": 0, "lower": []}
BASH = {"kind": "window", "least": 0, "lower": [[1, -3, 1]]}
XOR = {"kind": "digits", "about": "outcome", "base": 2, "modulus": 2, "weights": [1, 1]}
GRID = {"kind": "grid", "about": "grundy", "least": [0, 0], "preperiods": [1, 0], "periods": [2, 3]}
GRID |= {"rows": [[0, 1, 2], [1, 2, 0], [2, 0, 1]]}
LOST_GRID = {**GRID, "about": "outcome"}
PERIODIC = {"kind": "periodic", "least": 0, "preperiod": 2, "period": 3, "saltus": 0, "values": [0, 3, 0, 2, 1]}
RUNS = {"kind": "runs", "least": 0, "ends": [1, 2], "growth": "linear", "terms": [0, 2], "values": [0, 1]}
RUNS |= {"period": 2, "saltus": 0}
POINTS = {"kind": "points", "least": 0, "first": [1, 2], "coefficients": [1, 1], "constant": 0}
VALUATION = {"kind": "arithmetic", "name": "valuation", "args": [2], "shift": 0, "least": 0}
LOWEST = {"kind": "function", "name": "lowest_digit", "args": [3, 2], "shift": 0, "least": 0}
ZECKENDORF, TERNARY = {"kind": "ostrowski", "t": 1}, {"kind": "base", "base": 3}


def after(form, numbers, law=VALUATION, **more):
    return {"kind": "after", "form": form, "numbers": list(numbers), "law": law, "start": [], "least": 0, **more}


def cases(*cases, start=(0,), kind="cases", **more):
    found = [{"residue": r, **case} for r, case in enumerate(cases)]
    return {"kind": kind, "modulus": len(found), "cases": found, "start": list(start), "least": 0, **more}


LASKER = cases({"linear": [4, -1]}, {"linear": [4, 1]}, {"linear": [4, 2]}, {"linear": [4, 4]}, kind="residues")
HALVING = cases({"linear": [1, 0]}, {"recur": [0]}, kind="residues")
POPCOUNT = cases({"recur": [0]}, {"recur": [0], "form": "linear", "numbers": [1, 1]})
STAIRS = [(0, 2, 5), (0, 3, 3), (2, 4, 9), (0, 10**18, 3 * 10**18), (1, 5, 2), (0, 1, 6), (3, 7, 7)]
ONE_HEAP = {
    "stairs": [{"kind": "staircase", "least": least, "low": low, "high": high} for least, low, high in STAIRS],
    "lines": [
        LASKER,
        HALVING,
        cases({"linear": [3, 7]}, kind="residues", start=(4, 0, 9)),
        cases(*({"linear": [12, r ^ 3]} for r in range(12)), kind="residues", start=()),
        cases(*({"linear": [5, 2 + r % 2]} for r in range(20)), kind="residues", start=(3, 3, 3)),
    ],
    "cases": [
        POPCOUNT,
        cases({"recur": [0], "form": "linear", "numbers": [2, 1]}, {"linear": [1, 0]}),
        cases({"recur": [0], "form": "xor", "numbers": [5]}, {"law": BASH}, {"law": NIM}),
        cases({"recur": [0], "form": "modulus", "numbers": [1, 0]}, {"linear": [0, 1]}, {"recur": [0]}),
        cases({"recur": [0], "form": "capped", "numbers": [1, 2, 0]}, {"recur": [0]}, {"linear": [1, 4]}),
        cases({"recur": [1], "form": "odious", "numbers": [0]}, {"linear": [1, 2]}, start=(0, 1, 2, 3, 4, 5)),
        cases({"recur": [0], "form": "rising", "numbers": [-1, 4, 4]}, {"linear": [0, 2]}, {"law": VALUATION}),
    ],
    "after": [
        after("linear", (2, 1)),
        after("linear", (-1, 3)),
        after("linear", (3, -2), NIM, start=[7, 8, 9]),
        after("modulus", (0, 1, 2)),
        after("modulus", (3, -1, 4)),
        after("capped", (0, 1, 2)),
        after("capped", (1, 0), LOWEST),
        after("rising", (-1, 7, 3)),
        after("rising", (2,)),
        after("xor", (6,), NIM),
        after("power", (1, 0), VALUATION),
        after("power", (3, -5), {"kind": "arithmetic", "name": "bit_length", "args": [], "shift": 1, "least": 0}),
        after("odious", (0,), LOWEST),
        after("odious", (1,), NIM),
        after("linear", (1, 1), after("modulus", (1, 0), NIM)),
    ],
    "outcomes": [
        {**PERIODIC, "about": "outcome"},
        {**LASKER, "about": "outcome"},
        {**RUNS, "about": "outcome"},
        {**after("capped", (1, 0), LOWEST), "about": "outcome"},
        POINTS,
        {"kind": "points", "least": 0, "first": [0, 1], "coefficients": [3], "constant": 2},
        {"kind": "digits", "about": "outcome", "base": 3, "modulus": 2, "weights": [1]},
        {"kind": "total", "about": "outcome", "modulus": 5, "weights": [2], "remainders": [0, 3]},
        {"kind": "remainders", "about": "outcome", "moduli": [7], "members": [[1], [2]]},
    ],
}
FACTORED = {"omega", "distinct_primes", "divisors"}
SEARCHED = {"least_prime_index", "least_prime", "largest_proper_divisor"}
ARGUMENTS = {"valuation": [3], "power_part": [2], "floor_div": [7], "ceil_div": [7], "log": [3], "digit_sum": [3]}
ARGUMENTS |= {"lowest_digit": [3, 0], "last_nonzero_digit": [10]}
NAMED = [
    {"kind": kind, "name": name, "args": ARGUMENTS.get(name, []), "shift": shift, "least": max(0, -shift)}
    for kind, names in (("arithmetic", FUNCTIONS), ("function", MORE_FUNCTIONS))
    for name in names
    for shift in (0, 1, -2)
    if name not in FACTORED | SEARCHED
]
FACTORS = [
    {"kind": "function" if name in MORE_FUNCTIONS else "arithmetic", "name": name, "args": [], "shift": 0, "least": 0}
    for name in sorted(FACTORED | SEARCHED)
]
PAIRS = [{"kind": "pairs", "of": of, "law": law} for of in COMBINATIONS for law in (BASH, POINTS)]
PAIRS += [{"kind": "pairs", "of": "max(a, b)", "law": {**PERIODIC, "about": "outcome"}}]
PAIRS += [{"kind": "pairs", "of": "a + b", "law": NIM, "about": "outcome"}]
TWO_HEAPS = {
    "digits": [
        XOR,
        {**XOR, "base": 3, "modulus": 4, "weights": [1, 3]},
        {**XOR, "base": 10},
        {**XOR, "weights": [0, 1]},
    ],
    "totals": [
        {"kind": "total", "about": "outcome", "modulus": 3, "weights": [1, 1], "remainders": [0]},
        {"kind": "total", "about": "outcome", "modulus": 12, "weights": [1, 5], "remainders": [0, 2, 3, 5, 7, 11]},
        {"kind": "total", "about": "outcome", "modulus": 1, "weights": [1, 1], "remainders": [0]},
        {"kind": "total", "about": "outcome", "modulus": 4, "weights": [1, 1], "remainders": []},
    ],
    "remainders": [
        {"kind": "remainders", "about": "outcome", "moduli": [2, 2], "members": [[0, 0]]},
        {"kind": "remainders", "about": "outcome", "moduli": [3, 1], "members": [[1, 0], [2, 0]]},
        {"kind": "remainders", "about": "outcome", "moduli": [1, 1], "members": [[0, 0]]},
        {"kind": "remainders", "about": "outcome", "moduli": [1, 1], "members": []},
        {"kind": "remainders", "about": "outcome", "moduli": [4, 5], "members": [[i, i] for i in range(4)]},
        {"kind": "remainders", "about": "outcome", "moduli": [6, 5], "members": [[i, (2 * i) % 5] for i in range(6)]},
    ],
    "blocks": [
        {"kind": "blocks", "about": "outcome", "size": 3, "law": XOR, "members": [[0, 0], [1, 2], [2, 1]]},
        {"kind": "blocks", "about": "outcome", "size": 4, "law": GRID, "members": [[i, i] for i in range(4)]},
    ],
    "pieces": [
        {"kind": "order", "about": "grundy", "less": GRID, "equal": GRID, "greater": PAIRS[0]},
        {"kind": "order", "about": "grundy", "less": PAIRS[0], "equal": GRID, "greater": GRID},
        {"kind": "order", "about": "outcome", "less": XOR, "equal": LOST_GRID, "greater": PAIRS[1]},
        {"kind": "small", "about": "outcome", "most": 1, "small": LOST_GRID, "law": XOR},
        {"kind": "small", "about": "outcome", "most": 30, "small": XOR, "law": GRID},
    ],
    "grids": [GRID, LOST_GRID],
    "last digits": [
        {"kind": "last_digit", "about": "outcome", "system": system, "heap": heap, "factor": factor}
        for system in (ZECKENDORF, TERNARY, {"kind": "ostrowski", "t": 3}, {"kind": "base", "base": 2})
        for heap, factor in ((0, 1), (1, 2), (0, 10**18))
    ],
    "pairs": PAIRS,
    "sums": [{"kind": "sum", "laws": [NIM, LASKER]}, {"kind": "sum", "laws": [BASH, BASH], "about": "outcome"}],
}
ALL = [law for laws in (*ONE_HEAP.values(), *TWO_HEAPS.values(), NAMED, FACTORS) for law in laws]


def two_heaps():
    chance = random.Random(3)
    near = [
        0,
        1,
        2**31 - 1,
        2**31,
        2**62 - 1,
        2**62,
        10**18,
        LARGEST // 2,
        LARGEST - 1,
        LARGEST,
        3037000499,
        3037000500,
    ]
    found = [*product(range(12), repeat=2), *product(near, repeat=2)]
    found += [(a, b) for a in range(30, 60, 7) for b in range(30, 60)]
    for _ in range(150):
        a, b = (chance.randrange(2 ** chance.randrange(1, 64)) for _ in range(2))
        found += [(a, b), (a, a), (a, a - a % 3)]
    part = 1
    while part < LARGEST // 3:
        found += [(3 * part, part - 1), (3 * part, part), (2 * part, part // 2), (part // 2, part)]
        part = part * 5 // 3 + 1
    return found


def test_there_is_a_law_of_every_kind():
    written = {"scaling", "beatty", "automatic"}  # in test_programs
    assert {law["kind"] for law in ALL} | written | {"window", "periodic", "runs"} == set(_READERS)
    assert {law["form"] for law in ALL if law["kind"] == "after"} == set(FORMS)
    assert {law["name"] for law in ALL if law["kind"] == "arithmetic"} == set(FUNCTIONS)
    assert {law["name"] for law in ALL if law["kind"] == "function"} == set(MORE_FUNCTIONS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ONE_HEAP)
def test_laws_of_one_heap(name, language, run):
    compare_with_laws(ONE_HEAP[name], [(n,) for n in edges()], run, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_named_functions(language, run):
    compare_with_laws(NAMED, [(n,) for n in edges()], run, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_functions_of_prime_factors(language, run):
    large = [(1299709**3,), (1299709**2 * 7,), ((2**31 - 1) ** 2,), ((2**31 - 1) * (2**31 - 19),), (LARGEST - 24,)]
    large += [(2097143**3,), (2097169 * 2097143,), (2097169**2 * 2,), (10**12 + 39,), (10**14 - 27,), (LARGEST,), (1,)]
    components = [*((n,) for n in range(3000)), *(large if language == "cpp" else large[:4])]
    compare_with_laws(FACTORS, components, run, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TWO_HEAPS)
def test_laws_of_two_heaps(name, language, run):
    compare_with_laws(TWO_HEAPS[name], two_heaps(), run, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_laws_of_three_heaps(language, run):
    laws = [
        {**XOR, "modulus": 3, "weights": [1, 1, 1]},
        {"kind": "total", "about": "outcome", "modulus": 3, "weights": [1, 2, 1], "remainders": [0, 1]},
        {"kind": "remainders", "about": "outcome", "moduli": [2, 2, 2], "members": [[0, 0, 0]]},
        {"kind": "small", "about": "outcome", "most": 1, "small": {**XOR, "weights": [1, 1, 1]}},
    ]
    laws[3]["law"] = {"kind": "total", "about": "outcome", "modulus": 2, "weights": [1, 1, 1], "remainders": [1]}
    components = [*product(range(6), repeat=3), (LARGEST,) * 3, (10**18, 10**18, 0), (6 << 58, 6 << 58, 6 << 58)]
    compare_with_laws(laws, components, run, language)


def test_values_that_do_not_fit_are_refused():
    tall = after("power", (1, 0), NIM)
    assert build(tall).largest == 62  # 2^62 fits, and 2^63 does not
    with pytest.raises(Unsupported):
        build(after("xor", (-1,), NIM))
    with pytest.raises(Unsupported):
        build({"kind": "total", "about": "outcome", "modulus": 10**30, "weights": [1], "remainders": [0]})
    assert build(after("linear", (10**10, 0), NIM)).largest < 10**9


@pytest.mark.parametrize(
    "entry",
    ["__import__('os')", "p1+x", "p2", "p1**9", "p1 if p1 else 0", "p1, p1", "print(p1)", "p1\n", "(p1", "", 2.5, None],
)
def test_entries_of_a_law_are_polynomials(entry):
    with pytest.raises(CertificateError):
        Parts(names=("k",)).entry(entry)
    with pytest.raises((GrundyError, TypeError)):
        build({"kind": "window", "least": 0, "lower": [[1, entry, 1]]}, Parts(names=("k",)))
    assert Parts(names=("k", "m")).entry("2*(p1-p2)") == "2*(k-m)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_by_a_staircase_of_numbers_or_parameters(language, run):
    """One program: the ends of the interval are read, or written."""
    family = build({"kind": "staircase", "least": 0, "low": "p1", "high": "p2"}, Parts("_f", ("l", "r")))
    pieces, answer, lines = family.piece, "", []
    asked = [*product(range(25), range(4)), *((n, v) for n in (10**18, LARGEST, 2**62) for v in (0, 1, 2, 3, 10**17))]
    for i, (least, low, high) in enumerate(STAIRS):
        form = build({"kind": "staircase", "least": least, "low": low, "high": high}, Parts(f"_{i}"))
        pieces += form.piece
        answer += (
            f"    if heaps[0] == {i}:\n        return joined({form.call(form.replacement, 'heaps[1]', 'heaps[2]')})\n"
        )
        lines += [(i, n, value, low, high) for n, value in asked if n >= least]
    answer += "    if heaps[0] == 99:\n        return joined(replacement_f(heaps[1], heaps[2], heaps[3], heaps[4]))\n"
    lines += [(99, *line[1:]) for line in lines if STAIRS[line[0]][0] == 0]
    answer = f"\n\ndef answer(heaps: Heaps) -> str:\n{answer}    return str(0)\n"
    printed = run(trimmed(Program(("Stairs.",), pieces.constants, pieces.functions + answer)), language, lines)
    for (i, n, value, low, high), text in zip(lines, printed, strict=True):
        law = StaircaseLaw(low, high, STAIRS[i][0] if i < 99 else 0)
        options = law.options_of_value((n,), value)
        assert text == (str(max(run.last[0] for run in options)) if options else ""), (low, high, n, value)
