"""Wrong inputs: each gets a short error of the package that names the input, and points at it where it is a text."""

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import games
from grundy.games import expression
from grundy.rules.blocking import blocking
from grundy.rules.codes import hexadecimal, octal
from grundy.rules.errors import GrundyError, LimitExceeded, PositionError, RuleError, Unsupported
from grundy.rules.family import ruleset
from grundy.rules.numbers import shown
from grundy.rules.parsing import parse_condition, parse_names, parse_rules, parse_set, parse_terms
from grundy.rules.setvalues import powers
from grundy.rules.successors import successors

MARK = "^"


def refused(function, *args, kind=GrundyError, says="", **kwargs):
    """The error that is raised, fast, in a few short lines."""
    start = process_time()
    with pytest.raises(kind) as caught:
        function(*args, **kwargs)
    assert process_time() - start < 1
    error = caught.value
    assert type(error).__module__ == "grundy.rules.errors"
    assert says in error.message, error.message
    assert len(error.message) < 400
    assert len(str(error).splitlines()) in (1, 3), str(error)
    if error.text is not None:
        assert 0 <= error.at <= len(error.text)
        *_, line, mark = str(error).splitlines()
        below = line[mark.index(MARK) : mark.index(MARK) + 1]
        shown = error.text[error.at : error.at + 1]
        assert below == (shown if shown.isprintable() else " "), str(error)
    return error


def place(marked):
    """A text without its first mark ⟨, and the place of the mark."""
    return marked.replace("⟨", "", 1), marked.index("⟨")


# ---------------------------------------------------------------- rule texts, ⟨ before the fault

