"""Rules in words and in LaTeX, names, terms."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.games import catalogue, expression, rules
from grundy.laws.latex import law_latex
from grundy.rules.latex import rules_latex, term_latex
from grundy.rules.parsing import parse_condition, parse_terms
from grundy.write.names import safe_names
from grundy.write.terms import condition_text, term_text
from grundy.write.words import rules_words


@pytest.mark.parametrize("name", [name for name in catalogue.names() if name not in ("octal", "hexadecimal", "moore")])
def test_every_game_of_the_catalogue_has_words(name):
    lines = rules_words(catalogue(name))
    assert lines
    assert all(lines)


def test_words_say_what_the_rules_leave_out():
    assert rules_words(rules("n -> n-t where t not in {1, 2}")) == (
        "From a heap of n, move to n-t for some t with t >= 1 and t not in {1, 2}.",
    )
    assert rules_words(rules("n -> 2*t where 2*t < n")) == ("From a heap of n, move to 2*t for some t with 2*t < n.",)
    assert rules_words(rules("a, b -> a-1, b | b, a-1 where a >= 1"))[1:] == ("- to a-1, b;", "- to b, a-1, if a >= 1.")
    assert (
        rules_words(expression("blocking(nim, 3)"))[-1] == "Before each move the opponent may forbid up to 2 options."
    )
    assert rules_words(expression('octal("0.07")')) == (
        "Take 2 from a heap, and leave of it nothing, one heap or two heaps.",
    )
    assert rules_words(expression('octal("4.0")')) == ("Take nothing from a heap, and split it into two heaps.",)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("n -> n | n-1", ("From a heap of n, move to n-1.",)),
        ("n -> n", ("There are no moves.",)),
        ("a, b -> a-1, b | a, b | a, b-1", ("From heaps a, b, move either", "- to a-1, b;", "- to a, b-1.")),
        (
            "n -> t where t <= n",
            ("From a heap of n, move to t for some t with t <= n.", "A move must change something."),
        ),
        ("n -> n-t where t in {0, 3}", (..., "A move must change something.")),
        ("n -> n//2", (..., "A move must change something.")),
        ("a, b -> a-t, b-s", (..., "A move must change something.")),
        ("n -> n-5 | min(n, 50)", (..., ..., ..., "A move must change something.")),
        ("n -> n-3*t", ("From a heap of n, move to n-3*t for some t with t >= 1.",)),
        ("n -> n-1 & 0", ("From a heap of n, move to two heaps n-1 and 0.",)),
    ],
)
def test_words_list_no_move_that_changes_nothing(text, lines):
    said = rules_words(rules(text))
    assert len(said) == len(lines)
    assert all(line in (..., found) for line, found in zip(lines, said, strict=True))


@pytest.mark.parametrize("name", ["wythoff", "kayles", "euclid", "bash(3)", "race(2, 9, 162)", "knight", "lasker"])
def test_words_say_only_what_is_needed(name):
    assert not any("must change" in line for line in rules_words(expression(name)))


@pytest.mark.parametrize(
    "name", ["wythoff", "lasker", "race(2, 9, 162)", "kayles", "euclid", "divisor_nim", "blocking(wythoff, 2)"]
)
def test_rules_in_latex_have_balanced_braces(name):
    text = rules_latex(expression(name))
    assert text.count("{") == text.count("}")


def test_terms_in_latex():
    def latex(text):
        return term_latex(parse_condition(text))

    assert latex("1 <= t <= m") == r"1 \le t \le m"
    assert latex("not (a < b or b == 2*(a-1))") == r"\neg (a < b \lor b = 2 (a - 1))"
    assert latex("n//2 == n % 3") == r"\left\lfloor \frac{n}{2} \right\rfloor = n \bmod 3"


@pytest.mark.parametrize(
    "law",
    [
        {"kind": "window", "least": 0, "lower": []},
        {"kind": "window", "least": 1, "lower": [[1, "-p1", 1], [3, 2, 5]]},
        {"kind": "periodic", "least": 0, "preperiod": 0, "period": 3, "saltus": 1, "values": [0, 0, 0]},
        {"kind": "scaling", "low": "p1", "high": 9, "goal": 162},
        {"kind": "beatty", "r": 3},
        {"kind": "arithmetic", "name": "popcount", "args": []},
    ],
)
def test_laws_in_latex(law):
    text = law_latex(law)
    assert text.count("{") == text.count("}")


@given(st.lists(st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True), unique=True, max_size=8))
def test_names_are_different_and_no_words_of_a_language(names):
    found = safe_names(names)
    assert len(set(found)) == len(names)
    assert all(name.isidentifier() and "__" not in name and not name.startswith("_") for name in found)
    assert not {"int", "for", "heaps", "std", "answer", "lambda"} & set(found)


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_terms_are_evaluated_as_the_rules_do(a, b):
    from grundy.rules.evaluate import condition_test, term_function

    for text in ("a - 2*(b - 1)", "(a + b) // 3", "a % 4 - b", "abs(a - b)", "max(a, b, -a)", "-(a - -b)"):
        (term,) = parse_terms(text)
        written = term_text(term, {"a": "a", "b": "b"})
        scope = {"a": a, "b": b, "floor_div": lambda x, y: x // y, "floor_mod": lambda x, y: x % y}
        assert eval(written, scope) == term_function(term, {"a": 0, "b": 1})((a, b))
        ast.parse(written)
    for text in ("a < b or not b == 3 and a in {1, b}", "1 <= a <= b", "a not in {0, 2}"):
        condition = parse_condition(text)
        written = condition_text(condition, {"a": "a", "b": "b"})
        assert eval(written, {"a": a, "b": b}) == condition_test(condition, {"a": 0, "b": 1})((a, b))
