"""Hypothesis strategies: rule texts, trees of rules."""

from functools import cache

from hypothesis import strategies as st

from grundy.rules.terms import (
    Alternative,
    And,
    Call,
    Compare,
    In,
    Int,
    Name,
    NamedSet,
    Neg,
    Not,
    Op,
    Or,
    Rules,
    SetOf,
)

BOUND = 11  # free variables of random rule texts are below it


# ---------------------------------------------------------------- texts, built as texts

_SIGNS = ["<", "<=", "==", "!=", ">=", ">"]


@cache
def _terms(names, depth=2):
    base = st.one_of(st.sampled_from(names), st.integers(0, 6).map(str), st.sampled_from(["-1", "-3", "2**2"]))
    if depth == 0:
        return base
    inner = _terms(names, depth - 1)
    return st.one_of(
        base,
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "+", "-"]), inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(["//", "%"]), inner),
        st.builds("{}*{}".format, st.integers(2, 3), st.sampled_from(names)),
        st.builds("-{}".format, st.sampled_from(names)),
        st.builds("abs({})".format, inner),
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max"]), inner, inner),
    )


@cache
def _sets(names):
    inner = _terms(names, 1)
    return st.one_of(
        st.sampled_from(["squares", "primes", "fibonacci", "powers(2)", "powers(3)", "{}"]),
        st.builds("{{{}}}".format, st.lists(st.integers(-1, 9), min_size=1, max_size=4).map(lambda v: str(v)[1:-1])),
        st.builds("{{{}, {}}}".format, st.sampled_from(names), st.integers(0, 6)),
        st.builds("{}({})".format, st.sampled_from(["divisors", "proper_divisors", "coprime"]), inner),
        st.builds("range({}, {})".format, inner, inner),
    )


@cache
def _conditions(names, depth=2):
    term = _terms(names, 1)
    base = st.one_of(
        st.builds("{} {} {}".format, term, st.sampled_from(_SIGNS), term),
        st.builds("{} {} {} {} {}".format, term, st.sampled_from(_SIGNS), term, st.sampled_from(_SIGNS), term),
        st.builds("{} {} {}".format, term, st.sampled_from(["in", "not in"]), _sets(names)),
    )
    if depth == 0:
        return base
    inner = _conditions(names, depth - 1)
    return st.one_of(
        base,
        st.builds("({} and {})".format, inner, inner),
        st.builds("({} or {})".format, inner, inner),
        st.builds("not ({})".format, inner),
    )


@st.composite
def _alternatives(draw, heaps, free):
    names = (*heaps, *free)
    down = st.builds("{}-{}".format, st.sampled_from(heaps), _terms(free or ("1",), 1))
    term = st.one_of(down, _terms(names, 1), st.sampled_from(names))
    component = st.lists(term, min_size=len(heaps), max_size=len(heaps)).map(", ".join)
    body = " & ".join(draw(st.lists(component, min_size=1, max_size=2)))
    bounds = [f"{name} < {BOUND}" for name in free]
    more = draw(st.lists(_conditions(names), max_size=2))
    order = draw(st.permutations([*bounds, *more]))
    return body + (" where " + " and ".join(f"({c})" if " or " in c else c for c in order) if order else "")


@st.composite
def rule_texts(draw):
    """A rule text whose free variables are below BOUND, its number of heaps and its least heap."""
    heaps = draw(st.sampled_from([("n",), ("n",), ("a", "b")]))
    least = draw(st.sampled_from([0, 0, 0, 1, 2]))
    count = draw(st.integers(1, 2))
    parts = []
    for _ in range(count):
        free = draw(st.sampled_from([(), ("t",), ("t",), ("s", "t")]))
        parts.append(draw(_alternatives(heaps, free)))
    return f"{', '.join(heaps)} -> {' | '.join(parts)}", len(heaps), least


# ---------------------------------------------------------------- trees

NAMES = st.sampled_from(["n", "m", "t", "s", "goal", "_x", "T9"])


@cache
def terms():
    """Trees of terms, as the parser makes them: a negative constant is one integer."""
    base = st.one_of(
        st.builds(Int, st.integers(-30, 30)), st.builds(Int, st.integers(-(10**40), 10**40)), st.builds(Name, NAMES)
    )

    def bigger(inner):
        not_constant = inner.filter(lambda t: not isinstance(t, Int))
        return st.one_of(
            st.builds(Neg, not_constant),
            st.builds(Op, st.sampled_from(["+", "-", "*", "//", "%"]), inner, inner),
            st.builds(lambda a: Call("abs", (a,)), inner),
            st.builds(Call, st.sampled_from(["min", "max"]), st.lists(inner, min_size=2, max_size=3).map(tuple)),
        )

    return st.recursive(base, bigger, max_leaves=5)


@cache
def set_terms():
    """Trees of sets."""
    return st.one_of(
        st.builds(SetOf, st.lists(terms(), max_size=3).map(tuple)),
        st.sampled_from([NamedSet("squares"), NamedSet("primes"), NamedSet("fibonacci"), NamedSet("S")]),
        st.builds(lambda f, a: NamedSet(f, (a,)), st.sampled_from(["divisors", "proper_divisors", "coprime"]), terms()),
        st.builds(lambda b: NamedSet("powers", (b,)), st.builds(Int, st.integers(2, 30)) | st.builds(Name, NAMES)),
        st.builds(lambda a, b: NamedSet("range", (a, b)), terms(), terms()),
    )


@cache
def conditions():
    """Trees of conditions; a chain of comparisons shares its inner terms."""
    signs = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
    base = st.one_of(
        st.builds(Compare, signs, terms(), terms()),
        st.builds(In, terms(), set_terms(), st.booleans()),
        st.builds(
            lambda a, s, b, z, c: And((Compare(s, a, b), Compare(z, b, c)), chain=True),
            terms(), signs, terms(), signs, terms(),
        ),
        st.builds(
            lambda a, s, b, c, no: And((Compare(s, a, b), In(b, c, no)), chain=True),
            terms(), signs, terms(), set_terms(), st.booleans(),
        ),
    )  # fmt: skip

    def bigger(inner):
        several = st.lists(inner, min_size=2, max_size=3).map(tuple)
        return st.one_of(st.builds(And, several), st.builds(Or, several), st.builds(Not, inner))

    return st.recursive(base, bigger, max_leaves=4)


@cache
def _alternative_trees(heaps):
    component = st.lists(terms(), min_size=heaps, max_size=heaps).map(tuple)
    return st.builds(Alternative, st.lists(component, min_size=1, max_size=2).map(tuple), st.none() | conditions())


def _rules(heaps):
    return st.lists(_alternative_trees(len(heaps)), min_size=1, max_size=2).map(
        lambda found: Rules(heaps, tuple(found))
    )


@cache
def rules():
    """Trees of whole rules on one or two heaps."""
    return st.sampled_from([("n",), ("n", "m")]).flatmap(_rules)