RULE_TEXTS = [
    ("n⟨", "expected ->"),
    ("⟨->", "expected the name of a heap"),
    ("⟨-> n", "expected the name of a heap"),
    ("n ->⟨", "expected what a move leaves"),
    ("n -> n-t ⟨-> n", "a second ->"),
    ("n -> (n ⟨-> n)", "->"),
    ("n, ⟨n -> n, n", "the heap n is named twice"),
    ("⟨1 -> 2", "expected the name of a heap, not '1'"),
    ("⟨n-1 -> n", "expected the name of a heap, not 'n-1'"),
    ("n⟨; m -> n", "unexpected ';'"),
    ("n -> n-t |⟨", "expected what a move leaves"),
    ("n -> n-t &⟨", "expected a term"),
    ("n -> n-t where⟨", "expected a condition"),
    ("n -> n-t where t <= 3 ⟨where t >= 1", "a second where"),
    ("n -> ⟨n-t, n", "this component has 2 terms, expected 1 (n)"),
    ("a, b -> ⟨a-t", "this component has 1 term, expected 2 (a, b)"),
    ("a, b -> ⟨(a, b)", "this component has 1 term, expected 2 (a, b)"),
    ("n -> n-t,⟨ where t <= 3", "expected a term behind the comma"),
    ("n ->⟨ , n-t", "expected a term before the comma"),
    ("a, b -> a,⟨", "expected a term behind the comma"),
    ("n -> n-t where t <= 3⟨, n > 2", "join conditions by and"),
    ("n -> n-t where t <= 3 and n >⟨", ""),
    ("n -> n-t where t in⟨", ""),
    ("n -> n-t where not (not ⟨)", ""),
    ("n -> n+⟨ | n-1", ""),
    ("n -> n - ⟨gcd(n, t)", "t in coprime(n)"),
    ("n -> n-t where ⟨gcd(n, t) == 1", "t in coprime(n)"),
    ("n -> n-t where t in ⟨powers(1)", "powers(b) needs b >= 2, not 1"),
    ("n -> n-t where t in ⟨powers(-10)", "powers(b) needs b >= 2, not -10"),
    ("n -> n-t where t in ⟨powers(3-2)", "powers(b) needs b >= 2, not 1"),
    (
        ", ".join(f"n{i}" for i in range(64)) + ", ⟨x -> " + ", ".join(f"n{i}" for i in range(64)) + ", x-1",
        "a component has 65 heaps; at most 64 are taken",
    ),
    ("n -> n-t where t ⟨= 3", "write == for equality"),
    ("n -> n-t where t < ⟨= 3", ""),
    ("n -> n-t where t <= 3 ⟨& t >= 1", "write and"),
    ("n -> n-t where (t <= 3 ⟨| t >= 1)", "write or"),
    ("n -> (n-t ⟨| n)", "split alternatives outside brackets"),
    ("n -> (n ⟨& n)", "join components outside brackets"),
    ("n -> n⟨/2", "write //"),
    ("n -> 1⟨.5", "numbers are whole here"),
    ("n -> 2⟨n", "write 2*n for a product"),
    ("n -> n⟨^2", "** is the power"),
    ("n -> ⟨n**2", "** stands between constants only"),
    ("n -> ⟨2**n", "** stands between constants only"),
    ("n -> ⟨2**-1", "a power with a negative exponent"),
    ("n -> n-t where t <= ⟨10**10**10", "more than 4,000 digits"),
    ("n -> n-t where t <= ⟨10**4000", "more than 4,000 digits"),
    ("n -> n-t where t <= ⟨" + "9" * 4001, "this number has 4,001 digits; at most 4,000 are read"),
    ("n -> n-t where t in ⟨3", "expected a set"),
    ("n -> n-t where t in ⟨(1, 2)", "expected a set"),
    ("n -> n-t where t in ⟨[1, 2]", "{ } for sets"),
    ("n -> n-t where t in ⟨{1, 2", "{ is never closed"),
    ("n -> n-t⟨)", ") closes no bracket"),
    ("n -> (n⟨}", "} cannot close ("),
    ("n -> n-t where t in ⟨squares(3)", "squares takes 0 terms, not 1"),
    ("n -> n-t where t in ⟨powers", "powers takes 1 term, not 0"),
    ("n -> n-t where t in ⟨range(3)", "expected range(a, b)"),
    ("n -> n-t where t in ⟨foo(3)", "unknown set foo"),
    ("n -> n-t where t in {⟨{1}}", "a set stands only behind in"),
    ("n -> n-⟨squares", "squares is no number"),
    ("n -> n-⟨divisors(n)", "divisors is a set"),
    ("n -> ⟨foo(n)", "unknown function foo; expected abs, min or max"),
    ("n -> ⟨abs(n, 2)", "abs takes 1 term, not 2"),
    ("n -> ⟨min(n)", "min takes 2 terms or more"),
    ("n -> ⟨min(*n)", "min takes plain terms"),
    ("n -> n-t where ⟨3", "expected a condition"),
    ("n -> n-t where ⟨t", "expected a condition"),
    ("n -> n-t where t ⟨is 3", "'is' cannot be a name here"),
    ("n -> n-t where ⟨True", "'True' cannot be a name here"),
    ("n -> n-t where not⟨", ""),
    ("n -> n-t where t <= 3 and⟨", ""),
    ("n -> n-t where ⟨(t,) <= 3", "expected one term, not a list"),
    ("n -> n ⟨if n else n", "'if' cannot be a name here"),
    ("n -> ⟨lambda: n", "'lambda' cannot be a name here"),
    ("n -> __import__(⟨'os')", "no texts stand in rules"),
    ("n -> ⟨__import__(n)", "unknown function __import__"),
    ("n -> n⟨.__class__", "unexpected '.'"),
    ("n -> n⟨[0]", "unexpected '['"),
    ("n -> n-⟨é", "'é' is not ASCII"),
    ("n -> n-⟨①", "not ASCII"),
    ("n ⟨→ n-t", "not ASCII; write ->"),
    ("n -> n⟨−t", "not ASCII; write -"),
    ("n -> n-t where t ⟨≤ 3", "not ASCII; write <="),
    ("n -> n-t⟨\u2028", "not ASCII"),
    ("n -> n-t⟨\x00", "unexpected"),
    ("⟨abs -> abs-1", "cannot name a heap"),
    ("⟨where -> where", "cannot name a heap"),
    ("⟨squares -> squares-1", "cannot name a heap"),
    ("⟨in -> 1", "expected the name of a heap"),
    ("⟨class -> class", "'class' cannot be a name here"),
    ("n -> n-t ⟨# all", "the language has no such sign"),
    ("n -> n-0⟨x10", "behind a number"),
    ("n -> n-1⟨_000", "behind a number"),
    ("n -> n-t where⟨: t", "begins with where"),
    ("n ⟨=> n-1", "write ->"),
    ("n -> ⟨n-1 or n-2", "expected a term, not a condition"),
    ("n -> ⟨n < 3", "expected a term, not a condition"),
    ("n -> n-t where t <= (3 ⟨where n)", "unexpected where"),
    ("n -> ⟨'a'", "no texts stand in rules"),
    ("n -> n-t ⟨wherre t <= 3", ""),
    ("n -> n-t ⟨Where t <= 3", ""),
    ("n -> ⟨()", "expected one term, not a list"),
    ("n -> " + "(" * 100 + "⟨(n" + ")" * 101, "more than 100 brackets"),
    ("n -> n where ⟨" + "not " * 1000 + "n < 1", "more than 150 operations"),
    ("n -> ⟨" + "-" * 5000 + "n", ""),
    ("n -> ⟨n" + "-1" * 4000, ""),
]


@pytest.mark.parametrize(("marked", "says"), RULE_TEXTS, ids=[t[:40] for t, _ in RULE_TEXTS])
def test_a_rule_text_that_is_not_well_formed_is_refused_at_its_fault(marked, says):
    text, at = place(marked)
    for read in (parse_rules, ruleset, games.rules) if "->" in text else (parse_rules, ruleset):
        error = refused(read, text, kind=RuleError, says=says)
        assert (error.text, error.at) == (text, at), str(error)


@pytest.mark.parametrize(
    "text", ["n" * 10**6, "n -> " + "n" * 10**6, "(" * 10**6, "9" * 10**6, "\n" * 10**6, "é" * 10**6]
)
def test_texts_of_a_million_characters_are_refused_at_once(text):
    for read in (parse_rules, ruleset, games.rules, expression, parse_condition, parse_terms, parse_set):
        refused(read, text, says="1,000,0")


def test_what_is_just_within_the_limits_is_read():
    parse_rules("n -> " + "(" * 100 + "n" + ")" * 100)
    parse_rules("n -> n-t where t <= " + "9" * 4000)
    parse_rules("n -> n-t where " + " and ".join(["t<n"] * 900))
    assert expression("nim[" + "9" * 4000 + "]") == games.nim[10**4000 - 1]
    assert expression("nim[10**3999]") == games.nim[10**3999]


NAMES = [  # rule text with ⟨ before the fault, keywords, what is said
    ("n -> n-t where t <= ⟨M", {}, "M is never bounded"),
    ("n -> n-t where t <= ⟨M", {"m": 10}, "M is never bounded: is it a parameter (m)?"),
    ("n -> n-t where t in ⟨S", {"s": {1}}, "unknown set S: is it a parameter (s)?"),
    ("n -> n-t where t <= ⟨m", {}, "m is never bounded: is it a parameter?"),
    ("n -> ⟨t", {}, "t is never bounded"),
    ("n -> n-⟨t+u", {}, "never bounded"),
    ("n -> n-t where t in ⟨S", {}, "unknown set S"),
    ("n -> n-t where t not in ⟨sqares", {}, "unknown set sqares"),
    ("n -> ⟨t where t in primes", {}, "t is never bounded"),
    ("⟨n -> n-t where t <= 3", {"k": 10}, "the rules have no parameter k"),
    ("⟨n -> n-t where t <= 3", {"n": 10}, "n is a heap"),
]


@pytest.mark.parametrize(("marked", "values", "says"), NAMES)
def test_names_that_mean_nothing_are_refused_where_they_stand(marked, values, says):
    text, at = place(marked)
    error = refused(ruleset, text, kind=RuleError, says=says, **values)
    assert error.text == text
    if "bounded" in says or "set" in says:
        assert error.text[error.at :].startswith(text[at:][:1]), str(error)


def test_a_misspelt_parameter_is_named_with_the_one_that_is_meant():
    for error in (
        refused(ruleset, "n -> n-t where t <= M", m=10),
        refused(ruleset, "n -> n-t where t <= M", params="m"),
        refused(games.rules, "n -> n-t where t <= M", params={"m": 10}),
        refused(expression, 'ruleset("n -> n-t where t <= M", m=10)[5]'),
    ):
        assert "M" in error.message
        assert " m" in error.message or "(m" in error.message


# ---------------------------------------------------------------- other texts

PIECES = [
    (parse_condition, ["", "n", "n <", "n = 1", "n <= 1 where", "n <= 1 | n >= 2", "n -> 1", "(n <= 1", "n in 3"]),
    (parse_terms, ["", "n,", ",n", "n <= 1", "squares", "n where n", "n n", "1.5", "{1}"]),
    (parse_set, ["", "5", "{1", "squares(1)", "range(1)", "{1} and {2}", "[1]", "n+1"]),
    (lambda text: parse_names(text, "parameter"), ["", "a b", "a,,b", "a, a", "1", "abs", "where", "a-b", "é", "for"]),
    (
        octal,
        [
            "",
            "7",
            "07",
            ".7",
            "0.",
            "0.9",
            "0.8",
            "0.7F",
            "1.7",
            "8.7",
            "0.7.7",
            "0 .7",
            "0.-7",
            "0.٣",
            "0.²",
            "x",
            "0.7_7",
        ],
    ),
    (hexadecimal, ["", "0.", "0.G", "1.7", "F.7", "0.3g", "0x0.3"]),
]


@pytest.mark.parametrize(("read", "text"), [(read, text) for read, texts in PIECES for text in texts])
def test_pieces_that_are_not_well_formed_are_refused(read, text):
    error = refused(read, text, kind=RuleError)
    assert error.text == text


EXPRESSIONS = [  # ⟨ before the fault
    ("nim[⟨", "[ is not closed: expected ] here"),
    ("nim[3, 5⟨ ", "expected ] here"),
    ("nim[3, 5⟨ + nim[2]", "expected ] here"),
    ("bash(3⟨ + bash(4)[5]", "expected ) here"),
    ("nim[3, 5⟨)", "expected ] here, not )"),
    ("nim3⟨]", "] closes no bracket"),
    ("nim⟨]", ""),
    ("nim[3] +⟨", ""),
    ("⟨nimm[3]", "unknown game nimm; is nim meant?"),
    ("⟨wythof[3, 4]", "is wythoff meant?"),
    ("nim[3] + ⟨kales[2]", "is kayles meant?"),
    ("nim[⟨x]", "unknown game x"),
    ("nim[⟨-1]", "heaps of nim are >= 0, not -1"),
    ("blackboard(k=2)[⟨0]", "heaps of blackboard(2) are >= 1, not 0"),
    ("nim[⟨1.5]", "unexpected 1.5"),
    ("nim[⟨'a']", "not 'a'"),
    ("nim[⟨True]", "unexpected True"),
    ("nim[⟨None]", "unexpected None"),
    ("nim[⟨3j]", "unexpected 3j"),
    ("nim[⟨b'3']", "unexpected b'3'"),
    ("⟨__import__('os')", "unknown game __import__"),
    ("⟨__import__('os').system('ls')[3]", "expected rules, a position or an integer"),
    ("⟨().__class__", ""),
    ("⟨nim.__class__", ""),
    ("⟨print('x')", "unknown game print"),
    ("⟨lambda: 3", ""),
    ("⟨[1, 2]", ""),
    ("⟨nim[3] if 1 else 2", ""),
    ("⟨nim[3] and nim[4]", ""),
    ("⟨nim[3] == nim[3]", ""),
    ("nim[⟨a:=4]", ""),
    ("⟨f'{nim}'", ""),
    ("nim[3] + ⟨5", "expected a position, not the integer 5"),
    ("nim[3] + ⟨nim", "not the rules nim"),
    ("⟨nim + nim[3]", "cannot combine the rules nim"),
    ("⟨nim[3] * 2", "cannot combine the position nim[3]"),
    ("2 * ⟨nim[3]", "expected an integer, not the position nim[3]"),
    ("-⟨nim[3]", "expected an integer"),
    ("⟨nim[3] - nim[2]", "cannot combine"),
    ("⟨nim[3][4]", "expected rules before the bracket"),
    ("⟨primes[3]", "expected rules before the bracket"),
    ("nim[⟨nim[3]]", "not nim[3]"),
    ("bash[⟨3]", "bash is a family; give m first"),
    ("race(2, 9)[⟨1]", "race(2, 9) is a family; give goal first, as in race(2, 9, 3)[…]"),
    ("race[⟨3]", "give low, high, goal first, as in race(low, high, goal)[…], for instance race(2, 9, goal=162)[1]"),
    ("moore[⟨3]", "moore is a family; give k first"),
    ("⟨bash(3, 4)[5]", "bash takes 1 value (m), not 2"),
    ("⟨bash(k=3)[5]", "bash has no parameter k; its parameter is m"),
    ("⟨race(k=3)", "race has no parameter k; its parameters are low, high, goal"),
    ("⟨moore(1, 2)", "moore takes 1 value (k), not 2"),
    ("⟨moore(j=2)", "moore has no parameter j; its parameter is k"),
    ("⟨moore(2, k=2)", "given twice"),
    ("race(2, high=3, ⟨high=3)", "high of race is given twice"),
    ("ruleset('n -> n-t where t <= m', m=1, ⟨m=2)", "given twice"),
    ("⟨3 + nim[3]", "+ joins positions; expected a position, not the integer 3"),
    ("nim[⟨[3, 4]]", "write [3, 4]"),
    ("ruleset(n ⟨-> n-1)[5]", 'put the rules in quotes: ruleset("n -> n-1")[5]'),
    ("n ⟨-> n-1", 'put the rules in quotes: ruleset("n -> n-1")'),
    ("nim[3] + ruleset(n ⟨-> 'a')[5]", 'put the rules in quotes: ruleset("n -> n-1")'),
    ("nim[3] + ⟨powers(1)", "powers(b) needs b >= 2, not 1"),
    ("subtraction(⟨powers(0))", "powers(b) needs b >= 2, not 0"),
    ("wythoff[⟨:10]", "as in wythoff[:10, :10]"),
    ("ruleset('a, b, c -> a-t, b, c')[⟨2:5, :7]", "[2:5, 2:5, 2:5]"),
    ("⟨bash(3, m=3)[5]", "given twice"),
    ("bash(m=1, ⟨m=2)[5]", "the parameter m of bash is given twice"),
    ("⟨bash('x')[5]", "the parameter m is an integer, not 'x'"),
    ("⟨subtraction(4)", "the parameter S is a set"),
    ("⟨moore(0)", "integer k >= 1, not 0"),
    ("⟨moore()", "moore needs a value for k"),
    ("nim[3] *⟨", ""),
    ("nim[3] + nim[2] +⟨ ", ""),
    ("⟨nim(3)", "nim takes no parameters"),
    ("⟨kayles(3)", "kayles takes no parameters"),
    ("bash(⟨**nim)", "** is not taken here"),
    ("bash(⟨*3)", "* spreads a list"),
    ("subtraction(⟨primes(3))", "expected primes"),
    ("subtraction(⟨range(4))", "expected range(a, b)"),
    ("octal(⟨0.77)", "unexpected 0.77"),
    ("octal('0.⟨9')", "octal digits are 0 to 7"),
    ("octal('⟨1.7')", "d0 takes nothing"),
    ("octal('⟨.7')", "a code has one digit, then a point"),
    ("octal('⟨.77')", "expected a digit before the point"),
    ("octal('7⟨7')", "expected a point here, not '7': octal(\"0.77\")?"),
    ("hexadecimal('7⟨7')", 'hexadecimal("0.77")?'),
    ("octal('0⟨x7')", "expected a point here, not 'x'"),
    ("octal('0⟨,77')", "expected a point here, not ','"),
    ("octal('1⟨e5')", "expected a point here, not 'e'"),
    ("octal('0⟨')", "expected a point here"),
    ("octal('0⟨0.7')", "expected the point here, not 2 digits before it"),
    ("octal('⟨-0.7')", "expected a digit, not '-'"),
    ("octal('⟨')", "expected a digit"),
    ("⟨octal()", ""),
    ("⟨blocking(nim[3], 2)", "blocking takes a ruleset"),
    ("⟨blocking(wythoff, 0)", "k >= 1, not 0"),
    ("⟨blocking(kayles, 2)", "no blocking of kayles"),
    ("⟨blocking(blocking(wythoff, 2), 2)", "forbidden already"),
    ("⟨blocking(bash, 2)", "blocking takes a ruleset"),
    ("nim[⟨::2]", "has no step"),
    ("nim[⟨5:2]", "is empty"),
    ("nim[⟨:-1]", "is empty"),
    ("nim[⟨5:]", "needs an end"),
    ("nim[⟨:, 5]", "needs an end"),
    ("nim[⟨-5:3]", "heaps of nim are >= 0, not -5"),
    ("nim[⟨'a':3]", "expected an integer, not the text 'a'"),
    ("nim[⟨:10**12]", "too large"),
    ("wythoff[⟨:20]", "a component of wythoff has 2 heaps (a, b), not 1"),
    ("wythoff[⟨:, :, :]", "not 3"),
    ("wythoff[⟨3]", "a component of wythoff has 2 heaps (a, b), not 1"),
    ("wythoff[⟨3, 4, 5]", "not 3"),
    ("kayles[⟨:, :]", "no product of kayles"),
    ("grundy_game[⟨:, :]", "a move splits the heap"),
    ("nim[3//⟨0]", "division by 0"),
    ("nim[⟨1/2]", "between integers stand"),
    ("nim[⟨1 << 5]", "between integers stand"),
    ("nim[⟨2**-1]", "negative exponent"),
    ("nim[⟨10**10**10]", "more than 4,000 digits"),
    ("nim[⟨10**4000]", "more than 4,000 digits"),
    ("nim[⟨" + "9" * 4001 + "]", "4,001 digits"),
    ("nim[⟨é]", "'é' is not ASCII"),
    ("(" * 100 + "⟨(nim[3]" + ")" * 101, "more than 100 brackets"),
    ("ruleset(⟨5)", "rules are given as a text, not 5"),
    ("ruleset('n -> n-t where t <= ⟨m')", "m is never bounded"),
    ("ruleset('n ->⟨')", "expected what a move leaves"),
    ("ruleset('n -> n⟨/2')[3]", "write //"),
    ("⟨x.py:foo[3]", "files of rules are not taken here"),
]


@pytest.mark.parametrize(("marked", "says"), EXPRESSIONS, ids=[t[:40] for t, _ in EXPRESSIONS])
def test_an_expression_that_is_not_right_is_refused_at_its_fault(marked, says):
    text, at = place(marked)
    error = refused(expression, text, says=says)
    assert error.text == text
    tolerated = {at, 0} if text.startswith(("ruleset(5", "bash(*")) else {at}
    assert error.at in tolerated, str(error)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "\n", "nim[3] + ", "'", '"nim[3]', "nim[3]\\", "nim[3]\x00", "nim[3;4]", "nim[3] nim[4]",
        "if", "yield",
        "await x", "1 -> 2", "nim[3]:", "nim[" + "-" * 5000 + "3]", "nim[" + "+".join("1" * 3000) + "]", "nim[*[1]]",
        "nim[3]" + "+nim[3]" * 2000, "nim[" + "2**" * 50 + "1]", "moore(2)[" + ":," * 65 + "]",
        "moore(30)[" + ":," * 40 + "]",
        "ruleset('n -> n-t', params=5)", "ruleset('n -> n-t', start=5)", "ruleset('n -> n-t', least='a')",
        "ruleset('n -> n-t', least=-1)", "ruleset('n -> n-t', foo=2)", "ruleset('n -> n-t', **{})", "ruleset()",
        "ruleset('n -> n-t', start='n, n')", "ruleset('n, m -> n-t, 2*t where 1 <= t <= m', start='n, k')[5]",
        "ruleset('n, m -> n-t, 2*t where 1 <= t <= m', start='n, n//0')[5]", "ruleset('n -> n-t', params='m', m=3)",
        "ruleset('n, m -> n-t, 2*t where 1 <= t <= m', start='n-1, n')[5]", "subtraction({1, 'a'})",
        "nim[...]", "nim[~1]",
        "subtraction(squares)[3] + 1", "ruleset('n -> n+1')", "ruleset('n -> 2*t & n-t')[3]", "set()[3]", "nim[{1}]",
    ],
)  # fmt: skip
def test_other_expressions_are_refused(text):
    refused(expression, text)


RULES = [
    ("nim[3]", {}, RuleError, "not the position nim[3]"),
    ("5", {}, RuleError, "not the integer 5"),
    ("squares", {}, RuleError, "not a set"),
    ("octal", {}, RuleError, "octal needs its arguments, as in octal("),
    ("blocking", {}, RuleError, "blocking needs its arguments, as in blocking(wythoff, 2)"),
    ("ruleset", {}, RuleError, 'ruleset needs its arguments, as in ruleset("n -> n-t")'),
    ("hexadecimal", {}, RuleError, "hexadecimal needs its arguments, as in hexadecimal("),
    ("ruleset(n -> n-1)", {}, PositionError, "put the rules in quotes"),
    ("bash", {"params": {"self": 3}}, RuleError, "bash has no parameter self"),
    ("bash", {"params": {5: 3}}, RuleError, "5 cannot name a parameter"),
    ("moore", {"params": {"k": 3, "self": 3}}, RuleError, "moore has no parameter self"),
    ("nim", {"least": 1}, RuleError, "goes with a rule text"),
    ("nim", {"params": {"m": 3}}, RuleError, "takes none"),
    ("bash", {"params": {"k": 3}}, RuleError, "bash has no parameter k"),
    ("n -> n-t where t <= m", {"params": {"m": "3"}}, RuleError, "an integer, not '3'"),
    ("n -> n-t", {"params": {"k": 3}}, RuleError, "no parameter k"),
    ("n -> n-t", {"params": {"text": 3}}, RuleError, "'text' cannot name a parameter"),
    ("n -> n-t", {"params": {"least": 3}}, RuleError, "'least' cannot name a parameter"),
    ("n -> n-t", {"params": {"params": 3}}, RuleError, "'params' cannot name a parameter"),
    ("n -> n-t", {"params": {"start": "n"}}, RuleError, "'start' cannot name a parameter"),
    ("n -> n-t", {"params": {"n": 3}}, RuleError, "n is a heap"),
    ("n -> n-t", {"least": -1}, RuleError, "at least 0, not -1"),
    ("n -> n-t", {"least": "a"}, RuleError, "not 'a'"),
    ("x.py:foo", {}, PositionError, "not taken here"),
    ("no_such_file.py:foo", {"files": True}, RuleError, "there is no file no_such_file.py"),
    ("", {}, PositionError, "empty"),
]


@pytest.mark.parametrize(("text", "options", "kind", "says"), RULES)
def test_rules_that_a_command_cannot_take_are_refused(text, options, kind, says):
    refused(games.rules, text, kind=kind, says=says, **options)


# ---------------------------------------------------------------- wrong types from Python

WRONG = [
    lambda: ruleset(5), lambda: ruleset(None), lambda: ruleset(b"n -> n-t"),
    lambda: ruleset("n -> n-t", params=None), lambda: ruleset("n -> n-t", params=["m"]),
    lambda: ruleset("n -> n-t", start=5),
    lambda: ruleset("n -> n-t", least=1.5), lambda: ruleset("n -> n-t", least=True),
    lambda: ruleset("n -> n-t", least=10**4001),
    lambda: ruleset("n -> n-t where t <= m", m="3"), lambda: ruleset("n -> n-t where t <= m", m=2.5),
    lambda: ruleset("n -> n-t where t <= m", m=None), lambda: ruleset("n -> n-t where t <= m", m=True),
    lambda: ruleset("n -> n-t where t <= m", m=10**4000), lambda: ruleset("n -> n-t where t <= m", m={1}),
    lambda: ruleset("n -> n-t where t in S", S=5), lambda: ruleset("n -> n-t where t in S", S="abc"),
    lambda: ruleset("n -> n-t where t in S", S={1.5}), lambda: ruleset("n -> n-t where t in S", S={"a"}),
    lambda: ruleset("n -> n-t where t in S", S=None), lambda: ruleset("n -> n-t where t in S and t <= S", S={1}),
    lambda: games.nim["a"], lambda: games.nim[1.5], lambda: games.nim[True], lambda: games.nim[None],
    lambda: games.nim[[1]],
    lambda: games.nim[1, "a"], lambda: games.nim[-1], lambda: games.nim[10**4000], lambda: games.nim["a":3],
    lambda: games.nim[:2.5], lambda: games.nim[...], lambda: games.nim[::2], lambda: games.nim[5:2],
    lambda: games.nim[:, 5],
    lambda: games.wythoff[1], lambda: games.wythoff[1, 2, 3], lambda: games.wythoff[(1, 2),],
    lambda: games.wythoff[3, -1],
    lambda: games.bash("x"), lambda: games.bash(None), lambda: games.bash(True), lambda: games.bash(2.0),
    lambda: games.bash(games.nim), lambda: games.bash(1, 2), lambda: games.bash(k=1), lambda: games.bash(1, m=1),
    lambda: games.bash[3], lambda: games.subtraction(4), lambda: games.subtraction("abc"),
    lambda: games.subtraction(None),
    lambda: games.moore("a"), lambda: games.moore(0), lambda: games.moore(True), lambda: games.moore(2.5),
    lambda: games.moore(10**4001), lambda: games.moore(2)[1.5], lambda: games.moore(2)[-1], lambda: games.moore[3],
    lambda: list(games.moore(2).options((1, 2))), lambda: games.moore(2)[:, 5],
    lambda: octal(0.77), lambda: octal(None), lambda: octal(b"0.77"), lambda: octal("0.9"),
    lambda: octal("0." + "7" * 10**6),
    lambda: hexadecimal(0), lambda: blocking(games.nim[3], 2), lambda: blocking(games.nim, "2"),
    lambda: blocking(games.nim, 1.0),
    lambda: blocking(games.nim, True), lambda: blocking("nim", 2), lambda: blocking(games.bash, 2),
    lambda: blocking(games.nim, 0),
    lambda: blocking(games.moore(2), 2), lambda: blocking(games.kayles, 2),
    lambda: successors(5), lambda: successors(int), lambda: list(successors(lambda n: 5)[3].options()),
    lambda: list(successors(lambda n: [[n]])[3].options()), lambda: list(successors(lambda n: 1 // 0)[3].options()),
    lambda: successors(lambda n: [])[[1]],
    lambda: expression(5), lambda: expression(None), lambda: expression(b"nim[3]"), lambda: games.rules(5),
    lambda: games.rules(None),
    lambda: games.moore(10**5000), lambda: ruleset("n -> n-t", least=10**5000),
    lambda: ruleset("n -> n-t", least=-(10**5000)),
    lambda: blocking(games.nim, -(10**5000)), lambda: games.nim[-(10**3999)], lambda: games.nim[10**5000],
    lambda: games.bash(-(10**5000)), lambda: games.nim[10**3999 : 10], lambda: games.nim[: 10**3999],
]  # fmt: skip


@pytest.mark.parametrize("act", WRONG, ids=range(len(WRONG)))
def test_values_of_a_wrong_type_are_refused(act):
    error = refused(act)
    assert isinstance(error, RuleError | PositionError | Unsupported)


def test_sets_and_ranges_of_any_size_cost_nothing():
    start = process_time()
    game = ruleset("n -> n-t where t in S", S=range(1, 10**9))
    assert [p.parts[0][1] for p in game[3].options()] == [(2,), (1,), (0,)]
    for members in (
        range(1, 10**9, 2), range(10**40, 0, -3), range(0, 10**40, 7), list(range(10_001)), set(range(10_001)),
        frozenset(range(20_000)), (1,) * 10**6,
    ):  # fmt: skip
        refused(ruleset, "n -> n-t where t in S", S=members, kind=RuleError, says="more than 10,000 members")
    odd = ruleset("n -> n-t where t in S", S=range(1, 10_000, 2))
    assert len(list(odd[5].options())) == 3
    assert process_time() - start < 1


def test_a_parameter_that_makes_the_powers_of_1_is_refused_with_the_values():
    family = ruleset("n -> n-t where t in powers(b)", params="b")
    refused(family, 1, kind=RuleError, says="powers(b) needs b >= 2, not 1")
    refused(ruleset, "n -> n-t where t in powers(b-1)", b=2, kind=RuleError, says="not 1")
    assert list(family(2)[2].options())


def test_texts_without_rules_are_refused_without_a_place():
    for text in ("", "  ", "\n\t"):
        for read in (ruleset, parse_rules):
            assert refused(read, text, kind=RuleError, says="the rules are empty").text is None


@pytest.mark.parametrize("value", [5, None, b"nim[3]", ["n -> n-t"], 10**5000], ids=range(5))
def test_what_is_no_text_is_refused_as_such(value):
    refused(expression, value, kind=PositionError, says="expected a text, not")
    for read in (games.rules, parse_rules, parse_condition, parse_terms, parse_set):
        refused(read, value, kind=RuleError, says="expected a text, not")
    for key in ("params", "start"):
        if value:
            refused(ruleset, "n -> n-t", **{key: value}, kind=RuleError, says=f"{key} is a text")


HUGE = 10**5000
LONG = [
    games.moore, lambda n: ruleset("n -> n-t", least=n), lambda n: blocking(games.nim, n),
    lambda n: games.nim[n], lambda n: games.nim[n:], lambda n: games.nim[:n], lambda n: games.nim[n:5],
    games.bash, lambda n: games.nim[[n]], lambda n: games.subtraction({n}), games.subtraction,
    lambda n: games.subtraction(range(n, n + 5)), ruleset, expression, octal,
    lambda n: ruleset("n -> n-t where t in powers(b)", b=-abs(n)), powers, successors,
    lambda n: games.race(2, 9, n)[0], lambda n: games.wythoff[n], lambda n: games.moore(3)[:, n],
    lambda n: expression(f"bash({'9' * 3000})[-1]"), lambda n: expression("bash(10**3999)[1, 'a']"),
    lambda n: expression("bash(10**3999)[3, 4, :]"), lambda n: expression("nim[3] + 10**3999"),
    lambda n: expression("bash(10**3999)(3)"), lambda n: expression("subtraction(powers(-10**3999))"),
]  # fmt: skip


@pytest.mark.parametrize("size", [HUGE, -HUGE, 10**3999, 10**12_345], ids=["huge", "negative", "long", "huger"])
@pytest.mark.parametrize("act", LONG, ids=range(len(LONG)))
def test_numbers_without_end_are_cut_in_messages(act, size):
    said = message(act, size)
    assert len(said) < 400
    assert "9" * 200 not in said
    assert "0" * 200 not in said


def message(act, value):
    """What is said of a value, "" where it is taken."""
    try:
        act(value)
    except GrundyError as error:
        return error.message
    return ""


def test_lists_with_numbers_without_end_are_cut_in_messages():
    for act in (games.moore, games.bash, games.subtraction, lambda x: games.nim[x], lambda x: blocking(games.nim, x)):
        assert 0 < len(message(act, [HUGE])) < 200


def test_what_is_shown_of_a_value():
    assert shown(10**40 - 1) == "9" * 40
    assert shown(10**40) == "1" + "0" * 39 + "…"
    assert shown(-123 * 10**6000) == "-123" + "0" * 37 + "…"
    assert shown(int("9" * 4001)) == "9" * 40 + "…"
    assert shown(True) == "True"
    assert shown("n" * 1000) == "'" + "n" * 99 + "…"
    assert shown([10**5000]) == "a list with long numbers"


@pytest.mark.parametrize("digits", [40, 41, 4000, 4001, 4300, 5000, 20_000])
def test_leading_digits_are_right(digits):
    value = 123456789 * 10 ** (digits - 9) + 7
    assert shown(value).rstrip("…")[:40] == ("123456789" + "0" * 31 if digits > 40 else str(value))


def test_positions_of_different_kinds_do_not_mix():
    for act in (
        lambda: games.nim[3] + 5,
        lambda: games.nim[3] + games.nim,
        lambda: games.nim + games.nim,
        lambda: 5 + games.nim[3],
    ):
        with pytest.raises(TypeError):
            act()


def test_faults_that_show_only_at_a_position_name_it():
    start = ruleset("n, m -> n-t, 2*t where 1 <= t <= m", start="n, 9//(n-3)")
    assert start[6].parts[0][1] == (6, 3)
    refused(lambda: start[3], kind=PositionError, says="the start n, 9//(n-3) of ruleset(")
    game = ruleset("n -> n-t where t in powers(n-2) and t >= 1")
    error = refused(lambda: list(game[3].options()), kind=RuleError)
    assert "powers(b) needs b >= 2, not 1" in error.message
    error = refused(lambda: list(ruleset("n -> n-t where t in divisors(n)")[10**30].options()), kind=LimitExceeded)
    assert "10^14" in error.message


# ---------------------------------------------------------------- fuzz

WORDS = [
    "n", "t", "m", "a", "b", "->", "|", "&", ",", "where", "and", "or", "not", "in", "(", ")", "{", "}", "[",
    "]", "+", "-", "*", "//",
    "%", "**", "<", "<=", "==", "!=", "=", ":", "0", "1", "2", "3", "10", "squares", "primes", "powers(2)",
    "divisors", "range(1, n)",
    "abs", "min", "max", "nim", "wythoff", "bash", "moore", "octal", "ruleset", "blocking", "kayles",
    "'0.77'", '"n -> n-t"', "'",
    '"', ".", "\\", "#", "\n", "\x00", "é", "lambda", "if", "else", "_", "__import__", ":", "::", "1.5",
    "f''", "None", "*", "...", ";",
]  # fmt: skip
SOUP = st.lists(st.sampled_from(WORDS), max_size=14).flatmap(
    lambda words: st.sampled_from(
        [" ".join(words), "".join(words), "n -> " + " ".join(words), "n -> n-t where " + " ".join(words)]
    )
) | st.text(alphabet="nmtab ->|&,where()[]{}+-*/%<=>!'\"0123456789.:_#\\\n", max_size=40)


def only_our_errors(function, *args):
    start = process_time()
    try:
        function(*args)
    except (RuleError, PositionError, Unsupported, LimitExceeded) as error:
        shown = error
    else:
        shown = None
    if shown is not None:
        assert str(shown)
        assert shown.at is None or (shown.text is not None and 0 <= shown.at <= len(shown.text))
    assert process_time() - start < 2


@settings(max_examples=300, deadline=None)
@given(SOUP)
def test_no_text_raises_anything_but_an_error_of_ours(text):
    for read in (parse_rules, parse_condition, parse_terms, parse_set, expression, games.rules, octal, hexadecimal):
        only_our_errors(read, text)


@settings(max_examples=60, deadline=None)
@given(
    SOUP,
    st.dictionaries(
        st.sampled_from(["m", "t", "S", "text", "least", "start", "params"]), st.integers(-2, 5), max_size=2
    ),
)
def test_no_parameters_raise_anything_but_an_error_of_ours(text, params):
    only_our_errors(lambda: games.rules(text, params=params))


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(
        [t for t, _ in RULE_TEXTS] + ["n -> n-t where t <= 3", "a, b -> a-t, b | a, b-t where t in {1, a}"]
    ),
    st.data(),
)
def test_texts_with_a_character_put_in_raise_nothing_but_an_error_of_ours(text, data):
    text = text.replace("⟨", "")[:200]
    at = data.draw(st.integers(0, len(text)))
    put = data.draw(st.sampled_from([*WORDS, ""]))
    for read in (parse_rules, games.rules):
        only_our_errors(read, text[:at] + put + text[at + data.draw(st.integers(0, 2)) :])


def test_a_file_without_the_name_lists_only_what_it_defines_itself(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from math import gcd\nfrom collections import Counter\nfrom grundy.rules.family import ruleset\n"
        "def halve(n):\n    return [n // 2]\nmine = ruleset('n -> n-1')\n_hidden = mine\nlimit = 5\n"
    )
    error = refused(games.rules, f"{path}:nope", files=True, kind=RuleError, says="it defines halve, mine")
    assert error.message.endswith("it defines halve, mine")
